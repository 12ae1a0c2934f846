// Whether a node is still the control that the model saw. Pages fill the same nodes with other records, and put new nodes
// in the place of old ones. There is one table of signs; three questions are decided by it:
//
// - `action`: may input reach this node?  A sign refuses it.
// - `look`: does this node keep its ID?  A sign gives it a new one.
// - `replacement`: may this new node take over the ID of one that is gone?  It must be the only one that looks like it
//   now, where it was the only one: by its markup and by the text of its row, if that has any. If not, a sign forbids it.
//
// | sign                                                        | action          | look | replacement     |
// | ----------------------------------------------------------- | --------------- | ---- | --------------- |
// | its address or value differs, and its name, or it has twins |                 | yes  |                 |
// | its name is gone from its list, not by the run's own input  |                 | yes  |                 |
// | its row describes another record                            | yes             | yes  | yes             |
// | the heading above it differs, or is gone                    | until the run   |      | until the run   |
// |                                                             | has acted       |      | has acted       |
// | its address differs, which alone told it from its twins     | yes             | yes  | yes             |
// | two of text, address and list differ, as an item of a list  | yes             | yes  | yes             |
//
// A heading also counts, however the run has acted, for a node that replaced the one with which the action under way began.
//
// No score replaces the table: the run's own input explains some signs and not others, and a heading counts only
// sometimes. The modules below it only read the page: texts.js, row_context.js, list_items.js and fingerprints.js.

import { getOrMake, grouped } from '../dom/collections.js';
import { cut } from '../dom/strings.js';
import { Paths, fingerprint, placeKey, placeKeyNow, recordOf } from './fingerprints.js';
import { ListItems } from './list_items.js';
import { RowContexts, isAnother } from './row_context.js';
import { excerptOf } from './texts.js';

/** @import { Candidate } from './fingerprints.js' */
/** @import { ListItem } from './list_items.js' */
/** @import { RowContext } from './row_context.js' */
/** @import { Texts } from './texts.js' */

/**
 * @typedef {object} Known
 * @property {WeakRef<Element>} node
 * @property {string} print what distinguishes it from its neighbours in the markup
 * @property {string} role
 * @property {string} name
 * @property {string} said its name when the model saw it
 * @property {number} saidAt when that was, by `performance.now()`
 * @property {RowContext | null} place where it was when the model saw it
 * @property {string} record the part of its own markup that identifies a record: its address or value
 * @property {ListItem | null} item its item in a list when the model saw it
 * @property {boolean} byRecord whether only its record distinguished it from others with its name
 * @property {number} seen the capture that last showed it
 * @property {number} shown the remembered capture that last showed it
 * @property {number} lost the first capture after it left the document; 0 while it is there
 */

/** @typedef {{was: string, now: string, kind: 'row' | 'heading' | 'address'}} Change */

/** @typedef {'action' | 'look' | 'replacement'} Question */

/**
 * @typedef {object} Circumstances
 * @property {Moment} now
 * @property {boolean} acted whether the run has acted since the model saw the page: that may have changed a heading
 * @property {boolean} [touched] whether the run's own input has reached the element since then
 * @property {number} [alike] how many elements have the same role and name now
 */

/** @typedef {{element: Element, name: string}} Control  the control as it is now */

/** What is where on the page at one moment; one is made for each capture. */
export class Moment {
  constructor() {
    this.places = new RowContexts();
    this.items = new ListItems(this.places);
  }
}

/**
 * The signs, in the order in which they are examined.
 * @type {{asked: Question[], change: (known: Known, one: Control, given: Circumstances) => Change | null}[]}
 */
const SIGNS = [
  { asked: ['look'], change: addressAmongTwins },
  { asked: ['look'], change: nameInList },
  { asked: ['action', 'look', 'replacement'], change: rowAround },
  { asked: ['action', 'replacement'], change: headingAbove },
  { asked: ['action', 'look', 'replacement'], change: onlyAddress },
  { asked: ['action', 'look', 'replacement'], change: listItem },
];

/**
 * How a node differs from the control that the model saw, if that makes it another one.
 * @param {Question} question
 * @param {Known} known
 * @param {Control} one
 * @param {Circumstances} given
 * @returns {Change | null}
 */
