// Boxes that CSS adds before and after elements: finds, from the rules of the page's style sheets, which elements may
// have one. Asking every element for the style of both would cost more than the rest of a capture.

import { cache } from './capture_cache.js';
import { allRoots, rootOf } from './roots.js';
import { rootIn } from './shadow_roots.js';

/** @typedef {'::before' | '::after'} PseudoElement */

/**
 * @typedef {object} Added  elements that style rules add something to
 * @property {Record<PseudoElement, Set<Element>>} text
 * @property {Record<PseudoElement, Set<Element>>} box
 * @property {Set<Document | ShadowRoot>} unsure roots in which it may be any element, because a sheet cannot be read
 */

/**
 * @typedef {{
 *   size: number, text: Record<PseudoElement, string[]>, box: Record<PseudoElement, string[]>, readable: boolean
 * }} Selectors
 */

/** @type {WeakMap<CSSStyleSheet, Selectors>} */
const selectorsOf = new WeakMap();

/** @type {('text' | 'box')[]} */
const KINDS = ['text', 'box'];

/** @type {PseudoElement[]} */
export const PSEUDO_ELEMENTS = ['::before', '::after'];

/** Older pages write a single colon. @type {Record<PseudoElement, RegExp>} */
const ADDING = { '::before': /:before\b/, '::after': /:after\b/ };

