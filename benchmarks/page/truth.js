// Finds everything that can be acted on in this document, without any of the code that is measured. The file is one
// function expression, which truth.py runs in the main world of every frame. It returns the survey and stores, under a
// symbol, the functions that look up the marks of other systems.
//
// An element is a candidate if it is of one of these kinds; the first that fits counts:
//   native    button, select, textarea, input (not hidden)
//   link      a[href]
//   aria      an explicit widget role
//   other     summary, area[href] of a visible map, editing hosts, media controls; tabindex >= 0, on… attributes,
//             draggable=true
//   label     a hidden checkbox, radio or file input whose label is visible
//   pointer   cursor:pointer where the parent has another cursor
//   listener  none of the above, but press or drag listeners of its own
// The kinds from native up to editing hosts and media controls are firm: their elements are targets wherever they are.
// All other candidates are weak.
//
// When one candidate contains another and the centre of each lies in the box of the other, they are one target, because
// a click on either is a click on both. A visible label belongs to its control. A weak candidate is part of a firm one
// that contains it, and so is a weak candidate that owns none of its sampled points. An element that has only
// listeners, and that contains targets with other click points or many elements, is a delegation root.
//
// Some marks are "tolerated": they count neither for nor against a system. These are the marks on such weak candidates
// and delegation roots, hover and drop zones, elements whose events React handles at its root, options of a select,
// links in editable text, and elements that a sighted person cannot see but software can act on (opacity 0, clipped
// away, the file input behind a button).
//
// A target is in view if a hit test at one of its points in the viewport, and inside of every clip, returns the target,
// its label or an element in it. truth.py repeats the test for the points of a frame in the parents of the frame.
//
// The code uses only plain loops, so that a page that replaces built-in functions of arrays or JSON cannot change the
// result.
(number) => {
  const KEY = Symbol.for('page-bench');
  const NATIVE = { button: 1, select: 1, textarea: 1, input: 1 };
  const WIDGETS = {
    button: 1, link: 1, checkbox: 1, radio: 1, switch: 1, textbox: 1, searchbox: 1, combobox: 1, spinbutton: 1, slider: 1,
    option: 1, menuitem: 1, menuitemcheckbox: 1, menuitemradio: 1, tab: 1, treeitem: 1,
  };
  const HANDLERS = ['onclick', 'ondblclick', 'onmousedown', 'onmouseup', 'onpointerdown', 'onpointerup', 'ontouchstart'];
  const PRESSES = {
    click: 1, dblclick: 1, contextmenu: 1, mousedown: 1, mouseup: 1, pointerdown: 1, pointerup: 1, touchstart: 1, touchend: 1,
    dragstart: 1,
  };
  const ZONES = { mouseenter: 1, mouseover: 1, pointerenter: 1, pointerover: 1, dragover: 1, drop: 1, wheel: 1 };
  const MANY = 30;
  const LEAST = 1.5;
  const SHOWN = 4;

  const given = globalThis[KEY] || {};
  const listenersOf = given.listeners || (() => ({}));
  const closed = given.roots || new WeakMap();
  const wide = innerWidth;
  const high = innerHeight;

  const rootOf = (element) => element.shadowRoot || closed.get(element) || null;
  const up = (node) => node.assignedSlot || node.parentElement || (node.getRootNode().host ?? null);
  const styles = new Map();
  const styleOf = (element) => {
    let style = styles.get(element);
    if (!style) styles.set(element, (style = getComputedStyle(element)));
    return style;
  };

  // Every element in document order, shadow trees before light children.
  const all = [];
  const stack = [document.documentElement];
  while (stack.length) {
    const element = stack.pop();
    if (!element) continue;
    all.push(element);
    for (let kid = element.lastElementChild; kid; kid = kid.previousElementSibling) stack.push(kid);
    const root = rootOf(element);
    if (root) for (let kid = root.lastElementChild; kid; kid = kid.previousElementSibling) stack.push(kid);
  }

  // The labels of controls, gathered once, because the `labels` property of a control searches the whole document.
  const labelled = new Map();
  for (let i = 0; i < all.length; i++) {
    const control = all[i].localName === 'label' ? all[i].control : null;
    if (control) labelled.set(control, [...(labelled.get(control) || []), all[i]]);
  }
  const labelsOf = (element) => labelled.get(element) || [];

  const faded = new Map();
  const isFaded = (element) => {
    const path = [];
    let answer = false;
    for (let at = element; at; at = up(at)) {
      if (faded.has(at)) {
        answer = faded.get(at);
        break;
      }
      path.push(at);
      if (Number(styleOf(at).opacity) < 0.02) {
        answer = true;
        break;
      }
    }
    for (let i = 0; i < path.length; i++) faded.set(path[i], answer);
    return answer;
  };

  const cut = (box, clip) => {
    const left = Math.max(box[0], clip[0]);
    const top = Math.max(box[1], clip[1]);
    return [left, top, Math.min(box[0] + box[2], clip[0] + clip[2]) - left, Math.min(box[1] + box[3], clip[1] + clip[3]) - top];
  };
  const holds = (box, x, y) => x >= box[0] && y >= box[1] && x <= box[0] + box[2] && y <= box[1] + box[3];
  const HUGE = [-1e7, -1e7, 2e7, 2e7];

  // The boxes that clip an element: `now`, and `lasting`, the part of it that no scrolling undoes.
  const clipsOf = (element) => {
    let now = HUGE;
    let lasting = HUGE;
    let position = styleOf(element).position;
    for (let at = up(element); at && at !== document.body && at !== document.documentElement; at = up(at)) {
      const style = styleOf(at);
      if (style.display === 'contents') continue;
      const anchors = style.transform !== 'none' || style.filter !== 'none' || style.contain === 'paint';
      if (position === 'fixed' && !anchors) continue;
      if (position === 'absolute' && !anchors && style.position === 'static') continue;
      position = style.position;
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const rect = at.getBoundingClientRect();
      const box = [rect.left, rect.top, rect.width, rect.height];
      if (style.overflowX === 'visible') [box[0], box[2]] = [HUGE[0], HUGE[2]];
      if (style.overflowY === 'visible') [box[1], box[3]] = [HUGE[1], HUGE[3]];
      now = cut(now, box);
      const still = [box[0], box[1], box[2], box[3]];
      if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') [still[0], still[2]] = [HUGE[0], HUGE[2]];
      if (style.overflowY !== 'hidden' && style.overflowY !== 'clip') [still[1], still[3]] = [HUGE[1], HUGE[3]];
      lasting = cut(lasting, still);
    }
    return { now, lasting };
  };

  const areaBox = (area) => {
    const map = area.closest('map');
    const image = map && map.name && document.querySelector(`img[usemap="#${CSS.escape(map.name)}"]`);
    if (!image) return null;
    const at = image.getBoundingClientRect();
    const x = image.width ? at.width / image.width : 1;
    const numbers = [];
    const parts = (area.getAttribute('coords') || '').split(',');
    for (let i = 0; i < parts.length; i++) numbers.push(Number.parseFloat(parts[i]));
    if (area.shape === 'default' || numbers.length < 3) return { image, box: [at.left, at.top, at.width, at.height] };
    if (area.shape === 'circle') {
      const [cx, cy, r] = numbers;
      return { image, box: [at.left + (cx - r) * x, at.top + (cy - r) * x, 2 * r * x, 2 * r * x] };
    }
    let [left, top, right, bottom] = [1e7, 1e7, -1e7, -1e7];
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      left = Math.min(left, numbers[i]);
      right = Math.max(right, numbers[i]);
      top = Math.min(top, numbers[i + 1]);
      bottom = Math.max(bottom, numbers[i + 1]);
    }
    return { image, box: [at.left + left * x, at.top + top * x, (right - left) * x, (bottom - top) * x] };
  };

  const rectsOf = (element) => {
    if (element.localName === 'area') {
      const area = areaBox(element);
      return area ? [area.box] : [];
    }
    const found = [];
    const rects = element.getClientRects();
    for (let i = 0; i < rects.length; i++) {
      if (rects[i].width > LEAST && rects[i].height > LEAST) found.push([rects[i].left, rects[i].top, rects[i].width, rects[i].height]);
    }
    if (!found.length && styleOf(element).display !== 'none' && element.localName === 'a') {
      // An inline link around floated or absolute content has no area of its own.
      for (let kid = element.firstElementChild; kid; kid = kid.nextElementSibling) {
        const rect = kid.getBoundingClientRect();
        if (rect.width > LEAST && rect.height > LEAST) found.push([rect.left, rect.top, rect.width, rect.height]);
      }
    }
    return found;
  };
  const largest = (rects) => {
    let best = rects[0];
    for (let i = 1; i < rects.length; i++) if (rects[i][2] * rects[i][3] > best[2] * best[3]) best = rects[i];
    return best;
  };
  const centre = (box) => [box[0] + box[2] / 2, box[1] + box[3] / 2];

  // "shown", "unseen" (present, but a person cannot see it) or "" (not present).
  const sightOf = (element, rects) => {
    const carrier = element.localName === 'area' ? areaBox(element)?.image : element;
    if (!carrier || !rects.length) {
      const rect = element.getBoundingClientRect();
      return rect.width > 0 && rect.height > 0 && styleOf(element).visibility === 'visible' ? 'unseen' : '';
    }
    const style = styleOf(carrier);
    if (style.visibility !== 'visible' || !carrier.checkVisibility()) return '';
    if (carrier.closest('[inert]')) return '';
    const { lasting } = clipsOf(carrier);
    let visible = false;
    for (let i = 0; i < rects.length && !visible; i++) {
      const left = cut(rects[i], lasting);
      visible = left[2] > LEAST && left[3] > LEAST;
      if (rects[i][0] + rects[i][2] + scrollX <= 0 && lasting === HUGE && document.dir !== 'rtl') visible = false;
      if (rects[i][1] + rects[i][3] + scrollY <= 0 && lasting === HUGE) visible = false;
    }
    if (!visible || /inset\(50%|inset\(100%|rect\(0px,? 0px|rect\(1px,? 1px/.test(`${style.clipPath} ${style.clip}`)) return 'unseen';
    return isFaded(carrier) ? 'unseen' : 'shown';
  };

  const deepest = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    for (let root = hit && rootOf(hit); root; root = hit && rootOf(hit)) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === hit || inner.getRootNode() !== root) break;
      hit = inner;
    }
    return hit;
  };

  const roleOf = (element) => (element.getAttribute('role') || '').trim().toLowerCase().split(/\s+/)[0];
  const HTML = 'http://www.w3.org/1999/xhtml';
  const BASES = { html: 1, body: 1 };
  // React listens at its root and keeps the handlers of an element in its properties. They do not show whether the
  // element matters to a person.
  const REACT = ['onClick', 'onMouseDown', 'onPointerDown', 'onTouchStart', 'onMouseEnter', 'onMouseOver', 'onPointerEnter', 'onDrop'];
  const isReactZone = (element) => {
    const names = Object.getOwnPropertyNames(element);
    for (let i = 0; i < names.length; i++) {
      if (!names[i].startsWith('__reactProps$')) continue;
      const props = element[names[i]];
      for (let n = 0; n < REACT.length; n++) if (typeof props?.[REACT[n]] === 'function') return true;
    }
    return false;
  };
  const isScroller = (element) => {
    const { overflowX, overflowY } = styleOf(element);
    const across = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
    return across || (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1);
  };
  const kindOf = (element) => {
    const tag = element.localName;
    if (element.namespaceURI === HTML) {
      if (NATIVE[tag] === 1) return element.type === 'hidden' ? '' : 'native';
      if (tag === 'a' && element.hasAttribute('href')) return element.isContentEditable ? 'zone' : 'link';
      if (tag === 'option' || tag === 'optgroup') return '';
      if (tag === 'summary' && element.parentElement?.localName === 'details') return 'other!';
      if (tag === 'area') return element.hasAttribute('href') || element.hasAttribute('onclick') ? 'other!' : '';
      if ((tag === 'video' || tag === 'audio') && element.hasAttribute('controls')) return 'other!';
    } else if (tag === 'a' && (element.hasAttribute('href') || element.hasAttribute('xlink:href'))) return 'link';
    if (WIDGETS[roleOf(element)] === 1) return 'aria';
    if (element.isContentEditable && !element.parentElement?.isContentEditable) return 'other!';
    if (BASES[tag] === 1) return '';
    if (element.hasAttribute('tabindex') && element.tabIndex >= 0) return 'other';
    for (let i = 0; i < HANDLERS.length; i++) if (element.hasAttribute(HANDLERS[i])) return 'other';
    if (element.getAttribute('draggable') === 'true') return 'other';
    if (styleOf(element).cursor === 'pointer') {
      const parent = up(element);
      if (!parent || styleOf(parent).cursor !== 'pointer') return 'pointer';
    }
    const own = listenersOf(element);
    let zone = false;
    for (const type in own) {
      if (PRESSES[type] === 1) return 'listener';
      if (ZONES[type] === 1) zone = true;
    }
    // A person uses scrollable areas and resize handles, but does not click them.
    return zone || isReactZone(element) || isScroller(element) || /resize/.test(styleOf(element).cursor) ? 'zone' : '';
  };

  const nameOf = (element) => {
    const text = element.getAttribute('aria-label') || element.innerText || element.getAttribute('placeholder')
      || element.getAttribute('alt') || element.getAttribute('title') || labelsOf(element)[0]?.innerText || element.getAttribute('name') || '';
    return text.replace(/\s+/g, ' ').trim().slice(0, 60);
  };
  const isDisabled = (element) =>
    element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null;

  const candidates = new Map();
  const tolerated = new WeakSet();
  for (let i = 0; i < all.length; i++) {
    const element = all[i];
    let kind = kindOf(element);
    if (!kind) continue;
    if (kind === 'zone') {
      tolerated.add(element);
      continue;
    }
    const firm = kind === 'native' || kind === 'link' || kind === 'aria' || kind === 'other!';
    if (kind === 'other!') kind = 'other';
    const rects = rectsOf(element);
    let sight = sightOf(element, rects);
    const parts = [element];
    let boxes = rects;
    if (element.localName === 'input' || element.localName === 'select' || element.localName === 'textarea' || element.localName === 'button') {
      const labels = labelsOf(element);
      for (let n = 0; n < labels.length; n++) parts.push(labels[n]);
      const faces = element.type === 'checkbox' || element.type === 'radio' || element.type === 'file';
      if (sight !== 'shown' && faces) {
        for (let n = 0; n < labels.length && sight !== 'shown'; n++) {
          const around = rectsOf(labels[n]);
          if (around.length && sightOf(labels[n], around) === 'shown') {
            sight = 'shown';
            kind = 'label';
            boxes = around;
          }
        }
      }
      // A transparent control above its drawn face receives the clicks.
      if (sight === 'unseen' && rects.length && isFaded(element) && styleOf(element).pointerEvents !== 'none') {
        const box = largest(rects);
        const [x, y] = centre(box);
        if (box[2] > 6 && box[3] > 6 && (!holds([0, 0, wide, high], x, y) || deepest(x, y) === element)) sight = 'shown';
      }
      if (sight === '' && faces) sight = 'unseen';
    }
    if (sight === 'unseen') tolerated.add(element);
    if (sight !== 'shown') continue;
    if (styleOf(element).pointerEvents === 'none' && kind !== 'label' && !isDisabled(element)) {
      if (!firm) continue;
      tolerated.add(element);
      continue;
    }
    candidates.set(element, { element, kind, firm: firm || kind === 'label', boxes, parts, box: largest(boxes), order: i });
  }

  // A label is part of its control.
  const owner = new Map();
  for (const candidate of candidates.values()) for (let i = 0; i < candidate.parts.length; i++) if (!owner.has(candidate.parts[i])) owner.set(candidate.parts[i], candidate);
  for (const candidate of [...candidates.values()]) {
    const master = owner.get(candidate.element);
    if (master && master !== candidate && !candidate.firm) {
      master.parts.push(candidate.element);
      candidates.delete(candidate.element);
    }
  }

  const around = (element) => {
    for (let at = up(element); at; at = up(at)) {
      const found = candidates.get(at) || (owner.has(at) && at.localName === 'label' ? owner.get(at) : undefined);
      if (found && found.element !== element) return found;
    }
    return null;
  };
  const sameClick = (one, other) => {
    const [x, y] = centre(one.box);
    const [u, v] = centre(other.box);
    let here = false;
    let there = false;
    for (let i = 0; i < other.boxes.length; i++) here = here || holds(other.boxes[i], x, y);
    for (let i = 0; i < one.boxes.length; i++) there = there || holds(one.boxes[i], u, v);
    return here && there;
  };
  // Delegation roots are removed first, so that they do not absorb the targets that they contain.
  const apart = new Map();
  for (const candidate of candidates.values()) {
    for (let at = up(candidate.element); at; at = up(at)) {
      const outer = candidates.get(at);
      if (outer && !sameClick(candidate, outer)) apart.set(at, true);
    }
  }
  for (const candidate of [...candidates.values()]) {
    if (candidate.kind !== 'listener') continue;
    if (apart.get(candidate.element) || candidate.element.getElementsByTagName('*').length > MANY) {
      candidates.delete(candidate.element);
      tolerated.add(candidate.element);
    }
  }

  const inOrder = [...candidates.values()];
  for (let i = 0; i < inOrder.length; i++) {
    const inner = inOrder[i];
    if (!candidates.has(inner.element)) continue;
    const outer = around(inner.element);
    if (!outer) continue;
    if (sameClick(inner, outer)) {
      // One target: it keeps the firm candidate, or the outer one if both are firm or both are weak.
      const [stays, goes] = inner.firm && !outer.firm ? [inner, outer] : [outer, inner];
      if (stays.kind === 'listener') stays.kind = goes.kind;
      for (let n = 0; n < goes.parts.length; n++) stays.parts.push(goes.parts[n]);
      candidates.delete(goes.element);
      for (let n = 0; n < goes.parts.length; n++) if (owner.get(goes.parts[n]) === goes) owner.set(goes.parts[n], stays);
    } else if (!inner.firm && outer.firm && !outer.parts.includes(inner.element)) {
      candidates.delete(inner.element);
      tolerated.add(inner.element);
    }
  }

  const targetOf = new WeakMap();
  const nearest = (element) => {
    for (let at = element; at; at = up(at)) {
      const found = targetOf.get(at);
      if (found) return found;
    }
    return null;
  };
  for (const candidate of candidates.values()) for (let i = 0; i < candidate.parts.length; i++) targetOf.set(candidate.parts[i], candidate);

  const hitsOf = (target) => {
    const hits = [];
    const clip = clipsOf(target.element.localName === 'area' ? areaBox(target.element).image : target.kind === 'label' ? target.parts[1] : target.element).now;
    for (let i = 0; i < target.boxes.length && i < 4; i++) {
      const box = cut(cut(target.boxes[i], clip), [0, 0, wide, high]);
      const least = Math.min(SHOWN, target.boxes[i][2], target.boxes[i][3]);
      if (box[2] < least || box[3] < least) continue;
      for (const [fx, fy] of [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8], [0.1, 0.1], [0.9, 0.9]]) {
        const x = box[0] + box[2] * fx;
        const y = box[1] + box[3] * fy;
        const hit = deepest(x, y);
        if (!hit) continue;
        const ours = target.element.localName === 'area' ? hit === target.element || hit === areaBox(target.element).image : nearest(hit) === target;
        let inside = ours;
        if (!ours && target.firm) for (let at = hit; at && !inside; at = up(at)) inside = target.parts.includes(at);
        if (inside) hits.push([x, y, ours ? 1 : 0]);
      }
    }
    return hits;
  };

  const kept = [];
  for (const candidate of [...candidates.values()].sort((a, b) => a.order - b.order)) {
    const hits = hitsOf(candidate);
    if (!candidate.firm && !hits.length) {
      const [x, y] = centre(candidate.box);
      const hit = holds([0, 0, wide, high], x, y) ? deepest(x, y) : null;
      let under = false;
      for (let at = hit; at && !under; at = up(at)) under = at === candidate.element;
      if (under) {
        for (let n = 0; n < candidate.parts.length; n++) {
          targetOf.delete(candidate.parts[n]);
          tolerated.add(candidate.parts[n]);
        }
        continue;
      }
    }
    candidate.index = kept.length;
    candidate.hits = hits;
    kept.push(candidate);
  }

  const before = given.nodes || new WeakSet();
  const nodes = new WeakSet(all);
  // One line per target, with fields separated by tabs: reading tens of thousands of objects would take half a minute.
  let targets = '';
  for (let i = 0; i < kept.length; i++) {
    const { element, kind, box, hits } = kept[i];
    let points = '';
    for (let n = 0; n < hits.length; n++) points += `${n ? ' ' : ''}${hits[n][0]},${hits[n][1]}`;
    let hidden = false;
    for (let root = element.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) hidden = hidden || root.mode === 'closed';
    const flags = `${isDisabled(element) ? 'd' : ''}${hidden ? 'c' : ''}${before.has(element) ? 'k' : ''}`;
    const said = `${roleOf(element)}\t${nameOf(element).replace(/\t/g, ' ')}`;
    targets += `${kind}\t${element.localName}\t${said}\t${flags}\t${box[0]} ${box[1]} ${box[2]} ${box[3]}\t${points}\n`;
  }

  // The words that a person sees in the viewport: [word, x, y].
  const words = [];
  const range = document.createRange();
  const scopes = [document];
  for (let i = 0; i < all.length; i++) if (rootOf(all[i])) scopes.push(rootOf(all[i]));
  const SKIPPED = { script: 1, style: 1, noscript: 1, template: 1, textarea: 1, option: 1, title: 1 };
  for (let s = 0; s < scopes.length; s++) {
    const walker = document.createTreeWalker(scopes[s], NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement || scopes[s].host;
      if (!parent || SKIPPED[parent.localName] === 1 || !/[^\s]/.test(node.data)) continue;
      range.selectNodeContents(node);
      const whole = range.getBoundingClientRect();
      if (whole.width <= 0 || whole.bottom <= 0 || whole.top >= high || whole.right <= 0 || whole.left >= wide) continue;
      const style = styleOf(parent);
      if (style.visibility !== 'visible' || Number.parseFloat(style.fontSize) < 1 || isFaded(parent)) continue;
      const clip = clipsOf(parent).now;
      const own = parent.getBoundingClientRect();
      const clips = style.overflowX !== 'visible' && style.display !== 'inline' ? cut(clip, [own.left, own.top, own.width, own.height]) : clip;
      const pattern = /[\p{L}\p{N}]+/gu;
      for (let match = pattern.exec(node.data); match; match = pattern.exec(node.data)) {
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const rect = range.getClientRects()[0];
        if (!rect || rect.width < 1 || rect.height < 3) continue;
        const x = rect.left + rect.width / 2;
        const y = rect.top + rect.height / 2;
        if (!holds([0, 0, wide, high], x, y) || !holds(clips, x, y)) continue;
        const hit = deepest(x, y);
        let seen = false;
        for (let at = hit; at && !seen; at = up(at)) seen = at === parent;
        if (!seen && hit && style.pointerEvents === 'none') seen = true;
        if (!seen && hit) for (let at = parent; at && !seen; at = up(at)) seen = at === hit;
        if (seen) words.push([match[0], x, y]);
      }
    }
  }

  // The answer for a mark of another system: the index of a target, "tolerated" or null.
  const answerFor = (target) => (target.index === undefined ? 'tolerated' : target.index);
  const inLabelOf = (element, target) => {
    const label = element.closest('label');
    return label !== null && target.parts.includes(label) && nearest(element) === target;
  };
  const lookup = (element) => {
    if (!element || element.nodeType !== 1) element = element?.parentElement ?? element?.host ?? null;
    if (!element) return null;
    const exact = targetOf.get(element);
    if (exact) return answerFor(exact);
    if (element.localName === 'option' || element.localName === 'optgroup' || element.localName === 'iframe') return 'tolerated';
    const rects = rectsOf(element);
    if (rects.length) {
      const mark = { box: largest(rects), boxes: rects };
      const holder = nearest(element);
      if (holder && (sameClick(mark, holder) || inLabelOf(element, holder))) return answerFor(holder);
      for (let i = 0; i < kept.length; i++) {
        if (!sameClick(mark, kept[i])) continue;
        for (let at = kept[i].element; at; at = up(at)) if (at === element) return i;
      }
    }
    if (tolerated.has(element)) return 'tolerated';
    for (let at = element; at; at = up(at)) if (at.localName === 'label' && at.control && tolerated.has(at.control)) return 'tolerated';
    return null;
  };
  const describe = (element) => {
    const rect = element.getBoundingClientRect();
    return `<${element.localName}${element.id ? `#${element.id}` : ''}${roleOf(element) ? ` role=${roleOf(element)}` : ''} class="${(element.getAttribute('class') || '').slice(0, 40)}"> "${nameOf(element)}" ${Math.round(rect.left)},${Math.round(rect.top)} ${Math.round(rect.width)}x${Math.round(rect.height)}`;
  };
  const find = (element) => [number, lookup(element), describe(element)];
  const byAttribute = (name) => {
    const found = [];
    for (let i = 0; i < all.length; i++) {
      const value = all[i].getAttribute(name);
      if (value !== null) found.push([value, find(all[i])]);
    }
    return found;
  };
  // Maps points in the frame of this element to this document: [x, y, reached], in px; `reached` says whether the hit
  // test at the point returns the element.
  const through = (holder, points) => {
    const rect = holder.getBoundingClientRect();
    const style = styleOf(holder);
    const scale = holder.offsetWidth ? rect.width / holder.offsetWidth : 1;
    const left = rect.left + (holder.clientLeft + Number.parseFloat(style.paddingLeft)) * scale;
    const top = rect.top + (holder.clientTop + Number.parseFloat(style.paddingTop)) * scale;
    const mapped = [];
    for (let i = 0; i < points.length; i++) {
      const x = left + points[i][0] * scale;
      const y = top + points[i][1] * scale;
      mapped.push([x, y, holds([0, 0, wide, high], x, y) && deepest(x, y) === holder]);
    }
    return mapped;
  };
  Object.defineProperty(globalThis, KEY, {
    value: { listeners: given.listeners, roots: closed, nodes, find, byAttribute, through },
    configurable: true,
    enumerable: false,
  });
  return { targets, words, elements: all.length };
}
