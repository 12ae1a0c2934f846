// What an element with an ID is and holds right now. Values that are secret by their kind are never read.

/** @typedef {Record<string, unknown>} State  keys as in `actwright.Element`, defaults left out */

/**
 * @typedef {object} Seen  an element of one capture
 * @property {Element} element
 * @property {Element} shown what represents it on the page: the element itself, or the label of a hidden input
 * @property {string} role
 * @property {string} name
 * @property {string} id
 * @property {boolean} fresh
 * @property {boolean} unfolded whether it was folded in the capture before
 * @property {TreeNode} node
 */

const MOST_OPTIONS = 200;
const LONGEST_VALUE = 20000;
const TOGGLES = new Set(['checkbox', 'menuitemcheckbox', 'menuitemradio', 'radio', 'switch']);

/** Inputs that once were password fields: a "show password" button must not reveal them. @type {WeakSet<Element>} */
const oncePassword = new WeakSet();

/**
 * Whether a field's value must not be read: passwords and one-time codes.
 * @param {Element} element
 */
function isWithheld(element) {
  if (!(element instanceof HTMLInputElement)) return false;
  const purpose = (element.getAttribute('autocomplete') || '').toLowerCase();
  if (element.type === 'password' || /\b(one-time-code|current-password|new-password)\b/.test(purpose)) oncePassword.add(element);
  return oncePassword.has(element);
}

/**
 * Whether the markup of a field marks it as one for a password, a one-time code, or payment card data.
 * @param {Element} element
 */
function isForSecrets(element) {
  return isWithheld(element) || /(^|\s)cc-/i.test(element.getAttribute('autocomplete') || '');
}

/**
 * Whether a field shows a value that must not be read in clear text.
 * @param {Element} element
 */
function showsPassword(element) {
  return element instanceof HTMLInputElement && element.type !== 'password' && element.value !== '' && isWithheld(element);
}

/** @param {Element} element */
function isDisabled(element) {
  if (element.matches(':disabled')) return true;
  return element.closest('[aria-disabled="true"]') !== null || isOutOfReach(element);
}

/**
 * Whether mouse events pass through an element that takes nothing but clicks.
 * @param {Element} element
 */
function isOutOfReach(element) {
  const reached = (/** @type {Element} */ one) => styleOf(one).pointerEvents !== 'none';
  if (reached(element) || /^(area|input|select|textarea)$/.test(element.localName) || isEditingHost(element)) return false;
  return !Array.from(element.querySelectorAll('*')).some(reached);
}

/**
 * @param {Element} element
 * @param {string} role
 * @returns {string | undefined}
 */
function valueOf(element, role) {
  if (element instanceof HTMLInputElement) return inputValue(element);
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return readableValueOf(element, element.value.slice(0, LONGEST_VALUE));
  if (element instanceof HTMLElement && isEditingHost(element)) return readableValueOf(element, writtenIn(element).slice(0, LONGEST_VALUE));
  const said = element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
  if (said !== null) return said;
  return role === 'combobox' ? contentText(element, null) : undefined;
}

/**
 * The text written in an element, including spaces at its ends; line breaks there come from its paragraphs.
 * @param {HTMLElement} element
 */
function writtenIn(element) {
  const text = element.innerText;
  return text.trim() ? text.replace(/^[\r\n]+|[\r\n]+$/g, '') : '';
}

/** @param {HTMLInputElement} input */
function inputValue(input) {
  if (isWithheld(input)) return input.value ? 'filled' : '';
  if (input.type === 'file') return Array.from(input.files || [], (file) => file.name).join(', ');
  if (['button', 'image', 'reset', 'submit'].includes(input.type)) return undefined;
  if (['checkbox', 'radio'].includes(input.type)) return input.getAttribute('value') ?? undefined;
  return readableValueOf(input, input.value.slice(0, LONGEST_VALUE));
}

/**
 * @param {Element} element
 * @param {string} role
 */
function checkedOf(element, role) {
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) {
    return element.indeterminate ? undefined : element.checked;
  }
  return TOGGLES.has(role) ? flag(element, 'aria-checked') : undefined;
}

/**
 * @param {Element} element
 * @param {string} attribute
 */
