// The verbs. A selector asks a question, and gets a detached element whose text is the answer: `RUN capture {options}`,
// `RUN unfold ID {options}`, `RUN check ID`, `RUN arm ID`, `RUN slipped`, `RUN disarm`, `RUN leave ID`, `RUN bar`,
// `RUN write ID {order}`, `RUN type ID {order}`, `RUN taint ID {taint}`, `RUN entered {hold}`, `RUN rest`, `RUN focus`,
// `RUN held ID`, `RUN open ID`, `RUN text ID`, `RUN scroll ID|- [X, Y]`, `RUN centre ID`, `RUN view ID`, `RUN rect ID`,
// `RUN point ID [X, Y]`, `RUN holder N`, `RUN label ID`, `RUN note ID`, `RUN whereabouts ID`,
// `RUN find ID|- [FROM, TO]`, `RUN show ID|- TEXT`, `RUN select -`, `RUN in_focus`, `RUN size`, `RUN untouched`,
// `RUN selected -`, `RUN file ID`, `RUN person BINDING PREFIX|-`, `RUN offer ID`, `RUN suggests ID`, `RUN modal`,
// `RUN begin`, `RUN clipboard`, `RUN copied ORIGIN [TEXTS]`, `RUN signs`, `RUN still OPTIONS` (brings styles and layout up to date) and `RUN token`.
//
// Other selectors: `RUN frame N`, queried from an iframe, records its number and returns nothing. `RUN ID` returns the
// element itself, `RUN focused` the focused one, and `RUN ID PART` one that belongs to an element: its label, the file
// input in it, or the input that carries files to it.

/** Each run has its own IDs; a page may outlive a run. @type {Map<string, Register>} */
const registers = new Map();

/** No reader uses more of a title, and a page can give it any length. */
const LONGEST_TITLE = 10_000;

/** @param {string} run */
function registerOf(run) {
  let register = registers.get(run);
  if (!register) registers.set(run, (register = new Register()));
  return register;
}

/** A document apart from the page, in which the elements that carry answers are made. @type {Document | null} */
let apart = null;

/**
 * An element from which Playwright reads an answer.
 * @param {string} said
 */
function carrier(said) {
  apart ??= document.implementation.createHTMLDocument('');
  const element = apart.createElement('pre');
  element.textContent = said;
  return element;
}

/**
 * The part of the layout viewport that a screenshot shows: all of it, unless the page is pinch-zoomed.
 *
 * The visual viewport excludes scrollbars, which a screenshot includes; on phones, `innerWidth` is the width of the
 * page, which a screenshot does not show.
 */
function shownArea() {
  const view = visualViewport;
  if (!view) return [0, 0, innerWidth, innerHeight];
  const bars = Math.max(innerWidth - view.width * view.scale, innerHeight - view.height * view.scale);
  const [width, height] = bars < 40 ? [innerWidth / view.scale, innerHeight / view.scale] : [view.width, view.height];
  return [view.offsetLeft, view.offsetTop, width, height];
}

/** No reader uses more of a selection. */
const LONGEST_SELECTION = 1000;

