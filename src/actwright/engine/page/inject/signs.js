// What shows that a document is at work: its changes, elements that say so, animations, and typing that may be answered.

const CHANGES = { subtree: true, childList: true, attributes: true, characterData: true };
const BUSY = '[aria-busy="true"], [role="progressbar"]:not([aria-valuenow]), progress:not([value])';
/** What is changed as often as this while nobody acts, changes by itself, as clocks and tickers do. */
const RESTLESS_TIMES = 3;
/** An animation with more ms to go than this is no transition to something. */
const LONGEST_TRANSITION = 2000;
/** A document whose timers came to nothing this often in a row is not waited for because of timers. */
const VAIN_TIMES = 2;
/** A change later than this many ms after typing is the answer to it, and not the typing itself. */
const AT_ONCE = 100;
/** Properties that change how a thing looks and neither where it is nor whether it can be seen. */
const PAINT = /color|shadow|outline|fill|stroke|background|filter|decoration|^(offset|computedOffset|easing|composite)$/i;

/** Watches one document from its first question on. */
class Signs {
  constructor() {
    const [opened] = performance.getEntriesByType('navigation');
    /** What happened before anyone looked is not known, but that the document was parsed. */
    this.changed = (opened instanceof PerformanceNavigationTiming && opened.domContentLoadedEventEnd) || performance.now();
    this.changes = 0;
    this.pace = 0;
    this.typed = -Infinity;
    /** @type {WeakRef<Element> | null} where that was */
    this.typedIn = null;
    this.acting = true;
    this.timers = new Row(nextTimer);
    this.idles = new Row(nextIdle);
    /** The document set a timer with its last change, or since. */
    this.timed = false;
    /** It waits until the browser has nothing to do. */
    this.idling = false;
    /** It does either while nobody acts, too. */
    this.ticking = false;
    /** A change was told to come, and has not yet. */
    this.awaited = false;
    this.vain = 0;
    /** @type {WeakMap<Node, number>} how often something changed while nobody acted */
    this.restless = new WeakMap();
    /** @type {WeakSet<object>} elements that were busy, and animations that ran, before the action */
    this.before = new WeakSet();
    /** @type {WeakSet<Element>} open at the last look, and ever since */
    this.modals = new WeakSet();
    /** @type {Set<WeakRef<ShadowRoot>>} */
    this.roots = new Set();
    /** @type {WeakSet<Node>} */
    this.observed = new WeakSet();
    this.observer = new MutationObserver((records) => this.note(records));
    this.observe(document);
    // What turns for ever on a page that has loaded is decoration: what it waited for is there.
    if (document.readyState === 'complete') for (const { animation } of this.animations()) this.before.add(animation);
    /** @param {Event} event */
    this.hear = (event) => {
      const field = event.composedPath()[0];
      if (!(field instanceof HTMLInputElement) || !answersTyping(field)) return;
      this.typed = performance.now();
      this.typedIn = new WeakRef(field);
    };
    this.listen();
  }

  /** Safe to repeat: `document.open()` takes every listener away, this one too. */
  listen() {
    addEventListener('input', this.hear, true);
  }

  /** @param {Document | ShadowRoot} root */
  observe(root) {
    if (this.observed.has(root)) return;
    this.observed.add(root);
    this.observer.observe(root, CHANGES);
    if (root instanceof ShadowRoot) this.roots.add(new WeakRef(root));
  }

  /** An action begins: what the document does already is its own doing. */
  begin() {
    for (const root of openRoots(document)) this.observe(root);
    for (const element of this.busy()) this.before.add(element);
    for (const { animation } of this.animations()) this.before.add(animation);
    this.acting = true;
    this.changes = 0;
    this.ticking = [this.timers.gap(), this.idles.gap()].some(Boolean);
    this.timed = false;
    this.idling = false;
    if (this.awaited) this.vain += 1;
    this.awaited = false;
    this.listen();
  }

  /** What was to be seen was seen: what changes from now on does so by itself. */
  rest() {
    this.note(this.observer.takeRecords());
    this.acting = false;
    this.timers.gap();
    this.idles.gap();
    this.modals = new WeakSet(openModals());
  }

  /** Whether a change may come, for all that is known of timers and idle callbacks that the action led to. */
  schedule() {
    this.timed = this.timers.gap() || this.timed;
    if (!this.idling && this.idles.gap()) {
      this.idling = true;
      this.idles.last = requestIdleCallback(() => (this.idling = false)); // called after those before it
    }
    // After input Chromium has no idle time before the next frame, and draws none where nothing changes.
    if (this.idling) requestAnimationFrame(() => {});
    const trusted = this.acting && !this.ticking && this.vain < VAIN_TIMES;
    this.awaited = this.awaited || (trusted && (this.timed || this.idling));
    return { timed: trusted && this.timed, idling: trusted && this.idling, changed: this.changes > 0 };
  }

