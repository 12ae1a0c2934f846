// Image maps. An area of one has no box of its own: its box is the part of the image that it covers.

import { middle } from './areas.js';
import { rootOf } from './roots.js';
import { isRendered } from './style.js';

/**
 * The image that an area belongs to; null for any other element, and for an area whose image is not rendered.
 * @param {Element | null} element
 * @returns {HTMLImageElement | null}
 */
export function imageOf(element) {
  const name = element instanceof HTMLAreaElement && element.closest('map')?.getAttribute('name');
  if (!element || !name) return null;
  const images = /** @type {HTMLImageElement[]} */ (Array.from(rootOf(element).querySelectorAll('img[usemap]')));
  return images.find((image) => image.getAttribute('usemap') === `#${name}` && isRendered(image)) || null;
}

/**
 * The bounding box of an area in the viewport, and a point inside its shape.
 * @param {HTMLAreaElement} area
 * @returns {{rect: DOMRect, point: [number, number]}}
 */
export function shapeOf(area) {
  const image = imageOf(area);
  if (!image) return { rect: new DOMRect(), point: [0, 0] };
  const box = image.getBoundingClientRect();
  const style = getComputedStyle(image);
  const left = box.left + image.clientLeft + parseFloat(style.paddingLeft);
  const top = box.top + image.clientTop + parseFloat(style.paddingTop);
  const at = area.coords.split(/[\s,;]+/).map(Number);
  const shape = area.shape.toLowerCase();
  if (shape === 'default' || at.length < 3 || at.some(Number.isNaN)) return { rect: box, point: middle(box) };
  if (shape.startsWith('circ')) {
    const [x, y, radius] = at;
    const rect = new DOMRect(left + x - radius, top + y - radius, 2 * radius, 2 * radius);
    return { rect, point: middle(rect) };
  }
  const xs = at.filter((_, index) => index % 2 === 0).slice(0, at.length >> 1);
  const ys = at.filter((_, index) => index % 2 === 1);
  const rect = new DOMRect(left + Math.min(...xs), top + Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  if (!shape.startsWith('poly')) return { rect, point: middle(rect) };
  const [x, y] = insideOf(xs, ys);
  return { rect, point: [left + x, top + y] };
}

/**
 * A point inside a polygon: halfway down, in the middle of the widest part at that height.
 * @param {number[]} xs
 * @param {number[]} ys
 * @returns {[number, number]}
 */
function insideOf(xs, ys) {
  const y = (Math.min(...ys) + Math.max(...ys)) / 2 + 0.01; // no vertex lies at this height
  /** @type {number[]} */
  const crossings = [];
  for (let one = 0; one < ys.length; one += 1) {
    const other = (one + 1) % ys.length;
    if (ys[one] < y !== ys[other] < y) crossings.push(xs[one] + ((y - ys[one]) / (ys[other] - ys[one])) * (xs[other] - xs[one]));
  }
  crossings.sort((one, other) => one - other);
  let [left, right] = crossings;
  for (let index = 2; index + 1 < crossings.length; index += 2) {
    if (crossings[index + 1] - crossings[index] > right - left) [left, right] = crossings.slice(index, index + 2);
  }
  return [(left + right) / 2, y];
}
