// Short readable labels of elements.

import { cache, once } from '../dom/capture_cache.js';
import { composedContains, composedParent } from '../dom/composed.js';
import { referenced } from '../dom/roots.js';
import { fold } from '../dom/strings.js';
import { contentText, ownName } from './names.js';
import { roleOf } from './roles.js';

/**
 * A short readable label for what covers an element: the outermost ancestor of `cover` that does not contain `element`.
 * @param {Element} cover
 * @param {Element | null} element
 */
export function coverLabel(cover, element) {
  let outermost = cover;
  for (let node = composedParent(cover); node; node = composedParent(node)) {
    if (node === document.body || node === document.documentElement) break;
    if (element && composedContains(node, element)) break;
    outermost = node;
  }
  return shortLabel(outermost);
}

/**
 * `#` and the `id` attribute, or empty without one. Reads the attribute, as the `id` of a form may be a field of that
 * name.
 * @param {Element} element
 */
export function idOf(element) {
  const id = element.getAttribute('id');
  return id ? `#${id}` : '';
}

/**
 * The role or tag of an element with its name, or else the beginning of its text; for a mere wrapper of a dialog, the
 * label of that dialog.
 * @param {Element} element
 * @returns {string}
 */
export function shortLabel(element) {
  return once(cache.labels, element, shortLabelNow);
}

/** @param {Element} element */
function shortLabelNow(element) {
  const role = roleOf(element);
  const heading = element.querySelector('h1, h2, h3, [role=heading]');
  const referencedName = referenced(element, 'aria-labelledby').map(ownName).join(' ');
  const said = referencedName || element.getAttribute('aria-label') || (heading ? contentText(heading, null) : '') || contentText(element, null);
  const text = fold(said);
  const dialog = element.querySelector('dialog, [role=dialog], [role=alertdialog]');
  if (dialog && !element.hasAttribute('aria-label') && !referencedName) return shortLabel(dialog);
  const kind = role || element.localName;
  const most = heading || said !== contentText(element, null) ? 60 : 30;
  const short = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return short ? `${kind}: ${short}` : `${kind} ${idOf(element).slice(0, 41)}`.trim();
}

/** Represents the page in place of an element's ID. */
export const PAGE = '-';

/** Tags of tree lines that represent no element. */
const RESERVED = /^(fold|page)$/;

/**
 * The tag in the form that an ID may contain; a parser accepts quotes and more in a tag name.
 * @param {Element} element
 */
export function tagOf(element) {
  const tag = element.localName.toLowerCase().replace(/[^a-z0-9-]/g, '').replace(/^-+|-+$/g, '').slice(0, 40);
  return tag && !RESERVED.test(tag) ? tag : 'element';
}