function flag(element, attribute) {
  const value = element.getAttribute(attribute);
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** @param {Element} element */
function expandedOf(element) {
  if (element.localName === 'summary' && element.parentElement instanceof HTMLDetailsElement) return element.parentElement.open;
  return flag(element, 'aria-expanded');
}

/** @param {Element} element */
function optionsOf(element) {
  const source = element instanceof HTMLSelectElement ? element : element instanceof HTMLInputElement ? element.list : null;
  if (!source) return undefined;
  const all = Array.from(source.options);
  const kept = all.filter((option, index) => index < MOST_OPTIONS || (source === element && option.selected));
  return kept.map((option) => ({
    label: fold(option.label || option.text || option.value), value: option.value,
    ...(element instanceof HTMLSelectElement && option.selected && { selected: true }),
    ...(option.matches(':disabled') && { disabled: true }),
    ...(option.parentElement instanceof HTMLOptGroupElement && { group: fold(option.parentElement.label) }),
  }));
}

/** @param {Element} element */
function optionCount(element) {
  return element instanceof HTMLSelectElement ? element.options.length : undefined;
}

/**
 * The form that a control belongs to; one in a shadow root belongs to the form around its host.
 * @param {Element} element
 * @returns {HTMLFormElement | null}
 */
function formOf(element) {
  const own = /** @type {{form?: unknown}} */ (/** @type {unknown} */ (element)).form;
  if (own instanceof HTMLFormElement) return own;
  if (own === undefined || !(rootOf(element) instanceof ShadowRoot)) return null;
  for (let node = composedParent(element); node; node = composedParent(node)) if (node instanceof HTMLFormElement) return node;
  return null;
}

/** @param {Element} element */
function submits(element) {
  if (!formOf(element)) return false;
  if (element instanceof HTMLButtonElement) return element.type === 'submit';
  return element instanceof HTMLInputElement && (element.type === 'submit' || element.type === 'image');
}

/** @param {Element} element */
function invalidity(element) {
  const rejected = element.matches(':user-invalid');
  const marked = element.hasAttribute('aria-invalid') && element.getAttribute('aria-invalid') !== 'false';
  if (!rejected && !marked) return isMarkedRed(element) ? { invalid: true, error: descriptionOf(element) } : {};
  const message = referenced(element, 'aria-errormessage').map(ownName).join(' ');
  const native = /** @type {{validationMessage?: string}} */ (/** @type {unknown} */ (element)).validationMessage;
  return { invalid: true, error: fold(message || (rejected && native) || descriptionOf(element)) };
}

/** Classes with which pages mark a field, or an element around that field alone, as wrong. */
const WRONG = /(^|[-_\s])(error|errors|invalid|danger)($|[-_\s])|([a-z](Error|Invalid)($|[-_\s]))/;

/**
 * Whether a field looks wrong: a class of it, or of an element around it alone, says so, and some part of it is red.
 * @param {Element} element
 */
function isMarkedRed(element) {
  if (!/^(input|select|textarea)$/.test(element.localName)) return false;
  /** @type {Element[]} */
  const path = [];
  for (let node = /** @type {Element | null} */ (element); node && path.length < 3; node = composedParent(node)) {
    path.push(node);
    if (WRONG.test(node.getAttribute('class') || '')) {
      if (path.some((one) => one.querySelectorAll('input, select, textarea').length > 1)) return false;
      const { live } = styleOf(element);
      return [live.borderTopColor, live.borderBottomColor, live.outlineColor, live.backgroundColor, live.color, live.boxShadow].some(isRed);
    }
  }
  return false;
}

/** @param {string} color as in a computed style */
function isRed(color) {
  const [red, green, blue, alpha] = (/rgba?\(([^)]*)\)/.exec(color)?.[1] || '').split(/[ ,/]+/).map(Number);
  return alpha !== 0 && red > 150 && red - green > 10 && red - blue > 10 && Math.abs(green - blue) < 0.6 * (red - Math.min(green, blue)) + 10;
}

/** @param {Element} element */
function descriptionOf(element) {
  const described = referenced(element, 'aria-describedby').map(ownName).join(' ');
  return fold(described || element.getAttribute('aria-description') || element.getAttribute('title') || '');
}

/** @param {Element} element */
function isFocused(element) {
  const root = rootOf(element);
  return root.activeElement === element && document.hasFocus();
}

