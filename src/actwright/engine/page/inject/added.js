// Boxes that CSS adds before and after elements: which elements may have one, by the rules of the page's style sheets.
// To ask every element for the style of both would cost more than the rest of a capture.

/**
 * @typedef {object} Added  elements that rules add something to; more than that where a sheet cannot be read
 * @property {(element: Element) => boolean} text
 * @property {(element: Element) => boolean} box
 */

/** @typedef {{size: number, text: string[], box: string[], readable: boolean}} Selectors */

/** @type {WeakMap<CSSStyleSheet, Selectors>} */
const selectorsOf = new WeakMap();
const ADDING = /::?(before|after)\b/;
const PLAIN_ADDING = /(^|[\s>+~,(])::?(before|after)\b/g;
const EVERY_ADDING = /::?(before|after)\b/g;
const UNRESOLVED = /&|:host|::slotted|::part|:scope/;

/**
 * Whether CSS may add text to an element.
 * @param {Element} element
 */
function mayAddText(element) {
  if (element.localName === 'q') return true;
  return addedIn(rootOf(element)).text(element);
}

/**
 * Whether CSS may add a box without text to an element.
 * @param {Element} element
 */
function mayAddBox(element) {
  return addedIn(rootOf(element)).box(element);
}

/**
 * @param {Document | ShadowRoot} root
 * @returns {Added}
 */
function addedIn(root) {
  let added = memo.added.get(root);
  if (!added) {
    added = addedBy(root, [...root.styleSheets, ...root.adoptedStyleSheets]);
    if (memo.on) memo.added.set(root, added);
  }
  return added;
}

/**
 * @param {Document | ShadowRoot} root
 * @param {CSSStyleSheet[]} sheets
 * @returns {Added}
 */
function addedBy(root, sheets) {
  const all = sheets.filter((sheet) => !sheet.disabled).map(selectorsIn);
  if (!all.every((one) => one.readable)) return { text: () => true, box: () => true };
  const text = all.flatMap((one) => one.text).join();
  const box = all.flatMap((one) => one.box).join();
  if (!memo.on) return { text: (element) => matches(element, text), box: (element) => matches(element, box) };
  return { text: matching(root, text), box: matching(root, box) };
}

/**
 * @param {Element} element
 * @param {string} selectors
 */
function matches(element, selectors) {
  try {
    return Boolean(selectors) && element.matches(selectors);
  } catch {
    return true; // a selector that is none without its pseudo-element
  }
}

/**
 * @param {Document | ShadowRoot} root
 * @param {string} selectors
 * @returns {(element: Element) => boolean}
 */
function matching(root, selectors) {
  if (!selectors) return () => false;
  try {
    const found = new Set(root.querySelectorAll(selectors));
    return (element) => found.has(element);
  } catch {
    return () => true;
  }
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
    const found = { size, text: [], box: [], readable: true };
    collect(sheet.cssRules, found);
    selectorsOf.set(sheet, found);
    return found;
  } catch {
    return { size: -1, text: [], box: [], readable: false }; // of another origin
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
    if (rule instanceof CSSStyleRule && ADDING.test(rule.selectorText)) {
      const content = rule.style.content;
      if (UNRESOLVED.test(rule.selectorText)) into.readable = into.readable && !content;
      else if (content && content !== 'none' && content !== 'normal') {
        const plain = rule.selectorText.replace(PLAIN_ADDING, '$1*').replace(EVERY_ADDING, '');
        (saysSomething(content) ? into.text : into.box).push(plain);
      }
    }
    if (inner?.length) collect(inner, into);
  }
}

/**
 * Whether a `content` is more than an empty box or the glyph of an icon font.
 * @param {string} content
 */
function saysSomething(content) {
  return !/^(["'])[\s\uE000-\uF8FF]*\1$/.test(content);
}
