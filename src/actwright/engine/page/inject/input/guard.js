// The guard: while an action is under way, its input reaches the intended element, as the model saw it, or nothing. Its
// listeners run first, at the window; it stops input that would hit another element and reports that element. While an
// action is for an element of another document, it lets nothing through.

import { composedContains } from '../dom/composed.js';
import { focusedElement } from '../dom/focus.js';
import { isLabelOf } from '../dom/labels.js';
import { keepListening } from '../dom/own_listeners.js';
import { isOwnRenaming } from '../identity/own_names.js';
import { contentText, nameOf } from '../read/names.js';
import { isOwnCover } from '../read/own_covers.js';
import { roleOf } from '../read/roles.js';
import { codeBoxes } from '../read/parts.js';
import { signs } from '../signs/signs.js';

/** @import { Register } from '../identity/register.js' */
/** @import { Known } from '../identity/same_control.js' */

/**
 * @typedef {object} Refusal
 * @property {string} id
 * @property {'gone' | 'renamed' | 'row' | 'heading' | 'address' | 'focus' | 'elsewhere' | 'slipped' | 'moved'} kind
 * @property {string} was
 * @property {string} now
 * @property {boolean} acted whether earlier input of the action has reached the page
 */

/**
 * @typedef {'exactly' | 'about' | 'node'} Sameness  what must be as the model saw it: `exactly` is its role, name
 * and place; `about` ignores changes of the text inside it; `node` is the node alone, for actions that only look
 */

/**
 * @typedef {object} Expected
 * @property {string} role
 * @property {string} name
 * @property {Sameness} same
 * @property {WeakRef<Element>} node
 * @property {Known | null} known where the element was when it was armed, if that is under a heading
 */

const POINTED = ['pointerdown', 'mousedown', 'click', 'auxclick', 'dblclick', 'contextmenu'];
const RELEASED = ['pointerup', 'mouseup'];
const KEYED = ['keydown', 'keypress', 'beforeinput'];
const EDITED = ['input', 'change'];
const LONGEST_ACTION = 60_000;

export class Guard {
  /** @param {Register} register */
  constructor(register) {
    this.register = register;
    /** @type {Map<string, Expected>} */
    this.armed = new Map();
    /** @type {WeakSet<Element>} Elements that the page has focused in response to the action's own input. */
    this.focused = new WeakSet();
    /** @type {Refusal | null} */
    this.refusal = null;
    this.passed = 0;
    /** Whether input has reached an element that it was meant for. */
    this.reached = false;
    /** Whether the action is for an element of another document. */
    this.barred = false;
    this.clicked = false;
    /** Where the mouse button went down on an armed element. @type {{id: string, element: Element, at: [number, number]} | null} */
    this.pressed = null;
    this.unchanged = false;
    /** Whether nothing else checks what the mouse hits. */
    this.alone = false;
    this.until = 0;
  }

  /**
   * From now on, input is for this element as it is now.
   * @param {string} id
   * @param {Element} element
   * @param {Sameness} same
   * @param {boolean} [alone] also stop a mouse button that hits anything else
   */
  arm(id, element, same, alone = false) {
    const role = roleOf(element);
    if (!this.on() || this.barred) this.disarm();
    const known = this.register.underHeading(id, element);
    this.armed.set(id, { role, name: nameOf(element, role), same, node: new WeakRef(element), known });
    this.alone = alone;
    this.until = performance.now() + LONGEST_ACTION;
    guards.add(this);
    keepListening(listenToInput);
  }

  /** From now on, no input is for this document. */
  bar() {
    this.disarm();
    this.barred = true;
    this.until = performance.now() + LONGEST_ACTION;
    guards.add(this);
    keepListening(listenToInput);
  }

  /**
   * @returns {{refusal: Refusal | null, missed: boolean}} what was stopped since it was armed, and whether no input got
   * through to an armed element
   */
  disarm() {
    const { refusal } = this;
    const missed = this.armed.size > 0 && !this.reached;
    if (this.passed) {
      this.register.acted = true;
      for (const id of this.armed.keys()) this.register.touch(id);
    }
    this.armed.clear();
    this.focused = new WeakSet();
    this.refusal = null;
    this.passed = 0;
    this.reached = false;
    this.barred = false;
    this.clicked = false;
    this.pressed = null;
    this.alone = false;
    guards.delete(this);
    return { refusal, missed };
  }

