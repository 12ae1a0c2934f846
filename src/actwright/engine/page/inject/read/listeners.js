// Plain elements that the page's scripts listen on, and fields that listen to keys. Code in this world cannot see the page's listeners; the page's own
// world can, and answers with the positions of such elements in the document. The answer is a hint: it only decides
// whether a plain element gets an ID, and whether a field is typed into key by key.
//
// An answer costs the browser about 10 µs per element, so each element is checked once, and again only after the
// browser's own count of listeners has changed, which happens with every listener added anywhere in the process.

import { grouped } from '../dom/collections.js';
import { hasText } from '../dom/composed.js';
import { CONTROLS } from '../dom/selectors.js';
import { styleOf } from '../dom/style.js';

/**
 * Whether an element is an icon that takes clicks, by its own listener or the cursor that is its own: a picture that CSS puts in its place or behind it.
 * @param {Element} element
 */
export function isIcon(element) {
  const { cursor, live } = styleOf(element);
  const outer = element.parentElement;
  if (!listening.has(element) && !(cursor === 'pointer' && outer && styleOf(outer).cursor !== 'pointer')) return false;
  const { content, backgroundImage } = live;
  return content.includes('url(') || backgroundImage.includes('url(');
}

/**
 * Whether an element is an empty box over the page, which closes what is on top of it when it is clicked.
 * @param {Element} element
 */
export function isBackdrop(element) {
  return listening.has(element) && !element.firstElementChild && !element.textContent?.trim() && /^(absolute|fixed)$/.test(styleOf(element).position);
}

/**
 * The elements that may be acted on because of listeners, in the document as it was at the last look.
 * @type {WeakMap<Element, number>}
 */
export let listening = new WeakMap();

/** The kinds of listeners of each element that was checked, 0 for none. @type {WeakMap<Element, number>} */
let kindsOf = new WeakMap();

/** The browser's count of listeners before the last check of the whole document. */
let listenerCount = '';

/** The property in which this page's React keeps the props of an element. */
let reactKey = '';

/** @type {(Document | ShadowRoot)[]} */
let knownRoots = [];

/** Increases whenever a look finds other listeners, or other open shadow roots, than the one before. */
export let listenersKnown = 0;

/** The most elements of a document to check, as in `listeners.py`. */
const MOST_CHECKED = 20_000;

/** A gap between two elements to check is checked too if it is smaller than this. */
const LEAST_GAP = 8;

const CLICKS = 1;
export const PRESSES = 2;
export const DRAGS = 4;
export const HOVERS = 8;
const KEYS = 16;
const PAGE_PRESSES = 32;
const PAGE_MOVES = 64;
const PAGE_CLICKS = 128;

/**
 * The elements of the document and of each open shadow root in it, in the order in which the page's world visits them,
 * with the index of the shadow host among the elements before.
 * @returns {{host: number, root: Document | ShadowRoot, elements: ArrayLike<Element>, first: number}[]}
 */
function listenerRoots() {
  /** @type {{host: number, root: Document | ShadowRoot}[]} */
  const met = [{ host: -1, root: document }];
  const found = [];
  let first = 0;
  for (const { host, root } of met) {
    if (first >= MOST_CHECKED) break;
    const elements = root instanceof Document ? root.getElementsByTagName('*') : root.querySelectorAll('*');
    for (let index = 0; index < elements.length && first + index < MOST_CHECKED; index += 1) {
      const inner = elements[index].shadowRoot;
      if (inner) met.push({ host: first + index, root: inner });
    }
    found.push({ host, root, elements, first });
    first += elements.length;
  }
  return found;
}

/**
 * What to ask the page's world: for each root with unchecked elements, its host, its number of elements, and their
 * ranges; also the same for all elements, in case a listener was added somewhere.
 */
export function uncheckedElements() {
  /** @type {[number, number, [number, number][]][]} */
  const some = [];
  /** @type {[number, number, [number, number][]][]} */
  const all = [];
  for (const { host, elements, first } of listenerRoots()) {
    const end = Math.min(elements.length, MOST_CHECKED - first);
    /** @type {[number, number][]} */
    const ranges = [];
    for (let index = 0; index < end; index += 1) {
      if (kindsOf.has(elements[index])) continue;
      const last = ranges.at(-1);
      if (last && index - last[1] < LEAST_GAP) last[1] = index + 1;
      else ranges.push([index, index + 1]);
    }
    some.push([host, elements.length, ranges]);
    all.push([host, elements.length, [[0, end]]]);
  }
  return { at: listenerCount, react: reactKey, some: some.some(([, , ranges]) => ranges.length) ? some : [], all };
}

