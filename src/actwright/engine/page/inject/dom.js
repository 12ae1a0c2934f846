// The DOM as it is: a form answers `form.children` with its field of that name, and a document does so with its images.

const { getOwnPropertyDescriptor } = Object;

/**
 * @template T
 * @param {object} prototype
 * @param {string} property
 * @returns {(node: Node) => T} reads the property where the platform defines it
 */
function reader(prototype, property) {
  const get = getOwnPropertyDescriptor(prototype, property)?.get;
  if (!get) throw new TypeError(`${property} is no getter`);
  return (node) => Reflect.apply(get, node, []);
}

/** @type {(node: Node) => Node | null} */
const parentOf = reader(Node.prototype, 'parentNode');
/** @type {(node: Node) => NodeListOf<ChildNode>} */
const nodesIn = reader(Node.prototype, 'childNodes');
/** @type {(node: Node) => Node | null} */
const previousOf = reader(Node.prototype, 'previousSibling');
/** @type {(node: Node) => boolean} */
const isAttached = reader(Node.prototype, 'isConnected');
/** @type {(node: Node) => string} */
const localNameOf = reader(Element.prototype, 'localName');
/** @type {(node: Node) => ShadowRoot | null} */
const shadowOf = reader(Element.prototype, 'shadowRoot');

/**
 * @param {Element} element
 * @param {string} name
 * @returns {string | null}
 */
function attributeOf(element, name) {
  return Reflect.apply(Element.prototype.getAttribute, element, [name]);
}

/**
 * @param {Node} outer
 * @param {Node | null} inner
 * @returns {boolean} in the same tree
 */
function holds(outer, inner) {
  return Reflect.apply(Node.prototype.contains, outer, [inner]);
}

/**
 * @param {Element} element
 * @param {string} selector
 * @returns {Element | null}
 */
function closestOf(element, selector) {
  return Reflect.apply(Element.prototype.closest, element, [selector]);
}