/** @param {Element} element */
function linkTarget(element) {
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) return element.href;
  return '';
}

/**
 * @param {Seen} seen
 * @param {Register} register
 * @param {Measures} measures
 * @returns {State}
 */
function stateOf(seen, register, measures) {
  const { element, shown, role, name } = seen;
  const control = /** @type {{form?: HTMLFormElement | null, readOnly?: boolean, multiple?: boolean, required?: boolean}} */ (/** @type {unknown} */ (element));
  const label = labelText(element);
  const area = measures.visible(shown);
  const cover = area && (styleOf(shown).pointerEvents === 'none' ? coverOfUntouchable : coverOf)(shown, area, measures);
  const part = area && !cover ? shownPart(shown, area, measures) : null;
  const owner = formOf(element);
  const form = owner ? register.formNumber(owner) : undefined;
  return sparse({
    id: seen.id, tag: tagOf(element), role, name, label, form,
    type: element instanceof HTMLInputElement || element instanceof HTMLButtonElement ? element.type : '',
    value: valueOf(element, role),
    checked: checkedOf(element, role),
    selected: flag(element, 'aria-selected'),
    expanded: expandedOf(element),
    options: optionsOf(element), option_count: optionCount(element),
    placeholder: element.getAttribute('placeholder') || '',
    attribute_name: element.getAttribute('name') || '',
    description: descriptionOf(element),
    group: measures.group(element),
    submits: submits(element),
    required: control.required === true || element.getAttribute('aria-required') === 'true',
    readonly: (control.readOnly === true && element.hasAttribute('readonly')) || element.getAttribute('aria-readonly') === 'true',
    disabled: isDisabled(element),
    ...invalidity(element),
    focused: isFocused(element),
    multiple: control.multiple === true,
    accept: element.getAttribute('accept') || '',
    minimum: element.getAttribute('min') || '',
    maximum: element.getAttribute('max') || '',
    step: element.getAttribute('step') || '',
    href: linkTarget(element),
    covered_by: cover ? coverLabel(cover, shown) : '',
    box: measures.hasArea(shown) ? measures.box(shown) : undefined,
    shown: part && isLess(part, measures.rect(shown)) ? [round(part.left), round(part.top), round(part.right - part.left), round(part.bottom - part.top)] : undefined,
    in_view: area !== null,
    secret: showsPassword(element) || taintOf(element) !== null,
    new: seen.fresh,
  });
}

/**
 * Whether an area lacks more of a box than the part outside of the viewport.
 * @param {Area} part
 * @param {DOMRect} box
 */
function isLess(part, box) {
  const whole = overlap(box, viewport());
  return whole !== null && (part.left > whole.left + 1 || part.top > whole.top + 1 || part.right < whole.right - 1 || part.bottom < whole.bottom - 1);
}

/** The values to leave out, for keys where not every falsy value is left out. @type {State} */
const DEFAULTS = { checked: undefined, expanded: undefined, form: undefined, in_view: true, option_count: undefined, selected: undefined, value: undefined };

/**
 * @param {State} state
 * @returns {State}
 */
function sparse(state) {
  /** @type {State} */
  const kept = {};
  for (const key of Object.keys(state)) if (key in DEFAULTS ? state[key] !== DEFAULTS[key] : state[key]) kept[key] = state[key];
  return kept;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/**
 * State that only the tree shows: pairs of attribute and value.
 * @param {Element} element
 * @returns {[string, string][]}
 */
function extrasOf(element) {
  /** @type {[string, string][]} */
  const extras = [];
  const current = element.getAttribute('aria-current');
  if (current && current !== 'false') extras.push(['current', current === 'true' ? '' : current]);
  const pressed = element.getAttribute('aria-pressed');
  if (pressed) extras.push(['pressed', pressed]);
  const popup = element.getAttribute('aria-haspopup');
  if (popup && popup !== 'false') extras.push(['popup', popup === 'true' ? 'menu' : popup]);
  if (element.getAttribute('aria-checked') === 'mixed' || (element instanceof HTMLInputElement && element.indeterminate)) extras.push(['checked', 'mixed']);
  if (element.getAttribute('aria-busy') === 'true') extras.push(['busy', '']);
  return extras;
}
