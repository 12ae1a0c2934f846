// Scrolling: panes by screens, and elements into view. Always instant, whatever the page's styles specify.

import { composedParent } from '../dom/composed.js';
import { Measures } from '../dom/measures.js';
import { PAGE } from '../read/short_labels.js';
import { rectOf, shownOf } from './boxes.js';

/** @import { Register } from '../identity/register.js' */

/**
 * Scrolls the nearest pane that can scroll, and reports how far it moved and how far it could still move, in screens.
 * @param {Register} register
 * @param {{id: string, value: [number, number]}} args the ID of an element, or `PAGE`, and how many screens to the right
 * and down
 */
export function scrollPane(register, { id, value: [x, y] }) {
  const element = shownOf(register, id);
  if (!element && id !== PAGE) return { found: false };
  const room = (/** @type {Element} */ e) => (x ? e.scrollWidth - e.clientWidth : e.scrollHeight - e.clientHeight);
  const root = document.scrollingElement || document.documentElement;
  const scrolls = (/** @type {Element} */ e) => {
    if (room(e) < 1) return false;
    const style = getComputedStyle(e);
    const overflow = x ? style.overflowX : style.overflowY;
    return e === root ? overflow !== 'hidden' : overflow === 'auto' || overflow === 'scroll';
  };
  /** @param {Element | null} e */
  const outward = (e) => {
    while (e && !scrolls(e)) e = composedParent(e);
    return e;
  };
  // Pages of one screen often scroll in an inner pane: choose the one under the middle of the screen.
  const box = outward(element)
    || (scrolls(root) ? root : element ? root : outward(document.elementFromPoint(innerWidth / 2, innerHeight / 2)))
    || root;
  const at = () => (x ? box.scrollLeft : box.scrollTop);
  const screen = (x ? box.clientWidth : box.clientHeight) || 1;
  const before = at();
  box.scrollBy({ left: x * screen, top: y * screen, behavior: 'instant' });
  const left = x + y > 0 ? room(box) - at() : Math.abs(at());
  return { found: true, moved: Math.abs(at() - before) / screen, left: Math.max(0, left) / screen };
}

/**
 * Scrolls an element to the middle of its panes and frames, away from any bar that sticks to an edge.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function centre(register, { id }) {
  const shown = shownOf(register, id);
  shown?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  return { found: shown !== null };
}

/**
 * Brings an element into view, and reports where it is then; if a part of it is in view, scrolls as little as possible.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function intoView(register, { id }) {
  const shown = shownOf(register, id);
  const block = shown && new Measures().visible(shown) ? 'nearest' : 'center';
  shown?.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
  return rectOf(register, { id });
}
