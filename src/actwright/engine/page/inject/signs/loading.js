// Whether a page is empty but for a sign that it is still being built, as pages are whose content comes over a socket.

import { CONTROLS } from '../dom/selectors.js';
import { isInView } from './motion.js';

const CONTENT = `${CONTROLS}, iframe, img, canvas, video, table`;
const INDICATORS = '[aria-label$="..."], [aria-label$="…"], [role=status], [role=progressbar], [class*=loading i], [class*=loader i], [class*=spinner i], [class*=splash i], [class*=skeleton i]';

/** What says that something is at work, in words or, as Streamlit does while the page is being made anew, in an attribute. */
const AT_WORK = ':is([role=img], [role=status], [role=progressbar], img, svg):is([aria-label$="..."], [aria-label$="…"]), [data-test-script-state=running]';

/** A main part that says that it is busy; while it is empty it may have no height. */
const EMPTY_AND_BUSY = '[aria-busy=true], [aria-busy=true] *, :has([aria-busy=true])';

/** What is drawn in the place of what comes. */
const SKELETONS = '[class*=skeleton i], [data-testid*=skeleton i]';

/** What a page says while it is loading is no longer. */
const LONGEST_WORDS = 80;

/** For so long after it came, in ms, a document may still be built by what comes over a socket. */
const YOUNG = 6000;

/** An ellipsis at the end, or with how much is done after it. */
const ELLIPSIS = /(\.\.\.|…)(\s*[(]?[\d.,/]+\s?%?[)]?)?$/;

/**
 * Whether the page says in words that it is at work, shows a skeleton of its content, or its main part shows nothing but
 * an ellipsis, as in "Loading…", or nothing beside an indicator.
 */
export function saysLoading() {
  if (Array.from(document.querySelectorAll(AT_WORK)).some(isInView) || Array.from(document.querySelectorAll(SKELETONS)).some(isBlankInView)) return true;
  if (isBehindWords()) return true;
  const main = document.querySelector('main, [role=main]') ?? document.body;
  if (!(main instanceof HTMLElement) || main.querySelector(CONTENT)) return false;
  const said = main.innerText.trim();
  if (said.length > LONGEST_WORDS) return false;
  if (ELLIPSIS.test(said)) return true;
  if (said.length > 1) return false;
  return main.matches(EMPTY_AND_BUSY) || Array.from(document.body.querySelectorAll(INDICATORS)).some(isInView);
}

/** Whether a box over the whole page shows nothing but words with an ellipsis, as in "Loading...". */
function isBehindWords() {
  let box = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (; box instanceof HTMLElement && box !== document.body && (box.textContent ?? '').length <= LONGEST_WORDS; box = box.parentElement) {
    if (!isOverAll(box)) continue;
    return ELLIPSIS.test(box.innerText.trim()) && !box.querySelector(CONTENT);
  }
  return false;
}

/** @param {Element} box */
function isOverAll(box) {
  const { left, top, right, bottom } = box.getBoundingClientRect();
  return left <= 0 && top <= 0 && right >= innerWidth && bottom >= innerHeight;
}

/** Whether the main part of a document that has just come shows nothing yet, not even that it is loading. */
export function isUnbuilt() {
  const main = document.querySelector('main, [role=main]');
  return performance.now() < YOUNG && main !== null && isBlankInView(main) && !main.querySelector('svg, object, embed');
}

/** @param {Element} element */
function isBlankInView(element) {
  return !element.textContent?.trim() && !element.querySelector(CONTENT) && isInView(element);
}
