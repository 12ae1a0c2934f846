// Writing from inside a document: the text goes into the field itself, whichever document has the keyboard focus. The
// page notices it like typing, through events of the browser.

import { focusedElement, hasFocus, isTextField, takesText } from '../dom/focus.js';
import { keepListening } from '../dom/own_listeners.js';
import { isRendered } from '../dom/style.js';
import { contentOf, setTaint, taints } from '../read/withheld.js';
import { listenToLeaks } from './leaks.js';
import { needsKeys, takesKeys } from './typing.js';

/** @import { Taint } from '../read/withheld.js' */
/** @import { Run } from '../run.js' */

/**
 * @typedef {object} Order
 * @property {string} id
 * @property {string} text
 * @property {boolean} [end] add the text after the content of the field instead of replacing it
 * @property {boolean} [whole] leave it if the field has to be typed into key by key
 * @property {Taint} [taint] of the text
 */

/**
 * The field that takes the next keys, once the page has moved the focus between fields.
 * @type {WeakRef<Element> | null}
 */
let typingIn = null;

/**
 * What virtual keyboards send around the text that they insert (UI Events, 7.3.1), for pages that listen to keys at the
 * document or the form.
 */
const UNNAMED_KEY = { key: 'Unidentified', keyCode: 229, bubbles: true, cancelable: true, composed: true };

/** Inputs without typed text: their value is set as a whole. */
const VALUED_TYPES = /^(color|date|datetime-local|month|range|time|week)$/;

/**
 * Gives the keyboard to the field that takes the keys of an editor, and pastes a text into it, if there is one.
 * @param {Run} run
 * @param {{id: string, value: string}} args with the text
 */
export function paste({ register, guard }, { id, value }) {
  const element = /** @type {HTMLElement | null} */ (register.element(id));
  if (!element || guard.stops(id, element)) return { found: element !== null, focused: false, taken: false };
  if (!hasFocus(element)) element.focus();
  const focused = hasFocus(element);
  if (!focused || !value) return { found: true, focused, taken: false };
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', value);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true });
  return { found: true, focused, taken: !element.dispatchEvent(event) };
}

/**
 * Sets the text of a field, or adds to it.
 * @param {Run} run
 * @param {Order} order
 */
export function write(run, order) {
  const { register, guard } = run;
  const { id } = order;
  const element = register.element(id);
  if (!element) return { found: false };
  if (guard.stops(id, element) || !isRendered(element)) return { found: true, written: false };
  if (order.whole && element.matches('[type=range i]') && takesKeys(element)) return { found: true, written: false };
  if (element instanceof HTMLInputElement && VALUED_TYPES.test(element.type)) return { found: true, written: setValue(run, element, order) };
  if (order.whole && needsKeys(element, order.text)) return { found: true, written: false };
  if (!takesText(element) || !enter(/** @type {HTMLElement} */ (element), Boolean(order.end))) return { found: true, written: false };
  receive(run, element, order);
  if (order.text) element.dispatchEvent(new KeyboardEvent('keydown', UNNAMED_KEY));
  insert(/** @type {HTMLElement} */ (element), order.text, Boolean(order.end));
  if (order.text) element.dispatchEvent(new KeyboardEvent('keyup', UNNAMED_KEY));
  return { found: true, written: true };
}

/**
 * Sets the value of an input that has no text. Returns whether the input accepted it; if not, it keeps its old value.
 * @param {Run} run
 * @param {HTMLInputElement} input
 * @param {Order} order
 */
