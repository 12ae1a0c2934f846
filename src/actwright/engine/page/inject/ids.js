// Element IDs: one per node for the whole run, never written into the page, never given twice.

/**
 * @typedef {object} Known
 * @property {WeakRef<Element>} node
 * @property {string} print what the node looked like at its last capture
 * @property {string} role
 * @property {string} name
 * @property {number} seen the capture that last showed it
 * @property {number} shown the remembered capture that last showed it
 */

/** The IDs one run has given to the nodes of this document. */
class Register {
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
  }

  /**
   * Starts a capture; counters go on where the run's other documents stopped.
   * @param {Record<string, number>} seeds
   */
  begin(seeds) {
    this.captures += 1;
    for (const [tag, count] of Object.entries(seeds)) this.next.set(tag, Math.max(count, this.next.get(tag) || 0));
  }

  /**
   * @param {string} id
   * @returns {Element | null} null if it is unknown or no longer in the document
   */
  element(id) {
    const node = this.known.get(id)?.node.deref();
    return node && node.isConnected ? node : null;
  }

  /** @param {Element} form */
  formNumber(form) {
    let number = this.forms.get(form);
    if (number === undefined) this.forms.set(form, (number = this.formCount++));
    return number;
  }

  /**
   * Gives every element of a capture its ID: its own, that of the one it replaced, or a new one.
   * @param {Seen[]} seen
   * @param {boolean} remember whether what this capture shows is no longer new to the next
   */
  assign(seen, remember) {
    const heirs = this.heirs(seen);
    for (const one of seen) {
      const before = this.ids.get(one.element) ?? heirs.get(one);
      const id = before ?? this.fresh(one.element);
      const shown = this.known.get(id)?.shown ?? 0;
      one.id = id;
      one.fresh = shown !== this.remembered;
      this.ids.set(one.element, id);
      this.known.set(id, {
        node: new WeakRef(one.element), print: one.print, role: one.role, name: one.name, seen: this.captures,
        shown: remember ? this.remembered + 1 : shown,
      });
    }
    if (remember) this.remembered += 1;
    for (const [id, known] of this.known) {
      if (known.seen < this.captures - 1 && !known.node.deref()?.isConnected) this.known.delete(id);
    }
  }

  /**
   * New nodes that took the place of one that is gone: the only node that looks like it now, and it was the only one.
   * @param {Seen[]} seen
   * @returns {Map<Seen, string>}
   */
  heirs(seen) {
    const heirs = new Map();
    const lost = Array.from(this.known).filter(([, known]) => known.seen === this.captures - 1);
    if (!lost.some(([, known]) => !known.node.deref()?.isConnected)) return heirs;
    const before = grouped(lost, ([, known]) => known.print);
    const now = grouped(seen, (one) => one.print);
    for (const [print, candidates] of now) {
      const old = before.get(print) || [];
      if (candidates.length !== 1 || old.length !== 1) continue;
      const [id, known] = old[0];
      if (this.ids.has(candidates[0].element) || known.node.deref()?.isConnected) continue;
      heirs.set(candidates[0], id);
    }
    return heirs;
  }

  /** @param {Element} element */
  fresh(element) {
    const tag = tagOf(element);
    const count = this.next.get(tag) || 0;
    this.next.set(tag, count + 1);
    return `${tag}-${count}`;
  }
}

/**
 * @template T
 * @param {T[]} items
 * @param {(item: T) => string} key
 * @returns {Map<string, T[]>}
 */
function grouped(items, key) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/**
 * The tag as an ID may carry it; a parser accepts quotes and more in a tag name.
 * @param {Element} element
 */
function tagOf(element) {
  return element.localName.toLowerCase().replace(/[^a-z0-9-]/g, '').replace(/^-+|-+$/g, '').slice(0, 40) || 'element';
}

/**
 * What tells a re-rendered element from its neighbours.
 * @param {Element} element
 * @param {string} role
 * @param {string} name
 * @param {string} path
 */
function fingerprint(element, role, name, path) {
  const own = ['id', 'data-testid', 'data-test', 'name', 'type'].map((key) => element.getAttribute(key) || '');
  return JSON.stringify([element.localName, role, name, own, path]);
}
