// Where a form is sent, as the browser determines it on submission (HTML, form submission algorithm).

/**
 * The URL to which a control submits its form; null outside of forms, and for a form that is not sent anywhere.
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

/** Where the focused control would submit its form, and whether the focus is in a frame. */
function focusPlace() {
  const active = focusedElement();
  return { framed: active !== null && /^i?frame$/i.test(active.localName), action: active && actionOf(active) };
}
