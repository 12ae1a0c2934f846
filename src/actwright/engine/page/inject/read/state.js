// What an element with an ID is and holds right now. Values that are secret by their kind are never read.

import { overlap, round, viewport } from '../dom/areas.js';
import { composedParent } from '../dom/composed.js';
import { formOf, submits } from '../dom/forms.js';
import { coverOf, coverOfUntouchable } from '../dom/hit_tests.js';
import { ariaOf } from '../dom/internals.js';
import { rootOf } from '../dom/roots.js';
import { shownPart } from '../dom/shown_part.js';
import { fold } from '../dom/strings.js';
import { styleOf } from '../dom/style.js';
import { signs } from '../signs/signs.js';
import { wordsAround } from './beside.js';
import { chosenBeside, chosenIn, noteOption } from './chosen.js';
import { drawnText, editorOf } from './editors.js';
import { labelText, nameOf } from './names.js';
import { TOGGLES, isEditingHost, roleOf } from './roles.js';
import { isOwnCover } from './own_covers.js';
import { coverLabel, tagOf } from './short_labels.js';
import { isChecked, textRect } from './stand_ins.js';
import { invalidity, noteOf } from './validity.js';
import { isWithheld, readableValueOf, showsPassword, taintOf } from './withheld.js';
import { writtenIn } from './written.js';

/** @import { Area } from '../dom/areas.js' */
/** @import { Measures } from '../dom/measures.js' */
/** @import { Register } from '../identity/register.js' */
/** @import { TreeNode } from './tree_nodes.js' */

/** @typedef {Record<string, unknown>} State  keys as in `actwright.Element`, defaults left out */

/**
 * @typedef {object} Seen  an element of one capture
 * @property {Element} element
 * @property {Element} shown what represents it on the page: the element itself, or the label of a hidden input
 * @property {string} role
 * @property {string} name
 * @property {string} id
 * @property {boolean} fresh
 * @property {boolean} unfolded whether it was folded in the capture before
 * @property {TreeNode} node
 */

/** More options than any list has that people choose from. */
const MOST_OPTIONS = 5000;
const LONGEST_VALUE = 20000;

/** @param {Element} element */
export function isDisabled(element) {
  return isOff(element) || isOutOfReach(element);
}

/**
 * Whether an element is disabled by its attributes.
 * @param {Element} element
 */
export function isOff(element) {
  return element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null || ariaOf(element, 'aria-disabled') === 'true';
}

/**
 * Whether mouse events pass through an element that takes nothing but clicks.
 * @param {Element} element
 */
export function isOutOfReach(element) {
  const reached = (/** @type {Element} */ one) => styleOf(one).pointerEvents !== 'none';
  if (reached(element) || /^(area|input|select|textarea)$/.test(element.localName) || isEditingHost(element)) return false;
  return !Array.from(element.querySelectorAll('*')).some(reached);
}

/**
 * @param {Element} element
 * @param {string} role
 * @returns {string | undefined}
 */
export function valueOf(element, role) {
  const editor = editorOf(element);
  if (editor) return readableValueOf(element, drawnText(editor).slice(0, LONGEST_VALUE));
  if (element instanceof HTMLInputElement) return inputValue(element, role);
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return readableValueOf(element, element.value.slice(0, LONGEST_VALUE));
  if (element instanceof HTMLElement && isEditingHost(element)) return readableValueOf(element, writtenIn(element).slice(0, LONGEST_VALUE));
  const said = ariaOf(element, 'aria-valuetext') ?? ariaOf(element, 'aria-valuenow');
  if (said !== null) return said;
  return role === 'combobox' ? chosenIn(element) : undefined;
}

/**
 * @param {HTMLInputElement} input
 * @param {string} role
 */
function inputValue(input, role) {
  if (isWithheld(input)) return input.value ? 'filled' : '';
  if (input.type === 'file') return Array.from(input.files || [], (file) => file.name).join(', ');
  if (['button', 'image', 'reset', 'submit'].includes(input.type)) return undefined;
  if (['checkbox', 'radio'].includes(input.type)) return input.getAttribute('value') ?? undefined;
  if (!input.value && role === 'combobox' && !input.list) return chosenBeside(input);
  return readableValueOf(input, input.value.slice(0, LONGEST_VALUE));
}

/**
 * @param {Element} element
 * @param {string} role
 */
function checkedOf(element, role) {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) {
    return element.indeterminate ? undefined : isChecked(element);
  }
  return role === 'button' ? flag(element, 'aria-pressed') : TOGGLES.has(role) || CHECKABLE.has(role) ? flag(element, 'aria-checked') : undefined;
}

/**
 * @param {Element} element
 * @param {string} attribute
 */
