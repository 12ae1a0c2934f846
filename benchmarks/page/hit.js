// `hit` returns the element that shows at a point of the viewport; `around` returns whether one element contains
// another. Both include shadow trees.
const hit = (x, y) => {
  let one = document.elementFromPoint(x, y);
  while (one && one.shadowRoot) {
    const inner = one.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === one) break;
    one = inner;
  }
  return one;
};
const up = (node) => node.assignedSlot || node.parentElement || (node.getRootNode().host ?? null);
const around = (outer, inner) => {
  for (let node = inner; node; node = up(node)) if (node === outer) return true;
  return false;
};
