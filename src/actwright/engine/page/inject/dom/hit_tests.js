// What the mouse hits at a point, and what covers an element.

import { PARTS, middle, overlap } from './areas.js';
import { composedContains, composedParent } from './composed.js';
import { imageOf, shapeOf } from './image_maps.js';
import { labelsOf } from './labels.js';
import { pointsAlong } from './lines.js';
import { rootIn } from './shadow_roots.js';
import { styleOf } from './style.js';

/** @import { Area } from './areas.js' */
/** @import { Measures } from './measures.js' */

/**
 * The topmost element at a point, through open shadow roots.
 * @param {number} x
 * @param {number} y
 */
export function hit(x, y) {
  let found = document.elementFromPoint(x, y);
  for (let root = found && rootIn(found); root; root = found && rootIn(found)) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === found || !composedContains(/** @type {Element} */ (found), inner)) break;
    found = inner;
  }
  return found;
}

/**
 * Points to test: the centre first, as a click would; then four inset points, and more for a shape in a drawing.
 * @param {Element} element
 * @param {Area} area
 * @returns {Generator<[number, number]>}
 */
export function* clickPoints(element, area) {
  if (element instanceof HTMLAreaElement) {
    yield shapeOf(element).point;
    return;
  }
  const lines = styleOf(element).display === 'inline' ? Array.from(element.getClientRects()) : [];
  const first = lines.map((rect) => overlap(rect, area)).find(Boolean) || area;
  yield middle(first);
  const dx = Math.min(8, (first.right - first.left) / 4);
  const dy = Math.min(8, (first.bottom - first.top) / 4);
  for (const x of [first.left + dx, first.right - dx]) for (const y of [first.top + dy, first.bottom - dy]) yield [x, y];
  if (!isDrawn(element)) return;
  for (const [x, y] of pointsAlong(element)) if (x > area.left && x < area.right && y > area.top && y < area.bottom) yield [x, y];
  const [width, height] = [first.right - first.left, first.bottom - first.top];
  for (const down of PARTS) for (const right of PARTS) yield [first.left + right * width, first.top + down * height];
}

/**
 * Whether an element is a shape in a drawing, which may fill little of its box.
 * @param {Element} element
 */
export function isDrawn(element) {
  return element instanceof SVGElement && element.localName !== 'svg';
}

/**
 * What covers all click points of an element; null if at least one is free.
 * @param {Element} element
 * @param {Area} area the visible part of it
 * @param {Measures} [measures] of a walk that has recorded everything visible
 * @returns {Element | null}
 */
export function coverOf(element, area, measures) {
  /** @type {Element | null} */
  let cover = null;
  for (const [x, y] of clickPoints(element, area)) {
    if (measures && !isDrawn(element) && !measures.isCrowded(element, x, y)) return null;
    const found = hit(x, y);
    if (!found || composedContains(element, found) || imageOf(found) === element) return null;
    const label = found.closest('label');
    if (label && label.control === element) return null;
    if (composedContains(found, element)) continue;
    cover = cover || found;
    if (measures?.fills(found, area) && isFlat(element)) return cover;
  }
  return cover;
}

/**
 * What covers all click points of an element with `pointer-events: none`, which hit tests pass through; null if at one
 * of the points the hit test finds nothing from outside of the element's container.
 * @param {Element} element
 * @param {Area} area the visible part of it
 * @param {Measures} measures of a walk that has recorded everything visible
 * @returns {Element | null}
 */
export function coverOfUntouchable(element, area, measures) {
  /** @type {Element | null} */
  let cover = null;
  for (const [x, y] of clickPoints(element, area)) {
    if (!measures.isCrowded(element, x, y)) return null;
    const found = hit(x, y);
    const holder = holderAt(element, x, y, measures);
    if (!found || !holder || composedContains(holder, found) || composedContains(found, holder)) return null;
    cover = cover || found;
  }
  return cover;
}

/**
 * The nearest ancestor of an element that takes clicks at a point.
 * @param {Element} element
 * @param {number} x
 * @param {number} y
 * @param {Measures} measures
 */
function holderAt(element, x, y, measures) {
  for (let node = composedParent(element); node; node = composedParent(node)) {
    const rect = measures.rect(node);
    if (x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom && styleOf(node).pointerEvents !== 'none') return node;
  }
  return null;
}

/**
 * Whether the result of a hit test is an element, its ancestor, its descendant or its label.
 * @param {Element} found
 * @param {Element} element
 */
export function isPartOf(found, element) {
  return composedContains(element, found) || composedContains(found, element) || found.closest('label')?.control === element;
}

/** An element with more elements inside is tested at every point. */
const FEW = 12;

/**
 * Whether nothing of an element can be above what covers it: it has no positioned descendant and no label.
 * @param {Element} element
 */
function isFlat(element) {
  const inner = element.getElementsByTagName('*');
  if (inner.length > FEW || rootIn(element) || labelsOf(element).length) return false;
  return Array.from(inner).every((one) => styleOf(one).position === 'static');
}

/** Of an element, no more elements inside it are examined. */
export const MOST_PARTS = 500;
