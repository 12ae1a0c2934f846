// Lists that a page draws itself: what a control offers once it is open, and what it shows as chosen.

import { composedContains, composedParent, hasText } from '../dom/composed.js';
import { focusedElement, takesText } from '../dom/focus.js';
import { isLabelOf } from '../dom/labels.js';
import { allRoots, referenced, rootOf } from '../dom/roots.js';
import { FILLABLE } from '../dom/selectors.js';
import { fold } from '../dom/strings.js';
import { listening } from '../read/listeners.js';
import { nameOf } from '../read/names.js';
import { roleOf } from '../read/roles.js';
import { coverLabel } from '../read/short_labels.js';
import { isClipped, isPlain, listBox } from '../read/stand_ins.js';
import { isOff, isOutOfReach } from '../read/state.js';
import { besideOf } from './typing.js';

/** @import { Register } from '../identity/register.js' */

const OPTIONS = '[role=option], [role=treeitem], [role=menuitemradio], [role=menuitemcheckbox], [role=menuitem]';
/** What a list that was opened may draw its options as. */
const OFFERED = `${OPTIONS}, [role=radio]`;
const DRAWN = '[role=combobox], [role=listbox], [aria-haspopup]';
const ITEMS = 'li, div, span, a, td, p, button';
/** What a control's own box may be higher than the control itself, in CSS px. */
const HIGHER = 80;
const TOGGLES = 'button, [class*=expand], [class*=toggle], [class*=switch], [class*=arrow], [class*=caret], svg';
/** What unfolds a branch of a tree is no wider, in CSS px. */
const WIDEST_TOGGLE = 48;
/** More elements than any list has that is drawn at once. */
const MOST = 3000;

/** What could be seen before a list was opened, by the ID of its control. @type {Map<string, WeakSet<Element>>} */
const seenBefore = new Map();
/** The boxes of the items of a list whose options have no role, by the ID of its control. @type {Map<string, Set<Element>>} */
const itemBoxes = new Map();
/** The nodes of trees that were unfolded. @type {WeakSet<Element>} */
const unfolded = new WeakSet();
/** The option that was picked last, by the ID of its control. @type {Map<string, WeakRef<Element>>} */
const picked = new Map();

/**
 * Notes what can be seen before a list is opened; what can be seen afterwards in addition is the list.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function beforeChoices(register, { id }) {
  const element = openerOf(register.element(id));
  if (!element) return { found: false };
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  seenBefore.set(id, new WeakSet([...visible(OFFERED), ...visible(ITEMS)]));
  picked.delete(id);
  itemBoxes.delete(id);
  return { found: true, ...kindOf(element) };
}

/**
 * What a control offers now, and what it shows.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function choices(register, { id }) {
  const element = openerOf(register.element(id));
  if (!element) return { found: false };
  const found = optionsFor(element, id);
  const first = found[0];
  const focused = focusedElement();
  return {
    found: true,
    options: found.map((option) => described(option, found)),
    several: first !== undefined && takesSeveral(first),
    menu: first !== undefined && roleOf(first) === 'menuitem',
    typing: focused !== null && takesText(focused) && (focused === element || !seenBefore.get(id)?.has(focused)),
    inDialog: element.closest('dialog, [aria-modal=true]') !== null,
    ...shownBy(element, found),
  };
}

/**
 * Whether the list of an option says that several can be chosen; it may stand in a shadow root around the option.
 * @param {Element} option
 */
function takesSeveral(option) {
  for (let node = composedParent(option); node; node = composedParent(node)) if (node.matches('[aria-multiselectable=true]')) return true;
  return false;
}

/**
 * Picks the option at a position, which the part `option` then stands for.
 * @param {Register} register
 * @param {{id: string, value: number}} args
 */
export function pick(register, { id, value }) {
  const element = openerOf(register.element(id));
  const option = element && optionsFor(element, id)[value];
  if (!option) return { found: false };
  pickElement(id, option);
  return { found: true };
}

