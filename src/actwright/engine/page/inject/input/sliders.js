// Sliders and spin buttons: what takes their keys, and what they say of their value.

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
 * @param {{id: string, argument?: number | null}} args with an argument, an input is first moved to a step beside that value
 */
export function slider(register, { id, argument }) {
  const element = register.element(id);
  if (!element) return { found: false };
  if (element instanceof HTMLInputElement && element.type === 'range') {
    if (typeof argument === 'number') moveBeside(element, argument);
    return { found: true, now: element.value, least: element.min || '0', most: element.max || '100' };
  }
  const [now, least, most] = ['aria-valuenow', 'aria-valuemin', 'aria-valuemax'].map((name) => ariaOf(element, name));
  return { found: true, now, least, most };
}

/**
 * Moves a slider to a step beside a value, as it looks while it is dragged, so that one key sets the value: many pages use
 * one only once a key or the mouse is released.
 * @param {HTMLInputElement} input
 * @param {number} value
 */
function moveBeside(input, value) {
  if (input.step === 'any') return;
  const before = input.value;
  input.value = String(value);
  input.stepDown();
  if (Number(input.value) === value) input.stepUp();
  if (input.value !== before) input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
}
