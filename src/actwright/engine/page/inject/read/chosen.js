// What a list that a page draws itself has as its value: what is chosen, and nothing if nothing is.

import { composedParent } from '../dom/composed.js';
import { referenced } from '../dom/roots.js';
import { fold } from '../dom/strings.js';
import { contentText } from './names.js';

const FIELDS = 'input:not([type=hidden i]), select, textarea';
const NOT_CHOSEN = 'label, legend, [role=listbox], [role=option], script, style';
const PLACEHOLDER = '[data-placeholder], [class*=placeholder i]';
const MOST_OPTIONS = 5000;
/** A control is no deeper in its own box than this. */
const MOST_LEVELS = 6;

/** The names of options that were seen in this document: a closed list often has none. @type {Set<string>} */
const seen = new Set();

/** @param {string} name of an option */
export function noteOption(name) {
  if (seen.size < MOST_OPTIONS) seen.add(fold(name));
}

/**
 * The text of a drawn select, without its placeholder, and without its label: a part that names it, unless something else
 * does so too and the part is its value.
 * @param {Element} select
 */
export function chosenIn(select) {
  if (select.matches(PLACEHOLDER)) return '';
  let text = contentText(select, null);
  const naming = referenced(select, 'aria-labelledby');
  const labels = naming.every((one) => select.contains(one)) ? naming : [];
  for (const part of select.querySelectorAll('*')) {
    if (part.matches(`label, legend, ${PLACEHOLDER}`) || labels.includes(part)) text = text.replace(contentText(part, null), '');
  }
  return fold(text);
}

/**
 * The options that are shown as chosen in the box around an empty search field, in which the list is searched.
 * @param {HTMLInputElement} field
 */
export function chosenBeside(field) {
  let box = /** @type {Element} */ (field);
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const outer = composedParent(box);
    if (!outer || outer.matches('form, body, fieldset, main, dialog') || outer.querySelectorAll(FIELDS).length > 1) break;
    box = outer;
  }
  if (box === field) return '';
  const named = new Set(seen);
  for (const option of document.querySelectorAll('[role=option]')) named.add(fold(option.textContent || ''));
  const texts = Array.from(box.querySelectorAll('*')).filter((part) => !part.firstElementChild && !part.closest(NOT_CHOSEN) && part.checkVisibility());
  return texts.map((part) => fold(part.textContent || '')).filter((text) => text && named.has(text)).join(', ');
}
