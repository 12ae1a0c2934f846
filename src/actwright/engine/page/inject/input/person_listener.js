// Reports what a person does in a document, as it happens, to a binding in our world: which element was used, and how.
// Its listeners run first, at the window, and consider only events that the browser itself marks as a person's doing.
// The content of fields for passwords, one-time codes or payment cards is not reported.

import { shortLabel } from '../read/short_labels.js';
import { isForSecrets } from '../read/withheld.js';

/** @import { Register } from '../identity/register.js' */

/**
 * @typedef {{
 *   kind: string, id?: string, value?: string, values?: string[], secret?: boolean, key?: string, modifiers?: string,
 *   missed?: string, onto?: string, right?: number, down?: number
 * }} PersonAction
 */

/** @typedef {{element: Element, id: string, x: number, y: number, changes: number}} Pressed */

/** The shortest interval, in ms, between reports that the document has changed. */
const CHANGED_EVERY = 60;

/** A click without a pointer this soon after Enter, in ms, comes from the browser, on the submit button. */
const SUBMITTED_WITHIN = 500;

/** How far, in CSS px, the mouse must move with its button down for that to be a drag. */
const DRAGGED_FROM = 10;

/** A click this soon after a drag, in ms, is the end of the drag. */
const CLICKED_WITHIN = 50;
const ACTIVE = 'a[href], button, input, select, textarea, summary, label, [role], [onclick], [tabindex], [contenteditable]';
const TICKED = /^(checkbox|radio|file)$/;
const PUSHED = /^(button|submit|reset|image)$/;
const LISTS = '[role=combobox], [aria-autocomplete], [aria-haspopup], [list]';
const MOVES = /^(Arrow|Home$|End$|Page)/;

/** Keys of editing commands, whose effect in a field is visible in its value. */
const EDITING = /^[acvxyz]$/i;

/** @type {WeakMap<Register, PersonListener>} */
const personListeners = new WeakMap();

