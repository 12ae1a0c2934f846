// The words that people read as the label of a control that has none: beside it, or in its row and column.

import { cache } from '../dom/capture_cache.js';
import { grouped } from '../dom/collections.js';
import { SKIPPED } from '../dom/composed.js';
import { formOf } from '../dom/forms.js';
import { referenced } from '../dom/roots.js';
import { FILLABLE } from '../dom/selectors.js';
import { contentText, labelText, nameOf } from './names.js';
import { partInWords, partOf, segmentPart } from './parts.js';
import { isPlain } from './stand_ins.js';
import { cellOf, clean, headerOf, inTable, isColumn, leftOf, rowOf, textOf, titleOver } from './table_words.js';

/**
 * @typedef {object} Beside
 * @property {string} beside the label of a control that has none
 * @property {string} question what a radio button or checkbox is an answer to, or a part of a value
 * @property {string} part which part of a value it takes that other controls take with it: `day`, or the place of a character
 * @property {string} section the title row that it stands under in a table
 */

const FARTHEST = 60;
/** More boxes than these are a list of records. */
const LONGEST_RUN = 30;
const HEADING = /^h[1-6]$/;
const WORDS = /[\p{L}\p{N}]/u;

/**
 * @param {Element} element
 * @returns {Beside | null} null for what is neither a native field nor a drawn select or switch without a label
 */
export function wordsAround(element) {
  const segment = element.getAttribute('role') === 'spinbutton' ? segmentPart(element) : '';
  if (segment) return { beside: '', question: nameOf(/** @type {Element} */ (element.closest('[role=group]')), 'group'), part: segment, section: '' };
  if (!/^(input|select|textarea)$/.test(element.localName)) return isUnlabelledDrawn(element) ? { beside: labelBeside(element), question: '', part: '', section: '' } : null;
  if (!element.matches(FILLABLE)) return null;
  const isTick = element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type);
  const isNamed = Boolean(labelText(element) || element.getAttribute('aria-label') || (!isTick && element.getAttribute('aria-labelledby')));
  const { part, members } = isTick ? { part: '', members: [] } : partOf(element, fieldsOf(formOf(element) ?? element.ownerDocument).get('') ?? []);
  return {
    beside: isNamed && isTick ? firstLineOf(element) : isNamed || (!isTick && element.parentElement?.closest('[role=combobox]')) ? '' : isTick ? captionOf(element) : labelBeside(element),
    question: isTick ? questionOf(element) : part ? questionOfParts(members) : '',
    part,
    section: titleOver(cellOf(element)),
  };
}

/**
 * Whether an element is drawn as a select or a switch, and nothing but what it shows as its state names it.
 * @param {Element} element
 */
function isUnlabelledDrawn(element) {
  const role = element.getAttribute('role') ?? '';
  if (!/^(combobox|listbox)$/.test(role) && (!/^(switch|checkbox)$/.test(role) || WORDS.test(element.textContent))) return false;
  if (element.getAttribute('aria-label') || labelText(element)) return false;
  const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  return ids.every((id) => element.contains(root.getElementById?.(id) ?? element));
}

/** @param {Element} field */
function labelBeside(field) {
  return around(field) || lineBefore(field, placeOf(field)) || inTable(field) || lineBefore(field, borderOf(field)) || labelAfter(field);
}

/**
 * The text of a label element around a control that is not the label's own, as its `for` names another.
 * @param {Element} field
 */
function around(field) {
  const label = field.closest('label');
  return label && label.querySelectorAll(FILLABLE).length === 1 ? lineBefore(field, label) || lineAfter(field, label) : '';
}

/**
 * The first line of the label around a radio button or checkbox, if it has more of them, as a card has.
 * @param {Element} field
 */
function firstLineOf(field) {
  const label = field.closest('label');
  const line = label ? lineAfter(field, label) : '';
  return line !== labelText(field) && labelText(field).startsWith(line) ? line : '';
}

/** @param {Element} field */
function labelAfter(field) {
  const next = field.nextElementSibling;
  return next instanceof HTMLLabelElement && !next.control ? clean(contentText(next, null)) : '';
}

