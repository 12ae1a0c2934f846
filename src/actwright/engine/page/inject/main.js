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

import { token } from './document_token.js';
import { remembering } from './dom/capture_cache.js';
import { focusedElement } from './dom/focus.js';
import { focusPlace } from './dom/forms.js';
import { imageOf } from './dom/image_maps.js';
import { exposed } from './dom/shadow_roots.js';
import { Register } from './identity/register.js';
import { holderOf, pointOf, rectOf } from './input/boxes.js';
import { arm, check, held, isInTheOpen, leave, rest } from './input/check.js';
import { note, whereabouts } from './input/dragging.js';
import { inFocus } from './input/in_focus.js';
import { freePlace } from './input/label_point.js';
import { takeLeak } from './input/leaks.js';
import { clipboardPlace } from './input/pasting.js';
import { listenToPerson } from './input/person_listener.js';
import { entered } from './input/persons_fields.js';
import { centre, intoView, scrollPane } from './input/scrolling.js';
import { findText, select, selected, showText } from './input/selecting.js';
import { fileInput, fileInputOf, newCarrier, offerFiles } from './input/uploading.js';
import { received, suggests, type, write } from './input/writing.js';
import { capture, still, unfold } from './read/capture.js';
import { fullText } from './read/full_text.js';
import { shownLabel, standIn } from './read/stand_ins.js';
import { signs } from './signs/signs.js';
import { LONGEST_REST, drawn, rested, turn } from './signs/waiting.js';

/** Each run has its own IDs; a page may outlive a run. @type {Map<string, Register>} */
const registers = new Map();

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

let asked = false;

/**
 * Defines, at the first question, the global that can be noticed from outside.
 */
function wake() {
  if (asked) return;
  asked = true;
  Object.assign(globalThis, { actwright: { engine, token, answer, inTurn, onceDrawn, onceRested, writeAndRest, heldAndRest, ...exposed } });
}

export const engine = {
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