class PersonListener {
  /**
   * @param {Register} register
   * @param {string} binding
   * @param {string} prefix
   */
  constructor(register, binding, prefix) {
    this.register = register;
    this.binding = binding;
    this.idPrefix = prefix;
    this.entered = -Infinity;
    this.changing = false;
    this.changes = 0;
    this.over = '';
    this.dragged = -Infinity;
    /** @type {Pressed | null} */
    this.pressedAt = null;
    /** @type {PersonAction[]} */
    this.unsent = [];
    const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ handle) =>
      addEventListener(type, (event) => event.isTrusted && handle(event), { capture: true, passive: true });
    on('click', (event) => this.clicked(event));
    on('dblclick', (event) => this.reportOn('double_click', event));
    on('auxclick', (event) => event.button === 1 && this.reportOn('middle_click', event));
    on('contextmenu', (event) => event.button === 2 && this.reportOn('right_click', event));
    on('keydown', (event) => this.pressed(event));
    on('input', (event) => this.typed(event));
    on('change', (event) => this.changed(event));
    on('dragstart', (event) => {
      this.pressedAt = null; // the browser drags it, and fires `drop` where it is dropped
      this.reportOn('drag', event);
    });
    on('drop', (event) => this.reportOn('drop', event));
    on('pointerdown', (event) => this.held(event));
    on('pointerup', (event) => this.released(event));
    on('pointerover', (event) => this.hovered(event));
    new MutationObserver(() => this.noteChange()).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  }

  /** @param {PersonAction} action */
  report(action) {
    this.unsent.push(action);
    const call = /** @type {any} */ (globalThis)[this.binding];
    if (typeof call !== 'function') return;
    for (const each of this.unsent.splice(0)) call(JSON.stringify(each));
  }

  noteChange() {
    this.changes += 1;
    if (this.changing) return;
    this.changing = true;
    setTimeout(() => {
      this.changing = false;
      this.report({ kind: 'changed' });
    }, CHANGED_EVERY);
  }

  /** Reports a new element under the mouse: what appears from now on may be because of it. @param {Event} event */
  hovered(event) {
    const id = this.idOf(event);
    if (!id) this.noteChange();
    else if (id !== this.over) this.report({ kind: 'over', id });
    this.over = id;
  }

  /** @param {PointerEvent} event */
  held(event) {
    const element = this.path(event)[0];
    const id = this.idOf(event);
    const drags = id && event.button === 0 && !element.matches('input, select, textarea, [contenteditable]');
    this.pressedAt = drags ? { element, id, x: event.clientX, y: event.clientY, changes: this.changes } : null;
  }

  /** A drag that the page makes out of mouse moves: the page has changed on the way. @param {PointerEvent} event */
  released(event) {
    const from = this.pressedAt;
    this.pressedAt = null;
    if (!from || this.changes === from.changes) return;
    const right = Math.round(event.clientX - from.x);
    const down = Math.round(event.clientY - from.y);
    if (Math.hypot(right, down) < DRAGGED_FROM) return;
    this.dragged = performance.now();
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const ids = under.filter((element) => !element.contains(from.element) && !from.element.contains(element)).map((element) => this.register.ids.get(element));
    const onto = ids.find(Boolean);
    this.report({ kind: 'dragged', id: from.id, onto: onto ? this.idPrefix + onto : '', right, down });
  }

  /** @param {Event} event */
  path(event) {
    return /** @type {Element[]} */ (event.composedPath().filter((node) => node instanceof Element));
  }

  /** The nearest element with an ID in the event's path. @param {Event} event */
  idOf(event) {
    for (const element of this.path(event)) {
      const id = this.register.ids.get(element);
      if (id) return this.idPrefix + id;
    }
    return '';
  }

  /**
   * @param {string} kind
   * @param {Event} event
   * @param {Partial<PersonAction>} more
   */
  reportOn(kind, event, more = {}) {
    const id = this.idOf(event);
    const active = this.path(event).find((element) => element.matches(ACTIVE));
    const known = active && id && this.idPrefix + (this.register.ids.get(active) ?? '') !== this.idPrefix ? '' : active ? shortLabel(active) || active.localName : '';
    this.report({ kind, id, ...more, ...(id ? {} : { missed: known }) });
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (performance.now() - this.dragged < CLICKED_WITHIN) return;
    const pointer = /** @type {PointerEvent} */ (event).pointerType;
    if (!pointer && !event.detail && performance.now() - this.entered < SUBMITTED_WITHIN) return;
    const path = this.path(event);
    const target = path[0];
    if (!target || path.some((element) => element instanceof HTMLSelectElement)) return;
    const pressed = path.find((element) => element.matches('a, button, [role=button], [role=link]'));
    const label = /** @type {HTMLLabelElement | undefined} */ (path.find((element) => element instanceof HTMLLabelElement));
    if (label?.control && !pressed && !PUSHED.test(/** @type {HTMLInputElement} */ (label.control).type)) return;
    if (target instanceof HTMLInputElement && TICKED.test(target.type)) return;
    if (isTyped(target) && !target.matches(LISTS) && !(/** @type {HTMLInputElement} */ (target).readOnly)) return;
    this.reportOn('click', event, { modifiers: modifiersOf(event) });
  }

  /** @param {InputEvent} event */
  typed(event) {
    const target = this.path(event).find((element) => isTyped(element));
    if (target) this.fill(event, target);
  }

  /**
   * @param {Event} event
   * @param {Element} field
   */
  fill(event, field) {
    const secret = isForSecrets(field);
    const value = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : /** @type {HTMLElement} */ (field).innerText;
    this.reportOn('fill', event, { secret, value: secret ? '' : value });
  }

  /** @param {Event} event */
  changed(event) {
    const target = this.path(event)[0];
    if (target instanceof HTMLSelectElement) {
      const values = Array.from(target.selectedOptions, (option) => option.label || option.value);
      this.reportOn(target.multiple ? 'select_several' : 'select', event, { values });
    } else if (target instanceof HTMLInputElement && target.type === 'file') {
      this.reportOn('upload', event, { values: Array.from(target.files || [], (file) => file.name) });
    } else if (target instanceof HTMLInputElement && TICKED.test(target.type)) {
      this.reportOn(target.checked ? 'check' : 'uncheck', event);
    } else if (target && isTyped(target)) {
      this.fill(event, target);
    }
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.isComposing || event.repeat || /^(Control|Shift|Alt|Meta|Tab|CapsLock|Dead|Unidentified)$/.test(event.key)) return;
    const target = this.path(event)[0];
    if (!target || !this.needsReport(event, target)) return;
    const modifiers = event.key.length === 1 ? modifiersOf(event).replace(/\+?Shift/, '') : modifiersOf(event);
    if (event.key === 'Enter') this.entered = performance.now();
    const key = event.key === ' ' ? 'Space' : event.key;
    this.reportOn('press', event, { key: [modifiers, key].filter(Boolean).join('+') });
  }

  /**
   * Whether a key press means something that no other event reports: a click on a button and text in a field have
   * events.
   * @param {KeyboardEvent} event
   * @param {Element} target
   */
  needsReport({ key, ctrlKey, metaKey, altKey }, target) {
    const command = ctrlKey || metaKey || altKey;
    const lists = target.matches(LISTS);
    if (isTyped(target)) {
      if (command) return !EDITING.test(key) && !MOVES.test(key) && !/^(Backspace|Delete)$/.test(key);
      if (key === 'Enter') return target instanceof HTMLInputElement || lists;
      return key === 'Escape' || (MOVES.test(key) && lists);
    }
    const native = target instanceof HTMLButtonElement || target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target.matches('a[href], summary');
    if (native) return command || key === 'Escape' || (key === 'Enter' && target instanceof HTMLInputElement && TICKED.test(target.type));
    return command ? !EDITING.test(key) : !/^Page|^Home$|^End$/.test(key) || target !== document.body;
  }
}

/** Whether an element takes typed text. @param {Element} element */
function isTyped(element) {
  if (element instanceof HTMLInputElement) return !TICKED.test(element.type) && !PUSHED.test(element.type);
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);
}

/** @param {MouseEvent | KeyboardEvent} event */
function modifiersOf(event) {
  return [event.ctrlKey && 'Control', event.altKey && 'Alt', event.metaKey && 'Meta', event.shiftKey && 'Shift'].filter(Boolean).join('+');
}

/**
 * Begins to report what a person does in this document.
 * @param {Register} register
 * @param {{binding: string, prefix: string}} args the function in this world that receives the reports, and the prefix of
 * the IDs of this frame
 */
export function listenToPerson(register, { binding, prefix }) {
  if (!personListeners.has(register)) personListeners.set(register, new PersonListener(register, binding, prefix));
}
