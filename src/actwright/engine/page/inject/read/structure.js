// Structure: which elements without an ID have their own line, and under which tag.

/** @import { TreeNode } from './walk.js' */

/** @type {Record<string, string>} Tags of structure that has its own line, by role. */
const STRUCTURE = {
  alert: 'alert', alertdialog: 'dialog', article: 'article', banner: 'header', complementary: 'aside',
  contentinfo: 'footer', dialog: 'dialog', feed: 'feed', form: 'form', grid: 'table', group: 'group', listitem: 'li',
  list: 'ul', main: 'main', menu: 'menu', menubar: 'menu', navigation: 'nav', radiogroup: 'radiogroup',
  region: 'region', row: 'tr', search: 'search', status: 'status', table: 'table', tablist: 'tablist',
  tabpanel: 'tabpanel', toolbar: 'toolbar', tree: 'tree', treegrid: 'table', listbox: 'listbox',
  cell: 'td', gridcell: 'td', columnheader: 'th', rowheader: 'th',
};

const STRUCTURE_TAGS = new Set(['blockquote', 'dd', 'dt', 'fieldset', 'ol', 'p', 'pre']);
export const ONLY_NAMED = new Set(['group', 'region']);

/**
 * @param {Element} element
 * @param {string} role
 */
export function structureTag(element, role) {
  const tag = element.localName;
  if (element === document.body) return '';
  if (role === 'heading') return `h${element.getAttribute('aria-level')?.replace(/\D/g, '').slice(0, 2) || (/^h[1-6]$/.test(tag) ? tag[1] : '2')}`;
  if (tag === 'svg' || role === 'img' || tag === 'img') return 'img';
  if (tag === 'canvas' || tag === 'video' || tag === 'audio' || tag === 'progress' || tag === 'meter') return tag;
  if (STRUCTURE_TAGS.has(tag) && tag !== 'fieldset') return tag;
  if (tag === 'fieldset') return 'fieldset';
  if ((tag === 'header' || tag === 'footer') && element.closest('article, aside, main, nav, section')) return '';
  if (/^t[dhr]$/.test(tag) && !element.hasAttribute('role')) return tag;
  if (tag === 'section') return element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby') ? 'region' : '';
  return Object.hasOwn(STRUCTURE, role) ? STRUCTURE[role] : '';
}

/** @param {TreeNode} node */
export function isMeaningful(node) {
  if (node.frame !== undefined || node.modal) return true;
  if (/^(canvas|video|audio|progress|meter|img)$/.test(node.tag)) return true;
  return node.extras !== undefined || node.tag === 'td' || node.tag === 'th';
}
