// Structure: which elements without an ID have their own line, and under which tag.

import { mayShow } from '../dom/clips.js';
import { contentOffset } from '../dom/frames.js';
import { coverOf } from '../dom/hit_tests.js';
import { fold } from '../dom/strings.js';
import { currentOf, rowsBeyond } from './extras.js';
import { iconHint, markupHint } from './icon_labels.js';
import { isBuried } from './interactive.js';
import { nameNow, nameOf } from './names.js';
import { roleOf } from './roles.js';
import { coverLabel } from './short_labels.js';

/** @import { Measures } from '../dom/measures.js' */
/** @import { Offset, Surroundings, TreeNode } from './tree_nodes.js' */

/** @type {Record<string, string>} Tags of structure that has its own line, by role. */
const STRUCTURE = {
  alert: 'alert', alertdialog: 'dialog', article: 'article', banner: 'header', complementary: 'aside',
  contentinfo: 'footer', dialog: 'dialog', feed: 'feed', form: 'form', grid: 'table', group: 'group', listitem: 'li',
  list: 'ul', main: 'main', menu: 'menu', menubar: 'menu', navigation: 'nav', radiogroup: 'radiogroup',
  region: 'region', row: 'tr', search: 'search', status: 'status', table: 'table', tablist: 'tablist',
  tabpanel: 'tabpanel', toolbar: 'toolbar', tree: 'tree', treegrid: 'table', listbox: 'listbox', meter: 'meter', progressbar: 'progress',
  cell: 'td', gridcell: 'td', columnheader: 'th', rowheader: 'th',
};

const STRUCTURE_TAGS = new Set(['blockquote', 'dd', 'dt', 'fieldset', 'ol', 'p', 'pre']);
const ONLY_NAMED = new Set(['group', 'region']);

/**
 * @param {Element} element
 * @param {string} role
 */
function structureTag(element, role) {
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
  return node.extras !== undefined || /^(td|th|dd)$/.test(node.tag);
}

/**
 * @param {Element} element
 * @param {Surroundings} around
 * @param {{modal: Element | null, measures: Measures}} walk with what covers everything outside of it
 * @returns {TreeNode | null}
 */
export function structureNode(element, around, { modal, measures }) {
  const role = roleOf(element);
  const own = structureTag(element, role);
  const tag = own || (element === modal ? 'dialog' : '');
  if (!tag) return null;
  if (around.claimed && /^(p|li|ul|ol|td|tr|article|header|footer)$/.test(tag)) return null;
  /** @type {TreeNode} */
  const node = { tag, kids: [], box: measures.box(element) };
  const named = own && tag !== 'p' && tag !== 'li' && !/^(t[dhr]|h\d|d[dt]|pre|blockquote)$/.test(tag);
  const label = named ? nameOf(element, role) : fold(element.getAttribute('aria-label') || '');
  if (label) node.label = label;
  if (ONLY_NAMED.has(tag) && !label && element !== modal) return null;
  if (tag === 'img' && (!label || around.claimed)) return null;
  if (tag === 'canvas' && !label && isBuried(element, measures)) return null;
  if (element === modal) node.modal = true;
  const isNative = element instanceof HTMLProgressElement || element instanceof HTMLMeterElement;
  const value = isNative ? String(element.value) : element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
  if (value !== null && /^(meter|progress)$/.test(tag)) node.extras = [['value', value]];
  const sort = tag === 'th' && element.getAttribute('aria-sort');
  if (sort && sort !== 'none') node.extras = [['sort', sort]];
  const rows = tag === 'table' && rowsBeyond(element);
  if (rows) node.extras = [['rows', rows]];
  const current = currentOf(element);
  if (current) node.extras = [current];
  const icon = /^t[dh]$/.test(tag) && !label && element.querySelector('i, svg, img:not([alt])') ? iconHint(element) || markupHint(element) : '';
  if (icon) node.extras = [['icon', icon]];
  return node;
}

/**
 * @param {Element} element
 * @param {number} number
 * @param {Measures} measures
 * @returns {TreeNode | null}
 */
export function frameNode(element, number, measures) {
  const rect = element.getBoundingClientRect();
  if (rect.width < 10 || rect.height < 10 || !mayShow(element, rect)) return null;
  const area = measures.visible(element);
  const cover = area ? coverOf(element, area) : null;
  /** @type {Offset['clip']} */
  const clip = area && [area.left, area.top, area.right - area.left, area.bottom - area.top];
  const offset = { ...contentOffset(element), clip, cover: cover ? coverLabel(cover, element) : '' };
  return { tag: 'iframe', kids: [], frame: number, label: nameNow(element, 'iframe'), box: measures.box(element), offset };
}