/**
 * Whether an element could not be seen when the choices of a control were noted.
 * @param {string} id
 * @param {Element} element
 */
export function isNew(id, element) {
  return seenBefore.get(id)?.has(element) === false;
}

/**
 * Makes an element the part `option` of a control.
 * @param {string} id
 * @param {Element} element
 */
export function pickElement(id, element) {
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  picked.set(id, new WeakRef(element));
}

/**
 * The option of a control that was picked last.
 * @param {Element} _element
 * @param {string} id
 */
export function pickedOption(_element, id) {
  return picked.get(id)?.deref() ?? null;
}

/**
 * Scrolls the list of a control on, since a long list may draw only what can be seen of it.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function moreChoices(register, { id }) {
  const element = openerOf(register.element(id));
  if (!element) return { found: false };
  const [last] = optionsFor(element, id).slice(-1);
  for (let node = last && composedParent(last); node && node !== document.body; node = composedParent(node)) {
    if (node.scrollHeight <= node.clientHeight + 1 || !/auto|scroll/.test(getComputedStyle(node).overflowY)) continue;
    const before = node.scrollTop;
    node.scrollTop += node.clientHeight * 0.8;
    return { found: true, moved: node.scrollTop > before };
  }
  return { found: true, moved: false };
}

/**
 * What is pressed to open the list of a control: the control itself, or what a page has drawn in place of a select that
 * nobody can see.
 * @param {Element | null} element
 * @returns {Element | null}
 */
export function openerOf(element) {
  if (!(element instanceof HTMLSelectElement) || !isDrawnOver(element)) return element && isClipped(element) ? listBox(element) ?? element : element;
  for (let node = composedParent(element); node && !/^(body|form|fieldset)$/.test(node.localName); node = composedParent(node)) {
    if (node.matches(DRAWN)) return node;
    const drawn = Array.from(node.querySelectorAll(DRAWN)).find(isVisible);
    if (drawn) return drawn;
  }
  return element;
}

/**
 * Whether a select can neither be seen nor clicked, because the page draws another control in its place.
 * @param {HTMLSelectElement} select
 */
export function isDrawnOver(select) {
  const isForScripts = select.matches('[tabindex="-1"], [aria-hidden=true], [role=combobox] select, [role=listbox] select');
  if (isForScripts || isPlain(select)) return isForScripts;
  const box = select.getBoundingClientRect();
  return rootOf(select).elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) !== select;
}

/**
 * What kind of control it is, as far as its markup says.
 * @param {Element} element
 */
function kindOf(element) {
  const popup = element.getAttribute('aria-haspopup') ?? '';
  const inner = element.querySelector('[aria-haspopup]')?.getAttribute('aria-haspopup') ?? '';
  const cover = strangerOver(element);
  return { popup: popup || inner, cover: cover ? coverLabel(cover, element) : '', open: optionsInside(element).length > 0 || element.getAttribute('aria-expanded') === 'true' };
}

/**
 * What lies over the middle of a control and does not belong to it.
 * @param {Element} element
 */
function strangerOver(element) {
  const box = element.getBoundingClientRect();
  const hit = rootOf(element).elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return hit && !composedContains(ownBox(element), hit) && !isLabelOf(hit, element) ? hit : null;
}

/**
 * @param {Element} element
 * @param {string} [kind] a selector
 */
function optionsInside(element, kind = OPTIONS) {
  return Array.from(element.querySelectorAll(kind)).filter(isVisible);
}

/**
 * The options that a control offers now, in document order: those in what it says it controls, those inside of it, or
 * those that can be seen since it was opened.
 * @param {Element} element
 * @param {string} id
 * @returns {Element[]}
 */
