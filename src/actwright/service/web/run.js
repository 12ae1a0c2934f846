// The live view of one run.
import { by, lost, made, post, stay, whyGone } from './common.js';
import { Driving } from './driving.js';

const SIGNS = { done: '✓', failed: '✕', skipped: '–', unknown: '?' };
const AGAIN = 1000;
const NAMES = ['run.queued', 'run.recorded', 'run.started', 'step.started', 'page.looked', 'call.started', 'call.progressed', 'call.ended', 'call.retried', 'step.proposed',
  'action.started', 'action.ended', 'action.refused', 'effect.announced', 'evidence.checked', 'step.ended', 'approval.requested', 'approval.answered',
  'ask_human.requested', 'ask_human.ended', 'run.paused', 'run.resumed', 'run.ended'];

class Watching {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.last = this.seen = 0;
    this.over = this.recorded = this.pictured = false;
    this.frozen = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.paused = this.taken = false;
    this.took = { steps: 0, input: 0, output: 0, cost: 0, unknown: false };
    /** @type {HTMLElement | null} */
    this.step = null;
    by('stop')?.addEventListener('click', () => fetch('/runs/' + id, { method: 'DELETE' }));
    by('pause')?.addEventListener('click', () => this.pause());
    by('freeze').addEventListener('click', () => this.freeze(!this.frozen));
    for (const [name, permit] of /** @type {[string, boolean][]} */ ([['permit', true], ['refuse', false]])) {
      by(name).addEventListener('click', () => this.answer(permit));
    }
    document.addEventListener('visibilitychange', () => !document.hidden && !this.frozen && this.show());
    this.question = this.wanted = '';
    this.driving = new Driving(id, (text) => this.doing(text));
    by('act').addEventListener('click', () => this.driving.take());
    by('acted').addEventListener('click', () => this.handBack(true));
    by('declined').addEventListener('click', () => this.handBack(false));
    this.freeze(this.frozen);
    this.listen();
  }

  /** @param {boolean} frozen */
  freeze(frozen) {
    this.frozen = frozen;
    by('freeze').textContent = frozen ? 'Unfreeze the picture' : 'Freeze the picture';
    if (!frozen) this.show();
  }

  async pause() {
    try {
      await post(`/runs/${this.id}/${this.paused ? 'resume' : 'pause'}`, {});
    } catch (error) {
      this.doing(/** @type {Error} */ (error).message);
    }
  }

  async show() {
    if (this.showing) return;
    this.showing = true;
    let after = 0;
    while (!this.over && !this.frozen && !document.hidden) {
      const answer = await fetch(`/runs/${this.id}/frame?after=${after}`).catch(() => null);
      if ([401, 404, 410].includes(answer?.status ?? 0)) break;
      if (answer?.status !== 200) {
        await new Promise((done) => setTimeout(done, answer?.status === 204 ? 200 : AGAIN));
        continue;
      }
      after = Number(answer.headers.get('X-Frame'));
      const image = /** @type {HTMLImageElement} */ (by('frame'));
      const old = image.src;
      image.src = URL.createObjectURL(await answer.blob());
      image.hidden = false;
      by('blank').hidden = true;
      if (old.startsWith('blob:')) URL.revokeObjectURL(old);
    }
    this.showing = false;
  }

  /** Follows the events after the last one that arrived, beginning with those that a lost connection missed. */
  listen() {
    const stream = new EventSource(`/runs/${this.id}/events?after=${this.last}`);
    stream.onopen = () => {
      lost('');
      if (!this.frozen) this.show();
    };
    stream.onerror = () => {
      stream.close();
      if (!this.over) this.again();
    };
    for (const name of NAMES) {
      stream.addEventListener(name, (event) => {
        const { data, lastEventId } = /** @type {MessageEvent} */ (event);
        this.last = Number(lastEventId) || this.last;
        this.hear(name, JSON.parse(data));
        if (name === 'run.ended') stream.close();
      });
    }
  }

  async again() {
    const why = await whyGone('/runs/' + this.id);
    lost(why);
    setTimeout(() => (why ? this.again() : this.listen()), AGAIN);
  }

  /** @param {string} name @param {any} told */
  hear(name, told) {
    switch (name) {
      case 'run.queued': return this.doing('The run waits for its turn.');
      case 'run.recorded':
        this.recorded = true;
        return undefined;
      case 'run.started': return this.state('running', 'The browser is open.');
      case 'page.looked': return this.looked(told);
      case 'call.started': return this.doing(`Step ${told.step}: asking ${told.model}`);
      case 'call.progressed': return this.doing(`Step ${told.step}: ${told.characters} characters of the reply`);
      case 'call.retried': return this.doing(`Step ${told.step}: the call failed; next attempt in ${told.seconds} s`);
      case 'call.ended':
        this.called(told);
        return this.waiting() && this.goesOn('');
      case 'step.proposed': return this.proposed(told);
      case 'action.started': return this.waiting() || this.doing(`Step ${told.step}: ${told.tool} ${told.element}`);
      case 'action.ended': return this.acted(told);
      case 'evidence.checked': return this.line(told.passed ? 'done' : 'failed', `checked: ${told.wanted}${told.passed || !told.found ? '' : `, but ${told.found}`}`);
      case 'step.ended': return this.stepped(told);
      case 'run.paused':
      case 'run.resumed': return this.held(told);
      case 'ask_human.requested': return this.want(told);
      case 'ask_human.ended':
        this.wanted = '';
        by('wanted').hidden = true;
        return this.goesOn(told.done ? 'A person acted; the run continues.' : 'Nobody acted; the run continues.');
      case 'approval.requested': return this.ask(told);
      case 'approval.answered':
        this.question = '';
        by('alert').hidden = true;
        return this.goesOn(told.permitted ? 'The effect was permitted.' : 'The effect was refused.');
      case 'run.ended': return this.end(told);
      default: return undefined;
    }
  }

  /** The run was paused or taken over, or one of these has ended. @param {{paused: boolean, taken_over: boolean}} told */
  held({ paused, taken_over: taken }) {
    const text = this.taken && !taken ? 'The run has its page again.' : 'The run continues.';
    if (this.taken && !taken) this.driving.lost();
    this.paused = paused;
    this.taken = taken;
    if (by('pause')) by('pause').textContent = paused ? 'Resume' : 'Pause';
    this.goesOn(text);
  }

  /** The state of a run that waits for a person, and why; null if it does not wait. @returns {[string, string] | null} */
  waiting() {
    if (this.taken) return ['paused', 'A person has the page; the run waits.'];
    if (this.paused) return ['paused', 'The run is paused; a call or action under way ends first.'];
    if (this.question) return ['needs_action', 'An effect waits for an answer.'];
    return this.wanted ? ['needs_action', 'The run waits for a person.'] : null;
  }

  /** @param {string} state @param {string} text */
  state(state, text) {
    const badge = by('state');
    badge.textContent = state.replaceAll('_', ' ');
    badge.className = `state ${state.replaceAll(' ', '_')}`;
    this.doing(text);
  }

  /** @param {string} text */
  doing(text) {
    by('doing').textContent = text;
  }

  /** @param {any} told */
  looked(told) {
    this.doing(`Step ${told.step}: looking at ${told.title || told.url}`);
    this.pictured = told.picture;
    this.step = made('li', '');
    const head = made('p', '', 'head');
    head.append(made('b', `Step ${told.step}`), ' ', made('span', told.title || told.url, 'soft text'));
    this.step.append(head);
    this.append(by('steps'), this.step);
    this.took.steps = told.step;
    this.count();
  }

  /** @param {any} told */
  called(told) {
    this.took.input += told.input;
    this.took.output += told.output;
    this.took.cost += told.cost || 0;
    this.took.unknown ||= told.cost === null;
    this.count();
  }

  /** Links to what the model saw in this step; a step that was proposed is recorded. @param {any} told */
  proposed(told) {
    if (!this.step) return;
    if (this.recorded) {
      const link = made('a', '', 'seen');
      link.href = `/view/${this.id}/steps/${told.step}`;
      if (this.pictured) {
        const image = document.createElement('img');
        image.loading = 'lazy';
        image.alt = '';
        image.src = `/runs/${this.id}/steps/${told.step}/picture?small=true`;
        this.seen = told.step;
        link.append(image);
      }
      link.append(made('span', this.took.input ? 'What the model got' : 'The page'), made('span', ` in step ${told.step}`, 'unseen'));
      this.append(this.step, link);
    }
    this.append(this.step, made('p', told.message, 'text'));
    this.append(this.step, made('ul', ''));
  }

  /** @param {any} told */
  acted(told) {
    const text = [told.tool, told.target || told.element].filter(Boolean).join(' ');
    const detail = told.detail && told.detail !== told.status ? `: ${told.detail}` : '';
    const known = told.corrected && this.step?.querySelector(`li[data-position="${told.position}"]`);
    if (known) known.remove();
    const item = this.line(told.status, text + detail);
    if (item) item.dataset.position = told.position;
  }

  /** @param {any} told */
  stepped(told) {
    if (told.problem) this.line('failed', told.problem);
  }

  count() {
    const { steps, input, output, cost, unknown } = this.took;
    const tokens = input ? `, ${input.toLocaleString('en')} tokens in, ${output.toLocaleString('en')} out` : '';
    const price = !input ? '' : unknown ? ', price unknown' : `, $${cost.toFixed(4)}`;
    by('spent').textContent = steps || input ? `${steps} ${steps === 1 ? 'step' : 'steps'}${tokens}${price}` : '';
  }

  /** @param {string} status @param {string} text */
  line(status, text) {
    const list = this.step?.querySelector('ul');
    if (!list) return null;
    const item = made('li', '', `text ${status}`);
    const sign = made('span', SIGNS[/** @type {keyof typeof SIGNS} */ (status)] || '', 'sign');
    sign.setAttribute('role', 'img');
    sign.setAttribute('aria-label', status);
    item.append(sign, made('span', text));
    this.append(list, item);
    return item;
  }

  /** @param {HTMLElement} to @param {HTMLElement} item */
  append(to, item) {
    const log = by('log');
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    to.append(item);
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
    this.goesOn('');
  }

  /** @param {any} told */
  want(told) {
    this.wanted = told.ask_human;
    by('reason').textContent = told.reason;
    by('wanted').hidden = false;
    this.goesOn('');
  }

  /** Ends a human request, and gives the page back if this person has it. @param {boolean} done */
  async handBack(done) {
    if (this.driving.lease) return this.driving.giveBack(!done);
    try {
      await post(`/runs/${this.id}/human-requests/${this.wanted}`, { done });
    } catch (error) {
      this.doing(/** @type {Error} */ (error).message);
    }
  }

  /** Shows the state of the run, with this text if it waits for nobody. @param {string} text */
  goesOn(text) {
    this.state(...(this.waiting() ?? /** @type {[string, string]} */ (['running', text])));
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

  /** Shows the last recorded picture to a person who opens this view after the end of the run. */
  showLast() {
    const image = /** @type {HTMLImageElement} */ (by('frame'));
    by('blank').textContent = 'The run has ended.';
    if (!this.seen) return;
    image.src = `/runs/${this.id}/steps/${this.seen}/picture`;
    image.alt = `The page at step ${this.seen}, as the model saw it`;
    image.hidden = false;
    by('blank').hidden = true;
  }

  /** @param {any} told */
  end(told) {
    this.over = true;
    const result = told.result;
    const acted = result.complete || result.may_have_acted === undefined ? '' : result.may_have_acted ? ' Something may have been submitted.' : ' Nothing was submitted.';
    const why = result.error || result.message || result.reason || '';
    this.state(told.state, `${why}${!why || /[.!?…]$/.test(why) ? '' : '.'}${acted}`);
    lost('');
    by('alert').hidden = by('wanted').hidden = true;
    for (const name of ['pause', 'take', 'stop', 'freeze']) if (by(name)) by(name).hidden = true;
    this.driving.lost();
    this.driving.beside.end();
    by('report').hidden = !result.record;
    if (by('frame').hidden) this.showLast();
  }
}

stay();
new Watching(/** @type {string} */ (document.querySelector('main')?.dataset.run));
