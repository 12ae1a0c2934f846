// What covers a field as a part of the same widget: the box that shows its value, for example.

import { composedContains, composedParent } from '../dom/composed.js';
import { CONTROLS } from '../dom/selectors.js';
import { HIGHEST_GROUND } from './stand_ins.js';

const FIELDS = 'input, select, textarea, [role=combobox], [role=textbox], [role=searchbox], [role=spinbutton]';

/**
 * Whether a click on what covers a field is one on the field: both are in a small box without any other control.
 * @param {Element} cover
 * @param {Element} field
 */
export function isOwnCover(cover, field) {
  if (!field.matches(FIELDS)) return false;
  let box = composedParent(field);
  while (box && !composedContains(box, cover)) box = composedParent(box);
  if (!box || box.matches('body, html, form, fieldset, dialog, label') || box.getBoundingClientRect().height > HIGHEST_GROUND) return false;
  return Array.from(box.querySelectorAll(CONTROLS)).every((one) => composedContains(one, field));
}
