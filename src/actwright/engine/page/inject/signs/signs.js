// Signs that a document is busy: its changes, elements marked so, animations, and typing that may get a response.

import { composedContains } from '../dom/composed.js';
import { focusedElement, takesText } from '../dom/focus.js';
import { modalTakingOver, openModals } from '../dom/modals.js';
import { keepListening } from '../dom/own_listeners.js';
import { CHANGES, openRoots } from '../dom/roots.js';
import { shortLabel } from '../read/short_labels.js';
import { isUnbuilt, saysLoading } from './loading.js';
import { Messages } from './messages.js';
import { answersTyping, carriesContent, hasFetched, isInView, moves, ownPart } from './motion.js';
import { Rewrites } from './rewrites.js';
import { Sequence, nextFrame, nextIdle, nextTimer } from './sequences.js';

const BUSY = '[aria-busy="true"], [role="progressbar"]:not([aria-valuenow]), progress:not([value])';

/** A node that changes this often while nobody acts changes by itself, as clocks and tickers do. */
const RESTLESS_TIMES = 3;

/** An animation with more ms left than this is not a transition to a new state. */
const LONGEST_TRANSITION = 2000;

/** After this many waits in a row in which timers led to no change, the timers of a document are not waited for. */
const VAIN_TIMES = 2;

/** A page that keeps requesting frames for longer than this many ms is assumed to draw for ever. */
const LONGEST_DRAWING = 500;

/** A change later than this many ms after typing is a response to it, not the typing itself. */
const AT_ONCE = 100;

/** Watches one document from its first question on. */
class Signs {
  constructor() {
    const [opened] = performance.getEntriesByType('navigation');
    /** What happened before the first question is unknown, except when the document was parsed. */
    this.changed = (opened instanceof PerformanceNavigationTiming && opened.domContentLoadedEventEnd) || performance.now();
    this.changes = 0;
    /** How often it changed since the action, or its last edit, began; and the longest pause between changes. */
    this.slices = 0;
    this.pace = 0;
    this.typed = -Infinity;
    /** @type {WeakRef<Element> | null} the field in which that happened */
    this.typedIn = null;
    this.acting = true;
    this.timers = new Sequence(nextTimer);
    this.idles = new Sequence(nextIdle);
    this.frames = new Sequence(nextFrame);
    /** The document set a timer with its last change, or since. */
    this.timed = false;
    /** Whether it set a timer since the action began, or before the first question; if not, our first ID was 1. */
    this.scheduled = this.timers.last > 1;
    /** It waits until the browser has nothing to do. */
    this.idling = false;
    /** When the browser was last idle, whether a callback for that is pending, and since when it matters. */
    this.idleAt = -Infinity;
    this.asksIdle = false;
    this.wantsIdle = 0;
    /** Whether timers or idle callbacks go on while nobody acts, too; and whether the page draws then. */
    this.ticking = false;
    this.animated = false;
    /** Since when it has requested frame after frame because of the action; 0 if it does not. */
    this.drawingSince = 0;
    /** Whether it said so before the action, too. */
    this.saidLoading = false;
    /** A change was expected, and has not come yet. */
    this.awaited = false;
    this.vain = 0;
    /** @type {Element[]} what may change in response to the edits since `begin` without indicating anything more */
    this.own = [];
    /** The list that was edited last, if no other field was since. Choosing in it by script gives it no focus. @type {HTMLSelectElement | null} */
    this.chosen = null;
    /** Whether anything else changed since then. */
    this.changedElsewhere = false;
    /** Whether a timer was set when the last field lost the focus. */
    this.left = false;
    /** @type {WeakSet<EventTarget>} what got the focus since the action began */
    this.focused = new WeakSet();
    /** Whether the focus is on its way from one field to the next. */
    this.leaving = false;
    /** @type {WeakMap<Node, number>} how often something changed while nobody acted */
    this.restless = new WeakMap();
    this.rewrites = new Rewrites();
    /** @type {WeakSet<object>} elements that were busy, and animations that ran, before the action */
    this.before = new WeakSet();
    /** @type {WeakSet<Element>} modal dialogs open at the last look, and ever since */
    this.modals = new WeakSet();
    /** @type {Set<WeakRef<ShadowRoot>>} */
    this.roots = new Set();
    /** @type {WeakSet<Node>} */
    this.observed = new WeakSet();
    this.messages = new Messages((callback) => this.askFrame(callback));
    this.observer = new MutationObserver((records) => this.note(records));
    this.observe(document);
    // An endless animation on a page that has loaded is decoration: nothing is left that it could wait for.
    if (document.readyState === 'complete') for (const { animation } of this.animations()) this.before.add(animation);
    /** @param {Event} event */
    this.onInput = (event) => {
      const field = event.composedPath()[0];
      if (!(field instanceof HTMLInputElement) || !answersTyping(field)) return;
      this.typed = performance.now();
      this.typedIn = new WeakRef(field);
    };
    /** @param {FocusEvent} event */
    const noteFocus = (event) => {
      this.focused.add(event.composedPath()[0]);
      if (this.leaving) this.left = this.isTimed();
      this.leaving = false; // what comes after the first `focus` is for the next field
    };
    this.listen = () => {
      addEventListener('input', this.onInput, true);
      addEventListener('focus', noteFocus, true);
    };
    keepListening(this.listen);
  }

