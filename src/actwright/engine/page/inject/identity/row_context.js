// Where an element is: what distinguishes it from others with the same name. A "Delete" button belongs to its row, and
// a page that fills the same row with another record has turned the same node into another control.

import { composedParent, follows, levelsUp, within } from '../dom/composed.js';
import { isSame, saysMore, steady, textsOf, wordsOf } from './texts.js';

/** @import { Candidate } from './fingerprints.js' */
/** @import { Texts } from './texts.js' */

/**
 * @typedef {object} RowContext
 * @property {'row' | 'heading'} kind
 * @property {WeakRef<Element>} around the row, or the heading
 * @property {number} levels how many levels above the element the row is
 * @property {number} before how many preceding sibling nodes belong to the row
 * @property {Texts} texts
 * @property {Texts[]} peers the texts of all elements with the same name, including this one
 * @property {boolean} [steady] whether to ignore numbers
 * @property {string[][]} [distinctive] the result of `distinctiveTexts`
 */

const MOST_LEVELS = 12;
const ITEMS = 'tr, li, article, [role=row], [role=listitem], [role=article]';
const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role=heading], legend';

/** What is where on the page at one moment; one is made for each capture. */
export class RowContexts {
  constructor() {
    /** @type {Map<Element, Texts>} */
    this.read = new Map();
    /** @type {Element[] | null} */
    this.headings = null;
  }

  /**
   * The places of elements; each group has one role and name, in document order.
   * @param {Iterable<Candidate[]>} groups
   * @returns {Map<Element, RowContext>}
   */
  of(groups) {
    /** @type {Map<Element, RowContext>} */
    const places = new Map();
    for (const group of groups) {
      /** @type {(RowContext | null)[]} */
      const found = group.length > 1
        ? group.map((one, index) => this.among(one, group[index - 1]?.element, group[index + 1]?.element))
        : [this.alone(group[0])];
      const loose = found.includes(null);
      const kept = found.map((place) => (loose && place?.before ? null : place));
      const peers = kept.flatMap((place) => (place ? [place.texts] : []));
      kept.forEach((place, index) => {
        if (place) places.set(group[index].element, Object.assign(place, { peers }));
      });
    }
    return places;
  }

  /**
   * The row of an element: the largest area of readable size that contains it and none of its twins; if they are
   * siblings, the nodes between the one before and the element.
   * @param {Candidate} one
   * @param {Element | undefined} previous
   * @param {Element | undefined} next
   * @returns {RowContext | null} null if there is nothing but the element itself
   */
  among({ element, name }, previous, next) {
    const areas = [element];
    for (let node = composedParent(element); node && node !== document.body; node = composedParent(node)) {
      if (areas.length > MOST_LEVELS || (previous && within(node, previous)) || (next && within(node, next))) break;
      areas.push(node);
    }
    for (let levels = areas.length - 1; levels > 0; levels -= 1) {
      const texts = this.texts(areas[levels]);
      if (texts.whole && saysMore(texts, name)) return row(areas[levels], levels, 0, texts);
    }
    const outermost = areas[areas.length - 1];
    let before = 0;
    for (let node = outermost.previousSibling; node && before < MOST_LEVELS; node = node.previousSibling) {
      if (previous && node instanceof Element && within(node, previous)) break;
      before += 1;
    }
    const texts = this.stretch(outermost, before);
    return saysMore(texts, name) ? row(outermost, areas.length - 1, before, texts) : null;
  }

  /**
   * @param {Candidate} one the only one of its role and name
   * @returns {RowContext | null}
   */
  alone({ element, name }) {
    const parent = composedParent(element);
    const item = parent && parent.closest(ITEMS);
    if (item) {
      const texts = this.texts(item);
      const levels = levelsUp(element, item);
      if (levels && texts.whole && saysMore(texts, name)) return row(item, levels, 0, texts);
    }
    const heading = this.heading(element);
    return heading && { kind: 'heading', around: new WeakRef(heading), levels: 0, before: 0, texts: this.texts(heading), peers: [] };
  }

