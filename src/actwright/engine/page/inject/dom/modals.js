// Modal dialogs, and what covers the page like one.

import { middle, overlap, sizeOf, viewport } from './areas.js';
import { cache } from './capture_cache.js';
import { mayShow } from './clips.js';
import { composedContains, composedParent } from './composed.js';
import { focusedElement, takesText } from './focus.js';
import { hit } from './hit_tests.js';
import { allRoots } from './roots.js';
import { CONTROLS } from './selectors.js';
import { isRendered, styleOf } from './style.js';

/** The open modal dialogs, the topmost last. */
export function openModals() {
  if (!cache.on) return openModalsNow();
  return (cache.modals ??= openModalsNow());
}

function openModalsNow() {
  /** @type {Element[]} */
  const open = [];
  for (const root of allRoots()) {
    for (const dialog of root.querySelectorAll('dialog:modal, [aria-modal="true"]')) {
      const boxes = isRendered(dialog) ? [dialog] : dialog.checkVisibility() ? Array.from(dialog.children).filter(isRendered) : [];
      if (boxes.some((box) => mayShow(box))) open.push(dialog);
    }
  }
  return open;
}

/**
 * The topmost open modal dialog.
 * @returns {Element | null}
 */
export function topModal() {
  return openModals().at(-1) ?? null;
}

/** A popup hangs at its field if no more than this many CSS px are between them. */
const NEAR = 40;

/** What has been found to hang at a field; it stays that when the field is left. @type {WeakSet<Element>} */
const fieldsOwn = new WeakSet();

/**
 * The topmost open modal dialog, unless it only calls itself modal: the calendar that hangs at a field, which keeps the
 * keyboard.
 * @returns {Element | null}
 */
export function modalTakingOver() {
  const modal = topModal();
  const field = focusedElement();
  if (!modal || fieldsOwn.has(modal)) return null;
  if (!field || !takesText(field) || composedContains(modal, field)) return modal;
  const [box, other] = [modal.getBoundingClientRect(), field.getBoundingClientRect()];
  const isAside = box.top >= other.bottom - 1 || box.bottom <= other.top + 1; // not over its field, as what covers the page is
  const isAt = isAside && box.left < other.right && box.right > other.left && box.top <= other.bottom + NEAR && box.bottom >= other.top - NEAR;
  if (isAt) fieldsOwn.add(modal);
  return isAt ? null : modal;
}

/** The shares of the viewport's width and height at which `backdrop` tests what is on top. */
const CORNERS = [0.01, 0.5, 0.99];

/** A backdrop covers at least this share of the viewport, and of the controls in view that are outside of it. */
const NEARLY_ALL = 0.9;

/** Controls that are tested at most. */
const MOST_ASKED = 40;

/**
 * The element that covers nearly all of the page in view although nothing marks it as modal: the backdrop of a menu or
 * a notice, with what is on it. If there are several, the outermost one that has controls of the page outside of it.
 * @returns {Element | null}
 */
export function backdrop() {
  /** @type {Element[] | null} What covers every point so far, the innermost first. */
  let over = null;
  for (const x of CORNERS) {
    for (const y of CORNERS) {
      /** @type {Set<Element>} */
      const around = new Set();
      for (let node = hit(x * innerWidth, y * innerHeight); node; node = composedParent(node)) around.add(node);
      over = over ? over.filter((node) => around.has(node)) : Array.from(around).filter(isLaidOver);
      if (!over.length) return null; // on most pages nothing covers the first point
    }
  }
  return over?.findLast(coversControls) ?? null;
}

/** @param {Element} element */
function isLaidOver(element) {
  if (!/^(fixed|absolute)$/.test(styleOf(element).position)) return false;
  const shown = overlap(element.getBoundingClientRect(), viewport());
  return shown !== null && sizeOf(shown) >= NEARLY_ALL * innerWidth * innerHeight;
}

/**
 * Whether an element covers nearly all controls in view that are outside of it, and at least one.
 * @param {Element} element
 */
function coversControls(element) {
  let [covered, free] = [0, 0];
  for (const control of document.querySelectorAll(CONTROLS)) {
    if (covered + free >= MOST_ASKED) break;
    if (composedContains(element, control) || composedContains(control, element) || !control.checkVisibility({ visibilityProperty: true })) continue;
    const shown = overlap(control.getBoundingClientRect(), viewport());
    if (!shown) continue;
    const found = hit(...middle(shown));
    if (found && composedContains(element, found)) covered += 1;
    else free += 1;
  }
  return covered > 0 && covered >= NEARLY_ALL * (covered + free);
}