export function changeOf(question, known, one, given) {
  for (const { asked, change } of SIGNS) {
    const found = asked.includes(question) ? change(known, one, given) : null;
    if (found) return found;
  }
  return null;
}

/** @param {Known} known @param {Control} one @param {Circumstances} given @returns {Change | null} */
function addressAmongTwins(known, one, { alike = 1 }) {
  const record = recordOf(one.element);
  const differs = known.record && record && known.record !== record && (alike > 1 || known.name !== one.name);
  return differs ? { kind: 'address', was: known.record, now: record } : null;
}

/** @param {Known} known @param {Control} one @param {Circumstances} given @returns {Change | null} */
function nameInList(known, one, { now, touched }) {
  return !touched && now.items.renamed(known, one) ? { kind: 'row', was: known.name, now: one.name } : null;
}

/** @param {Known} known @param {Control} one @param {Circumstances} given @returns {Change | null} */
function rowAround(known, { element }, { now }) {
  const { place, name } = known;
  const texts = place?.kind === 'row' && now.places.now(place, element);
  return place && texts && isAnother(place, texts, name) ? changeBetween(place, texts, name) : null;
}

/** @param {Known} known @param {Control} one @param {Circumstances} given @returns {Change | null} */
function headingAbove({ place, name }, { element }, { now, acted }) {
  if (place?.kind !== 'heading' || acted) return null;
  const texts = now.places.now(place, element);
  return !texts || isAnother(place, texts, name) ? changeBetween(place, texts, name) : null;
}

/** @param {Known} known @param {Control} one @returns {Change | null} */
function onlyAddress(known, { element }) {
  const record = recordOf(element);
  return known.byRecord && record && record !== known.record ? { kind: 'address', was: cut(known.record), now: cut(record) } : null;
}

/** @param {Known} known @param {Control} one @param {Circumstances} given @returns {Change | null} */
function listItem(known, { element }, { now }) {
  return now.items.changed(known, element);
}

/**
 * @param {RowContext} place
 * @param {Texts | null} texts
 * @param {string} name
 * @returns {Change}
 */
function changeBetween(place, texts, name) {
  return { kind: place.kind, was: excerptOf(place.texts, name), now: excerptOf(texts, name) };
}

/**
 * New nodes that replaced nodes that are gone.
 * @template {Candidate} T
 * @param {Map<string, Known>} known
 * @param {T[]} candidates all elements that exist now
 * @param {Circumstances} given
 * @param {(element: Element) => boolean} isTaken whether an element has an ID
 * @returns {Map<T, string>} with their IDs
 */
export function replacementsOf(known, candidates, given, isTaken) {
  /** @type {Map<T, string>} */
  const found = new Map();
  const paths = new Paths();
  const before = grouped(Array.from(known), ([, one]) => one.print);
  for (const [print, group] of grouped(candidates, (one) => fingerprint(one, paths))) {
    const old = before.get(print) || [];
    if (old.every(([, one]) => isThere(one))) continue;
    const rows = new Rows(group, given.now.places);
    for (const [key, owners] of grouped(old, ([, { place }]) => placeKey(place))) {
      const [[id, gone]] = owners;
      if (owners.length !== 1 || isThere(gone) || (key === '' && old.length !== 1)) continue;
      const [one, more] = key === '' ? group : rows.like(key, gone.place);
      if (!one || more || isTaken(one.element)) continue;
      if (key === '' && changeOf('replacement', gone, one, given)) continue;
      found.set(one, id);
    }
  }
  return found;
}

/** @param {Known} known */
function isThere({ node }) {
  return node.deref()?.isConnected === true;
}

/**
 * Elements that look alike, by the texts of their rows.
 * @template {Candidate} T
 */
class Rows {
  /**
   * @param {T[]} group
   * @param {RowContexts} places
   */
  constructor(group, places) {
    this.group = group;
    this.places = places;
    /** By where the row is around the element. @type {Map<string, Map<string, T[]>>} */
    this.shapes = new Map();
  }

  /**
   * Those whose row now has the same texts as a row that the model saw.
   * @param {string} key
   * @param {RowContext | null} place
   */
  like(key, place) {
    const shape = `${place?.levels} ${place?.before}`;
    return getOrMake(this.shapes, shape, () => grouped(this.group, (one) => placeKeyNow(place, one.element, this.places))).get(key) ?? [];
  }
}
