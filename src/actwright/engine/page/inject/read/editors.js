// Editors that draw their text themselves: a hidden field takes the keys, and each line is a box beside it.

import { mayShow } from '../dom/clips.js';
import { grouped } from '../dom/collections.js';
import { composedParent } from '../dom/composed.js';
import { isRendered } from '../dom/style.js';

/** The boxes of editors that were found. @type {WeakSet<Element>} */
const editors = new WeakSet();

/** Classes of lines, as `view-line`. */
const LINE = /(^|[\s_-])line(\s|$)/;
const LINES = '[class*=line]';
/** What marks the line of the cursor, and the numbers of lines. */
const BESIDE_LINES = ':is([class*=active i], [class*=current i], [class*=selected i], [class*=gutter i], [class*=margin i]):not([class*=editor i], [class*=codemirror i])';
const FIELDS = 'input, textarea, select, [contenteditable], [role=textbox]';

/** A field that neither a person nor assistive technology reaches. */
export const UNUSED = '[readonly][aria-hidden=true][tabindex="-1"]';

/** A line is no deeper in its editor than this. */
const MOST_LEVELS = 12;

/** In CSS px: a smaller field only takes keys. */
const LEAST_SIZE = 4;

/**
 * Whether an element is a field that may take the keys of an editor: a text area, or one without content of its own.
 * @param {Element} element
 * @returns {element is HTMLElement}
 */
export function takesKeys(element) {
  if (element instanceof HTMLTextAreaElement) return !element.matches('[tabindex="-1"], [aria-hidden=true] *');
  return element.localName === 'div' && element.getAttribute('role') === 'textbox' && !element.hasAttribute('contenteditable') && element.matches('[tabindex="0"]');
}

/**
 * The box of the editor whose keys a hidden field takes; null if it is no such field.
 * @param {Element} field
 */
export function editorOf(field) {
  if (!takesKeys(field) || isSeen(field)) return null;
  for (let box = composedParent(field); box && box !== document.body; box = composedParent(box)) {
    if (!box.querySelector(LINES)) continue;
    if (!Array.from(box.querySelectorAll(FIELDS)).every((one) => one === field || one.matches(UNUSED) || !isSeen(one)) || !isSeen(box) || !linesIn(box).length) return null;
    editors.add(box);
    return box;
  }
  return null;
}

/**
 * Whether an element is a field for keys that nobody can see.
 * @param {Element} element
 */
export function isUnseenField(element) {
  return takesKeys(element) && !isSeen(element);
}

/** @param {Element} element */
function isSeen(element) {
  const { width, height } = element.getBoundingClientRect();
  return width >= LEAST_SIZE && height >= LEAST_SIZE && isRendered(element) && element.checkVisibility({ opacityProperty: true }) && mayShow(element);
}

/**
 * The lines of an editor: of the boxes whose classes say so, those of the class with most of the text.
 * @param {Element} box
 */
function linesIn(box) {
  const all = Array.from(box.querySelectorAll(LINES)).filter((one) => LINE.test(one.getAttribute('class') ?? '') && !one.closest(BESIDE_LINES));
  const kinds = Array.from(grouped(all, (one) => /[\w-]*line(?=\s|$)/.exec(one.getAttribute('class') ?? '')?.[0] ?? '').values());
  const lengthOf = (/** @type {Element[]} */ lines) => lines.reduce((sum, line) => sum + (line.textContent ?? '').length, 0);
  return kinds.sort((one, other) => lengthOf(other) - lengthOf(one))[0] ?? [];
}

/**
 * The text that an editor draws: of a long one, the lines around its view.
 * @param {Element} box
 */
export function drawnText(box) {
  const lines = linesIn(box).map((line) => ({ top: line.getBoundingClientRect().top, text: (line.textContent ?? '').replace(/\u200b/g, '').replace(/\u00a0/g, ' ') }));
  return lines.sort((one, other) => one.top - other.top).map(({ text }) => text).join('\n');
}

/**
 * Whether an element is a line of an editor, whose text is the value of its field.
 * @param {Element} element
 */
export function isDrawnLine(element) {
  return LINE.test(element.getAttribute('class') ?? '') && isInEditor(element);
}

/** @param {Element} element */
export function isInEditor(element) {
  let level = 0;
  for (let box = composedParent(element); box && level < MOST_LEVELS; box = composedParent(box), level += 1) if (editors.has(box)) return true;
  return false;
}
