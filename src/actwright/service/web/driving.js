// Passes what a person does on the picture on to the page, while the person has the page.
import { Beside } from './beside.js';
import { by, post } from './common.js';

/** Keys that are sent by name; everything else is sent as text. */
const KEYS = new Set(['Enter', 'Backspace', 'Delete', 'Tab', 'Escape', 'Home', 'End', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);
const BEAT = 6000;

export class Driving {
  /** @param {string} id @param {(text: string) => void} say */
  constructor(id, say) {
    this.where = `/runs/${id}/take-over`;
    this.say = say;
    this.lease = '';
    /** @type {Promise<void>} */
    this.sent = Promise.resolve();
    this.beside = new Beside(id, () => this.lease, (events) => this.send(events));
    by('take')?.addEventListener('click', () => (this.lease ? this.giveBack() : this.take()));
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
    by('act').hidden = true;
    by('typing').hidden = false;
    by('screen').classList.add('driven');
    by('keys').focus();
    this.beside.look();
  }

  /** Gives the page back; what the run asked a person to do then counts as done, or as refused. */
  async giveBack(refused = false) {
    const lease = this.lease;
    await this.sent;
    this.lost();
    await fetch(`${this.where}/${lease}${refused ? '?refused=true' : ''}`, { method: 'DELETE' });
  }

  lost() {
    this.lease = '';
    clearInterval(this.beat);
    if (by('take')) by('take').textContent = 'Take over';
    by('act').hidden = false;
    by('typing').hidden = true;
    by('screen').classList.remove('driven');
    this.beside.look();
  }

  /** @param {MouseEvent} event @param {Record<string, unknown>} what */
  pointer(event, what) {
    if (!this.lease) return;
    const box = by('frame').getBoundingClientRect();
    const share = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size) => Math.min(Math.max((at - from) / size, 0), 1);
    this.send([{ ...what, x: share(event.clientX, box.left, box.width), y: share(event.clientY, box.top, box.height) }]);
    by('keys').focus({ preventScroll: true });
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
      if (events.length) this.beside.look();
    });
  }
}
