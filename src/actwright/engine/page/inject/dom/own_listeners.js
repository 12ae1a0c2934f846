// Our own listeners at the window. `document.open()` removes every listener of a window, and a page may call it at any time.
// Adding a listener that is there already is safe, but the browser counts it as one more until a garbage collection, and
// then the page is asked again about the listeners of all its elements (`listeners.js`). So ours are added again only when
// an event of our own does not reach them.

/** A type for which no page listens. */
const PROBE = `probe-${Math.random()}`;

/** What adds our listeners. @type {Set<() => void>} */
const adders = new Set();
let reached = false;

function noteProbe() {
  reached = true;
}

/**
 * Adds listeners, and adds all of ours again if the page has removed them. Safe to repeat.
 * @param {() => void} add always the same function for the same listeners
 */
export function keepListening(add) {
  reached = false;
  dispatchEvent(new Event(PROBE));
  if (!reached) {
    addEventListener(PROBE, noteProbe);
    for (const each of adders) each();
  }
  if (adders.has(add)) return;
  adders.add(add);
  add();
}
