// Shadow roots. Closed ones are handed in from outside, for the hosts that look as if they had one.

/** @type {WeakMap<Element, ShadowRoot>} */
const closedRoots = new WeakMap();
/** Hosts that have been looked at. @type {WeakSet<Element>} */
const judged = new WeakSet();
/** @type {Set<Element>} */
const suspected = new Set();
const MOST_SUSPECTS = 100;

/**
 * @param {Element} element
 * @returns {ShadowRoot | null}
 */
function rootIn(element) {
  return element.shadowRoot || closedRoots.get(element) || null;
}

/**
 * Remembers an element that may hide a closed root: a custom one, an empty box, or the parent of what is not painted.
 * @param {Element | null} element
 */
function suspect(element) {
  if (!element || judged.has(element) || element.shadowRoot || suspected.size >= MOST_SUSPECTS) return;
  judged.add(element);
  suspected.add(element);
}

/**
 * @param {Element} element
 * @param {Measures} measures
 */
function suspectByLook(element, measures) {
  if (closedRoots.has(element)) return;
  if (element.localName.includes('-')) return suspect(element);
  if (element.firstChild || !/^(div|section|span)$/.test(element.localName)) return;
  const box = measures.rect(element);
  if (box.width > 20 && box.height > 12) suspect(element);
}

/** What is called from outside, in this world only. */
const door = {
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
