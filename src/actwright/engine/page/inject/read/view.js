// What a picture of the page shows, and what is selected in it.

import { focusedElement } from '../dom/focus.js';
import { isWithheld, taintOf } from './withheld.js';

/**
 * The part of the layout viewport that a screenshot shows: all of it, unless the page is pinch-zoomed.
 *
 * The visual viewport excludes scrollbars, which a screenshot includes; on phones, `innerWidth` is the width of the
 * page, which a screenshot does not show.
 */
export function shownArea() {
  const view = visualViewport;
  if (!view) return [0, 0, innerWidth, innerHeight];
  const bars = Math.max(innerWidth - view.width * view.scale, innerHeight - view.height * view.scale);
  const [width, height] = bars < 40 ? [innerWidth / view.scale, innerHeight / view.scale] : [view.width, view.height];
  return [view.offsetLeft, view.offsetTop, width, height];
}

/** No reader uses more of a selection. */
const LONGEST_SELECTION = 1000;

/** The selected text of the document, or of the focused field. */
export function selectedText() {
  const active = focusedElement();
  if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) {
    if (isWithheld(active) || taintOf(active) || active.selectionStart === null) return '';
    return active.value.slice(active.selectionStart, active.selectionEnd ?? 0).slice(0, LONGEST_SELECTION);
  }
  const selection = getSelection();
  return selection && !selection.isCollapsed ? selection.toString().slice(0, LONGEST_SELECTION) : '';
}
