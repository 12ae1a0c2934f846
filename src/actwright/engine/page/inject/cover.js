// Geometry: where an element is, which part of it can be seen, and what covers it.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Area  CSS px in this frame's viewport */

/** @type {Area} */
const EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** @returns {Area} */
function viewport() {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
}

/**
 * @param {Area} one
 * @param {Area} other
 * @returns {Area | null}
 */
function overlap(one, other) {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.right, other.right);
  const bottom = Math.min(one.bottom, other.bottom);
  return right - left > 0.5 && bottom - top > 0.5 ? { left, top, right, bottom } : null;
}

/**
 * @typedef {object} Span  what the walk has recorded about an element
 * @property {Element} element
 * @property {number} first number of the element in the walk
 * @property {number} last number of the last element inside it
 * @property {Area} area where it takes clicks, including boxes that CSS adds to it
 */

/** Height of a band of the viewport, in CSS px. */
const BAND = 40;

/** What one capture has measured and need not measure again. */
class Measures {
  constructor() {
    /** @type {Map<Element, DOMRect>} */
    this.rects = new Map();
    /** @type {Map<Element, string>} */
    this.groups = new Map();
    /** @type {Map<Element, boolean>} */
    this.shaped = new Map();
    /** @type {Map<Element, Span>} */
    this.spans = new Map();
    /** @type {Map<number, Span[]> | null} The spans in view, by the bands of the viewport that they touch. */
    this.bands = null;
    /** @type {Element | null} The open modal dialog; nothing outside of it takes clicks, covered or not. */
    this.modal = null;
    this.view = viewport();
    this.met = 0;
  }

  /**
   * Records that the walk has reached an element.
   * @param {Element} element
   * @returns {Span}
   */
  enter(element) {
    const rect = this.rect(element);
    const added = touches(rect, this.view) ? addedReach(element, rect) : null;
    const span = { element, first: this.met++, last: Infinity, area: added ? union(rect, added) : rect };
    this.spans.set(element, span);
    return span;
  }

  /**
   * Whether a point also lies in an element that is neither an ancestor nor a descendant of this one. Only a hit test
   * shows which of them is on top, and it costs much more than this check.
   * @param {Element} element
   * @param {number} x
   * @param {number} y
   */
  isCrowded(element, x, y) {
    const own = this.spans.get(element);
    if (!own || (this.modal && !composedContains(this.modal, element))) return true;
    const near = (this.bands ??= this.banded()).get(Math.floor(y / BAND)) || [];
    return near.some(({ element: other, first, last, area }) => {
      if (x < area.left || x > area.right || y < area.top || y > area.bottom) return false;
      if ((first <= own.first && last >= own.last) || (first >= own.first && last <= own.last)) return false;
      return styleOf(other).pointerEvents !== 'none';
    });
  }

  /**
   * The elements that overlap an area, stick out of a span, and are neither ancestors nor descendants of its element.
   * @param {Span} own
   * @param {Area} area
   * @returns {Span[]}
   */
  across({ first, last, area: whole }, area) {
    const bands = (this.bands ??= this.banded());
    /** @type {Set<Span>} */
    const found = new Set();
    for (let band = Math.floor(area.top / BAND); band <= area.bottom / BAND; band += 1) {
      for (const other of bands.get(band) || []) {
        const { left, top, right, bottom } = other.area;
        if (left >= area.right || right <= area.left || top >= area.bottom || bottom <= area.top) continue;
        if ((other.first <= first && other.last >= last) || (other.first >= first && other.last <= last)) continue;
        if (sticksOut(other.area, whole)) found.add(other);
      }
    }
    return Array.from(found);
  }

  banded() {
    /** @type {Map<number, Span[]>} */
    const bands = new Map();
    for (const span of this.spans.values()) {
      const area = overlap(span.area, this.view);
      if (!area) continue;
      for (let band = Math.floor(area.top / BAND); band <= area.bottom / BAND; band += 1) {
        const inside = bands.get(band);
        if (inside) inside.push(span);
        else bands.set(band, [span]);
      }
    }
    return bands;
  }

