// Taint: a field that received a value which no model may see is told by the name of that value, however the page
// rewrites it, until it is empty. Meanwhile nothing is copied out of its document, and no form sends it where it does
// not belong.

/**
 * @typedef {object} Taint
 * @property {string} name what is told in the place of the value, `{{card}}`
 * @property {string[] | null} origins where a form may send it; null if it is no secret, and may go anywhere
 */

/** @type {WeakMap<Element, Taint>} */
const taints = new WeakMap();
/** Those elements, to go through them. @type {Set<WeakRef<Element>>} */
const everTainted = new Set();

/**
 * @param {Element} field
 * @param {Taint} taint
 */
function setTaint(field, taint) {
  if (!taints.has(field)) everTainted.add(new WeakRef(field));
  taints.set(field, taint);
}

/** @param {Element} field */
function contentOf(field) {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return field.value;
  return field.textContent || '';
}

/**
 * The taint of a field; null if it has none, or is empty.
 * @param {Element} field
 */
function taintOf(field) {
  const taint = taints.get(field);
  if (!taint) return null;
  if (contentOf(field) !== '') return taint;
  taints.delete(field);
  return null;
}

/**
 * What is told of the value of a field: the value, or the name of what was typed.
 * @param {Element} field
 * @param {string} value
 */
function toldOf(field, value) {
  return taintOf(field)?.name ?? value;
}

/** The fields that hold a withheld value now. */
function taintedFields() {
  /** @type {Element[]} */
  const found = [];
  for (const reference of everTainted) {
    const field = reference.deref();
    if (field?.isConnected && taintOf(field)) found.push(field);
    else if (!field || !taints.has(field)) everTainted.delete(reference);
  }
  return found;
}

/** The names of the values that fields of the document hold. */
function taintNames() {
  return [...new Set(taintedFields().map((field) => /** @type {Taint} */ (taints.get(field)).name))];
}

/**
 * @typedef {object} Leak
 * @property {string} name of the value
 * @property {string} to `GET`, or the origin that it would go to
 */

/** What was stopped since this was last asked. @type {Leak | null} */
let stoppedLeak = null;

function takeLeak() {
  const leak = stoppedLeak;
  stoppedLeak = null;
  return leak;
}

/**
 * What a form would send to where it does not belong, or write into an address.
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

/** The last submission that pages could still prevent. @type {SubmitEvent | null} */
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

/** Comes after the page, which may send the form in its own way. @param {SubmitEvent} event */
function judgeSubmission(event) {
  const form = event.composedPath()[0];
  const leak = !event.defaultPrevented && form instanceof HTMLFormElement ? leakOf(form, event.submitter) : null;
  if (!leak) return;
  event.preventDefault();
  stoppedLeak = { name: leak.name, to: leak.to };
}

/** Hears of what is sent after all, as the page kept the event from the listener above. @param {FormDataEvent} event */
function emptyFormData(event) {
  const form = event.composedPath()[0];
  if (!(form instanceof HTMLFormElement) || submission?.target !== form) return;
  if (!isOver(submission) || submission.defaultPrevented) return; // the page reads its form
  const leak = leakOf(form, submission.submitter);
  if (!leak) return;
  for (const field of leak.fields) event.formData.delete(field.getAttribute('name') || '');
  stoppedLeak = { name: leak.name, to: leak.to };
}

/** Safe to repeat: `document.open()` takes every listener away. */
function listenToLeaks() {
  for (const type of ['copy', 'cut', 'dragstart']) addEventListener(type, keepIn, true);
  addEventListener('submit', noteSubmission, true);
  addEventListener('submit', judgeSubmission);
  addEventListener('formdata', emptyFormData);
}
