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

/** Elements that a label may name, except custom elements (HTML, "labelable element"). */
const LABELABLE = /^(button|input|meter|output|progress|select|textarea)$/;

/**
 * The labels of a form control, in document order.
 * @param {Element} element
 * @returns {readonly HTMLLabelElement[]}
 */
export function labelsOf(element) {
  if (!LABELABLE.test(element.localName)) return [];
  if (cache.on) return labelsIn(rootOf(element)).get(element) || [];
  const labels = /** @type {HTMLInputElement} */ (element).labels;
  return labels ? Array.from(labels) : [];
}

/**
 * The labels of every control in a root; `labels` of a single control makes the browser search the whole document.
 * @param {Document | ShadowRoot} root
 */
function labelsIn(root) {
  let labels = cache.labelled.get(root);
  if (labels) return labels;
  cache.labelled.set(root, (labels = new Map()));
  for (const label of Array.from(everywhere(root, 'label'))) {
    const control = label instanceof HTMLLabelElement ? label.control : null;
    if (!control) continue;
    const others = labels.get(control);
    if (others) others.push(/** @type {HTMLLabelElement} */ (label));
    else labels.set(control, [/** @type {HTMLLabelElement} */ (label)]);
  }
  return labels;
}
