// Where elements are, and which visible element an ID resolves to.

import { contentOffset } from '../dom/frames.js';
import { isDrawn } from '../dom/hit_tests.js';
import { imageOf } from '../dom/image_maps.js';
import { boxOf } from '../dom/lines.js';
import { openRoots } from '../dom/roots.js';
import { standIn } from '../read/stand_ins.js';

/** @import { Register } from '../identity/register.js' */

/**
 * The element that an ID resolves to: if the element itself is not visible, the one that represents it.
 * @param {Register} register
 * @param {string} id
 * @returns {Element | null}
 */
export function shownOf(register, id) {
  const element = register.element(id);
  return element && (imageOf(element) || standIn(element) || element);
}

/**
 * Where an element is in the viewport of its frame; `box` is null if it has none.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function rectOf(register, { id }) {
  const shown = shownOf(register, id);
  if (!shown) return { found: false };
  const { left, top, width, height } = boxOf(shown);
  return { found: true, box: shown.getClientRects().length ? [left, top, width, height] : null };
}

/**
 * A point of an element in CSS px from its padding box; for an SVG shape, whose box excludes its stroke, also its size.
 * @param {Register} register
 * @param {{id: string, value: [number, number]}} args with the distance across and down, in percent
 */
export function pointOf(register, { id, value: [x, y] }) {
  const shown = shownOf(register, id);
  if (!shown) return { found: false };
  const box = shown.getBoundingClientRect();
  const [width, height] = [shown.clientWidth || box.width, shown.clientHeight || box.height];
  const size = isDrawn(shown) ? [width, height] : null;
  return { found: true, x: within(x, width), y: within(y, height), size };
}

/**
 * @param {number} percent
 * @param {number} length
 */
function within(percent, length) {
  return Math.max(0, Math.min((length * percent) / 100, length - 1));
}

/**
 * Where the content of a frame is in the viewport of this document.
 * @param {Register} register
 * @param {{number: number}} args
 */
export function holderOf(register, { number }) {
  for (const root of openRoots(document)) {
    for (const holder of root.querySelectorAll('iframe, frame, object, embed')) {
      if (register.frames.get(holder) === number) return { found: true, ...contentOffset(holder) };
    }
  }
  return { found: false };
}
