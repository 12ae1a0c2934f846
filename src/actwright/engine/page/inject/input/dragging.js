// What a drag moved: where an element was before, and where it is after.

import { shownOf } from './boxes.js';

/** @import { Register } from '../identity/register.js' */

/**
 * @typedef {object} Position
 * @property {Element | null} parent
 * @property {Element | null} next
 * @property {Element | null} previous
 * @property {number} left
 * @property {number} top
 */

/** By ID. @type {Map<string, Position>} */
const positions = new Map();

/** The longest text that identifies a neighbour. */
const LONGEST_NEIGHBOUR = 40;

/**
 * @param {Element} shown
 * @returns {Position}
 */
function positionOf(shown) {
  const { left, top } = shown.getBoundingClientRect();
  return { parent: shown.parentElement, next: shown.nextElementSibling, previous: shown.previousElementSibling, left, top };
}

/**
 * Records where an element is.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function note(register, { id }) {
  const shown = shownOf(register, id);
  if (!shown) return { found: false };
  positions.clear();
  positions.set(id, positionOf(shown));
  return { found: true };
}

/**
 * Where an element is now, if its neighbours have changed since `note`, and how far it has moved, in CSS px.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function whereabouts(register, { id }) {
  const before = positions.get(id);
  const shown = shownOf(register, id);
  if (!before || !shown) return { found: false };
  positions.clear();
  const { parent, next, previous, left, top } = positionOf(shown);
  const moved = { found: true, place: '', right: Math.round(left - before.left), down: Math.round(top - before.top) };
  const same = parent === before.parent && next === before.next && previous === before.previous;
  if (!parent || same) return moved;
  const all = Array.from(parent.children).filter((one) => one === shown || one.getClientRects().length);
  const at = all.indexOf(shown);
  if (all.length < 2) return { ...moved, place: 'the only one where it was dropped' };
  const beside = at ? `after ${neighbour(all[at - 1])}` : `before ${neighbour(all[1])}`;
  return { ...moved, place: `${at + 1} of ${all.length}, ${beside}` };
}

/** @param {Element} element */
function neighbour(element) {
  const text = (element instanceof HTMLElement && element.innerText) || element.textContent || element.localName;
  return JSON.stringify(text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_NEIGHBOUR));
}
