// Names that an element changes by itself: by a hint while it is pointed at or has the focus, and by live values in it.

import { PSEUDO_ELEMENTS, generatedText } from '../dom/generated_content.js';
import { hasFocus, isTextField } from '../dom/focus.js';
import { ariaOf } from '../dom/internals.js';
import { labelsOf } from '../dom/labels.js';
import { CONTROLS } from '../dom/selectors.js';
import { fold } from '../dom/strings.js';
import { editorOf } from '../read/editors.js';
import { contentText, nameWithoutAria } from '../read/names.js';
import { roleOf } from '../read/roles.js';
import { wordsOf } from './texts.js';

/** @import { Known } from './same_control.js' */

/** Sizes of files, counts in brackets, and how long ago something was. */
const LIVE = /\d[\d.,]*\s?([kmgt]i?b|b|bytes)(?!\w)|[([]\d[\d.,]*\+?[)\]]|\d+ ?\w+ ago(?!\w)/giu;
const SIZE = /\d\s?([kmgt]i?b|b|bytes)(?!\w)/iu;

/** Times of a clock and dates. In the name of a button they are what it is for. */
const TIMES = /\d{1,4}([/.:-]\d{1,4}){1,2}(\s?[ap]m(?!\w))?/giu;
const RECORDS = /^(listitem|row|treeitem)$/;
/** What follows a name and says more about it. */
const CLAUSE = /^\s?[,.:;(–—-]\s?\p{L}/u;
const SENTENCE = /^\p{Lu}\S* \S+ \S/u;
const AMOUNT = /[\p{N}\p{Sc}]/u;
const VALUED = '[role=slider], [role=spinbutton], [role=progressbar], [role=meter]';

/** A count, or a time in the form of a clock, with what shows that it is a share or an amount of money. */
const COUNT = /\p{Sc}?\s?\d+(:\d\d){0,2}(?![\d.,/-])(\s?(%|\p{Sc}))?/gu;

const NUMBER = /#[0-9a-f]{6}\b|\d+(\.\d+)?/gi;

/** What an editor says of where its cursor is. */
const CURSOR = /\b(cursor|line|row|column) (at )?\w* ?\d/i;

/** What gets buttons of its own while it is pointed at or selected. */
const CELLS = /^(cell|gridcell|listitem|option|row|treeitem)$/;

/** So often a page must have rewritten a text by itself before its number counts as running. */
const RUNNING_TIMES = 3;

/** A clock may differ from the time that has passed by this many seconds. */
const SLACK = 2;

/**
 * @typedef {object} Rewriting
 * @property {number} byPage how often the page has rewritten its text while nobody acted
 * @property {number} byRun how often the run's input has reached it since the model saw it
 */

/**
 * Whether an element that had one name and has another is the same control all the same. It may show a hint, as
 * many do that are pointed at or have the focus; or a live value in it differs.
 * @param {string} was
 * @param {string} now
 * @param {Element} element
 * @param {Known | undefined} known
 * @param {Rewriting} rewriting
 */
export function isOwnRenaming(was, now, element, known, rewriting) {
  if (!was || was === now) return false;
  if (isTextField(element) ? isHinted(element, was, now) : hasHint(element, was, now)) return true;
  if ((known && isRunning(known, now, rewriting)) || showsOwnValue(was, now, element)) return true;
  if (CURSOR.test(was) && was.replace(NUMBER, '#') === now.replace(NUMBER, '#') && editorOf(element)) return true;
  if (CELLS.test(roleOf(element)) && now.startsWith(was) && ownText(element) === was) return true;
  if (isNumber(was) && isNumber(now)) return element.closest(VALUED) !== null;
  const [before, after] = [was, now].map((name) => name.replace(LIVE, '#'));
  if (before === after) return true;
  if (!RECORDS.test(element.getAttribute('role') ?? ({ li: 'listitem', tr: 'row' })[element.localName] ?? '')) return false;
  const [kept, left] = [before, after].map((name) => name.replace(TIMES, '#'));
  const item = known?.item;
  return kept === left && (item ? kept.split(/\s+/).some((word) => /\p{L}/u.test(word) && item.list.words.get(word) === 1) : SIZE.test(was));
}

/**
 * Whether only one number in a name differs, and it runs: a clock with the time, a share as its work goes on, a count with
 * the run's own clicks. The numbers of records and amounts do not, even where a page changes them by itself.
 * @param {Known} known
 * @param {string} now
 * @param {Rewriting} rewriting
 */
function isRunning({ said, saidAt, item }, now, { byPage, byRun }) {
  const [before, after] = [said, now].map((name) => Array.from(name.matchAll(COUNT), ([each]) => each));
  const [shape, ...shapes] = [said, now, ...(item?.list.controls.keys() ?? [])].map((name) => name.replace(COUNT, '#'));
  if (shape !== shapes[0] || !/\p{L}/u.test(shape) || shapes.filter((each) => each === shape).length > (item ? 2 : 1)) return false;
  const [one, ...more] = before.flatMap((was, index) => (was === after[index] ? [] : [[was, after[index]]]));
  if (!one || more.length || /\p{Sc}/u.test(one.join(''))) return false;
  if (one.every((each) => each.endsWith('%'))) return byPage >= RUNNING_TIMES;
  const [from, to] = one.map(secondsOf);
  const passed = (performance.now() - saidAt) / 1000;
  if (byPage >= RUNNING_TIMES && Math.abs(Math.abs(to - from) - passed) <= SLACK) return true;
  return to > from && to - from <= byRun;
}

/**
 * Whether only one number in the name of a slider or a field for numbers or colors differs, and it is its value now.
 * @param {string} was
 * @param {string} now
 * @param {Element} element
 */
function showsOwnValue(was, now, element) {
  const isField = element instanceof HTMLInputElement && /^(range|number|color)$/.test(element.type);
  const value = isField ? element.value : element.matches(VALUED) ? ariaOf(element, 'aria-valuenow') : null;
  const [before, after] = [was, now].map((name) => Array.from(name.matchAll(NUMBER), ([each]) => each));
  const [shape, other] = [was, now].map((name) => name.replace(NUMBER, '#'));
  const differing = after.filter((each, index) => each !== before[index]);
  return Boolean(value) && shape === other && /\p{L}/u.test(shape) && differing.length === 1 && (differing[0] === value || Number(differing[0]) === Number(value));
}

/**
 * The text of an element, without that of the controls in it.
 * @param {Element} element
 */
function ownText(element) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_ALL, (node) => (node instanceof Element && node.matches(CONTROLS) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
  let text = '';
  while (texts.nextNode()) if (texts.currentNode instanceof Text) text += `${texts.currentNode.data} `;
  return fold(text);
}

/** @param {string} clock */
function secondsOf(clock) {
  return clock.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
}

/**
 * Whether an element has the name that it had and, in an element of its own, a hint without numbers: a sentence, or what
 * is outside of the flow of its text. Other words in the flow, such as `all` after `Delete`, may make it another control.
 * @param {Element} element
 * @param {string} name that it had
 * @param {string} now
 */
function hasHint(element, name, now) {
  if (!now.includes(name) || AMOUNT.test(now.replace(name, ''))) return false;
  const isApart = (/** @type {CSSStyleDeclaration} */ style) => /^(absolute|fixed)$/.test(style.position) || style.float !== 'none';
  if (fold(element.textContent || '') === name) {
    return PSEUDO_ELEMENTS.every((where) => !generatedText(element, where) || isApart(getComputedStyle(element, where)));
  }
  return Array.from(element.querySelectorAll('*')).some((part) => {
    const isHint = isApart(getComputedStyle(part)) || SENTENCE.test(fold(part.textContent || ''));
    return isHint && contentText(element, part) === name;
  });
}

/**
 * Whether a text field shows a hint without numbers, as many do that have the focus: a sentence in an element of its label,
 * or one in place of its name, if its label or placeholder still says that; or has lost its placeholder with the focus. A
 * sentence with most words of the name, other than the whole name and a clause after it, is the name of another field.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} name that it had
 * @param {string} now
 */
function isHinted(field, name, now) {
  if (!now) return hasFocus(field);
  if (AMOUNT.test(now.replace(name, ''))) return false;
  const hints = labelsOf(field).flatMap((label) => Array.from(label.querySelectorAll('*'), (part) => fold(part.textContent || '')));
  if (hints.some((hint) => SENTENCE.test(hint) && fold(now.replace(hint, '')) === name)) return true;
  const [words, others] = [name, now].map(wordsOf);
  const kept = words.filter((word) => others.includes(word)).length;
  const isHint = now.startsWith(name) ? CLAUSE.test(now.slice(name.length)) : 2 * kept <= words.length;
  return SENTENCE.test(now) && isHint && fold(nameWithoutAria(field, roleOf(field))) === name;
}

/** @param {string} name */
function isNumber(name) {
  return /^[-+]?\d[\d.,]*\s?%?$/.test(name);
}