/** The selected text of the document, or of the focused field. */
function selectedText() {
  const active = focusedElement();
  if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) {
    if (isWithheld(active) || taintOf(active) || active.selectionStart === null) return '';
    return active.value.slice(active.selectionStart, active.selectionEnd ?? 0).slice(0, LONGEST_SELECTION);
  }
  const selection = getSelection();
  return selection && !selection.isCollapsed ? selection.toString().slice(0, LONGEST_SELECTION) : '';
}

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
function capture(register, options) {
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
function still(register, options) {
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
function unfold(register, id, options) {
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

/**
 * @param {Register} register
 * @param {string} id
 * @param {boolean} aimed also return where to click it
 */
function check(register, id, aimed = false) {
  const element = register.element(id);
  const known = register.known.get(id);
  const label = modalLabel();
  if (!element) return { found: false, modal: label };
  const shown = standIn(element) || element;
  const role = roleOf(element);
  const name = nameOf(element, role);
  const image = imageOf(element);
  const point = aimed ? aim(register, element, shown) : null;
  const area = new Measures().visible(shown);
  const cover = area && (image || isRendered(shown)) ? coverOf(shown, area) : null;
  return {
    found: true, origin: self.origin, for_secrets: isForSecrets(element), role, name, by_content: isNamedByContent(element, name), tag: tagOf(element), disabled: isDisabled(element),
    visible: isRendered(image || shown), point, size: point && isDrawn(shown) ? sizeInView(shown) : null, in_view: area !== null, modal: label,
    covered_by: cover ? coverLabel(cover, shown) : '', adorned: cover !== null && isAdornment(cover, shown),
    moved: known ? register.moved(known, element) : null, action: actionOf(element),
  };
}

/** A floating label or a styled box may extend beyond its field by this many CSS px. */
const STANDS_OUT = 24;

/**
 * Whether what covers a control is no larger than the control, as its own placeholder, icon or styled box is.
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
 * Checks an element before an action, and makes the guard let input reach this element as it is now, or nothing.
 * @param {Register} register
 * @param {string} id
 * @param {string} same a `Sameness`
 * @param {string[]} also `held`: also return what it holds, and whether a click reaches it where it is; `press`: also
 * return whether the mouse hits its middle at once, in which case the guard alone checks what the mouse hits; `begin`: an
 * action begins with that
 */
function arm(register, id, same, ...also) {
  if (also.includes('begin')) signs().begin();
  register.copies.begin();
  const element = register.element(id);
  const checked = check(register, id, true);
  const steady = element !== null && also.includes('press') && !checked.point && isSteady(register, element, standIn(element) || element);
  if (element) {
    register.guard.arm(id, element, /** @type {Sameness} */ (same), steady);
    signs().edits(element);
  }
  const result = { ...checked, steady, left: signs().stirredByLeaving() };
  return element && also.includes('held') ? { ...result, held: held(register, id), open: isHitInTheMiddle(element) } : result;
}

/**
 * Moves the focus from a field that was edited to the one to be edited next, if possible.
 * @param {Register} register
 * @param {string} id
 */
function leave(register, id) {
  const element = register.element(id);
  const now = check(register, id);
  if (element && now.found && !now.disabled && !now.covered_by) signs().leave(element);
  return now;
}

/** Ends what `arm` began, and reports what the edit set off. @param {Register} register */
function rest(register) {
  return { ...register.guard.disarm(), ...register.copies.end(), leak: takeLeak(), ...signs().stirred() };
}

/** Roles whose `aria-checked` states whether they are checked (WAI-ARIA 1.2). */
const CHECKED_ROLES = new Set(['checkbox', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio', 'switch', 'treeitem']);

/**
 * What a control holds right now, including secret values: the caller compares it with the intended value and does not
 * pass it on.
 * @param {Register} register
 * @param {string} id
 */
function held(register, id) {
  const element = register.element(id);
  if (!element) return { found: false };
  const control = element instanceof HTMLLabelElement && element.control ? element.control : element;
  const validity = /** @type {{validity?: ValidityState}} */ (/** @type {unknown} */ (control)).validity;
  /** @type {string[]} */
  const flaws = [];
  for (const name in validity) if (name !== 'valid' && validity[/** @type {keyof ValidityState} */ (name)]) flaws.push(name);
  const toggle = control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
  const said = CHECKED_ROLES.has(roleOf(control)) ? control.getAttribute('aria-checked') === 'true' : null;
  const valued = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement;
  return {
    found: true, flaws, checked: toggle ? control.checked : said, timed: signs().isTimed(),
    value: valued ? control.value : control instanceof HTMLElement ? control.innerText : '',
    options: control instanceof HTMLSelectElement ? optionsOf(control) : [],
  };
}

/**
 * Whether a click on the middle of a control reaches it. A styled control is often under a part of its own label; a
 * hidden one is represented by the label itself, which may have a link in its middle.
 * @param {Register} register
 * @param {string} id
 */
function isInTheOpen(register, id) {
  const element = register.element(id);
  const shown = element && (imageOf(element) || standIn(element) || element);
  shown?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  return element !== null && isHitInTheMiddle(element);
}

/**
 * The same, without scrolling.
 * @param {Element} element
 */
function isHitInTheMiddle(element) {
  const shown = imageOf(element) || standIn(element) || element;
  if (shown.localName === 'label' || !isRendered(shown)) return false;
  const box = shown.getBoundingClientRect();
  return shown.contains(rootOf(shown).elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}

/**
 * The full text or value of an element; for `PAGE`, all text of the document, including what is clipped.
 * @param {Register} register
 * @param {string} id
 */
function fullText(register, id) {
  if (id === PAGE) return { found: true, text: document.body?.innerText ?? '' };
  const element = register.element(id);
  if (!element) return { found: false };
  if (isWithheld(element)) return { found: true, text: /** @type {HTMLInputElement} */ (element).value ? 'filled' : '' };
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return { found: true, text: readableValueOf(element, element.value), value: true };
  if (element instanceof HTMLSelectElement) return { found: true, text: Array.from(element.options, (option) => option.label).join('\n') };
  if (element instanceof HTMLElement && isEditingHost(element)) return { found: true, text: readableValueOf(element, writtenIn(element)), value: true };
  if (element instanceof HTMLElement && !rootIn(element)) return { found: true, text: readableValueOf(element, element.innerText) };
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
  focus: () => focusPlace(),
  in_focus: () => inFocus(),
  size: () => [innerWidth, innerHeight],
  arm,
  bar: (register, ...also) => (also.includes('begin') && signs().begin(), register.copies.begin(), register.guard.bar(), ''),
  slipped: (register) => register.guard.slipped(),
  disarm: (register) => (signs().endInput(), { ...register.guard.disarm(), ...register.copies.end(), leak: takeLeak() }),
  write,
  type,
  taint: (register, id, ...taint) => received(register, id, JSON.parse(taint.join(' '))),
  entered,
  leave,
  rest,
  held,
  open: isInTheOpen,
  text: fullText,
  scroll: scrollPane,
  centre,
  view: intoView,
  rect: rectOf,
  point: pointOf,
  holder: holderOf,
  label: freePlace,
  note,
  whereabouts,
  find: findText,
  show: showText,
  select,
  selected,
  file: fileInput,
  offer: offerFiles,
  suggests,
  modal: () => signs().newModal(),
  begin: (register) => (signs().begin(), register.copies.begin(), ''),
  clipboard: () => clipboardPlace(),
  copied: (register, origin, ...texts) => (register.copies.share(origin, JSON.parse(texts.join(' '))), ''),
  signs: () => signs().answer(),
  still: (register, ...options) => remembering(() => still(register, JSON.parse(options.join(' ')))),
  token: () => token,
  untouched: (register) => Array.from(register.looks.values()).some((look) => look.remembered && look.isUntouched()),
  person: listenToPerson,
};

/**
 * The answer to a question; null if it contains no verb.
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

/** One for all turns: each handler would be one more listener that the browser counts, see `own_listeners.js`. */
const turns = new MessageChannel();
/** What waits for a turn, in order. @type {(() => void)[]} */
const waiting = [];
turns.port1.onmessage = () => waiting.shift()?.();

/** Waits until the page has had a turn of the event loop for work that it deferred. */
function turn() {
  return new Promise((resolve) => {
    waiting.push(() => resolve(undefined));
    turns.port2.postMessage(null);
  });
}

/** The longest wait for the second of two frames, in ms: a cross-site iframe that is out of view draws nothing. */
const LONGEST_FRAME = 200;

/**
 * Waits until the page has drawn the given number of frames and has had a turn since; a hidden page draws nothing.
 * @param {number} times
 */
async function drawn(times) {
  signs().awaitsFrame(); // callbacks that were requested until now run with this frame
  if (!document.hidden) await new Promise((resolve) => signs().askFrame(() => resolve(null)));
  for (let more = 1; more < times && !document.hidden; more += 1) {
    await new Promise((resolve) => {
      signs().askFrame(() => resolve(null));
      signs().askTimer(() => resolve(null), LONGEST_FRAME);
    });
  }
  await turn();
}

/**
 * The answers to two questions, with a turn of the page's event loop between them.
 * @param {string} first
 * @param {string} second
 */
async function inTurn(first, second) {
  const before = JSON.parse(answer(first) ?? 'null');
  await turn();
  return JSON.stringify([before, JSON.parse(answer(second) ?? 'null')]);
}

/**
 * The answer to a question once the page has drawn.
 * @param {string} question
 * @param {number} times number of frames
 */
async function onceDrawn(question, times) {
  await drawn(times);
  return answer(question);
}

/** The longest wait for a page to draw after an edit, in ms. */
const LONGEST_REST = 300;

/** Waits until the page may have reacted to an edit: it has had a turn, and has drawn if it requested a frame. */
async function rested() {
  await turn();
  if (signs().awaitsFrame()) await drawn(1);
}

/**
 * The answer to a question once the page has had time to react to an edit.
 * @param {string} question
 */
async function onceRested(question) {
  await rested();
  return answer(question);
}

/**
 * Writes into a field; then, once the page has had time to react, reports what the field holds and what the edit set
 * off.
 * @param {string} write
 * @param {string} held
 * @param {string} rest
 */
async function writeAndRest(write, held, rest) {
  const done = JSON.parse(answer(write) ?? 'null');
  if (!done.written) return JSON.stringify([done]);
  const late = new Promise((resolve) => signs().askTimer(() => resolve(true), LONGEST_REST));
  const stirred = await Promise.race([rested(), late]) === true;
  const [holds, setOff] = [held, rest].map((question) => JSON.parse(answer(question) ?? 'null'));
  return JSON.stringify([done, holds, { ...setOff, ...stirred && { stirred } }]);
}

/**
 * What a control holds once the page has drawn and had time to react; and what the edit set off, unless more is to
 * come: the control does not have the wanted state, or the page has set a timer.
 * @param {string} held
 * @param {string} rest
 * @param {boolean | null} wanted
 */
async function heldAndRest(held, rest, wanted) {
  if (wanted !== null) await drawn(1);
  await rested();
  const holds = JSON.parse(answer(held) ?? 'null');
  const isLast = holds.found && (wanted === null || (holds.checked === wanted && !holds.timed));
  return JSON.stringify([holds, isLast ? JSON.parse(answer(rest) ?? 'null') : null]);
}

/**
 * Elements that belong to another, by the name of the part.
 * @type {Record<string, (element: Element) => Element | null>}
 */
const BELONGINGS = { label: shownLabel, file: fileInputOf, carrier: newCarrier };

/**
 * @param {Node} root
 * @param {string} selector
 * @returns {Element[]}
 */
function query(root, selector) {
  const question = selector.trim();
  const said = answer(question);
  if (said !== null) return [carrier(said)];
  const [run, id, part] = question.split(' ');
  const register = registerOf(run);
  if (id === 'frame') {
    if (root instanceof Element) register.frames.set(root, Number(part));
    register.forgetLooks();
    return [];
  }
  if (id === 'focused') {
    const focused = focusedElement();
    return focused ? [focused] : [];
  }
  const element = register.element(id);
  if (!element) return [];
  register.guard.resolve(id, element);
  if (part) {
    const belonging = BELONGINGS[part](element);
    return belonging ? [belonging] : [];
  }
  return [imageOf(element) || standIn(element) || element];
}

/** Identifies this document to code outside of this world that can look into it. */
const token = `${performance.timeOrigin} ${Math.random()}`;
let asked = false;

/**
 * Defines, at the first question, the global that can be noticed from outside.
 */
function wake() {
  if (asked) return;
  asked = true;
  Object.assign(globalThis, { actwright: { engine, token, answer, inTurn, onceDrawn, onceRested, writeAndRest, heldAndRest, ...exposed } });
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
