// Documents and shadow roots, and what is looked up in them.

import { cache } from './capture_cache.js';
import { rootIn } from './shadow_roots.js';

/** @param {Element} element */
export function isInClosedRoot(element) {
  for (let root = rootOf(element); root instanceof ShadowRoot; root = rootOf(root.host)) if (root.mode === 'closed') return true;
  return false;
}

/**
 * The element's own document or shadow root, where its IDs are looked up.
 * @param {Element} element
 * @returns {Document | ShadowRoot}
 */
export function rootOf(element) {
  const root = element.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root : element.ownerDocument;
}

/**
 * The elements an attribute such as aria-labelledby refers to.
 * @param {Element} element
 * @param {string} attribute
 * @returns {Element[]}
 */
export function referenced(element, attribute) {
  const said = element.getAttribute(attribute);
  if (!said) return [];
  const root = rootOf(element);
  const ids = said.split(/\s+/).filter(Boolean);
  return ids.map((id) => root.getElementById(id)).filter((found) => found !== null);
}

/** Excludes common elements that have no shadow root; a single list of selectors would be slower. */
const ROOTED = ['td', 'a', 'tr', 'li', 'path', 'option', 'button', 'input', 'img', 'svg'].map((tag) => `:not(${tag})`).join('');

/**
 * Every shadow root known under a root, with the root itself first.
 * @param {Document | ShadowRoot} root
 * @returns {(Document | ShadowRoot)[]}
 */
export function openRoots(root) {
  const roots = [root];
  for (const element of root.querySelectorAll(ROOTED)) {
    const inner = rootIn(element);
    if (inner) roots.push(...openRoots(inner));
  }
  return roots;
}

/** The document and every shadow root known in it. */
export function allRoots() {
  if (!cache.on) return openRoots(document);
  return (cache.roots ??= openRoots(document));
}

/**
 * All elements in a root that match a selector.
 * @param {Document | ShadowRoot} root
 * @param {string} selector
 * @returns {ArrayLike<Element>}
 */
export function everywhere(root, selector) {
  if (!cache.on) return root.querySelectorAll(selector);
  let lists = cache.found.get(root);
  if (!lists) cache.found.set(root, (lists = new Map()));
  let all = lists.get(selector);
  if (!all) lists.set(selector, (all = root.querySelectorAll(selector)));
  return all;
}

/** What is observed of a root: all that a MutationObserver can report. */
export const CHANGES = { subtree: true, childList: true, attributes: true, characterData: true };