  /** Whether the mouse hit something else and had no effect; then the action may be tried again. */
  slipped() {
    const slipped = this.refusal?.kind === 'slipped';
    if (slipped) this.refusal = null;
    this.alone = this.alone && !slipped;
    return slipped;
  }

  on() {
    return (this.barred || this.armed.size > 0) && performance.now() < this.until;
  }

  /**
   * Whether an edit by script must not begin, because the element is no longer what the model saw.
   * @param {string} id
   * @param {Element} element
   */
  stops(id, element) {
    if (!this.on() || !this.armed.has(id)) return false;
    this.refusal ??= this.problem(id, element);
    return this.refusal !== null;
  }

  /**
   * Stops the resolution of an ID to anything other than what the model saw.
   * @param {string} id
   * @param {Element} element
   */
  resolve(id, element) {
    if (!this.on() || this.passed || !this.armed.has(id)) return;
    this.refusal ??= this.problem(id, element);
    if (this.refusal) throw new Error(`${id} changed`);
  }

  /**
   * @param {string} id
   * @param {Element | null} element
   * @returns {Refusal | null}
   */
  problem(id, element) {
    const expected = /** @type {Expected} */ (this.armed.get(id));
    const acted = this.passed > 0;
    if (!element) return { id, kind: 'gone', was: '', now: '', acted };
    const role = roleOf(element);
    const name = nameOf(element, role);
    const named = expected.same === 'exactly' || !isNamedByContent(element, name);
    const known = this.register.known.get(id);
    if (role !== expected.role || (named && name !== expected.name && !isOwnRenaming(expected.name, name, element, known, rewritingOf(this.register, element)))) {
      return { id, kind: 'renamed', was: described(expected.role, expected.name), now: described(role, name), acted };
    }
    if (!known || expected.same === 'node') return null;
    const before = expected.node.deref() === element ? null : expected.known;
    const moved = this.register.changed(known, element) ?? (before && this.register.changed(before, element, false));
    return moved ? { id, ...moved, acted } : null;
  }

  /**
   * The armed ID that an event is meant for, and its element.
   * @param {Element} target
   * @returns {[string, Element] | null}
   */
  meant(target) {
    for (const id of this.armed.keys()) {
      const element = this.register.element(id);
      if (element && (composedContains(element, target) || isLabelOf(target, element) || isOwnCover(target, element, this.register.ids))) return [id, element];
    }
    return null;
  }

  /**
   * Whether an armed element is inside a target: events from a closed shadow root are retargeted to its host.
   * @param {Element} target
   */
  isInside(target) {
    return Array.from(this.armed.keys(), (id) => this.register.element(id)).some((element) => element && composedContains(target, element));
  }

  /**
   * Whether a target and an armed element are boxes for the characters of one code.
   * @param {Element} target
   */
  isNextBox(target) {
    return Array.from(this.armed.keys(), (id) => this.register.element(id)).some((element) => element && codeBoxes(element).includes(target));
  }

