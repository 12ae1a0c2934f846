// Runs in the page's own world, which alone knows its listeners, and answers with one line of plain text: hints.
// The page may have put its own things in place of the browser's. The browser runs this only as far as it changes
// nothing: what the page would notice itself by ends it. The answer is built of texts and numbers by operators.
//
// The answer: `REACT|HOST:COUNT:FROM-TO,…:INDEX.KINDS,…|…`. REACT is the name under which React keeps an element's
// props, empty without React. Then, for the document and each open shadow root in it: HOST is the place of the shadow
// host among all elements of the roots before, -1 for the document; COUNT the number of elements in the root; FROM-TO
// which of them were looked at; INDEX the place of a listening one; KINDS a sum: 1 clicks, 2 presses, 4 drags, 8 the
// mouse that comes over it; the last of parts of drawings alone, for all else may have a tooltip.
(
  /** @type {(target: EventTarget) => Record<string, unknown>} */ listenersOf,
  /** @type {(selector: string, root?: Node) => ArrayLike<Element>} */ select,
  /** @type {[number, number, [number, number][]][] | null} of each root its host, how many elements it has, and which to look at; all if null */ asked,
  /** @type {string} the name of React's props, if it is known */ known,
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
  const roots = asked || [[-1, -1, []]];
  let before = 0;
  let react = known;
  let answer = '';
  /** The elements of the roots so far. Without a prototype, so that no page hears of it. @type {Record<number, ArrayLike<Element>>} */
  const lists = /** @type {any} */ ({ __proto__: null });
  for (let r = 0; r < roots.length && before < most; r += 1) {
    const host = /** @type {number} */ (roots[r][0]);
    /** @type {Document | ShadowRoot | null} */
    let root = host < 0 ? document : null;
    for (let l = 0, first = 0; l < r && !root; l += 1) {
      if (host - first < lists[l].length) root = lists[l][host - first].shadowRoot;
      first += lists[l].length;
    }
    if (!root) return 'changed';
    /** @type {ArrayLike<Element>} */
    let elements = [];
    try {
      elements = root.querySelectorAll('*');
    } catch {
      elements = select('*', root); // libraries have a `$$` of their own, fewer pages a broken querySelectorAll
    }
    const count = elements.length;
    if (asked && count !== roots[r][1]) return 'changed';
    lists[r] = elements;
    const end = count < most - before ? count : most - before;
    const ranges = asked ? asked[r][2] : [[0, end]];
    let looked = '';
    let found = '';
    for (let n = 0; n < ranges.length; n += 1) {
      const to = ranges[n][1];
      looked += `${ranges[n][0]}-${to},`;
      for (let i = ranges[n][0]; i < to; i += 1) {
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
          for (let m = 0; m < names.length; m += 1) {
            const name = names[m]; // __reactProps$ and a random end
            if (name[2] === 'r' && name[7] === 'P' && name[12] === '$') react = name;
          }
        }
        const given = react && element[react];
        if (given) for (let p = 0; p < props.length; p += 1) if (given[props[p][0]]) kinds |= props[p][1];
        if (element.__click || element.$$click) kinds |= 1; // Svelte's and Solid's, which delegate too
        if (!element.ownerSVGElement) kinds &= 7;
        if (kinds) found += `${i}.${kinds},`;
        if (!asked && element.shadowRoot) roots[roots.length] = [before + i, -1, []];
      }
    }
    answer += `|${host}:${count}:${looked}:${found}`;
    before += count;
  }
  return `${react}${answer}`;
};
