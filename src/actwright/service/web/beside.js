// What a picture of the page cannot show: an open dialog, the options of a select, a date or color picker, a file chooser.
import { by, made } from './common.js';

const EVERY = 1000;
const ASKS = { alert: 'The page says', confirm: 'The page asks', prompt: 'The page asks', beforeunload: 'The page asks whether to leave it' };

export class Beside {
  /** @param {string} id @param {() => string} lease @param {(events: unknown[]) => void} send */
  constructor(id, lease, send) {
    this.where = `/runs/${id}/beside`;
    this.lease = lease;
    this.send = send;
    this.shown = '';
    this.over = false;
    this.timer = setInterval(() => !document.hidden && this.look(), EVERY);
  }

  async look() {
    if (this.over) return;
    const lease = this.lease();
    const answer = await fetch(`${this.where}?lease=${lease}`).catch(() => null);
    if (!answer?.ok || lease !== this.lease()) return;
    const told = await answer.json();
    const shown = JSON.stringify([told, Boolean(lease)]);
    if (shown === this.shown) return; // otherwise a choice that a person is just making would be lost
    this.shown = shown;
    this.show(told, Boolean(lease));
  }

  end() {
    this.over = true;
    clearInterval(this.timer);
    by('beside').hidden = true;
  }

  /** @param {any} told @param {boolean} driven */
  show(told, driven) {
    const place = by('beside');
    const had = place.contains(document.activeElement);
    place.replaceChildren(...(told.dialog ? this.dialog(told.dialog, driven) : told.file ? this.file() : told.control ? this.control(told.control) : []));
    place.hidden = !place.childElementCount;
    if (had && place.hidden) by('keys').focus();
  }

  /** @param {{kind: keyof typeof ASKS, text: string, default?: string}} dialog @param {boolean} driven */
  dialog(dialog, driven) {
    const parts = [made('strong', ASKS[dialog.kind]), made('p', dialog.text, 'text')];
    if (!driven) return parts;
    const text = document.createElement('input');
    text.value = dialog.default || '';
    text.setAttribute('aria-label', 'Answer');
    const row = made('div', '', 'row');
    const answer = (/** @type {boolean} */ accept) => this.send([{ kind: 'dialog', accept, text: dialog.kind === 'prompt' && accept ? text.value : '' }]);
    const buttons = dialog.kind === 'alert' ? [['OK', true]] : dialog.kind === 'beforeunload' ? [['Leave', true], ['Stay', false]] : [['OK', true], ['Cancel', false]];
    for (const [name, accept] of /** @type {[string, boolean][]} */ (buttons)) {
      const button = made('button', name);
      button.addEventListener('click', () => answer(accept));
      row.append(button);
    }
    return [...parts, ...(dialog.kind === 'prompt' ? [text] : []), row];
  }

  file() {
    return [made('strong', 'The page asks for a file'), made('p', 'You cannot upload one from here.')];
  }

  /** @param {any} control */
  control(control) {
    const label = made('label', control.label || 'In focus');
    if (control.kind !== 'select') {
      const input = document.createElement('input');
      input.type = control.kind;
      for (const name of /** @type {const} */ (['value', 'min', 'max', 'step'])) if (control[name]) input[name] = control[name];
      input.addEventListener('change', () => this.send([{ kind: 'value', value: input.value }]));
      label.append(input);
      return [label];
    }
    const select = document.createElement('select');
    select.multiple = Boolean(control.multiple);
    /** @type {HTMLElement} */
    let group = select;
    for (const { label: text, selected, disabled, group: of } of control.options || []) {
      if (!of) group = select;
      else if (!(group instanceof HTMLOptGroupElement) || group.label !== of) {
        group = document.createElement('optgroup');
        /** @type {HTMLOptGroupElement} */ (group).label = of;
        select.append(group);
      }
      const option = new Option(text, '', false, Boolean(selected));
      option.disabled = Boolean(disabled);
      group.append(option);
    }
    select.addEventListener('change', () => this.send([{ kind: 'choose', options: [...select.options].flatMap((option, at) => (option.selected ? [at] : [])) }]));
    label.append(select);
    return [label];
  }
}