function setValue(run, input, order) {
  if (order.end || input.readOnly || input.matches(':disabled')) return false;
  input.focus();
  if (!hasFocus(input)) return false;
  const before = input.value;
  input.value = order.text;
  if (input.value !== order.text) {
    input.value = before;
    return false;
  }
  receive(run, input, order);
  input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/**
 * Focuses a field and selects all that it contains, so that the next key replaces it.
 * @param {Run} run
 * @param {{id: string}} args
 */
export function selectField({ register, guard }, { id }) {
  const element = register.element(id);
  if (!element) return { found: false };
  return { found: true, selected: !guard.stops(id, element) && takesText(element) && enter(/** @type {HTMLElement} */ (element), false) };
}

/**
 * Types one character into the field, or into the one to which the page has moved the focus. The first one replaces what the
 * field contains, unless it is to be added at the end.
 * @param {Run} run
 * @param {Order & {first?: boolean}} order
 */
export function type(run, order) {
  const { register, guard } = run;
  const { id } = order;
  const element = register.element(id);
  if (order.first) typingIn = null;
  const before = typingIn?.deref() ?? element;
  const active = focusedElement();
  const into = !order.first && active && takesText(active) ? active : before;
  if (!into || !into.isConnected) return { found: false };
  if (order.first && element && guard.stops(id, element)) return { found: true, written: false };
  if (!takesText(into) || !isRendered(into)) return { found: true, written: false };
  const atEnd = !order.first || Boolean(order.end);
  if ((order.first || active !== into) && !enter(/** @type {HTMLElement} */ (into), atEnd)) return { found: true, written: false };
  receive(run, into, { ...order, id: into === element ? id : '', end: atEnd });
  typingIn = new WeakRef(into);
  const key = { key: order.text, keyCode: keyCodeOf(order.text), bubbles: true, cancelable: true, composed: true };
  const press = { ...key, keyCode: order.text.charCodeAt(0), charCode: order.text.charCodeAt(0) };
  if (into.dispatchEvent(new KeyboardEvent('keydown', key)) && into.dispatchEvent(new KeyboardEvent('keypress', press))) {
    insert(/** @type {HTMLElement} */ (into), order.text, atEnd);
  }
  into.dispatchEvent(new KeyboardEvent('keyup', key));
  return { found: true, written: true };
}

/**
 * The code of the key of a character; 229 if it has none of its own.
 * @param {string} character
 */
function keyCodeOf(character) {
  return /^[a-z0-9 ]$/i.test(character) ? character.toUpperCase().charCodeAt(0) : 229;
}

/**
 * Records what a field receives.
 * @param {Run} run
 * @param {Element} field
 * @param {Order} order with an empty ID if the field has none
 */
function receive({ register, looks }, field, order) {
  const { id } = order;
  keepListening(listenToLeaks);
  if (!order.end) taints.delete(field);
  if (!order.end && id) register.taints.delete(id);
  if (order.taint) setTaint(field, order.taint);
  if (order.taint && id) register.taints.set(id, order.taint);
  looks.forget();
}

/**
 * The same for text that was written in another way.
 * @param {Run} run
 * @param {{id: string, taint: Taint}} args
 */
export function received(run, { id, taint }) {
  const element = run.register.element(id);
  if (element) receive(run, element, { id, text: '', end: true, taint });
}

/**
 * Focuses a field, with all of it selected or the caret at its end. Returns whether the page lets it have the focus.
 * @param {HTMLElement} element
 * @param {boolean} atEnd
 */
function enter(element, atEnd) {
  element.focus();
  if (!hasFocus(element)) return false;
  if (atEnd) collapseAtEnd(element);
  else selectAll(element);
  return true;
}

/** @param {HTMLElement} element */
function selectAll(element) {
  if (isTextField(element)) element.select();
  else getSelection()?.selectAllChildren(element);
}

/** @param {HTMLElement} element */
function collapseAtEnd(element) {
  if (isTextField(element)) {
    if (element.selectionStart !== null) element.setSelectionRange(element.value.length, element.value.length);
    return; // a number or email input does not expose its selection; focusing it puts the caret at the end
  }
  const selection = getSelection();
  selection?.selectAllChildren(element);
  selection?.collapseToEnd();
}

/**
 * Replaces the selection with text. Nothing can happen in between: it is one event-loop task, and no key is involved.
 * @param {HTMLElement} element
 * @param {string} text
 * @param {boolean} atEnd
 */
function insert(element, text, atEnd) {
  const inputType = text ? 'insertText' : 'deleteContentBackward';
  const init = { bubbles: true, cancelable: true, composed: true, inputType, data: text || null };
  if (!element.dispatchEvent(new InputEvent('beforeinput', init))) return; // the page writes the text itself, or rejects it
  const isEmpty = !text && contentOf(element) === '';
  if (isEmpty || (hasFocus(element) && (text ? document.execCommand('insertText', false, text) : document.execCommand('delete')))) return;
  if (!isTextField(element)) return;
  element.value = atEnd ? element.value + text : text;
  element.dispatchEvent(new InputEvent('input', { ...init, cancelable: false }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}
