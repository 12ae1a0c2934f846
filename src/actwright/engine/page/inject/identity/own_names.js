// Names that an element changes by itself: what it says while it is pointed at or has the focus, and live values in it.

/** @import { ListItem } from './list_items.js' */

/** Sizes of files, counts in brackets, and how long ago something was. */
const LIVE = /\d[\d.,]*\s?([kmgt]i?b|b|bytes)(?!\w)|[([]\d[\d.,]*\+?[)\]]|\d+ ?\w+ ago(?!\w)/giu;
const SIZE = /\d\s?([kmgt]i?b|b|bytes)(?!\w)/iu;

/** Times of a clock and dates. In the name of a button they are what it is for. */
const TIMES = /\d{1,4}([/.:-]\d{1,4}){1,2}(\s?[ap]m(?!\w))?/giu;
const RECORDS = /^(listitem|row|treeitem)$/;
const VALUED = '[role=slider], [role=spinbutton], [role=progressbar], [role=meter]';

/**
 * Whether an element that had one name and has another is the same control all the same. Its name may have gained words
 * because it is pointed at or has the focus, though no number; or a live value in it differs.
 * @param {string} was
 * @param {string} now
 * @param {Element} element
 * @param {ListItem | null} item its item in a list
 */
export function isOwnRenaming(was, now, element, item) {
  if (!was || was === now) return false;
  if (element.matches(':hover, :focus-within') && gains(was, now)) return true;
  if (isNumber(was) && isNumber(now)) return element.closest(VALUED) !== null;
  const [before, after] = [was, now].map((name) => name.replace(LIVE, '#'));
  if (before === after) return true;
  if (!RECORDS.test(element.getAttribute('role') ?? ({ li: 'listitem', tr: 'row' })[element.localName] ?? '')) return false;
  const [kept, left] = [before, after].map((name) => name.replace(TIMES, '#'));
  return kept === left && (item ? kept.split(/\s+/).some((word) => /\p{L}/u.test(word) && item.list.words.get(word) === 1) : SIZE.test(was));
}

/**
 * @param {string} was
 * @param {string} now
 */
function gains(was, now) {
  const [before, after] = now.split(was, 2);
  return after !== undefined && !/[\p{N}\p{Sc}]/u.test(before + after) && /^(\W|$)/u.test(after) && /(\W|^)$/u.test(before);
}

/** @param {string} name */
function isNumber(name) {
  return /^[-+]?\d[\d.,]*\s?%?$/.test(name);
}
