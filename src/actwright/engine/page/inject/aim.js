// Where to click an element: a point that belongs to it and to nothing else that has an ID. An area of an image map has
// no box of its own: its box is the part of the image that it covers.

const MOST_PARTS = 500;

/**
 * The image that an area belongs to; null for any other element, and for an area whose image is not rendered.
 * @param {Element | null} element
 * @returns {HTMLImageElement | null}
 */
function imageOf(element) {
  const name = element instanceof HTMLAreaElement && element.closest('map')?.getAttribute('name');
  if (!element || !name) return null;
  const images = /** @type {HTMLImageElement[]} */ (Array.from(rootOf(element).querySelectorAll('img[usemap]')));
  return images.find((image) => image.getAttribute('usemap') === `#${name}` && isRendered(image)) || null;
}

/**
 * The bounding box of an area in the viewport, and a point inside its shape.
 * @param {HTMLAreaElement} area
 * @returns {{rect: DOMRect, point: [number, number]}}
 */
function shapeOf(area) {
  const image = imageOf(area);
  if (!image) return { rect: new DOMRect(), point: [0, 0] };
  const box = image.getBoundingClientRect();
  const style = getComputedStyle(image);
  const left = box.left + image.clientLeft + parseFloat(style.paddingLeft);
  const top = box.top + image.clientTop + parseFloat(style.paddingTop);
  const at = area.coords.split(/[\s,;]+/).map(Number);
  const shape = area.shape.toLowerCase();
  if (shape === 'default' || at.length < 3 || at.some(Number.isNaN)) return { rect: box, point: middle(box) };
  if (shape.startsWith('circ')) {
    const [x, y, radius] = at;
    const rect = new DOMRect(left + x - radius, top + y - radius, 2 * radius, 2 * radius);
    return { rect, point: middle(rect) };
  }
  const xs = at.filter((_, index) => index % 2 === 0).slice(0, at.length >> 1);
  const ys = at.filter((_, index) => index % 2 === 1);
  const rect = new DOMRect(left + Math.min(...xs), top + Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  if (!shape.startsWith('poly')) return { rect, point: middle(rect) };
  const [x, y] = insideOf(xs, ys);
  return { rect, point: [left + x, top + y] };
}

/**
 * A point inside a polygon: halfway down, in the middle of the widest part at that height.
 * @param {number[]} xs
 * @param {number[]} ys
 * @returns {[number, number]}
 */
function insideOf(xs, ys) {
  const y = (Math.min(...ys) + Math.max(...ys)) / 2 + 0.01; // no vertex lies at this height
  /** @type {number[]} */
  const crossings = [];
  for (let one = 0; one < ys.length; one += 1) {
    const other = (one + 1) % ys.length;
    if (ys[one] < y !== ys[other] < y) crossings.push(xs[one] + ((y - ys[one]) / (ys[other] - ys[one])) * (xs[other] - xs[one]));
  }
  crossings.sort((one, other) => one - other);
  let [left, right] = crossings;
  for (let index = 2; index + 1 < crossings.length; index += 2) {
    if (crossings[index + 1] - crossings[index] > right - left) [left, right] = crossings.slice(index, index + 2);
  }
  return [(left + right) / 2, y];
}

/**
 * @param {DOMRect | Area} rect
 * @returns {[number, number]}
 */
function middle(rect) {
  return [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
}

/**
 * Width and height of the box from which positions are measured.
 * @param {Element} shown
 * @returns {[number, number]}
 */
function sizeInView(shown) {
  const { width, height } = shown.getBoundingClientRect();
  return [width, height];
}

/**
 * Where to click an element whose middle does not work, in CSS px from the padding box of the element to click. That is
 * an area of an image map, an element with another one in or over its middle, or a backdrop. Scrolls the element into
 * view, since a hit test works only there.
 * @param {Register} register
 * @param {Element} element
 * @param {Element} shown
 * @returns {[number, number] | null} null if the middle works, or if no better point is found
 */
function aim(register, element, shown) {
  const image = imageOf(element);
  const inside = image ? [] : Array.from(shown.querySelectorAll('*')).slice(0, MOST_PARTS);
  const isHeld = inside.some((inner) => inner !== element && register.ids.has(inner));
  if (!image && !isBackdrop(shown) && !isHeld && !isOffCentre(shown)) return null;
  const on = image || shown;
  if (!new Measures().visible(image ? element : shown)) on.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const point = image ? shapeOf(/** @type {HTMLAreaElement} */ (element)).point : ownPoint(register, element, shown);
  if (!point) return null;
  const box = on.getBoundingClientRect();
  const style = getComputedStyle(on);
  return [point[0] - box.left - parseFloat(style.borderLeftWidth), point[1] - box.top - parseFloat(style.borderTopWidth)];
}

/** Two frames, in ms. */
const TWO_FRAMES = 34;

/**
 * Whether the mouse would hit the middle of an element without further waiting: the element has kept its place for at
 * least two frames, no running animation may move anything, and a hit test at its middle finds it. Scrolls the element
 * into view, since a hit test works only there.
 * @param {Register} register
 * @param {Element} element
 * @param {Element} shown
 */
function isSteady(register, element, shown) {
  const before = register.rects.get(element);
  if (shown !== element || !before || performance.now() - register.measured < TWO_FRAMES || top !== self || visualViewport?.scale !== 1) return false;
  if (!isSamePlace(before, inDocument(element.getBoundingClientRect())) || element.getClientRects().length !== 1) return false;
  if (isInClosedRoot(element)) return false; // its events are retargeted to its host, like all events in that root
  if (allRoots().some((root) => root.getAnimations().some((animation) => animation.playState === 'running' && mayMove(animation)))) return false;
  if (!isWhollyInView(element)) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  if (!isWhollyInView(element)) return false;
  const found = hit(...middle(element.getBoundingClientRect()));
  return found !== null && composedContains(element, found);
}

/** @param {Element} element */
function isInClosedRoot(element) {
  for (let root = rootOf(element); root instanceof ShadowRoot; root = rootOf(root.host)) if (root.mode === 'closed') return true;
  return false;
}

/** @param {Element} element */
function isWhollyInView(element) {
  const { left, top: upper, right, bottom } = element.getBoundingClientRect();
  return left >= 0 && upper >= 0 && right <= innerWidth && bottom <= innerHeight;
}

/**
 * A box given in viewport coordinates, in document coordinates.
 * @param {DOMRect} rect
 */
function inDocument(rect) {
  return new DOMRect(rect.x + scrollX, rect.y + scrollY, rect.width, rect.height);
}

/**
 * Whether two boxes are equal, except for what rounding loses when scroll offsets are added.
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
function isSamePlace(one, other) {
  return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y), Math.abs(one.width - other.width), Math.abs(one.height - other.height)) < 0.1;
}

/** @param {Animation} animation */
function mayMove({ effect }) {
  return !(effect instanceof KeyframeEffect) || moves(effect);
}

/**
 * Whether a hit test at the middle of an element in view finds something else, but one at the middle or a corner of its
 * visible part may find the element: a dial under its sign, for example, or an element half under a popup.
 * @param {Element} shown
 */
function isOffCentre(shown) {
  const area = new Measures().visible(shown);
  if (!area || styleOf(shown).pointerEvents === 'none') return false;
  const found = hit(...middle(shown.getBoundingClientRect()));
  return found !== null && !isPartOf(found, shown) && coverOf(shown, area) === null;
}

/**
 * @param {Register} register
 * @param {Element} element
 * @param {Element} shown
 * @returns {[number, number] | null}
 */
function ownPoint(register, element, shown) {
  const area = new Measures().visible(shown);
  if (!area) return null;
  const isOwn = (/** @type {[number, number]} */ [x, y]) => {
    let node = hit(x, y);
    for (; node && node !== shown; node = composedParent(node)) if (node !== element && register.ids.has(node)) return false;
    return node === shown;
  };
  const [centre, ...corners] = clickPoints(shown, area);
  if (isOwn(centre)) return null;
  const parts = Array.from(shown.children, (child) => overlap(child.getBoundingClientRect(), area));
  const candidates = [...parts.flatMap((part) => (part ? [middle(part)] : [])), ...corners];
  const [width, height] = [area.right - area.left, area.bottom - area.top];
  for (const down of PARTS) {
    for (const right of PARTS) candidates.push([area.left + right * width, area.top + down * height]);
  }
  return candidates.find(isOwn) || null;
}
