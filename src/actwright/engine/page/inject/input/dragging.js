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
 * @property {number} at its place among what its parent shows
 * @property {Element | null} goal the neighbour that it is dragged onto, if that has the same parent
 * @property {number} wanted the place of that neighbour
 */

/** By ID. @type {Map<string, Position>} */
const positions = new Map();

/** The longest text that identifies a neighbour. */
const LONGEST_NEIGHBOUR = 40;

/**
 * Records where an element is, and what it is about to be dragged onto.
 * @param {Register} register
 * @param {{id: string, value?: string | null}} args with the ID of the other element
 */
export function note(register, { id, value }) {
  const shown = shownOf(register, id);
  if (!shown) return { found: false };
  const other = value ? shownOf(register, value) : null;
  const goal = other !== shown && other?.parentElement === shown.parentElement ? other : null;
  const { left, top } = shown.getBoundingClientRect();
  const all = siblings(shown);
  positions.clear();
  positions.set(id, {
    parent: shown.parentElement, next: shown.nextElementSibling, previous: shown.previousElementSibling, left, top,
    at: all.indexOf(shown), goal, wanted: goal ? all.indexOf(goal) : -1,
  });
  return { found: true, beside: goal !== null };
}

/**
 * Whether an element that is being dragged already has the place of the neighbour that it is dragged onto.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function isInPlace(register, { id }) {
  const before = positions.get(id);
  const shown = shownOf(register, id);
  if (!before || !shown) return { found: false };
  return { found: true, there: siblings(shown).indexOf(shown) === before.wanted };
}

/**
 * Where an element is now, if its neighbours have changed since `note`, and how far it has moved, in CSS px. It has
 * stopped `short` if it left its place among its neighbours, and did not get that of the one it was dragged onto.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function whereabouts(register, { id }) {
  const before = positions.get(id);
  const shown = shownOf(register, id);
  if (!before || !shown) return { found: false };
  positions.clear();
  const parent = shown.parentElement;
  const { left, top } = shown.getBoundingClientRect();
  const moved = { found: true, place: '', short: false, right: Math.round(left - before.left), down: Math.round(top - before.top) };
  const same = parent === before.parent && shown.nextElementSibling === before.next && shown.previousElementSibling === before.previous;
  if (!parent || same) return moved;
  const all = siblings(shown);
  const at = all.indexOf(shown);
  moved.short = before.goal !== null && parent === before.parent && before.goal.parentElement === parent && at !== before.at && at !== before.wanted;
  if (all.length < 2) return { ...moved, place: 'the only one where it was dropped' };
  const beside = at ? `after ${neighbour(all[at - 1])}` : `before ${neighbour(all[1])}`;
  return { ...moved, place: `${at + 1} of ${all.length}, ${beside}` };
}

/**
 * What its parent shows, itself included.
 * @param {Element} shown
 */
function siblings(shown) {
  return Array.from(shown.parentElement?.children ?? []).filter((one) => one === shown || one.getClientRects().length);
}

/** @param {Element} element */
function neighbour(element) {
  const text = (element instanceof HTMLElement && element.innerText) || element.textContent || element.localName;
  return JSON.stringify(text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_NEIGHBOUR));
}
