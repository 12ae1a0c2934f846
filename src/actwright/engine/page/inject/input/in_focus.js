// The focused control, for a person who drives the page: screenshots do not show what the browser draws outside it.

import { focusedElement } from '../dom/focus.js';
import { focusPlace } from '../dom/forms.js';
import { fold } from '../dom/strings.js';
import { nameOf } from '../read/names.js';
import { roleOf } from '../read/roles.js';

/** As in `schemas/control.py`. */
const MOST_CHOICES = 1000;
const LONGEST_CHOICE = 500;

const PICKED = /^(date|time|month|week|datetime-local|color)$/;

/**
 * Whether this document has the focus, whether one of its frames has it, and the focused control if no screenshot shows
 * all of it.
 */
export function inFocus() {
  const element = focusedElement();
  return { focused: document.hasFocus(), framed: focusPlace().framed, control: element && controlOf(element) };
}

/** @param {Element} element */
function controlOf(element) {
  /** @param {string} text */
  const short = (text) => fold(text).slice(0, LONGEST_CHOICE);
  const label = short(nameOf(element, roleOf(element)) || element.getAttribute('name') || '');
  if (element instanceof HTMLSelectElement) {
    const options = Array.from(element.options).slice(0, MOST_CHOICES).map((option) => ({
      label: short(option.label), selected: option.selected, disabled: option.matches(':disabled'),
      group: option.parentElement instanceof HTMLOptGroupElement ? short(option.parentElement.label) : '',
    }));
    return { kind: 'select', label, multiple: element.multiple, options };
  }
  if (!(element instanceof HTMLInputElement) || !PICKED.test(element.type)) return null;
  return { kind: element.type, label, value: short(element.value), min: short(element.min), max: short(element.max), step: short(element.step) };
}
