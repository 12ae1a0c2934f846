// Files: the input that takes them, and elements onto which they can be dropped.

import { shownOf } from './boxes.js';

/** @import { Register } from '../identity/register.js' */

/**
 * The file input that an element is, labels or contains.
 * @param {Element} element
 * @returns {HTMLInputElement | null}
 */
export function fileInputOf(element) {
  const labelled = element instanceof HTMLLabelElement ? element.control : null;
  const field = labelled || element;
  if (field !== element || field.localName === 'input') return isFileInput(field) ? field : null;
  const inside = element.querySelectorAll('input[type=file]');
  return inside.length === 1 && isFileInput(inside[0]) ? inside[0] : null;
}

/**
 * @param {Element} element
 * @returns {element is HTMLInputElement}
 */
function isFileInput(element) {
  return element instanceof HTMLInputElement && element.type === 'file';
}

/**
 * What the file input of an element accepts and holds.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function fileInput(register, { id }) {
  const element = register.element(id);
  if (!element) return { found: false };
  const input = fileInputOf(element);
  if (!input) return { found: true, input: false };
  const names = Array.from(input.files || [], (file) => file.name);
  return { found: true, input: true, multiple: input.multiple, accept: input.accept, names };
}

/** An input outside of any document, from which dropped files are taken. @type {HTMLInputElement | null} */
let fileCarrier = null;

export function newCarrier() {
  fileCarrier = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
  return fileCarrier;
}

/**
 * Drags the files of the carrier over an element and away again, and reports whether it accepts them, which it does by
 * cancelling `dragover`.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function offerFiles(register, { id }) {
  const shown = shownOf(register, id);
  if (!shown) return { found: false };
  const dataTransfer = new DataTransfer();
  for (const file of fileCarrier?.files || []) dataTransfer.items.add(file);
  const box = shown.getBoundingClientRect();
  const [clientX, clientY] = [box.left + box.width / 2, box.top + box.height / 2];
  const send = (/** @type {string} */ type) => !shown.dispatchEvent(
    new DragEvent(type, { bubbles: true, cancelable: true, composed: true, clientX, clientY, dataTransfer }),
  );
  send('dragenter');
  const takes = send('dragover');
  return { found: true, takes: send('dragleave') || takes };
}
