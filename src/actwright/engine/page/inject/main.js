// The selector engine that Playwright runs in its isolated world. A selector is a request in JSON, and finds a detached
// element whose text is the answer. Other selectors find elements: `RUN ID` the element itself, `RUN focused` the focused
// one, and `RUN ID PART` one that belongs to an element: its label, the file input in it, or the input that carries files
// to it. `RUN frame N`, queried from the element that holds a frame, records the frame's number and finds nothing.

import { token } from './document_token.js';
import { focusedElement } from './dom/focus.js';
import { internals } from './dom/internals.js';
import { exposed } from './dom/shadow_roots.js';
import { shownOf } from './input/boxes.js';
import { openerOf, pickedOption } from './input/choices.js';
import { keyTaker } from './input/sliders.js';
import { fileInputOf, newCarrier } from './input/uploading.js';
import { answerTo, perform } from './operations.js';
import { shownLabel } from './read/stand_ins.js';
import { runOf } from './run.js';

/** A document apart from the page, in which the elements that carry answers are made. @type {Document | null} */
let apart = null;

/**
 * An element from which Playwright reads an answer.
 * @param {unknown} answer
 */
function carrier(answer) {
  apart ??= document.implementation.createHTMLDocument('');
  const element = apart.createElement('pre');
  element.textContent = JSON.stringify(answer);
  return element;
}

/**
 * Elements that belong to another, by the name of the part.
 * @type {Record<string, (element: Element, id: string) => Element | null>}
 */
const BELONGINGS = { label: shownLabel, file: fileInputOf, carrier: newCarrier, opener: openerOf, option: pickedOption, keys: keyTaker };

/**
 * @param {Node} root
 * @param {string} selector
 * @returns {(Element | null)[]}
 */
function query(root, selector) {
  wake();
  if (selector.startsWith('{')) return [carrier(answerTo(JSON.parse(selector)))];
  const [name, id, part] = selector.trim().split(' ');
  const { register, guard, looks } = runOf(name);
  if (id === 'frame') {
    if (root instanceof Element) register.frames.set(root, Number(part));
    looks.forget();
    return [];
  }
  if (id === 'focused') return [focusedElement()];
  const element = register.element(id);
  if (!element) return [];
  guard.resolve(id, element);
  return [part ? BELONGINGS[part](element, id) : shownOf(register, id)];
}

let awake = false;

/** Defines, at the first question, the global that can be noticed from outside. */
function wake() {
  if (awake) return;
  awake = true;
  Object.assign(globalThis, { actwright: { engine, token, perform, ...exposed, ...internals } });
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
  queryAll: (root, selector) => query(root, selector).filter((found) => found !== null),
};