function optionsFor(element, id) {
  for (const list of controlledBy(element)) {
    const own = optionsInside(list, list.matches('[role=grid], [role=treegrid]') ? '[role=gridcell]' : OPTIONS);
    if (own.length) itemBoxes.set(id, new Set());
    if (own.length) return own.slice(0, MOST);
  }
  const isClosed = element.getAttribute('aria-expanded') === 'false'; // it may show what is chosen as options
  const inside = isClosed ? [] : optionsInside(element);
  if (inside.length) itemBoxes.set(id, new Set());
  if (inside.length) return inside.slice(0, MOST);
  const before = seenBefore.get(id);
  const fresh = visible(OFFERED).filter((option) => !before?.has(option) && !(isClosed && element.contains(option)));
  if (fresh.length) itemBoxes.set(id, new Set());
  const boxes = itemBoxes.get(id);
  if (fresh.length || !before || boxes?.size === 0) return fresh.slice(0, MOST);
  const items = visible(ITEMS).filter((item) => !before.has(item) && isItem(item));
  const inmost = items.filter((item) => !items.some((other) => other !== item && item.contains(other)));
  if (!boxes && inmost.length) itemBoxes.set(id, new Set(inmost.map((item) => /** @type {Element} */ (item.parentElement))));
  return inmost.filter((item) => !boxes || boxes.has(/** @type {Element} */ (item.parentElement))).slice(0, MOST);
}

/** @param {Element} element */
function controlledBy(element) {
  /** @type {Element[]} */
  const lists = [];
  const parts = [element, ...element.querySelectorAll('[aria-controls], [aria-owns]')];
  const around = element.closest('[role=combobox]');
  if (around) parts.push(around);
  for (const part of parts) lists.push(...referenced(part, 'aria-controls'), ...referenced(part, 'aria-owns'));
  return lists;
}

/**
 * Whether an element without a role is an item of a list: it has text of its own and takes clicks.
 * @param {Element} item
 */
function isItem(item) {
  if (!hasText(item) && item.querySelector('li, div, p, td, button')) return false;
  if (!item.textContent?.trim()) return false;
  const isPressed = listening.has(item) || (item.parentElement !== null && listening.has(item.parentElement)); // its list may be newer than the last look
  return getComputedStyle(item).cursor === 'pointer' || isPressed || item.localName === 'li';
}

/** @param {string} selector */
export function visible(selector) {
  /** @type {Element[]} */
  const found = [];
  for (const root of allRoots()) found.push(...Array.from(root.querySelectorAll(selector)).filter(isVisible));
  return found;
}

