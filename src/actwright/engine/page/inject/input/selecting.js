// Selecting text as with the mouse: the text is found first, to report where a mouse would press and release.

import { Measures } from '../dom/measures.js';
import { isRendered } from '../dom/style.js';
import { PAGE } from '../read/short_labels.js';
import { shownOf } from './boxes.js';

/** @import { Register } from '../identity/register.js' */

/**
 * @typedef {object} Selected  what to select: a range, or a part of a field
 * @property {Element} root
 * @property {Range} [range]
 * @property {number} [from]
 * @property {number} [to]
 */

/** What was found last. @type {Selected | null} */
let toSelect = null;

const PRESSED = 'a, button, label, summary, input, select, textarea, [onclick], [role=button], [role=link], [draggable=true]';

/**
 * Finds what to select in an element, and where a mouse would press and release; `ends` is null if it might press a
 * control.
 * @param {Register} register
 * @param {{id: string, value: [string, string]}} args the ID of an element, or `PAGE`; a phrase, and the end of the text
 * that begins with it, either of which may be empty
 */
export function findText(register, { id, value }) {
  toSelect = null;
  const root = id === PAGE ? document.body : shownOf(register, id);
  if (!root) return { found: id === PAGE, count: 0, problem: '', ends: null };
  const [from, to] = value.map((text) => text.replace(/\s+/g, ' ').trim());
  return { found: true, count: 0, problem: '', ends: null, ...findIn(root, from, to) };
}

/**
 * @param {Element} root
 * @param {string} from
 * @param {string} to
 */
function findIn(root, from, to) {
  const field = root instanceof HTMLInputElement || root instanceof HTMLTextAreaElement ? root : null;
  const { text, places } = field ? foldedValue(field) : foldedText(root);
  const find = (/** @type {string} */ phrase, /** @type {number} */ at) => {
    const exact = text.indexOf(phrase, at);
    return exact < 0 ? text.toLowerCase().indexOf(phrase.toLowerCase(), at) : exact;
  };
  let [start, end, count] = [0, text.trimEnd().length, 1];
  if (from) {
    start = find(from, 0);
    if (start < 0) return { problem: 'is not shown there' };
    count = 0;
    for (let at = start; at >= 0; at = find(from, at + from.length)) count += 1;
    end = start + from.length;
  }
  if (to) {
    const last = find(to, from ? end : 0);
    if (last < 0) return { count, problem: `is not shown there: nothing after its beginning reads ${JSON.stringify(to)}` };
    end = last + to.length;
    count = 1;
  }
  if (field?.value.length) {
    const whole = !from && !to;
    toSelect = { root, from: whole ? 0 : places[start][1], to: whole ? field.value.length : places[end - 1][1] + 1 };
    return { count };
  }
  while (start < end && !places[start][0]) start += 1;
  while (end > start && !places[end - 1][0]) end -= 1;
  if (start >= end) return { count, problem: 'holds no text to select' };
  const range = document.createRange();
  range.setStart(/** @type {Node} */ (places[start][0]), places[start][1]);
  range.setEnd(/** @type {Node} */ (places[end - 1][0]), places[end - 1][1] + 1);
  const first = /** @type {Element} */ (range.startContainer.parentElement);
  if (getComputedStyle(first).userSelect === 'none') return { count, problem: 'cannot be selected on this page' };
  toSelect = { root, range };
  first.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  return { count, ends: endsOf(range) };
}

/** The visible text of an element with white space collapsed, and the origin of each of its characters. */
class Folded {
  constructor() {
    this.text = '';
    /** @type {[Node | null, number][]} */
    this.places = [];
  }

  /**
   * @param {string} character
   * @param {Node | null} node
   * @param {number} offset
   */
  add(character, node, offset) {
    if (/\s/.test(character)) {
      if (!this.text || this.text.endsWith(' ')) return;
      character = ' ';
    }
    this.text += character;
    for (let index = 0; index < character.length; index += 1) this.places.push([node, offset]);
  }

  /** @param {Node} node */
  visit(node) {
    if (node instanceof Text) {
      for (let offset = 0; offset < node.data.length; offset += 1) this.add(node.data[offset], node, offset);
    } else if (node instanceof Element) {
      if (!node.checkVisibility({ visibilityProperty: true }) || /^(script|style|textarea|select)$/.test(node.localName)) return;
      const block = node.localName === 'br' || !getComputedStyle(node).display.startsWith('inline');
      if (block) this.add(' ', null, 0);
      for (const child of (node.shadowRoot || node).childNodes) this.visit(child);
      if (block) this.add(' ', null, 0);
    }
  }
}