  /** @param {Document | ShadowRoot} root */
  observe(root) {
    if (this.observed.has(root)) return;
    this.observed.add(root);
    this.observer.observe(root, CHANGES);
    if (root instanceof ShadowRoot) this.roots.add(new WeakRef(root));
  }

  /** Begins an action: what the document already does is its own doing. */
  begin() {
    for (const root of openRoots(document)) this.observe(root);
    for (const element of this.busy()) this.before.add(element);
    for (const { animation } of this.animations()) this.before.add(animation);
    this.saidLoading = saysLoading();
    this.acting = true;
    this.focused = new WeakSet();
    this.changes = this.slices = 0;
    this.own = [];
    this.changedElsewhere = false;
    this.left = false;
    this.ticking = [this.timers.gap(), this.idles.gap()].some(Boolean);
    this.animated = this.awaitsFrame();
    this.drawingSince = 0;
    this.scheduled = false;
    this.timed = false;
    this.idling = false;
    this.wantsIdle = 0;
    if (this.awaited) this.vain += 1;
    this.awaited = false;
    keepListening(this.listen);
  }

  /** Ends the input of an action: from now on, it is noted whether the browser is idle, and whether the page draws. */
  endInput() {
    this.note(this.observer.takeRecords());
    this.schedule();
    this.isDrawing();
    this.isIdle();
  }

  /** Ends an action, once its result was seen: what changes from now on changes by itself. */
  rest() {
    this.note(this.observer.takeRecords());
    this.acting = false;
    this.hasSetTimer();
    this.idles.gap();
    this.modals = new WeakSet(openModals());
  }

  /** Whether the page's timers and idle callbacks indicate a coming change. */
  trusts() {
    return this.acting && !this.ticking && this.vain < VAIN_TIMES;
  }

  /** Whether a change may come, as far as the timers and idle callbacks that the action led to show. */
  schedule() {
    this.isTimed();
    if (!this.idling && this.idles.gap()) {
      this.idling = true;
      this.idles.last = requestIdleCallback(() => (this.idling = false)); // called after those before it
    }
    // After input Chromium has no idle time before the next frame, and draws none where nothing changes.
    if (this.idling) this.askFrame(() => {});
    const trusted = this.trusts();
    this.awaited = this.awaited || (trusted && (this.timed || this.idling));
    const due = this.vain < VAIN_TIMES && (this.timed || this.idling || this.awaited);
    return { timed: trusted && this.timed, idling: trusted && this.idling, due, changed: this.changes > 0 };
  }

  /**
   * Whether the browser has been idle since this was first asked after the action, and since the last change: work that
   * is spread over several turns leaves no idle time.
   */
  isIdle() {
    const now = performance.now();
    this.wantsIdle ||= now;
    if (this.idleAt > Math.max(this.wantsIdle, this.changed)) return true;
    if (this.asksIdle || this.idling || !self.requestIdleCallback) return false;
    this.asksIdle = true;
    this.idles.last = requestIdleCallback(() => {
      this.idleAt = performance.now();
      this.asksIdle = false;
    });
    this.askFrame(() => {}); // as in `schedule`
    return false;
  }

  /**
   * Calls back when the page draws, without counting as a frame that the page requested.
   * @param {() => void} callback
   */
  askFrame(callback) {
    this.frames.take(requestAnimationFrame(callback));
  }

  /**
   * Calls back after the given number of ms, without counting as a timer of the page.
   * @param {() => void} callback
   * @param {number} milliseconds
   */
  askTimer(callback, milliseconds) {
    this.timers.take(setTimeout(callback, milliseconds));
  }

  /** Whether the page has requested a frame since this was last asked; it may change something in that frame. */
  awaitsFrame() {
    return this.frames.gap() || this.drawingSince > 0;
  }

  /** Whether the page requests frame after frame because of the action, counted from the first call. */
  isDrawing() {
    if (!this.acting || this.animated || document.hidden) return false;
    if (!this.drawingSince && this.frames.gap()) {
      this.followFrames((this.drawingSince = performance.now()));
    }
    return this.drawingSince > 0;
  }

  /**
   * Checks in each frame, after the page's own callbacks, whether the page has requested the next one.
   * @param {number} since
   */
  followFrames(since) {
    this.askFrame(() => {
      if (this.drawingSince !== since) return; // another action has begun
      if (performance.now() - since > LONGEST_DRAWING) this.animated = true;
      if (this.acting && !this.animated && this.frames.gap()) this.followFrames(since);
      else this.drawingSince = 0;
    });
  }

