// Returns every visible word of this document, also in fields, as [x, y, width, height] in CSS px of the viewport. The
// height reaches from the top of capitals to the baseline. A word does not count if something else shows at its middle.
// The file is one function expression, which runs after `hit.js`.
() => {
  const found = [];
  const wide = innerWidth;
  const high = innerHeight;
  const add = (rect, owner, style) => {
    const size = parseFloat(style.fontSize);
    if (rect.width < 2 || rect.height < 2 || size < 6) return;
    // The content area of a line is about 1.17 em high, with an ascent of about 0.92 em and capitals of 0.72 em.
    const base = rect.top + rect.height * 0.79;
    const top = base - size * 0.72;
    const x = (rect.left + rect.right) / 2;
    const y = (top + base) / 2;
    if (x < 0 || y < 0 || x >= wide || y >= high) return;
    const at = hit(x, y);
    const through = style.pointerEvents === 'none';
    if (!at || !(around(owner, at) || around(at, owner) || through)) return;
    found.push([rect.left, top, rect.width, base - top]);
  };
  const range = document.createRange();
  const text = (node) => {
    const owner = node.parentElement || node.getRootNode().host;
    if (!owner || /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|TITLE|OPTION)$/i.test(owner.tagName)) return;
    if (!/\S/.test(node.data)) return;
    const style = getComputedStyle(owner);
    if (style.visibility !== 'visible' || style.opacity === '0' || parseFloat(style.fontSize) < 6) return;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.bottom < 0 || box.top > high || box.right < 0 || box.left > wide || !box.width) return;
    for (const word of node.data.matchAll(/[\p{L}\p{N}][^\s]*/gu)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      for (const rect of range.getClientRects()) add(rect, owner, style);
    }
  };
  const pen = document.createElement('canvas').getContext('2d');
  const field = (element) => {
    const select = element.localName === 'select';
    const said = select ? element.selectedOptions[0]?.label : element.value || element.placeholder;
    if (!said || /^(checkbox|radio|range|color|file|image|hidden)$/.test(element.type) || element.multiple) return;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (!box.width || style.visibility !== 'visible' || style.opacity === '0') return;
    pen.font = style.font;
    const left = box.left + parseFloat(style.paddingLeft) + parseFloat(style.borderLeftWidth);
    const inner = box.width - (left - box.left) - parseFloat(style.paddingRight);
    const width = Math.min(pen.measureText(said).width, inner);
    const size = parseFloat(style.fontSize);
    const centre = /^(button|submit|reset)$/.test(element.type);
    const top = element.localName === 'textarea' ? box.top + parseFloat(style.paddingTop) : (box.top + box.bottom) / 2 - size * 0.585;
    add(new DOMRect(centre ? (box.left + box.right - width) / 2 : left, top, width, size * 1.17), element, style);
  };
  const visit = (node) => {
    if (node.nodeType === 3) return text(node);
    if (node.nodeType !== 1 && node.nodeType !== 11) return;
    if (/^(input|select|textarea)$/.test(node.localName)) return field(node);
    if (node.shadowRoot) visit(node.shadowRoot);
    for (const child of node.childNodes) visit(child);
  };
  visit(document.body);
  return found;
}
