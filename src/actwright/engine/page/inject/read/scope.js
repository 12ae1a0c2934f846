// Scope: what one capture walks in full. What is more than one screen away is folded: counted, not described.

import { EVERYWHERE, extended, overlap, touches, viewport } from '../dom/areas.js';
import { mayShow } from '../dom/clips.js';
import { bisected, grouped } from '../dom/collections.js';
import { composedParent } from '../dom/composed.js';
import { hit } from '../dom/hit_tests.js';
import { isStraight } from '../dom/lines.js';
import { allRoots, everywhere } from '../dom/roots.js';
import { FIELDS } from '../dom/selectors.js';
import { editorOf } from './editors.js';
import { listening } from './listeners.js';

/** @import { Area } from '../dom/areas.js' */
/** @import { Measures } from '../dom/measures.js' */
/** @import { Style } from '../dom/style.js' */

/** A page with no more elements and characters than this is described whole: that is shorter than to open its folds. */
const SMALL = { elements: 200, characters: 6000 };

/** A card around a field, one of several, has at most this many elements; it is described along with the field. */
const MOST_IN_CARD = 60;

/** Most rows of column headers. */
const MOST_HEADERS = 4;

/** If an element has more children than this, they are rows of a long list, and fields in them are folded, too. */
const LONG_RUN = 100;

/** How many elements, in one far element and in all, are searched for one that is positioned into the view. */
const MOST_SEARCHED = { inOne: 1000, inAll: 4000 };
const SAMPLES = { across: 16, down: 10 };

/** Distance from the edges at which pages pin small buttons, in CSS px. */
const RIM = 28;

export class Scope {
  /**
   * @param {Measures} measures
   * @param {Iterable<Element>} wanted elements that are described wherever they are
   */
  constructor(measures, wanted) {
    this.measures = measures;
    /** @type {Set<Element>} Elements that contain something to describe. */
    this.kept = new Set();
    /** @type {Set<Element>} Those of them that are described completely. */
    this.cards = new Set();
    /** @type {Map<Element, boolean>} */
    this.long = new Map();
    /** @type {Set<Element> | null} */
    this.sampled = null;
    this.searched = 0;
    this.roots = allRoots();
    const elements = this.roots.reduce((count, root) => count + everywhere(root, '*').length, 0);
    this.isSmall = elements <= SMALL.elements && (document.body?.textContent || '').length <= SMALL.characters;
    for (const element of wanted) this.keep(element, false);
    for (const root of this.roots) {
      if (root instanceof ShadowRoot) this.keep(root.host, true);
      for (const field of Array.from(everywhere(root, FIELDS))) {
        this.keep(field, true);
        editorOf(field); // its lines are known from now on, wherever it is among them
      }
    }
  }

  /**
   * Keeps an element and all its ancestors from being folded.
   * @param {Element} element
   * @param {boolean} unlessRow do not keep it if it is inside a row of a long list
   */
  keep(element, unlessRow) {
    /** @type {Element[]} */
    const path = [];
    for (let node = /** @type {Element | null} */ (element); node && !this.kept.has(node); node = composedParent(node)) {
      if (unlessRow && this.isRow(node)) return;
      path.push(node);
    }
    for (const node of path) this.kept.add(node);
  }

  /** @param {Element} element */
  isRow(element) {
    const parent = element.parentElement;
    if (!parent) return false;
    let long = this.long.get(parent);
    if (long === undefined) this.long.set(parent, (long = parent.childElementCount > LONG_RUN));
    return long;
  }

  /**
   * Whether nothing of an element needs to be described: all of it is outside of `near`.
   * @param {Element} element
   * @param {Area} near
   */
  isFar(element, near) {
    if (this.kept.has(element)) return false;
    const rect = this.measures.rect(element);
    if (!rect.width || !rect.height || touches(rect, near) || !mayShow(element, rect) || (isStraight(element) && !listening.has(element))) return false;
    return !this.reachesIn(element);
  }

  /**
   * Whether something inside a far element is positioned into the view, such as a button fixed to a corner.
   * @param {Element} element
   */
  reachesIn(element) {
    const inside = element.getElementsByTagName('*');
    this.searched += inside.length;
    if (inside.length > MOST_SEARCHED.inOne || this.searched > MOST_SEARCHED.inAll) return this.samples().has(element);
    for (const inner of inside) {
      if (/^(fixed|absolute)$/.test(getComputedStyle(inner).position) && touches(this.measures.rect(inner), viewport())) return true;
    }
    return false;
  }

