// Text without what varies between renderings of the same content.

/** @param {string} text */
export function fold(text) {
  return text.replace(/\s+/g, ' ').trim();
}

/** @param {string} text */
export function withoutSpace(text) {
  return text.replace(/\s+/g, '');
}

/** @param {string} text */
export function cut(text) {
  return text.length > 80 ? `${text.slice(0, 79)}\u2026` : text;
}
