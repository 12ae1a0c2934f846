// Captures: the page as a tree, or that it is as an earlier one showed it.

import { token } from '../document_token.js';
import { round } from '../dom/areas.js';
import { customElements } from '../dom/internals.js';
import { Measures } from '../dom/measures.js';
import { suspected } from '../dom/shadow_roots.js';
import { KeptLook } from './kept_look.js';
import { lackingIn } from './lacking.js';
import { noteListeners, uncheckedElements } from './listeners.js';
import { shortLabel } from './short_labels.js';
import { DEEPEST } from './text.js';
import { selectedText, shownArea } from './view.js';
import { Walk } from './walk.js';
import { taintNames } from './withheld.js';

/** @import { Run } from '../run.js' */

/** No reader uses more of a title, and a page can give it any length. */
const LONGEST_TITLE = 10_000;

/**
 * @typedef {{
 *   seeds?: Record<string, number>, boxes?: boolean, remember?: boolean, whole?: boolean, unfolded?: boolean,
 *   listeners?: string, listened?: string, provisional?: boolean, counts?: string, still?: boolean
 * }} CaptureOptions
 */

/** What looks that can stand for one another have in common. @param {CaptureOptions} options */
function kindOf({ boxes, whole, unfolded }) {
  return `${boxes} ${whole} ${unfolded}`;
}

/**
 * The page as it is now, or only the number of an earlier look if this one would be the same.
 * @param {Run} run
 * @param {CaptureOptions} options
 */
export function capture(run, options) {
  const { register, looks } = run;
  const kind = kindOf(options);
  const fits = noteListeners(options.listeners || '', options.listened || '');
  const kept = looks.kept.get(kind);
  if (kept?.isCurrent(register, options)) return repeat(run, kept, options);
  kept?.drop();
  looks.kept.delete(kind);
  if (!fits && options.provisional) return { again: true, token };
  const begun = looks.begun;
  looks.begun = null;
  if (begun?.look.isUntouched() && fits) return finish(run, begun, options);
  register.begin(options.seeds || {});
  const walk = new Walk(register, new Measures(), options);
  const root = walk.page();
  looks.measure(walk.seen, walk.measures);
  /** @type {Element | null} null while a document is being written anew */
  const scroller = document.scrollingElement || document.documentElement;
  const look = new KeptLook(register, walk, options, ++looks.count);
  const answer = {
    token, tainted: taintNames(), url: location.href, selection: selectedText(), title: document.title.slice(0, LONGEST_TITLE), root, text: walk.runs.all, runs: walk.runs.boxes, elements: walk.elements, deepest: walk.cut ? DEEPEST : 0, lacks: lackingIn(walk, root),
    again: false, look: look.number, modal: walk.modal ? shortLabel(walk.modal) : '', counters: Object.fromEntries(register.next),
    width: innerWidth, height: innerHeight, shown: shownArea(),
    scroll: [round(scrollX), round(scrollY), scroller?.scrollWidth ?? 0, scroller?.scrollHeight ?? 0],
  };
  if (options.provisional && suspected.size) {
    looks.begun = { look, walk, answer, kind };
    return { again: true, token };
  }
  looks.kept.set(kind, look);
  return answer;
}

/**
 * @typedef {object} Begun  a look at a page that may have closed shadow roots
 * @property {KeptLook} look
 * @property {Walk} walk
 * @property {{again: boolean}} answer
 * @property {string} kind
 */

/**
 * The answer of a look that was begun, now that no closed root has been found and nothing has changed since.
 * @param {Run} run
 * @param {Begun} begun
 * @param {CaptureOptions} options
 */
function finish({ register, looks }, { look, walk, answer, kind }, options) {
  const remember = options.remember !== false;
  register.assign(walk.seen, remember);
  register.fold(walk.folds, remember);
  for (const { id, node } of walk.seen) if (node.state && node.state.id !== id) Object.assign(node.state, { id, new: true });
  look.ids = walk.seen.map((one) => one.id);
  look.after = register.remembered;
  looks.kept.set(kind, look);
  return answer;
}

/**
 * Brings styles and layout up to date, so that the browser's counts include all changes up to now. Also returns which
 * elements have not been checked for listeners, and, if nothing else shows that the page has changed since an earlier
 * look, the answer of a look that saw the same, with the counts that the browser must still have for that.
 * @param {Run} run
 * @param {CaptureOptions} options of the look to come
 */
export function still(run, options) {
  document.documentElement?.getBoundingClientRect();
  const kept = run.looks.kept.get(kindOf(options));
  const same = kept?.isCurrent(run.register, { ...options, still: true, counts: kept.counts }) ? repeat(run, kept, options) : null;
  return { token, customs: customElements().length, listeners: uncheckedElements(), same: same && { ...same, counts: kept?.counts } };
}

/**
 * Records a look that saw the same as an earlier one.
 * @param {Run} run
 * @param {KeptLook} look
 * @param {CaptureOptions} options
 */
function repeat({ register }, look, options) {
  register.begin(options.seeds || {});
  register.repeat(look.ids, options.remember !== false);
  look.after = register.remembered;
  return { again: false, same: look.number, remembered: look.remembered, token, tainted: taintNames(), counters: Object.fromEntries(register.next) };
}

/**
 * What a fold of the last capture contains, described in full.
 * @param {Run} run
 * @param {{id: string, seeds?: Record<string, number>, boxes?: boolean, from: number, most: number}} options
 */
export function unfold({ register, looks }, { id, ...options }) {
  const [now, before] = [register.folds.get(id) || [], register.opened.get(id) || []];
  const longest = now.length > before.length ? now : before;
  const all = longest.filter((element) => element.isConnected);
  if (!all.length) return { found: false };
  register.open(id, longest);
  looks.forget();
  const folds = register.folds;
  register.begin(options.seeds || {});
  const walk = new Walk(register, new Measures(), { boxes: options.boxes, whole: true });
  const elements = all.slice(options.from, options.from + options.most);
  const root = walk.part(elements);
  register.folds = folds;
  return {
    found: true, url: location.href, root, text: walk.runs.all, runs: walk.runs.boxes, counters: Object.fromEntries(register.next),
    width: innerWidth, height: innerHeight, count: all.length, shown: elements.length,
  };
}
