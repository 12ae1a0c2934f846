// Names that an element changes by itself: by a hint while it is pointed at or has the focus, and by live values in it.

import { PSEUDO_ELEMENTS, generatedText } from '../dom/generated_content.js';
import { fold } from '../dom/strings.js';
import { contentText } from '../read/names.js';

/** @import { ListItem } from './list_items.js' */

/** Sizes of files, counts in brackets, and how long ago something was. */
const LIVE = /\d[\d.,]*\s?([kmgt]i?b|b|bytes)(?!\w)|[([]\d[\d.,]*\+?[)\]]|\d+ ?\w+ ago(?!\w)/giu;
const SIZE = /\d\s?([kmgt]i?b|b|bytes)(?!\w)/iu;

/** Times of a clock and dates. In the name of a button they are what it is for. */
const TIMES = /\d{1,4}([/.:-]\d{1,4}){1,2}(\s?[ap]m(?!\w))?/giu;
const RECORDS = /^(listitem|row|treeitem)$/;
const SENTENCE = /^\p{Lu}\S* \S+ \S/u;
const VALUED = '[role=slider], [role=spinbutton], [role=progressbar], [role=meter]';

/**
 * Whether an element that had one name and has another is the same control all the same. It may show a hint, as
 * many do that are pointed at or have the focus; or a live value in it differs.
 * @param {string} was
 * @param {string} now
 * @param {Element} element
 * @param {ListItem | null} item its item in a list
 */
export function isOwnRenaming(was, now, element, item) {
  if (!was || was === now) return false;
  if (hasHint(element, was, now)) return true;
  if (isNumber(was) && isNumber(now)) return element.closest(VALUED) !== null;
  const [before, after] = [was, now].map((name) => name.replace(LIVE, '#'));
  if (before === after) return true;
  if (!RECORDS.test(element.getAttribute('role') ?? ({ li: 'listitem', tr: 'row' })[element.localName] ?? '')) return false;
  const [kept, left] = [before, after].map((name) => name.replace(TIMES, '#'));
  return kept === left && (item ? kept.split(/\s+/).some((word) => /\p{L}/u.test(word) && item.list.words.get(word) === 1) : SIZE.test(was));
}

/**
 * Whether an element has the name that it had and, in an element of its own, a hint without numbers: a sentence, or what
 * is outside of the flow of its text. Other words in the flow, such as `all` after `Delete`, may make it another control.
 * @param {Element} element
 * @param {string} name that it had
 * @param {string} now
 */
function hasHint(element, name, now) {
  if (!now.includes(name) || /[\p{N}\p{Sc}]/u.test(now.replace(name, ''))) return false;
  const isApart = (/** @type {CSSStyleDeclaration} */ style) => /^(absolute|fixed)$/.test(style.position) || style.float !== 'none';
  if (fold(element.textContent || '') === name) {
    return PSEUDO_ELEMENTS.every((where) => !generatedText(element, where) || isApart(getComputedStyle(element, where)));
  }
  return Array.from(element.querySelectorAll('*')).some((part) => {
    const isHint = isApart(getComputedStyle(part)) || SENTENCE.test(fold(part.textContent || ''));
    return isHint && contentText(element, part) === name;
  });
}

/** @param {string} name */
function isNumber(name) {
  return /^[-+]?\d[\d.,]*\s?%?$/.test(name);
}
