// What an element without a name and text may be for, and whether it only duplicates what is beside or around it.

import { overlap, viewport } from '../dom/areas.js';
import { composedParent } from '../dom/composed.js';
import { CONTROLS } from '../dom/selectors.js';
import { fold } from '../dom/strings.js';
import { styleOf } from '../dom/style.js';
import { GROUND } from './clickable.js';
import { isBackdrop, isIcon } from './listeners.js';
import { contentText, nameOf } from './names.js';
import { TOGGLES, roleOf } from './roles.js';
import { HIGHEST_GROUND, isPlain, standIn } from './stand_ins.js';

/** @import { Measures } from '../dom/measures.js' */

const MOST_WORDS = 2;

/** A cell of a sheet is written into also while it is empty; one that shows an icon is no copy of its row. */
const CELL = 'td[data-x], :is(td, [role=gridcell]):has(svg, img, i)';

/** Words in class names that describe a position, unless the element is drawn as an icon. */
const POSITION_WORDS = /^(down|first|last|left|right|up)$/;

/** Words in class names that describe what something does. */
const PURPOSE_WORDS = /^(add|back|backdrop|bookmark|cancel|caret|check|chevron|clear|close|collapse|copy|cross|decrease|decrement|delete|dismiss|down|download|drag|dropdown|edit|expand|favou?rite|first|forward|fullscreen|handle|help|increase|increment|info|last|left|like|menu|minus|more|move|mute|next|open|output|overlay|pause|play|plus|port|prev|previous|print|refresh|reload|remove|reset|resize|right|rotate|save|search|select|settings|share|sort|star|stop|tick|toggle|trash|undo|up|upload|volume|zoom)$/;

/** Words for the points of a diagram from which lines are drawn. */
const PORT_WORDS = /^(in|input|out|output|port|source|target)$/;

/** Words that describe how something is built. */
const STRUCTURE_WORDS = /^(active|actions?|base|block|body|box|button|component|container|content|control|cursor|default|disabled|element|enabled|flex|icon|image|inline|inner|inputs?|item|large|layout|light|main|medium|outer|outline|outlined|pointer|primary|relative|root|secondary|size|small|static|style|view|widget|wrap|wrapper)$/;

/** Words for an icon that only opens the control that contains it. */
const OPENS = /^((caret|chevron|down|dropdown|open|expand|select) ?)+$/;

/**
 * What is known of an element without a name: its icon, or else what the markup calls it, or else the colour of a swatch.
 * @param {Element} element
 * @param {Element} shown
 * @param {[string, string][]} extras what the tree shows of it already
 * @returns {[string, string][]}
 */
export function hintsOf(element, shown, extras) {
  if (extras.some(([what]) => what === 'hint')) return [];
  const tooltip = tooltipOf(element);
  if (tooltip) return [['hint', tooltip]];
  const icon = iconHint(element);
  if (icon) return [['icon', icon]];
  const hint = extras.some(([what]) => what === 'resizes') ? '' : markupHint(element) || ownData(element);
  if (hint) return [['hint', hint]];
  const colour = swatchColour(shown);
  return colour ? [['colour', colour]] : [];
}

/** Attributes from which scripts draw tooltips of their own. */
const TOOLTIPS = /^data-(.+-)?(tips?|tooltip|title)$/;
const LONGEST_TOOLTIP = 60;
/** Values of such attributes that are settings. */
const SETTING = /^(true|false|none|top|bottom|left|right|start|end|auto|center|tooltip|hover|focus)$/i;

/** @param {Element} element */
function tooltipOf(element) {
  const tooltip = Array.from(element.attributes).find(({ name, value }) => TOOLTIPS.test(name) && /^\p{L}/u.test(value) && value.length <= LONGEST_TOOLTIP && !SETTING.test(value.trim()));
  return element.textContent?.trim() ? '' : fold(tooltip?.value ?? '');
}

/** A longer value of data is no name. */
const LONGEST_DATA = 20;

/**
 * The data that tell an element from the ones beside it, as `seat A1` for `data-seat="A1"`; empty if there are none.
 * @param {Element} element
 */
function ownData(element) {
  if (element.textContent?.trim()) return '';
  const beside = [element.previousElementSibling, element.nextElementSibling].filter((one) => one?.localName === element.localName);
  const telling = Array.from(element.attributes).find(({ name, value }) =>
    name.startsWith('data-') && value && value.length <= LONGEST_DATA && beside.length > 0 && beside.every((one) => (one?.getAttribute(name) ?? value) !== value));
  return telling ? `${telling.name.slice('data-'.length)} ${telling.value}` : '';
}

/** A box with a larger side, in CSS px, is no swatch. */
const LARGEST_SWATCH = 80;

/**
 * The colour, as `#ff8800`, of a small box without text that shows nothing else; empty if it is no such box.
 * @param {Element} box
 * @returns {string}
 */
function swatchColour(box) {
  const { width, height } = box.getBoundingClientRect();
  if (Math.max(width, height) > LARGEST_SWATCH || box.childElementCount > 1 || box.textContent?.trim() || !(box instanceof HTMLElement)) return '';
  if (box.matches('input, select, textarea, [role=checkbox], [role=slider], [role=switch]') && !box.style.backgroundColor) return '';
  const [red, green, blue, alpha] = (/^rgba?\((.*)\)$/.exec(styleOf(box).live.backgroundColor)?.[1] ?? '0, 0, 0, 0').split(/[ ,/]+/).map(Number);
  const isDefault = box.localName === 'button' && red === 239 && green === 239 && blue === 239;
  if (!isDefault && (alpha === undefined || alpha === 1)) return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  return box.firstElementChild ? swatchColour(box.firstElementChild) : '';
}