  /** The elements hit at a grid of points in the view, denser along its edges, and all their ancestors. */
  samples() {
    if (this.sampled) return this.sampled;
    this.sampled = new Set();
    for (const [x, y] of samplePoints()) {
      for (let node = hit(x, y); node && !this.sampled.has(node); node = composedParent(node)) this.sampled.add(node);
    }
    return this.sampled;
  }

  /**
   * The far ones among the children of an element. In a long list, whose rows are in order, only a few are measured.
   * @param {Element[]} children
   * @param {Area} near
   * @returns {Set<Element>}
   */
  farOnes(children, near) {
    const far = new Set();
    if (near === EVERYWHERE || this.isSmall) return far;
    this.findCards(children);
    const [first, last] = children.length > LONG_RUN ? this.stretch(children, near) : [0, children.length];
    children.forEach((child, index) => {
      const aside = index < first || index >= last;
      if ((aside ? !this.kept.has(child) : this.isFar(child, near)) && !headsColumns(child)) far.add(child);
    });
    return far;
  }

  /**
   * Records which children of an element are cards: several with the same tag that contain fields. A button "Add to
   * basket" is of no use without the name and the price beside it.
   * @param {Element[]} children
   */
  findCards(children) {
    for (const like of grouped(children.filter((child) => this.kept.has(child)), (child) => child.localName).values()) {
      if (like.length < 2) continue;
      for (const card of like) if (card.getElementsByTagName('*').length <= MOST_IN_CARD) this.cards.add(card);
    }
  }

  /**
   * The part of a long list that may be near, found by bisection; all of the list if its rows are not in order.
   * @param {Element[]} rows
   * @param {Area} near
   * @returns {[number, number]}
   */
  stretch(rows, near) {
    /** @param {number} index */
    const rect = (index) => this.measures.rect(rows[Math.min(index, rows.length - 1)]);
    const step = Math.ceil(rows.length / 16);
    for (let index = step; index < rows.length; index += step) {
      const [before, here] = [rect(index - step), rect(index)];
      if (!here.height || here.top < before.bottom - 1) return [0, rows.length];
    }
    const slack = 2;
    const begin = bisected(rows.length, (index) => rect(index).bottom > near.top);
    const end = bisected(rows.length, (index) => rect(index).top >= near.bottom);
    return [Math.max(0, begin - slack), Math.min(rows.length, end + slack)];
  }
}

/**
 * Whether an element is the part of a table with its column headers, which is described along with any of its rows.
 * @param {Element} element
 */
function headsColumns(element) {
  if (element.localName === 'thead') return element.childElementCount <= MOST_HEADERS;
  if (element.localName !== 'tr' ) return false;
  return element.firstElementChild?.localName === 'th' && !Array.from(element.children).some((cell) => cell.localName === 'td');
}

/** @returns {Generator<[number, number]>} */
export function* samplePoints() {
  const { across, down } = SAMPLES;
  for (let row = 0.5; row < down; row += 1) for (let column = 0.5; column < across; column += 1) yield [(column * innerWidth) / across, (row * innerHeight) / down];
  for (let x = RIM; x < innerWidth; x += RIM) yield* /** @type {[number, number][]} */ ([[x, RIM], [x, innerHeight - RIM]]);
  for (let y = RIM; y < innerHeight; y += RIM) yield* /** @type {[number, number][]} */ ([[RIM, y], [innerWidth - RIM, y]]);
}

/**
 * The area in which an element's content is described: if it clips its content, its visible part and as much around
 * it.
 * @param {Element} element
 * @param {Style} style
 * @param {Area} near
 * @param {Measures} measures
 */
export function nearIn(element, style, near, measures) {
  if (style.position === 'fixed') near = extended(viewport());
  if (style.overflowY === 'visible' || element === document.body || element === document.documentElement) return near;
  const rect = measures.rect(element);
  if (rect.width < 2 || rect.height < 2 || style.isFlow) return near;
  return overlap(near, extended(rect)) || near;
}
