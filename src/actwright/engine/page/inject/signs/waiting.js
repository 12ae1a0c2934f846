// Waiting for the page: for a turn of its event loop, and for what it draws.

import { signs } from './signs.js';

/** One for all turns: each handler would be one more listener that the browser counts, see `own_listeners.js`. */
const turns = new MessageChannel();

/** What waits for a turn, in order. @type {(() => void)[]} */
const waiting = [];
turns.port1.onmessage = () => waiting.shift()?.();

/** Waits until the page has had a turn of the event loop for work that it deferred. */
export function turn() {
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
export async function drawn(times) {
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

/** The longest wait for a page to draw after an edit, in ms. */
export const LONGEST_REST = 300;

/** Waits until the page may have reacted to an edit: it has had a turn, and has drawn if it requested a frame. */
export async function rested() {
  await turn();
  if (signs().awaitsFrame()) await drawn(1);
}