/**
 * The words of a radio button or checkbox: those after it, or before it if none follow the last of its group.
 * @param {Element} field
 */
function captionOf(field) {
  const members = groupOf(field);
  const place = placeOf(field);
  const own = around(field) || (areAfter(members) ? lineAfter(field, place) : lineBefore(field, place));
  if (own) return own;
  const cell = cellOf(field);
  if (!cell) return '';
  return isColumn(members) ? leftOf(cell)?.text ?? '' : headerOf(cell);
}

/**
 * What is asked by the group of a radio button or checkbox: the words before its first member.
 * @param {Element} field
 */
function questionOf(field) {
  const members = groupOf(field);
  const [first] = members;
  const group = field.closest('fieldset, [role=group], [role=radiogroup]');
  const isOwn = group && Array.from(group.querySelectorAll(FILLABLE)).every((one) => members.includes(one));
  if (isOwn && nameOf(group, 'group')) return '';
  const cell = cellOf(first);
  if (cell && isColumn(members)) return headerOf(cell);
  const isAfter = areAfter(members);
  const label = /** @type {HTMLInputElement} */ (first).labels?.[0];
  const begin = label && first.compareDocumentPosition(label) === Node.DOCUMENT_POSITION_PRECEDING ? label : first;
  const from = isOwn && group.localName !== 'fieldset' ? group : begin;
  const outer = from === begin ? first : from.parentElement ?? first;
  const within = isAfter ? lineBefore(from, placeOf(outer), { heading: true }) : '';
  if (within && group && referenced(group, 'aria-describedby').some((hint) => textOf(hint) === within)) return '';
  return within || (cell && leftOf(cell)?.text) || (isAfter ? lineBefore(from, borderOf(outer), { heading: true }) : '');
}

/**
 * What is asked by controls that take one value together: the label of the first that names no part, or the words before.
 * @param {Element[]} members
 */
function questionOfParts(members) {
  const [first] = members;
  const group = first.closest('fieldset, [role=group]');
  const isOwn = group && Array.from(group.querySelectorAll(FILLABLE)).every((one) => members.includes(one));
  if (isOwn && nameOf(group, 'group')) return '';
  const own = labelText(first);
  if (own && own !== labelText(members[1]) && !partInWords(own) && !/\d/.test(own)) return own;
  const from = isOwn ? group : first.closest('label') ?? /** @type {HTMLInputElement} */ (first).labels?.[0] ?? first;
  const outer = from.parentElement ?? first;
  const cell = cellOf(first);
  return lineBefore(from, placeOf(outer), { heading: true }) || (cell && leftOf(cell)?.text) || lineBefore(from, borderOf(outer), { heading: true });
}

/**
 * Whether the words of radio buttons or checkboxes follow them.
 * @param {Element[]} members
 */
function areAfter(members) {
  const last = members[members.length - 1];
  return Boolean(labelText(last) || last.getAttribute('aria-label') || lineAfter(last));
}

/**
 * The radio buttons or checkboxes of one question: of one name, or else next to each other.
 * @param {Element} field
 * @returns {Element[]}
 */
function groupOf(field) {
  const fields = fieldsOf(formOf(field) ?? field.ownerDocument);
  const same = fields.get(keyOf(field)) ?? [field];
  const all = fields.get('') ?? [];
  if (same.length > LONGEST_RUN || !all.includes(field)) return [field];
  const isRadio = /** @type {HTMLInputElement} */ (field).type === 'radio';
  const row = isRadio ? [] : same.filter((one) => rowOf(one) && rowOf(one) === rowOf(field));
  if (row.length > 1) return row;
  if (same.length > 1 || isRadio) return same;
  const isLike = (/** @type {Element | undefined} */ one) => one instanceof HTMLInputElement && one.type === 'checkbox' && (!one.name || fields.get(keyOf(one))?.length === 1) && isNear(one, field);
  let first = all.indexOf(field);
  let last = first;
  while (last - first < LONGEST_RUN && isLike(all[first - 1])) first -= 1;
  while (last - first < LONGEST_RUN && isLike(all[last + 1])) last += 1;
  return all.slice(first, last + 1);
}

