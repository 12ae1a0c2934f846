// The DOM as it is: a form answers `form.children` with its field of that name, and a document does so with its images.

const { getOwnPropertyDescriptor } = Object;

/**
 * A symbol by which anything can be asked for a member of the DOM. Forms and documents, which alone let their content
 * answer by name, have it from where the platform defines it, or not at all; all else goes by the name.
 * @param {string} name
 */
function member(name) {
  const symbol = Symbol(name);
  for (const { prototype } of [Node, Element, HTMLElement, Document]) {
    const own = getOwnPropertyDescriptor(prototype, name);
    if (own) Object.defineProperty(prototype, symbol, own);
  }
  for (const { prototype } of [HTMLFormElement, Document]) {
    if (!(symbol in prototype)) Object.defineProperty(prototype, symbol, { value: undefined });
  }
  Object.defineProperty(Object.prototype, symbol, {
    get() {
      return this[name];
    },
  });
  return symbol;
}
