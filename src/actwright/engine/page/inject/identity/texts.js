// The texts of an area of the page, and which words of them identify a record.

import { SKIPPED, composedChildren } from '../dom/composed.js';
import { cut, fold } from '../dom/strings.js';

/**
 * @typedef {object} Texts  the text of an area of the page
 * @property {string[]} parts its texts in document order, those of buttons last
 * @property {string[]} marks attributes in its markup that identify a record: addresses, IDs, values
 * @property {string[]} held the values of its fields
 * @property {boolean} whole false if it was too long to be read to the end
 */

const LONGEST_ROW = 600;

const TICKING = new Set(
  'ago day days h hour hours hrs just m min mins minute minutes now s sec second seconds secs today yesterday'.split(' '),
);

/**
 * @param {Texts} texts
 * @param {string} name
 */
export function saysMore(texts, name) {
  return texts.parts.some((part) => part !== name);
}

/**
 * @param {Node[]} areas
 * @returns {Texts}
 */
export function textsOf(areas) {
  /** @type {Texts} */
  const texts = { parts: [], marks: [], held: [], whole: true };
  /** @type {string[]} */
  const buttons = [];
  let left = LONGEST_ROW;
  /**
   * @param {Node} node
   * @param {string[]} into
   */
  const visit = (node, into) => {
    if (left < 0) return;
    if (node instanceof Text) {
      const text = fold(node.data);
      left -= text.length + 1;
      if (text) into.push(text);
    } else if (node instanceof Element && !SKIPPED.has(node.localName)) {
      left -= 1;
      const label = node.getAttribute(node instanceof HTMLImageElement ? 'alt' : 'aria-label');
      if (label) into.push(fold(label));
      mark(node, texts);
      const button = node.localName === 'button' || node.getAttribute('role') === 'button';
      for (const child of composedChildren(node)) visit(child, button ? buttons : into);
    }
  };
  for (const area of areas) visit(area, texts.parts);
  texts.parts.push(...buttons);
  texts.whole = left >= 0;
  return texts;
}

/**
 * @param {Element} element
 * @param {Texts} texts
 */
function mark(element, texts) {
  for (const name of element.getAttributeNames()) {
    if (name !== 'href' && !/^data-(.*-)?(id|key)$/.test(name)) continue;
    const value = element.getAttribute(name) || '';
    if (value && !/^(#|javascript:)/.test(value)) texts.marks.push(`${name}=${value}`);
  }
  if (!(element instanceof HTMLInputElement)) return;
  if (/^(checkbox|radio)$/.test(element.type)) texts.marks.push(`value=${element.getAttribute('value') || ''}`);
  else if (element.type !== 'password' && element.type !== 'hidden') texts.held.push(element.value.slice(0, LONGEST_ROW));
}

/**
 * How little a word says about the record that a text describes: 0 for words, and for numbers that look like an ID; 1
 * for small whole numbers; 2 for what is expected to change while someone looks: times, amounts, "3 min ago".
 * @param {string} word
 */
function volatility(word) {
  if (TICKING.has(word.toLowerCase()) || !/[\p{L}\p{N}]/u.test(word)) return 2;
  if (/^\d{1,3}$/.test(word)) return 1;
  return /^[-+(]*\p{Sc}?\d[\d.,:/]*[.,:]?\d*(%|\p{Sc}|[smhdk]|ms|min|kB|MB|GB)?\)*$/iu.test(word) && !/^#?\d{4,}$/.test(word) ? 2 : 0;
}

/**
 * @param {string} text
 * @returns {string[]}
 */
export function wordsOf(text) {
  return text.split(/\s+/).map((word) => word.replace(/^[("'\u201c\u2018]+|[.,;:!?)"'\u201d\u2019]+$/g, '')).filter(Boolean);
}

/**
 * @param {string} part
 * @param {number} most
 */
export function steady(part, most) {
  return wordsOf(part).filter((word) => volatility(word) <= most);
}

/**
 * @param {Texts} one
 * @param {Texts} other
 */
export function isSame(one, other) {
  return isSameList(one.parts, other.parts) && isSameList(one.marks, other.marks);
}

/**
 * @param {string[]} one
 * @param {string[]} other
 */
function isSameList(one, other) {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

/**
 * The key by which a re-rendered row is recognised.
 * @param {Texts} texts
 */
export function rowKey(texts) {
  return [...texts.parts.flatMap(wordsOf).filter((word) => volatility(word) < 2), ...texts.marks].join(' ');
}

/**
 * @param {Texts | null} texts
 * @param {string} name
 */
export function excerptOf(texts, name) {
  const parts = texts ? texts.parts.filter((part) => part !== name) : [];
  return cut(parts.join(' '));
}
