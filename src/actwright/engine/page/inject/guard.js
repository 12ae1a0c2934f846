// The guard: while an action is under way, its input reaches the element it was meant for, as the model saw it, or
// nothing. It listens first, at the window; it stops what would hit another element and says what that was. While an
// action is for an element of another document, nothing passes at all.

/**
 * @typedef {object} Refusal
 * @property {string} id
 * @property {'gone' | 'renamed' | 'row' | 'heading' | 'address' | 'focus' | 'elsewhere' | 'slipped'} kind
 * @property {string} was
 * @property {string} now
 * @property {boolean} acted whether earlier input of the action had reached the page
 */

/**
 * @typedef {'exactly' | 'about' | 'node'} Sameness  what must be as the model saw it: role, name and place; the same but for
 * text inside the element that changes; or the node alone, of which nothing but looking is asked
 */

/** @typedef {{role: string, name: string, same: Sameness}} Expected */

const POINTED = ['pointerdown', 'mousedown', 'click', 'auxclick', 'dblclick', 'contextmenu'];
const RELEASED = ['pointerup', 'mouseup'];
const KEYED = ['keydown', 'keypress', 'beforeinput'];
const EDITED = ['input', 'change'];
const LONGEST_ACTION = 60_000;

class Guard {
  /** @param {Register} register */
  constructor(register) {
    this.register = register;
    /** @type {Map<string, Expected>} */
    this.armed = new Map();
    /** @type {WeakSet<Element>} Where the page has put the focus in answer to the action's own input. */
    this.focused = new WeakSet();
    /** @type {Refusal | null} */
    this.refusal = null;
    this.passed = 0;
    /** Whether input has come to an element that it was meant for. */
    this.reached = false;
    /** Whether the action is for an element of another document. */
    this.barred = false;
    this.clicked = false;
    this.unchanged = false;
    /** Whether nobody else looks what the mouse hits. */
    this.alone = false;
    this.until = 0;
  }

  /**
   * From now on, input is for this element as it is now.
   * @param {string} id
   * @param {Element} element
   * @param {Sameness} same
   * @param {boolean} [alone] a mouse button that hits anything else is stopped, too
   */
  arm(id, element, same, alone = false) {
    const role = roleOf(element);
    if (!this.on() || this.barred) this.disarm();
    this.armed.set(id, { role, name: nameOf(element, role), same });
    this.alone = alone;
    this.until = performance.now() + LONGEST_ACTION;
    guards.add(this);
    listenToInput();
  }

  /** From now on, no input is for this document. */
  bar() {
    this.disarm();
    this.barred = true;
    this.until = performance.now() + LONGEST_ACTION;
    guards.add(this);
    listenToInput();
  }

  /** @returns {{refusal: Refusal | null, missed: boolean}} what was stopped since it was armed, and whether nothing got through */
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
    this.alone = false;
    guards.delete(this);
    return { refusal, missed };
  }

  /** Whether the mouse hit something else, and nothing came of it; it may be tried again then. */
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
   * Whether an edit by code must not begin, for the element is no longer what was seen.
   * @param {string} id
   * @param {Element} element
   */
  stops(id, element) {
    if (!this.on() || !this.armed.has(id)) return false;
    this.refusal ??= this.problem(id, element);
    return this.refusal !== null;
  }

  /**
   * Stops a resolution of the ID that would find something else than was seen.
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
    if (role !== expected.role || (named && name !== expected.name)) {
      return { id, kind: 'renamed', was: described(expected.role, expected.name), now: described(role, name), acted };
    }
    const known = expected.same === 'node' ? null : this.register.known.get(id);
    const moved = known && this.register.moved(known, element);
    return moved ? { id, ...moved, acted } : null;
  }

  /**
   * The armed ID that an event is for, and its element.
   * @param {Element} target
   * @returns {[string, Element] | null}
   */
  meant(target) {
    for (const id of this.armed.keys()) {
      const element = this.register.element(id);
      if (element && (composedContains(element, target) || isLabelOf(target, element))) return [id, element];
    }
    return null;
  }

  /**
   * Whether an armed element lies in a target: one in a closed shadow root is seen as its host.
   * @param {Element} target
   */
  isInside(target) {
    return Array.from(this.armed.keys(), (id) => this.register.element(id)).some((element) => element && composedContains(target, element));
  }

  /**
   * @param {Event} event
   * @param {Element} target
   */
  before(event, target) {
    if (!this.on()) return;
    // A field that the action leaves says now that it was changed: what an earlier action had put in.
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
    if (meant) return problem;
    if (this.alone && !this.passed && POINTED.includes(event.type)) {
      return { id: Array.from(this.armed.keys()).join(), kind: 'slipped', was: '', now: described(roleOf(target), nameOf(target, roleOf(target))), acted: false };
    }
    if (!KEYED.includes(event.type) || this.clicked || this.focused.has(target)) return null;
    if (target === document.body || target === document.documentElement) return null;
    if (this.isInside(target)) return null;
    const role = roleOf(target);
    const [id] = this.armed.keys();
    return { id, kind: 'focus', was: '', now: described(role, nameOf(target, role)), acted: this.passed > 0 };
  }

  /**
   * What the page did in answer to input that was let through is no change behind the model's back.
   * @param {Event} event
   */
  after(event) {
    if (!this.on() || !this.unchanged) return;
    if (POINTED.includes(event.type)) this.clicked = true;
    for (const [id, expected] of this.armed) {
      const element = this.register.element(id);
      if (!element) continue;
      expected.role = roleOf(element);
      expected.name = nameOf(element, expected.role);
    }
    const active = focusedElement();
    if (active) this.focused.add(active);
  }
}

/**
 * Whether an element is named by nothing but the text in it, which may be no more than its state.
 * @param {Element} element
 * @param {string} name
 */
function isNamedByContent(element, name) {
  return name === '' || name === contentText(element, null);
}

/** Those with something armed. @type {Set<Guard>} */
const guards = new Set();

/**
 * @param {string} role
 * @param {string} name
 */
function described(role, name) {
  return `${role || 'an element'} "${name.length > 80 ? `${name.slice(0, 79)}\u2026` : name}"`;
}

/**
 * @param {Element} target
 * @param {Element} control
 */
function isLabelOf(target, control) {
  const label = target.closest('label');
  return label instanceof HTMLLabelElement && label.control === control;
}

/** @returns {Element | null} through open shadow roots */
function focusedElement() {
  let active = document.activeElement;
  while (active && active.shadowRoot?.activeElement) active = /** @type {ShadowRoot} */ (active.shadowRoot).activeElement;
  return active;
}

/** Only what the browser sends is input; a value that Playwright sets is told by events of its own making. @param {Event} event */
function isInput(event) {
  return event.isTrusted || EDITED.includes(event.type);
}

/** @param {Event} event */
function hearBefore(event) {
  if (!guards.size || !isInput(event)) return;
  const target = event.composedPath()[0];
  if (target instanceof Element) for (const guard of guards) guard.before(event, target);
}

/** @param {Event} event */
function hearAfter(event) {
  if (guards.size && event.isTrusted) for (const guard of guards) guard.after(event);
}

/** Safe to repeat: `document.open()` takes every listener away. */
function listenToInput() {
  for (const type of [...POINTED, ...RELEASED, ...KEYED, ...EDITED]) {
    addEventListener(type, hearBefore, true);
    addEventListener(type, hearAfter);
  }
}