/**
 * Records the answer from the page's world.
 * @param {string} reply as `listening.js` answers; empty if nothing was asked, or nothing could be
 * @param {string} at the browser's count of listeners before that, if all elements were checked
 * @returns {boolean} whether the answer fits the document as it is now
 */
export function noteListeners(reply, at) {
  if (reply === 'changed') return false;
  const now = listenerRoots();
  const [react, ...parts] = reply.split('|');
  let changed = false;
  if (reply) {
    /** @type {Map<Element, number>} */
    const found = new Map();
    for (const part of parts) {
      const [host, count, ranges, places] = part.split(':');
      const elements = now.find((one) => one.host === Number(host))?.elements;
      if (!elements || elements.length !== Number(count)) return false;
      for (const range of ranges.split(',')) {
        const [from, to] = range.split('-').map(Number);
        for (let index = from; index < Math.min(to, elements.length); index += 1) found.set(elements[index], 0); // a page may forge any range
      }
      for (const place of places.split(',')) {
        const [index, kinds] = place.split('.').map(Number);
        if (kinds && elements[index]) found.set(elements[index], kinds);
      }
    }
    for (const [element, kinds] of found) changed ||= kindsOf.get(element) !== kinds;
    for (const [element, kinds] of found) kindsOf.set(element, kinds);
    if (at) listenerCount = at;
    reactKey = react;
  }
  if (changed || now.length !== knownRoots.length || now.some(({ root }, index) => root !== knownRoots[index])) listenersKnown += 1;
  knownRoots = now.map(({ root }) => root);
  listening = new WeakMap();
  for (const { elements, first } of now) {
    for (let index = 0; index < elements.length && first + index < MOST_CHECKED; index += 1) {
      const kinds = (kindsOf.get(elements[index]) || 0) & (PAGE_PRESSES - 1) & ~KEYS;
      if (kinds) for (const target of targetsOf(elements[index], kinds)) listening.set(target, kinds | (listening.get(target) || 0));
    }
  }
  if ((kindsOf.get(document.documentElement) || 0) & (PAGE_CLICKS | PAGE_PRESSES)) {
    for (const part of clearParts(document)) if (!listening.has(part)) listening.set(part, CLICKS);
  }
  return true;
}

/**
 * Whether an element listened to keys when the document was last looked at.
 * @param {Element} element
 */
export function listensToKeys(element) {
  return ((kindsOf.get(element) || 0) & KEYS) > 0;
}

/**
 * What can be clicked where an element listens: the items of a list, including those of nested lists; the cells of a
 * table or grid, or the children of a box, if they are what it consists of; or the element itself.
 * @param {Element} element
 * @param {number} kinds
 * @returns {Iterable<Element>}
 */
function targetsOf(element, kinds) {
  if (/^(ul|ol|menu)$/.test(element.localName)) {
    const items = element.querySelectorAll('li');
    return items.length > 1 ? items : [element];
  }
  if (!(kinds & (CLICKS | PRESSES))) return [element];
  const rows = Array.from(element.children);
  if (holdsItems(element) || (rows.length > 1 && rows.every(isRow))) return rows.flatMap((row) => (isRow(row) ? Array.from(row.children) : row));
  const drawing = element instanceof SVGElement ? element : rows.length === 1 && rows[0] instanceof SVGElement && !hasText(element) ? rows[0] : null;
  const parts = drawing ? drawnParts(drawing) : [];
  if (parts.length) return [element, ...parts];
  const cells = cellsIn(element);
  if (cells.length) return cells;
  return rows.length ? [element, ...clearParts(element), ...(kinds & PRESSES ? placedParts(element) : [])] : [element];
}

const PLACED = '[style*="left:"], [style*="translate"]';
/** More of them are a drawing made of boxes. */
const MOST_PLACED = 60;
const LEAST_PLACED = 12;

/**
 * What a script has put somewhere in a box that listens to presses for all of it, such as the nodes of a diagram or the
 * bars of a plan: boxes with text and a painted ground or frame, and lines that alone take presses in their drawings.
 * @param {Element} around
 * @returns {Element[]}
 */
