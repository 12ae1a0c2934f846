// The DOM as it is: `form.children` may return a field of that name, and members of a document may return its images.
// The modules are written as `form.children` all the same. The build replaces each member that is read from an element
// or a document, by the type of the expression, with a symbol of this function; see scripts/dom_members.js.

const { getOwnPropertyDescriptor } = Object;

/**
 * A symbol that reads a member of the DOM from any object. Forms and documents, the only ones that expose their content
 * by name, return what the platform defines under that name, or nothing; any other object returns its member of that
 * name.
 * @param {string} name
 */
export function member(name) {
  const symbol = Symbol(name);
  for (const { prototype } of [EventTarget, Node, Element, HTMLElement, HTMLFormElement, Document]) {
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
