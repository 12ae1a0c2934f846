// Computed styles, and what of them decides whether an element is painted.

import { cache } from './capture_cache.js';
import { composedChildren, composedParent } from './composed.js';
import { boxOf } from './lines.js';

/**
 * Whether an element is painted at all: displayed, visible, not inside skipped content, with an area.
 * @param {Element} element
 */
export function isRendered(element) {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  if (styleOf(element).display === 'contents') return Array.from(composedChildren(element)).some(isPainted);
  const box = boxOf(element);
  return box.width > 0 && box.height > 0;
}

/** @param {Node} node */
function isPainted(node) {
  if (node instanceof Element) return isRendered(node);
  return node instanceof Text && Boolean(node.data.trim());
}

/**
 * Whether an element with a hidden back face is turned away, by its own transform or by that of an ancestor.
 * @param {Element} element
 * @param {Style} style
 */
export function isFaceDown(element, style) {
  if (style.isFlow || style.live.backfaceVisibility !== 'hidden') return false;
  let turned = turnOf(style);
  for (let node = composedParent(element); node && styleOf(node).live.transformStyle === 'preserve-3d'; node = composedParent(node)) {
    turned = turnOf(styleOf(node)).multiply(turned);
  }
  return turned.inverse().m33 < 0;
}

/** @param {Style} style */
function turnOf({ live }) {
  const axes = /** @type {Record<string, string>} */ ({ x: '1, 0, 0', y: '0, 1, 0', z: '0, 0, 1' });
  const [angle, ...axis] = live.rotate === 'none' ? ['0deg'] : live.rotate.split(' ').reverse();
  const around = axis.length === 3 ? axis.reverse().join(', ') : axes[axis[0] || 'z'];
  const transform = live.transform === 'none' ? '' : live.transform;
  return new DOMMatrix(`rotate3d(${around}, ${angle}) ${transform}`);
}

/**
 * @param {Element} element
 * @param {Style} style
 */
export function scrolls(element, style) {
  const down = /auto|scroll/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 16;
  const across = /auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 16;
  return (down || across) && element.clientHeight > 16 && element.clientWidth > 16;
}

/**
 * The computed style of an element. Each property is read once, and only if it is needed: reading properties costs more
 * than anything else that a capture asks of the browser about an element. One call finds out whether it is shown.
 */
export class Style {
  /** @param {Element} element */
  constructor(element) {
    this.element = element;
    this.live = getComputedStyle(element);
    /** It has a box, is visible and not transparent, and no ancestor is transparent or skips its content. */
    this.plain = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    /** @type {Partial<Record<'display' | 'position' | 'overflow' | 'cursor' | 'pointerEvents', string>>} */
    this.known = {};
  }

  get display() { return (this.known.display ??= this.live.display); }

  get position() { return (this.known.position ??= this.live.position); }

  get cursor() { return (this.known.cursor ??= this.live.cursor); }

  get pointerEvents() { return (this.known.pointerEvents ??= this.live.pointerEvents); }

  /** One keyword, or one each for x and y. */
  get overflow() { return (this.known.overflow ??= this.live.overflow); }

  get overflowX() { return this.overflow.split(' ', 1)[0]; }

  get overflowY() { return this.overflow.split(' ').pop() ?? ''; }

  get isHidden() { return !this.plain && this.live.visibility !== 'visible'; }

  get isTransparent() { return !this.plain && Number(this.live.opacity) === 0; }

  get isFlow() { return /^(inline|contents)$/.test(this.display); }

  /** Whether its content is skipped, as `content-visibility: hidden` does. */
  get skipsContent() { return this.live.contentVisibility === 'hidden'; }

  /** Whether its own text has a font size of 0. */
  get isSizedAway() { return this.live.fontSize === '0px'; }
}

/** @param {Element} element */
export function styleOf(element) {
  if (!cache.on) return new Style(element);
  let style = cache.styles.get(element);
  if (!style) cache.styles.set(element, (style = new Style(element)));
  return style;
}

/**
 * Whether the parent of an element skips its content.
 * @param {Element} element
 */
export function isSkipped(element) {
  const outer = composedParent(element);
  return outer !== null && styleOf(outer).skipsContent;
}