function placedParts(around) {
  const lines = Array.from(around.querySelectorAll('svg :is(line, path, polyline)')).filter((one) => styleOf(one).pointerEvents !== 'none' && styleOf(one.closest('svg') ?? one).pointerEvents === 'none');
  const all = Array.from(around.querySelectorAll(PLACED));
  if (all.length + lines.length > MOST_PARTS) return [];
  const found = all.filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    const { position, live } = styleOf(one);
    if (position !== 'absolute' || Math.min(width, height) < LEAST_PLACED || !one.textContent?.trim()) return false;
    return live.borderTopStyle !== 'none' || !/^rgba\(.*, 0\)$/.test(live.backgroundColor);
  });
  const parts = found.filter((one) => !found.some((other) => other !== one && other.contains(one)));
  return parts.length + lines.length > MOST_PLACED ? [] : [...parts, ...lines];
}

/** A drawing with a shorter side, in CSS px, is an icon. */
const LEAST_DRAWING = 64;
/** No class, or one that a drawing program has made up. */
const UNNAMED = / (|(st|cls-?)\d+)$/;
const SHAPES = 'g, circle, ellipse, path, polygon, rect, use';

/**
 * What is clicked in a drawing that listens for all of it, such as seats or countries: the parts that have names or keys, or
 * the shapes of one class.
 * @param {SVGElement} drawing
 * @returns {Element[]}
 */
function drawnParts(drawing) {
  const { width, height } = drawing.getBoundingClientRect();
  if (Math.min(width, height) < LEAST_DRAWING) return [];
  const shapes = Array.from(drawing.querySelectorAll(SHAPES)).filter((one) => !one.closest('defs, clipPath, mask, pattern, symbol') && !one.matches(':has([data-element-id])'));
  const named = shapes.filter((one) => one.querySelector(':scope > title') || one.matches('[aria-label], [data-id], [data-name], [data-element-id]') || one.matches(PARTS));
  const classes = Array.from(grouped(shapes, (one) => `${one.localName} ${one.classList[0] ?? ''}`)).filter(([kind, all]) => !UNNAMED.test(kind) && all.length >= LEAST_ITEMS);
  const parts = (named.length > 1 || named[0]?.matches('[data-element-id]') ? named : classes.flatMap(([, all]) => all)).filter((one, _, all) => !all.some((other) => other !== one && other.contains(one)));
  return parts.length > MOST_PARTS ? [] : parts;
}

/** Attributes by which a script finds out which day, star, seat or square was clicked. */
const KEYS_OF_PARTS = ['cell', 'col', 'color', 'date', 'day', 'index', 'rating', 'row', 'seat', 'slot', 'square', 'star', 'time', 'value'];
const PARTS = `${KEYS_OF_PARTS.map((key) => `[data-${key}]`).join()}, td[data-x]`;

/** More such parts are data of a page. */
const MOST_PARTS = 1000;
const LONGEST_PART = 24;
/** In CSS px². */
const LARGEST_PART = 12_000;
const DAYS_OF_WEEK = 7;
const MOST_DAYS = 60;

/**
 * What is surely clicked inside of an element that listens for much else, too: days of a calendar, and small boxes side
 * by side that have one key each.
 * @param {Document | Element} around
 * @returns {Element[]}
 */
function clearParts(around) {
  const found = [...around.querySelectorAll(PARTS), ...Array.from(around.querySelectorAll('table')).flatMap(daysIn)];
  if (found.length > MOST_PARTS) return [];
  const icons = around instanceof Element && around.matches(GRIDS) ? Array.from(around.querySelectorAll(CELLS)).filter(isIconCell) : [];
  return icons.concat(found.filter((one) => isSmall(one) && !one.closest(CONTROLS) && !one.querySelector(`${CONTROLS}, ${PARTS}`)).map(itemOf).filter(hasSiblings));
}

/** @param {Element} cell */
function isIconCell(cell) {
  return !cell.textContent?.trim() && cell.querySelector('svg, img, i') !== null && !cell.querySelector(CONTROLS);
}

/**
 * What has one key and its text: the part with the key, or the box around that and nothing else with a key.
 * @param {Element} part
 */
function itemOf(part) {
  const box = part.parentElement;
  return box && !hasSiblings(part) && isSmall(box) && box.querySelectorAll(PARTS).length === 1 ? box : part;
}

/** @param {Element} part */
function isSmall(part) {
  const { width, height } = part.getBoundingClientRect();
  return width * height <= LARGEST_PART && (part.textContent || '').trim().length <= LONGEST_PART;
}

