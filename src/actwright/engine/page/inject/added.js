// Boxes that CSS adds before and after elements: which elements may have one, by the rules of the page's style sheets.
// To ask every element for the style of both would cost more than the rest of a capture.

/**
 * @typedef {object} Added  elements that rules add something to
 * @property {Set<Element>} text
 * @property {Set<Element>} box
 * @property {Set<Document | ShadowRoot>} unsure where that may be any element, because a sheet cannot be read
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
  return element.localName === 'q' || mayAdd(element, 'text');
}

/**
 * Whether CSS may add a box without text to an element.
 * @param {Element} element
 */
function mayAddBox(element) {
  return mayAdd(element, 'box');
}

/**
 * @param {Element} element
 * @param {'text' | 'box'} what
 */
function mayAdd(element, what) {
  if (!memo.on) {
    const selectors = addedBy(rootOf(element));
    return !selectors || matches(element, selectors[what]);
  }
  const added = (memo.added ??= addedAnywhere());
  return added[what].has(element) || (added.unsure.size > 0 && added.unsure.has(rootOf(element)));
}

/** @returns {Added} */
function addedAnywhere() {
  /** @type {Added} */
  const added = { text: new Set(), box: new Set(), unsure: new Set() };
  for (const root of allRoots()) {
    const selectors = addedBy(root);
    try {
      if (!selectors) added.unsure.add(root);
      else for (const what of /** @type {const} */ (['text', 'box'])) if (selectors[what]) for (const element of root.querySelectorAll(selectors[what])) added[what].add(element);
    } catch {
      added.unsure.add(root); // a selector that is none without its pseudo-element
    }
  }
  return added;
}

/**
 * The selectors of what the sheets of a root add something to.
 * @param {Document | ShadowRoot} root
 * @returns {{text: string, box: string} | null} null if a sheet cannot be read
 */
function addedBy(root) {
  const all = [...root.styleSheets, ...root.adoptedStyleSheets].filter((sheet) => !sheet.disabled).map(selectorsIn);
  if (!all.every((one) => one.readable)) return null;
  return { text: all.flatMap((one) => one.text).join(), box: all.flatMap((one) => one.box).join() };
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
