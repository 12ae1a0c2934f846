// Hidden fields: the labels that represent checkboxes, radio buttons and file inputs, and fields that are only for forms.

import { mayShow } from '../dom/clips.js';
import { composedChildren, composedContains, composedParent } from '../dom/composed.js';
import { isTextField } from '../dom/focus.js';
import { labelsOf } from '../dom/labels.js';
import { CONTROLS } from '../dom/selectors.js';
import { isFaceDown, isRendered, styleOf } from '../dom/style.js';
import { editorOf, isDrawnLine, takesKeys } from './editors.js';
import { listening } from './listeners.js';
import { nameOf, saidBy } from './names.js';
import { roleOf } from './roles.js';

/** @import { Style } from '../dom/style.js' */

/** @param {Element} element */
export function isStandInKind(element) {
  return element instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(element.type);
}

/**
 * Whether an input itself can be seen and clicked.
 * @param {Element} element
 */
export function isPlain(element) {
  if (!isRendered(element)) return false;
  const style = styleOf(element);
  const box = element.getBoundingClientRect();
  if (isFaceDown(element, style) || box.width < 4 || box.height < 4 || !mayShow(element, box)) return false;
  return element.checkVisibility({ opacityProperty: true });
}

/**
 * What can be seen in place of an element: the content of one without a box of its own, or the box in which its text is;
 * the label of a hidden input, or the box that draws it. Null if the element can be seen itself, or nothing stands for it.
 * @param {Element} element
 * @returns {Element | null}
 */
export function standIn(element) {
  if (styleOf(element).display === 'contents') return Array.from(composedChildren(element)).find(isSeen) ?? boxAround(element);
  if (isRange(element)) return mayShow(element) ? null : drawnBox(element) ?? seenLabel(element);
  const editor = editorOf(element);
  if (editor) return editor;
  if (isWrittenInto(element)) return isClipped(element) ? listBox(element) ?? seenLabel(element) ?? listeningBox(element) : null;
  if (!isStandInKind(element)) return null;
  if (isPlain(element)) return null;
  return seenLabel(element) ?? (isRendered(element) && !mayShow(element) ? drawnBox(element) : null);
}

/**
 * The nearest box around an element that has none of its own and shows nothing but text.
 * @param {Element} element
 */
function boxAround(element) {
  let box = element.textContent?.trim() ? composedParent(element) : null;
  while (box && styleOf(box).display === 'contents') box = composedParent(box);
  return box && isSeen(box) ? box : null;
}

/**
 * Where the first line of an element is that has no box of its own and shows nothing but text; null for others.
 * @param {Element} element
 * @param {Element} shown what stands for it
 */
export function textRect(element, shown) {
  if (shown === element || styleOf(element).display !== 'contents' || !composedContains(shown, element)) return null;
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getClientRects()[0] ?? null;
}

/**
 * Whether a checkbox or radio button is checked. A script that draws a hidden one may prevent its clicks, so that the
 * browser takes the state back; then `aria-checked` has the state that is drawn.
 * @param {HTMLInputElement} input
 */
export function isChecked(input) {
  const said = input.getAttribute('aria-checked');
  return /^(true|false)$/.test(said ?? '') && !isPlain(input) ? said === 'true' : input.checked;
}

/**
 * Whether an element that the keyboard reaches is clipped to nothing.
 * @param {Element} element
 */
export function isClipped(element) {
  return !element.matches('[tabindex="-1"], [aria-hidden=true] *') && isRendered(element) && !mayShow(element);
}

/**
 * The box that draws a text field and puts the keyboard into it when it is pressed.
 * @param {Element} field
 */
function listeningBox(field) {
  const box = drawnBox(field);
  return box && listening.has(box) ? box : null;
}

/**
 * The box that draws a field which only opens a list; its label would only move the focus.
 * @param {Element} field
 */
export function listBox(field) {
  return roleOf(field) === 'combobox' ? drawnBox(field) : null;
}

/** @param {Element} element */
export function isWrittenInto(element) {
  return takesKeys(element) || isTextField(element) || (element instanceof HTMLInputElement && /^(color|date|time|month|week|datetime-local)$/.test(element.type));
}

/** @param {Element} element */
export function isRange(element) {
  return element instanceof HTMLInputElement && element.type === 'range';
}

/**
 * The label after a hidden input that is tied to it by a script alone: it is drawn over the input.
 * @param {Element} element
 */
function labelOver(element) {
  const label = element.nextElementSibling;
  if (!(label instanceof HTMLLabelElement) || label.control || !isRendered(label) || !mayShow(label)) return null;
  const [over, under] = [label.getBoundingClientRect(), element.getBoundingClientRect()];
  return over.left <= under.right && over.right >= under.left && over.top <= under.bottom && over.bottom >= under.top ? label : null;
}

/** @param {Element} element */
function seenLabel(element) {
  return labelsOf(element).find((label) => isRendered(label) && (styleOf(label).display === 'contents' || mayShow(label))) ?? labelOver(element);
}

/**
 * @param {Node} node
 * @returns {node is Element}
 */
function isSeen(node) {
  return node instanceof Element && isRendered(node) && mayShow(node);
}

/**
 * The box that draws an input clipped to nothing: the nearest one around it that can be seen, if it contains no other
 * control. An input that the keyboard and assistive technology skip is only for forms.
 * @param {Element} element
 * @returns {Element | null}
 */
function drawnBox(element) {
  if (element.getAttribute('tabindex') === '-1' || element.closest('[aria-hidden=true]')) return null;
  for (let node = composedParent(element); node && node !== document.body; node = composedParent(node)) {
    const box = node.getBoundingClientRect();
    if (box.height > HIGHEST_GROUND || node.querySelectorAll(CONTROLS).length > 1) return null;
    if (box.width >= 4 && box.height >= 4 && mayShow(node, box) && node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return node;
  }
  return null;
}

/**
 * The visible label of a control; null if it has none.
 * @param {Element} control
 * @returns {Element | null}
 */
export function shownLabel(control) {
  return [...labelsOf(control), control.closest('label')].find((label) => label && label.getClientRects().length) || null;
}

/**
 * Whether an invisible field only carries the value of a control that scripts draw, as component libraries add them for
 * forms: neither the mouse nor assistive technology reaches it. A file input receives files all the same.
 * @param {Element} element
 * @param {Style} style
 */
export function isCopyForForms(element, style) {
  const takesFiles = element instanceof HTMLInputElement && element.type === 'file';
  return !takesFiles && style.pointerEvents === 'none' && element.getAttribute('aria-hidden') === 'true';
}

/** An element without text that is higher, in CSS px, is more than the area around a toggle. */
export const HIGHEST_GROUND = 64;

/**
 * Whether an element is a label, legend, caption or line of an editor whose text its control or group already has in the tree.
 * @param {Element} element
 */
export function saidByControl(element) {
  if (element.localName === 'legend') return element.parentElement instanceof HTMLFieldSetElement;
  if (isDrawnLine(element)) return true;
  if (element.localName === 'caption') return true;
  if (!(element instanceof HTMLLabelElement) || !element.control) return false;
  const control = element.control;
  const text = saidBy(element, control);
  return ((isRendered(control) && mayShow(control)) || standIn(control) !== null) && nameOf(control, roleOf(control)).includes(text);
}

/**
 * The hidden input that a label represents, if there is one.
 * @param {Element} label
 * @returns {Element | null}
 */
export function standsFor(label) {
  if (!(label instanceof HTMLLabelElement) || !label.control) return null;
  return standIn(label.control) === label ? label.control : null;
}
