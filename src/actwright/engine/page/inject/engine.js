// The verbs. `RUN capture {options}`, `RUN unfold ID {options}`, `RUN check ID`, `RUN arm ID`, `RUN disarm`,
// `RUN text ID`, `RUN modal`, `RUN begin`, `RUN signs` and `RUN token` are questions: who asks by a selector gets a detached
// element whose text is the answer. `RUN frame N`, asked of an iframe, keeps its number and answers nothing. `RUN ID` is the
// element itself.

/** Each run has its own IDs; a page may outlive a run. @type {Map<string, Register>} */
const registers = new Map();

/** Nothing reads more of a title, and a page can make it of any length. */
const LONGEST_TITLE = 10_000;

/** @param {string} run */
function registerOf(run) {
  let register = registers.get(run);
  if (!register) registers.set(run, (register = new Register()));
  return register;
}

/** Where answers are made: apart from the page. @type {Document | null} */
let apart = null;

/**
 * What Playwright reads an answer from.
 * @param {string} said
 */
function carrier(said) {
  apart ??= document.implementation.createHTMLDocument('');
  const element = apart.createElement('pre');
  element.textContent = said;
  return element;
}

/**
 * What a picture of the page shows of the layout viewport: all of it unless the page is pinched.
 *
 * The visual viewport leaves out scrollbars, which a picture has; `innerWidth` is that of the page on phones, which a
 * picture has not.
 */
function shownArea() {
  const view = visualViewport;
  if (!view) return [0, 0, innerWidth, innerHeight];
  const bars = Math.max(innerWidth - view.width * view.scale, innerHeight - view.height * view.scale);
  const [width, height] = bars < 40 ? [innerWidth / view.scale, innerHeight / view.scale] : [view.width, view.height];
  return [view.offsetLeft, view.offsetTop, width, height];
}

/**
 * @param {Register} register
 * @param {{seeds?: Record<string, number>, boxes?: boolean, remember?: boolean, whole?: boolean, listeners?: string, provisional?: boolean}} options
 */
function capture(register, options) {
  const heard = hear(options.listeners || '');
  if (!heard && options.provisional) return { again: true };
  register.begin(options.seeds || {});
  const walk = new Walk(register, new Measures(), options);
  const root = walk.page();
  if (options.remember) signs().rest();
  /** @type {Element | null} null while a document is being written anew */
  const scroller = document.scrollingElement || document.documentElement;
  return {
    token, url: location.href, title: document.title.slice(0, LONGEST_TITLE), root, text: walk.text, runs: walk.runs, elements: walk.elements, deepest: walk.cut ? DEEPEST : 0,
    again: options.provisional === true && suspected.size > 0, modal: walk.modal ? shortLabel(walk.modal) : '', counters: Object.fromEntries(register.next),
    width: innerWidth, height: innerHeight, shown: shownArea(),
    scroll: [round(scrollX), round(scrollY), scroller?.scrollWidth ?? 0, scroller?.scrollHeight ?? 0],
  };
}

/**
 * What a fold of the last capture holds, described in full.
 * @param {Register} register
 * @param {string} id
 * @param {{seeds?: Record<string, number>, boxes?: boolean, from: number, most: number}} options
 */