function flag(element, attribute) {
  const value = ariaOf(element, attribute);
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** Roles of items that may be checked, and of cells, which grids mark in the same way. */
const CHECKABLE = new Set(['gridcell', 'option', 'treeitem']);

const MARKED = /(^|[-_])(active|selected|checked|chosen|current)$/i;
const MARKED_DATA = ['[data-state=on]', '[data-state=active]', '[data-state=checked]', ...['active', 'checked', 'selected'].map((name) => `[data-${name}]:not([data-${name}=false])`)];
const MARKS = '[aria-checked], [aria-current], [aria-pressed], [aria-selected]';

/**
 * Whether a class, or data for style sheets, alone marks an element as the chosen one of those of its kind beside it, as in a row of sizes.
 * @param {Element} element
 * @param {string} role
 */
function isMarkedByClass(element, role) {
  if (!/^(|button|link|tab|listitem)$/.test(role) || element.matches(MARKS)) return undefined;
  const item = element.parentElement;
  if (item?.localName === 'li' && item.firstElementChild === element && !item.matches(MARKS)) {
    return isMarkedAmong(element, item.parentElement, (one) => one.firstElementChild) || isMarkedAmong(item, item.parentElement) || undefined;
  }
  return isMarkedAmong(element, item) || undefined;
}

/**
 * @param {Element} element
 * @param {Element | null} around
 * @param {(child: Element) => Element | null} [of] what is compared with the element in each child of the one around it
 */
function isMarkedAmong(element, around, of = (child) => child) {
  const name = Array.from(element.classList).find((each) => MARKED.test(each));
  const mark = name ? `.${CSS.escape(name)}` : MARKED_DATA.find((each) => element.matches(each));
  if (!mark || !around) return false;
  const others = Array.from(around.children, of).filter((one) => one && one !== element && one.localName === element.localName);
  return others.length > 0 && others.every((one) => !one?.matches(MARKS)) && others.some((one) => !one?.matches(mark));
}

/** @param {Element} element */
function expandedOf(element) {
  if (element.localName === 'summary' && element.parentElement instanceof HTMLDetailsElement) return element.parentElement.open;
  return flag(element, 'aria-expanded');
}

/**
 * The options of a select or datalist that can be seen, by their index. Hidden ones cannot be chosen, but one may be
 * selected.
 * @param {Element} element
 */
export function optionsOf(element) {
  const source = element instanceof HTMLSelectElement ? element : element instanceof HTMLInputElement ? element.list : null;
  if (!source) return undefined;
  /** @type {Map<number, State>} */
  const kept = new Map();
  for (const [index, option] of Array.from(source.options).entries()) {
    const isChosen = source === element && option.selected;
    const isHidden = isHiddenOption(option);
    if (!isChosen && (isHidden || index >= MOST_OPTIONS)) continue;
    kept.set(index, {
      label: fold(option.label || option.text || option.value), value: option.value,
      ...(isChosen && { selected: true }),
      ...((isHidden || option.matches(':disabled')) && { disabled: true }),
      ...(option.parentElement instanceof HTMLOptGroupElement && { group: fold(option.parentElement.label) }),
    });
  }
  return kept;
}

/** @param {HTMLOptionElement} option */
function isHiddenOption(option) {
  const group = option.parentElement;
  return hides(option) || (group instanceof HTMLOptGroupElement && hides(group));
}

/** @param {Element} element */
function hides(element) {
  const style = getComputedStyle(element);
  return style.display === 'none' || style.visibility !== 'visible';
}

/** @param {Element} element */
function isFocused(element) {
  const root = rootOf(element);
  return root.activeElement === element && document.hasFocus();
}

/** @param {Element} element */
function linkTarget(element) {
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) return element.href;
  return '';
}

/**
 * @param {Seen} seen
 * @param {Register} register
 * @param {Measures} measures
 * @returns {State}
 */
