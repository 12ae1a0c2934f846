// What code outside of this world can ask of a document. Each operation takes the run that asks and the arguments of the
// request; an ID in them is that of an element, without the prefix of its frame.

import { token } from './document_token.js';
import { remembering } from './dom/capture_cache.js';
import { focusPlace } from './dom/forms.js';
import { fullText } from './full_text.js';
import { atPoint } from './input/at_point.js';
import { holderOf, pointOf, rectOf } from './input/boxes.js';
import { calendarStep, calendarTime } from './input/calendar.js';
import { beforeChoices, choices, moreChoices, pick, unfoldChoice } from './input/choices.js';
import { arm, bar, check, content, disarm, isInTheOpen, leave, rest } from './input/check.js';
import { isInPlace, note, whereabouts } from './input/dragging.js';
import { inFocus } from './input/in_focus.js';
import { freePlace } from './input/label_point.js';
import { closePopup } from './input/own_popups.js';
import { clipboardPlace } from './input/pasting.js';
import { listenToPerson } from './input/person_listener.js';
import { entered } from './input/persons_fields.js';
import { centre, intoView, scrollPane } from './input/scrolling.js';
import { findText, searchedText, select, selected, showText } from './input/selecting.js';
import { slider } from './input/sliders.js';
import { fileInput, offerFiles } from './input/uploading.js';
import { toolForms } from './input/tool_forms.js';
import { keepForms, suggests } from './input/typing.js';
import { paste, received, selectField, type, write } from './input/writing.js';
import { capture, still, unfold } from './read/capture.js';
import { runOf } from './run.js';
import { signs } from './signs/signs.js';
import { waitFor } from './signs/waiting.js';

/** @import { Run } from './run.js' */
/** @import { Wait } from './signs/waiting.js' */

/**
 * @typedef {object} Request
 * @property {string} run the name of the run that asks
 * @property {string} op the name of an operation
 * @property {any} args
 * @property {Wait} [before] what to wait for first
 * @property {Record<string, unknown>} [expect] what the answer must contain for the next request to be answered
 */

/** @type {Record<string, (run: Run, args: any) => unknown>} */
const OPERATIONS = {
  // Looks
  token: () => token,
  still: (run, args) => {
    signs(); // adds a listener, which counts
    const { same, ...answer } = remembering(() => still(run, args));
    if (same && args.remember) signs().rest();
    return { same, ...answer };
  },
  capture: (run, args) => {
    const answer = remembering(() => capture(run, args));
    if (args.remember && !answer.again) signs().rest();
    return answer;
  },
  unfold: (run, args) => remembering(() => unfold(run, args)),
  untouched: ({ looks }) => looks.areUntouched(),
  text: ({ register }, args) => fullText(register, args),
  size: () => [innerWidth, innerHeight],
  // The focus
  focus: focusPlace,
  in_focus: inFocus,
  clipboard: clipboardPlace,
  // Elements, and where they are
  check: ({ register }, args) => check(register, args),
  content: ({ register }, args) => content(register, args),
  open: ({ register }, args) => isInTheOpen(register, args),
  suggests: ({ register }, args) => suggests(register, args),
  slider: ({ register }, args) => slider(register, args),
  file: ({ register }, args) => fileInput(register, args),
  rect: ({ register }, args) => rectOf(register, args),
  point: ({ register }, args) => pointOf(register, args),
  at_point: ({ register }, args) => atPoint(register, args),
  label: ({ register }, args) => freePlace(register, args),
  holder: ({ register }, args) => holderOf(register, args),
  view: ({ register }, args) => intoView(register, args),
  centre: ({ register }, args) => centre(register, args),
  scroll: ({ register }, args) => scrollPane(register, args),
  note: ({ register }, args) => note(register, args),
  before_choices: ({ register }, args) => beforeChoices(register, args),
  choices: ({ register }, args) => choices(register, args),
  pick: ({ register }, args) => pick(register, args),
  calendar_step: ({ register }, args) => calendarStep(register, args),
  calendar_time: ({ register }, args) => calendarTime(register, args),
  more_choices: ({ register }, args) => moreChoices(register, args),
  unfold_choice: ({ register }, args) => unfoldChoice(register, args),
  in_place: ({ register }, args) => isInPlace(register, args),
  whereabouts: ({ register }, args) => whereabouts(register, args),
  // Actions
  begin: ({ copies }, { effect }) => {
    signs().begin();
    signs().messages.begin(effect);
    copies.begin();
  },
  arm,
  bar,
  leave: ({ register }, args) => leave(register, args),
  close_popup: ({ register }, args) => closePopup(register, args),
  slipped: ({ guard }) => guard.slipped(),
  disarm,
  rest,
  write,
  select_field: selectField,
  paste,
  type,
  keep_forms: (_, args) => keepForms(args),
  taint: received,
  tool_forms: ({ register }) => toolForms(register),
  offer: ({ register }, args) => offerFiles(register, args),
  find: ({ register }, args) => findText(register, args),
  show: ({ register }, args) => showText(register, args),
  searched_text: ({ register }, args) => searchedText(register, args),
  select,
  selected,
  copied: ({ copies }, { origin, texts }) => copies.share(origin, texts),
  // What the page does, and what a person does in it
  signs: (run) => {
    const messages = signs().messages.after(run.messages);
    run.messages = messages.count;
    return { ...signs().answer(), messages };
  },
  modal: () => signs().newModal(),
  entered,
  person: ({ register }, args) => listenToPerson(register, args),
};

/** @param {Request} request */
export function answerTo({ run, op, args }) {
  return OPERATIONS[op](runOf(run), args) ?? null;
}

/**
 * The answers to requests, as JSON, up to the first answer that is not as expected.
 * @param {Request[]} requests
 */
export async function perform(requests) {
  const answers = [];
  for (const request of requests) {
    const late = request.before && await waitFor(request.before);
    const answer = answerTo(request);
    answers.push(late ? { .../** @type {object} */ (answer), late } : answer);
    if (!isAsExpected(answer, request.expect)) break;
  }
  return JSON.stringify(answers);
}

/**
 * @param {any} answer
 * @param {Record<string, unknown>} [expected]
 */
function isAsExpected(answer, expected = {}) {
  return Object.entries(expected).every(([name, value]) => answer[name] === value);
}
