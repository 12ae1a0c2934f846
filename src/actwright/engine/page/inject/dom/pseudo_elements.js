// How far boxes that CSS adds to an element extend beyond it, such as one that makes a whole card clickable as a link.

import { EVERYWHERE, union } from './areas.js';
import { containsFixed } from './clips.js';
import { composedParent } from './composed.js';
import { PSEUDO_ELEMENTS, mayAddBox } from './generated_content.js';
import { styleOf } from './style.js';

/** @import { Area } from './areas.js' */

/**
 * The area of the boxes added to an element that are larger than it; everywhere if that cannot be determined.
 * @param {Element} element
 * @param {DOMRect} rect
 * @returns {Area | null} null if there is none
 */
export function addedReach(element, rect) {
  /** @type {Area | null} */
  let reach = null;
  for (const where of PSEUDO_ELEMENTS) {
    if (!mayAddBox(element, where)) continue;
    const style = getComputedStyle(element, where);
    if (!/^(absolute|fixed)$/.test(style.position) || style.content === 'none' || style.pointerEvents === 'none') continue;
    if (parseFloat(style.width) <= rect.width + 1 && parseFloat(style.height) <= rect.height + 1) continue;
    const area = style.position === 'fixed' ? EVERYWHERE : placedArea(element, style);
    reach = reach ? union(reach, area) : area;
  }
  return reach;
}

/**
 * @param {Element} element
 * @param {CSSStyleDeclaration} style of the box added to it
 * @returns {Area}
 */
function placedArea(element, style) {
  const [left, top, width, height] = [style.left, style.top, style.width, style.height].map(parseFloat);
  const turned = /^matrix\(([-\d.e]+), ([-\d.e]+), ([-\d.e]+), ([-\d.e]+), ([-\d.e]+), ([-\d.e]+)\)$/.exec(style.transform);
  const block = containingBlockOf(element);
  if (!block || Number.isNaN(left + top + width + height) || (style.transform !== 'none' && !turned)) return EVERYWHERE;
  const [a, b, c, d, x, y] = turned ? turned.slice(1).map(Number) : [1, 0, 0, 1, 0, 0];
  const rim = turned ? Math.hypot(width, height) * Math.max(1, Math.hypot(a, b), Math.hypot(c, d)) : 0;
  const box = block.getBoundingClientRect();
  const scale = block instanceof HTMLElement && block.offsetWidth ? box.width / block.offsetWidth : 1;
  const from = { left: box.left + (block.clientLeft + left + x - rim) * scale, top: box.top + (block.clientTop + top + y - rim) * scale };
  return { ...from, right: from.left + (width + 2 * rim) * scale, bottom: from.top + (height + 2 * rim) * scale };
}

/**
 * The containing block of positioned boxes inside an element; null if it is not a single box.
 * @param {Element} element
 * @returns {Element | null}
 */
function containingBlockOf(element) {
  for (let node = /** @type {Element | null} */ (element); node; node = composedParent(node)) {
    const style = styleOf(node);
    if (style.isFlow) {
      if (style.position !== 'static') return null; // an inline element has a box for each of its lines
      continue;
    }
    if (style.position !== 'static' || containsFixed(node)) return node;
  }
  return document.documentElement;
}
