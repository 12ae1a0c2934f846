// Functions that the pages of the service share. No framework, and nothing from other servers.

/** @param {string} path @param {unknown} body */
export async function post(path, body) {
  const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

/** @param {string} id @returns {HTMLElement} */
export function by(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {string} text @param {string} name */
export function made(tag, text, name = '') {
  const element = document.createElement(tag);
  element.textContent = text;
  if (name) element.className = name;
  return element;
}

/** @param {string} text */
export function lost(text) {
  const place = by('lost');
  if (place.textContent !== text) place.textContent = text;
  place.hidden = !text;
}

/** Why the service does not answer, in a sentence; empty if it does. @param {string} path */
export async function whyGone(path) {
  const answer = await fetch(path).catch(() => null);
  if (!answer) return stays() ? 'The program has ended or does not answer.' : 'The service does not answer. This page continues as soon as it does.';
  if (answer.status === 401) return 'The service was restarted. Open the address from its terminal in this browser; this page then continues.';
  if (answer.status === 404) return 'The service no longer knows this run.';
  return answer.ok ? '' : `The service answered with an error (${answer.status}).`;
}

export function stays() {
  return Boolean(document.querySelector('main')?.dataset.stays);
}

/** Shows the program that the page is open; the program ends when the last page is closed. */
export function stay() {
  if (!stays()) return;
  const here = new EventSource('/here');
  here.onerror = () => here.close();
}
