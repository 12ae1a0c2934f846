// The title of a radio button or checkbox that is drawn as a card: the first line of its label.

import { fold } from '../dom/strings.js';
import { labelText } from './names.js';

const LONGEST = 300;

/**
 * The title in the label of a radio button or checkbox, before what is said of it; empty if the label is one line.
 * @param {Element} field
 */
export function titleIn(field) {
  const label = /** @type {HTMLInputElement} */ (field).labels?.[0];
  if (!label?.firstElementChild) return '';
  const nodes = document.createTreeWalker(label, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let title = '';
  let around = null;
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node instanceof Text && node.parentElement?.checkVisibility({ visibilityProperty: true })) {
      around ??= fold(node.data) ? blockAround(node) : null;
      if (around && blockAround(node) !== around) break;
      title += node.data;
    } else if (around && node instanceof Element && (node.localName === 'br' || isBlock(node))) {
      break;
    }
  }
  title = fold(title);
  return title === labelText(field) || title.length > LONGEST ? '' : title;
}

/** @param {Text} text */
function blockAround(text) {
  let block = text.parentElement;
  while (block?.parentElement && !isBlock(block)) block = block.parentElement;
  return block;
}

/** @param {Node} node */
export function isBlock(node) {
  return node instanceof Element && !/^(inline|inline-block|contents)/.test(getComputedStyle(node).display);
}
