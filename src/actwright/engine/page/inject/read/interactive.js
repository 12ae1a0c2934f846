// Which elements can be acted on.

import { overlap } from '../dom/areas.js';
import { mayShow } from '../dom/clips.js';
import { BARE, composedParent } from '../dom/composed.js';
import { MOST_PARTS, coverOf } from '../dom/hit_tests.js';
import { CONTROLS } from '../dom/selectors.js';
import { scrolls, styleOf } from '../dom/style.js';
import { GROUND, SAME, listens } from './clickable.js';
import { doublesToggle, repeats } from './icon_labels.js';
import { UNUSED } from './editors.js';
import { PRESSES, holdsItems, listening } from './listeners.js';
import { contentText } from './names.js';
import { NATIVE, ROVING, WIDGET_ROLES, isEditingHost, roleOf } from './roles.js';

/** @import { Measures } from '../dom/measures.js' */
/** @import { Style } from '../dom/style.js' */
/** @import { Surroundings } from './tree_nodes.js' */

const DRAWN = `${CONTROLS}, img, svg, canvas, video`;
const IN_DRAWINGS = 'a, text, foreignObject, [tabindex], [onclick], [role=button], [role=link], [role=checkbox], [role=menuitem]';
/** Cursors over what takes clicks or can be dragged. */
const CLAIMS = /^(pointer|grab|grabbing|move|all-scroll)$/;
/** Cursors over what is dragged or dragged from, such as the ports of a diagram. */
const GRABBED = /^(grab|move|all-scroll|crosshair)$/;
const ROWS = 'table, [role=grid], [role=row], [role=table], [role=treegrid]';
/** In CSS px. */
const THICKEST_LINE = 6;
/** A drawing smaller than this many CSS px is an icon. */
const LEAST_DRAWING = 40;
/**
 * Cursors over a handle at an edge or a corner. Those between columns and rows are left out, because tables are full of
 * them.
 */
export const RESIZES = /^([ns]?[ew]?|ew|ns|nesw|nwse)-resize$/;

/**
 * @param {Element} element
 * @param {Style} style
 * @param {Surroundings} around
 * @param {{met: Set<Element>, measures: Measures, popups: Set<Element>, surfaces: Map<Element, string>}} walk with the elements that have an ID so far
 */
export function isInteractive(element, style, around, { met, measures, popups, surfaces }) {
  const tag = element.localName;
  if (around.inert || element.hasAttribute('inert')) return false;
  if (BARE.has(tag) && !element.attributes.length && !listening.has(element) && style.cursor !== 'pointer' && style.overflowY === 'visible' && !surfaces.has(element)) return false;
  if (element instanceof HTMLInputElement) return element.type !== 'hidden';
  if (tag === 'textarea' && element.matches(UNUSED)) return false;
  if (NATIVE.has(tag) || (tag === 'a' && roleOf(element) === 'link')) return true;
  if (tag === 'summary') return element.parentElement instanceof HTMLDetailsElement;
  if ((tag === 'video' || tag === 'audio') && element.hasAttribute('controls')) return true;
  if (WIDGET_ROLES.has(roleOf(element)) && tag !== 'option') return true;
  if (isEditingHost(element)) return true;
  if (tag === 'canvas') return style.pointerEvents !== 'none' && !around.claimed && !isBuried(element, measures);
  if (element === document.body || element === document.documentElement) return false;
  if (element.getAttribute('draggable') === 'true') return true;
  if (element.hasAttribute('onclick')) return !doublesToggle(element, measures);
  const tabindex = element.getAttribute('tabindex');
  if (tabindex !== null && (Number(tabindex) >= 0 || ROVING.has(roleOf(element)))) return !isSpacer(element);
  if (popups.size && roleOf(element) === 'gridcell' && popups.has(element.closest('[role=grid], [role=treegrid]') ?? element)) return true;
  if (surfaces.has(element)) return true;
  if (scrolls(element, style)) return true;
  if (isLine(element, style, measures)) return false;
  if (RESIZES.test(style.cursor) && style.cursor !== around.cursor) return style.pointerEvents !== 'none';
  if (style.cursor !== around.cursor && GRABBED.test(style.cursor) && isGrabbed(element, measures)) return !repeats(element, met, measures);
  if (listens(element, style, met, measures)) return !repeats(element, met, measures);
  if (tag === 'label') return false;
  if (around.claimed || style.cursor === around.cursor) return style.cursor === 'pointer' && isInPopup(element, met, measures);
  if (style.cursor !== 'pointer' || (style.pointerEvents === 'none' && !contentText(element, null))) return false;
  if (holdsItems(element) && listening.has(element.children[0])) return false;
  return !repeats(element, met, measures);
}

