// Texts that the page has painted since the last effect, such as a message that is gone before anybody looks at the page.

import { remembering } from '../dom/capture_cache.js';
import { SKIPPED } from '../dom/composed.js';
import { visibleText } from '../read/text.js';
import { isInView } from './motion.js';

/** What most messages are in; of an element with more text than a message has, only these parts are noted. */
const MESSAGES = '[role=status], [role=alert], [role=log], [role=alertdialog], [aria-live], output, dialog, [popover], '
  + '[class*=toast i], [class*=snack i], [class*=notif i], [class*=alert i], [class*=message i], [class*=flash i]';
const LONGEST = 400;

/** How many texts are kept and changed elements followed, so that no page makes them grow; twice as many in messages. */
const MOST = 30;

/** How many frames an element is followed until its text is visible, as one that fades in is. */
const MOST_FRAMES = 60;

/** An element that has changed more often since the last effect is a clock or a ticker. */
const MOST_TIMES = 3;

/** @param {Element} element */
const isInMessage = (element) => element.closest(MESSAGES) !== null;

/** @param {Element} element */
const room = (element) => (isInMessage(element) ? 2 * MOST : MOST);

export class Messages {
  /** @param {(callback: () => void) => void} askFrame calls back when the page draws */
  constructor(askFrame) {
    this.askFrame = askFrame;
    /** The effect after which texts are noted; 0 if none has been told to this document. */
    this.effect = 0;
    /** @type {[string, boolean][]} each with whether it was in what most messages are in */
    this.texts = [];
    /** How many texts there were. */
    this.count = 0;
    /** @type {Map<Element, {text: string, frames: number}>} changed elements, with the text of the last frame */
    this.changed = new Map();
    /** @type {WeakMap<Element, number>} */
    this.times = new WeakMap();
    this.drawing = false;
    this.add(document.documentElement);
  }

  /**
   * Forgets what was shown before an effect, if it is a new one.
   * @param {number} effect its number
   */
  begin(effect) {
    if (effect === this.effect) return;
    this.effect = effect;
    this.texts = [];
    this.changed.clear();
    this.times = new WeakMap();
  }

  /** @param {MutationRecord[]} records */
  note(records) {
    for (const { type, target, addedNodes } of records) {
      if (type === 'childList') for (const node of Array.from(addedNodes).slice(0, MOST)) this.add(node);
      else this.add(target);
    }
  }

  /** @param {Node} node that appeared or changed */
  add(node) {
    const element = node instanceof Element ? node : node.parentElement;
    if (!element?.isConnected || SKIPPED.has(element.localName) || this.changed.size >= room(element)) return;
    const isShort = (element.textContent || '').length <= LONGEST;
    for (const part of isShort ? [element] : Array.from(element.querySelectorAll(MESSAGES)).slice(0, MOST)) this.follow(part);
  }

  /** @param {Element} element */
  follow(element) {
    const times = this.times.get(element) ?? 0;
    if (times >= MOST_TIMES || this.changed.has(element) || !/\S/.test(element.textContent || '')) return;
    this.times.set(element, times + 1);
    this.changed.set(element, { text: '', frames: 0 });
    if (!this.drawing) this.askFrame(() => this.draw());
    this.drawing = true;
  }

  /** Keeps the texts that two frames in a row have shown: only what is there at the second was painted at the first. */
  draw() {
    remembering(() => {
      for (const [element, seen] of this.changed) {
        const text = element.isConnected && isInView(element) ? visibleText(element).slice(0, LONGEST) : '';
        if (text && text === seen.text && this.texts.length < room(element)) this.keep(text, isInMessage(element));
        seen.frames += 1;
        if ((text && text === seen.text) || !element.isConnected || seen.frames > MOST_FRAMES) this.changed.delete(element);
        seen.text = text;
      }
    });
    this.drawing = this.changed.size > 0;
    if (this.drawing) this.askFrame(() => this.draw());
  }

  /**
   * @param {string} text
   * @param {boolean} inMessage
   */
  keep(text, inMessage) {
    if (this.texts.some(([known]) => known === text)) return;
    this.texts.push([text, inMessage]);
    this.count += 1;
  }

  /**
   * The texts after the first few, with the number of the effect before them and the age of the document in ms.
   * @param {number} known how many of them are known
   */
  after(known) {
    const texts = known < this.count ? this.texts.slice(known - this.count) : [];
    return { texts, count: this.count, effect: this.effect, age: performance.now() };
  }
}
