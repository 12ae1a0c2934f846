// The labels of form controls.

import { cache } from './capture_cache.js';
import { everywhere, rootOf } from './roots.js';

/**
 * @param {Element} target
 * @param {Element} control
 */
export function isLabelOf(target, control) {
  const label = target.closest('label');
  return label instanceof HTMLLabelElement && label.control === control;
}

/** Elements that a label may name: those that HTML calls labelable, and custom elements that take part in forms. */
const LABELABLE = /^(button|input|meter|output|progress|select|textarea)$|-/;
const CONTROLS = 'button, input:not([type=hidden i]), select, textarea';

/**
 * The labels of a form control, in document order; those of a custom element also name the first control in it.
 * @param {Element} element
 * @returns {readonly HTMLLabelElement[]}
 */
export function labelsOf(element) {
  if (!LABELABLE.test(element.localName)) return [];
  const own = ownLabels(element);
  const root = own.length ? null : element.getRootNode();
  return root instanceof ShadowRoot && root.querySelector(CONTROLS) === element ? labelsOf(root.host) : own;
}

/**
 * @param {Element} element
 * @returns {readonly HTMLLabelElement[]}
 */
function ownLabels(element) {
  const labels = /** @type {HTMLInputElement} */ (element).labels;
  if (cache.on || (!labels && element.localName.includes('-'))) return labelsIn(rootOf(element)).get(element) || [];
  return labels ? Array.from(labels) : [];
}

/**
 * The labels of every control in a root; `labels` of a single control makes the browser search the whole document.
 * @param {Document | ShadowRoot} root
 */
function labelsIn(root) {
  let labels = cache.labelled.get(root);
  if (labels) return labels;
  labels = new Map();
  if (cache.on) cache.labelled.set(root, labels);
  for (const label of Array.from(everywhere(root, 'label'))) {
    const control = label instanceof HTMLLabelElement ? label.control : null;
    if (!control) continue;
    const others = labels.get(control);
    if (others) others.push(/** @type {HTMLLabelElement} */ (label));
    else labels.set(control, [/** @type {HTMLLabelElement} */ (label)]);
  }
  return labels;
}
