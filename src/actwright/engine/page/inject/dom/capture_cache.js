// What one capture has asked the browser and need not ask again. Outside of a capture nothing is kept, as pages change.

/** @import { Openings, Ports } from './clips.js' */
/** @import { Added } from './generated_content.js' */
/** @import { Style } from './style.js' */

export const cache = {
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
  /** @type {Map<Node, Map<string, Element[]>>} the fields of a form, all under '' and others by type and name */
  fields: new Map(),
  /** @type {Map<Element, string>} 'fields' for the rows of tables that have some */
  rows: new Map(),
};

/**
 * Runs work during which the page cannot change, with results remembered.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
export function remembering(work) {
  cache.on = true;
  try {
    return work();
  } finally {
    cache.on = false;
    cache.styles.clear();
    cache.roles.clear();
    cache.names.clear();
    cache.contents.clear();
    cache.labels.clear();
    cache.labelled.clear();
    cache.saidByLabels.clear();
    cache.added = null;
    cache.found.clear();
    cache.modals = null;
    cache.roots = null;
    cache.ports.clear();
    cache.page = null;
    cache.top = null;
    cache.fields.clear();
    cache.rows.clear();
  }
}

/**
 * A property of an element, computed once per capture.
 * @param {Map<Element, string>} known
 * @param {Element} element
 * @param {(element: Element) => string} ask
 */
export function once(known, element, ask) {
  if (!cache.on) return ask(element);
  let said = known.get(element);
  if (said === undefined) known.set(element, (said = ask(element)));
  return said;
}