  /**
   * @param {Event} event
   * @param {Element} target
   */
  before(event, target) {
    if (!this.on()) return;
    // A field that loses the focus now fires `change` for what an earlier action had put in.
    if (this.barred && (!event.isTrusted || event.type === 'change')) return;
    const problem = this.refusal || this.judge(event, target);
    this.unchanged = !problem;
    // A page that saw the button go down must see it come up; the click that follows is judged again.
    if (RELEASED.includes(event.type) && (!problem || problem.acted)) return;
    this.refusal = problem;
    if (!problem) return void (this.passed += 1);
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  /**
   * @param {Event} event
   * @param {Element} target
   * @returns {Refusal | null}
   */
  judge(event, target) {
    if (this.barred) return { id: '', kind: 'elsewhere', was: '', now: described(roleOf(target), nameOf(target, roleOf(target))), acted: false };
    const meant = this.meant(target);
    const problem = meant && this.problem(...meant);
    this.reached ||= !problem && (meant !== null || this.isInside(target));
    if (meant && event instanceof MouseEvent && event.type === 'mousedown') this.pressed = { id: meant[0], element: meant[1], at: [event.clientX, event.clientY] };
    if (meant) return problem;
    if (this.pressed && event instanceof MouseEvent && event.type === 'click' && hasLeft(this.pressed.element, this.pressed.at, event)) {
      return { id: this.pressed.id, kind: 'moved', was: '', now: '', acted: true };
    }
    if (this.alone && !this.passed && POINTED.includes(event.type)) {
      return { id: Array.from(this.armed.keys()).join(), kind: 'slipped', was: '', now: described(roleOf(target), nameOf(target, roleOf(target))), acted: false };
    }
    if (!KEYED.includes(event.type) || this.clicked || this.focused.has(target)) return null;
    if (target === document.body || target === document.documentElement) return null;
    if (this.isInside(target) || this.isNextBox(target)) return null;
    const role = roleOf(target);
    const [id] = this.armed.keys();
    return { id, kind: 'focus', was: '', now: described(role, nameOf(target, role)), acted: this.passed > 0 };
  }

  /**
   * Accepts what the page did in response to input that was let through: the model expects such a change.
   * @param {Event} event
   */
  after(event) {
    if (!this.on() || !this.unchanged) return;
    if (POINTED.includes(event.type)) this.clicked = true;
    this.accept();
    const active = focusedElement();
    if (active) this.focused.add(active);
  }

  /** From now on, the armed elements are expected to be as they are now. */
  accept() {
    for (const [id, expected] of this.armed) {
      const element = this.register.element(id);
      if (!element) continue;
      expected.role = roleOf(element);
      expected.name = nameOf(element, expected.role);
    }
  }

  /**
   * A key goes up; where the page moves the focus in response, it may also take the next key.
   * @param {Element} target
   */
  release(target) {
    const meant = this.on() && !this.refusal ? this.meant(target) : null;
    this.unchanged = !this.refusal && (meant ? !this.problem(...meant) : this.focused.has(target));
  }
}

/**
 * How often a name was rewritten, by the page and in response to the run.
 * @param {Register} register
 * @param {Element} element
 */
export function rewritingOf(register, element) {
  return { byPage: signs().rewrites.of(element), byRun: register.touched.get(element) ?? 0 };
}

/**
 * Whether an element has no name other than its text content, which may be no more than its state.
 * @param {Element} element
 * @param {string} name
 */
export function isNamedByContent(element, name) {
  return name === '' || name === contentText(element, null);
}

/**
 * Whether an element is elsewhere, while the mouse has stayed where its button went down on it; so it gets no click.
 * @param {Element} element
 * @param {[number, number]} at
 * @param {MouseEvent} event
 */
function hasLeft(element, [x, y], { clientX, clientY }) {
  const { left, top: upper, right, bottom } = element.getBoundingClientRect();
  const isThere = x >= left && x <= right && y >= upper && y <= bottom;
  return x === clientX && y === clientY && element.isConnected && right > left && !isThere;
}

/** The guards that have something armed. @type {Set<Guard>} */
const guards = new Set();

/**
 * @param {string} role
 * @param {string} name
 */
function described(role, name) {
  return `${role || 'an element'} "${name.length > 80 ? `${name.slice(0, 79)}\u2026` : name}"`;
}

/**
 * Whether an event is input. Only what the browser sends counts, and the synthetic events with which Playwright reports
 * a value that it has set.
 * @param {Event} event
 */
function isInput(event) {
  return event.isTrusted || EDITED.includes(event.type);
}

/** @param {Event} event */
function beforeInput(event) {
  if (!guards.size || !isInput(event)) return;
  const target = event.composedPath()[0];
  if (target instanceof Element) for (const guard of guards) guard.before(event, target);
}

/** @param {Event} event */
function afterInput(event) {
  if (guards.size && event.isTrusted) for (const guard of guards) guard.after(event);
}

/** @param {KeyboardEvent} event */
function beforeRelease(event) {
  const target = event.composedPath()[0];
  if (event.isTrusted && target instanceof Element) for (const guard of guards) guard.release(target);
}

function listenToInput() {
  for (const type of [...POINTED, ...RELEASED, ...KEYED, ...EDITED]) {
    addEventListener(type, beforeInput, true);
    addEventListener(type, afterInput);
  }
  addEventListener('keyup', beforeRelease, true);
  addEventListener('keyup', afterInput); // boxes for one character each move the focus on then
}
