// While a field is tainted, nothing can be copied out of its document, and no form can send the value where it does not
// belong.

import { formOf, goingTo } from '../dom/forms.js';
import { taintedFields, taints } from '../read/withheld.js';

/** @import { Taint } from '../read/withheld.js' */

/**
 * @typedef {object} Leak
 * @property {string} name of the value
 * @property {string} to `GET`, or the origin that would receive it
 */

/** The leak that was stopped since the last question. @type {Leak | null} */
let stoppedLeak = null;

export function takeLeak() {
  const leak = stoppedLeak;
  stoppedLeak = null;
  return leak;
}

/**
 * The value that a form would send where it does not belong, or write into an address.
 * @param {HTMLFormElement} form
 * @param {Element | null} submitter
 * @returns {(Leak & {fields: Element[]}) | null}
 */
function leakOf(form, submitter) {
  const asked = (/** @type {string} */ name) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '';
  const method = asked('method').toLowerCase();
  if (method === 'dialog') return null;
  const fields = taintedFields().filter((field) => formOf(field) === form && taints.get(field)?.origins);
  const target = new URL(goingTo(asked('action'))).origin;
  for (const field of fields) {
    const taint = /** @type {Taint} */ (taints.get(field));
    if (method !== 'post') return { name: taint.name, to: 'GET', fields };
    if (!taint.origins?.includes(target)) return { name: taint.name, to: target, fields };
  }
  return null;
}

/** The last submission that the page could still prevent. @type {SubmitEvent | null} */
let submission = null;

/** @param {Event} event */
function isOver(event) {
  return event.eventPhase === Event.NONE;
}

/** @param {Event} event */
function keepIn(event) {
  if (!taintedFields().length) return;
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** @param {SubmitEvent} event */
function noteSubmission(event) {
  submission = event;
}

/** Runs after the page's listeners, as the page may send the form in its own way. @param {SubmitEvent} event */
function judgeSubmission(event) {
  const form = event.composedPath()[0];
  const leak = !event.defaultPrevented && form instanceof HTMLFormElement ? leakOf(form, event.submitter) : null;
  if (!leak) return;
  event.preventDefault();
  stoppedLeak = { name: leak.name, to: leak.to };
}

/** Covers a form that is sent although the page kept its event from `judgeSubmission`. @param {FormDataEvent} event */
function emptyFormData(event) {
  const form = event.composedPath()[0];
  if (!(form instanceof HTMLFormElement) || submission?.target !== form) return;
  if (!isOver(submission) || submission.defaultPrevented) return; // the page itself reads its form
  const leak = leakOf(form, submission.submitter);
  if (!leak) return;
  for (const field of leak.fields) event.formData.delete(field.getAttribute('name') || '');
  stoppedLeak = { name: leak.name, to: leak.to };
}

export function listenToLeaks() {
  for (const type of ['copy', 'cut', 'dragstart']) addEventListener(type, keepIn, true);
  addEventListener('submit', noteSubmission, true);
  addEventListener('submit', judgeSubmission);
  addEventListener('formdata', emptyFormData);
}
