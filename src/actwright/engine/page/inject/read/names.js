// Accessible names, in the order of the W3C "Accessible Name and Description Computation".

import { cache, once } from '../dom/capture_cache.js';
import { SKIPPED, composedChildren } from '../dom/composed.js';
import { generatedText } from '../dom/generated_content.js';
import { nameToldBy } from '../dom/internals.js';
import { labelsOf } from '../dom/labels.js';
import { referenced } from '../dom/roots.js';
import { rootIn } from '../dom/shadow_roots.js';
import { fold } from '../dom/strings.js';
import { isFaceDown, styleOf } from '../dom/style.js';
import { isInEditor } from './editors.js';
import { isEditingHost } from './roles.js';
import { isWithheld, readableValueOf } from './withheld.js';

const NAMED_BY_CONTENT = new Set([
  'button', 'cell', 'checkbox', 'columnheader', 'gridcell', 'heading', 'link', 'menuitem', 'menuitemcheckbox',
  'menuitemradio', 'option', 'radio', 'row', 'rowheader', 'switch', 'tab', 'tooltip', 'treeitem',
]);

const LONGEST_NAME = 4000;
const NAMED = { named: true };

/** A shape in a group with more texts is the ground of a drawing. */
const MOST_TEXTS = 3;

/** Text that is nested more deeply is not part of a name; the walk computes names at any depth. */
const DEEPEST_NAME = 200;

/** @param {Element} element */
export function labelText(element) {
  const all = labelsOf(element);
  const shown = all.length > 1 ? all.filter((label) => label.checkVisibility({ visibilityProperty: true })) : all;
  const labels = shown.length ? shown : all;
  return labels.length ? fold(labels.map((label) => saidBy(label, element)).join(' ')) : '';
}

/**
 * The text of a label, without its control; that of one with a picture alone is its tooltip.
 * @param {HTMLLabelElement} label
 * @param {Element} control
 */
export function saidBy(label, control) {
  return once(cache.saidByLabels, label, () => contentText(label, label.control ?? control) || label.title);
}

/**
 * The accessible name.
 * @param {Element} element
 * @param {string} role of the element itself
 * @returns {string}
 */
export function nameOf(element, role) {
  return once(cache.names, element, () => nameNow(element, role));
}

/**
 * @param {Element} element
 * @param {string} role
 * @returns {string}
 */
export function nameNow(element, role) {
  const byReference = referenced(element, 'aria-labelledby').map((label) => ownName(label)).join(' ');
  if (byReference.trim()) return fold(byReference).slice(0, LONGEST_NAME);
  return fold(nameWithoutReferences(element, role)).slice(0, LONGEST_NAME);
}

/**
 * The name that an element gives another one as its label: its aria-label, else its content; hidden content only if the
 * element itself is hidden.
 * @param {Element} element
 */
export function ownName(element) {
  const label = element.getAttribute('aria-label');
  if (label && label.trim()) return label;
  return heldBy(element) ?? contentText(element, null, { hiddenToo: !element.checkVisibility({ visibilityProperty: true }) || element.getAttribute('aria-hidden') === 'true' });
}

/**
 * @param {Element} element
 * @param {string} role
 * @returns {string}
 */
function nameWithoutReferences(element, role) {
  const label = element.getAttribute('aria-label');
  return label && label.trim() ? label : nameWithoutAria(element, role);
}

/**
 * The name that an element has besides its ARIA attributes.
 * @param {Element} element
 * @param {string} role
 * @returns {string}
 */
export function nameWithoutAria(element, role) {
  const native = nativeName(element) || nameToldBy(element);
  if (native.trim()) return native;
  const clickable = !role && (element instanceof HTMLElement || element instanceof SVGGElement) && !isEditingHost(element) && !isInEditor(element);
  if (NAMED_BY_CONTENT.has(role) || clickable) {
    const content = contentText(element, null, { sizedToo: !clickable });
    if (content.trim()) return content;
  }
  const title = element.getAttribute('title');
  if (title && title.trim()) return title;
  return element.getAttribute('placeholder') || element.getAttribute('aria-placeholder') || '';
}

/**
 * @param {Element} element
 * @returns {string}
 */
export function nativeName(element) {
  if (element instanceof HTMLInputElement) {
    const labelled = labelText(element);
    if (labelled) return labelled;
    if (element.type === 'submit') return element.value || 'Submit';
    if (element.type === 'reset') return element.value || 'Reset';
    if (element.type === 'button') return element.value;
    if (element.type === 'image') return element.alt || element.value || element.title || 'Submit';
    return '';
  }
  if (element instanceof HTMLFieldSetElement) return childText(element, 'legend');
  if (element instanceof HTMLTableElement) return childText(element, 'caption');
  if (element.localName === 'figure') return childText(element, 'figcaption');
  if (element instanceof HTMLImageElement || element.localName === 'area') return element.getAttribute('alt') || '';
  if (element instanceof SVGElement) return childText(element, 'title') || textInShape(element);
  return labelText(element);
}

/**
 * The text that is drawn in a shape, beside it in its group, as in the box of a diagram.
 * @param {SVGElement} shape
 */
function textInShape(shape) {
  const group = shape instanceof SVGGeometryElement && shape.parentElement instanceof SVGGElement ? shape.parentElement : null;
  const texts = group ? Array.from(group.querySelectorAll(':scope > text, :scope > g > text')) : [];
  if (!texts.length || texts.length > MOST_TEXTS) return '';
  const box = shape.getBoundingClientRect();
  const inside = texts.filter((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return right > left && left >= box.left && right <= box.right && top >= box.top && bottom <= box.bottom;
  });
  return inside.map((text) => contentText(text, null)).join(' ');
}