  /**
   * @param {Element} element
   * @returns {DOMRect}
   */
  rect(element) {
    let rect = this.rects.get(element);
    if (!rect) this.rects.set(element, (rect = element instanceof HTMLAreaElement ? shapeOf(element).rect : element.getBoundingClientRect()));
    return rect;
  }

  /** @param {Element} element */
  area(element) {
    const rect = this.rect(element);
    return rect.width * rect.height;
  }

  /**
   * Whether an element is a plain box that fills all of an area: if it covers one point of it, it covers every point.
   * @param {Element} element
   * @param {Area} area
   */
  fills(element, area) {
    const shown = this.visible(element);
    if (!shown || shown.left > area.left || shown.top > area.top || shown.right < area.right || shown.bottom < area.bottom) return false;
    if (styleOf(element).isFlow) return false;
    for (let node = /** @type {Element | null} */ (element); node; node = composedParent(node)) if (this.isShaped(node)) return false;
    return true;
  }

  /**
   * Whether what an element paints, or contains, may not be an upright rectangle.
   * @param {Element} element
   */
  isShaped(element) {
    let shaped = this.shaped.get(element);
    if (shaped === undefined) {
      const { live } = styleOf(element);
      shaped = live.borderRadius !== '0px' || live.clipPath !== 'none' || live.transform !== 'none' || live.rotate !== 'none' || live.offsetPath !== 'none';
      this.shaped.set(element, shaped);
    }
    return shaped;
  }

  /** @param {Element} element */
  hasArea(element) {
    const rect = this.rect(element);
    return rect.width > 0 && rect.height > 0;
  }

  /**
   * @param {Element} element
   * @returns {[number, number, number, number]} x, y, width, height
   */
  box(element) {
    const rect = this.rect(element);
    return [round(rect.left), round(rect.top), round(rect.width), round(rect.height)];
  }

  /**
   * The name of the nearest named group around an element.
   * @param {Element} element
   * @returns {string}
   */
  group(element) {
    /** @type {Element[]} */
    const path = [];
    let group = '';
    for (let node = composedParent(element); node && !group; node = composedParent(node)) {
      const known = this.groups.get(node);
      if (known !== undefined) {
        group = known;
        break;
      }
      path.push(node);
      const role = roleOf(node);
      group = /^(group|radiogroup)$/.test(role) ? nameOf(node, role) : '';
    }
    for (const node of path) this.groups.set(node, group);
    return group;
  }

  /**
   * The part of an element that is visible in the viewport.
   * @param {Element} element
   * @returns {Area | null}
   */
  visible(element) {
    const image = imageOf(element);
    if (image) {
      const shown = this.visible(image);
      return shown && overlap(shown, this.rect(element));
    }
    const { now } = portOf(element);
    return now && overlap(now, this.rect(element));
  }
}

/**
 * The topmost element at a point, through open shadow roots.
 * @param {number} x
 * @param {number} y
 */
function hit(x, y) {
  let found = document.elementFromPoint(x, y);
  for (let root = found && rootIn(found); root; root = found && rootIn(found)) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === found || !composedContains(/** @type {Element} */ (found), inner)) break;
    found = inner;
  }
  return found;
}

/**
 * Points to test: the centre first, as a click would; then four inset points, and more for a shape in a drawing.
 * @param {Element} element
 * @param {Area} area
 * @returns {Generator<[number, number]>}
 */