/** @param {Element} root */
function foldedText(root) {
  const folded = new Folded();
  folded.visit(root);
  return folded;
}

/**
 * The text in which a phrase is searched, with the labels of buttons without content.
 * @param {Register} register
 * @param {{id: string}} args the ID of an element, or `PAGE`
 */
export function searchedText(register, { id }) {
  const root = id === PAGE ? document.body : shownOf(register, id);
  if (!root) return { found: id === PAGE, text: '' };
  const field = root instanceof HTMLInputElement || root instanceof HTMLTextAreaElement;
  const labels = Array.from(root.querySelectorAll('input[type=button], input[type=reset], input[type=submit]'), (button) => (
    button instanceof HTMLInputElement ? button.value : ''
  ));
  return { found: true, text: [(field ? foldedValue(root) : foldedText(root)).text, ...labels].join('\n') };
}

/** @param {HTMLInputElement | HTMLTextAreaElement} field */
function foldedValue(field) {
  const folded = new Folded();
  for (let offset = 0; offset < field.value.length; offset += 1) folded.add(field.value[offset], null, offset);
  return folded;
}

/**
 * Where a mouse presses and releases to select a range; null if that is out of view or might press a control.
 * @param {Range} range
 */
function endsOf(range) {
  const [first, last] = [range.startContainer, range.endContainer].map((node) => /** @type {Element} */ (node.parentElement));
  const isIn = (/** @type {DOMRect} */ box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  const boxes = Array.from(range.getClientRects()).filter((box) => box.width && box.height);
  const [head, tail] = [boxes[0], boxes[boxes.length - 1]];
  const top = (/** @type {DOMRect} */ box) => document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const clear = boxes.length && isIn(head) && isIn(tail) && !first.closest(PRESSED) && !last.closest(PRESSED)
    && first.contains(top(head)) && last.contains(top(tail));
  return clear ? [head.left + 1, (head.top + head.bottom) / 2, tail.right - 1, (tail.top + tail.bottom) / 2] : null;
}

/**
 * Where a phrase stands in a text: as whole words, so that "2pm" is not found in "12pm", or else anywhere.
 * @param {string} phrase
 * @param {string} text
 */
function placesOf(phrase, text) {
  const found = [];
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + phrase.length)) found.push(at);
  const joined = (/** @type {number} */ at) => /[\p{L}\p{N}]{2}/u.test(text.slice(Math.max(0, at - 1), at + 1));
  const whole = found.filter((at) => !joined(at) && !joined(at + phrase.length));
  return whole.length ? whole : found;
}

/**
 * Scrolls a text into view, including the label of a button without content, and reports how often it appears.
 * @param {Register} register
 * @param {{id: string, value: string}} args the ID of an element, or `PAGE`, and the text
 */
export function showText(register, { id, value }) {
  const root = id === PAGE ? document.body : shownOf(register, id);
  if (!root) return { found: id === PAGE, count: 0 };
  const phrase = value.replace(/\s+/g, ' ').trim().toLowerCase();
  const { text, places } = foldedText(root);
  const low = text.toLowerCase();
  const found = placesOf(phrase, low);
  const node = places[found[0]]?.[0]?.parentElement;
  const buttons = Array.from(root.querySelectorAll('input[type=button], input[type=reset], input[type=submit]')).filter(
    (button) => button instanceof HTMLInputElement && button.value.toLowerCase().includes(phrase) && isRendered(button),
  );
  const shown = node ?? buttons[0];
  const block = shown && new Measures().visible(shown) ? 'nearest' : 'center';
  shown?.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
  return { found: true, count: found.length + buttons.length };
}

/** Selects what was found last. */
export function select() {
  if (!toSelect) return { found: false };
  const { root, range, from = 0, to = 0 } = toSelect;
  if (!range) {
    const field = /** @type {HTMLInputElement} */ (root);
    field.focus();
    try {
      field.setSelectionRange(from, to);
    } catch {
      field.select(); // email and number inputs do not support ranges
    }
    return { found: true };
  }
  const around = range.commonAncestorContainer;
  const host = (around instanceof Element ? around : around.parentElement)
    ?.closest('[contenteditable]:not([contenteditable=false])');
  if (host instanceof HTMLElement && !host.contains(document.activeElement)) host.focus();
  getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
  return { found: true };
}

/** The text that is selected now where `select` was to select it. */
export function selected() {
  const wanted = toSelect;
  toSelect = null;
  if (!wanted) return { found: false };
  if (wanted.range) return { found: true, text: String(getSelection()) };
  const field = /** @type {HTMLInputElement} */ (wanted.root);
  return { found: true, text: field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? field.value.length) };
}
