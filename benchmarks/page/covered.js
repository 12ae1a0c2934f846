// Returns the share of 49 points in a box at which something other than the element shows. The file is one function
// expression, which runs after `hit.js`.
(element, [left, top, right, bottom]) => {
  const own = element.getBoundingClientRect();
  const isOther = (found) => {
    if (!found || around(element, found) || around(found, element)) return false;
    if (found.closest('label')?.control === element || element.closest('label')?.contains(found)) return false;
    const box = found.getBoundingClientRect();
    return box.left < own.left - 4 || box.top < own.top - 4 || box.right > own.right + 4 || box.bottom > own.bottom + 4;
  };
  let other = 0;
  for (let row = 0; row < 7; row += 1) for (let column = 0; column < 7; column += 1) {
    const x = left + 2 + ((right - left - 4) * column) / 6;
    const y = top + 2 + ((bottom - top - 4) * row) / 6;
    other += isOther(hit(x, y)) ? 1 : 0;
  }
  return other / 49;
}
