// Text of whole parts of the page, without describing their elements.

import { letsOut, mayShow, portsIn } from '../dom/clips.js';
import { bisected, grouped } from '../dom/collections.js';
import { SKIPPED, composedChildren, follows } from '../dom/composed.js';
import { everywhere, rootOf } from '../dom/roots.js';
import { FILLABLE } from '../dom/selectors.js';
import { fold } from '../dom/strings.js';
import { isFaceDown, styleOf } from '../dom/style.js';
import { tagOf } from './short_labels.js';

/**
 * All visible text of an element in document order, through shadow roots.
 * @param {Element} element
 * @returns {string}
 */
export function visibleText(element) {
  /** @type {string[]} */
  const parts = [];
  for (const text of visibleTexts(element)) parts.push(text.data, ' ');
  return fold(parts.join(''));
}

/**
 * @param {Element} element
 * @param {number} depth
 * @returns {Generator<Text>}
 */
function* visibleTexts(element, depth = 0) {
  if (depth > DEEPEST || SKIPPED.has(element.localName) || !element.checkVisibility({ opacityProperty: true })) return;
  const style = styleOf(element);
  if (isFaceDown(element, style)) return;
  const ports = portsIn(element);
  if (!ports.flow.room && !letsOut(element)) return;
  const shown = !style.isHidden && !style.isSizedAway && ports.flow.room !== null && (!ports.positioned || mayShow(element));
  for (const child of composedChildren(element)) {
    if (child instanceof Text) {
      if (!shown) continue;
      if (child.data.trim()) yield child;
    } else if (child instanceof Element) yield* visibleTexts(child, depth + 1);
  }
}

/**
 * The content of a canvas for those who cannot see it, which says what is painted on it; each row on a line of its own.
 * @param {HTMLCanvasElement} canvas
 */
export function fallbackText(canvas) {
  const rows = Array.from(canvas.querySelectorAll('tr, [role=row]'), (row) => Array.from(row.children, (cell) => fold(cell.textContent || '')).join(' '));
  return rows.length ? rows.join('\n') : fold(canvas.textContent || '');
}

const COUNTED = { links: 'a[href], [role=link]', buttons: 'button, [role=button], input[type=submit], input[type=button]', fields: FILLABLE };
const TITLES = 'h1, h2, h3';
const MOST_HEADINGS = 6;

/**
 * What adjacent folded elements contain.
 * @param {Element[]} elements
 * @returns {{tag: string, holds: Record<string, number>, headings: string[]}}
 */
export function contentsOf(elements) {
  const tags = grouped(elements, (element) => tagOf(element));
  const [tag] = Array.from(tags).reduce((most, one) => (one[1].length > most[1].length ? one : most));
  /** @type {Record<string, number>} */
  const holds = {};
  for (const [kind, selector] of Object.entries(COUNTED)) {
    const [, begin, end] = foundIn(elements, selector);
    if (end > begin) holds[kind] = end - begin;
  }
  /** @type {string[]} */
  const headings = [];
  const [titles, begin, end] = foundIn(elements, TITLES);
  for (let index = begin; index < end && headings.length < MOST_HEADINGS; index += 1) {
    const text = visibleText(titles[index]).slice(0, 60);
    if (text) headings.push(text);
  }
  return { tag, holds, headings };
}

/**
 * What a selector finds in adjacent elements: all matches in their document, and the range of them that lies within
 * these elements.
 * @param {Element[]} elements
 * @param {string} selector
 * @returns {[ArrayLike<Element>, number, number]}
 */
function foundIn(elements, selector) {
  const first = elements[0];
  const last = elements[elements.length - 1];
  const all = everywhere(rootOf(first), selector);
  const begin = bisected(all.length, (index) => !follows(all[index], first));
  const end = bisected(all.length, (index) => follows(last, all[index]) && !last.contains(all[index]));
  return [all, begin, end];
}

/**
 * Of what is nested more deeply, only controls are described, down to `REST_DEPTH` levels more: Chromium 156 had no
 * stack left at 1,100.
 */
export const DEEPEST = 800;

export const REST_DEPTH = 100;
