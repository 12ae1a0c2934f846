// Copying and pasting while an action is under way: a document receives only text that this run has copied from its own
// origin. Anything else in a clipboard may belong to a person, to another run or to another site. A middle click, which
// pastes the primary selection, pastes nothing: whatever a document selects, by itself too, is in that selection.

/** How long an action that reports no end may take to paste, in ms. */
const LONGEST_PASTE = 20_000;

/**
 * What one run has copied from documents of this origin, without white space, which differs between a selection and a
 * clipboard.
 */
class Copies {
  constructor() {
    /** @type {Set<string>} */
    this.texts = new Set();
    /** Those that have not been reported. @type {string[]} */
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
    const report = { copied: { origin: self.origin, texts: this.unreported }, unpasted: this.stopped };
    this.unreported = [];
    this.stopped = false;
    copiers.delete(this);
    return report;
  }

  /** @param {string} text */
  add(text) {
    const bare = withoutSpace(text);
    if (!bare) return;
    this.texts.add(bare);
    this.unreported.push(bare);
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

/** @param {string} text */
function withoutSpace(text) {
  return text.replace(/\s+/g, '');
}

/** Runs after the page's listeners, which may have copied something else. @param {ClipboardEvent} event */
function noteCopy(event) {
  if (!event.isTrusted) return;
  const text = event.defaultPrevented ? event.clipboardData?.getData('text/plain') : String(getSelection());
  for (const copies of acting()) copies.add(text ?? '');
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

/** Chromium pastes the primary selection when the button comes up. @param {MouseEvent} event */
function keepFromPasting(event) {
  if (event.isTrusted && event.button === 1 && acting().length) event.preventDefault();
}

function listenToClipboard() {
  for (const type of /** @type {const} */ (['copy', 'cut'])) addEventListener(type, noteCopy);
  addEventListener('paste', judgePaste, true);
  addEventListener('mouseup', keepFromPasting, true);
}
