// A point of a label that presses its control.

import { rootOf } from '../dom/roots.js';
import { shownLabel } from '../read/stand_ins.js';

/** @import { Register } from '../identity/register.js' */

/**
 * A point of a control's label that belongs to no link or other control inside it, in CSS px from its padding box,
 * which is how Playwright measures positions. Scrolls the label into view.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function freePlace(register, { id }) {
  const control = register.element(id);
  if (!control) return { found: false };
  const label = shownLabel(control);
  if (!label) return { found: true, place: null };
  label.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = label.getBoundingClientRect();
  for (const v of [0.5, 0.25, 0.75]) {
    for (const u of [0.5, 0.1, 0.03, 0.25, 0.75, 0.97]) {
      const [x, y] = [box.width * u, box.height * v];
      const hit = rootOf(label).elementFromPoint(box.left + x, box.top + y);
      const free = hit && label.contains(hit) && !hit.closest('a, button, select, textarea');
      if (free) return { found: true, place: [x - label.clientLeft, y - label.clientTop] };
    }
  }
  return { found: true, place: null };
}
