// What a person entered into the fields of a document during a hold: afterwards only a name is shown in its place.

import { token } from '../document_token.js';
import { keepListening } from '../dom/own_listeners.js';
import { allRoots } from '../dom/roots.js';
import { contentOf, setTaint, taints } from '../read/withheld.js';
import { listenToLeaks } from './leaks.js';

/** @import { Taint } from '../read/withheld.js' */
/** @import { Run } from '../run.js' */

/** Fields that contain text, except those that are ticked, pressed or hidden. */
const ENTERED = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=image], [type=hidden]), textarea, select, '
  + '[contenteditable]:not([contenteditable=false])';

/**
 * @typedef {object} PersonsHold
 * @property {number} number of the hold within the run
 * @property {boolean} begins whether the hold begins: what fields hold now was there before
 * @property {string} [name] shown in place of what was entered, from now on; until then the person may copy and cut
 */

/** What fields held before the person took over, and which were changed; one for each run. */
class PersonsChanges {
  /**
   * @param {PersonsHold} hold
   */
  constructor(hold) {
    this.number = hold.number;
    /** @type {WeakMap<Element, string>} */
    this.before = new WeakMap();
    /** @type {Map<Element, number>} */
    this.changed = new Map();
    if (hold.begins) for (const field of enteredFields()) this.before.set(field, contentOf(field));
  }

  /** @param {Element} field */
  isChanged(field) {
    const before = this.before.get(field) ?? initialOf(field);
    return contentOf(field) !== before;
  }
}

/** @type {WeakMap<Run, PersonsChanges>} */
const personsChanges = new WeakMap();

function enteredFields() {
  return allRoots().flatMap((root) => Array.from(root.querySelectorAll(ENTERED)));
}

/**
 * The initial content of a field, as the page's markup sets it.
 * @param {Element} field
 */
function initialOf(field) {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.defaultValue;
  if (!(field instanceof HTMLSelectElement)) return '';
  const chosen = Array.from(field.options).find((option) => option.defaultSelected) ?? field.options[0];
  return chosen?.value ?? '';
}

/**
 * The content of the fields that were changed since the person took over, each with a number.
 * @param {Run} run
 * @param {PersonsHold} hold
 */
export function entered(run, hold) {
  let changes = personsChanges.get(run);
  if (changes?.number !== hold.number) personsChanges.set(run, (changes = new PersonsChanges(hold)));
  for (const field of enteredFields()) {
    if (!changes.isChanged(field)) continue;
    if (!changes.changed.has(field)) changes.changed.set(field, changes.changed.size);
    if (hold.name && !taints.has(field)) withhold(run, field, { name: hold.name, origins: null });
  }
  return { token, texts: [...changes.changed].map(([field, number]) => [number, textOf(field)]) };
}

/**
 * @param {Run} run
 * @param {Element} field
 * @param {Taint} taint
 */
function withhold({ register, looks }, field, taint) {
  const id = register.ids.get(field);
  keepListening(listenToLeaks);
  setTaint(field, taint);
  if (id) register.taints.set(id, taint);
  looks.forget();
}

/**
 * The text that a field shows for its content.
 * @param {Element} field
 */
function textOf(field) {
  return field instanceof HTMLSelectElement ? Array.from(field.selectedOptions, (option) => option.label).join('\n') : contentOf(field);
}
