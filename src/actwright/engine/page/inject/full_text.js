// The full text or value of one element.

import { EVERYWHERE } from './dom/areas.js';
import { Measures } from './dom/measures.js';
import { rootIn } from './dom/shadow_roots.js';
import { Register } from './identity/register.js';
import { isEditingHost } from './read/roles.js';
import { PAGE } from './read/short_labels.js';
import { fallbackText } from './read/text.js';
import { surroundings } from './read/tree_nodes.js';
import { Walk } from './read/walk.js';
import { isWithheld, readableValueOf } from './read/withheld.js';
import { writtenIn } from './read/written.js';

/** @import { TreeNode } from './read/tree_nodes.js' */

/**
 * The full text or value of an element; for `PAGE`, all text of the document, including what is clipped.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function fullText(register, { id }) {
  if (id === PAGE) return { found: true, text: document.body?.innerText ?? '' };
  const element = register.element(id);
  if (!element) return { found: false };
  if (isWithheld(element)) return { found: true, text: /** @type {HTMLInputElement} */ (element).value ? 'filled' : '' };
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return { found: true, text: readableValueOf(element, element.value), value: true };
  if (element instanceof HTMLSelectElement) return { found: true, text: Array.from(element.options, (option) => option.label).join('\n') };
  if (element instanceof HTMLCanvasElement) return { found: true, text: fallbackText(element) };
  if (element instanceof HTMLElement && isEditingHost(element)) return { found: true, text: readableValueOf(element, writtenIn(element)), value: true };
  if (element instanceof HTMLElement && !rootIn(element)) return { found: true, text: readableValueOf(element, element.innerText) };
  const walk = new Walk(new Register(), new Measures(), {});
  /** @type {TreeNode} */
  const root = { tag: 'page', kids: [] };
  walk.element(element, root.kids, surroundings(EVERYWHERE));
  walk.runs.flush();
  return { found: true, text: walk.runs.all.filter((part) => typeof part === 'string').join('') };
}
