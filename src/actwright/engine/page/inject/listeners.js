// Plain elements that the page's scripts listen on. Code in this world cannot see the page's listeners; the page's own
// world can, and answers with the positions of such elements in the document. The answer is a hint: it only decides
// whether a plain element gets an ID.
//
// An answer costs the browser about 10 µs per element, so each element is checked once, and again only after the
// browser's own count of listeners has changed, which happens with every listener added anywhere in the process.

/**
 * The elements that may be acted on because of listeners, in the document as it was at the last look.
 * @type {WeakMap<Element, number>}
 */
let listening = new WeakMap();
/** The kinds of listeners of each element that was checked, 0 for none. @type {WeakMap<Element, number>} */
let kindsOf = new WeakMap();
/** The browser's count of listeners before the last check of the whole document. */
let listenerCount = '';
/** The property in which this page's React keeps the props of an element. */
let reactKey = '';
/** @type {(Document | ShadowRoot)[]} */
let knownRoots = [];
/** Increases whenever a look finds other listeners, or other open shadow roots, than the one before. */
let listenersKnown = 0;

/** The most elements of a document to check, as in `listeners.py`. */
const MOST_CHECKED = 20_000;
/** A gap between two elements to check is checked too if it is smaller than this. */
const LEAST_GAP = 8;

const CLICKS = 1;
const PRESSES = 2;
const DRAGS = 4;
const HOVERS = 8;
/** A drawing with more parts that only react to hovering is a chart that shows figures. */
const MOST_HOVERED = 40;
const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox], ' +
  '[role=radio], [role=switch], [role=tab], [role=option], [role^=menuitem], [role=treeitem], [role=combobox], ' +
  '[role=slider], [role=textbox], [role=gridcell], [contenteditable]:not([contenteditable=false])';
/** An element that contains more controls listens on their behalf. */
const MOST_CONTROLS = 3;
/** An element that fills a larger share of the viewport is a background for other things. */
const GROUND = 0.5;
/** From this share of an element's area on, an element inside it is the same target. */
const SAME = 0.6;
/** Inside a link, only an element with a smaller share of its area is a target of its own. */
const PART = 0.25;
/** Roles of controls that take every click inside them. */
const WHOLE = new Set(['button', 'checkbox', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch']);

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
function uncheckedElements() {
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
function noteListeners(reply, at) {
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
      const kinds = kindsOf.get(elements[index]);
      if (kinds) for (const target of targetsOf(elements[index], kinds)) listening.set(target, kinds | (listening.get(target) || 0));
    }
  }
  return true;
}

/**
 * Whether a plain element is a target of its own because of its listeners: it neither delegates for its descendants nor
 * is the same target as an element inside or around it.
 * @param {Element} element
 * @param {Style} style
 * @param {Set<Element>} met the elements around it that have an ID
 * @param {Measures} measures
 */
function listens(element, style, met, measures) {
  const kinds = listening.get(element);
  if (!kinds || style.pointerEvents === 'none') return false;
  if (kinds === HOVERS && !isAmongFew(element)) return false;
  const box = measures.rect(element);
  const area = box.width * box.height;
  const shown = overlap(box, viewport());
  if (kinds < DRAGS && shown && !isBackdrop(element) && (shown.right - shown.left) * (shown.bottom - shown.top) > GROUND * innerWidth * innerHeight) return false;
  const most = style.cursor === 'pointer' ? Infinity : kinds === PRESSES ? 0 : MOST_CONTROLS;
  let controls = 0;
  for (const inner of element.querySelectorAll('*')) {
    if (!listening.has(inner) && !inner.matches(CONTROLS)) continue;
    const rect = measures.rect(inner);
    if (!rect.width || !rect.height) continue;
    controls += 1;
    if (controls > most || (kinds < DRAGS && rect.width * rect.height >= SAME * area)) return false;
  }
  for (let outer = composedParent(element); outer; outer = composedParent(outer)) {
    if (met.has(outer)) {
      const rect = measures.rect(outer);
      const whole = WHOLE.has(roleOf(outer));
      const inside = overlap(box, rect);
      const apart = !inside || (inside.right - inside.left) * (inside.bottom - inside.top) < area / 2;
      if (apart && !whole) return true; // a menu that is positioned outside of the control that opened it
      return !whole && area < (roleOf(outer) === 'link' ? PART : SAME) * rect.width * rect.height;
    }
  }
  return true;
}

/**
 * Whether only a few parts of a drawing do nothing but react to hovering.
 * @param {Element} part
 */
function isAmongFew(part) {
  const drawing = /** @type {SVGElement} */ (part).ownerSVGElement;
  if (!drawing) return false;
  let count = 0;
  for (const inner of drawing.querySelectorAll('*')) if (listening.get(inner) === HOVERS && (count += 1) > MOST_HOVERED) return false;
  return true;
}

/**
 * What can be clicked where an element listens: the items of a list, including those of nested lists; the children of a
 * box, if they are all of one kind, like the items of a menu made of plain boxes; or the element itself.
 * @param {Element} element
 * @param {number} kinds
 * @returns {Iterable<Element>}
 */
function targetsOf(element, kinds) {
  if (/^(ul|ol|menu)$/.test(element.localName)) {
    const items = element.querySelectorAll('li');
    return items.length > 1 ? items : [element];
  }
  return kinds & CLICKS && holdsItems(element) ? element.children : [element];
}

/**
 * Whether an element contains nothing but several plain boxes with the same class.
 * @param {Element} element
 */
function holdsItems(element) {
  const [first, ...others] = element.children;
  const kind = first?.classList[0];
  if (!others.length || !kind || !/^(div|span|p)$/.test(first.localName) || element.querySelector(CONTROLS)) return false;
  return others.every((one) => one.localName === first.localName && one.classList[0] === kind) && !hasText(element);
}
