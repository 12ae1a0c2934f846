// Controls that take one value together: the day, the month and the year of a date, or the characters of a code.

import { composedParent } from '../dom/composed.js';
import { isTextField } from '../dom/focus.js';
import { fold } from '../dom/strings.js';
import { isRendered } from '../dom/style.js';
import { labelText } from './names.js';

/** What is typed into or chosen in. */
export const ENTERED = 'input:not([type=hidden i], [type=checkbox i], [type=radio i], [type=file i], [type=button i], [type=submit i]), select, textarea, [contenteditable]';

/** A box for one character is no wider than this, in CSS px. */
const WIDEST_BOX = 80;

/** A field for a group of characters of a longer code takes at most so many. */
const LARGEST_GROUP = 8;

/** A code has at least so many boxes. */
const FEWEST_BOXES = 3;

/** The lengths of the groups of a phone number and of a social security number, each of which may have a name. */
const PARTS_WITH_NAMES = new Set(['3,3,4', '3,2,4']);

/** What calls a group of characters so. */
const OF_A_CODE = /\b(?:digits?|characters?|chiffres?|caract\u00e8res?|ziffern?|zeichen|d[ií]gitos?|cifre?|cijfers?)\b/i;

const PARTS = 3;
const MONTHS = 12;
const DAYS = 31;
const FEWEST_DAYS = 28;
const FEWEST_YEARS = 3;
const WORDS = Object.entries({
  day: /^(?:days?|dd?|jour|jj|d[ií]a|giorno|gg|tag|tt|dag|dia)$/,
  month: /^(?:months?|mm?|mois|mes|mese|monat|maand|m[êe]s)$/,
  year: /^(?:years?|yy(?:yy)?|ann[ée]e|aaaa|a[ñn]o|anno|jahr|jjjj|jaar|ano)$/,
});

/**
 * The boxes for one character each of a code, from a field on; empty if it is not one of several.
 * @param {Element} field
 * @returns {Element[]}
 */
export function codeBoxes(field) {
  const boxes = boxesAround(field);
  return boxes.slice(boxes.indexOf(field));
}

/**
 * @param {Element} field
 * @returns {Element[]}
 */
function boxesAround(field) {
  if (!isBox(field)) return [];
  for (let node = composedParent(field); node; node = composedParent(node)) {
    const fields = Array.from(node.querySelectorAll(ENTERED)).filter(isRendered);
    if (fields.length < 2) continue;
    const boxes = fields.filter(isBox);
    // Some libraries let the first one take the whole code, for the browser to fill in, and some limit no box.
    const isCode = boxes.length >= FEWEST_BOXES && (areLimited(boxes) || new Set(boxes.map((box) => Math.round(box.getBoundingClientRect().width))).size === 1);
    return isCode && boxes.includes(field) ? boxes : [];
  }
  return [];
}

/**
 * The fields around one that take a code in groups, such as an account number in fours: nothing else stands with them, and
 * only the first may have words of its own, except in phone numbers (`Area code`).
 * @param {Element} field
 * @returns {Element[]}
 */
function groupsAround(field) {
  if (!isGroup(field)) return [];
  for (let node = composedParent(field); node; node = composedParent(node)) {
    const fields = Array.from(node.querySelectorAll(ENTERED)).filter(isRendered);
    if (fields.length < 2) continue;
    const cell = field.closest('td, th, li');
    const names = new Set(fields.slice(1).map((each) => nameOf(each).replace(/\d+/g, '')));
    const limits = fields.map((each) => /** @type {HTMLInputElement} */ (each).maxLength).join();
    const areNamed = names.size === 1 || PARTS_WITH_NAMES.has(limits) || fields.every((each) => OF_A_CODE.test(nameOf(each)));
    const areGroups = fields.length >= FEWEST_BOXES && areNamed && fields.every((each) => isGroup(each) && each.closest('td, th, li') === cell);
    return areGroups && limits !== '2,2,4' && limits !== '4,2,2' ? fields : [];
  }
  return [];
}

/** @param {Element} field */
function isGroup(field) {
  return field instanceof HTMLInputElement && isTextField(field) && field.maxLength > 1 && field.maxLength <= LARGEST_GROUP;
}

/** @param {Element[]} boxes */
function areLimited(boxes) {
  return boxes.some((box) => /** @type {HTMLInputElement} */ (box).maxLength === 1);
}

/** @param {Element} field */
function isBox(field) {
  if (!(field instanceof HTMLInputElement) || !isTextField(field) || field.value.length > 1) return false;
  return field.maxLength === 1 || field.getBoundingClientRect().width <= WIDEST_BOX;
}

/**
 * What a native field is a part of: `day`, `month` or `year` of a date, or the place of its characters in a code, from 1 on;
 * and all controls of that value, in document order.
 * @param {Element} field
 * @param {Element[]} all the fields of its form
 * @returns {{part: string, members: Element[]}}
 */
