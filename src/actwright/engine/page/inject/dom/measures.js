// What one capture has measured of the elements on the page.

import { overlap, round, sticksOut, touches, union, viewport } from './areas.js';
import { portOf } from './clips.js';
import { composedContains, composedParent } from './composed.js';
import { imageOf, shapeOf } from './image_maps.js';
import { boxOf } from './lines.js';
import { addedReach } from './pseudo_elements.js';
import { styleOf } from './style.js';

/** @import { Area } from './areas.js' */

/**
 * @typedef {object} Span  what the walk has recorded about an element
 * @property {Element} element
 * @property {number} first number of the element in the walk
 * @property {number} last number of the last element inside it
 * @property {Area} area where it takes clicks, including boxes that CSS adds to it
 */

/** Height of a band of the viewport, in CSS px. */
const BAND = 40;

/** What one capture has measured and need not measure again. */
export class Measures {
  constructor() {
    /** @type {Map<Element, DOMRect>} */
    this.rects = new Map();
    /** @type {Map<Element, string>} */
    this.groups = new Map();
    /** @type {Map<Element, boolean>} */
    this.shaped = new Map();
    /** @type {Map<Element, Span>} */
    this.spans = new Map();
    /** @type {Map<number, Span[]> | null} The spans in view, by the bands of the viewport that they touch. */
    this.bands = null;
    /** @type {Element | null} The open modal dialog; nothing outside of it takes clicks, covered or not. */
    this.modal = null;
    this.view = viewport();
    this.met = 0;
  }

  /**
   * Records that the walk has reached an element.
   * @param {Element} element
   * @returns {Span}
   */
  enter(element) {
    const rect = this.rect(element);
    const added = touches(rect, this.view) ? addedReach(element, rect) : null;
    const span = { element, first: this.met++, last: Infinity, area: added ? union(rect, added) : rect };
    this.spans.set(element, span);
    return span;
  }

  /**
   * Whether a point also lies in an element that is neither an ancestor nor a descendant of this one. Only a hit test
   * shows which of them is on top, and it costs much more than this check.
   * @param {Element} element
   * @param {number} x
   * @param {number} y
   */
  isCrowded(element, x, y) {
    const own = this.spans.get(element);
    if (!own || (this.modal && !composedContains(this.modal, element))) return true;
    const near = (this.bands ??= this.banded()).get(Math.floor(y / BAND)) || [];
    return near.some(({ element: other, first, last, area }) => {
      if (x < area.left || x > area.right || y < area.top || y > area.bottom) return false;
      if ((first <= own.first && last >= own.last) || (first >= own.first && last <= own.last)) return false;
      return styleOf(other).pointerEvents !== 'none';
    });
  }

  /**
   * The elements that overlap an area, stick out of a span, and are neither ancestors nor descendants of its element.
   * @param {Span} own
   * @param {Area} area
   * @returns {Span[]}
   */
  across({ first, last, area: whole }, area) {
    const bands = (this.bands ??= this.banded());
    /** @type {Set<Span>} */
    const found = new Set();
    for (let band = Math.floor(area.top / BAND); band <= area.bottom / BAND; band += 1) {
      for (const other of bands.get(band) || []) {
        const { left, top, right, bottom } = other.area;
        if (left >= area.right || right <= area.left || top >= area.bottom || bottom <= area.top) continue;
        if ((other.first <= first && other.last >= last) || (other.first >= first && other.last <= last)) continue;
        if (sticksOut(other.area, whole)) found.add(other);
      }
    }
    return Array.from(found);
  }

  banded() {
    /** @type {Map<number, Span[]>} */
    const bands = new Map();
    for (const span of this.spans.values()) {
      const area = overlap(span.area, this.view);
      if (!area) continue;
      for (let band = Math.floor(area.top / BAND); band <= area.bottom / BAND; band += 1) {
        const inside = bands.get(band);
        if (inside) inside.push(span);
        else bands.set(band, [span]);
      }
    }
    return bands;
  }

  /**
   * @param {Element} element
   * @returns {DOMRect}
   */
  rect(element) {
    let rect = this.rects.get(element);
    if (!rect) this.rects.set(element, (rect = element instanceof HTMLAreaElement ? shapeOf(element).rect : boxOf(element)));
    return rect;
  }

  /** @param {Element} element */
  area(element) {
    const rect = this.rect(element);
    return rect.width * rect.height;
  }

  /**
   * Whether an element is a plain box that fills all of an area: if it covers one point of it, it covers every point.
   * @param {Element} element
   * @param {Area} area
   */
  fills(element, area) {
    const shown = this.visible(element);
    if (!shown || shown.left > area.left || shown.top > area.top || shown.right < area.right || shown.bottom < area.bottom) return false;
    if (styleOf(element).isFlow) return false;
    for (let node = /** @type {Element | null} */ (element); node; node = composedParent(node)) if (this.isShaped(node)) return false;
    return true;
  }

  /**
   * Whether what an element paints, or contains, may not be an upright rectangle.
   * @param {Element} element
   */
  isShaped(element) {
    let shaped = this.shaped.get(element);
    if (shaped === undefined) {
      const { live } = styleOf(element);
      shaped = live.borderRadius !== '0px' || live.clipPath !== 'none' || live.transform !== 'none' || live.rotate !== 'none' || live.offsetPath !== 'none';
      this.shaped.set(element, shaped);
    }
    return shaped;
  }

  /** @param {Element} element */
  hasArea(element) {
    const rect = this.rect(element);
    return rect.width > 0 && rect.height > 0;
  }

  /**
   * @param {Element} element
   * @returns {[number, number, number, number]} x, y, width, height
   */
  box(element) {
    const rect = this.rect(element);
    return [round(rect.left), round(rect.top), round(rect.width), round(rect.height)];
  }

  /**
   * The part of an element that is visible in the viewport.
   * @param {Element} element
   * @returns {Area | null}
   */
  visible(element) {
    const image = imageOf(element);
    if (image) {
      const shown = this.visible(image);
      return shown && overlap(shown, this.rect(element));
    }
    const { now } = portOf(element);
    return now && overlap(now, this.rect(element));
  }
}
