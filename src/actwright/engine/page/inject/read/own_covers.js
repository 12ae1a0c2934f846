// What covers a field as a part of the same widget: the box that shows its value, for example.

import { middle } from '../dom/areas.js';
import { composedContains, composedParent } from '../dom/composed.js';
import { hit } from '../dom/hit_tests.js';
import { isLabelOf } from '../dom/labels.js';
import { CONTROLS } from '../dom/selectors.js';
import { HIGHEST_GROUND } from './stand_ins.js';

const FIELDS = 'input, select, textarea, [role=combobox], [role=textbox], [role=searchbox], [role=spinbutton]';

/**
 * Whether a click on what covers a field is one on the field: both are in a small box without any other control,
 * and it is no target of its own.
 * @param {Element} cover
 * @param {Element} field
 * @param {WeakMap<Element, string>} ids of the elements that are targets
 */
export function isOwnCover(cover, field, ids) {
  if (!field.matches(FIELDS)) return false;
  let box = composedParent(field);
  while (box && !composedContains(box, cover)) box = composedParent(box);
  if (!box || box.matches('body, html, form, fieldset, dialog, label') || box.getBoundingClientRect().height > HIGHEST_GROUND) return false;
  for (let part = /** @type {Element | null} */ (cover); part && part !== box; part = composedParent(part)) if (ids.has(part)) return false;
  return Array.from(box.querySelectorAll(CONTROLS)).every((one) => composedContains(one, field));
}

/**
 * Whether its own label, or what is drawn in it, lies over the middle of a control, so that a click there is one on it.
 * @param {Element} control
 * @param {WeakMap<Element, string>} ids of the elements that are targets
 */
export function isUnderLabel(control, ids) {
  const cover = hit(...middle(control.getBoundingClientRect()));
  if (!cover || composedContains(control, cover) || !isLabelOf(cover, control)) return false;
  for (let part = /** @type {Element | null} */ (cover); part && !part.matches('label'); part = composedParent(part)) if (ids.has(part)) return false;
  return true;
}