/**
 * What the markup calls an element without text: a few words; empty if it has text.
 * @param {Element} element
 */
export function markupHint(element) {
  if (element.textContent?.trim()) return '';
  const { cursor } = styleOf(element);
  if (/resize/.test(cursor)) return 'resize';
  const ports = cursor === 'crosshair' ? Array.from(element.classList).filter((word) => PORT_WORDS.test(word)) : [];
  const inner = element.querySelector('svg, i');
  let found = '';
  for (const one of inner ? [element, inner] : [element]) {
    const words = wordsIn(one, ['data-testid', 'data-test', 'data-action', 'data-icon', 'data-element-id', 'name', 'id', ...(isIcon(one) ? ['class'] : [])]);
    const drawn = one === inner || /^(a|button)$/.test(element.localName);
    const styled = wordsIn(one, ['class']).filter((word) => drawn || !POSITION_WORDS.test(word));
    const purposes = Array.from(new Set([...[...words, ...styled].filter((word) => PURPOSE_WORDS.test(word)), ...ports]));
    if (purposes.length) return purposes.slice(0, MOST_WORDS).join(' ');
    found ||= words.slice(-MOST_WORDS).join(' '); // a class describes appearance: only known words in it count, unless it is an icon
  }
  return found;
}

/**
 * The words in some attributes of an element, except those that describe how it is built.
 * @param {Element} element
 * @param {string[]} keys
 */
function wordsIn(element, keys) {
  const said = keys.map((key) => element.getAttribute(key) || '').join(' ');
  const split = said.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z0-9]+/);
  return Array.from(new Set(split.filter((word) => /^[a-z]{2,14}$/.test(word) && /[aeiouy]/.test(word) && !STRUCTURE_WORDS.test(word))));
}

/**
 * Whether a plain element only duplicates what is around or beside it: the text of a tree item, the rail of a slider,
 * the arrow of a dropdown, a part of a control for which no hint is found, or a backdrop.
 * @param {Element} element
 * @param {Set<Element>} met the elements around it that have an ID
 * @param {Measures} measures
 */
export function repeats(element, met, measures) {
  if (doublesToggle(element, measures)) return true;
  const parent = composedParent(element);
  let outer = parent;
  while (outer && !met.has(outer)) outer = composedParent(outer);
  if (element.querySelector('[role=slider], input[type=range]') && !element.textContent?.trim()) return true;
  if (element instanceof SVGElement && element.localName !== 'svg') return false;
  if (contentText(element, null)) return outer !== null && roleOf(outer) === 'treeitem' && !element.querySelector(CONTROLS);
  if (element.matches(CELL) || element.querySelector(CONTROLS) || nameOf(element, roleOf(element))) return false;
  if (parent?.querySelector(':scope > [role=slider], :scope > input[type=range], :scope > input[type=checkbox], :scope > input[type=radio]')) return true;
  if (!outer) {
    const rect = measures.rect(element);
    const shown = overlap(rect, viewport());
    return shown !== null && !isBackdrop(element) && (shown.right - shown.left) * (shown.bottom - shown.top) > GROUND * innerWidth * innerHeight;
  }
  const hint = iconHint(element) || markupHint(element);
  const opens = roleOf(outer) === 'combobox' || outer.hasAttribute('aria-haspopup');
  if (!hint && isIcon(element)) return false;
  return !hint || (opens && OPENS.test(markupHint(element)));
}

/**
 * Whether a click on an element is one on a visible checkbox, radio button or switch: it is the label, the box drawn
 * inside that, or an element without text that contains nothing else.
 * @param {Element} element
 * @param {Measures} measures
 */
export function doublesToggle(element, measures) {
  const label = element.closest('label');
  const control = label instanceof HTMLLabelElement && label.control && TOGGLES.has(roleOf(label.control)) ? label.control : null;
  if (control && element === label) return true;
  if (contentText(element, null) || nameOf(element, roleOf(element))) return false;
  const inside = Array.from(element.querySelectorAll(CONTROLS));
  if (control) return inside.every((one) => one === control) && !iconHint(element) && !markupHint(element);
  const [toggle, more] = inside;
  if (!toggle || more || !TOGGLES.has(roleOf(toggle)) || measures.rect(element).height > HIGHEST_GROUND) return false;
  return isPlain(toggle) || standIn(toggle) !== null;
}

/** Of a control, no more elements are examined for an icon. */
const MOST_ICONS = 7;

/**
 * A hint for a control without a name: the name of its icon.
 * @param {Element} element
 */
export function iconHint(element) {
  if (element.textContent?.trim()) return '';
  const image = element.querySelector('img[src]:not([src^="data:"])');
  if (image) return (image.getAttribute('src') || '').split(/[?#]/)[0].split('/').pop()?.slice(0, 40) || '';
  const use = element.querySelector('use');
  const target = use && (use.getAttribute('href') || use.getAttribute('xlink:href'));
  if (target) return target.split('#').pop() || '';
  const inside = Array.from(element.querySelectorAll('i, span, svg')).slice(0, MOST_ICONS);
  const classed = [element, ...(inside.length > 1 ? inside.filter((one) => one.checkVisibility()) : inside)]; // of two, one state is hidden
  for (const found of classed) {
    const hint = Array.from(found.classList).find((name) => /(^|[-_])(icon|fa|bi|mdi|glyphicon|ti)[-_]/i.test(name));
    if (hint) return hint.slice(0, 40);
  }
  return '';
}
