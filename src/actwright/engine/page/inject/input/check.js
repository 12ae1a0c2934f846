// The state of an element at the moment of an action, and the beginning and end of the guard over it.

import { composedContains, composedParent } from '../dom/composed.js';
import { actionOf } from '../dom/forms.js';
import { coverOf, isDrawn } from '../dom/hit_tests.js';
import { imageOf } from '../dom/image_maps.js';
import { ariaOf } from '../dom/internals.js';
import { isStraight } from '../dom/lines.js';
import { Measures } from '../dom/measures.js';
import { modalTakingOver } from '../dom/modals.js';
import { rootOf } from '../dom/roots.js';
import { isRendered } from '../dom/style.js';
import { isOwnRenaming } from '../identity/own_names.js';
import { nameOf } from '../read/names.js';
import { isOwnCover, isUnderLabel } from '../read/own_covers.js';
import { isEditingHost, roleOf } from '../read/roles.js';
import { coverLabel, shortLabel, tagOf } from '../read/short_labels.js';
import { isChecked, standIn } from '../read/stand_ins.js';
import { isDisabled, optionsOf } from '../read/state.js';
import { isForSecrets } from '../read/withheld.js';
import { drawnText, editorOf, isUnseenField } from '../read/editors.js';
import { writtenIn } from '../read/written.js';
import { signs } from '../signs/signs.js';
import { isDrawnOver, openerOf } from './choices.js';
import { aim, isSteady, sizeInView } from './click_point.js';
import { isNamedByContent, rewritingOf } from './guard.js';
import { takeLeak } from './leaks.js';
import { besideOf, codeIn } from './typing.js';

/** @import { Register } from '../identity/register.js' */
/** @import { Run } from '../run.js' */
/** @import { Sameness } from './guard.js' */

/**
 * @param {Register} register
 * @param {{id: string, aimed?: boolean}} args whether to return, too, where to click it
 */
export function check(register, { id, aimed = false }) {
  const element = register.element(id);
  const known = register.known.get(id);
  const label = modalLabel();
  if (!element) return { found: false, modal: label };
  const shown = standIn(element) || element;
  const role = roleOf(element);
  const name = nameOf(element, role);
  const image = imageOf(element);
  const point = aimed ? aim(register, element, shown) : null;
  const area = new Measures().visible(shown);
  const top = area && (image || isRendered(shown)) ? coverOf(shown, area) : null;
  const under = top ? isOwnCover(top, element, register.ids) : aimed && shown === element && isUnderLabel(element, register.ids);
  const cover = under ? null : top;
  return {
    found: true, origin: self.origin, for_secrets: isForSecrets(element), role, name, by_content: isNamedByContent(element, name), tag: tagOf(element), disabled: isDisabled(element),
    visible: isRendered(image || shown), point, size: point && isDrawn(shown) ? sizeInView(shown) : null, in_view: area !== null, modal: label,
    covered_by: cover ? coverLabel(cover, shown) : '', adorned: cover !== null && isAdornment(cover, shown), over_used: cover !== null && isUsed(cover, shown, register),
    moved: known ? register.changed(known, element) : null, action: actionOf(element), under,
    own_name: known !== undefined && isOwnRenaming(known.said, name, element, known, rewritingOf(register, element)),
  };
}

/** In what covers a control, no more elements are examined. */
const MOST_IN_COVER = 2000;

/**
 * Whether what covers a control, such as a list left open, contains something that the run has used. A form is not closed.
 * @param {Element} cover
 * @param {Element} element
 * @param {Register} register
 */
function isUsed(cover, element, register) {
  let popup = cover;
  for (let outer = composedParent(cover); outer && !composedContains(outer, element); outer = composedParent(outer)) popup = outer;
  if (popup.matches('dialog, [role=dialog], [role=alertdialog], form') || popup.querySelector('form, textarea')) return false;
  return register.used.has(popup) || Array.from(popup.querySelectorAll('*')).slice(0, MOST_IN_COVER).some((one) => register.used.has(one));
}

/** A floating label or a styled box may extend beyond its field by this many CSS px. */
const STANDS_OUT = 24;

/**
 * Whether what covers a control is no larger than the control, as its own placeholder, icon or styled box is.
 * @param {Element} cover
 * @param {Element} element
 */
function isAdornment(cover, element) {
  const inner = element.getBoundingClientRect();
  /** @type {Element | null} */
  let node = cover;
  for (; node && !composedContains(node, element); node = composedParent(node)) {
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const isBeside = box.left >= inner.left - STANDS_OUT && box.right <= inner.right + STANDS_OUT
      && box.top >= inner.top - STANDS_OUT && box.bottom <= inner.bottom + STANDS_OUT;
    if (!isBeside) return false;
  }
  const dialog = cover.closest('dialog, [role=dialog], [role=alertdialog]');
  return !dialog || composedContains(dialog, element);
}

/**
 * Checks an element before an action, and makes the guard let input reach this element as it is now, or nothing.
 * @param {Run} run
 * @param {object} args
 * @param {string} args.id
 * @param {Sameness} args.same
 * @param {string[]} args.also `content`: also return what it holds, and whether a click reaches it where it is; `press`: also
 * return whether the mouse hits its middle at once, in which case the guard alone checks what the mouse hits
 * @param {boolean} args.begin whether an action begins with that
 * @param {number} args.effect the number of the effect that it may have
 */
