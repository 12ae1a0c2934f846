// Whether a field is marked as wrong, and what the page says about it.

import { composedParent } from '../dom/composed.js';
import { referenced } from '../dom/roots.js';
import { fold } from '../dom/strings.js';
import { styleOf } from '../dom/style.js';
import { ownName } from './names.js';

/** @param {Element} element */
export function invalidity(element) {
  const rejected = element.matches(':user-invalid');
  const marked = element.hasAttribute('aria-invalid') && element.getAttribute('aria-invalid') !== 'false';
  if (!rejected && !marked) return isMarkedRed(element) ? { invalid: true, error: descriptionOf(element) } : {};
  const message = referenced(element, 'aria-errormessage').map(ownName).join(' ');
  const native = /** @type {HTMLInputElement} */ (element).validationMessage;
  return { invalid: true, error: fold(message || (rejected && native) || descriptionOf(element)) };
}

/** Classes with which pages mark a field, or an element around that field alone, as wrong. */
const WRONG = /(^|[-_\s])(error|errors|invalid|danger)($|[-_\s])|([a-z](Error|Invalid)($|[-_\s]))/;

/**
 * Whether a field looks wrong: a class of it, or of an element around it alone, says so, and some part of it is red.
 * @param {Element} element
 */
function isMarkedRed(element) {
  if (!/^(input|select|textarea)$/.test(element.localName)) return false;
  /** @type {Element[]} */
  const path = [];
  for (let node = /** @type {Element | null} */ (element); node && path.length < 3; node = composedParent(node)) {
    path.push(node);
    if (WRONG.test(node.getAttribute('class') || '')) {
      if (path.some((one) => one.querySelectorAll('input, select, textarea').length > 1)) return false;
      const { live } = styleOf(element);
      return [live.borderTopColor, live.borderBottomColor, live.outlineColor, live.backgroundColor, live.color, live.boxShadow].some(isRed);
    }
  }
  return false;
}

/** @param {string} color as in a computed style */
function isRed(color) {
  const [red, green, blue, alpha] = (/rgba?\(([^)]*)\)/.exec(color)?.[1] || '').split(/[ ,/]+/).map(Number);
  return alpha !== 0 && red > 150 && red - green > 10 && red - blue > 10 && Math.abs(green - blue) < 0.6 * (red - Math.min(green, blue)) + 10;
}

/**
 * What a page says of an element besides its name; of a checkbox or radio button also by the tooltip of its label.
 * @param {Element} element
 */
export function noteOf(element) {
  const label = /^(checkbox|radio)$/.test(/** @type {HTMLInputElement} */ (element).type) ? /** @type {HTMLInputElement} */ (element).labels?.[0] : null;
  return descriptionOf(element) || fold(label?.title ?? '');
}

/** @param {Element} element */
function descriptionOf(element) {
  const described = referenced(element, 'aria-describedby').map(ownName).join(' ');
  return fold(described || element.getAttribute('aria-description') || element.getAttribute('title') || '');
}
