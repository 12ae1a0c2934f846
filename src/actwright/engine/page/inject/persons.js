// What a person entered into the fields of a document while they had it: from then on it is told by a name alone.

/** Fields that hold text; what is ticked or pressed, and what no page shows, is left out. */
const ENTERED = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=image], [type=hidden]), textarea, select, '
  + '[contenteditable]:not([contenteditable=false])';

/**
 * @typedef {object} PersonsHold
 * @property {number} number of the hold, among those of a run
 * @property {boolean} begins what fields hold now was there before
 * @property {string} [name] what is told in the place of what was entered, from now on; until then they may copy and cut
 */

/** What fields held before the person came, and which were changed, by the register of a run. */
class Entering {
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

/** @type {WeakMap<Register, Entering>} */
const enterings = new WeakMap();

function enteredFields() {
  return allRoots().flatMap((root) => Array.from(root.querySelectorAll(ENTERED)));
}

/**
 * What a field holds that nobody has touched.
 * @param {Element} field
 */
function initialOf(field) {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.defaultValue;
  if (!(field instanceof HTMLSelectElement)) return '';
  const chosen = Array.from(field.options).find((option) => option.defaultSelected) ?? field.options[0];
  return chosen?.value ?? '';
}

/**
 * What the fields hold that were changed since the person came, by numbers.
 * @param {Register} register
 * @param {string[]} words
 */
function entered(register, ...words) {
  const hold = /** @type {PersonsHold} */ (JSON.parse(words.join(' ')));
  let entering = enterings.get(register);
  if (entering?.number !== hold.number) enterings.set(register, (entering = new Entering(hold)));
  for (const field of enteredFields()) {
    if (!entering.isChanged(field)) continue;
    if (!entering.changed.has(field)) entering.changed.set(field, entering.changed.size);
    if (hold.name && !taints.has(field)) withhold(register, field, { name: hold.name, origins: null });
  }
  return { token, texts: [...entering.changed].map(([field, number]) => [number, textOf(field)]) };
}

/**
 * @param {Register} register
 * @param {Element} field
 * @param {Taint} taint
 */
function withhold(register, field, taint) {
  const id = register.ids.get(field);
  keepListening(listenToLeaks);
  setTaint(field, taint);
  if (id) register.taints.set(id, taint);
  register.forgetLooks();
}

/**
 * What a field shows of what it holds.
 * @param {Element} field
 */
function textOf(field) {
  return field instanceof HTMLSelectElement ? Array.from(field.selectedOptions, (option) => option.label).join('\n') : contentOf(field);
}