export function partOf(field, all) {
  const kind = datePart(field);
  if (kind) {
    const members = dateAround(all, all.indexOf(field));
    if (members.length) return { part: kind, members };
  }
  const groups = groupsAround(field);
  if (groups.length) return { part: String(groups.indexOf(field) + 1), members: groups };
  const boxes = boxesAround(field);
  const isCode = areLimited(boxes) || new Set(boxes.map((box) => nameOf(box).replace(/\d+/g, ''))).size === 1;
  return boxes.length && isCode ? { part: String(boxes.indexOf(field) + 1), members: boxes } : { part: '', members: [] };
}

/**
 * What a drawn spin button is a part of, if it is one of the first three of its group, which have the limits of a day, a
 * month and a year.
 * @param {Element} element
 */
export function segmentPart(element) {
  const segments = Array.from(element.closest('[role=group]')?.querySelectorAll('[role=spinbutton]') ?? []).slice(0, PARTS);
  const kinds = segments.map((each) => partWithin(Number(each.getAttribute('aria-valuemax'))));
  return new Set(kinds).size === PARTS && kinds.every(Boolean) ? kinds[segments.indexOf(element)] ?? '' : '';
}

/** @param {number} most */
function partWithin(most) {
  if (most === MONTHS) return 'month';
  return most >= FEWEST_DAYS && most <= DAYS ? 'day' : most >= 1000 ? 'year' : '';
}

/**
 * The three parts of a date around one of them; empty if the three that stand together are not those.
 * @param {Element[]} all
 * @param {number} at
 */
function dateAround(all, at) {
  let first = at;
  while (first > 0 && datePart(all[first - 1])) first -= 1;
  const begin = first + Math.floor((at - first) / PARTS) * PARTS;
  const members = all.slice(begin, begin + PARTS);
  return new Set(members.map(datePart)).size === PARTS && members.every(datePart) ? members : [];
}

/**
 * @param {Element} field
 * @returns {string} empty for what is not a part of a date by itself
 */
function datePart(field) {
  if (field instanceof HTMLSelectElement) return partInOptions(field) || partInWords(nameOf(field));
  const isText = field instanceof HTMLInputElement && /^(?:text|tel|number|search)$/.test(field.type);
  return isText ? partInWords(nameOf(field)) || partInWords(field.name) || partInWords(field.id) : '';
}

/** @param {HTMLSelectElement} select */
function partInOptions(select) {
  if (select.multiple || select.options.length > 300) return '';
  const texts = Array.from(select.options, (option) => fold(option.text)).filter((text, at) => at || /^\d+$/.test(text));
  const numbers = texts.map((text) => (/^\d{1,4}(?:st|nd|rd|th|\.)?$/.test(text) ? parseInt(text, 10) : NaN));
  if (numbers.length >= FEWEST_YEARS && numbers.every((number) => number >= 1900 && number < 2200)) return 'year';
  const runs = numbers.every((number, at) => number === at + 1);
  if (runs && numbers.length >= FEWEST_DAYS && numbers.length <= DAYS) return 'day';
  const named = select.options.length - MONTHS;
  if (runs && numbers.length === MONTHS) return partInWords(nameOf(select)) || 'month';
  return (named === 0 || named === 1) && Array.from(select.options).slice(named).every((option, month) => monthIn(option.text) === month) ? 'month' : '';
}

/**
 * The part of a date that a text names; empty if it names none or several.
 * @param {string} text
 */
export function partInWords(text) {
  const words = fold(text.replace(/([a-z])(?=[A-Z])/g, '$1 ')).toLowerCase().split(/[^\p{L}]+/u);
  const found = WORDS.filter(([, pattern]) => words.some((word) => pattern.test(word)));
  return found.length === 1 ? found[0][0] : '';
}

/** @param {Element} field */
function nameOf(field) {
  return field.getAttribute('aria-label') || labelText(field) || field.getAttribute('placeholder') || '';
}

/**
 * The month that a text names, from 0 on; -1 if there is none.
 * @param {string} text
 */
export function monthIn(text) {
  const words = text.toLowerCase();
  for (const length of /** @type {const} */ (['long', 'short'])) {
    for (const language of [document.documentElement.lang, 'en'].filter(Boolean)) {
      const names = namesOf(language, length);
      const found = names.findIndex((name) => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'u').test(words));
      if (found >= 0) return found;
    }
  }
  const number = /(?<!\d)(0?[1-9]|1[0-2])(?!\d)/.exec(words);
  return number ? Number(number[1]) - 1 : -1;
}

/** The names of the months, by language and length. @type {Map<string, string[]>} */
const monthNames = new Map();

/**
 * @param {string} language
 * @param {'long' | 'short'} length
 */
function namesOf(language, length) {
  const known = monthNames.get(`${language} ${length}`);
  if (known) return known;
  /** @type {string[]} */
  let names = [];
  try {
    const format = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' });
    names = Array.from({ length: MONTHS }, (_, month) => format.format(Date.UTC(2026, month, 1)).toLowerCase().replace(/\W+$/u, ''));
  } catch {
    // The page gives no language that the browser knows.
  }
  monthNames.set(`${language} ${length}`, names);
  return names;
}