  /** A short label of the topmost modal dialog if it opened since the last look; empty otherwise. */
  newModal() {
    const open = openModals();
    this.modals = new WeakSet(open.filter((modal) => this.modals.has(modal)));
    const top = modalTakingOver();
    return top && !this.modals.has(top) ? shortLabel(top) : '';
  }

  /** @param {MutationRecord[]} records */
  note(records) {
    /** @type {Set<Node>} */
    const targets = new Set();
    const timed = this.hasSetTimer();
    this.messages.note(records);
    if (!this.acting) this.rewrites.note(records);
    for (const { target, attributeName } of records) {
      if (attributeName !== 'style' && (this.restless.get(target) || 0) < RESTLESS_TIMES) targets.add(target);
    }
    this.timed = timed || (this.timed && !targets.size);
    if (!targets.size) return;
    if (this.awaited) this.vain = 0;
    this.awaited = false;
    const now = performance.now();
    this.pace = this.slices ? Math.max(this.pace, now - this.changed) : 0;
    this.slices += 1;
    this.changes += 1;
    this.changed = now;
    this.changedElsewhere ||= Array.from(targets).some((target) => !this.isOwn(target));
    if (!this.acting) for (const target of targets) this.restless.set(target, (this.restless.get(target) || 0) + 1);
  }

  /** Elements that are marked as busy. */
  busy() {
    /** @type {Element[]} */
    const found = [];
    for (const reference of this.roots) {
      const root = reference.deref();
      if (!root) this.roots.delete(reference);
      else found.push(...root.querySelectorAll(BUSY));
    }
    return [...document.querySelectorAll(BUSY), ...found].filter(isInView);
  }

  /** Running animations of elements in the document, each with the ms it has left; Infinity for endless ones. */
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

  /** @param {Node} changed */
  isOwn(changed) {
    const element = changed instanceof Element ? changed : changed.parentElement;
    return element !== null && this.own.some((part) => composedContains(part, element));
  }

  /** @param {Element} field that is edited next */
  edits(field) {
    this.slices = 0; // the pauses between edits are not the page's
    this.own.push(ownPart(field));
    if (takesText(field) || field instanceof HTMLSelectElement) this.chosen = field instanceof HTMLSelectElement ? field : null;
  }

  /** Whether the page set a timer since this was last asked. */
  hasSetTimer() {
    const timed = this.timers.gap();
    this.scheduled ||= timed;
    return timed;
  }

  /** Whether the page set a timer since the action began, or since its last change. */
  isTimed() {
    return (this.timed = this.hasSetTimer() || this.timed);
  }

  /** Whether the document may change by itself, however late: it set a timer, or another document will replace it. */
  isPending() {
    return this.scheduled || document.querySelector('meta[http-equiv="refresh" i]') !== null;
  }

  /**
   * Moves the focus to the field to be edited next, as the edit itself would, or to a button, as pressing it would.
   * @param {Element} field
   * @param {boolean} [pressed] also leave the field that has the focus if the other one cannot get it, as a disabled button
   */
  leave(field, pressed = false) {
    if (pressed && this.chosen?.isConnected) this.chosen.focus({ preventScroll: true });
    const left = focusedElement();
    this.left = false;
    if (!(field instanceof HTMLElement) || !left || left === document.body || left === field) return;
    this.edits(field);
    this.leaving = true;
    field.focus({ preventScroll: true });
    if (pressed && left instanceof HTMLElement && focusedElement() === left) left.blur();
    this.leaving = false;
  }

  /** Whether the edit before set something off when its field lost the focus. */
  stirredByLeaving() {
    this.note(this.observer.takeRecords());
    return (this.left && this.trusts()) || this.changedElsewhere;
  }

  /** What the edits since `begin` have set off beyond the fields themselves. */
  stirred() {
    this.note(this.observer.takeRecords());
    const { timed, idling } = this.schedule();
    this.isIdle();
    const fresh = this.animations().filter(({ animation }) => !this.before.has(animation));
    const moving = fresh.some(({ effect, target, left }) => (left === Infinity
      ? isInView(target)
      : left <= LONGEST_TRANSITION && carriesContent(target) && moves(effect) && !this.isOwn(target)));
    const busy = this.busy().some((element) => !this.before.has(element));
    return { timed, stirred: timed || idling || moving || busy || this.changedElsewhere || document.readyState === 'loading', modal: this.newModal() };
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
      state: document.readyState, quiet, pace: this.slices > 2 ? this.pace : 0, turning, moving, drawing: this.isDrawing(),
      ...this.schedule(), pending: this.isPending(), idle: this.isIdle(), fetched: hasFetched(),
      busy: this.busy().some((element) => !this.before.has(element)), loading: !this.saidLoading && saysLoading(), unbuilt: isUnbuilt(),
      typed: typed < 1e6 && this.changed <= this.typed + AT_ONCE ? typed : null,
      held: this.typedIn?.deref() === focusedElement(), modal: this.newModal(),
    };
  }
}

/** @type {Signs | null} */
let watched = null;

export function signs() {
  return (watched ||= new Signs());
}
