// Clips: where an element may be painted. What clips an element follows from its containing blocks, not from its DOM
// ancestors: a box with `overflow: hidden` does not clip a fixed or absolute element that is placed by a block outside
// of it, and the overflow of `html` or `body` is that of the viewport.

import { EVERYWHERE, overlap, viewport } from './areas.js';
import { cache } from './capture_cache.js';
import { ownCut } from './clip_shapes.js';
import { composedContains, composedParent } from './composed.js';
import { allRoots } from './roots.js';
import { rootIn } from './shadow_roots.js';
import { styleOf } from './style.js';

/** @import { Area } from './areas.js' */
/** @import { Style } from './style.js' */

/**
 * @typedef {object} Port  the opening through which what lies in a containing block is seen
 * @property {Area | null} now the part of the viewport that it is
 * @property {Area | null} room where a box must lie to be seen now, or after people have scrolled
 */

/** @type {Port} */
const CLOSED = { now: null, room: null };

/** CSS px; through an opening that is no wider or higher, nothing can be recognised. */
const LEAST_OPENING = 1;

/** Boxes of tables that ignore `overflow` and `contain` (CSS 2.2, 11.1.1). */
const TABLE_PARTS = /^table-(row|row-group|header-group|footer-group|column|column-group)$/;
const CONTAINING_CHANGES = /\b(transform|translate|rotate|scale|perspective|filter|backdrop-filter|contain|offset-path)\b/;
const FILTERS = /\b(filter|backdrop-filter)\b/;
const ON_TOP = ':modal, :popover-open, :fullscreen';

/** @typedef {{flow: Port, absolute: Port, fixed: Port}} Openings  the ports of an element's children, by their position */

/** The ports of an element and its children. @implements {Openings} */
export class Ports {
  /**
   * @param {Element} element
   * @param {Openings} outer the ports of its parent's children
   */
  constructor(element, outer) {
    this.element = element;
    const style = styleOf(element);
    this.isBox = style.display !== 'contents';
    /** @type {Openings} */
    this.outer = this.isBox && isOnTop(element) ? pagePorts() : outer;
    const position = this.isBox ? style.position : 'static';
    this.positioned = position !== 'static';
    this.cut = this.isBox ? ownCut(element, style) : EVERYWHERE;
    const port = position === 'fixed' ? this.outer.fixed : position === 'absolute' ? this.outer.absolute : this.outer.flow;
    /** The port of the element itself. @type {Port} */
    this.own = narrowed(port, this.cut);
    /** @type {Port} */
    this.flow = this.isBox ? portThrough(element, style, this.own) : this.own;
    /** @type {Partial<Record<'absolute' | 'fixed', Port>>} */
    this.known = {};
  }

  /** @returns {Port} */
  get absolute() { return (this.known.absolute ??= this.lifted(this.outer.absolute, this.positioned)); }

  /** @returns {Port} */
  get fixed() { return (this.known.fixed ??= this.lifted(this.outer.fixed, false)); }

  /**
   * @param {Port} outer the port of such children of the parent
   * @param {boolean} contains whether the element is certainly their containing block
   */
  lifted(outer, contains) {
    const port = narrowed(outer, this.cut);
    return port !== this.flow && this.isBox && (contains || containsFixed(this.element)) ? this.flow : port;
  }
}

/**
 * @param {Element} element
 * @returns {Ports}
 */
export function portsIn(element) {
  /** @type {Element[]} */
  const path = [];
  /** @type {Ports | undefined} */
  let ports;
  for (let node = /** @type {Element | null} */ (element); node && !(ports = cache.ports.get(node)); node = composedParent(node)) path.push(node);
  /** @type {Openings} */
  let outer = ports ?? pagePorts();
  for (const one of path.reverse()) {
    outer = ports = new Ports(one, outer);
    if (cache.on) cache.ports.set(one, ports);
  }
  return /** @type {Ports} */ (ports);
}

/** @param {Element} element */
export function portOf(element) {
  return portsIn(element).own;
}

/**
 * Whether a box of an element can be seen, at least after people have scrolled.
 * @param {Element} element
 * @param {Area} [box]
 */
export function mayShow(element, box = element.getBoundingClientRect()) {
  const { room } = portOf(element);
  return room !== null && overlap(box, room) !== null;
}

