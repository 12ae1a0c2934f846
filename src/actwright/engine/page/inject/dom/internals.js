// What custom elements tell the browser alone about themselves (`ElementInternals`): no script can read it, but the
// browser's accessibility tree has it, and passes it on to this world.

import { openRoots } from './roots.js';

/** @typedef {Record<string, string>} Said  the role, the name, and states by the names of their ARIA attributes */

/** @type {WeakMap<Element, Said>} */
const said = new WeakMap();

/** Custom elements that were asked about and have no role of their own. @type {WeakSet<Element>} */
const plain = new WeakSet();

/** No more custom elements of a document are asked about. */
const MOST = 100;

/** How often each was asked about without an answer. @type {WeakMap<Element, number>} */
const unanswered = new WeakMap();

/** The browser takes a second each time it does not answer. */
const MOST_UNANSWERED = 2;

/** Those that were asked about last. @type {Element[]} */
let asked = [];

/** The custom elements that may have a role of which only the browser knows. */
export function customElements() {
  const found = openRoots(document).flatMap((root) => Array.from(root.querySelectorAll(':defined:not([role])')));
  return found.filter((element) => element.localName.includes('-') && !plain.has(element)).slice(0, MOST);
}

/** Functions for callers outside of this world; only this world exposes them. */
export const internals = {
  customs() {
    asked = customElements();
    for (const element of asked) {
      const count = (unanswered.get(element) ?? 0) + 1;
      unanswered.set(element, count);
      if (count > MOST_UNANSWERED && !said.has(element)) plain.add(element);
    }
    return asked;
  },
  /**
   * Records the answers about `customs`, in the same order.
   * @param {(Said | null)[]} answers
   * @returns {number} how many of the elements have a role of their own
   */
  accessible(answers) {
    asked.forEach((element, index) => {
      const answer = answers[index];
      unanswered.delete(element);
      if (answer) said.set(element, answer);
      else plain.add(element);
    });
    return answers.filter(Boolean).length;
  },
};

/**
 * The name that a custom element tells the browser.
 * @param {Element} element
 */
export function nameToldBy(element) {
  return said.get(element)?.name ?? '';
}

/**
 * An ARIA attribute of an element; of a custom element without it, what it tells the browser.
 * @param {Element} element
 * @param {string} attribute
 */
export function ariaOf(element, attribute) {
  return element.getAttribute(attribute) ?? said.get(element)?.[attribute] ?? null;
}
