// Runs in the page's own world, which alone knows its listeners, and answers with one line of plain text: hints.
// The page may have put its own things in place of the browser's. The browser runs this only as far as it changes nothing:
// what the page would notice itself by ends it. The answer is built of texts and numbers by operators.
//
// For the document and each open shadow root in it, in the order in which they are met: `HOST:COUNT:INDEX.KINDS,…;`.
// HOST is the place of the shadow host among all elements of the roots before, -1 for the document; COUNT the number of
// elements in the root; INDEX the place of a listening element among them; KINDS a sum: 1 clicks, 2 presses, 4 drags, 8 the mouse that
// comes over it; the last of parts of drawings alone, for all else may have a tooltip.
(
  /** @type {(target: EventTarget) => Record<string, unknown>} */ listenersOf,
  /** @type {(selector: string, root?: Node) => ArrayLike<Element>} */ select,
  /** @type {number} the most elements to look at */ most,
) => {
  /** @type {Record<string, number>} without a prototype, so that no page adds to it */
  const kindOf = /** @type {any} */ ({
    __proto__: null,
    click: 1, dblclick: 1, auxclick: 1, contextmenu: 1,
    mousedown: 2, mouseup: 2, pointerdown: 2, pointerup: 2, touchstart: 2, touchend: 2,
    dragstart: 4, drop: 4,
    mouseenter: 8, mouseover: 8, pointerenter: 8, pointerover: 8,
  });
  /** What React does not attach to the element; for onClick it attaches an empty listener. @type {[string, number][]} */
  const props = [
    ['onDoubleClick', 1], ['onContextMenu', 1], ['onMouseDown', 2], ['onPointerDown', 2], ['onTouchStart', 2],
    ['onDragStart', 4], ['onDrop', 4], ['onMouseEnter', 8], ['onMouseOver', 8], ['onPointerEnter', 8], ['onPointerOver', 8],
  ];
  const framework = 20; // one that delegates listens on its root for every type there is
  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  const hosts = [-1];
  let react = '';
  let answer = '';
  let before = 0;
  for (let r = 0; r < roots.length && before < most; r += 1) {
    /** @type {ArrayLike<Element>} */
    let elements = [];
    try {
      elements = roots[r].querySelectorAll('*');
    } catch {
      elements = select('*', roots[r]); // libraries have a `$$` of their own, fewer pages a broken querySelectorAll
    }
    const count = elements.length;
    answer += `${hosts[r]}:${count}:`;
    for (let i = 0; i < count && before + i < most; i += 1) {
      const element = /** @type {any} */ (elements[i]);
      let kinds = 0;
      let types = 0;
      for (const type in listenersOf(element)) {
        types += 1;
        kinds |= kindOf[`${type}`] | 0; // looked up as it is, what a loop goes over is taken for a change by Chromium 156
      }
      if (types > framework) {
        kinds = 0;
        const names = react || i + 1 === count ? [] : Object.getOwnPropertyNames(elements[i + 1]);
        for (let n = 0; n < names.length; n += 1) {
          const name = names[n]; // __reactProps$ and a random end
          if (name[2] === 'r' && name[7] === 'P' && name[12] === '$') react = name;
        }
      }
      const given = react && element[react];
      if (given) for (let p = 0; p < props.length; p += 1) if (given[props[p][0]]) kinds |= props[p][1];
      if (element.__click || element.$$click) kinds |= 1; // Svelte's and Solid's, which delegate too
      if (!element.ownerSVGElement) kinds &= 7;
      if (kinds) answer += `${i}.${kinds},`;
      if (element.shadowRoot) {
        roots[roots.length] = element.shadowRoot;
        hosts[hosts.length] = before + i;
      }
    }
    answer += ';';
    before += count;
  }
  return answer;
};
