// Roles.

import { cache, once } from '../dom/capture_cache.js';
import { ariaOf } from '../dom/internals.js';

/** @param {Element} element */
export function roleOf(element) {
  return once(cache.roles, element, roleNow);
}

/** @type {Record<string, string>} */
const INPUT_ROLES = {
  button: 'button', checkbox: 'checkbox', file: 'button', image: 'button', number: 'spinbutton', radio: 'radio',
  range: 'slider', reset: 'button', search: 'searchbox', submit: 'button', color: '',
};

/** @type {Record<string, string>} */
const TAG_ROLES = {
  article: 'article', aside: 'complementary', button: 'button', dialog: 'dialog', fieldset: 'group', figure: 'figure',
  footer: 'contentinfo', form: 'form', header: 'banner', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading',
  h5: 'heading', h6: 'heading', img: 'img', li: 'listitem', main: 'main', menu: 'list', meter: 'meter',
  nav: 'navigation', ol: 'list', optgroup: 'group', option: 'option', output: 'status', progress: 'progressbar',
  search: 'search', summary: 'button', table: 'table', td: 'cell', textarea: 'textbox', th: 'columnheader', tr: 'row',
  ul: 'list',
};

/** @param {Element} element */
function roleNow(element) {
  const roles = (ariaOf(element, 'role') || '').trim().toLowerCase().split(/\s+/);
  const explicit = (roles.length > 1 && roles.find((role) => WIDGET_ROLES.has(role))) || roles[0];
  if (explicit && explicit !== 'none' && explicit !== 'presentation') return explicit;
  const tag = element.localName;
  if (element instanceof HTMLInputElement) {
    if (element.list && (element.type === 'search' || !(element.type in INPUT_ROLES))) return 'combobox';
    return INPUT_ROLES[element.type] ?? 'textbox';
  }
  if (element instanceof HTMLSelectElement) return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
  if (tag === 'a' || tag === 'area') return element.hasAttribute('href') || element.hasAttribute('xlink:href') ? 'link' : '';
  if (tag === 'img' && element.getAttribute('alt') === '') return '';
  if (tag === 'td' && /^(tree)?grid$/.test(element.closest('table')?.getAttribute('role') ?? '')) return 'gridcell';
  if (tag === 'li' && element.hasAttribute('aria-haspopup') && /^menu(bar)?$/.test(element.parentElement?.getAttribute('role') ?? '')) return 'menuitem';
  if (TAG_ROLES[tag]) return TAG_ROLES[tag];
  return isEditingHost(element) ? 'textbox' : '';
}

/** @param {Element} element */
export function isEditingHost(element) {
  if (!(element instanceof HTMLElement) || !element.isContentEditable) return false;
  const parent = element.parentElement;
  return !(parent && parent.isContentEditable);
}

export const TOGGLES = new Set(['checkbox', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch']);

export const NATIVE = new Set(['button', 'select', 'textarea']);
export const LEAVES = new Set(['audio', 'canvas', 'img', 'input', 'meter', 'progress', 'select', 'svg', 'textarea', 'video']);

export const WIDGET_ROLES = new Set([
  'button', 'checkbox', 'combobox', 'link', 'listbox', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option',
  'radio', 'searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox', 'treeitem',
]);

/** Parts of grids that the keyboard reaches from the one among them that has the tabindex 0. */
export const ROVING = new Set(['cell', 'columnheader', 'gridcell', 'row', 'rowheader']);

export const CLAIMING = new Set(['a', 'button', 'summary', 'label']);
