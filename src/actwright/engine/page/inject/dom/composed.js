// The composed tree, as the page is painted: light DOM, shadow roots and slots. Also what of it is visible.

import { rootIn } from './shadow_roots.js';

export const SKIPPED = new Set([
  'base', 'head', 'link', 'meta', 'noscript', 'param', 'script', 'source', 'style', 'template', 'title', 'track',
  'clipPath', 'defs', 'desc', 'filter', 'linearGradient', 'marker', 'mask', 'metadata', 'pattern', 'radialGradient', 'symbol',
]);

/**
 * Children in paint order.
 * @param {Element} element
 * @returns {Iterable<Node>}
 */
export function composedChildren(element) {
  const root = rootIn(element);
  if (root) return root.childNodes;
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length) return assigned;
  }
  if (element instanceof HTMLDetailsElement && !element.open) {
    const summary = Array.from(element.children).find((child) => child.localName === 'summary');
    return summary ? [summary] : [];
  }
  return element.childNodes;
}

/**
 * @param {Node} node
 * @returns {Element | null}
 */
export function composedParent(node) {
  if (node instanceof Element && node.assignedSlot) return node.assignedSlot;
  if (node instanceof Text && node.assignedSlot) return node.assignedSlot;
  const parent = node.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

/**
 * Whether `inner` is `outer` or lies inside it in the composed tree.
 * @param {Element} outer
 * @param {Element | null} inner
 */
export function composedContains(outer, inner) {
  for (let node = inner; node; node = composedParent(node)) if (node === outer) return true;
  return false;
}

/** Tags that carry nothing of interest unless they have attributes. */
export const BARE = new Set(['b', 'div', 'em', 'i', 'li', 'p', 'span', 'strong', 'tbody', 'td', 'tr', 'ul']);

/**
 * @param {Node} one
 * @param {Node} other
 */
export function follows(one, other) {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/**
 * Whether `inner` is inside `outer`, through shadow roots too.
 * @param {Element} outer
 * @param {Element} inner
 */
export function within(outer, inner) {
  return outer.contains(inner) || (inner.getRootNode() instanceof ShadowRoot && composedContains(outer, inner)) || (inner.assignedSlot !== null && composedContains(outer, inner));
}

/**
 * @param {Element} element
 * @param {Element} area
 */
export function levelsUp(element, area) {
  let levels = 0;
  for (let node = composedParent(element); node; node = composedParent(node)) {
    levels += 1;
    if (node === area) return levels;
  }
  return 0;
}

/** @param {Element} element */
export function hasText(element) {
  for (let node = element.firstChild; node; node = node.nextSibling) if (node instanceof Text && node.data.trim()) return true;
  return false;
}

/** @param {Node} node */
export function isBlank(node) {
  return node instanceof Text ? !node.data.trim() : !(node instanceof Element) || SKIPPED.has(node.localName);
}
