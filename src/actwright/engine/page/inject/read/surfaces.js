// What is drawn and can be dragged while only the page itself listens to the mouse: nothing but its look shows that.

import { middle } from '../dom/areas.js';
import { hit } from '../dom/hit_tests.js';
import { CONTROLS } from '../dom/selectors.js';
import { styleOf } from '../dom/style.js';
import { GROUND, SAME } from './clickable.js';
import { PRESSES, listening, pageListens } from './listeners.js';

/** @import { Measures } from '../dom/measures.js' */

/** A page with more painted boxes has them for other reasons. */
const MOST_BOXES = 6;

/** In CSS px²; a smaller canvas is no drawing to work in. */
const LEAST_DRAWING = 40_000;

/** No more elements of a page are examined. */
const MOST_EXAMINED = 3000;

/** A box with more characters is there to be read. */
const MOST_CHARACTERS = 12;
const LEAST_SIZE = 8;
const READ = 'iframe, object, embed, video, audio, p, td, th, li, label, mark, code, kbd, pre, blockquote, h1, h2, h3, h4, h5, h6, nav, header, footer, main, form';

/**
 * The elements that only their look shows to be pressed, with a hint: what takes the presses for a drawing, and what can
 * be dragged.
 * @param {Measures} measures
 * @returns {Map<Element, string>}
 */
export function surfaces(measures) {
  return new Map([...Array.from(dragged(measures), pairedWith('')), ...Array.from(overDrawings(measures), pairedWith('canvas'))]);
}

/** @param {string} hint */
function pairedWith(hint) {
  return (/** @type {Element} */ element) => /** @type {const} */ ([element, hint]);
}

/**
 * What takes the presses in the place of canvases that take none, as over the cells of a drawn sheet.
 * @param {Measures} measures
 */
function overDrawings(measures) {
  const found = [];
  for (const canvas of document.querySelectorAll('canvas')) {
    const shown = measures.area(canvas) >= LEAST_DRAWING && styleOf(canvas).pointerEvents === 'none' && measures.visible(canvas);
    let over = shown ? hit(...middle(shown)) : null;
    while (over && !((listening.get(over) ?? 0) & PRESSES)) over = over.parentElement;
    if (over && !over.contains(canvas)) found.push(over);
  }
  return found;
}

/**
 * The elements that look as if they can be dragged, if the page listens to presses everywhere: what is shown in
 * perspective or under a cursor that grabs; else, if the page listens to moves, too, painted boxes, if they are few.
 * @param {Measures} measures
 * @returns {Iterable<Element>}
 */
function dragged(measures) {
  const { presses, moves } = pageListens();
  if (!presses) return [];
  const all = Array.from(document.body?.querySelectorAll('*') ?? []).slice(0, MOST_EXAMINED).filter((element) => isBox(element, measures));
  const sure = outermost(all.filter(isTurned), measures);
  if (sure.length || !moves) return sure;
  const boxes = outermost(all.filter(isPainted), measures);
  return boxes.length > MOST_BOXES ? [] : boxes;
}

/**
 * @param {Element} element
 * @param {Measures} measures
 */
function isBox(element, measures) {
  const { width, height } = measures.rect(element);
  if (width < LEAST_SIZE || height < LEAST_SIZE || width * height > GROUND * innerWidth * innerHeight) return false;
  const root = element.getRootNode();
  if (root instanceof ShadowRoot && root.host.closest(CONTROLS)) return false;
  return !element.closest(CONTROLS) && !element.closest('label')?.control && !element.querySelector(CONTROLS) && !listening.has(element) && styleOf(element).plain && styleOf(element).pointerEvents !== 'none';
}

/** @param {Element} element */
function isTurned(element) {
  const { live, cursor } = styleOf(element);
  return live.perspective !== 'none' || live.transformStyle === 'preserve-3d' || /^(grab|grabbing|move|all-scroll)$/.test(cursor);
}

/** @param {Element} element */
function isPainted(element) {
  if (element.matches(READ) || (element.textContent || '').trim().length > MOST_CHARACTERS) return false;
  if (element instanceof SVGElement) return /^(svg|circle|rect|ellipse|image)$/.test(element.localName);
  const { live } = styleOf(element);
  return live.backgroundImage !== 'none' || !/^rgba\(.*, 0\)$/.test(live.backgroundColor) || live.borderTopWidth !== '0px';
}

/**
 * Those that are not most of another one around them.
 * @param {Element[]} elements
 * @param {Measures} measures
 */
function outermost(elements, measures) {
  const all = new Set(elements);
  return elements.filter((one) => {
    for (let outer = one.parentElement; outer; outer = outer.parentElement) {
      if (all.has(outer) && measures.area(one) >= SAME * measures.area(outer)) return false;
    }
    return true;
  });
}
