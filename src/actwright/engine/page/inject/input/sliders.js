// Sliders and spin buttons that a page draws itself: what takes their keys, and what they say of their value.

import { ariaOf } from '../dom/internals.js';
import { isRendered } from '../dom/style.js';

/** @import { Register } from '../identity/register.js' */

const FOCUSABLE = 'input:not([type=hidden i]), select, textarea, button, a[href], [tabindex], [contenteditable]';

/**
 * What takes the keys that are pressed on an element: the only part of it that can have the keyboard, if it cannot have it
 * itself.
 * @param {Element} element
 */
export function keyTaker(element) {
  if (element.matches(FOCUSABLE) || element.shadowRoot) return element;
  const parts = Array.from(element.querySelectorAll(FOCUSABLE)).filter((part) => isRendered(part) && !part.matches('[tabindex="-1"]'));
  return parts.length === 1 ? parts[0] : element;
}

/**
 * The value of a slider, with its limits; null for what it does not say.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function slider(register, { id }) {
  const element = register.element(id);
  if (!element) return { found: false };
  const [now, least, most] = ['aria-valuenow', 'aria-valuemin', 'aria-valuemax'].map((name) => ariaOf(element, name));
  return { found: true, now, least, most };
}