  /** A short label of the topmost modal dialog if it opened since the last look; empty otherwise. */
  newModal() {
    const open = openModals();
    this.modals = new WeakSet(open.filter((modal) => this.modals.has(modal)));
    const top = open.at(-1);
    return top && !this.modals.has(top) ? shortLabel(top) : '';
  }

  /** @param {MutationRecord[]} records */
  note(records) {
    /** @type {Set<Node>} */
    const targets = new Set();
    const timed = this.timers.gap();
    for (const { target, attributeName } of records) {
      if (attributeName !== 'style' && (this.restless.get(target) || 0) < RESTLESS_TIMES) targets.add(target);
    }
    this.timed = timed || (this.timed && !targets.size);
    if (!targets.size) return;
    if (this.awaited) this.vain = 0;
    this.awaited = false;
    const now = performance.now();
    this.pace = this.changes ? Math.max(this.pace, now - this.changed) : 0;
    this.changes += 1;
    this.changed = now;
    if (!this.acting) for (const target of targets) this.restless.set(target, (this.restless.get(target) || 0) + 1);
  }

  /** Elements that say that they are busy. */
  busy() {
    /** @type {Element[]} */
    const found = [];
    for (const reference of this.roots) {
      const root = reference.deref();
      if (!root) this.roots.delete(reference);
      else found.push(...root.querySelectorAll(BUSY));
    }
    return [...document.querySelectorAll(BUSY), ...found].filter((element) => element.checkVisibility());
  }

  /** Running animations of what can be seen, with their ms to go; endless ones have Infinity. */
  animations() {
    const running = [];
    for (const animation of document.getAnimations()) {
      const effect = animation.effect;
      if (animation.playState !== 'running' || animation.timeline !== document.timeline) continue;
      if (!(effect instanceof KeyframeEffect) || !effect.target) continue;
      const left = Number(effect.getComputedTiming().endTime) - Number(animation.currentTime);
      running.push({ animation, effect, target: effect.target, left: left / (animation.playbackRate || 1) });
    }
    return running;
  }

  answer() {
    const now = performance.now();
    let turning = false;
    let moving = 0;
    for (const { animation, effect, target, left } of this.animations()) {
      if (this.before.has(animation)) continue;
      if (left === Infinity) turning = turning || isInView(target);
      else if (left <= LONGEST_TRANSITION && left > moving && carriesContent(target) && moves(effect)) moving = left;
    }
    const quiet = now - this.changed;
    const typed = now - this.typed;
    return {
      state: document.readyState, quiet, pace: this.changes > 2 ? this.pace : 0, turning, moving,
      ...this.schedule(),
      busy: this.busy().some((element) => !this.before.has(element)),
      typed: typed < 1e6 && this.changed <= this.typed + AT_ONCE ? typed : null,
      held: this.typedIn?.deref() === focusedElement(), modal: this.newModal(),
    };
  }
}

/** What a document is asked for is numbered in one row, whoever asks: a gap tells that the page asked. */
class Row {
  /** @param {() => number} next takes the next number */
  constructor(next) {
    this.next = next;
    this.last = next();
  }

  /** Whether the page took a number since this was last asked. */
  gap() {
    const before = this.last;
    this.last = this.next();
    return this.last > before + 1;
  }
}

function nextTimer() {
  const timer = setTimeout(() => {}, 0);
  clearTimeout(timer);
  return timer;
}

function nextIdle() {
  if (!self.requestIdleCallback) return 0; // WebKit has none
  const idle = requestIdleCallback(() => {});
  cancelIdleCallback(idle);
  return idle;
}

/**
 * Whether a page may look something up while one types into a field: it says so, or no form would send it.
 * @param {HTMLInputElement} field
 */
function answersTyping(field) {
  if (!/^(text|search|email|url|tel)$/.test(field.type)) return false;
  return !field.form || field.type === 'search' || field.hasAttribute('list') || field.closest('search, [role="search"]') !== null
    || field.matches('[role="combobox"], [role="searchbox"], [aria-autocomplete], [aria-controls], [aria-owns]');
}

/** @param {Element} element */
function isInView(element) {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
    && element.checkVisibility({ visibilityProperty: true });
}

/** @param {Element} element */
function carriesContent(element) {
  return /\S/.test(element.textContent || '') || element.querySelector('input, button, img, iframe') !== null || element.matches('input, img, iframe');
}

/** @param {KeyframeEffect} effect */
function moves(effect) {
  return !effect.pseudoElement && effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => !PAINT.test(name)));
}

/** @type {Signs | null} */
let watched = null;

function signs() {
  return (watched ||= new Signs());
}
