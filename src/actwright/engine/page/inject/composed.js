// The composed tree, as the page is painted: light DOM, shadow roots and slots. Also what of it is visible.

const SKIPPED = new Set([
  'base', 'head', 'link', 'meta', 'noscript', 'param', 'script', 'source', 'style', 'template', 'title', 'track',
  'clipPath', 'defs', 'desc', 'filter', 'linearGradient', 'marker', 'mask', 'metadata', 'pattern', 'radialGradient', 'symbol',
]);

/**
 * Children in paint order.
 * @param {Element} element
 * @returns {Iterable<Node>}
 */
function composedChildren(element) {
  const root = rootIn(element);
  if (root) return root.childNodes;
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length) return assigned;
  }
  if (element instanceof HTMLDetailsElement && !element.open) {
    const summary = Array.from(element.children).find((child) => child.localName === 'summary');
    return summary ? [summary] : [];
  }
  return element.childNodes;
}

/**
 * @param {Node} node
 * @returns {Element | null}
 */
function composedParent(node) {
  if (node instanceof Element && node.assignedSlot) return node.assignedSlot;
  if (node instanceof Text && node.assignedSlot) return node.assignedSlot;
  const parent = node.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  return parent instanceof Element ? parent : null;
}

/**
 * Whether `inner` is `outer` or lies inside it in the composed tree.
 * @param {Element} outer
 * @param {Element | null} inner
 */
function composedContains(outer, inner) {
  for (let node = inner; node; node = composedParent(node)) if (node === outer) return true;
  return false;
}

/**
 * The element's own document or shadow root, where its IDs are looked up.
 * @param {Element} element
 * @returns {Document | ShadowRoot}
 */
function rootOf(element) {
  const root = element.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root : element.ownerDocument;
}

/**
 * The elements an attribute such as aria-labelledby refers to.
 * @param {Element} element
 * @param {string} attribute
 * @returns {Element[]}
 */
function referenced(element, attribute) {
  const said = element.getAttribute(attribute);
  if (!said) return [];
  const root = rootOf(element);
  const ids = said.split(/\s+/).filter(Boolean);
  return ids.map((id) => root.getElementById(id)).filter((found) => found !== null);
}

/** Excludes common elements that have no shadow root; a single list of selectors would be slower. */
const ROOTED = ['td', 'a', 'tr', 'li', 'path', 'option', 'button', 'input', 'img', 'svg'].map((tag) => `:not(${tag})`).join('');

/**
 * Every shadow root known under a root, with the root itself first.
 * @param {Document | ShadowRoot} root
 * @returns {(Document | ShadowRoot)[]}
 */
function openRoots(root) {
  const roots = [root];
  for (const element of root.querySelectorAll(ROOTED)) {
    const inner = rootIn(element);
    if (inner) roots.push(...openRoots(inner));
  }
  return roots;
}

/**
 * Whether an element is painted at all: displayed, visible, not inside skipped content, with an area.
 * @param {Element} element
 */
function isRendered(element) {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  if (styleOf(element).display === 'contents') return Array.from(composedChildren(element)).some(isPainted);
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

/** @param {Node} node */
function isPainted(node) {
  if (node instanceof Element) return isRendered(node);
  return node instanceof Text && Boolean(node.data.trim());
}

/**
 * Whether an element with a hidden back face is turned away, by its own transform or by that of an ancestor.
 * @param {Element} element
 * @param {Style} style
 */
function isFaceDown(element, style) {
  if (style.isFlow || style.live.backfaceVisibility !== 'hidden') return false;
  let turned = turnOf(style);
  for (let node = composedParent(element); node && styleOf(node).live.transformStyle === 'preserve-3d'; node = composedParent(node)) {
    turned = turnOf(styleOf(node)).multiply(turned);
  }
  return turned.inverse().m33 < 0;
}

/** @param {Style} style */
function turnOf({ live }) {
  const axes = /** @type {Record<string, string>} */ ({ x: '1, 0, 0', y: '0, 1, 0', z: '0, 0, 1' });
  const [angle, ...axis] = live.rotate === 'none' ? ['0deg'] : live.rotate.split(' ').reverse();
  const around = axis.length === 3 ? axis.reverse().join(', ') : axes[axis[0] || 'z'];
  const transform = live.transform === 'none' ? '' : live.transform;
  return new DOMMatrix(`rotate3d(${around}, ${angle}) ${transform}`);
}

/**
 * @param {Element} element
 * @param {Style} style
 */
function scrolls(element, style) {
  const down = /auto|scroll/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 16;
  const across = /auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 16;
  return (down || across) && element.clientHeight > 16 && element.clientWidth > 16;
}

/** Tags that carry nothing of interest unless they have attributes. */
const BARE = new Set(['b', 'div', 'em', 'i', 'li', 'p', 'span', 'strong', 'tbody', 'td', 'tr', 'ul']);

/**
 * Text that CSS adds before or after an element, if it is a plain string; glyphs of icon fonts do not count as text.
 * @param {Element} element
 * @param {'::before' | '::after'} where
 */
function generatedText(element, where) {
  if (!mayAddText(element, where)) return '';
  const style = getComputedStyle(element, where);
  const content = style.content;
  if (content === 'none' || content === 'normal' || content === '""') return '';
  if (!content.startsWith('"') || style.display === 'none' || style.visibility !== 'visible') return '';
  const match = /^"((?:[^"\\]|\\.)*)"$/.exec(content);
  return match ? match[1].replace(/\\(.)/g, '$1').replace(/[\uE000-\uF8FF]/g, '') : '';
}

/** @param {string} text */
function fold(text) {
  return text.replace(/\s+/g, ' ').trim();
}
