// How often a page has rewritten a text by itself, as it does with a clock, and not with the name of a record.

export class Rewrites {
  constructor() {
    /** @type {WeakMap<Node, number>} */
    this.counts = new WeakMap();
  }

  /** @param {MutationRecord[]} records what changed at one moment while nobody acted */
  note(records) {
    const parents = records.filter(({ type }) => type !== 'attributes').map(({ target }) => (target instanceof Text ? target.parentNode : target));
    for (const each of new Set(parents)) if (each) this.counts.set(each, (this.counts.get(each) ?? 0) + 1);
  }

  /**
   * The most that was counted for an element or anything in it.
   * @param {Element} element
   */
  of(element) {
    return Math.max(...[element, ...element.querySelectorAll('*')].map((part) => this.counts.get(part) ?? 0));
  }
}
