// The frames in a document.

import { styleOf } from './style.js';

/**
 * Where the content of a frame begins, and how many CSS px of this document one CSS px of the frame takes.
 * @param {Element} holder
 */
export function contentOffset(holder) {
  const rect = holder.getBoundingClientRect();
  const style = styleOf(holder);
  const scale = rect.width / (/** @type {HTMLElement} */ (holder).offsetWidth || rect.width);
  const left = rect.left + (holder.clientLeft + parseFloat(style.live.paddingLeft)) * scale;
  const top = rect.top + (holder.clientTop + parseFloat(style.live.paddingTop)) * scale;
  return { left, top, scale };
}
