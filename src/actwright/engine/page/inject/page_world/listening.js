// Runs in the page's own world, the only one that can see its listeners, and answers with one line of plain text:
// hints. The page may have replaced built-ins of the browser. The browser runs this code only as far as it has no side
// effects: anything that the page could notice ends it. The answer is built from strings and numbers with
// operators.
//
// The answer: `REACT|HOST:COUNT:FROM-TO,…:INDEX.KINDS,…|…`. REACT is the property in which React keeps an element's
// props, empty without React. Then, for the document and each open shadow root in it: HOST is the index of the shadow
// host among all elements of the roots before, -1 for the document; COUNT is the number of elements in the root;
// FROM-TO are the ranges that were checked; INDEX is that of an element with listeners; KINDS is a sum: 1 clicks, 2
// presses, 4 drags, 8 the mouse entering it, 16 keys; for the first element 32 if the page
// itself listens to presses, 64 to moves of the mouse, and 128 to clicks; entering counts only for parts of drawings, since any other element may have a
// tooltip.
(
  /** @type {(target: EventTarget) => Record<string, unknown>} */ listenersOf,
  /** @type {(selector: string, root?: Node) => ArrayLike<Element>} */ select,
  /**
   * For each root: its host, its number of elements, and the ranges to check; null to check everything.
   * @type {[number, number, [number, number][]][] | null}
   */
  asked,
  /** @type {string} the property of React's props, if it is known */ known,
  /** @type {number} the most elements to check */ most,
) => {
  /** @type {Record<string, number>} without a prototype, so that no page can add to it */
  const kindOf = /** @type {any} */ ({
    __proto__: null,
    click: 1, dblclick: 1, auxclick: 1, contextmenu: 1,
    mousedown: 2, mouseup: 2, pointerdown: 2, pointerup: 2, touchstart: 2, touchend: 2,
    dragstart: 4, drop: 4,
    mouseenter: 8, mouseover: 8, pointerenter: 8, pointerover: 8,
    keydown: 16, keypress: 16, keyup: 16,
  });
  /**
   * Listeners that React does not attach to the element; for onClick it attaches an empty one.
   * @type {[string, number][]}
   */
  const props = [
    ['onDoubleClick', 1], ['onContextMenu', 1], ['onMouseDown', 2], ['onPointerDown', 2], ['onTouchStart', 2],
    ['onDragStart', 4], ['onDrop', 4], ['onMouseEnter', 8], ['onMouseOver', 8], ['onPointerEnter', 8], ['onPointerOver', 8],
    ['onKeyDown', 16], ['onKeyPress', 16], ['onKeyUp', 16],
  ];
  /**
   * 32 if the page itself listens to presses, 64 to the mouse's moves, and 128 to clicks. Listeners of other worlds are no
   * objects here; Playwright adds one of each type to the window.
   * @param {any} all
   */
  const follows = (all) => {
    const others = all.__playwright_global_listeners_check__ ? 1 : 0;
    /** @param {any} list */
    const listens = (list) => {
      let own = 0;
      for (let n = 0; list && n < list.length; n += 1) if (list[n].listener instanceof Object) own += 1;
      return own > others;
    };
    return (listens(all.mousedown) || listens(all.pointerdown) ? 32 : 0) | (listens(all.mousemove) || listens(all.pointermove) ? 64 : 0) | (listens(all.click) || listens(all.mouseup) || listens(all.pointerup) ? 128 : 0);
  };
  const framework = 20; // a framework that delegates has a listener for every event type on its root
  const roots = asked || [[-1, -1, []]];
  let before = 0;
  let react = known;
  let answer = '';
  /**
   * The elements of the roots so far. Without a prototype, so that the page cannot notice it.
   * @type {Record<number, ArrayLike<Element>>}
   */
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
    let elements;
    try {
      elements = root.querySelectorAll('*');
    } catch {
      elements = select('*', root); // a library may define its own `$$`; fewer pages have a broken querySelectorAll
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
          kinds |= kindOf[`${type}`] | 0; // without the template, Chromium 156 takes the loop variable's use for a side effect
        }
        if (types > framework) {
          kinds = 0;
          const names = react || i + 1 === count ? [] : Object.getOwnPropertyNames(elements[i + 1]);
          for (let m = 0; m < names.length; m += 1) {
            const name = names[m]; // __reactProps$ and a random suffix
            if (name[2] === 'r' && name[7] === 'P' && name[12] === '$') react = name;
          }
        }
        const given = react && element[react];
        if (given) for (let p = 0; p < props.length; p += 1) if (given[props[p][0]]) kinds |= props[p][1];
        if (element.__click || element.$$click) kinds |= 1; // for Svelte and Solid, which delegate too
        if (!element.ownerSVGElement) kinds &= ~8;
        if (!before && !i) kinds |= follows(listenersOf(document)) | follows(listenersOf(window)) | follows(listenersOf(document.body || element));
        if (kinds) found += `${i}.${kinds},`;
        if (!asked && element.shadowRoot) roots[roots.length] = [before + i, -1, []];
      }
    }
    answer += `|${host}:${count}:${looked}:${found}`;
    before += count;
  }
  return `${react}${answer}`;
};
