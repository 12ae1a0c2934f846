// Hidden checkboxes, radios and file inputs, and the labels that stand for them.

/** @param {Element} element */
function isStandInKind(element) {
  return element instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(element.type);
}

/**
 * Whether an input can be seen and hit itself.
 * @param {Element} element
 */
function isPlain(element) {
  if (!isRendered(element)) return false;
  const style = styleOf(element);
  const box = element.getBoundingClientRect();
  if (isTuckedAway(element, style) || box.width < 4 || box.height < 4) return false;
  return element.checkVisibility({ opacityProperty: true });
}

/**
 * The visible label that stands for a hidden input; null if the input shows itself or has none.
 * @param {Element} element
 * @returns {Element | null}
 */
function standIn(element) {
  if (!isStandInKind(element) || isPlain(element)) return null;
  return labelsOf(element).find(isRendered) || null;
}