/**
 * The ports of the document: a fixed element stays in the viewport, everything else scrolls with the page.
 * @returns {Openings}
 */
function pagePorts() {
  if (cache.page) return cache.page;
  const view = viewport();
  const scroller = document.scrollingElement || document.documentElement;
  const room = scroller ? scrollRoom(scroller, { ...view }, { x: !/hidden|clip/.test(viewportOverflow().x), y: true }) : view;
  const flow = { now: view, room };
  const ports = { flow, absolute: flow, fixed: { now: view, room: view } };
  if (cache.on) cache.page = ports;
  return ports;
}

/** The element whose overflow is that of the viewport; `html` unless only `body` sets any (CSS Overflow 3, 3.3). */
function viewportOverflow() {
  const [root, body] = [document.documentElement, document.body];
  const own = root && styleOf(root);
  const from = own && own.overflow === 'visible' && own.live.contain === 'none' && body && styleOf(body).live.contain === 'none' ? body : root;
  return from ? { from, x: styleOf(from).overflowX } : { from: null, x: 'visible' };
}

/**
 * The port of what lies in an element.
 * @param {Element} element
 * @param {Style} style
 * @param {Port} own
 * @returns {Port}
 */
function portThrough(element, style, own) {
  if (!own.room || (style.isFlow && element.localName !== 'svg') || element === document.documentElement) return own;
  const contained = /paint|content|strict/.test(style.live.contain);
  const set = style.overflow !== 'visible';
  if ((!contained && !set) || TABLE_PARTS.test(style.display)) return own;
  if (!contained && element === document.body && viewportOverflow().from === element) return own;
  const clip = clipArea(element, style, contained);
  const through = narrowed(own, clip);
  if (!through.room || !/auto|scroll/.test(style.overflow)) return through;
  return { now: through.now, room: scrollRoom(element, clip, { x: /auto|scroll/.test(style.overflowX), y: /auto|scroll/.test(style.overflowY) }) };
}

/**
 * The area to which an element clips what it contains: its padding box, and a margin around it if it has one.
 * @param {Element} element
 * @param {Style} style
 * @param {boolean} contained whether it clips on both axes whatever its overflow
 * @returns {Area}
 */
function clipArea(element, style, contained) {
  const box = element.getBoundingClientRect();
  const sized = /** @type {HTMLElement} */ (element);
  const [wide, high] = [sized.offsetWidth, sized.offsetHeight];
  const [across, down] = [wide ? box.width / wide : 1, high ? box.height / high : 1];
  const inner = element instanceof HTMLElement;
  const left = box.left + element.clientLeft * across;
  const top = box.top + element.clientTop * down;
  const right = inner ? left + element.clientWidth * across : box.right;
  const bottom = inner ? top + element.clientHeight * down : box.bottom;
  const margin = contained || style.overflow === 'clip' ? parseFloat(/[\d.]+px/.exec(style.live.getPropertyValue('overflow-clip-margin'))?.[0] ?? '0') : 0;
  const [x, y] = [contained || style.overflowX !== 'visible', contained || style.overflowY !== 'visible'];
  return {
    left: x ? left - margin * across : -Infinity, right: x ? right + margin * across : Infinity,
    top: y ? top - margin * down : -Infinity, bottom: y ? bottom + margin * down : Infinity,
  };
}

/**
 * An opening extended by how far what lies behind it can be scrolled.
 * @param {Element} scroller
 * @param {Area} opening
 * @param {{x: boolean, y: boolean}} can on which axes people can scroll it
 * @returns {Area}
 */
function scrollRoom(scroller, { left, top, right, bottom }, can) {
  const back = scrollsBack(scroller);
  const range = (/** @type {number} */ length, /** @type {number} */ at, /** @type {boolean} */ negative) => [negative ? length + at : at, negative ? -at : length - at];
  const [before, after] = can.x ? range(scroller.scrollWidth - scroller.clientWidth, scroller.scrollLeft, back.x) : [0, 0];
  const [above, below] = can.y ? range(scroller.scrollHeight - scroller.clientHeight, scroller.scrollTop, back.y) : [0, 0];
  return { left: left - before, top: top - above, right: right + after, bottom: bottom + below };
}

