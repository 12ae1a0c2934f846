// Copying and pasting while an action is under way: a document receives only text that this run has copied from its own
// origin. Anything else in a clipboard may belong to a person, to another run or to another site.

import { focusedElement, isTextField } from '../dom/focus.js';
import { focusPlace } from '../dom/forms.js';
import { keepListening } from '../dom/own_listeners.js';
import { withoutSpace } from '../dom/strings.js';

/** How long an action that reports no end may take to paste, in ms. */
const LONGEST_PASTE = 20_000;

/**
 * What one run has copied from documents of this origin, without white space, which differs between a selection and a
 * clipboard.
 */
export class Copies {
  constructor() {
    /** @type {Set<string>} */
    this.texts = new Set();
    /** Those that have not been reported, each with what it is a part of. @type {{text: string, around: string[]}[]} */
    this.unreported = [];
    /** Whether something else was to be pasted. */
    this.stopped = false;
    /** An action is under way until then. */
    this.until = 0;
  }

  begin() {
    this.until = performance.now() + LONGEST_PASTE;
    copiers.add(this);
    keepListening(listenToClipboard);
  }

  /** Ends an action, and reports what happened. */
  end() {
    const report = { copied: { origin: self.origin, copies: this.unreported }, unpasted: this.stopped };
    this.unreported = [];
    this.stopped = false;
    copiers.delete(this);
    return report;
  }

  /**
   * @param {string} text
   * @param {string[]} around
   */
  add(text, around) {
    const bare = withoutSpace(text);
    if (!bare) return;
    this.texts.add(bare);
    this.unreported.push({ text: bare, around });
  }

  /**
   * @param {string} origin
   * @param {string[]} texts copied from its documents
   */
  share(origin, texts) {
    if (origin === self.origin) for (const text of texts) this.texts.add(text);
  }
}

/** Of the runs that have an action under way. @type {Set<Copies>} */
const copiers = new Set();

function acting() {
  return Array.from(copiers).filter(({ until }) => performance.now() < until);
}

/** Runs after the page's listeners, which may have copied something else. @param {ClipboardEvent} event */
function noteCopy(event) {
  if (!event.isTrusted) return;
  const text = event.defaultPrevented ? event.clipboardData?.getData('text/plain') : String(getSelection());
  for (const copies of acting()) copies.add(text ?? '', [...new Set([text ?? '', ...aroundSelection()])]);
}

/** @param {ClipboardEvent} event */
function judgePaste(event) {
  if (!event.isTrusted) return;
  const text = withoutSpace(event.clipboardData?.getData('text/plain') ?? '');
  for (const copies of acting()) {
    if (copies.texts.has(text)) continue;
    copies.stopped = true;
    event.stopImmediatePropagation();
    event.preventDefault();
  }
}

/** What is selected, also to the ends of the texts or the field that it is a part of; empty if nothing is selected. */
function aroundSelection() {
  const [selection, active] = [getSelection(), focusedElement()];
  const selected = selection ? String(selection) : '';
  if (!selection || !selected) return [];
  if (isTextField(active)) return [selected, active.value];
  if (!selection.rangeCount) return [selected];
  const range = selection.getRangeAt(0).cloneRange();
  const { startContainer, endContainer } = range;
  if (startContainer instanceof Text) range.setStart(startContainer, 0);
  if (endContainer instanceof Text) range.setEnd(endContainer, endContainer.length);
  return [selected, String(range)];
}

/** Where keys go, and what they would copy there. */
export function clipboardPlace() {
  return { framed: focusPlace().framed, focused: document.hasFocus(), origin: self.origin, around: aroundSelection() };
}

function listenToClipboard() {
  for (const type of /** @type {const} */ (['copy', 'cut'])) addEventListener(type, noteCopy);
  addEventListener('paste', judgePaste, true);
}
