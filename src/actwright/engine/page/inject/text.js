// Text of whole stretches of the page, without describing them.

/**
 * All visible text of an element in document order, through open shadow roots.
 * @param {Element} element
 * @returns {string}
 */
function visibleText(element) {
  /** @type {string[]} */
  const parts = [];
  for (const text of visibleTexts(element)) parts.push(text.data, ' ');
  return fold(parts.join(''));
}

/**
 * @param {Element} element
 * @returns {Generator<Text>}
 */
function* visibleTexts(element) {
  if (SKIPPED.has(element.localName) || !element.checkVisibility({ opacityProperty: true })) return;
  const style = styleOf(element);
  if (isTuckedAway(element, style)) return;
  const shown = !style.isHidden && !style.isSizedAway;
  for (const child of composedChildren(element)) {
    if (child instanceof Text) {
      if (!shown) continue;
      if (child.data.trim()) yield child;
    } else if (child instanceof Element) yield* visibleTexts(child);
  }
}

const COUNTED = { links: 'a[href], [role=link]', buttons: 'button, [role=button], input[type=submit], input[type=button]', fields: FIELDS };
const MOST_COUNTED = 200;
const MOST_HEADINGS = 6;

/**
 * What lies in neighbours that are folded.
 * @param {Element[]} elements
 * @returns {{tag: string, holds: Record<string, number>, headings: string[]}}
 */
function contentsOf(elements) {
  const tags = grouped(elements, (element) => tagOf(element));
  const [tag] = Array.from(tags).reduce((most, one) => (one[1].length > most[1].length ? one : most));
  /** @type {Record<string, number>} */
  const holds = {};
  /** @type {string[]} */
  const headings = [];
  if (elements.length > MOST_COUNTED) return { tag, holds, headings };
  for (const element of elements) {
    for (const [kind, selector] of Object.entries(COUNTED)) {
      const count = element.querySelectorAll(selector).length + Number(element.matches(selector));
      if (count) holds[kind] = (holds[kind] || 0) + count;
    }
    const inside = element.matches('h1, h2, h3') ? [element] : element.querySelectorAll('h1, h2, h3');
    for (const heading of inside) {
      if (headings.length === MOST_HEADINGS) break;
      const text = visibleText(heading).slice(0, 60);
      if (text) headings.push(text);
    }
  }
  return { tag, holds, headings };
}
