// What a drag moved: where an element was before, and where it is after.

/**
 * @typedef {object} Standing
 * @property {Element | null} parent
 * @property {Element | null} next
 * @property {Element | null} previous
 * @property {number} left
 * @property {number} top
 */

/** By ID. @type {Map<string, Standing>} */
const standings = new Map();

/** The longest text that identifies a neighbour. */
const LONGEST_NEIGHBOUR = 40;

/**
 * @param {Element} shown
 * @returns {Standing}
 */
function standingOf(shown) {
  const { left, top } = shown.getBoundingClientRect();
  return { parent: shown.parentElement, next: shown.nextElementSibling, previous: shown.previousElementSibling, left, top };
}

/**
 * Records where an element is.
 * @param {Register} register
 * @param {string} id
 */
function note(register, id) {
  const shown = shownOf(register, id);
  if (!shown) return { found: false };
  standings.clear();
  standings.set(id, standingOf(shown));
  return { found: true };
}

/**
 * Where an element is now, if its neighbours have changed since `note`, and how far it has moved, in CSS px.
 * @param {Register} register
 * @param {string} id
 */
function whereabouts(register, id) {
  const before = standings.get(id);
  const shown = shownOf(register, id);
  if (!before || !shown) return { found: false };
  standings.clear();
  const { parent, next, previous, left, top } = standingOf(shown);
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
