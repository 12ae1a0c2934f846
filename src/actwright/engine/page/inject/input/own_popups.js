// Closes what a field has opened and left open, such as a calendar or a list, as a person does without thinking of it.

import { middle } from '../dom/areas.js';
import { composedContains, composedParent } from '../dom/composed.js';
import { focusedElement, isTextField } from '../dom/focus.js';
import { check } from './check.js';

/** @import { Register } from '../identity/register.js' */

/** The field that was left, for Escape, which pages often hear only there. @type {WeakRef<Element> | null} */
let left = null;

/** Where a press may mean something: it would close a dialog, follow a link or tick a box. */
const MEANT = 'dialog, [role=dialog], [role=alertdialog], a, button, summary, label, [onclick], [role=button], [role=link]';

/**
 * The ways of closing a popup, the gentlest first: many close when their field is left, some only if something else is
 * pressed; Escape comes last: where it takes back what was entered, that is put back.
 * @type {Record<string, (around: Element) => void>}
 */
const WAYS = {
  leave() {
    const field = focusedElement();
    left = field && field !== document.body ? new WeakRef(field) : null;
    if (field instanceof HTMLElement) field.blur();
  },
  press(around) {
    if (around.closest(MEANT)) return;
    const [clientX, clientY] = middle(around.getBoundingClientRect());
    const init = { bubbles: true, cancelable: true, composed: true, clientX, clientY };
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
      const Kind = type.startsWith('pointer') ? PointerEvent : MouseEvent;
      around.dispatchEvent(new Kind(type, { ...init, ...(type.endsWith('down') && { buttons: 1 }) }));
    }
  },
  escape(around) {
    const field = left?.deref();
    if (around.closest('dialog, [role=dialog], [role=alertdialog]')) return; // Escape would close that, too
    const text = isTextField(field ?? null) ? /** @type {HTMLInputElement} */ (field) : null;
    const before = text?.value;
    const key = { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true, composed: true };
    for (const type of ['keydown', 'keyup']) (field?.isConnected ? field : around).dispatchEvent(new KeyboardEvent(type, key));
    if (!text || before === undefined || text.value === before) return;
    text.value = before;
    text.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  },
};

/**
 * Tries one way of closing what lies over an element.
 * @param {Register} register
 * @param {{id: string, way: string}} args
 */
export function closePopup(register, { id, way }) {
  const element = register.element(id);
  if (element) WAYS[way](boxAround(element));
  return check(register, { id });
}

/**
 * The smallest box that has both an element and the field that was left: a place where a press means nothing.
 * @param {Element} element
 */
function boxAround(element) {
  const field = left?.deref();
  if (!field) return document.body;
  let node = composedParent(element);
  while (node && node !== document.body && !composedContains(node, field)) node = composedParent(node);
  return node ?? document.body;
}