/**
 * Whether an element is only a line between items of a list, or a handle to resize a column or row of a table: each cell
 * may have one.
 * @param {Element} element
 * @param {Style} style
 * @param {Measures} measures
 */
function isLine(element, style, measures) {
  const isItem = element.localName === 'li';
  if (!isItem && (roleOf(element) || !element.closest(ROWS))) return false;
  if (element.textContent?.trim() || element.querySelector(DRAWN)) return false;
  if (!isItem && /-resize$/.test(style.cursor)) return true;
  return [element, ...(isItem ? element.children : [])].some((one) => Math.min(measures.rect(one).width, measures.rect(one).height) <= THICKEST_LINE);
}

/**
 * Whether an element is one of the items in a list that opens from a control, and is inside of it in the document but not on the page.
 * @param {Element} element
 * @param {Set<Element>} met
 * @param {Measures} measures
 */
function isInPopup(element, met, measures) {
  let outer = composedParent(element);
  while (outer && !met.has(outer)) outer = composedParent(outer);
  if (!outer || overlap(measures.rect(element), measures.rect(outer)) || !measures.area(element)) return false;
  return element.parentElement !== null && element.parentElement !== outer && holdsItems(element.parentElement);
}

/**
 * Whether an element with a cursor of its own for dragging listens to presses or is inside something that does, and
 * nothing in it does so in its place.
 * @param {Element} element
 * @param {Measures} measures
 */
function isGrabbed(element, measures) {
  const area = measures.area(element);
  if (area > GROUND * innerWidth * innerHeight) return false;
  for (const inner of element.querySelectorAll('*')) if (listening.has(inner) && measures.area(inner) >= SAME * area) return false;
  for (let one = /** @type {Element | null} */ (element); one; one = composedParent(one)) if ((listening.get(one) ?? 0) & PRESSES) return true;
  return false;
}

/**
 * Whether an element only separates others, as a line between the items of a menu does that can have the focus like them.
 * @param {Element} element
 */
function isSpacer(element) {
  return /^(none|presentation)$/.test(element.getAttribute('role') ?? '') && !contentText(element, null) && !element.querySelector(DRAWN);
}

/**
 * Whether a canvas is below something that takes every click on it, such as a layer of effects.
 * @param {Element} canvas
 * @param {Measures} measures
 */
export function isBuried(canvas, measures) {
  const area = measures.visible(canvas);
  return area !== null && !listening.has(canvas) && coverOf(canvas, area) !== null;
}

/**
 * Whether an unseen line takes the clicks for one that is drawn along it, which is too thin to be hit.
 * @param {Element} element
 */
export function isClickedLine(element) {
  if (!(element instanceof SVGGeometryElement) || !listening.has(element)) return false;
  const beside = Array.from(element.parentElement?.children ?? []).filter((one) => one !== element && one instanceof SVGGeometryElement);
  return beside.some((one) => one.getAttribute('d') === element.getAttribute('d') && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
}

/**
 * Whether a drawing contains something to read or to act on.
 * @param {Element} element
 * @param {boolean} claimed whether something around it takes clicks
 * @param {Measures} measures
 */
export function opensDrawing(element, claimed, measures) {
  if (element.localName !== 'svg' || claimed) return false;
  if (element.querySelector(IN_DRAWINGS)) return true;
  const rect = measures.rect(element);
  const [shorter, longer] = [Math.min(rect.width, rect.height), Math.max(rect.width, rect.height)];
  if (longer < LEAST_DRAWING || (shorter < LEAST_DRAWING && styleOf(element).pointerEvents !== 'none')) return false;
  const parts = Array.from(element.querySelectorAll('*')).slice(0, MOST_PARTS);
  return parts.some((part) => listening.has(part) || CLAIMS.test(getComputedStyle(part).cursor));
}

export const DEEP_CONTROLS = `${CONTROLS}, [onclick], [tabindex], iframe, video[controls], audio[controls]`;

/**
 * Whether nothing around an element, which is deep inside another one, makes it invisible or inert.
 * @param {Element} inner
 */
export function showsDeep(inner) {
  return inner.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !inner.closest('[inert]') && mayShow(inner);
}
