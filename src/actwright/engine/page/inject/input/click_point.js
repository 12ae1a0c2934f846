// Where to click an element: a point that belongs to it and to nothing else that has an ID.

import { PARTS, inDocument, isSamePlace, middle, overlap } from '../dom/areas.js';
import { composedContains, composedParent } from '../dom/composed.js';
import { MOST_PARTS, clickPoints, coverOf, hit, isPartOf } from '../dom/hit_tests.js';
import { imageOf, shapeOf } from '../dom/image_maps.js';
import { Measures } from '../dom/measures.js';
import { allRoots, isInClosedRoot } from '../dom/roots.js';
import { rootIn } from '../dom/shadow_roots.js';
import { styleOf } from '../dom/style.js';
import { isBackdrop } from '../read/listeners.js';
import { TOGGLES, roleOf } from '../read/roles.js';
import { textRect } from '../read/stand_ins.js';
import { moves } from '../signs/motion.js';

/** @import { Register } from '../identity/register.js' */
/** @import { Run } from '../run.js' */

/**
 * Width and height of the box from which positions are measured.
 * @param {Element} shown
 * @returns {[number, number]}
 */
export function sizeInView(shown) {
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
export function aim(register, element, shown) {
  const image = imageOf(element);
  const text = textRect(element, shown);
  const mark = image ? null : markOf(element);
  const inside = image ? [] : Array.from(shown.querySelectorAll('*')).slice(0, MOST_PARTS);
  const isHeld = inside.some((inner) => inner !== element && register.ids.has(inner));
  if (!image && !text && !mark && !isBackdrop(shown) && !isHeld && !isOffCentre(shown)) return null;
  const on = image || shown;
  if (!new Measures().visible(image ? element : shown)) on.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const point = image ? shapeOf(/** @type {HTMLAreaElement} */ (element)).point : text ? middle(text) : mark ? middle(mark.getBoundingClientRect()) : ownPoint(register, element, shown);
  if (!point) return null;
  const box = on.getBoundingClientRect();
  const style = getComputedStyle(on);
  return [point[0] - box.left - parseFloat(style.borderLeftWidth), point[1] - box.top - parseFloat(style.borderTopWidth)];
}

/**
 * The part of a drawn switch that takes its clicks, as the cursor over it shows, beside its label; null if the switch itself does.
 * @param {Element} element
 */
function markOf(element) {
  if (!TOGGLES.has(roleOf(element)) || element instanceof HTMLInputElement || styleOf(element).cursor === 'pointer') return null;
  const parts = Array.from((rootIn(element) ?? element).querySelectorAll('*')).filter((one) => styleOf(one).cursor === 'pointer' && one.getClientRects().length);
  return parts.length && parts.every((one) => parts[0].contains(one)) ? parts[0] : null;
}

/** Two frames, in ms. */
const TWO_FRAMES = 34;

/**
 * Whether the mouse would hit the middle of an element without further waiting: the element has kept its place for at
 * least two frames, no running animation may move anything, and a hit test at its middle finds it. Scrolls the element
 * into view, since a hit test works only there.
 * @param {Run} run
 * @param {Element} element
 * @param {Element} shown
 */
export function isSteady({ looks }, element, shown) {
  const before = looks.rects.get(element);
  if (shown !== element || !before || performance.now() - looks.measured < TWO_FRAMES || top !== self || visualViewport?.scale !== 1) return false;
  if (!isSamePlace(before, inDocument(element.getBoundingClientRect())) || element.getClientRects().length !== 1) return false;
  if (isInClosedRoot(element)) return false; // its events are retargeted to its host, like all events in that root
  if (allRoots().some((root) => root.getAnimations().some((animation) => animation.playState === 'running' && mayMove(animation)))) return false;
  if (!isWhollyInView(element)) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  if (!isWhollyInView(element)) return false;
  const found = hit(...middle(element.getBoundingClientRect()));
  return found !== null && composedContains(element, found);
}

/** @param {Element} element */
function isWhollyInView(element) {
  const { left, top: upper, right, bottom } = element.getBoundingClientRect();
  return left >= 0 && upper >= 0 && right <= innerWidth && bottom <= innerHeight;
}

/** @param {Animation} animation */
function mayMove({ effect }) {
  return !(effect instanceof KeyframeEffect) || moves(effect);
}

/**
 * Whether a hit test at the middle of an element in view finds something else, but one at the middle or a corner of its
 * visible part may find the element: a dial under its sign, for example, an element half under a popup, or a row with
 * nothing painted in its middle.
 * @param {Element} shown
 */
function isOffCentre(shown) {
  const area = new Measures().visible(shown);
  if (!area || styleOf(shown).pointerEvents === 'none') return false;
  const found = hit(...middle(shown.getBoundingClientRect()));
  return found !== null && (!isPartOf(found, shown) || (found !== shown && composedContains(found, shown))) && coverOf(shown, area) === null;
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
