// Fields that have to be typed into key by key, as their page listens to the keys, and the lists that fields open.

import { composedParent } from '../dom/composed.js';
import { isTextField } from '../dom/focus.js';
import { fold } from '../dom/strings.js';
import { listensToKeys } from '../read/listeners.js';
import { ENTERED, codeBoxes } from '../read/parts.js';
import { roleOf } from '../read/roles.js';
import { shownOf } from './boxes.js';

/** @import { Register } from '../identity/register.js' */

/** Longer texts, and those with line breaks, are pasted by people, not typed. */
const LONGEST_TYPED = 200;

/** What a widget is in; a key listener there is for the page, and not for one field. */
const AROUND = 'form, body, html, main, dialog, [role=dialog], [role=alertdialog]';

const LONGEST_BESIDE = 2000;

let kept = false;

/** @param {Event} event */
function keepForm(event) {
  kept = true;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Begins or ends to keep forms from being submitted, as by an Enter that is to end one text of several. Says at the end
 * whether one was kept.
 * @param {{value: boolean}} args
 */
export function keepForms({ value }) {
  if (value) kept = false;
  (value ? addEventListener : removeEventListener)('submit', keepForm, true);
  return { found: true, kept };
}

/**
 * The boxes around a field that are part of its widget, which has no other field; the field is first.
 * @param {Element} field
 */
function* widgetOf(field) {
  yield field;
  for (let node = composedParent(field); node && !node.matches(AROUND); node = composedParent(node)) {
    if (node.querySelectorAll(ENTERED).length > 1) return;
    yield node;
  }
}

/**
 * Whether a text has to be typed into a field key by key.
 * @param {Element} field
 * @param {string} text
 */
export function needsKeys(field, text) {
  if (!isTextField(field) || !text || text.length > LONGEST_TYPED || text.includes('\n')) return false;
  return takesKeys(field) || (text.length > 1 && codeBoxes(field).length > 0);
}

/**
 * Whether a page listens to the keys in a field, or the field promises a list for what is typed.
 * @param {Element} field
 */
export function takesKeys(field) {
  if (opensList(field) && !isNative(field)) return true;
  for (const node of widgetOf(field)) if (listensToKeys(node)) return true;
  return false;
}

/**
 * Whether a field says that it opens a list to choose from.
 * @param {Element} field
 */
function opensList(field) {
  if (roleOf(field) === 'combobox') return !isPartOfDate(field) && !field.matches('[aria-haspopup=dialog], [aria-haspopup=grid]:not([aria-autocomplete=list], [aria-autocomplete=both])');
  return field.matches('[aria-autocomplete]:not([aria-autocomplete=none]), [aria-haspopup=listbox]');
}

/**
 * Whether a field is for the number of a day, a month or a year, and has no list, though it may say that it is a combobox.
 * @param {Element} field
 */
function isPartOfDate(field) {
  return field.matches('[maxlength="2"], [maxlength="4"]') && !field.matches('[aria-controls], [aria-owns], [aria-expanded], [aria-haspopup], [aria-autocomplete]');
}

/**
 * Whether the browser itself shows what a field suggests.
 * @param {Element} field
 */
function isNative(field) {
  return field instanceof HTMLInputElement && field.list !== null;
}

/**
 * Whether any text makes sense in a field that suggests some: it searches.
 * @param {Element} field
 */
function searches(field) {
  const named = [field.getAttribute('name'), field.id].some((name) => /^(q|s|query|search|keywords?|term)$/i.test(name || ''));
  return named || field.matches('[type=search i], [role=searchbox], [enterkeyhint=search i]') || field.closest('search, [role=search]') !== null;
}

/**
 * How a field takes text: whether it may open a list of suggestions, whether it says so, whether the browser itself opens
 * it, whether any text makes sense in it, whether its page listens to keys, and how many boxes for one character each begin
 * with it.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function suggests(register, { id }) {
  const field = shownOf(register, id);
  if (!field) return { found: false };
  const native = isNative(field);
  return {
    found: true, native, suggests: native || opensList(field) || field.matches('[autocomplete=off i]'),
    chooses: opensList(field) && !native && !searches(field), keys: takesKeys(field), boxes: codeBoxes(field).length,
  };
}

/**
 * The text in the boxes of a code, from a field on.
 * @param {Element} field
 */
export function codeIn(field) {
  return codeBoxes(field).map((box) => /** @type {HTMLInputElement} */ (box).value).join('');
}

/**
 * The text around an empty field and its widget, where some show what was chosen.
 * @param {Element} field
 */
export function besideOf(field) {
  if (!(field instanceof HTMLInputElement) || !isTextField(field) || field.value) return '';
  const around = composedParent(/** @type {Element} */ (Array.from(widgetOf(field)).at(-1)));
  return around instanceof HTMLElement ? fold(around.innerText).slice(0, LONGEST_BESIDE) : '';
}
