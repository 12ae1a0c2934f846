// Boxes that a page lays over rows, such as events over the hours of a day: they belong to the row at which they begin.

import { overlap } from '../dom/areas.js';
import { bisected } from '../dom/collections.js';
import { styleOf } from '../dom/style.js';

/** @import { Measures } from '../dom/measures.js' */

/** Fewer similar elements do not count as rows. */
export const LEAST_ROWS = 3;

/**
 * The children of an element, with each box that is laid over the rows before it moved after the row at which it
 * begins. Rows have text of their own; an alert or a dialog belongs to no row.
 * @param {Node[]} nodes
 * @param {Element[]} elements the elements among the nodes
 * @param {Set<Element>} far elements that keep their place
 * @param {Measures} measures
 * @returns {Node[]}
 */
export function amongRows(nodes, elements, far, measures) {
  const isLaid = (/** @type {Element} */ element) => styleOf(element).position === 'absolute';
  const end = elements.findLastIndex((element) => !isLaid(element)) + 1;
  const rows = elements.slice(0, end);
  if (end === elements.length || rows.length < LEAST_ROWS || rows.some((row) => !isLike(row, rows[0]))) return nodes;
  /** @type {Map<Node, Element[]>} */
  const begin = new Map();
  for (const laid of elements.slice(end)) {
    const rect = measures.rect(laid);
    const row = rows[bisected(rows.length, (index) => measures.rect(rows[index]).top > rect.top) - 1];
    if (!row || far.has(laid) || laid.hasAttribute('role') || !overlap(rect, measures.rect(row))) continue;
    if (!laid.textContent?.trim() || !row.textContent?.trim()) continue;
    begin.set(row, [...(begin.get(row) ?? []), laid].sort((one, other) => measures.rect(one).top - measures.rect(other).top));
  }
  const moved = new Set(Array.from(begin.values()).flat());
  return nodes.filter((node) => !moved.has(/** @type {Element} */ (node))).flatMap((node) => [node, ...(begin.get(node) ?? [])]);
}

/**
 * Whether two elements are of the same kind.
 * @param {Element} one
 * @param {Element} other
 */
function isLike(one, other) {
  return one.localName === other.localName && one.classList[0] === other.classList[0];
}
