// What identifies an element in the markup.

import { grouped } from '../dom/collections.js';
import { composedParent } from '../dom/composed.js';
import { idOf } from '../read/short_labels.js';
import { rowKey } from './texts.js';

/** @import { RowContext, RowContexts } from './row_context.js' */

/** @typedef {{element: Element, role: string, name: string}} Candidate */

/**
 * The part of an element's own markup that identifies its record.
 * @param {Element} element
 */
export function recordOf(element) {
  if (element instanceof HTMLAnchorElement) return /^(#|javascript:)/.test(element.getAttribute('href') || '#') ? '' : element.href;
  const button = element instanceof HTMLButtonElement || (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type));
  return button ? element.getAttribute('value') || '' : '';
}

/** @param {Candidate} one */
export function twins(one) {
  return `${one.role} ${one.name}`;
}

/**
 * Elements that their own record distinguishes from the others with their role and name.
 * @template {Candidate} T
 * @param {Map<string, T[]>} groups
 */
export function distinguishedByRecord(groups) {
  /** @type {Set<Element>} */
  const found = new Set();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    for (const [record, alike] of grouped(group, ({ element }) => recordOf(element))) {
      if (record && alike.length === 1) found.add(alike[0].element);
    }
  }
  return found;
}

/**
 * @param {RowContext | null} place
 * @returns {string} empty if the row has no text that identifies it
 */
export function placeKey(place) {
  return place?.kind === 'row' ? rowKey(place.texts) : '';
}

/**
 * @param {RowContext | null} place
 * @param {Element} element
 * @param {RowContexts} places
 */
export function placeKeyNow(place, element, places) {
  /** @type {Element | null} */
  let area = element;
  for (let level = 0; area && level < (place?.levels ?? 0); level += 1) area = composedParent(area);
  return area ? rowKey(places.stretch(area, place?.before ?? 0)) : '';
}

/** The tags and `id` attributes of the ancestors of elements, each looked up once. */
export class Paths {
  constructor() {
    /** @type {Map<Element, string>} */
    this.found = new Map();
  }

  /**
   * @param {Element} element
   * @returns {string}
   */
  to(element) {
    /** @type {Element[]} */
    const above = [];
    let node = composedParent(element);
    while (node && !this.found.has(node)) {
      above.push(node);
      node = composedParent(node);
    }
    let path = node ? /** @type {string} */ (this.found.get(node)) : '';
    for (const parent of above.reverse()) this.found.set(parent, (path = `${path}/${parent.localName}${uncounted(idOf(parent))}`));
    return path;
  }
}

/**
 * IDs that React's `useId` makes, and that Shoelace and Web Awesome give their own elements: they count what was
 * mounted.
 */
const USE_ID = /(:|«|_)r_?[0-9a-z]+(:|»|_)/g;

const OWN_COUNT = /^(#?(?:sl|wa)-[a-z-]+)-\d+$/;

/**
 * An `id` attribute without a framework's counter, which changes whenever the same content is rendered again.
 * @param {string} id
 */
function uncounted(id) {
  return id.replace(USE_ID, '$1r$2').replace(OWN_COUNT, '$1');
}

/**
 * What identifies a re-rendered element among its neighbours.
 * @param {Candidate} one
 * @param {Paths} paths
 */
export function fingerprint({ element, role, name }, paths) {
  const own = ['id', 'data-testid', 'data-test', 'name', 'type'].map((key) => uncounted(element.getAttribute(key) || '')).join('\n');
  return `${element.localName} ${role}\n${name}\n${own}\n${paths.to(element)}`;
}
