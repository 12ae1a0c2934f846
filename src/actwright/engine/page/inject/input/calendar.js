// The calendar that a field has opened: which day to press in it, or what leads to its month.

import { composedContains, composedParent } from '../dom/composed.js';
import { fold } from '../dom/strings.js';
import { listening } from '../read/listeners.js';
import { monthIn } from '../read/parts.js';
import { isDisabled } from '../read/state.js';
import { isNew, isVisible, pickElement, visible } from './choices.js';

/** @import { Register } from '../identity/register.js' */

const CELLS = 'td, th, div, span, a, button, li';
const DAY = /^0?\d{1,2}$/;
const YEAR = /\b(?:19|20)\d\d\b/;
const FEWEST_DAYS = 28;
const MOST_DAYS = 31;
const MARKED = /selected|active|chosen|picked/i;
const TIMES = { hour: /^(?:hours?|stunden?|heures?|horas?|hh)$/i, minute: /^(?:minutes?|minuten?|minutos?|mm)$/i };
const WIDEST_ARROW = 64;
const LONGEST_HEAD = 400;
/** Such as a dash or an arrow. */
const LONGEST_BETWEEN = 3;

/**
 * @typedef {object} Month
 * @property {Element[]} days from the first on
 * @property {Element} box what has its title
 * @property {Element} title
 * @property {number} at the number of months since the year 0
 */

/**
 * The next step to a day in the calendar that has appeared since choices were noted; the part `option` is what to press.
 * `step` is `day`, `next`, `previous`, `disabled`, `marked` if the day is chosen, or empty if there is no calendar.
 * @param {Register} register
 * @param {{id: string, value: {year: number, month: number, day: number}}} args
 */
export function calendarStep(register, { id, value }) {
  const field = register.element(id);
  if (!field) return { found: false };
  if (isPartOfRange(field)) return { found: true, step: '', away: 0 };
  const months = monthsIn(field, id);
  const wanted = value.year * 12 + value.month - 1;
  const month = months.find((one) => one.at === wanted);
  if (month) {
    const cell = month.days[value.day - 1];
    if (!cell) return { found: true, step: 'disabled', away: 0 };
    if (isOff(cell)) return { found: true, step: 'disabled', away: 0 };
    pickElement(id, cell);
    return { found: true, step: isMarked(cell) ? 'marked' : 'day', away: 0 };
  }
  const [first] = months;
  if (!first) return { found: true, step: '', away: 0 };
  const away = wanted - (wanted > first.at ? months[months.length - 1].at : first.at);
  const arrow = arrowOf(first, months[months.length - 1], away > 0);
  if (!arrow) return { found: true, step: 'disabled', away };
  pickElement(id, arrow);
  return { found: true, step: away > 0 ? 'next' : 'previous', away };
}

/**
 * Makes the field for the hour or the minute in the calendar that a field has opened its part `option`.
 * @param {Register} register
 * @param {{id: string, value: 'hour' | 'minute'}} args
 */
export function calendarTime(register, { id, value }) {
  if (!register.element(id)) return { found: false };
  const fields = visible('input, select').filter((one) => TIMES[value].test(one.getAttribute('aria-label') ?? one.getAttribute('placeholder') ?? '') && one.parentElement && isNew(id, one.parentElement));
  if (fields.length === 1) pickElement(id, fields[0]);
  return { found: true, ready: fields.length === 1 };
}

/**
 * Whether a field is one of two in a widget for a range: with another one, and no words but what stands between them. In
 * such a calendar a press begins a new range.
 * @param {Element} field
 */
function isPartOfRange(field) {
  for (let box = composedParent(field); box && box !== document.body; box = composedParent(box)) {
    const fields = Array.from(box.querySelectorAll('input')).filter(isVisible);
    if (fields.length > 1) return fields.length === 2 && box instanceof HTMLElement && fold(box.innerText).length <= LONGEST_BETWEEN;
  }
  return false;
}

/**
 * @param {Element} field
 * @param {string} id
 * @returns {Month[]}
 */
