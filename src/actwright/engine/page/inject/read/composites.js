// Widgets whose parts belong together by references: fields with their lists, and what stands for the focused element.

import { focusedElement } from '../dom/focus.js';
import { everywhere, referenced } from '../dom/roots.js';

const FIELDS = ':is([role=combobox], [aria-haspopup]):is([aria-controls], [aria-owns])';

/** The lists of fields, as far as fields refer to them. */
export function popupLists() {
  const fields = Array.from(everywhere(document, FIELDS));
  return new Set(fields.flatMap((field) => [...referenced(field, 'aria-controls'), ...referenced(field, 'aria-owns')]));
}

/**
 * The part of a widget that has the focus, as the focused element says.
 * @returns {Element | undefined}
 */
export function activePart() {
  const focused = focusedElement();
  return focused ? referenced(focused, 'aria-activedescendant')[0] : undefined;
}
