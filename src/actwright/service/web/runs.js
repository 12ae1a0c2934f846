// The list of runs: starts runs, and shows the state of all of them.
import { by, lost, post, stay, whyGone } from './common.js';

const EVERY = 2000;

function asking() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById('ask'));
  form?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    /** @type {Record<string, string>} */
    const data = {};
    for (const line of String(given.get('data')).split('\n')) {
      const cut = line.indexOf('=');
      if (cut > 0) data[line.slice(0, cut).trim()] = line.slice(cut + 1).trim();
    }
    /** @type {Record<string, unknown>} */
    const body = { task: given.get('task'), url: given.get('url'), data };
    if (given.get('model')) body.model = given.get('model');
    const button = /** @type {HTMLButtonElement} */ (form.querySelector('button'));
    button.disabled = true;
    try {
      location.assign('/view/' + (await post('/runs', body)).id);
    } catch (error) {
      by('problem').textContent = /** @type {Error} */ (error).message;
      button.disabled = false;
    }
  });
}

/** Replaces what has changed; everything else stays, including its pictures and the focus. @param {Document} anew */
function replace(anew) {
  const list = by('list');
  const old = new Map([...list.querySelectorAll('li')].map((item) => [item.id, item]));
  const focused = document.activeElement?.closest('#list li')?.id;
  for (const item of anew.querySelectorAll('li')) {
    const before = old.get(item.id);
    if (before && before.dataset.as === item.outerHTML) item.replaceWith(before);
    else item.dataset.as = item.outerHTML;
  }
  list.replaceChildren(...anew.body.childNodes);
  if (focused && !list.contains(document.activeElement)) document.getElementById(focused)?.querySelector('a')?.focus();
}

async function follow() {
  for (;;) {
    await new Promise((done) => setTimeout(done, EVERY));
    if (document.hidden) continue;
    const answer = await fetch('/list').catch(() => null);
    lost(answer?.ok ? '' : await whyGone('/list'));
    if (answer?.ok) replace(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  }
}

/** Shows the live pictures of runs under way one after the other, because browsers allow few connections. */
async function live() {
  for (;;) {
    await new Promise((done) => setTimeout(done, EVERY / 2));
    if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) continue;
    for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll('img[data-live]'))) {
      const box = image.getBoundingClientRect();
      if (box.bottom < 0 || box.top > innerHeight) continue;
      const answer = await fetch(`/runs/${image.dataset.live}/frame?wait=1`).catch(() => null);
      if (answer?.status !== 200) continue;
      const old = image.src;
      image.src = URL.createObjectURL(await answer.blob());
      if (old.startsWith('blob:')) URL.revokeObjectURL(old);
    }
  }
}

asking();
stay();
follow();
live();
