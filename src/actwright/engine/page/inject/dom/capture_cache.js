// What one capture has asked the browser and need not ask again. Outside of a capture nothing is kept, as pages change.

/** @import { Openings, Ports } from './clips.js' */
/** @import { Added } from './generated_content.js' */
/** @import { Style } from './style.js' */

export const memo = {
  on: false,
  /** @type {Map<Element, Style>} */
  styles: new Map(),
  /** @type {Map<Element, string>} */
  roles: new Map(),
  /** @type {Map<Element, string>} */
  names: new Map(),
  /** @type {Map<Element, string>} */
  contents: new Map(),
  /** @type {Map<Element, string>} short labels */
  labels: new Map(),
  /** @type {Map<Document | ShadowRoot, Map<Element, HTMLLabelElement[]>>} */
  labelled: new Map(),
  /** @type {Map<Element, string>} */
  saidByLabels: new Map(),
  /** @type {Added | null} */
  added: null,
  /** @type {Map<Document | ShadowRoot, Map<string, ArrayLike<Element>>>} */
  found: new Map(),
  /** @type {Element[] | null} */
  modals: null,
  /** @type {(Document | ShadowRoot)[] | null} */
  roots: null,
  /** @type {Map<Element, Ports>} */
  ports: new Map(),
  /** @type {Openings | null} */
  page: null,
  /** @type {Set<Element> | null} */
  top: null,
};

/**
 * Runs work during which the page cannot change, with results remembered.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
export function remembering(work) {
  memo.on = true;
  try {
    return work();
  } finally {
    memo.on = false;
    memo.styles.clear();
    memo.roles.clear();
    memo.names.clear();
    memo.contents.clear();
    memo.labels.clear();
    memo.labelled.clear();
    memo.saidByLabels.clear();
    memo.added = null;
    memo.found.clear();
    memo.modals = null;
    memo.roots = null;
    memo.ports.clear();
    memo.page = null;
    memo.top = null;
  }
}

/**
 * A property of an element, computed once per capture.
 * @param {Map<Element, string>} known
 * @param {Element} element
 * @param {(element: Element) => string} ask
 */
export function once(known, element, ask) {
  if (!memo.on) return ask(element);
  let said = known.get(element);
  if (said === undefined) known.set(element, (said = ask(element)));
  return said;
}
