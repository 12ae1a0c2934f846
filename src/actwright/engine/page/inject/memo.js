// What one capture has asked the browser and need not ask again. Outside of a capture nothing is kept, as pages change.

const memo = {
  on: false,
  /** @type {Map<Element, Style>} */
  styles: new Map(),
  /** @type {Map<Element, string>} */
  roles: new Map(),
  /** @type {Map<Element, string>} */
  names: new Map(),
  /** @type {Map<Element, string>} */
  contents: new Map(),
  /** @type {Map<Element, string>} short labels */
  labels: new Map(),
  /** @type {Map<Document | ShadowRoot, Map<Element, HTMLLabelElement[]>>} */
  labelled: new Map(),
  /** @type {Map<Element, string>} */
  saidByLabels: new Map(),
  /** @type {Added | null} */
  added: null,
  /** @type {Map<Document | ShadowRoot, Map<string, ArrayLike<Element>>>} */
  found: new Map(),
  /** @type {Element[] | null} */
  modals: null,
  /** @type {(Document | ShadowRoot)[] | null} */
  roots: null,
  /** @type {Map<Element, Ports>} */
  ports: new Map(),
  /** @type {Openings | null} */
  page: null,
  /** @type {Set<Element> | null} */
  top: null,
};

/**
 * Runs work during which the page cannot change, with results remembered.
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
function remembering(work) {
  memo.on = true;
  try {
    return work();
  } finally {
    memo.on = false;
    memo.styles.clear();
    memo.roles.clear();
    memo.names.clear();
    memo.contents.clear();
    memo.labels.clear();
    memo.labelled.clear();
    memo.saidByLabels.clear();
    memo.added = null;
    memo.found.clear();
    memo.modals = null;
    memo.roots = null;
    memo.ports.clear();
    memo.page = null;
    memo.top = null;
  }
}

/**
 * The computed style of an element. Each property is read once, and only if it is needed: reading properties costs more
 * than anything else that a capture asks of the browser about an element. One call finds out whether it is shown.
 */
class Style {
  /** @param {Element} element */
  constructor(element) {
    this.element = element;
    this.live = getComputedStyle(element);
    /** It has a box, is visible and not transparent, and no ancestor is transparent or skips its content. */
    this.plain = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    /** @type {Partial<Record<'display' | 'position' | 'overflow' | 'cursor' | 'pointerEvents', string>>} */
    this.known = {};
  }

  get display() { return (this.known.display ??= this.live.display); }

  get position() { return (this.known.position ??= this.live.position); }

  get cursor() { return (this.known.cursor ??= this.live.cursor); }

  get pointerEvents() { return (this.known.pointerEvents ??= this.live.pointerEvents); }

  /** One keyword, or one each for x and y. */
  get overflow() { return (this.known.overflow ??= this.live.overflow); }

  get overflowX() { return this.overflow.split(' ', 1)[0]; }

  get overflowY() { return this.overflow.split(' ').pop() ?? ''; }

  get isHidden() { return !this.plain && this.live.visibility !== 'visible'; }

  get isTransparent() { return !this.plain && Number(this.live.opacity) === 0; }

  get isFlow() { return /^(inline|contents)$/.test(this.display); }

  /** Whether its content is skipped, as `content-visibility: hidden` does. */
  get skipsContent() { return this.live.contentVisibility === 'hidden'; }

  /** Whether its own text has a font size of 0. */
  get isSizedAway() { return this.live.fontSize === '0px'; }
}

/** @param {Element} element */
function styleOf(element) {
  if (!memo.on) return new Style(element);
  let style = memo.styles.get(element);
  if (!style) memo.styles.set(element, (style = new Style(element)));
  return style;
}

/**
 * A property of an element, computed once per capture.
 * @param {Map<Element, string>} known
 * @param {Element} element
 * @param {(element: Element) => string} ask
 */
function once(known, element, ask) {
  if (!memo.on) return ask(element);
  let said = known.get(element);
  if (said === undefined) known.set(element, (said = ask(element)));
  return said;
}

/** @param {Element} element */
function roleOf(element) {
  return once(memo.roles, element, roleNow);
}

/** The document and every shadow root known in it. */
function allRoots() {
  if (!memo.on) return openRoots(document);
  return (memo.roots ??= openRoots(document));
}

/**
 * All elements in a root that match a selector.
 * @param {Document | ShadowRoot} root
 * @param {string} selector
 * @returns {ArrayLike<Element>}
 */
function everywhere(root, selector) {
  if (!memo.on) return root.querySelectorAll(selector);
  let lists = memo.found.get(root);
  if (!lists) memo.found.set(root, (lists = new Map()));
  let all = lists.get(selector);
  if (!all) lists.set(selector, (all = root.querySelectorAll(selector)));
  return all;
}
