// Where a form is sent, as the browser determines it on submission (HTML, form submission algorithm).

import { composedParent } from './composed.js';
import { focusedElement } from './focus.js';
import { rootOf } from './roots.js';

/**
 * The URL to which a control submits its form; null outside of forms, and for a form that is not sent anywhere.
 * @param {Element} element
 */
export function actionOf(element) {
  const form = formOf(element);
  if (!form) return null;
  const own = submits(element) ? element : defaultButton(form) ?? form; // Enter in a field presses the default button
  if (own !== form && own.getAttribute('formaction') !== null) return goingTo(own.getAttribute('formaction'));
  if ((own.getAttribute('formmethod') ?? form.getAttribute('method') ?? '').toLowerCase() === 'dialog') return null;
  return goingTo(form.getAttribute('action'));
}

/** @param {HTMLFormElement} form */
function defaultButton(form) {
  const root = /** @type {Document | ShadowRoot} */ (form.getRootNode());
  return Array.from(root.querySelectorAll('button, input')).find((one) => submits(one) && formOf(one) === form) ?? null;
}

/** @param {string | null} written */
export function goingTo(written) {
  if (!written) return location.href;
  try {
    return new URL(written, document.baseURI).href;
  } catch {
    return location.href;
  }
}

/** Where the focused control would submit its form, and whether the focus is in a frame. */
export function focusPlace() {
  const active = focusedElement();
  return { framed: active !== null && /^i?frame$/i.test(active.localName), action: active && actionOf(active) };
}

/**
 * The form that a control belongs to; one in a shadow root belongs to the form around its host.
 * @param {Element} element
 * @returns {HTMLFormElement | null}
 */
export function formOf(element) {
  const own = /** @type {HTMLInputElement} */ (element).form;
  if (own instanceof HTMLFormElement) return own;
  if (own === undefined || !(rootOf(element) instanceof ShadowRoot)) return null;
  for (let node = composedParent(element); node; node = composedParent(node)) if (node instanceof HTMLFormElement) return node;
  return null;
}

/** @param {Element} element */
export function submits(element) {
  if (!formOf(element)) return false;
  if (element instanceof HTMLButtonElement) return element.type === 'submit';
  return element instanceof HTMLInputElement && (element.type === 'submit' || element.type === 'image');
}
