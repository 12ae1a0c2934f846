// Element IDs: one per node for the whole run, never written into the page, never assigned twice. Whether a node still is
// the control that the model saw is decided in same_control.js.

import { grouped } from '../dom/collections.js';
import { openRoots } from '../dom/roots.js';
import { suspected } from '../dom/shadow_roots.js';
import { nameOf } from '../read/names.js';
import { roleOf } from '../read/roles.js';
import { tagOf } from '../read/short_labels.js';
import { contentOf, setTaint, taints } from '../read/withheld.js';
import { Paths, distinguishedByRecord, fingerprint, recordOf, twins } from './fingerprints.js';
import { Moment, changeOf, replacementsOf } from './same_control.js';

/** @import { Seen } from '../read/state.js' */
/** @import { Taint } from '../read/withheld.js' */
/** @import { Candidate } from './fingerprints.js' */
/** @import { Change, Known } from './same_control.js' */

const PATIENCE = 5;
const MOST_OPENED = 5;

/** For how many looks an element that went out of view is still described, because the policy may name it. */
const RECENT = 4;

/** The IDs that one run has assigned to the nodes of this document. */
export class Register {
  constructor() {
    /** @type {WeakMap<Element, string>} */
    this.ids = new WeakMap();
    /** @type {Map<string, Known>} */
    this.known = new Map();
    /** @type {Map<string, number>} */
    this.next = new Map();
    /** @type {WeakMap<Element, number>} */
    this.frames = new WeakMap();
    /** @type {WeakMap<Element, number>} */
    this.forms = new WeakMap();
    this.formCount = 0;
    this.captures = 0;
    this.remembered = 0;
    this.acted = false;
    /** How often the run's input has reached what since the last remembered capture. @type {WeakMap<Element, number>} */
    this.touched = new WeakMap();
    /** What the run's input has ever reached. @type {WeakSet<Element>} */
    this.used = new WeakSet();
    /**
     * Taints of elements that received a value which no model may see, by ID, for the nodes that a re-render replaces
     * them with.
     * @type {Map<string, Taint>}
     */
    this.taints = new Map();
    /** @type {WeakMap<Element, string>} IDs of folds, by their first element. */
    this.foldIds = new WeakMap();
    /** @type {Map<string, Element[]>} */
    this.folds = new Map();
    /**
     * Folds that were read: the elements seen there are not folded again, but reading continues with the rest.
     * @type {Map<string, Element[]>}
     */
    this.opened = new Map();
    /** @type {WeakSet<Element>} Elements that were folded in the last remembered capture. */
    this.folded = new WeakSet();
  }

  /**
   * Starts a capture; counters continue where the run's other documents stopped.
   * @param {Record<string, number>} seeds
   */
  begin(seeds) {
    this.captures += 1;
    for (const [tag, count] of Object.entries(seeds)) this.next.set(tag, Math.max(count, this.next.get(tag) || 0));
  }

  /**
   * The element of an ID: its own node, or the one that has replaced it on a re-render.
   * @param {string} id
   * @returns {Element | null} null if it is unknown or no longer in the document
   */
  element(id) {
    const known = this.known.get(id);
    const node = known?.node.deref();
    if (!known || (node && node.isConnected)) return node ?? null;
    const tag = node ? node.localName : known.print.split(' ', 1)[0];
    /** @type {Candidate[]} */
    const candidates = [];
    for (const root of openRoots(document)) {
      for (const element of root.querySelectorAll(CSS.escape(tag))) {
        const role = roleOf(element);
        if (role !== known.role) continue;
        candidates.push({ element, role, name: nameOf(element, role) });
      }
    }
    for (const [candidate, successor] of this.replacements(candidates, new Moment())) {
      this.ids.set(candidate.element, successor);
      const lost = /** @type {Known} */ (this.known.get(successor));
      lost.node = new WeakRef(candidate.element);
      this.inherit(successor, candidate.element);
      lost.lost = 0;
      if (successor === id) return candidate.element;
    }
    return null;
  }

