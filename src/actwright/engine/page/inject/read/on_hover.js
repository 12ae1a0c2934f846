// Rows whose buttons are painted only while the mouse is over them.

import { composedParent } from '../dom/composed.js';
import { styleOf } from '../dom/style.js';
import { GROUND } from './clickable.js';
import { markupHint } from './icon_labels.js';
import { nameOf } from './names.js';
import { roleOf } from './roles.js';

/** @import { Measures } from '../dom/measures.js' */

const PRESSED = 'button, a[href], [role=button], [role=link], [role=menuitem]';
const ROWS = 'tr, li, article, [role=row], [role=listitem], [role=treeitem], [role=option]';
const MOST_NAMES = 3;

/**
 * The names of the buttons and links of a row that have their place in it but are not painted; empty if there are none.
 * @param {Element} element
 * @param {Measures} measures
 */
export function shownOnHover(element, measures) {
  if (!isRow(element)) return '';
  const inner = Array.from(element.querySelectorAll(PRESSED)).filter((one) => !styleOf(one).plain && rowOf(one) === element);
  if (!inner.length) return '';
  const row = measures.rect(element);
  if (row.width * row.height > GROUND * innerWidth * innerHeight) return '';
  const within = inner.filter((one) => {
    const { left, top, right, bottom, width } = measures.rect(one);
    return width > 0 && left >= row.left && top >= row.top && right <= row.right && bottom <= row.bottom && !one.closest('[inert]');
  });
  const names = within.map((one) => nameOf(one, roleOf(one)) || one.textContent?.trim() || markupHint(one) || roleOf(one));
  return names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ', …' : '');
}

/**
 * Whether an element is one of several alike: by its tag or role, or because one beside it has the same classes.
 * @param {Element} element
 */
function isRow(element) {
  if (element.matches(ROWS)) return true;
  const alike = (/** @type {Element | null} */ other) => other?.localName === element.localName && other.className === element.className;
  return element.classList.length > 0 && (alike(element.nextElementSibling) || alike(element.previousElementSibling));
}

/**
 * The row that an element which is not painted is in: the nearest one that is painted.
 * @param {Element} element
 */
function rowOf(element) {
  let outer = composedParent(element);
  while (outer && !(styleOf(outer).plain && isRow(outer))) outer = composedParent(outer);
  return outer;
}
