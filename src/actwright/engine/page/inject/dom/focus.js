// The focus, and the fields that take text.

import { composedContains } from './composed.js';
import { rootOf } from './roots.js';

/** @returns {Element | null} through open shadow roots */
export function focusedElement() {
  let active = document.activeElement;
  while (active && active.shadowRoot?.activeElement) active = /** @type {ShadowRoot} */ (active.shadowRoot).activeElement;
  return active;
}

const TEXT_TYPES = /^(text|search|email|url|tel|password|number)$/;

/**
 * Whether a field contains text that can be typed.
 * @param {Element | null} field
 * @returns {field is HTMLInputElement | HTMLTextAreaElement}
 */
export function isTextField(field) {
  return field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && TEXT_TYPES.test(field.type));
}

/**
 * Whether text can be put into an element from inside its document.
 * @param {Element} element
 */
export function takesText(element) {
  if (isTextField(element)) return !element.readOnly && !element.matches(':disabled');
  return element instanceof HTMLElement && element.isContentEditable;
}

/**
 * Whether key events of its document would go to an element.
 * @param {HTMLElement} element
 */
export function hasFocus(element) {
  const active = rootOf(element).activeElement;
  return active !== null && active !== document.body && composedContains(active, element);
}
