// The pages of the service: signing in, asking for a run, and watching one. No framework, nothing from elsewhere.
'use strict';

/** @param {string} path @param {unknown} body */
async function post(path, body) {
  const answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

/** @param {string} id @returns {HTMLElement} */
function by(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {string} tag @param {string} text @param {string} name */
function made(tag, text, name = '') {
  const element = document.createElement(tag);
  element.textContent = text;
  if (name) element.className = name;
  return element;
}

/** The token stands behind the `#` of the address that the terminal shows, which no server gets; it is swapped for a cookie. */
async function signIn() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  history.replaceState(null, '', location.pathname);
  if (!token) return;
  try {
    await post('/session', { token });
    location.reload();
  } catch (error) {
    by('problem').textContent = /** @type {Error} */ (error).message;
  }
}

function asking() {
  const form = /** @type {HTMLFormElement} */ (by('ask'));
  form.addEventListener('submit', async (event) => {
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

/** Keys that are sent by name; what else is typed is sent as text. */
const KEYS = new Set(['Enter', 'Backspace', 'Delete', 'Tab', 'Escape', 'Home', 'End', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);
const BEAT = 6000;

/** The person has the page: what they do on its picture is done on it. */
class Driving {
  /** @param {string} id @param {(text: string) => void} say */
  constructor(id, say) {
    this.where = `/runs/${id}/take-over`;
    this.say = say;
    this.lease = '';
    /** @type {Promise<void>} */
    this.sent = Promise.resolve();
    by('take').addEventListener('click', () => (this.lease ? this.giveBack() : this.take()));
    const screen = by('screen');
    screen.addEventListener('click', (event) => this.pointer(event, { kind: 'click', count: Math.min(event.detail || 1, 3) }));
    screen.addEventListener('contextmenu', (event) => this.lease && (event.preventDefault(), this.pointer(event, { kind: 'click', button: 'right' })));
    screen.addEventListener('wheel', (event) => this.lease && (event.preventDefault(), this.pointer(event, { kind: 'wheel', dx: event.deltaX, dy: event.deltaY })), { passive: false });
    const keys = /** @type {HTMLTextAreaElement} */ (by('keys'));
    keys.addEventListener('keydown', (event) => this.key(event));
    keys.addEventListener('input', (event) => !(/** @type {InputEvent} */ (event).isComposing) && this.text(keys));
    keys.addEventListener('compositionend', () => this.text(keys));
  }

  async take() {
    try {
      this.lease = (await post(this.where, {})).lease;
    } catch (error) {
      return this.say(/** @type {Error} */ (error).message);
    }
    this.beat = setInterval(() => this.send([]), BEAT);
    by('take').textContent = 'Give back';
    by('typing').hidden = false;
    by('screen').classList.add('driven');
    by('keys').focus();
  }

  async giveBack() {
    const lease = this.lease;
    await this.sent;
    this.lost();
    await fetch(`${this.where}/${lease}`, { method: 'DELETE' });
  }

  lost() {
    this.lease = '';
    clearInterval(this.beat);
    by('take').textContent = 'Take over';
    by('typing').hidden = true;
    by('screen').classList.remove('driven');
  }

  /** @param {MouseEvent} event @param {Record<string, unknown>} what */
  pointer(event, what) {
    if (!this.lease) return;
    const box = by('frame').getBoundingClientRect();
    const share = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size) => Math.min(Math.max((at - from) / size, 0), 1);
    this.send([{ ...what, x: share(event.clientX, box.left, box.width), y: share(event.clientY, box.top, box.height) }]);
    by('keys').focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.isComposing) return;
    if (event.key === 'Escape' && event.shiftKey) {
      event.preventDefault();
      by('take').focus();
      return;
    }
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    if (!KEYS.has(event.key) && !(chord && event.key.length === 1 && event.key.toLowerCase() !== 'v')) return;
    event.preventDefault();
    const held = [event.ctrlKey && 'Control', event.altKey && 'Alt', event.shiftKey && 'Shift', event.metaKey && 'Meta'].filter(Boolean);
    this.send([{ kind: 'key', key: [...held, event.key].join('+') }]);
  }

  /** @param {HTMLTextAreaElement} keys */
  text(keys) {
    const text = keys.value;
    keys.value = '';
    if (text) this.send([{ kind: 'text', text }]);
  }

  /** @param {unknown[]} events */
  send(events) {
    const lease = this.lease;
    if (!lease) return;
    this.sent = this.sent.then(async () => {
      try {
        const { problem } = await post(`${this.where}/${lease}`, { events });
        if (problem) this.say(problem);
      } catch (error) {
        this.say(/** @type {Error} */ (error).message);
        this.lost();
      }
    });
  }
}

class Watching {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.over = false;
    this.paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.spent = 0;
    /** @type {Map<string, HTMLElement>} */
    this.actions = new Map();
    by('stop').addEventListener('click', () => fetch('/runs/' + id, { method: 'DELETE' }));
    by('hold').addEventListener('click', () => this.setPaused(!this.paused));
    for (const [name, permit] of /** @type {[string, boolean][]} */ ([['permit', true], ['refuse', false]])) {
      by(name).addEventListener('click', () => this.answer(permit));
    }
    this.driving = new Driving(id, (text) => this.doing(text));
    this.setPaused(this.paused);
    this.listen();
  }

  /** @param {boolean} paused */
  setPaused(paused) {
    this.paused = paused;
    by('hold').textContent = paused ? 'Show the picture as it moves' : 'Hold the picture still';
    if (!paused) this.show();
  }

  async show() {
    if (this.showing) return;
    this.showing = true;
    let after = 0;
    while (!this.over && !this.paused && !document.hidden) {
      const answer = await fetch(`/runs/${this.id}/frame?after=${after}`).catch(() => null);
      if (!answer || !answer.ok) break;
      if (answer.status === 204) continue;
      after = Number(answer.headers.get('X-Frame'));
      const image = /** @type {HTMLImageElement} */ (by('frame'));
      const old = image.src;
      image.src = URL.createObjectURL(await answer.blob());
      image.hidden = false;
      if (old.startsWith('blob:')) URL.revokeObjectURL(old);
    }
    this.showing = false;
  }

  listen() {
    const stream = new EventSource(`/runs/${this.id}/events`);
    const names = ['run.queued', 'run.started', 'step.started', 'page.looked', 'call.started', 'call.progressed', 'call.ended',
      'call.retried', 'step.proposed', 'action.started', 'action.ended', 'action.refused', 'effect.announced', 'evidence.checked',
      'step.ended', 'approval.requested', 'approval.answered', 'run.paused', 'run.resumed', 'run.ended'];
    for (const name of names) {
      stream.addEventListener(name, (event) => {
        this.hear(name, JSON.parse(/** @type {MessageEvent} */ (event).data));
        if (name === 'run.ended') stream.close();
      });
    }
    document.addEventListener('visibilitychange', () => !document.hidden && !this.paused && this.show());
  }

  /** @param {string} name @param {any} told */
  hear(name, told) {
    switch (name) {
      case 'run.started': return this.state('running', 'The browser is open.');
      case 'page.looked': return this.doing(`Step ${told.step}: looking at ${told.title || told.url}`);
      case 'call.started': return this.doing(`Step ${told.step}: asking ${told.model}`);
      case 'call.progressed': return this.doing(`Step ${told.step}: ${told.characters} characters of the reply`);
      case 'call.retried': return this.doing(`Step ${told.step}: the call failed, again in ${told.seconds} s`);
      case 'step.proposed': return this.add('', `${told.step}. ${told.message}`);
      case 'action.started': return this.doing(`Step ${told.step}: ${told.tool} ${told.element}`);
      case 'action.ended': return this.add(told.status, `${told.tool}: ${told.detail || told.status}`);
      case 'evidence.checked': return this.add(told.held ? 'done' : 'failed', `checked: ${told.wanted}`);
      case 'step.ended':
        if (told.problem) this.add('failed', told.problem);
        this.spent += told.cost || 0;
        by('spent').textContent = `${told.step} steps, $${this.spent.toFixed(4)}`;
        return undefined;
      case 'run.paused': return this.state('paused', 'A person has the page; the run waits.');
      case 'run.resumed':
        this.driving.lost();
        return this.state('running', 'The run has its page again.');
      case 'approval.requested': return this.ask(told);
      case 'approval.answered':
        by('alert').hidden = true;
        return this.state('running', told.permitted ? 'It was permitted.' : 'It was refused.');
      case 'run.ended': return this.end(told);
      default: return undefined;
    }
  }

  /** @param {string} state @param {string} text */
  state(state, text) {
    const badge = by('state');
    badge.textContent = state.replaceAll('_', ' ');
    badge.className = `state ${state}`;
    this.doing(text);
  }

  /** @param {string} text */
  doing(text) {
    by('doing').textContent = text;
  }

  /** @param {string} status @param {string} text */
  add(status, text) {
    const item = made('li', text, `text ${status}`);
    const log = by('log');
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    by('steps').append(item);
    if (atEnd) log.scrollTop = log.scrollHeight;
  }

  /** @param {any} told */
  ask(told) {
    this.question = told.question;
    const list = by('asked');
    list.replaceChildren();
    const rows = [['Action', `${told.tool} ${told.target}`], ['On', told.url], ['Goes to', told.origin], ...Object.entries(told.values), ['Why', told.why]];
    for (const [name, value] of rows) list.append(made('dt', name), made('dd', String(value), 'text'));
    by('alert').hidden = false;
    this.state('needs_action', 'An effect waits for an answer.');
  }

  /** @param {boolean} permit */
  async answer(permit) {
    const question = this.question;
    try {
      await post(`/runs/${this.id}/approvals/${question}`, { permit });
    } catch (error) {
      this.doing(/** @type {Error} */ (error).message);
    }
    if (this.question === question) by('alert').hidden = true; // another one may be asked by now
  }

  /** @param {any} told */
  end(told) {
    this.over = true;
    const result = told.result;
    const acted = result.may_have_acted ? ' Something may have been submitted.' : ' Nothing was submitted.';
    this.state(told.state, `${result.message || result.error || result.reason || ''}${result.complete ? '' : acted}`);
    by('alert').hidden = true;
    for (const name of ['stop', 'hold', 'take']) by(name).hidden = true;
    this.driving.lost();
    by('report').hidden = !result.record;
  }
}

if (document.getElementById('signin')) signIn();
if (document.getElementById('ask')) asking();
const run = document.querySelector('main')?.dataset.run;
if (run) new Watching(run);
