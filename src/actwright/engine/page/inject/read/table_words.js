// The words that a table says of the cell of a control: to the left of it, over it, and as a title over its rows.

import { cache, once } from '../dom/capture_cache.js';
import { FILLABLE } from '../dom/selectors.js';
import { fold } from '../dom/strings.js';
import { contentText } from './names.js';

const LONGEST = 300;
/** The rows above that are looked at. */
const FARTHEST = 60;
/** The cells of a row that has headers over them; in rows of two, the one is the label of the other. */
const LEAST_COLUMNS = 3;
const WORDS = /[\p{L}\p{N}]/u;

/** @param {Element[]} members */
export function isColumn(members) {
  const rows = new Set(members.map((one) => cellOf(one)?.parentElement));
  return members.length > 1 && rows.size === members.length && !rows.has(undefined) && new Set(members.map((one) => columnOf(/** @type {HTMLTableCellElement} */ (cellOf(one))))).size === 1;
}

/** @param {Element} field */
export function inTable(field) {
  const own = cellOf(field);
  const inside = own ? Array.from(own.querySelectorAll(FILLABLE)) : [];
  if (inside[0] !== field && inside.some((one) => one.localName !== field.localName || one.getAttribute('type') !== field.getAttribute('type'))) return '';
  for (let cell = own; cell; cell = cellOf(/** @type {Element} */ (cell.closest('table')))) {
    const left = leftOf(cell);
    const header = headerOf(cell);
    if (header && left && (!left.isNext || headerOf(left.cell))) return `${left.text} ${header}`;
    if (header || left?.isNext) return header || (left?.text ?? '');
  }
  return '';
}

/**
 * @param {Element | null} element
 * @returns {HTMLTableCellElement | null}
 */
export function cellOf(element) {
  const cell = element?.parentElement?.closest('td, th, form');
  return cell instanceof HTMLTableCellElement ? cell : null;
}

/** @param {Element} field */
export function rowOf(field) {
  return cellOf(field)?.parentElement;
}

/** @param {HTMLTableCellElement} cell */
function columnOf(cell) {
  let column = 0;
  for (let one = cell.previousElementSibling; one; one = one.previousElementSibling) column += /** @type {HTMLTableCellElement} */ (one).colSpan || 1;
  return column;
}

/**
 * The nearest cell to the left that has words and no field, and whether no field stands between.
 * @param {HTMLTableCellElement} cell
 */
export function leftOf(cell) {
  let isNext = true;
  for (let one = cell.previousElementSibling; one; one = one.previousElementSibling) {
    const text = textOf(one);
    if (one.querySelector(FILLABLE)) isNext = false;
    else if (text) return { cell: /** @type {HTMLTableCellElement} */ (one), text, isNext };
  }
  return null;
}

/**
 * The words over a cell: in the nearest row above that has no field.
 * @param {HTMLTableCellElement} cell
 */
export function headerOf(cell) {
  const column = columnOf(cell);
  const across = cell.parentElement instanceof HTMLTableRowElement ? cell.parentElement.cells.length : 0;
  for (const row of rowsAbove(cell)) {
    if (row.cells.length < LEAST_COLUMNS || row.cells.length !== across || hasFields(row)) continue;
    const over = Array.from(row.cells).find((one) => columnOf(one) === column && one.colSpan === 1);
    const text = over ? textOf(over) : '';
    if (text) return text;
  }
  return '';
}

/** @param {HTMLTableCellElement | null} cell */
export function titleOver(cell) {
  for (const row of cell ? rowsAbove(cell) : []) {
    if (hasFields(row)) continue;
    const worded = Array.from(row.cells).filter((one) => textOf(one));
    if (worded.length === 1 && worded[0].colSpan > 1) return textOf(worded[0]);
  }
  return '';
}

/**
 * @param {HTMLTableCellElement} cell
 * @returns {HTMLTableRowElement[]} the nearest first
 */
function rowsAbove(cell) {
  const table = cell.closest('table');
  const row = cell.parentElement;
  if (!table || !(row instanceof HTMLTableRowElement)) return [];
  const rows = Array.from(table.rows);
  return rows.slice(Math.max(0, rows.indexOf(row) - FARTHEST), rows.indexOf(row)).reverse();
}

/** @param {HTMLTableRowElement} row */
function hasFields(row) {
  return once(cache.rows, row, () => (row.querySelector(FILLABLE) ? 'fields' : '')) !== '';
}

/** @param {Element} element */
export function textOf(element) {
  return element.checkVisibility({ visibilityProperty: true }) ? clean(contentText(element, null)) : '';
}

/** @param {string} text */
export function clean(text) {
  const words = fold(text);
  return WORDS.test(words) && words.length <= LONGEST ? words : '';
}
