// A look that is kept, and reused as long as nothing has changed that a look depends on. How each change is detected:
//
// - nodes, attributes and texts: by a MutationObserver on the document and every shadow root known in it;
// - styles and layout, whatever changed them (rules, states such as `:hover`, fonts, images, slots, the window): by the
//   browser's own counts of style recalculations and layouts, which each question passes in (`counts`, and `still` if
//   all earlier changes were styled when the counts were taken); without them no look is reused;
// - listeners: by the last answer from the page's world;
// - what changes none of these (scroll positions, values of controls, focus, selection, address): by reading it again.

import { inDocument, isSameRect } from '../dom/areas.js';
import { cache } from '../dom/capture_cache.js';
import { boxOf } from '../dom/lines.js';
import { CHANGES, allRoots } from '../dom/roots.js';
import { adopted } from '../dom/shadow_roots.js';
import { listenersKnown } from './listeners.js';
import { shownArea } from './view.js';
import { isWithheld } from './withheld.js';

/** @import { Measures } from '../dom/measures.js' */
/** @import { Register } from '../identity/register.js' */
/** @import { Begun } from './capture.js' */
/** @import { Seen } from './state.js' */
/** @import { Walk } from './walk.js' */

/** The looks at this document that one run keeps. */
export class Looks {
  constructor() {
    /** Those that may be reused, by what they show. @type {Map<string, KeptLook>} */
    this.kept = new Map();
    this.count = 0;
    /** @type {WeakMap<Element, DOMRect>} Where in the document elements were in the last capture. */
    this.rects = new WeakMap();
    /** When that was measured. */
    this.measured = 0;
    /** A look at a page that may have closed shadow roots. @type {Begun | null} */
    this.begun = null;
  }

  /**
   * Records where elements are.
   * @param {Seen[]} seen
   * @param {Measures} measures
   */
  measure(seen, measures) {
    this.rects = new WeakMap(seen.map(({ shown }) => [shown, inDocument(measures.rect(shown))]));
    this.measured = performance.now();
  }

  /** Discards all looks: what they show has another representation from now on. */
  forget() {
    for (const look of this.kept.values()) look.drop();
    this.kept.clear();
    this.begun?.look.drop();
    this.begun = null;
  }

  /** Whether no node, attribute or text has changed since a look that the model has seen. */
  areUntouched() {
    return Array.from(this.kept.values()).some((look) => look.remembered && look.isUntouched());
  }
}

export class KeptLook {
  /**
   * @param {Register} register
   * @param {Walk} walk
   * @param {{remember?: boolean, counts?: string}} options
   * @param {number} number
   */
  constructor(register, walk, options, number) {
    this.number = number;
    this.ids = walk.seen.map((one) => one.id);
    this.rects = walk.measures.rects;
    this.scrolled = Array.from(scrollContainers(), (element) => /** @type {const} */ ([element, element.scrollLeft, element.scrollTop]));
    this.remembered = options.remember === true;
    this.counts = options.counts || '';
    this.listenersKnown = listenersKnown;
    this.adopted = adopted;
    this.roots = allRoots();
    this.rest = unobserved(this.roots);
    /** How many remembered looks there were, including this one. */
    this.after = register.remembered;
    this.changed = false;
    this.observer = new MutationObserver(() => this.drop());
    for (const root of this.roots) this.observer.observe(root, CHANGES);
  }

  /** Releases the page: this look will not be reused. */
  drop() {
    this.changed = true;
    this.observer.disconnect();
    this.rects = new Map();
    this.scrolled = [];
    this.rest = [];
    this.roots = [];
  }

  /** Whether no node, attribute or text has changed since. */
  isUntouched() {
    if (!this.changed && this.observer.takeRecords().length) this.drop();
    return !this.changed && this.adopted === adopted;
  }

  /**
   * Whether a capture with these options would see the same.
   * @param {Register} register
   * @param {{remember?: boolean, counts?: string, still?: boolean}} options
   */
  isCurrent(register, options) {
    if (!this.isUntouched() || !this.counts || !options.still || options.counts !== this.counts || listenersKnown !== this.listenersKnown) return false;
    if (register.remembered !== this.after || (options.remember && !this.remembered)) return false;
    if (this.roots.some((root) => root.getAnimations().some((animation) => animation.playState === 'running'))) return false;
    if (this.scrolled.some(([element, left, top]) => element.scrollLeft !== left || element.scrollTop !== top)) return false;
    const rest = unobserved(this.roots);
    if (rest.length !== this.rest.length || rest.some((one, index) => one !== this.rest[index])) return false;
    for (const [element, rect] of this.rects) if (!(element instanceof HTMLAreaElement) && !isSameRect(rect, boxOf(element))) return false;
    return true;
  }
}

/** Elements that clip their content according to this capture, and so may scroll it. */
function* scrollContainers() {
  for (const [element, { known }] of cache.styles) if (known.overflow && known.overflow !== 'visible') yield element;
}

/**
 * What a look depends on and no observer or count covers.
 * @param {(Document | ShadowRoot)[]} roots
 * @returns {unknown[]}
 */
function unobserved(roots) {
  const selection = getSelection();
  const scroller = document.scrollingElement || document.documentElement;
  /** @type {unknown[]} */
  const found = [
    location.href, document.title, document.designMode, document.readyState, document.hasFocus(), innerWidth, innerHeight, ...shownArea(),
    scrollX, scrollY, scroller?.scrollWidth, scroller?.scrollHeight,
    selection?.anchorNode, selection?.anchorOffset, selection?.focusNode, selection?.focusOffset,
  ];
  for (const root of roots) {
    found.push(root.activeElement);
    for (const control of root.querySelectorAll('input, textarea, select, output, button, fieldset')) {
      if (control instanceof HTMLInputElement) pushInput(control, found);
      else if (control instanceof HTMLTextAreaElement) found.push(control.value, control.selectionStart, control.selectionEnd);
      else if (control instanceof HTMLSelectElement) found.push(...Array.from(control.selectedOptions, (option) => option.index));
      const invalid = control.matches(':user-invalid');
      found.push(invalid);
      if (invalid) found.push(/** @type {HTMLInputElement} */ (control).validationMessage);
    }
  }
  return found;
}

/**
 * What an input holds; for a withheld one, only whether it holds anything.
 * @param {HTMLInputElement} input
 * @param {unknown[]} into
 */
function pushInput(input, into) {
  if (isWithheld(input)) into.push(input.value !== '');
  else if (input.type === 'checkbox' || input.type === 'radio') into.push(input.checked, input.indeterminate);
  else if (input.type === 'file') into.push(...Array.from(input.files || []));
  else into.push(input.value, input.selectionStart, input.selectionEnd);
}
