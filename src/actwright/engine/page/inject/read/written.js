// The text that is written in an editor, in the lines in which it is drawn.

import { styleOf } from '../dom/style.js';

/**
 * The text written in an element, including spaces at its ends; line breaks there come from its paragraphs.
 * @param {HTMLElement} element
 */
export function writtenIn(element) {
  const text = linesOf(element).join('\n');
  return text.trim() ? text.replace(/^[\r\n]+|[\r\n]+$/g, '') : '';
}

/**
 * The lines of a block. `innerText` puts an empty line between two paragraphs, and two for an empty one.
 * @param {HTMLElement} block
 * @returns {string[]}
 */
function linesOf(block) {
  const parts = Array.from(block.childNodes).filter((node) => !isBetweenBlocks(node));
  if (!parts.some(isBlock)) return block.innerText.replace(/\n$/, '').split('\n');
  /** @type {string[]} */
  const lines = [];
  let line = '';
  for (const part of parts) {
    if (isBlock(part)) {
      if (line) lines.push(...line.replace(/\n$/, '').split('\n'));
      line = '';
      lines.push(...linesOf(part));
    } else line += inlineText(part);
  }
  if (line) lines.push(...line.replace(/\n$/, '').split('\n'));
  return lines;
}

/** @param {Node} node */
function inlineText(node) {
  if (node instanceof Text) return node.parentElement && keepsSpace(node.parentElement) ? node.data : node.data.replace(/[\t\n\r ]+/g, ' ');
  if (node instanceof HTMLBRElement) return '\n';
  return node instanceof HTMLElement ? node.innerText : '';
}

/** @param {Element} element */
function keepsSpace(element) {
  return /^(pre|break-spaces)/.test(getComputedStyle(element).whiteSpace);
}

/**
 * Whether a node is drawn on lines of its own.
 * @param {Node} node
 * @returns {node is HTMLElement}
 */
function isBlock(node) {
  return node instanceof HTMLElement && /^(block|flex|grid|list-item|flow-root)$/.test(styleOf(node).display);
}

/** Whether a node is the white space with which a page is written. @param {Node} node */
function isBetweenBlocks(node) {
  return node instanceof Text ? /^\s*$/.test(node.data) && (isBlockOrNone(node.previousSibling) || isBlockOrNone(node.nextSibling)) : node.nodeType === Node.COMMENT_NODE;
}

/** @param {Node | null} node */
function isBlockOrNone(node) {
  return node === null || isBlock(node);
}