export function stateOf(seen, register, measures) {
  const { element, shown, role, name } = seen;
  const control = /** @type {HTMLInputElement} */ (element);
  if (role === 'option') noteOption(name);
  const label = labelText(element);
  const area = measures.visible(shown);
  const top = area && (styleOf(shown).pointerEvents === 'none' ? coverOfUntouchable : coverOf)(shown, area, measures);
  const cover = top && !isOwnCover(top, element, register.ids) ? top : null;
  const text = textRect(element, shown);
  const part = area && !cover && !text ? shownPart(shown, area, measures) : null;
  const options = optionsOf(element);
  const owner = formOf(element) ?? (DRAWN_FIELD.test(role) ? formAround(element, register.ids) : null);
  const form = owner ? register.formNumber(owner) : undefined;
  return sparse({
    id: seen.id, tag: tagOf(element), role, name, label, form,
    type: element instanceof HTMLInputElement || element instanceof HTMLButtonElement ? element.type : '',
    value: valueOf(element, role),
    checked: checkedOf(element, role),
    selected: flag(element, 'aria-selected') ?? isMarkedByClass(element, role),
    expanded: expandedOf(element),
    options: options && Array.from(options.values()),
    option_count: element instanceof HTMLSelectElement ? (element.options.length > MOST_OPTIONS ? element.options.length : options?.size) : undefined,
    placeholder: element.getAttribute('placeholder') || '',
    attribute_name: element.getAttribute('name') || '',
    description: noteOf(element),
    group: groupOf(element, measures),
    ...wordsAround(element),
    submits: submits(element),
    required: control.required === true || ariaOf(element, 'aria-required') === 'true',
    readonly: (control.readOnly === true && element.hasAttribute('readonly')) || ariaOf(element, 'aria-readonly') === 'true',
    disabled: isDisabled(element),
    ...invalidity(element),
    focused: isFocused(element),
    had_focus: !isFocused(element) && signs().focused.has(element),
    multiple: control.multiple === true || element.getAttribute('aria-multiselectable') === 'true',
    accept: element.getAttribute('accept') || '',
    minimum: element.getAttribute('min') || ariaOf(element, 'aria-valuemin') || '',
    maximum: element.getAttribute('max') || ariaOf(element, 'aria-valuemax') || '',
    step: element.getAttribute('step') || '',
    href: linkTarget(element),
    covered_by: cover ? coverLabel(cover, shown) : '',
    box: text ? [text.left, text.top, text.width, text.height].map(round) : measures.hasArea(shown) ? measures.box(shown) : undefined,
    shown: part && isLess(part, measures.rect(shown)) ? [round(part.left), round(part.top), round(part.right - part.left), round(part.bottom - part.top)] : undefined,
    in_view: area !== null,
    secret: showsPassword(element) || taintOf(element) !== null,
    new: seen.fresh,
  });
}

/**
 * Whether an area lacks more of a box than the part outside of the viewport.
 * @param {Area} part
 * @param {DOMRect} box
 */
function isLess(part, box) {
  const whole = overlap(box, viewport());
  return whole !== null && (part.left > whole.left + 1 || part.top > whole.top + 1 || part.right < whole.right - 1 || part.bottom < whole.bottom - 1);
}

/** The roles of what people fill in. */
const DRAWN_FIELD = /^(?:checkbox|combobox|listbox|radio|searchbox|slider|spinbutton|switch|textbox)$/;
const NATIVE_FIELD = 'input:not([type=hidden]), select, textarea';

/**
 * The form around a drawn field; null if the field, or a drawn one around it, is the box of a named native one with an ID of
 * its own, which counts alone.
 * @param {Element} element
 * @param {WeakMap<Element, string>} ids
 */
function formAround(element, ids) {
  const isListed = (/** @type {Element} */ one) => ids.has(one) && nameOf(one, roleOf(one)) !== '';
  for (let outer = /** @type {Element | null} */ (element); outer; outer = composedParent(outer)) {
    if (outer instanceof HTMLFormElement) return outer;
    if (outer !== element && !DRAWN_FIELD.test(roleOf(outer))) continue;
    const native = [outer, outer.shadowRoot].flatMap((root) => Array.from(root?.querySelectorAll(NATIVE_FIELD) ?? []));
    if (native.some(isListed)) return null;
  }
  return null;
}

/** The values to leave out, for keys where not every falsy value is left out. @type {State} */
const DEFAULTS = { checked: undefined, expanded: undefined, form: undefined, in_view: true, option_count: undefined, selected: undefined, value: undefined };

/**
 * @param {State} state
 * @returns {State}
 */
function sparse(state) {
  /** @type {State} */
  const kept = {};
  for (const key of Object.keys(state)) if (key in DEFAULTS ? state[key] !== DEFAULTS[key] : state[key]) kept[key] = state[key];
  return kept;
}

/**
 * The name of the nearest named group around an element.
 * @param {Element} element
 * @param {Measures} measures
 * @returns {string}
 */
function groupOf(element, measures) {
  /** @type {Element[]} */
  const path = [];
  let group = '';
  for (let node = composedParent(element); node && !group; node = composedParent(node)) {
    const known = measures.groups.get(node);
    if (known !== undefined) {
      group = known;
      break;
    }
    path.push(node);
    const role = roleOf(node);
    const isGroup = /^(group|radiogroup)$/.test(role) || (role === 'list' && node.querySelector('[role=checkbox], [type=checkbox]') !== null);
    group = isGroup ? nameOf(node, role) : '';
  }
  for (const node of path) measures.groups.set(node, group);
  return group;
}