function* clickPoints(element, area) {
  if (element instanceof HTMLAreaElement) {
    yield shapeOf(element).point;
    return;
  }
  const lines = styleOf(element).display === 'inline' ? Array.from(element.getClientRects()) : [];
  const first = lines.map((rect) => overlap(rect, area)).find(Boolean) || area;
  yield middle(first);
  const dx = Math.min(8, (first.right - first.left) / 4);
  const dy = Math.min(8, (first.bottom - first.top) / 4);
  for (const x of [first.left + dx, first.right - dx]) for (const y of [first.top + dy, first.bottom - dy]) yield [x, y];
  if (!isDrawn(element)) return;
  const [width, height] = [first.right - first.left, first.bottom - first.top];
  for (const down of PARTS) for (const right of PARTS) yield [first.left + right * width, first.top + down * height];
}

/** Shares of a width or height. */
const PARTS = [0.1, 0.3, 0.5, 0.7, 0.9];

/**
 * Whether an element is a shape in a drawing, which may fill little of its box.
 * @param {Element} element
 */
function isDrawn(element) {
  return element instanceof SVGElement && element.localName !== 'svg';
}

/**
 * What covers all click points of an element; null if at least one is free.
 * @param {Element} element
 * @param {Area} area the visible part of it
 * @param {Measures} [measures] of a walk that has recorded everything visible
 * @returns {Element | null}
 */
function coverOf(element, area, measures) {
  /** @type {Element | null} */
  let cover = null;
  for (const [x, y] of clickPoints(element, area)) {
    if (measures && !isDrawn(element) && !measures.isCrowded(element, x, y)) return null;
    const found = hit(x, y);
    if (!found || composedContains(element, found) || imageOf(found) === element) return null;
    const label = found.closest('label');
    if (label && label.control === element) return null;
    if (composedContains(found, element)) continue;
    cover = cover || found;
    if (measures?.fills(found, area) && isFlat(element)) return cover;
  }
  return cover;
}

/**
 * What covers all click points of an element with `pointer-events: none`, which hit tests pass through; null if at one
 * of the points the hit test finds nothing from outside of the element's container.
 * @param {Element} element
 * @param {Area} area the visible part of it
 * @param {Measures} measures of a walk that has recorded everything visible
 * @returns {Element | null}
 */
function coverOfUntouchable(element, area, measures) {
  /** @type {Element | null} */
  let cover = null;
  for (const [x, y] of clickPoints(element, area)) {
    if (!measures.isCrowded(element, x, y)) return null;
    const found = hit(x, y);
    const holder = holderAt(element, x, y, measures);
    if (!found || !holder || composedContains(holder, found) || composedContains(found, holder)) return null;
    cover = cover || found;
  }
  return cover;
}

/**
 * The nearest ancestor of an element that takes clicks at a point.
 * @param {Element} element
 * @param {number} x
 * @param {number} y
 * @param {Measures} measures
 */
function holderAt(element, x, y, measures) {
  for (let node = composedParent(element); node; node = composedParent(node)) {
    const rect = measures.rect(node);
    if (x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom && styleOf(node).pointerEvents !== 'none') return node;
  }
  return null;
}

/** Hit tests for one element at most. */
const MOST_COVERS = 6;
/** CSS px; an element that sticks out of another by no more is part of its appearance. */
const OUT = 16;
/** CSS px; a smaller part is not worth drawing. */
const LEAST_PART = 4;
/** An element with more elements inside is an area of the page, not a control. */
const MOST_INSIDE = 40;
/** Share of a link's bounding box; if its lines fill more, the box is shown, else the longest line. */
const FILLED = 0.6;

/**
 * The part of an element that people recognise as the element: its visible part, less what popups, dialogs and bars
 * cover; for a link that wraps, its longest line.
 * @param {Element} element
 * @param {Area} area the part of it that is not clipped
 * @param {Measures} measures of a walk that has recorded everything visible
 * @param {Measures} measures of a walk that met all that shows
 * @returns {Area}
 */
