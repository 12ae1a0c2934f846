// Captures: the page as a tree, or that it is as an earlier one showed it.

import { token } from '../document_token.js';
import { round } from '../dom/areas.js';
import { Measures } from '../dom/measures.js';
import { suspected } from '../dom/shadow_roots.js';
import { signs } from '../signs/signs.js';
import { KeptLook } from './kept_look.js';
import { lackingIn } from './lacking.js';
import { noteListeners, uncheckedElements } from './listeners.js';
import { shortLabel } from './short_labels.js';
import { DEEPEST } from './text.js';
import { selectedText, shownArea } from './view.js';
import { Walk } from './walk.js';
import { taintNames } from './withheld.js';

/** @import { Register } from '../identity/register.js' */

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
 * @param {Register} register
 * @param {CaptureOptions} options
 */
export function capture(register, options) {
  const kind = kindOf(options);
  const fits = noteListeners(options.listeners || '', options.listened || '');
  const kept = register.looks.get(kind);
  if (kept?.isCurrent(register, options)) return repeat(register, kept, options);
  kept?.drop();
  register.looks.delete(kind);
  if (!fits && options.provisional) return { again: true, token };
  const begun = register.begun;
  register.begun = null;
  if (begun?.look.isUntouched() && fits) return finish(register, begun, options);
  register.begin(options.seeds || {});
  const walk = new Walk(register, new Measures(), options);
  const root = walk.page();
  register.measure(walk.seen, walk.measures);
  /** @type {Element | null} null while a document is being written anew */
  const scroller = document.scrollingElement || document.documentElement;
  const look = new KeptLook(register, walk, options, ++register.lookCount);
  const answer = {
    token, tainted: taintNames(), url: location.href, selection: selectedText(), title: document.title.slice(0, LONGEST_TITLE), root, text: walk.text, runs: walk.runs, elements: walk.elements, deepest: walk.cut ? DEEPEST : 0, lacks: lackingIn(walk, root),
    again: false, look: look.number, modal: walk.modal ? shortLabel(walk.modal) : '', counters: Object.fromEntries(register.next),
    width: innerWidth, height: innerHeight, shown: shownArea(),
    scroll: [round(scrollX), round(scrollY), scroller?.scrollWidth ?? 0, scroller?.scrollHeight ?? 0],
  };
  if (options.provisional && suspected.size) {
    register.begun = { look, walk, answer, kind };
    return { again: true, token };
  }
  if (options.remember) signs().rest();
  register.looks.set(kind, look);
  return answer;
}

/**
 * @typedef {object} Begun  a look at a page that may have closed shadow roots
 * @property {KeptLook} look
 * @property {Walk} walk
 * @property {object} answer
 * @property {string} kind
 */

/**
 * The answer of a look that was begun, now that no closed root has been found and nothing has changed since.
 * @param {Register} register
 * @param {Begun} begun
 * @param {CaptureOptions} options
 */
function finish(register, { look, walk, answer, kind }, options) {
  const remember = options.remember !== false;
  register.assign(walk.seen, remember);
  register.fold(walk.folds, remember);
  for (const { id, node } of walk.seen) if (node.state && node.state.id !== id) Object.assign(node.state, { id, new: true });
  look.ids = walk.seen.map((one) => one.id);
  look.after = register.remembered;
  if (options.remember) signs().rest();
  register.looks.set(kind, look);
  return answer;
}

/**
 * Brings styles and layout up to date, so that the browser's counts include all changes up to now. Also returns which
 * elements have not been checked for listeners, and, if nothing else shows that the page has changed since an earlier
 * look, the answer of a look that saw the same, with the counts that the browser must still have for that.
 * @param {Register} register
 * @param {CaptureOptions} options of the look to come
 */
export function still(register, options) {
  signs(); // adds a listener, which counts
  document.documentElement?.getBoundingClientRect();
  const kept = register.looks.get(kindOf(options));
  const same = kept?.isCurrent(register, { ...options, still: true, counts: kept.counts }) ? repeat(register, kept, options) : null;
  return { listeners: uncheckedElements(), same: same && { ...same, counts: kept?.counts } };
}

/**
 * Records a look that saw the same as an earlier one.
 * @param {Register} register
 * @param {KeptLook} look
 * @param {CaptureOptions} options
 */
function repeat(register, look, options) {
  register.begin(options.seeds || {});
  register.repeat(look.ids, options.remember !== false);
  look.after = register.remembered;
  if (options.remember) signs().rest();
  return { again: false, same: look.number, remembered: look.remembered, token, tainted: taintNames(), counters: Object.fromEntries(register.next) };
}

/**
 * What a fold of the last capture contains, described in full.
 * @param {Register} register
 * @param {string} id
 * @param {{seeds?: Record<string, number>, boxes?: boolean, from: number, most: number}} options
 */
export function unfold(register, id, options) {
  const [now, before] = [register.folds.get(id) || [], register.opened.get(id) || []];
  const held = now.length > before.length ? now : before;
  const all = held.filter((element) => element.isConnected);
  if (!all.length) return { found: false };
  register.open(id, held);
  register.forgetLooks();
  const folds = register.folds;
  register.begin(options.seeds || {});
  const walk = new Walk(register, new Measures(), { boxes: options.boxes, whole: true });
  const elements = all.slice(options.from, options.from + options.most);
  const root = walk.part(elements);
  register.folds = folds;
  return {
    found: true, url: location.href, root, text: walk.text, runs: walk.runs, counters: Object.fromEntries(register.next),
    width: innerWidth, height: innerHeight, count: all.length, shown: elements.length,
  };
}