/**
 * On which axes a scroller begins at its right or bottom end, so that its scroll positions are negative.
 * @param {Element} scroller
 */
function scrollsBack(scroller) {
  const { live, display } = styleOf(scroller === document.documentElement && document.body ? document.body : scroller);
  const [writing, rightToLeft] = [live.writingMode, live.direction === 'rtl'];
  const lines = { inline: writing === 'sideways-lr' ? !rightToLeft : rightToLeft, block: /-rl$/.test(writing) };
  if (/flex$/.test(display)) {
    const column = live.flexDirection.startsWith('column');
    if (live.flexDirection.endsWith('reverse')) lines[column ? 'block' : 'inline'] = !lines[column ? 'block' : 'inline'];
    if (live.flexWrap === 'wrap-reverse') lines[column ? 'inline' : 'block'] = !lines[column ? 'inline' : 'block'];
  }
  return writing === 'horizontal-tb' ? { x: lines.inline, y: lines.block } : { x: lines.block, y: lines.inline };
}

/**
 * Whether an element is the containing block of all fixed and absolute elements inside it. Chromium 156: the root has
 * no filter, an inline element no transform, and containers of container queries contain nothing.
 * @param {Element} element
 */
export function containsFixed(element) {
  const { live, isFlow, display } = styleOf(element);
  if (element !== document.documentElement && (live.filter !== 'none' || live.backdropFilter !== 'none' || FILTERS.test(live.willChange))) return true;
  if (isFlow || TABLE_PARTS.test(display)) return live.transform !== 'none' && !isFlow;
  if ([live.transform, live.translate, live.rotate, live.scale, live.perspective, live.offsetPath].some((value) => value !== 'none')) return true;
  if (live.transformStyle === 'preserve-3d' || CONTAINING_CHANGES.test(live.willChange)) return true;
  return /paint|layout|content|strict/.test(live.contain) || live.contentVisibility !== 'visible';
}

/**
 * @param {Port} port
 * @param {Area} clip
 * @returns {Port}
 */
function narrowed(port, clip) {
  if (clip === EVERYWHERE || !port.room) return port;
  const room = opening(port.room, clip);
  return room ? { now: port.now && opening(port.now, clip), room } : CLOSED;
}

/**
 * @param {Area} one
 * @param {Area} other
 */
function opening(one, other) {
  const both = overlap(one, other);
  return both && both.right - both.left > LEAST_OPENING && both.bottom - both.top > LEAST_OPENING ? both : null;
}

/**
 * Whether an element is in the top layer, which nothing clips.
 * @param {Element} element
 */
export function isOnTop(element) {
  return cache.on ? topLayer().has(element) : element.matches(ON_TOP);
}

/** The elements in the top layer. */
function topLayer() {
  return (cache.top ??= new Set(allRoots().flatMap((root) => Array.from(root.querySelectorAll(ON_TOP)))));
}

/**
 * Whether an element in which nothing shows in its place may contain something that shows elsewhere: a positioned or
 * top-layer element, or a control that something else stands for.
 * @param {Element} element
 */
export function letsOut(element) {
  const { absolute, fixed } = portsIn(element);
  if (rootIn(element) || element instanceof HTMLSlotElement) return true;
  for (const top of topLayer()) if (composedContains(element, top)) return true;
  const positions = /^(absolute|fixed)$/;
  for (const inner of element.getElementsByTagName('*')) {
    if (rootIn(inner) || inner instanceof HTMLSlotElement || inner instanceof HTMLInputElement) return true;
    if ((absolute.room || fixed.room) && positions.test(getComputedStyle(inner).position)) return true;
  }
  return false;
}

/**
 * Whether the text of an element can be seen, at least after people have scrolled. Only text outside of the box of its
 * element is measured.
 * @param {Element} element
 * @param {Area} box
 */
export function mayShowText(element, box) {
  const { room } = portsIn(element).flow;
  if (!room) return false;
  if (overlap(box, room)) return true;
  const range = document.createRange();
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (!(node instanceof Text) || !node.data.trim()) continue;
    range.selectNodeContents(node);
    if (overlap(range.getBoundingClientRect(), room)) return true;
  }
  return false;
}