/** @param {Element} part */
function hasSiblings(part) {
  const beside = Array.from(part.parentElement?.children ?? []);
  return beside.filter((one) => one.localName === part.localName && (one.matches(PARTS) || one.querySelector(PARTS) || part.localName === 'td')).length >= LEAST_ITEMS;
}

/**
 * The days of a month, if a table shows one.
 * @param {HTMLTableElement} table
 */
function daysIn(table) {
  if ((table.tBodies[0]?.rows[1]?.cells.length ?? 0) < DAYS_OF_WEEK) return [];
  const cells = Array.from(table.querySelectorAll('td')).slice(0, MOST_DAYS);
  const numbers = cells.map((cell) => (cell.textContent || '').trim()).filter((text) => /^\d{1,2}$/.test(text)).map(Number);
  const month = numbers.slice(numbers.indexOf(1), numbers.indexOf(1) + 28);
  const isMonth = month.length === 28 && month.every((number, index) => number === index + 1);
  return isMonth ? cells.filter((cell) => cell.textContent?.trim()) : [];
}

const ITEM = /^(div|span|p|b|i|em|img|svg|section|article)$/;

/** Fewer plain boxes side by side may be the parts of one item. */
const LEAST_ITEMS = 3;

/**
 * Whether an element contains nothing but several plain boxes with the same class, or a row of boxes.
 * @param {Element} element
 */
export function holdsItems(element) {
  const kind = element.firstElementChild?.classList[0];
  return kind ? element.children.length > 1 && areAlike(element, kind) : isRow(element);
}

/**
 * Whether an element contains nothing but plain boxes of one size side by side, such as stars or the squares of a board.
 * @param {Element} element
 */
function isRow(element) {
  const boxes = Array.from(element.children);
  if (boxes.length < LEAST_ITEMS || !areAlike(element, boxes[0].classList[0])) return false;
  const [first, ...others] = boxes.map((box) => box.getBoundingClientRect());
  return first.right <= others[0].left + 1 && others.every(({ width, height }) => Math.abs(width - first.width) < 2 && Math.abs(height - first.height) < 2);
}

/**
 * Whether the children of an element have one tag and first class, and there is nothing beside and nothing to press in them.
 * @param {Element} element
 * @param {string | undefined} kind
 */
function areAlike(element, kind) {
  const tag = element.firstElementChild?.localName ?? '';
  if (!ITEM.test(tag) || hasText(element)) return false;
  return Array.from(element.children).every((one) => one.localName === tag && one.classList[0] === kind) && !element.querySelector(CONTROLS);
}

const GRIDS = 'table, tbody, [role=grid], [role=rowgroup], [role=table], [role=treegrid]';
const CELLS = 'td:not(:has(td)), [role=gridcell]';

/** An element with more controls of its own is more than a calendar or a sheet. */
const MOST_CONTROLS = 6;

/** A table with more cells that hold more than a few characters is a list of rows. */
const MOST_CELLS = 60;
const FEW_CHARACTERS = 8;

/**
 * The cells of the table or grid that an element consists of: those of a calendar or a sheet; the rows, if it is a long
 * table; or the items of a list.
 * @param {Element} element
 * @returns {Element[]}
 */
function cellsIn(element) {
  const cells = [CELLS, 'li:not(:has(li))'].map((kind) => Array.from(element.querySelectorAll(kind))).find((found) => found.length > 1);
  if (!cells) return [];
  const controls = Array.from(element.querySelectorAll(CONTROLS)).filter((one) => !one.matches(CELLS));
  const rows = Array.from(new Set(cells.map((cell) => cell.closest('tr, [role=row]') ?? cell)));
  const inside = controls.filter((one) => one.closest(`${CELLS}, li`)).length;
  if (2 * inside >= rows.length || controls.length - inside > MOST_CONTROLS) return [];
  const length = cells.reduce((sum, cell) => sum + (cell.textContent || '').length, 0);
  if ((element.textContent || '').length > 2 * length + MOST_AROUND) return [];
  return cells.length > MOST_CELLS && length > FEW_CHARACTERS * cells.length ? rows : cells;
}

/** An element with this many more characters around its cells than in them is more than their table or list. */
const MOST_AROUND = 200;

/**
 * Whether the page itself listens to presses and to moves of the mouse, wherever they are.
 */
export function pageListens() {
  const kinds = kindsOf.get(document.documentElement) || 0;
  return { presses: (kinds & PAGE_PRESSES) > 0, moves: (kinds & PAGE_MOVES) > 0 };
}