function unfold(register, id, options) {
  const [now, before] = [register.folds.get(id) || [], register.opened.get(id) || []];
  const held = now.length > before.length ? now : before;
  const all = held.filter((element) => element.isConnected);
  if (!all.length) return { found: false };
  register.open(id, held);
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

/**
 * @param {Register} register
 * @param {string} id
 * @param {boolean} aimed also say where to click it
 */
function check(register, id, aimed = false) {
  const element = register.element(id);
  const known = register.known.get(id);
  const label = modalLabel();
  if (!element) return { found: false, modal: label };
  const shown = standIn(element) || element;
  const role = roleOf(element);
  const image = imageOf(element);
  const point = aimed ? aim(register, element, shown) : null;
  const area = new Measures().visible(shown);
  const cover = area && (image || isRendered(shown)) ? coverOf(shown, area) : null;
  return {
    found: true, origin: self.origin, role, name: nameOf(element, role), tag: tagOf(element), disabled: isDisabled(element),
    visible: isRendered(image || shown), point, in_view: area !== null, modal: label,
    covered_by: cover ? coverLabel(cover, shown) : '', adorned: cover !== null && isAdornment(cover, shown),
    moved: known ? register.moved(known, element) : null,
  };
}

/** A floating label or a styled box may stand out of its field by this many CSS px. */
const STANDS_OUT = 24;

/**
 * Whether what covers a control is no larger than it, as a placeholder, an icon or a styled box of its own is.
 * @param {Element} cover
 * @param {Element} element
 */
function isAdornment(cover, element) {
  const inner = element.getBoundingClientRect();
  /** @type {Element | null} */
  let node = cover;
  for (; node && !composedContains(node, element); node = composedParent(node)) {
    const box = node.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const within = box.left >= inner.left - STANDS_OUT && box.right <= inner.right + STANDS_OUT
      && box.top >= inner.top - STANDS_OUT && box.bottom <= inner.bottom + STANDS_OUT;
    if (!within) return false;
  }
  const dialog = cover.closest('dialog, [role=dialog], [role=alertdialog]');
  return !dialog || composedContains(dialog, element);
}

/**
 * The check before an action, after which input reaches this element as it is now, or nothing.
 * @param {Register} register
 * @param {string} id
 */
function arm(register, id) {
  const element = register.element(id);
  if (element) register.guard.arm(id, element);
  return check(register, id, true);
}

/**
 * The full text or value of an element.
 * @param {Register} register
 * @param {string} id
 */
function fullText(register, id) {
  const element = register.element(id);
  if (!element) return { found: false };
  if (isWithheld(element)) return { found: true, text: /** @type {HTMLInputElement} */ (element).value ? 'filled' : '' };
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return { found: true, text: element.value };
  if (element instanceof HTMLSelectElement) return { found: true, text: Array.from(element.options, (option) => option.label).join('\n') };
  if (element instanceof HTMLElement && !rootIn(element)) return { found: true, text: element.innerText };
  const walk = new Walk(new Register(), new Measures(), {});
  /** @type {TreeNode} */
  const root = { tag: 'page', kids: [] };
  walk.element(element, root.kids, surroundings(EVERYWHERE));
  walk.flush();
  return { found: true, text: walk.text.filter((part) => typeof part === 'string').join('') };
}

function modalLabel() {
  const modal = topModal();
  return modal ? shortLabel(modal) : '';
}

/** @type {Record<string, (register: Register, ...words: string[]) => unknown>} */
const VERBS = {
  capture: (register, ...options) => remembering(() => capture(register, JSON.parse(options.join(' ')))),
  unfold: (register, id, ...options) => remembering(() => unfold(register, id, JSON.parse(options.join(' ')))),
  check: (register, id) => check(register, id),
  arm,
  disarm: (register) => register.guard.disarm(),
  text: fullText,
  modal: () => signs().newModal(),
  begin: () => (signs().begin(), ''),
  signs: () => signs().answer(),
  token: () => token,
};

/**
 * The answer to a question; null if it asks with no verb.
 * @param {string} question
 * @returns {string | null}
 */
function answer(question) {
  wake();
  const [run, verb, ...words] = question.split(' ');
  if (!Object.hasOwn(VERBS, verb)) return null;
  const said = VERBS[verb](registerOf(run), ...words);
  return typeof said === 'string' ? said : JSON.stringify(said);
}

/**
 * @param {Node} root
 * @param {string} selector
 * @returns {Element[]}
 */
function query(root, selector) {
  const question = selector.trim();
  const said = answer(question);
  if (said !== null) return [carrier(said)];
  const [run, id, number] = question.split(' ');
  const register = registerOf(run);
  if (id === 'frame') {
    if (root instanceof Element) register.frames.set(root, Number(number));
    return [];
  }
  const element = register.element(id);
  if (!element) return [];
  register.guard.resolve(id, element);
  return [imageOf(element) || standIn(element) || element];
}

/** Tells this document from others to who can look into this world from outside. */
const token = `${performance.timeOrigin} ${Math.random()}`;
let asked = false;

/**
 * Playwright loads engines in the page's own world too as soon as it holds an element there, and asks them nothing: all
 * that can be noticed from outside happens at the first question.
 */
function wake() {
  if (asked) return;
  asked = true;
  listenToInput();
  Object.assign(globalThis, { actwright: { token, answer, ...door } });
}

const engine = {
  /**
   * @param {Node} root
   * @param {string} selector
   */
  query: (root, selector) => query(root, selector)[0] ?? null,
  /**
   * @param {Node} root
   * @param {string} selector
   */
  queryAll: (root, selector) => query(root, selector),
};
