// Shadow roots. Closed ones are passed in from outside, for the hosts that look as if they had one.

/** @import { Measures } from './measures.js' */

/** How many closed shadow roots were passed in so far. */
export let adopted = 0;

/** @type {WeakMap<Element, ShadowRoot>} */
const closedRoots = new WeakMap();

/** Hosts that have been examined. @type {WeakSet<Element>} */
const examined = new WeakSet();

/** @type {Set<Element>} */
export const suspected = new Set();
const MOST_SUSPECTS = 100;

/**
 * @param {Element} element
 * @returns {ShadowRoot | null}
 */
export function rootIn(element) {
  return element.shadowRoot || closedRoots.get(element) || null;
}

/**
 * Records an element that may have a closed root: a custom element, an empty box, or the parent of an unpainted node.
 * @param {Element | null} element
 */
export function suspect(element) {
  if (!element || examined.has(element) || element.shadowRoot || suspected.size >= MOST_SUSPECTS) return;
  examined.add(element);
  suspected.add(element);
}

/**
 * @param {Element} element
 * @param {Measures} measures
 */
export function suspectByLook(element, measures) {
  if (closedRoots.has(element)) return;
  if (element.localName.includes('-')) return suspect(element);
  if (element.firstChild || !/^(div|section|span)$/.test(element.localName)) return;
  const box = measures.rect(element);
  if (box.width > 20 && box.height > 12) suspect(element);
}

/** Functions for callers outside of this world; only this world exposes them. */
export const exposed = {
  suspects() {
    const hosts = [...suspected];
    suspected.clear();
    return hosts;
  },
  /**
   * @param {Element} host
   * @param {ShadowRoot} root
   */
  adopt(host, root) {
    closedRoots.set(host, root);
    adopted += 1;
  },
};
