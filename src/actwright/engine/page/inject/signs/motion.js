// What moves on the page, and what of it matters.

import { composedParent } from '../dom/composed.js';

export 
/** Properties that change how an element looks, but neither where it is nor whether it can be seen. */
const PAINT = /color|shadow|outline|fill|stroke|background|filter|decoration|^(offset|computedOffset|easing|composite)$/i;

/** How far the surroundings that belong to a field may extend above and below it, in CSS px: a label, a message. */
const OWN_REACH = 64;
const EDITED_FIELDS = 'input:not([type=hidden]), select, textarea, [contenteditable]';

/**
 * The part of a page that may change in response to an edit without indicating anything more: the largest area around
 * the field that contains no other field.
 * @param {Element} field
 */
export function ownPart(field) {
  const room = field.getBoundingClientRect().height + 2 * OWN_REACH;
  let part = field;
  for (let next = composedParent(field); next && next !== document.body; next = composedParent(next)) {
    const others = Array.from(next.querySelectorAll(EDITED_FIELDS)).some((other) => other !== field && !field.contains(other));
    if (others || next.getBoundingClientRect().height > room) break;
    part = next;
  }
  return part;
}

/** Whether scripts of the document have fetched anything from a server: one response may lead to the next request. */
export function hasFetched() {
  return performance.getEntriesByType('resource').some((entry) => /^(fetch|xmlhttprequest)$/.test(/** @type {PerformanceResourceTiming} */ (entry).initiatorType));
}

/**
 * Whether a page may look something up during typing in a field: its markup says so, or no form would submit it.
 * @param {HTMLInputElement} field
 */
export function answersTyping(field) {
  if (!/^(text|search|email|url|tel)$/.test(field.type)) return false;
  return !field.form || field.type === 'search' || field.hasAttribute('list') || field.closest('search, [role="search"]') !== null
    || field.matches('[role="combobox"], [role="searchbox"], [aria-autocomplete], [aria-controls], [aria-owns]');
}

/** @param {Element} element */
export function isInView(element) {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
    && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
}

/** @param {Element} element */
export function carriesContent(element) {
  return /\S/.test(element.textContent || '') || element.querySelector('input, button, img, iframe') !== null || element.matches('input, img, iframe');
}

/** @param {KeyframeEffect} effect */
export function moves(effect) {
  return !effect.pseudoElement && effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => !PAINT.test(name)));
}
