// Which plain elements with listeners are targets of their own.

import { overlap, viewport } from '../dom/areas.js';
import { mayShow } from '../dom/clips.js';
import { composedParent } from '../dom/composed.js';
import { isTextField } from '../dom/focus.js';
import { CONTROLS } from '../dom/selectors.js';
import { fold } from '../dom/strings.js';
import { styleOf } from '../dom/style.js';
import { DRAGS, HOVERS, PRESSES, isBackdrop, listening } from './listeners.js';
import { labelText } from './names.js';
import { roleOf } from './roles.js';

/** @import { Measures } from '../dom/measures.js' */
/** @import { Style } from '../dom/style.js' */

/** A drawing with more parts that only react to hovering is a chart that shows figures. */
const MOST_HOVERED = 40;

/** An element that contains more controls listens on their behalf. */
const MOST_CONTROLS = 3;

/** An element that fills a larger share of the viewport is a background for other things. */
export const GROUND = 0.5;

/** From this share of an element's area on, an element inside it is the same target. */
export const SAME = 0.6;

/** Inside a link, only an element with a smaller share of its area is a target of its own; a control that takes clicks for its box has a larger one. */
const PART = 0.25;

/** Roles of controls that take every click inside them. */
const WHOLE = new Set(['button', 'checkbox', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch']);

/**
 * Whether a plain element is a target of its own because of its listeners: it neither delegates for its descendants nor
 * is the same target as an element inside or around it.
 * @param {Element} element
 * @param {Style} style
 * @param {Set<Element>} met the elements around it that have an ID
 * @param {Measures} measures
 */
export function listens(element, style, met, measures) {
  const kinds = listening.get(element);
  if (!kinds || style.pointerEvents === 'none') return false;
  if (kinds === HOVERS && !isAmongFew(element)) return false;
  const box = measures.rect(element);
  const area = box.width * box.height;
  const shown = overlap(box, viewport());
  if (kinds < DRAGS && shown && !isBackdrop(element) && (shown.right - shown.left) * (shown.bottom - shown.top) > GROUND * innerWidth * innerHeight) return false;
  const most = style.cursor === 'pointer' ? Infinity : kinds === PRESSES ? 0 : MOST_CONTROLS;
  let controls = 0;
  /** @type {Element | null} */
  let field = null;
  for (const inner of element.querySelectorAll('*')) {
    if (!listening.has(inner) && !inner.matches(CONTROLS)) continue;
    const rect = measures.rect(inner);
    if (!rect.width || !rect.height || (!listening.has(inner) && isUnseen(inner, rect, area))) continue;
    controls += 1;
    if (isTextField(inner)) field = inner;
    if (controls > most || (kinds < DRAGS && rect.width * rect.height >= SAME * area)) return false;
  }
  if (field && controls === 1 && kinds < DRAGS && isBoxOf(field, element)) return false;
  for (let outer = composedParent(element); outer; outer = composedParent(outer)) {
    if (met.has(outer)) {
      const rect = measures.rect(outer);
      const whole = WHOLE.has(roleOf(outer));
      const inside = overlap(box, rect);
      const apart = !inside || (inside.right - inside.left) * (inside.bottom - inside.top) < area / 2;
      if (apart && !whole) return true; // a menu that is positioned outside of the control that opened it
      return !whole && area < (roleOf(outer) === 'link' ? PART : SAME) * rect.width * rect.height;
    }
  }
  return true;
}

/**
 * Whether a box shows nothing but a text field and its label: a press on it gives the field the keyboard.
 * @param {Element} field
 * @param {Element} box
 */
function isBoxOf(field, box) {
  const text = fold(box.textContent || '');
  return !text || text === labelText(field);
}

/**
 * Whether nobody can see a control, such as the field that takes the keys in a drawn select.
 * @param {Element} control
 * @param {DOMRect} rect
 * @param {number} area of the box around it, which it takes the clicks of if it fills it
 */
function isUnseen(control, rect, area) {
  if (rect.width < 4 || rect.height < 4 || !mayShow(control, rect)) return true;
  const isSmall = rect.width * rect.height < PART * area;
  return !styleOf(control).plain && (isSmall || styleOf(control).isHidden || styleOf(control).pointerEvents === 'none');
}

/**
 * Whether only a few parts of a drawing do nothing but react to hovering.
 * @param {Element} part
 */
function isAmongFew(part) {
  const drawing = /** @type {SVGElement} */ (part).ownerSVGElement;
  if (!drawing) return false;
  let count = 0;
  for (const inner of drawing.querySelectorAll('*')) if (listening.get(inner) === HOVERS && (count += 1) > MOST_HOVERED) return false;
  return true;
}