/** Does not match inside class names (`.hover\:before\:x`) or attribute values. */
const PLAIN_ADDING = /(^|[\s>+~,(])::?(before|after)\b(?![^[]*\])/g;
const EVERY_ADDING = /(?<!\\)::?(before|after)\b(?![^[]*\])/g;
const UNRESOLVED = /&|:host|::slotted|::part|:scope/;

/**
 * Whether CSS may add text to an element.
 * @param {Element} element
 * @param {PseudoElement} where
 */
function mayAddText(element, where) {
  return element.localName === 'q' || mayAdd(element, 'text', where);
}

/**
 * Whether CSS may add text or an empty box to an element.
 * @param {Element} element
 * @param {PseudoElement} where
 */
export function mayAddBox(element, where) {
  return mayAdd(element, 'box', where) || mayAddText(element, where);
}

/**
 * @param {Element} element
 * @param {'text' | 'box'} what
 * @param {PseudoElement} where
 */
function mayAdd(element, what, where) {
  if (!cache.on) {
    const selectors = addedBy(rootOf(element));
    return !selectors || matches(element, selectors[what][where].join()) || furtherRoots(element).some((root) => !addedBy(root));
  }
  const added = (cache.added ??= addedAnywhere());
  if (added[what][where].has(element)) return true;
  return added.unsure.size > 0 && [rootOf(element), ...furtherRoots(element)].some((root) => added.unsure.has(root));
}

/**
 * The shadow roots whose style sheets also apply to an element: its own, and that of the slot it is assigned to.
 * @param {Element} element
 */
function furtherRoots(element) {
  const roots = [rootIn(element), element.assignedSlot && rootOf(element.assignedSlot)];
  return roots.filter((root) => root !== null);
}

/** @returns {Added} */
function addedAnywhere() {
  /** @type {Added} */
  const added = { text: { '::before': new Set(), '::after': new Set() }, box: { '::before': new Set(), '::after': new Set() }, unsure: new Set() };
  for (const root of allRoots()) {
    const selectors = addedBy(root);
    try {
      if (!selectors) added.unsure.add(root);
      else for (const what of KINDS) for (const where of PSEUDO_ELEMENTS) {
        const list = selectors[what][where].join();
        if (list) for (const element of root.querySelectorAll(list)) added[what][where].add(element);
      }
    } catch {
      added.unsure.add(root); // a selector that is invalid without its pseudo-element
    }
  }
  return added;
}

/**
 * The selectors of the elements that the style sheets of a root add something to.
 * @param {Document | ShadowRoot} root
 * @returns {Pick<Selectors, 'text' | 'box'> | null} null if a sheet cannot be read
 */
function addedBy(root) {
  const all = [...root.styleSheets, ...root.adoptedStyleSheets].filter((sheet) => !sheet.disabled).map(selectorsIn);
  if (!all.every((one) => one.readable)) return null;
  const found = noSelectors();
  for (const what of KINDS) for (const where of PSEUDO_ELEMENTS) found[what][where] = all.flatMap((one) => one[what][where]);
  return found;
}

/**
 * @param {Element} element
 * @param {string} selectors
 */
function matches(element, selectors) {
  try {
    return Boolean(selectors) && element.matches(selectors);
  } catch {
    return true;
  }
}

/** @returns {Pick<Selectors, 'text' | 'box'>} */
function noSelectors() {
  return { text: { '::before': [], '::after': [] }, box: { '::before': [], '::after': [] } };
}

/**
 * @param {CSSStyleSheet} sheet
 * @returns {Selectors}
 */
function selectorsIn(sheet) {
  const known = selectorsOf.get(sheet);
  try {
    const size = sheet.cssRules.length;
    if (known && known.size === size) return known;
    /** @type {Selectors} */
    const found = { size, ...noSelectors(), readable: true };
    collect(sheet.cssRules, found);
    selectorsOf.set(sheet, found);
    return found;
  } catch {
    return { size: -1, ...noSelectors(), readable: false }; // a sheet of another origin
  }
}

/**
 * @param {CSSRuleList} rules
 * @param {Selectors} into
 */
function collect(rules, into) {
  for (const rule of rules) {
    if (rule instanceof CSSImportRule) {
      if (rule.styleSheet) collect(rule.styleSheet.cssRules, into);
      continue;
    }
    const inner = /** @type {{cssRules?: CSSRuleList}} */ (/** @type {unknown} */ (rule)).cssRules;
    const places = rule instanceof CSSStyleRule ? PSEUDO_ELEMENTS.filter((where) => ADDING[where].test(rule.selectorText)) : [];
    if (rule instanceof CSSStyleRule && places.length) {
      const content = rule.style.content;
      if (UNRESOLVED.test(rule.selectorText)) into.readable = into.readable && !content;
      else if (content && content !== 'none' && content !== 'normal') {
        const plain = rule.selectorText.replace(PLAIN_ADDING, '$1*').replace(EVERY_ADDING, '');
        for (const where of places) (saysSomething(content) ? into.text : into.box)[where].push(plain);
      }
    }
    if ('CSSNestedDeclarations' in self && rule instanceof CSSNestedDeclarations && rule.style.content) into.readable = false;
    if (inner?.length) collect(inner, into);
  }
}

/**
 * Whether a `content` value is more than an empty box or a glyph of an icon font.
 * @param {string} content
 */
function saysSomething(content) {
  return !/^(["'])[\s\uE000-\uF8FF]*\1$/.test(content);
}

/** An image, a string, the value of an attribute, or the slash before the alternative text of a `content` value. */
const CONTENT = /url\("(?:[^"\\]|\\.)*"\)|"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)\)|(\/)/g;

/**
 * Text that CSS adds before or after an element, between spaces unless it is a part of the line; glyphs of icon fonts
 * do not count as text.
 * @param {Element} element
 * @param {PseudoElement} where
 * @param {{named?: boolean}} [options] whether to return the alternative text, if the page has one
 */
export function generatedText(element, where, { named = false } = {}) {
  if (!mayAddText(element, where)) return '';
  const style = getComputedStyle(element, where);
  if (!/["(]/.test(style.content) || style.display === 'none' || style.visibility !== 'visible') return '';
  let [painted, spoken] = ['', /** @type {string | null} */ (null)];
  for (const [, string = '', attribute, slash] of style.content.matchAll(CONTENT)) {
    const text = attribute ? element.getAttribute(attribute) ?? '' : string.replace(/\\(.)/g, '$1').replace(/[\uE000-\uF8FF]/g, '');
    if (slash) spoken = '';
    else if (spoken === null) painted += text;
    else spoken += text;
  }
  const text = named ? spoken ?? painted : painted;
  return text && style.display !== 'inline' ? ` ${text} ` : text;
}
