// Values that no model may see: by the kind of their field, or because of what was written into it (taint). The name of
// a tainted value is shown in its place, however the page rewrites it, until the field is empty.

/** Inputs that once were password fields: a "show password" button must not reveal them. @type {WeakSet<Element>} */
const oncePassword = new WeakSet();

/**
 * Whether a field's value must not be read: passwords and one-time codes.
 * @param {Element} element
 */
export function isWithheld(element) {
  if (!(element instanceof HTMLInputElement)) return false;
  const purpose = (element.getAttribute('autocomplete') || '').toLowerCase();
  if (element.type === 'password' || /\b(one-time-code|current-password|new-password)\b/.test(purpose)) oncePassword.add(element);
  return oncePassword.has(element);
}

/**
 * Whether the markup of a field marks it as one for a password, a one-time code, or payment card data.
 * @param {Element} element
 */
export function isForSecrets(element) {
  return isWithheld(element) || /(^|\s)cc-/i.test(element.getAttribute('autocomplete') || '');
}

/**
 * Whether a field shows a value that must not be read in clear text.
 * @param {Element} element
 */
export function showsPassword(element) {
  return element instanceof HTMLInputElement && element.type !== 'password' && element.value !== '' && isWithheld(element);
}

/**
 * @typedef {object} Taint
 * @property {string} name shown in place of the value, such as `{{card}}`
 * @property {string[] | null} origins to which a form may send it; null if it is no secret, and may be sent anywhere
 */

/** @type {WeakMap<Element, Taint>} */
export const taints = new WeakMap();

/** The same elements, in a set that can be iterated. @type {Set<WeakRef<Element>>} */
const everTainted = new Set();

/**
 * @param {Element} field
 * @param {Taint} taint
 */
export function setTaint(field, taint) {
  if (!taints.has(field)) everTainted.add(new WeakRef(field));
  taints.set(field, taint);
}

/** @param {Element} field */
export function contentOf(field) {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return field.value;
  return field.textContent || '';
}

/**
 * The taint of a field; null if it has none, or is empty.
 * @param {Element} field
 */
export function taintOf(field) {
  const taint = taints.get(field);
  if (!taint) return null;
  if (contentOf(field) !== '') return taint;
  taints.delete(field);
  return null;
}

/**
 * The value of a field as a model may see it: the value itself, or the name of what was typed.
 * @param {Element} field
 * @param {string} value
 */
export function readableValueOf(field, value) {
  return taintOf(field)?.name ?? value;
}

/** The fields that currently hold a withheld value. */
export function taintedFields() {
  /** @type {Element[]} */
  const found = [];
  for (const reference of everTainted) {
    const field = reference.deref();
    if (field?.isConnected && taintOf(field)) found.push(field);
    else if (!field || !taints.has(field)) everTainted.delete(reference);
  }
  return found;
}

/** The names of the withheld values in fields of the document. */
export function taintNames() {
  return [...new Set(taintedFields().map((field) => /** @type {Taint} */ (taints.get(field)).name))];
}
