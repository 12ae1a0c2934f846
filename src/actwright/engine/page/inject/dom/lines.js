// Lines in drawings: a level or upright one has a box without area, and a curve fills little of its box.

const LINES = 'line, path, polyline';
/** Of a group, no more lines are examined. */
const MOST_LINES = 20;
/** A box with a shorter side, in CSS px, is as good as none. */
const THIN = 1;
/** Where to hit a line, as shares of its length. */
const ALONG = [0.5, 0.25, 0.75, 0.1, 0.9];

/**
 * Where an element is painted: its box, to which a level or upright line in a drawing, or a group of such lines, adds its stroke.
 * @param {Element} element
 * @returns {DOMRect}
 */
export function boxOf(element) {
  const rect = element.getBoundingClientRect();
  if (!isStraight(element, rect)) return rect;
  const stroke = Math.max(0, ...linesIn(element).map(strokeOf));
  const [wider, higher] = [rect.width < THIN ? stroke : 0, rect.height < THIN ? stroke : 0];
  return new DOMRect(rect.x - wider / 2, rect.y - higher / 2, rect.width + wider, rect.height + higher);
}

/**
 * Whether an element is a level or upright line in a drawing, or a group of such lines, which Playwright takes for hidden.
 * @param {Element} element
 * @param {DOMRect} [rect]
 */
export function isStraight(element, rect = element.getBoundingClientRect()) {
  const [thick, long] = [Math.min(rect.width, rect.height), Math.max(rect.width, rect.height)];
  return thick < THIN && long >= THIN && element instanceof SVGGraphicsElement && element.localName !== 'svg';
}

/**
 * Points on the lines that an element is or consists of, in the viewport.
 * @param {Element} element
 * @returns {Generator<[number, number]>}
 */
export function* pointsAlong(element) {
  for (const line of linesIn(element)) {
    const matrix = line.getScreenCTM();
    if (!matrix) continue;
    const length = line.getTotalLength();
    for (const share of length ? ALONG : []) {
      const { x, y } = line.getPointAtLength(share * length).matrixTransform(matrix);
      yield [x, y];
    }
  }
}

/**
 * The lines that are rendered.
 * @param {Element} element
 */
function linesIn(element) {
  const all = [element, ...(element.localName === 'g' ? Array.from(element.querySelectorAll(LINES)).slice(0, MOST_LINES) : [])];
  return all.flatMap((one) => (one instanceof SVGGeometryElement && one.matches(LINES) && one.checkVisibility() ? one : []));
}

/**
 * The width of a line's stroke in CSS px; 0 if it has none.
 * @param {SVGGeometryElement} line
 */
function strokeOf(line) {
  const { stroke, strokeWidth } = getComputedStyle(line);
  const { a, b } = line.getScreenCTM() ?? new DOMMatrix();
  return stroke === 'none' ? 0 : parseFloat(strokeWidth) * Math.hypot(a, b);
}