function shownPart(element, area, measures) {
  if (element instanceof SVGElement || element instanceof HTMLAreaElement) return area;
  if (styleOf(element).display === 'inline') return longestLine(element, area);
  const own = measures.spans.get(element);
  if (!own || own.last - own.first > MOST_INSIDE) return area;
  const over = measures.across(own, area);
  over.sort((one, other) => sizeOf(other.area) - sizeOf(one.area));
  let shown = area;
  let asked = 0;
  for (const candidate of over) {
    const part = overlap(candidate.area, shown);
    if (!part || styleOf(candidate.element).pointerEvents === 'none') continue;
    if ((asked += 1) > MOST_COVERS) break;
    const found = hit(...middle(part));
    if (!found || !composedContains(candidate.element, found) || isPartOf(found, element)) continue;
    shown = largestBeside(shown, part) || shown;
  }
  return shown;
}

/**
 * @param {Element} element
 * @param {Area} area
 * @returns {Area}
 */
function longestLine(element, area) {
  const lines = Array.from(element.getClientRects()).flatMap((rect) => overlap(rect, area) || []);
  if (lines.length < 2 || lines.reduce((sum, line) => sum + sizeOf(line), 0) > FILLED * sizeOf(area)) return area;
  return lines.reduce((longest, line) => (sizeOf(line) > sizeOf(longest) ? line : longest));
}

/**
 * Whether the result of a hit test is an element, its ancestor, its descendant or its label.
 * @param {Element} found
 * @param {Element} element
 */
function isPartOf(found, element) {
  return composedContains(element, found) || composedContains(found, element) || found.closest('label')?.control === element;
}

/** @param {Area} area */
function sizeOf(area) {
  return (area.right - area.left) * (area.bottom - area.top);
}

/**
 * @param {Area} other
 * @param {Area} own
 */
function sticksOut(other, own) {
  return other.left < own.left - OUT || other.top < own.top - OUT || other.right > own.right + OUT || other.bottom > own.bottom + OUT;
}

/**
 * The largest rectangle of an area beside another area in it; null if none is large enough to be seen.
 * @param {Area} area
 * @param {Area} taken
 * @returns {Area | null}
 */
function largestBeside(area, taken) {
  const parts = [
    { ...area, right: taken.left }, { ...area, left: taken.right }, { ...area, bottom: taken.top }, { ...area, top: taken.bottom },
  ].filter((part) => part.right - part.left >= LEAST_PART && part.bottom - part.top >= LEAST_PART);
  return parts.length ? parts.reduce((largest, part) => (sizeOf(part) > sizeOf(largest) ? part : largest)) : null;
}

/** An element with more elements inside is tested at every point. */
const FEW = 12;

/**
 * Whether nothing of an element can be above what covers it: it has no positioned descendant and no label.
 * @param {Element} element
 */
function isFlat(element) {
  const inner = element.getElementsByTagName('*');
  if (inner.length > FEW || rootIn(element) || labelsOf(element).length) return false;
  return Array.from(inner).every((one) => styleOf(one).position === 'static');
}

/**
 * A short readable label for what covers an element: the outermost ancestor of `cover` that does not contain `element`.
 * @param {Element} cover
 * @param {Element | null} element
 */
function coverLabel(cover, element) {
  let outermost = cover;
  for (let node = composedParent(cover); node; node = composedParent(node)) {
    if (node === document.body || node === document.documentElement) break;
    if (element && composedContains(node, element)) break;
    outermost = node;
  }
  return shortLabel(outermost);
}

/**
 * `#` and the `id` attribute, or empty without one. Reads the attribute, as the `id` of a form may be a field of that
 * name.
 * @param {Element} element
 */
function idOf(element) {
  const id = element.getAttribute('id');
  return id ? `#${id}` : '';
}

/**
 * The role or tag of an element with its name, or else the beginning of its text; for a mere wrapper of a dialog, the
 * label of that dialog.
 * @param {Element} element
 * @returns {string}
 */
function shortLabel(element) {
  return once(memo.labels, element, shortLabelNow);
}

