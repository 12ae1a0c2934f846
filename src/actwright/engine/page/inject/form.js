// Where a form goes, as the browser works it out when it is submitted (HTML, form submission algorithm).

/**
 * The URL that a control submits its form to; null outside of forms, and for a form that goes nowhere.
 * @param {Element} element
 */
function actionOf(element) {
  const form = formOf(element);
  if (!form) return null;
  const own = submits(element) ? element : defaultButton(form) ?? form; // Enter in a field presses the default button
  if (own !== form && own.getAttribute('formaction') !== null) return goingTo(own.getAttribute('formaction'));
  if ((own.getAttribute('formmethod') ?? form.getAttribute('method') ?? '').toLowerCase() === 'dialog') return null;
  return goingTo(form.getAttribute('action'));
}

/** @param {HTMLFormElement} form */
function defaultButton(form) {
  const root = /** @type {Document | ShadowRoot} */ (form.getRootNode());
  return Array.from(root.querySelectorAll('button, input')).find((one) => submits(one) && formOf(one) === form) ?? null;
}

/** @param {string | null} written */
function goingTo(written) {
  if (!written) return location.href;
  try {
    return new URL(written, document.baseURI).href;
  } catch {
    return location.href;
  }
}

/** Where what has the focus would submit its form to, and whether the focus is in a frame. */
function focusPlace() {
  const active = focusedElement();
  return { framed: active !== null && /^i?frame$/i.test(active.localName), action: active && actionOf(active) };
}