  /**
   * Passes the taint of a node on to the one that replaced it on a re-render, since that holds the same value.
   * @param {string} id
   * @param {Element} element
   */
  inherit(id, element) {
    const taint = this.taints.get(id);
    if (!taint || taints.has(element)) return;
    if (contentOf(element) === '') this.taints.delete(id);
    else setTaint(element, taint);
  }

  /** @param {Element} form */
  formNumber(form) {
    let number = this.forms.get(form);
    if (number === undefined) this.forms.set(form, (number = this.formCount++));
    return number;
  }

  /**
   * Assigns every element of a capture its ID: its own, that of the node it replaced, or a new one. Elements that the
   * capture left out keep theirs.
   * @param {Seen[]} seen
   * @param {boolean} remember whether what this capture shows is no longer new to the next
   */
  assign(seen, remember) {
    const now = new Moment();
    const successors = this.missing() ? this.replacements(seen, now) : new Map();
    const groups = remember ? grouped(seen, twins) : new Map();
    const stands = now.places.of(groups.values());
    const items = now.items.of(groups.values());
    const records = distinguishedByRecord(groups);
    const paths = new Paths();
    for (const one of seen) {
      const given = this.ids.get(one.element);
      const reused = given && remember && this.isReused(given, one, now, (groups.get(twins(one)) || []).length);
      if (reused) this.known.delete(given);
      const id = (reused ? null : given) ?? successors.get(one) ?? this.numbered(tagOf(one.element));
      this.inherit(id, one.element);
      const before = this.known.get(id);
      const shown = before?.shown ?? 0;
      const same = before && before.role === one.role && before.name === one.name;
      one.id = id;
      one.fresh = shown !== this.remembered && !one.unfolded;
      this.ids.set(one.element, id);
      this.known.set(id, {
        node: same && before.node.deref() === one.element ? before.node : new WeakRef(one.element),
        print: same ? before.print : fingerprint(one, paths), role: one.role, name: one.name,
        said: remember || !before ? one.name : before.said,
        saidAt: remember || !before ? performance.now() : before.saidAt,
        place: remember ? (stands.get(one.element) ?? null) : (before?.place ?? null),
        record: remember || !before ? recordOf(one.element) : before.record,
        item: remember ? (items.get(one.element) ?? null) : (before?.item ?? null),
        byRecord: remember ? records.has(one.element) && !stands.has(one.element) : (before?.byRecord ?? false),
        seen: this.captures, shown: remember ? this.remembered + 1 : shown, lost: 0,
      });
    }
    if (remember) this.remember();
    this.forget();
  }

  /** @param {string} id of an element that the run's input has reached */
  touch(id) {
    const node = this.known.get(id)?.node.deref();
    if (!node) return;
    this.used.add(node);
    this.touched.set(node, (this.touched.get(node) ?? 0) + 1);
  }

  /** Records that the model sees what was captured. */
  remember() {
    this.remembered += 1;
    this.acted = false;
    this.touched = new WeakMap();
  }

  /**
   * Records a capture that saw what another one had seen, and nothing else.
   * @param {string[]} ids
   * @param {boolean} remember
   */
  repeat(ids, remember) {
    this.missing();
    if (remember) this.remember();
    for (const id of ids) {
      const known = /** @type {Known} */ (this.known.get(id));
      known.seen = this.captures;
      if (remember) known.shown = this.remembered;
    }
    this.forget();
  }

  /**
   * Adds elements to what the last remembered capture showed.
   * @param {Seen[]} seen
   */
  include(seen) {
    this.assign(seen, false);
    const now = new Moment();
    const groups = grouped(seen, twins);
    const stands = now.places.of(groups.values());
    const items = now.items.of(groups.values());
    for (const one of seen) {
      const known = /** @type {Known} */ (this.known.get(one.id));
      known.shown = this.remembered;
      known.place = stands.get(one.element) ?? null;
      known.item = items.get(one.element) ?? null;
      one.fresh = false;
    }
  }

  /** Whether a known element has left the document. */
  missing() {
    let some = false;
    for (const known of this.known.values()) {
      const node = known.node.deref();
      if (node && node.isConnected) continue;
      known.lost = known.lost || this.captures;
      some = true;
    }
    return some;
  }