/**
 * @param {Element} element
 * @param {string} tag
 */
function childText(element, tag) {
  const child = Array.from(element.children).find((found) => found.localName === tag);
  return child ? contentText(child, null, { hiddenToo: true }) : '';
}

/**
 * The text of an element's content: visible text, alternative text, and names and values of embedded elements.
 * @param {Element} element
 * @param {Element | null} except a control that does not name itself
 * @param {object} [also]
 * @param {boolean} [also.hiddenToo] include hidden text, as a reference may ask for it
 * @param {boolean} [also.sizedToo] include text with a font size of 0, and labels of what has no area: true for the words
 * of a button with an icon, false for those on the back of a card
 * @returns {string}
 */
export function contentText(element, except, also = {}) {
  if (except || also.hiddenToo || also.sizedToo === false) return contentNow(element, except, also);
  return once(cache.contents, element, contentNow);
}

/**
 * @param {Element} element
 * @param {Element | null} [except]
 * @param {{hiddenToo?: boolean, sizedToo?: boolean}} [also]
 * @returns {string}
 */
function contentNow(element, except = null, { hiddenToo = false, sizedToo = true } = {}) {
  if (!element.firstElementChild && !rootIn(element) && !(element instanceof HTMLSlotElement) && !element.hasAttribute('aria-owns')) {
    const own = sizedToo || !styleOf(element).isSizedAway ? (element.textContent || '').slice(0, LONGEST_NAME) : '';
    return fold(generatedText(element, '::before', NAMED) + own + generatedText(element, '::after', NAMED));
  }
  /** @type {Set<Element>} */
  const owned = new Set([element]);
  /** @type {string[]} */
  const parts = [];
  let length = 0;
  let depth = 0;
  /** @param {Node} node */
  const visit = (node) => {
    if (length > LONGEST_NAME || depth > DEEPEST_NAME) return;
    if (node instanceof Text) {
      if (!sizedToo && node.parentElement && styleOf(node.parentElement).isSizedAway) return;
      parts.push(node.data);
      length += node.data.length;
      return;
    }
    if (!(node instanceof Element) || SKIPPED.has(node.localName)) return;
    if (node === except) return void parts.push(styleOf(node).isFlow ? '' : ' ');
    if (node.getAttribute('aria-hidden') === 'true' && !hiddenToo) return;
    const style = styleOf(node);
    if (!hiddenToo && (style.isHidden || (!style.plain && style.display === 'none') || isFaceDown(node, style))) return;
    const inline = style.isFlow;
    if (!inline) parts.push(' ');
    const own = embeddedText(node);
    if (!sizedToo && own !== null && !inline && isFlat(node)) return;
    depth += 1;
    const before = parts.length;
    if (own === null) visitInside(node);
    else parts.push(own);
    if (node.hasAttribute('title') && node.getAttribute('alt') !== '' && !parts.slice(before).some((part) => part.trim())) parts.push(node.getAttribute('title') || '');
    depth -= 1;
    if (!inline || node.localName === 'br') parts.push(' ');
  };
  /** @param {Element} inside */
  const visitInside = (inside) => {
    parts.push(generatedText(inside, '::before', NAMED));
    for (const child of composedChildren(inside)) visit(child);
    for (const child of referenced(inside, 'aria-owns')) {
      if (owned.has(child)) continue;
      owned.add(child);
      visit(child);
    }
    parts.push(generatedText(inside, '::after', NAMED));
  };
  visitInside(element);
  return fold(parts.join(''));
}

/** @param {Element} element */
function isFlat(element) {
  const { width, height } = element.getBoundingClientRect();
  return !width || !height;
}

/**
 * What an embedded element contributes to a name instead of its content; null if it contributes its content.
 * @param {Element} element
 */
function embeddedText(element) {
  const role = element.getAttribute('role');
  if (role === 'menu' || (role === 'group' && element.closest('[role=treeitem]'))) return ' ';
  const held = heldBy(element);
  if (held !== null) return ` ${held} `;
  const label = element instanceof HTMLSlotElement ? null : element.getAttribute('aria-label');
  if (label && label.trim()) return label;
  if (element instanceof HTMLImageElement) return element.alt;
  if (element instanceof HTMLInputElement) return /^(checkbox|radio)$/.test(element.type) ? '' : ` ${element.value} `;
  if (element instanceof SVGElement && element.localName === 'svg') return childText(element, 'title');
  return null;
}

const UNNAMING = /^(checkbox|radio|hidden|file|button|submit|reset|image)$/;
const OPTIONS = '[role=option][aria-selected=true]';

/**
 * What a field says in the name of another element: its value, or the chosen option; null for what is no field.
 * @param {Element} element
 */
function heldBy(element) {
  if (element instanceof HTMLInputElement) {
    if (UNNAMING.test(element.type)) return element.type === 'hidden' || element.type === 'file' ? '' : null;
    return isWithheld(element) ? '' : readableValueOf(element, element.value);
  }
  if (element instanceof HTMLTextAreaElement) return readableValueOf(element, element.value);
  if (element instanceof HTMLSelectElement) return Array.from(element.selectedOptions, (option) => option.label).join(' ');
  const role = element.getAttribute('role') ?? '';
  if (/^(slider|spinbutton|scrollbar)$/.test(role)) return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
  if (!/^(combobox|listbox)$/.test(role)) return null;
  const lists = [element, ...referenced(element, 'aria-owns')];
  const chosen = lists.flatMap((list) => Array.from(list.querySelectorAll(OPTIONS), (option) => option.textContent || ''));
  return chosen.length ? chosen.join(' ') : role === 'combobox' && fold(element.textContent || '') ? contentText(element, null) : null;
}
