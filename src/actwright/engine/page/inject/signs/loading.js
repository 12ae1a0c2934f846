// Whether a page is empty but for a sign that it is still being built, as pages are whose content comes over a socket.

import { CONTROLS } from '../dom/selectors.js';
import { isInView } from './motion.js';

const CONTENT = `${CONTROLS}, iframe, img, canvas, video, table`;
const INDICATORS = '[aria-label$="..."], [aria-label$="…"], [role=status], [role=progressbar], [class*=loading i], [class*=loader i], [class*=spinner i], [class*=splash i], [class*=skeleton i]';

/** What a page says while it is loading is no longer. */
const LONGEST_WORDS = 40;

/** Whether the main part of the page shows nothing but an ellipsis, as in "Loading…", or nothing beside an indicator. */
export function saysLoading() {
  const main = document.querySelector('main, [role=main]') ?? document.body;
  if (!(main instanceof HTMLElement) || main.querySelector(CONTENT)) return false;
  const said = main.innerText.trim();
  if (said.length > LONGEST_WORDS) return false;
  if (/(\.\.\.|…)$/.test(said)) return true;
  return said.length <= 1 && Array.from(document.body.querySelectorAll(INDICATORS)).some(isInView);
}