  /** Drops elements that nothing has replaced; one that no recent capture showed is kept longer. */
  forget() {
    if (suspected.size) return; // they may be in a closed root that this capture could not see yet
    for (const [id, known] of this.known) {
      if (!known.lost) continue;
      const patience = known.seen >= known.lost - 1 ? 0 : PATIENCE;
      if (known.lost + patience <= this.captures) this.known.delete(id);
    }
  }

  /**
   * Whether the page has reused a node that the model saw for another record, as a list without keys does.
   * @param {string} id
   * @param {Seen} one
   * @param {Moment} now
   * @param {number} alike how many elements have the same role and name now
   */
  isReused(id, one, now, alike) {
    const known = this.known.get(id);
    if (!known || known.node.deref() !== one.element || !known.shown) return false;
    return changeOf('look', known, one, { now, alike, acted: this.acted, touched: this.touched.has(one.element) }) !== null;
  }

  /**
   * How an element that input is for differs from what the model saw, if that makes it another control.
   * @param {Known} known
   * @param {Element} element
   * @param {boolean} [acted] whether the run may have changed the heading above it
   * @returns {Change | null}
   */
  changed(known, element, acted = this.acted) {
    return changeOf('action', known, { element, name: known.name }, { now: new Moment(), acted });
  }

  /**
   * What is known of an element, with the heading that is above it now; null if it was under none.
   * @param {string} id
   * @param {Element} element
   * @returns {Known | null}
   */
  underHeading(id, element) {
    const known = this.known.get(id);
    const texts = known?.place?.kind === 'heading' ? new Moment().places.now(known.place, element) : null;
    return known?.place && texts ? { ...known, place: { ...known.place, texts, peers: [], distinctive: undefined } } : null;
  }

  /**
   * The new nodes that replaced nodes that are gone.
   * @template {Candidate} T
   * @param {T[]} candidates all elements that exist now
   * @param {Moment} now
   * @returns {Map<T, string>} with their IDs
   */
  replacements(candidates, now) {
    const { known, ids, acted } = this;
    return replacementsOf(known, candidates, { now, acted }, (element) => ids.has(element));
  }

  /** What the policy was recently shown and may still name. */
  *recent() {
    for (const known of this.known.values()) {
      const node = known.shown && known.shown > this.remembered - RECENT ? known.node.deref() : null;
      if (node?.isConnected) yield node;
    }
  }

  /**
   * The ID of a fold: that of its first element, as long as that one begins a fold.
   * @param {Element[]} elements
   */
  foldId(elements) {
    let id = this.foldIds.get(elements[0]);
    if (!id) this.foldIds.set(elements[0], (id = this.numbered('fold')));
    return id;
  }

  /**
   * @param {Map<string, Element[]>} folds
   * @param {boolean} remember
   */
  fold(folds, remember) {
    this.folds = folds;
    if (remember) this.folded = new WeakSet(Array.from(folds.values()).flat());
  }

  /**
   * Keeps a fold that was read, and only the most recent of those before it.
   * @param {string} id
   * @param {Element[]} elements
   */
  open(id, elements) {
    this.opened.delete(id);
    this.opened.set(id, elements);
    for (const oldest of this.opened.keys()) if (this.opened.size > MOST_OPENED) this.opened.delete(oldest);
  }

  /**
   * A new ID for an element that no capture has shown. No tree shows it either, and no other node inherits it.
   * @param {Element} element
   */
  point(element) {
    const id = this.numbered('point');
    const role = roleOf(element);
    const name = nameOf(element, role);
    this.known.set(id, {
      node: new WeakRef(element), print: `${element.localName} point`, role, name, said: name, saidAt: performance.now(), place: null, record: recordOf(element),
      item: null, byRecord: false, seen: this.captures, shown: 0, lost: 0,
    });
    return id;
  }

  /** @param {string} tag */
  numbered(tag) {
    const count = this.next.get(tag) || 0;
    this.next.set(tag, count + 1);
    return `${tag}-${count}`;
  }
}