  /**
   * The heading that an element is under: the nearest one before it that shares a near ancestor with it.
   * @param {Element} element
   * @returns {Element | null}
   */
  heading(element) {
    this.headings ??= Array.from(document.querySelectorAll(HEADINGS));
    let low = 0;
    let high = this.headings.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (follows(this.headings[middle], element)) low = middle + 1;
      else high = middle;
    }
    for (let index = low - 1; index >= 0 && index >= low - 3; index -= 1) {
      const heading = this.headings[index];
      const parent = heading.parentNode;
      if (heading.contains(element) || !parent) continue;
      const outer = parent.parentNode;
      if (parent.contains(element) || (outer instanceof Element && outer.contains(element))) return heading;
    }
    return null;
  }

  /**
   * @param {Element} area
   * @returns {Texts}
   */
  texts(area) {
    let texts = this.read.get(area);
    if (!texts) this.read.set(area, (texts = textsOf([area])));
    return texts;
  }

  /**
   * @param {Element} element
   * @param {number} before
   */
  stretch(element, before) {
    if (!before) return this.texts(element);
    /** @type {Node[]} */
    const areas = [element];
    for (let node = element.previousSibling; node && areas.length <= before; node = node.previousSibling) areas.unshift(node);
    return textsOf(areas);
  }

  /**
   * The current text of an element's place, that is, of what is now in the same position.
   * @param {RowContext} place
   * @param {Element} element
   * @returns {Texts | null}
   */
  now(place, element) {
    if (place.kind === 'heading') {
      const heading = this.heading(element);
      return heading && this.texts(heading);
    }
    const known = place.around.deref();
    if (known && !place.before && within(known, element)) return this.texts(known);
    /** @type {Element | null} */
    let area = element;
    for (let level = 0; area && level < place.levels; level += 1) area = composedParent(area);
    return area && this.stretch(area, place.before);
  }
}

/**
 * @param {Element} area
 * @param {number} levels
 * @param {number} before
 * @param {Texts} texts
 * @returns {RowContext}
 */
export function row(area, levels, before, texts) {
  return { kind: 'row', around: new WeakRef(area), levels, before, texts, peers: [] };
}

/**
 * The words of those texts in a row that none of its peers has as a whole, using the steadiest kind of words there is.
 * @param {RowContext} place
 * @param {string} name of the element itself
 * @returns {string[][]}
 */
function distinctiveTexts(place, name) {
  if (!saysMore(place.texts, name)) return [];
  const peers = place.peers.filter((peer) => peer !== place.texts).flatMap((peer) => peer.parts);
  for (const most of place.steady ? [0] : [0, 1, 2]) {
    const others = new Set(peers.map((part) => steady(part, most).join(' ')));
    const own = place.texts.parts.filter((part) => part !== name).map((part) => steady(part, most));
    const found = own.filter((words) => words.length && !others.has(words.join(' ')));
    if (found.length) return found;
  }
  return [];
}

/**
 * Whether an area now describes another record, judged by its texts, or by its addresses and keys.
 * @param {RowContext} place
 * @param {Texts} now
 * @param {string} name
 */
export function isAnother(place, now, name) {
  if (isSame(place.texts, now)) return false;
  return saysAnother(place, now, name) || leadsElsewhere(place, now);
}

/**
 * Whether the texts of an area now describe another record: a word is missing from its first distinctive text, or from
 * all the others. Added text and changing numbers do not count.
 * @param {RowContext} place
 * @param {Texts} now
 * @param {string} name
 */
export function saysAnother(place, now, name) {
  const held = new Set([...now.parts, ...now.held].flatMap(wordsOf));
  const isLess = (/** @type {string[]} */ words) => words.some((word) => !held.has(word));
  const [first, ...rest] = distinctiveTextsOf(place, name);
  return Boolean(first) && (isLess(first) || (rest.length > 1 && rest.every(isLess)));
}

/**
 * @param {RowContext} place
 * @param {string} name
 */
export function distinctiveTextsOf(place, name) {
  return (place.distinctive ??= distinctiveTexts(place, name));
}

/**
 * The marks of a place that none of its peers has.
 * @param {RowContext} place
 */
export function ownMarks(place) {
  if (!place.texts.marks.length) return [];
  const elsewhere = new Set(place.peers.filter((peer) => peer !== place.texts).flatMap((peer) => peer.marks));
  return place.texts.marks.filter((one) => !elsewhere.has(one));
}

/**
 * @param {RowContext} place
 * @param {Texts} now
 */
export function leadsElsewhere(place, now) {
  const marks = ownMarks(place);
  return marks.length > 0 && now.marks.length > 0 && marks.every((one) => !now.marks.some((other) => isExtended(one, other) || isExtended(other, one)));
}

/**
 * Whether an address is the same, or has only gained parameters, such as a sort order or a return address.
 * @param {string} one
 * @param {string} other
 */
function isExtended(one, other) {
  return other.startsWith(one) && (other === one || (one.startsWith('href=') && /[?&#]/.test(other[one.length])));
}