/** @param {Element} element */
function shortLabelNow(element) {
  const role = roleOf(element);
  const heading = element.querySelector('h1, h2, h3, [role=heading]');
  const referencedName = referenced(element, 'aria-labelledby').map(ownName).join(' ');
  const said = referencedName || element.getAttribute('aria-label') || (heading ? contentText(heading, null) : '') || contentText(element, null);
  const text = fold(said);
  const dialog = element.querySelector('dialog, [role=dialog], [role=alertdialog]');
  if (dialog && !element.hasAttribute('aria-label') && !referencedName) return shortLabel(dialog);
  const kind = role || element.localName;
  const most = heading || said !== contentText(element, null) ? 60 : 30;
  const short = text.length > most ? `${text.slice(0, most - 1)}…` : text;
  return short ? `${kind}: ${short}` : `${kind} ${idOf(element).slice(0, 41)}`.trim();
}

/** The open modal dialogs, the topmost last. */
function openModals() {
  if (!memo.on) return openModalsNow();
  return (memo.modals ??= openModalsNow());
}

function openModalsNow() {
  /** @type {Element[]} */
  const open = [];
  for (const root of allRoots()) {
    for (const dialog of root.querySelectorAll('dialog:modal, [aria-modal="true"]')) {
      const boxes = isRendered(dialog) ? [dialog] : dialog.checkVisibility() ? Array.from(dialog.children).filter(isRendered) : [];
      if (boxes.some((box) => mayShow(box))) open.push(dialog);
    }
  }
  return open;
}

/**
 * The topmost open modal dialog.
 * @returns {Element | null}
 */
function topModal() {
  return openModals().at(-1) ?? null;
}

/** The shares of the viewport's width and height at which `backdrop` tests what is on top. */
const CORNERS = [0.01, 0.5, 0.99];
/** A backdrop covers at least this share of the viewport, and of the controls in view that are outside of it. */
const NEARLY_ALL = 0.9;
/** Controls that are tested at most. */
const MOST_ASKED = 40;

/**
 * The element that covers nearly all of the page in view although nothing marks it as modal: the backdrop of a menu or
 * a notice, with what is on it. If there are several, the outermost one that has controls of the page outside of it.
 * @returns {Element | null}
 */
function backdrop() {
  /** @type {Element[] | null} What covers every point so far, the innermost first. */
  let over = null;
  for (const x of CORNERS) {
    for (const y of CORNERS) {
      /** @type {Set<Element>} */
      const around = new Set();
      for (let node = hit(x * innerWidth, y * innerHeight); node; node = composedParent(node)) around.add(node);
      over = over ? over.filter((node) => around.has(node)) : Array.from(around).filter(isLaidOver);
      if (!over.length) return null; // on most pages nothing covers the first point
    }
  }
  return over?.findLast(coversControls) ?? null;
}

/** @param {Element} element */
function isLaidOver(element) {
  if (!/^(fixed|absolute)$/.test(styleOf(element).position)) return false;
  const shown = overlap(element.getBoundingClientRect(), viewport());
  return shown !== null && sizeOf(shown) >= NEARLY_ALL * innerWidth * innerHeight;
}

/**
 * Whether an element covers nearly all controls in view that are outside of it, and at least one.
 * @param {Element} element
 */
function coversControls(element) {
  let [covered, free] = [0, 0];
  for (const control of document.querySelectorAll(CONTROLS)) {
    if (covered + free >= MOST_ASKED) break;
    if (composedContains(element, control) || composedContains(control, element) || !control.checkVisibility({ visibilityProperty: true })) continue;
    const shown = overlap(control.getBoundingClientRect(), viewport());
    if (!shown) continue;
    const found = hit(...middle(shown));
    if (found && composedContains(element, found)) covered += 1;
    else free += 1;
  }
  return covered > 0 && covered >= NEARLY_ALL * (covered + free);
}