function monthsIn(field, id) {
  const cells = visible(CELLS).filter((cell) => isNew(id, cell) && DAY.test(textOf(cell)) && !Array.from(cell.querySelectorAll(CELLS)).some(textOf));
  /** @type {Month[]} */
  const months = [];
  /** @type {Element[]} */
  let run = [];
  const close = () => {
    const month = run.length >= FEWEST_DAYS && run.length <= MOST_DAYS ? monthOf(run, field) : null;
    if (month) months.push(month);
    run = [];
  };
  for (const cell of cells) {
    const number = Number(textOf(cell));
    if (number !== run.length + 1) close();
    if (number === run.length + 1) run.push(cell);
  }
  close();
  return months.sort((one, other) => one.at - other.at);
}

/**
 * @param {Element[]} days
 * @param {Element} field
 * @returns {Month | null}
 */
function monthOf(days, field) {
  for (let box = composedParent(days[0]); box && box !== document.body && !composedContains(box, field); box = composedParent(box)) {
    const head = headOf(box, days);
    const found = YEAR.exec(head);
    if (!found || head.length > LONGEST_HEAD) continue;
    const month = monthIn(head.replace(found[0], ' '));
    if (month < 0 || YEAR.test(head.replace(found[0], ' '))) continue;
    const title = Array.from(box.querySelectorAll('*')).reverse().find((one) => isVisible(one) && YEAR.test(textOf(one) || valueOf(one)) && !days.includes(one)) ?? box;
    return { days, box, title, at: Number(found[0]) * 12 + month };
  }
  return null;
}

/**
 * The words of a box before its days: texts, and the values of the controls among them.
 * @param {Element} box
 * @param {Element[]} days
 */
function headOf(box, days) {
  /** @type {string[]} */
  const words = [];
  for (const one of box.querySelectorAll('*')) {
    if (one === days[0]) break;
    if (!isVisible(one) || one.localName === 'option') continue;
    if (one instanceof HTMLSelectElement || one instanceof HTMLInputElement) words.push(valueOf(one));
    else words.push(...Array.from(one.childNodes, (node) => (node instanceof Text ? node.data : '')));
  }
  return fold(words.join(' '));
}

/** @param {Element} one */
function valueOf(one) {
  if (one instanceof HTMLSelectElement) return one.selectedOptions[0]?.text ?? '';
  return one instanceof HTMLInputElement ? one.value : '';
}

/**
 * What leads to the next or the previous month: the nearest small button on that side of the title, above the days.
 * @param {Month} first
 * @param {Month} last
 * @param {boolean} onward
 */
function arrowOf(first, last, onward) {
  const month = onward ? last : first;
  const under = month.days[0].getBoundingClientRect().top;
  const title = month.title.getBoundingClientRect();
  const places = visible('button, a, span, div, th, td, i, svg').filter((one) => isArrow(one, month, under));
  const own = places.filter((one) => !places.some((other) => other !== one && one.contains(other)));
  const middle = (/** @type {Element} */ one) => one.getBoundingClientRect().left + one.getBoundingClientRect().width / 2;
  const before = own.filter((one) => middle(one) < title.left).sort((one, other) => middle(other) - middle(one));
  const after = own.filter((one) => middle(one) > title.right).sort((one, other) => middle(one) - middle(other));
  if (before.length && after.length) return onward ? after[0] : before[0];
  const side = (before.length ? before.reverse() : after);
  return side.length === 2 ? side[onward ? 1 : 0] : null;
}

/**
 * @param {Element} one
 * @param {Month} month
 * @param {number} under
 */
function isArrow(one, month, under) {
  const box = one.getBoundingClientRect();
  const isIn = composedContains(month.box, one) && box.bottom <= under + 2 && box.width <= WIDEST_ARROW;
  const isPressed = one.localName === 'button' || getComputedStyle(one).cursor === 'pointer' || listening.has(one);
  return isIn && isPressed && textOf(one).length <= 8 && !/\d/.test(textOf(one)) && !isOff(one);
}

/** @param {Element} element */
function isOff(element) {
  return isDisabled(element) || /disabled/.test(element.getAttribute('class') ?? '') || element.closest('td, [role=gridcell]')?.matches('[aria-disabled=true], .disabled') === true;
}

/** @param {Element} cell */
function isMarked(cell) {
  return [cell, cell.closest('td, [role=gridcell], [aria-selected]')].some((one) => one && (one.getAttribute('aria-selected') === 'true' || one.hasAttribute('data-selected') || MARKED.test(one.getAttribute('class') ?? '')));
}

/** @param {Element} element */
function textOf(element) {
  return fold(element.textContent ?? '');
}