/**
 * Whether two fields are siblings, or in siblings.
 * @param {Element} one
 * @param {Element} other
 */
function isNear(one, other) {
  return one.parentElement === other.parentElement || one.parentElement?.parentElement === other.parentElement?.parentElement;
}

/** @param {Element} field */
function keyOf(field) {
  const input = /** @type {HTMLInputElement} */ (field);
  return input.type && input.name ? `${input.type} ${input.name}` : 'no name';
}

/**
 * The fields of a form or document: all, and by their type and name.
 * @param {HTMLFormElement | Document} owner
 */
function fieldsOf(owner) {
  const known = cache.fields.get(owner);
  if (known) return known;
  /** @type {Map<string, Element[]>} */
  const fields = grouped(Array.from(owner.querySelectorAll(FILLABLE)), keyOf);
  fields.set('', Array.from(owner.querySelectorAll(FILLABLE)));
  fields.delete('no name');
  if (cache.on) cache.fields.set(owner, fields);
  return fields;
}

/** @param {Element} field */
function placeOf(field) {
  return cellOf(field) ?? borderOf(field);
}

/** @param {Element} field */
function borderOf(field) {
  return field.closest('fieldset, form, [role=group], [role=radiogroup]') ?? field.ownerDocument.body;
}

/**
 * The line of text before a field; a line that follows another field belongs to that one.
 * @param {Element} field
 * @param {Element} border
 * @param {{heading?: boolean}} [allowed] whether a heading may be the line
 */
function lineBefore(field, border, { heading = false } = {}) {
  let text = '';
  let broken = false;
  for (const node of steps(field, border, 'back')) {
    if (node === null) {
      if (clean(text)) return clean(text);
      text = '';
      broken = true;
    } else if (node instanceof Text) {
      text = node.data + text;
    } else if (HEADING.test(node.localName) || node.localName === 'legend') {
      return clean(text) || (heading && node.localName !== 'legend' ? textOf(node) : '');
    } else {
      return broken ? '' : clean(text);
    }
  }
  return clean(text);
}

/**
 * @param {Element} field
 * @param {Element} [border]
 */
function lineAfter(field, border = placeOf(field)) {
  let text = '';
  for (const node of steps(field, border, 'on')) {
    if (!(node instanceof Text)) break;
    text += node.data;
  }
  return clean(text);
}

/**
 * What stands before or after an element: texts, what ends the way (fields, headings, labels of others), and null for each
 * border of a line.
 * @param {Element} from
 * @param {Element} border
 * @param {'back' | 'on'} way
 * @returns {Generator<Element | Text | null>}
 */
function* steps(from, border, way) {
  /** @type {Node} */
  let node = from;
  for (let count = 0; count < FARTHEST; count += 1) {
    const sibling = way === 'back' ? node.previousSibling : node.nextSibling;
    if (!sibling) {
      if (!node.parentNode || node.parentNode === border) return;
      node = node.parentNode;
      if (isBlock(node)) yield null;
      continue;
    }
    node = sibling;
    while (node instanceof Element && !isHiddenSelect(node) && !SKIPPED.has(node.localName) && node.checkVisibility({ visibilityProperty: true })) {
      if (node.matches(FILLABLE) || HEADING.test(node.localName) || node.localName === 'legend' || isOthers(node)) {
        yield node;
        return;
      }
      if (node.localName === 'br' || isBlock(node)) yield null;
      const child = /** @type {Node | null} */ (way === 'back' ? node.lastChild : node.firstChild);
      if (!child) break;
      node = child;
    }
    if (node instanceof Text) yield node;
  }
}

/**
 * Whether an element is the label of another control; that of a hidden select is the label of what draws it.
 * @param {Element} element
 */
function isOthers(element) {
  return element instanceof HTMLLabelElement && element.control !== null && !isHiddenSelect(element.control);
}

/**
 * Whether a select is only there for its value, and something else is drawn in its place.
 * @param {Element} element
 */
function isHiddenSelect(element) {
  return element instanceof HTMLSelectElement && !isPlain(element);
}

/** @param {Node} node */
function isBlock(node) {
  return node instanceof Element && !/^(inline|inline-block|contents)/.test(getComputedStyle(node).display);
}
