// What is drawn and can be dragged while only the page itself listens to the mouse: nothing but its look shows that.

import { CONTROLS } from '../dom/selectors.js';
import { styleOf } from '../dom/style.js';
import { GROUND, SAME } from './clickable.js';
import { listening, pageListens } from './listeners.js';

/** @import { Measures } from '../dom/measures.js' */

/** A page with more painted boxes has them for other reasons. */
const MOST_BOXES = 6;

/** No more elements of a page are examined. */
const MOST_EXAMINED = 3000;

/** A box with more characters is there to be read. */
const MOST_CHARACTERS = 12;
const LEAST_SIZE = 8;
const READ = 'iframe, object, embed, video, audio, p, td, th, li, label, mark, code, kbd, pre, blockquote, h1, h2, h3, h4, h5, h6, nav, header, footer, main, form';

/**
 * The elements that look as if they can be dragged, if the page listens to presses everywhere: what is shown in
 * perspective or under a cursor that grabs; else, if the page listens to moves, too, painted boxes, if they are few.
 * @param {Measures} measures
 * @returns {Set<Element>}
 */
export function surfaces(measures) {
  const { presses, moves } = pageListens();
  if (!presses) return new Set();
  const all = Array.from(document.body?.querySelectorAll('*') ?? []).slice(0, MOST_EXAMINED).filter((element) => isBox(element, measures));
  const sure = outermost(all.filter(isTurned), measures);
  if (sure.length || !moves) return new Set(sure);
  const boxes = outermost(all.filter(isPainted), measures);
  return new Set(boxes.length > MOST_BOXES ? [] : boxes);
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
