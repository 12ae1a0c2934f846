// What the mouse hits at a point, for actions that are given a place instead of an element.

import { composedParent } from '../dom/composed.js';
import { submits } from '../dom/forms.js';
import { contentOffset } from '../dom/frames.js';
import { hit } from '../dom/hit_tests.js';

/** @import { Register } from '../identity/register.js' */

/**
 * The ID of the element at a point of this document's viewport: the nearest one that a capture has shown, else a new one.
 * If a frame is there, its number, and where its content is.
 * @param {Register} register
 * @param {{value: [number, number]}} args
 */
export function atPoint(register, { value: [x, y] }) {
  const found = hit(x, y);
  if (!found) return { found: true, id: '', frame: 0, submits: false };
  const frame = register.frames.get(found);
  if (frame !== undefined) return { found: true, id: '', frame, submits: false, ...contentOffset(found) };
  /** @type {Element | null} */
  let known = found;
  while (known && !register.ids.has(known)) known = composedParent(known);
  const control = found.closest('button, input');
  return { found: true, id: (known && register.ids.get(known)) || register.point(found), frame: 0, submits: control !== null && submits(control) };
}
