// Plain elements that the page's scripts listen on. This world sees no listeners of the page: the page's own world tells
// which elements have some, by their places in the document. It is a hint, and decides only whether a plain element gets
// an ID.

/** What was told of this document; what was told before counts while it changes too fast. @type {WeakMap<Element, number>} */
let listening = new WeakMap();

const CLICKS = 1;
const PRESSES = 2;
const DRAGS = 4;
const HOVERS = 8;
/** A drawing in which more parts only wait for the mouse is a chart that tells figures. */
const MOST_HOVERED = 40;
const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox], ' +
  '[role=radio], [role=switch], [role=tab], [role=option], [role^=menuitem], [role=treeitem], [role=combobox], ' +
  '[role=slider], [role=textbox], [role=gridcell], [contenteditable]:not([contenteditable=false])';
/** An element with more controls in it listens on their behalf. */
const MOST_CONTROLS = 3;
/** One that fills more of the viewport is the ground that things stand on. */
const GROUND = 0.5;
/** The share of an element's area from which on something in it is the same target. */
const SAME = 0.6;
/** In a link only something small is a target of its own. */
const PART = 0.25;
/** Controls that take every click inside them. */
const WHOLE = new Set(['button', 'checkbox', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch']);

/**
 * Notes what the page's world told.
 * @param {string} told as `listening.js` answers; empty if there was nobody to ask
 * @returns {boolean} whether it fits the document as it is now
 */
function hear(told) {
  /** @type {WeakMap<Element, number>} */
  const heard = new WeakMap();
  /** @type {ArrayLike<Element>[]} */
  const lists = [];
  for (const part of told.split(';')) {
    if (!part) continue;
    const [host, count, places] = part.split(':');
    const root = Number(host) < 0 ? document : nth(lists, Number(host))?.shadowRoot;
    if (!root) return false;
    const elements = root instanceof Document ? root.getElementsByTagName('*') : root.querySelectorAll('*');
    if (elements.length !== Number(count)) return false;
    for (const place of places.split(',')) {
      const [index, kinds] = place.split('.');
      const element = elements[Number(index)];
      if (!kinds || !element) continue;
      for (const target of targetsOf(element, Number(kinds))) heard.set(target, Number(kinds) | (heard.get(target) || 0));
    }
    lists.push(elements);
  }
  if (told) listening = heard;
  return true;
}

/**
 * An element of several lists by its place in all of them.
 * @param {ArrayLike<Element>[]} lists
 * @param {number} index
 */
function nth(lists, index) {
  for (const list of lists) {
    if (index < list.length) return list[index];
    index -= list.length;
  }
  return undefined;
}

/**
 * Whether a plain element is a target of its own because of its listeners: not the root of what it listens for, and not
 * one target with something in it or around it.
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
      if (apart && !whole) return true; // a menu that hangs from what opened it
      return !whole && area < (roleOf(outer) === 'link' ? PART : SAME) * rect.width * rect.height;
    }
  }
  return true;
}

/**
 * Whether few parts of a drawing do nothing but wait for the mouse.
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
 * What can be clicked where an element listens: of a list its items, also those of lists in it; of a box its children, if
 * they are all of one kind, as the items of a menu made of plain boxes are.
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
 * Whether an element holds nothing but several plain boxes of one class.
 * @param {Element} element
 */
function holdsItems(element) {
  const [first, ...others] = element.children;
  const kind = first?.classList[0];
  if (!others.length || !kind || !/^(div|span|p)$/.test(first.localName) || element.querySelector(CONTROLS)) return false;
  return others.every((one) => one.localName === first.localName && one.classList[0] === kind) && !hasText(element);
}
