// Waiting for the page: for a turn of its event loop, and for what it draws.

import { signs } from './signs.js';

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

/** Waits until the page may have reacted to an edit: it has had a turn, and has drawn if it requested a frame. */
async function rested() {
  await turn();
  if (signs().awaitsFrame()) await drawn(1);
}

/**
 * @typedef {object} Wait
 * @property {boolean} [turn] for a turn of the page's event loop
 * @property {number} [drawn] until the page has drawn so many frames, and has had a turn since
 * @property {boolean} [settled] after that, until the page may have reacted to an edit
 * @property {number} [most] the longest wait, in ms
 */

/**
 * @param {Wait} wait
 * @returns {Promise<boolean>} whether the longest wait was over first
 */
export async function waitFor({ turn: takesTurn, drawn: frames = 0, settled, most }) {
  const wait = async () => {
    if (takesTurn) await turn();
    if (frames) await drawn(frames);
    if (settled) await rested();
    return false;
  };
  if (!most) return wait();
  const late = new Promise((resolve) => signs().askTimer(() => resolve(true), most));
  return Promise.race([wait(), late]);
}