/** @param {Element} element */
export function isVisible(element) {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

/**
 * @param {Element} option
 * @param {Element[]} all
 */
function described(option, all) {
  const title = titleOf(option);
  const group = option.closest('[role=group], optgroup');
  const node = option.closest('[role=treeitem]');
  return {
    label: node ? title : nameOf(option, roleOf(option) || 'option') || fold(option.textContent ?? ''),
    title,
    group: node ? branchOf(option, all) : group ? nameOf(group, 'group') : '',
    disabled: isOff(option) || (isOutOfReach(option) && !all.every(isOutOfReach)), // a list that is just opening lets nothing through
    selected: ['aria-selected', 'aria-checked'].some((name) => option.getAttribute(name) === 'true'),
    forms: ['data-value', 'value', 'data-id', 'data-key'].map((name) => option.getAttribute(name)).filter(Boolean),
  };
}

/**
 * The first line of an option; without the mark that folds a branch, if it is one of a tree.
 * @param {Element} option
 */
function titleOf(option) {
  const text = option instanceof HTMLElement ? option.innerText : option.textContent ?? '';
  const line = fold(text.trim().split('\n')[0] ?? '');
  return option.closest('[role=treeitem]') ? line.replace(/^[+\-\u2212\u25b4-\u25bf\u203a>]\s*/u, '') : line;
}

/**
 * What the node above an item of a tree is called: the last one before it that is indented less.
 * @param {Element} option
 * @param {Element[]} all
 */
function branchOf(option, all) {
  const left = textLeft(option);
  const above = all.slice(0, all.indexOf(option)).reverse().find((one) => textLeft(one) < left - 2);
  return above ? titleOf(above) : '';
}

/** @param {Element} option */
function textLeft(option) {
  const walker = document.createTreeWalker(option, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (/** @type {Text} */ (walker.currentNode).data.trim()) break;
  const range = document.createRange();
  range.selectNodeContents(walker.currentNode);
  return range.getBoundingClientRect().left;
}

/**
 * Makes what unfolds the next branch of a tree that a control offers its part `option`.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function unfoldChoice(register, { id }) {
  const element = openerOf(register.element(id));
  if (!element) return { found: false };
  for (const option of optionsFor(element, id)) {
    const node = option.closest('[role=treeitem]');
    if (!node || node.getAttribute('aria-expanded') !== 'false' || unfolded.has(node)) continue;
    unfolded.add(node);
    const toggle = Array.from(node.querySelectorAll(TOGGLES)).find((one) => isVisible(one) && one.getBoundingClientRect().width <= WIDEST_TOGGLE);
    if (!toggle) continue;
    pickElement(id, toggle);
    return { found: true, more: true };
  }
  return { found: true, more: false };
}

/**
 * What a control shows as chosen, in pieces of text, and what stands for that in its form.
 * @param {Element} element
 * @param {Element[]} options
 */
function shownBy(element, options) {
  const box = ownBox(element);
  /** @type {string[]} */
  const pieces = [];
  /** @type {string[]} */
  const forms = [];
  collect(box, options, pieces);
  for (const field of new Set([element, ...box.querySelectorAll('input, select'), ...(box.parentElement?.querySelectorAll(':scope > select') ?? [])])) {
    if (field instanceof HTMLSelectElement) {
      for (const option of field.selectedOptions) {
        pieces.push(fold(option.label || option.text));
        forms.push(option.value);
      }
    } else if (field instanceof HTMLInputElement && !/^(checkbox|radio|file|submit|button)$/.test(field.type) && field.value) {
      (field.type === 'hidden' || !isVisible(field) ? forms : pieces).push(fold(field.value));
    }
  }
  pieces.push(besideOf(element));
  return { shown: pieces.filter(Boolean), forms };
}

/**
 * The visible texts of an element, without its labels and options.
 * @param {Node} node
 * @param {Element[]} options
 * @param {string[]} pieces
 */
function collect(node, options, pieces) {
  if (node instanceof Text) return void (node.parentElement && isVisible(boxOf(node.parentElement)) && pieces.push(fold(node.data)));
  if (!(node instanceof Element) || (node instanceof HTMLLabelElement && !node.querySelector(`${FILLABLE}, button`)) || node instanceof HTMLSelectElement || options.includes(node)) return;
  if (/^(script|style|template)$/.test(node.localName)) return;
  for (const child of node.shadowRoot?.childNodes ?? node.childNodes) collect(child, options, pieces);
}

/**
 * What draws an element that has no box of its own, such as a slot.
 * @param {Element} element
 * @returns {Element}
 */
function boxOf(element) {
  const around = element instanceof HTMLSlotElement ? composedParent(element) : null;
  return around ? boxOf(around) : element;
}

/**
 * The box that draws a control: the largest around it that is little higher and has no other control that can be seen.
 * @param {Element} element
 */
function ownBox(element) {
  const most = element.getBoundingClientRect().height + HIGHER;
  let own = element;
  for (let node = composedParent(element); node && !/^(body|form|fieldset|main|td|tr|table|ul|ol|dialog)$/.test(node.localName); node = composedParent(node)) {
    if (node.getBoundingClientRect().height > most) break;
    const others = Array.from(node.querySelectorAll(FILLABLE)).filter((other) => !composedContains(own, other) && !composedContains(other, element) && isVisible(other));
    if (others.length) break;
    own = node;
  }
  return own;
}