export function arm(run, { id, same, also, begin, effect }) {
  const { register, guard, copies } = run;
  if (begin) signs().begin();
  signs().messages.begin(effect);
  copies.begin();
  const element = register.element(id);
  const checked = check(register, { id, aimed: true });
  const shown = element && (standIn(element) || element);
  const isAsked = also.includes('press') && !checked.point;
  const steady = element !== null && shown !== null && (isStraight(shown) || (isAsked && (checked.under === true || isSteady(run, element, shown))));
  if (element) {
    guard.arm(id, element, same, steady);
    signs().edits(element);
  }
  const result = { ...checked, steady, left: signs().stirredByLeaving() };
  return element && also.includes('content') ? { ...result, content: content(register, { id }), open: isHitInTheMiddle(element) } : result;
}

/**
 * Moves the focus from a field that was edited to the one to be edited next, or the button to be pressed, if possible.
 * @param {Register} register
 * @param {{id: string, pressed?: boolean}} args
 */
export function leave(register, { id, pressed = false }) {
  const element = register.element(id);
  const now = check(register, { id });
  if (element && now.found && (pressed || !now.disabled) && !now.covered_by) signs().leave(element, pressed);
  return now;
}

/** Ends what `arm` began, and reports what happened. @param {Run} run */
function disarmed({ guard, copies }) {
  return { ...guard.disarm(), ...copies.end(), leak: takeLeak() };
}

/** Ends the input of an action. @param {Run} run */
export function disarm(run) {
  signs().endInput();
  return disarmed(run);
}

/** Ends an edit, and also reports what it set off. @param {Run} run */
export function rest(run) {
  return { ...disarmed(run), ...signs().stirred() };
}

/**
 * From now on, no input is for this document.
 * @param {Run} run
 * @param {{begin: boolean, effect: number}} args whether an action begins with that, and the number of the effect it may have
 */
export function bar({ guard, copies }, args) {
  if (args.begin) signs().begin();
  signs().messages.begin(args.effect);
  copies.begin();
  guard.bar();
}

/** Roles whose `aria-checked` states whether they are checked (WAI-ARIA 1.2). */
const CHECKED_ROLES = new Set(['checkbox', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio', 'switch', 'treeitem']);

/**
 * What a control holds right now, including secret values: the caller compares it with the intended value and does not
 * pass it on.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function content(register, { id }) {
  const element = register.element(id);
  if (!element) return { found: false };
  const control = element instanceof HTMLLabelElement && element.control ? element.control : element;
  const validity = /** @type {HTMLInputElement} */ (control).validity;
  /** @type {string[]} */
  const flaws = [];
  for (const name in validity) if (name !== 'valid' && validity[/** @type {keyof ValidityState} */ (name)]) flaws.push(name);
  const toggle = control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
  const role = roleOf(control);
  const pressed = role === 'button' && control.hasAttribute('aria-pressed');
  const said = pressed || CHECKED_ROLES.has(role) ? ariaOf(control, pressed ? 'aria-pressed' : 'aria-checked') === 'true' : null;
  const options = control instanceof HTMLSelectElement ? optionsOf(control) : undefined;
  const editor = editorOf(control);
  const valued = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement;
  return {
    found: true, flaws, checked: toggle ? isChecked(control) : said, timed: signs().isTimed(),
    names: [control.getAttribute('name'), control.id].filter(Boolean),
    value: editor ? drawnText(editor) : valued ? control.value : textOf(control),
    code: codeIn(control), beside: besideOf(control),
    unseen: isUnseenField(control),
    drawn: editor !== null || control instanceof HTMLSelectElement && isDrawnOver(control) && openerOf(control) !== control,
    options: Array.from(options?.values() ?? []), indices: Array.from(options?.keys() ?? []),
  };
}

/** @param {Element} element */
function textOf(element) {
  if (!(element instanceof HTMLElement)) return '';
  if (isEditingHost(element)) return writtenIn(element);
  return /^(slider|spinbutton)$/.test(roleOf(element)) ? ariaOf(element, 'aria-valuenow') ?? element.innerText : element.innerText;
}

/**
 * Whether a click on the middle of a control reaches it. A styled control is often under a part of its own label; a
 * hidden one is represented by the label itself, which may have a link in its middle.
 * @param {Register} register
 * @param {{id: string}} args
 */
export function isInTheOpen(register, { id }) {
  const element = register.element(id);
  const shown = element && (imageOf(element) || standIn(element) || element);
  shown?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  return element !== null && isHitInTheMiddle(element);
}

/**
 * The same, without scrolling.
 * @param {Element} element
 */
function isHitInTheMiddle(element) {
  const shown = imageOf(element) || standIn(element) || element;
  if (shown.localName === 'label' || !isRendered(shown)) return false;
  const box = shown.getBoundingClientRect();
  return shown.contains(rootOf(shown).elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}

function modalLabel() {
  const modal = modalTakingOver();
  return modal ? shortLabel(modal) : '';
}
