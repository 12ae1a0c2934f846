// Made by scripts/build_in_page.js from the modules beside it: change those, and run it again.
(() => {
let engine = null;
const make = (() => {
"use strict";
var modules = (() => {
  var __defProp = Object.defineProperty;
  var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
  var __getOwnPropNames = Object.getOwnPropertyNames;
  var __hasOwnProp = Object.prototype.hasOwnProperty;
  var __export = (target, all) => {
    for (var name in all)
      __defProp(target, name, { get: all[name], enumerable: true });
  };
  var __copyProps = (to, from, except, desc) => {
    if (from && typeof from === "object" || typeof from === "function") {
      for (let key of __getOwnPropNames(from))
        if (!__hasOwnProp.call(to, key) && key !== except)
          __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
    }
    return to;
  };
  var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

  // main.js
  var main_exports = {};
  __export(main_exports, {
    engine: () => engine
  });

  // document_token.js
  var token = `${performance.timeOrigin} ${Math.random()}`;

  // dom/member.js
  var { getOwnPropertyDescriptor } = Object;
  function member(name) {
    const symbol = Symbol(name);
    for (const { prototype } of [EventTarget, Node, Element, HTMLElement, HTMLFormElement, Document]) {
      const own = getOwnPropertyDescriptor(prototype, name);
      if (own) Object.defineProperty(prototype, symbol, own);
    }
    for (const { prototype } of [HTMLFormElement, Document]) {
      if (!(symbol in prototype)) Object.defineProperty(prototype, symbol, { value: void 0 });
    }
    Object.defineProperty(Object.prototype, symbol, {
      get() {
        return this[name];
      }
    });
    return symbol;
  }

  // virtual:dom-members:virtual:dom-members
  var $accept = member("accept");
  var $activeElement = member("activeElement");
  var $adoptedStyleSheets = member("adoptedStyleSheets");
  var $alt = member("alt");
  var $assignedNodes = member("assignedNodes");
  var $assignedSlot = member("assignedSlot");
  var $attributes = member("attributes");
  var $baseURI = member("baseURI");
  var $blur = member("blur");
  var $body = member("body");
  var $cells = member("cells");
  var $checkVisibility = member("checkVisibility");
  var $checked = member("checked");
  var $childElementCount = member("childElementCount");
  var $childNodes = member("childNodes");
  var $children = member("children");
  var $classList = member("classList");
  var $className = member("className");
  var $clientHeight = member("clientHeight");
  var $clientLeft = member("clientLeft");
  var $clientTop = member("clientTop");
  var $clientWidth = member("clientWidth");
  var $closest = member("closest");
  var $colSpan = member("colSpan");
  var $compareDocumentPosition = member("compareDocumentPosition");
  var $contains = member("contains");
  var $control = member("control");
  var $coords = member("coords");
  var $createElement = member("createElement");
  var $createRange = member("createRange");
  var $createTreeWalker = member("createTreeWalker");
  var $defaultSelected = member("defaultSelected");
  var $defaultValue = member("defaultValue");
  var $designMode = member("designMode");
  var $dispatchEvent = member("dispatchEvent");
  var $documentElement = member("documentElement");
  var $elementFromPoint = member("elementFromPoint");
  var $elements = member("elements");
  var $elementsFromPoint = member("elementsFromPoint");
  var $execCommand = member("execCommand");
  var $files = member("files");
  var $firstChild = member("firstChild");
  var $firstElementChild = member("firstElementChild");
  var $focus = member("focus");
  var $form = member("form");
  var $getAnimations = member("getAnimations");
  var $getAttribute = member("getAttribute");
  var $getAttributeNames = member("getAttributeNames");
  var $getBoundingClientRect = member("getBoundingClientRect");
  var $getClientRects = member("getClientRects");
  var $getElementById = member("getElementById");
  var $getElementsByTagName = member("getElementsByTagName");
  var $getPointAtLength = member("getPointAtLength");
  var $getRootNode = member("getRootNode");
  var $getScreenCTM = member("getScreenCTM");
  var $getTotalLength = member("getTotalLength");
  var $hasAttribute = member("hasAttribute");
  var $hasFocus = member("hasFocus");
  var $hidden = member("hidden");
  var $href = member("href");
  var $id = member("id");
  var $implementation = member("implementation");
  var $indeterminate = member("indeterminate");
  var $index = member("index");
  var $innerText = member("innerText");
  var $isConnected = member("isConnected");
  var $isContentEditable = member("isContentEditable");
  var $label = member("label");
  var $labels = member("labels");
  var $lang = member("lang");
  var $lastChild = member("lastChild");
  var $list = member("list");
  var $localName = member("localName");
  var $matches = member("matches");
  var $max = member("max");
  var $maxLength = member("maxLength");
  var $min = member("min");
  var $multiple = member("multiple");
  var $name = member("name");
  var $nextElementSibling = member("nextElementSibling");
  var $nextSibling = member("nextSibling");
  var $nodeType = member("nodeType");
  var $offsetHeight = member("offsetHeight");
  var $offsetWidth = member("offsetWidth");
  var $open = member("open");
  var $options = member("options");
  var $ownerDocument = member("ownerDocument");
  var $ownerSVGElement = member("ownerSVGElement");
  var $parentElement = member("parentElement");
  var $parentNode = member("parentNode");
  var $previousElementSibling = member("previousElementSibling");
  var $previousSibling = member("previousSibling");
  var $querySelector = member("querySelector");
  var $querySelectorAll = member("querySelectorAll");
  var $readOnly = member("readOnly");
  var $readyState = member("readyState");
  var $required = member("required");
  var $rows = member("rows");
  var $scrollBy = member("scrollBy");
  var $scrollHeight = member("scrollHeight");
  var $scrollIntoView = member("scrollIntoView");
  var $scrollLeft = member("scrollLeft");
  var $scrollTop = member("scrollTop");
  var $scrollWidth = member("scrollWidth");
  var $scrollingElement = member("scrollingElement");
  var $select = member("select");
  var $selected = member("selected");
  var $selectedOptions = member("selectedOptions");
  var $selectionEnd = member("selectionEnd");
  var $selectionStart = member("selectionStart");
  var $setSelectionRange = member("setSelectionRange");
  var $shadowRoot = member("shadowRoot");
  var $shape = member("shape");
  var $size = member("size");
  var $step = member("step");
  var $stepDown = member("stepDown");
  var $stepUp = member("stepUp");
  var $style = member("style");
  var $styleSheets = member("styleSheets");
  var $tBodies = member("tBodies");
  var $text = member("text");
  var $textContent = member("textContent");
  var $timeline = member("timeline");
  var $title = member("title");
  var $type = member("type");
  var $validationMessage = member("validationMessage");
  var $validity = member("validity");
  var $value = member("value");

  // dom/shadow_roots.js
  var adopted = 0;
  var closedRoots = /* @__PURE__ */ new WeakMap();
  var examined = /* @__PURE__ */ new WeakSet();
  var suspected = /* @__PURE__ */ new Set();
  var MOST_SUSPECTS = 100;
  function rootIn(element) {
    return element[$shadowRoot] || closedRoots.get(element) || null;
  }
  function suspect(element) {
    if (!element || examined.has(element) || element[$shadowRoot] || suspected.size >= MOST_SUSPECTS) return;
    examined.add(element);
    suspected.add(element);
  }
  function suspectByLook(element, measures) {
    if (closedRoots.has(element)) return;
    if (element[$localName].includes("-")) return suspect(element);
    if (element[$firstChild] || !/^(div|section|span)$/.test(element[$localName])) return;
    const box = measures.rect(element);
    if (box.width > 20 && box.height > 12) suspect(element);
  }
  var exposed = {
    suspects() {
      const hosts = [...suspected];
      suspected.clear();
      return hosts;
    },
    adopt(host, root) {
      closedRoots.set(host, root);
      adopted += 1;
    }
  };

  // dom/composed.js
  var SKIPPED = /* @__PURE__ */ new Set([
    "base",
    "head",
    "link",
    "meta",
    "noscript",
    "param",
    "script",
    "source",
    "style",
    "template",
    "title",
    "track",
    "clipPath",
    "defs",
    "desc",
    "filter",
    "linearGradient",
    "marker",
    "mask",
    "metadata",
    "pattern",
    "radialGradient",
    "symbol"
  ]);
  function composedChildren(element) {
    const root = rootIn(element);
    if (root) return root.childNodes;
    if (element instanceof HTMLSlotElement) {
      const assigned = element[$assignedNodes]();
      if (assigned.length) return assigned;
    }
    if (element instanceof HTMLDetailsElement && !element[$open]) {
      const summary = Array.from(element[$children]).find((child) => child[$localName] === "summary");
      return summary ? [summary] : [];
    }
    return element[$childNodes];
  }
  function composedParent(node) {
    if (node instanceof Element && node[$assignedSlot]) return node[$assignedSlot];
    if (node instanceof Text && node.assignedSlot) return node.assignedSlot;
    const parent = node[$parentNode];
    if (parent instanceof ShadowRoot) return parent.host;
    return parent instanceof Element ? parent : null;
  }
  function composedContains(outer, inner) {
    for (let node = inner; node; node = composedParent(node)) if (node === outer) return true;
    return false;
  }
  var BARE = /* @__PURE__ */ new Set(["b", "div", "em", "i", "li", "p", "span", "strong", "tbody", "td", "tr", "ul"]);
  function follows(one, other) {
    return (one[$compareDocumentPosition](other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  }
  function within(outer, inner) {
    return outer[$contains](inner) || inner[$getRootNode]() instanceof ShadowRoot && composedContains(outer, inner) || inner[$assignedSlot] !== null && composedContains(outer, inner);
  }
  function levelsUp(element, area) {
    let levels = 0;
    for (let node = composedParent(element); node; node = composedParent(node)) {
      levels += 1;
      if (node === area) return levels;
    }
    return 0;
  }
  function hasText(element) {
    for (let node = element[$firstChild]; node; node = node[$nextSibling]) if (node instanceof Text && node.data.trim()) return true;
    return false;
  }
  function isBlank(node) {
    return node instanceof Text ? !node.data.trim() : !(node instanceof Element) || SKIPPED.has(node[$localName]);
  }

  // dom/capture_cache.js
  var cache = {
    on: false,
    styles: /* @__PURE__ */ new Map(),
    roles: /* @__PURE__ */ new Map(),
    names: /* @__PURE__ */ new Map(),
    contents: /* @__PURE__ */ new Map(),
    labels: /* @__PURE__ */ new Map(),
    labelled: /* @__PURE__ */ new Map(),
    saidByLabels: /* @__PURE__ */ new Map(),
    added: null,
    found: /* @__PURE__ */ new Map(),
    modals: null,
    roots: null,
    ports: /* @__PURE__ */ new Map(),
    page: null,
    top: null,
    fields: /* @__PURE__ */ new Map(),
    rows: /* @__PURE__ */ new Map()
  };
  function remembering(work) {
    cache.on = true;
    try {
      return work();
    } finally {
      cache.on = false;
      cache.styles.clear();
      cache.roles.clear();
      cache.names.clear();
      cache.contents.clear();
      cache.labels.clear();
      cache.labelled.clear();
      cache.saidByLabels.clear();
      cache.added = null;
      cache.found.clear();
      cache.modals = null;
      cache.roots = null;
      cache.ports.clear();
      cache.page = null;
      cache.top = null;
      cache.fields.clear();
      cache.rows.clear();
    }
  }
  function once(known, element, ask) {
    if (!cache.on) return ask(element);
    let said2 = known.get(element);
    if (said2 === void 0) known.set(element, said2 = ask(element));
    return said2;
  }

  // dom/roots.js
  function isInClosedRoot(element) {
    for (let root = rootOf(element); root instanceof ShadowRoot; root = rootOf(root.host)) if (root.mode === "closed") return true;
    return false;
  }
  function rootOf(element) {
    const root = element[$getRootNode]();
    return root instanceof Document || root instanceof ShadowRoot ? root : element[$ownerDocument];
  }
  function referenced(element, attribute) {
    const said2 = element[$getAttribute](attribute);
    if (!said2) return [];
    const root = rootOf(element);
    const ids = said2.split(/\s+/).filter(Boolean);
    return ids.map((id) => root[$getElementById](id)).filter((found) => found !== null);
  }
  var ROOTED = ["td", "a", "tr", "li", "path", "option", "button", "input", "img", "svg"].map((tag) => `:not(${tag})`).join("");
  function openRoots(root) {
    const roots = [root];
    for (const element of root[$querySelectorAll](ROOTED)) {
      const inner = rootIn(element);
      if (inner) roots.push(...openRoots(inner));
    }
    return roots;
  }
  function allRoots() {
    if (!cache.on) return openRoots(document);
    return cache.roots ??= openRoots(document);
  }
  function everywhere(root, selector) {
    if (!cache.on) return root[$querySelectorAll](selector);
    let lists = cache.found.get(root);
    if (!lists) cache.found.set(root, lists = /* @__PURE__ */ new Map());
    let all = lists.get(selector);
    if (!all) lists.set(selector, all = root[$querySelectorAll](selector));
    return all;
  }
  var CHANGES = { subtree: true, childList: true, attributes: true, characterData: true };

  // dom/focus.js
  function focusedElement() {
    let active = document[$activeElement];
    while (active && active[$shadowRoot]?.activeElement) active = active[$shadowRoot].activeElement;
    return active;
  }
  var TEXT_TYPES = /^(text|search|email|url|tel|password|number)$/;
  function isTextField(field) {
    return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement && TEXT_TYPES.test(field[$type]);
  }
  function takesText(element) {
    if (isTextField(element)) return !element[$readOnly] && !element[$matches](":disabled");
    return element instanceof HTMLElement && element[$isContentEditable];
  }
  function hasFocus(element) {
    const active = rootOf(element)[$activeElement];
    return active !== null && active !== document[$body] && composedContains(active, element);
  }

  // dom/internals.js
  var said = /* @__PURE__ */ new WeakMap();
  var plain = /* @__PURE__ */ new WeakSet();
  var MOST = 100;
  var unanswered = /* @__PURE__ */ new WeakMap();
  var MOST_UNANSWERED = 2;
  var asked = [];
  function customElements() {
    const found = openRoots(document).flatMap((root) => Array.from(root[$querySelectorAll](":defined:not([role])")));
    return found.filter((element) => element[$localName].includes("-") && !plain.has(element)).slice(0, MOST);
  }
  var internals = {
    customs() {
      asked = customElements();
      for (const element of asked) {
        const count = (unanswered.get(element) ?? 0) + 1;
        unanswered.set(element, count);
        if (count > MOST_UNANSWERED && !said.has(element)) plain.add(element);
      }
      return asked;
    },
    accessible(answers) {
      asked.forEach((element, index) => {
        const answer = answers[index];
        unanswered.delete(element);
        if (answer) said.set(element, answer);
        else plain.add(element);
      });
      return answers.filter(Boolean).length;
    }
  };
  function nameToldBy(element) {
    return said.get(element)?.name ?? "";
  }
  function ariaOf(element, attribute) {
    return element[$getAttribute](attribute) ?? said.get(element)?.[attribute] ?? null;
  }

  // dom/lines.js
  var LINES = "line, path, polyline";
  var MOST_LINES = 20;
  var THIN = 1;
  var ALONG = [0.5, 0.25, 0.75, 0.1, 0.9];
  function boxOf(element) {
    const rect = element[$getBoundingClientRect]();
    if (!isStraight(element, rect)) return rect;
    const stroke = Math.max(0, ...linesIn(element).map(strokeOf));
    const [wider, higher] = [rect.width < THIN ? stroke : 0, rect.height < THIN ? stroke : 0];
    return new DOMRect(rect.x - wider / 2, rect.y - higher / 2, rect.width + wider, rect.height + higher);
  }
  function isStraight(element, rect = element[$getBoundingClientRect]()) {
    const [thick, long] = [Math.min(rect.width, rect.height), Math.max(rect.width, rect.height)];
    return thick < THIN && long >= THIN && element instanceof SVGGraphicsElement && element[$localName] !== "svg";
  }
  function* pointsAlong(element) {
    for (const line of linesIn(element)) {
      const matrix = line[$getScreenCTM]();
      if (!matrix) continue;
      const length = line[$getTotalLength]();
      for (const share of length ? ALONG : []) {
        const { x, y } = line[$getPointAtLength](share * length).matrixTransform(matrix);
        yield [x, y];
      }
    }
  }
  function linesIn(element) {
    const all = [element, ...element[$localName] === "g" ? Array.from(element[$querySelectorAll](LINES)).slice(0, MOST_LINES) : []];
    return all.flatMap((one) => one instanceof SVGGeometryElement && one[$matches](LINES) && one[$checkVisibility]() ? one : []);
  }
  function strokeOf(line) {
    const { stroke, strokeWidth } = getComputedStyle(line);
    const { a, b } = line[$getScreenCTM]() ?? new DOMMatrix();
    return stroke === "none" ? 0 : parseFloat(strokeWidth) * Math.hypot(a, b);
  }

  // dom/style.js
  function isRendered(element) {
    if (!element[$checkVisibility]({ visibilityProperty: true })) return false;
    if (styleOf(element).display === "contents") return Array.from(composedChildren(element)).some(isPainted);
    const box = boxOf(element);
    return box.width > 0 && box.height > 0;
  }
  function isPainted(node) {
    if (node instanceof Element) return isRendered(node);
    return node instanceof Text && Boolean(node.data.trim());
  }
  function isFaceDown(element, style) {
    if (style.isFlow || style.live.backfaceVisibility !== "hidden") return false;
    let turned = turnOf(style);
    for (let node = composedParent(element); node && styleOf(node).live.transformStyle === "preserve-3d"; node = composedParent(node)) {
      turned = turnOf(styleOf(node)).multiply(turned);
    }
    return turned.inverse().m33 < 0;
  }
  function turnOf({ live }) {
    const axes = { x: "1, 0, 0", y: "0, 1, 0", z: "0, 0, 1" };
    const [angle, ...axis] = live.rotate === "none" ? ["0deg"] : live.rotate.split(" ").reverse();
    const around2 = axis.length === 3 ? axis.reverse().join(", ") : axes[axis[0] || "z"];
    const transform = live.transform === "none" ? "" : live.transform;
    return new DOMMatrix(`rotate3d(${around2}, ${angle}) ${transform}`);
  }
  function scrolls(element, style) {
    const down = /auto|scroll/.test(style.overflowY) && element[$scrollHeight] > element[$clientHeight] + 16;
    const across = /auto|scroll/.test(style.overflowX) && element[$scrollWidth] > element[$clientWidth] + 16;
    return (down || across) && element[$clientHeight] > 16 && element[$clientWidth] > 16;
  }
  var Style = class {
    constructor(element) {
      this.element = element;
      this.live = getComputedStyle(element);
      this.plain = element[$checkVisibility]({ opacityProperty: true, visibilityProperty: true });
      this.known = {};
    }
    get display() {
      return this.known.display ??= this.live.display;
    }
    get position() {
      return this.known.position ??= this.live.position;
    }
    get cursor() {
      return this.known.cursor ??= this.live.cursor;
    }
    get pointerEvents() {
      return this.known.pointerEvents ??= this.live.pointerEvents;
    }
    get overflow() {
      return this.known.overflow ??= this.live.overflow;
    }
    get overflowX() {
      return this.overflow.split(" ", 1)[0];
    }
    get overflowY() {
      return this.overflow.split(" ").pop() ?? "";
    }
    get isHidden() {
      return !this.plain && this.live.visibility !== "visible";
    }
    get isTransparent() {
      return !this.plain && Number(this.live.opacity) === 0;
    }
    get isFlow() {
      return /^(inline|contents)$/.test(this.display);
    }
    get skipsContent() {
      return this.live.contentVisibility === "hidden";
    }
    get isSizedAway() {
      return this.live.fontSize === "0px";
    }
  };
  function styleOf(element) {
    if (!cache.on) return new Style(element);
    let style = cache.styles.get(element);
    if (!style) cache.styles.set(element, style = new Style(element));
    return style;
  }
  function isSkipped(element) {
    const outer = composedParent(element);
    return outer !== null && styleOf(outer).skipsContent;
  }

  // dom/frames.js
  function contentOffset(holder) {
    const rect = holder[$getBoundingClientRect]();
    const style = styleOf(holder);
    const scale = rect.width / (holder[$offsetWidth] || rect.width);
    const left2 = rect.left + (holder[$clientLeft] + parseFloat(style.live.paddingLeft)) * scale;
    const top2 = rect.top + (holder[$clientTop] + parseFloat(style.live.paddingTop)) * scale;
    return { left: left2, top: top2, scale };
  }

  // dom/areas.js
  function middle(rect) {
    return [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
  }
  function inDocument(rect) {
    return new DOMRect(rect.x + scrollX, rect.y + scrollY, rect.width, rect.height);
  }
  function isSamePlace(one, other) {
    return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y), Math.abs(one.width - other.width), Math.abs(one.height - other.height)) < 0.1;
  }
  var NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };
  var EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
  function viewport() {
    return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  }
  function overlap(one, other) {
    const left2 = Math.max(one.left, other.left);
    const top2 = Math.max(one.top, other.top);
    const right = Math.min(one.right, other.right);
    const bottom = Math.min(one.bottom, other.bottom);
    return right - left2 > 0.5 && bottom - top2 > 0.5 ? { left: left2, top: top2, right, bottom } : null;
  }
  var PARTS = [0.1, 0.3, 0.5, 0.7, 0.9];
  var OUT = 16;
  var LEAST_PART = 4;
  function sizeOf(area) {
    return (area.right - area.left) * (area.bottom - area.top);
  }
  function sticksOut(other, own) {
    return other.left < own.left - OUT || other.top < own.top - OUT || other.right > own.right + OUT || other.bottom > own.bottom + OUT;
  }
  function largestBeside(area, taken) {
    const parts = [
      { ...area, right: taken.left },
      { ...area, left: taken.right },
      { ...area, bottom: taken.top },
      { ...area, top: taken.bottom }
    ].filter((part) => part.right - part.left >= LEAST_PART && part.bottom - part.top >= LEAST_PART);
    return parts.length ? parts.reduce((largest, part) => sizeOf(part) > sizeOf(largest) ? part : largest) : null;
  }
  function isSameRect(one, other) {
    return one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height;
  }
  function union(one, other) {
    return {
      left: Math.min(one.left, other.left),
      top: Math.min(one.top, other.top),
      right: Math.max(one.right, other.right),
      bottom: Math.max(one.bottom, other.bottom)
    };
  }
  function touches(rect, area) {
    return rect.bottom > area.top && rect.top < area.bottom && rect.right > area.left && rect.left < area.right;
  }
  function extended(area) {
    const width = area.right - area.left;
    const height = area.bottom - area.top;
    return { left: area.left - width, top: area.top - height, right: area.right + width, bottom: area.bottom + height };
  }
  function round(value) {
    return Math.round(value * 10) / 10;
  }

  // dom/image_maps.js
  function imageOf(element) {
    const name = element instanceof HTMLAreaElement && element[$closest]("map")?.[$getAttribute]("name");
    if (!element || !name) return null;
    const images = Array.from(rootOf(element)[$querySelectorAll]("img[usemap]"));
    return images.find((image) => image[$getAttribute]("usemap") === `#${name}` && isRendered(image)) || null;
  }
  function shapeOf(area) {
    const image = imageOf(area);
    if (!image) return { rect: new DOMRect(), point: [0, 0] };
    const box = image[$getBoundingClientRect]();
    const style = getComputedStyle(image);
    const left2 = box.left + image[$clientLeft] + parseFloat(style.paddingLeft);
    const top2 = box.top + image[$clientTop] + parseFloat(style.paddingTop);
    const at = area[$coords].split(/[\s,;]+/).map(Number);
    const shape = area[$shape].toLowerCase();
    if (shape === "default" || at.length < 3 || at.some(Number.isNaN)) return { rect: box, point: middle(box) };
    if (shape.startsWith("circ")) {
      const [x2, y2, radius] = at;
      const rect2 = new DOMRect(left2 + x2 - radius, top2 + y2 - radius, 2 * radius, 2 * radius);
      return { rect: rect2, point: middle(rect2) };
    }
    const xs = at.filter((_, index) => index % 2 === 0).slice(0, at.length >> 1);
    const ys = at.filter((_, index) => index % 2 === 1);
    const rect = new DOMRect(left2 + Math.min(...xs), top2 + Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
    if (!shape.startsWith("poly")) return { rect, point: middle(rect) };
    const [x, y] = insideOf(xs, ys);
    return { rect, point: [left2 + x, top2 + y] };
  }
  function insideOf(xs, ys) {
    const y = (Math.min(...ys) + Math.max(...ys)) / 2 + 0.01;
    const crossings = [];
    for (let one = 0; one < ys.length; one += 1) {
      const other = (one + 1) % ys.length;
      if (ys[one] < y !== ys[other] < y) crossings.push(xs[one] + (y - ys[one]) / (ys[other] - ys[one]) * (xs[other] - xs[one]));
    }
    crossings.sort((one, other) => one - other);
    let [left2, right] = crossings;
    for (let index = 2; index + 1 < crossings.length; index += 2) {
      if (crossings[index + 1] - crossings[index] > right - left2) [left2, right] = crossings.slice(index, index + 2);
    }
    return [(left2 + right) / 2, y];
  }

  // dom/labels.js
  function isLabelOf(target, control) {
    const label = target[$closest]("label");
    return label instanceof HTMLLabelElement && label[$control] === control;
  }
  var LABELABLE = /^(button|input|meter|output|progress|select|textarea)$|-/;
  var CONTROLS = "button, input:not([type=hidden i]), select, textarea";
  function labelsOf(element) {
    if (!LABELABLE.test(element[$localName])) return [];
    const own = ownLabels(element);
    const root = own.length ? null : element[$getRootNode]();
    return root instanceof ShadowRoot && root.querySelector(CONTROLS) === element ? labelsOf(root.host) : own;
  }
  function ownLabels(element) {
    const labels = element[$labels];
    if (cache.on || !labels && element[$localName].includes("-")) return labelsIn(rootOf(element)).get(element) || [];
    return labels ? Array.from(labels) : [];
  }
  function labelsIn(root) {
    let labels = cache.labelled.get(root);
    if (labels) return labels;
    labels = /* @__PURE__ */ new Map();
    if (cache.on) cache.labelled.set(root, labels);
    for (const label of Array.from(everywhere(root, "label"))) {
      const control = label instanceof HTMLLabelElement ? label[$control] : null;
      if (!control) continue;
      const others = labels.get(control);
      if (others) others.push(label);
      else labels.set(control, [label]);
    }
    return labels;
  }

  // dom/hit_tests.js
  function hit(x, y) {
    let found = document[$elementFromPoint](x, y);
    for (let root = found && rootIn(found); root; root = found && rootIn(found)) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === found || !composedContains(found, inner)) break;
      found = inner;
    }
    return found;
  }
  function* clickPoints(element, area) {
    if (element instanceof HTMLAreaElement) {
      yield shapeOf(element).point;
      return;
    }
    const lines = styleOf(element).display === "inline" ? Array.from(element[$getClientRects]()) : [];
    const first = lines.map((rect) => overlap(rect, area)).find(Boolean) || area;
    yield middle(first);
    const dx = Math.min(8, (first.right - first.left) / 4);
    const dy = Math.min(8, (first.bottom - first.top) / 4);
    for (const x of [first.left + dx, first.right - dx]) for (const y of [first.top + dy, first.bottom - dy]) yield [x, y];
    if (!isDrawn(element)) return;
    for (const [x, y] of pointsAlong(element)) if (x > area.left && x < area.right && y > area.top && y < area.bottom) yield [x, y];
    const [width, height] = [first.right - first.left, first.bottom - first.top];
    for (const down of PARTS) for (const right of PARTS) yield [first.left + right * width, first.top + down * height];
  }
  function isDrawn(element) {
    return element instanceof SVGElement && element[$localName] !== "svg";
  }
  function coverOf(element, area, measures) {
    let cover = null;
    for (const [x, y] of clickPoints(element, area)) {
      if (measures && !isDrawn(element) && !measures.isCrowded(element, x, y)) return null;
      const found = hit(x, y);
      if (!found || composedContains(element, found) || imageOf(found) === element) return null;
      const label = found[$closest]("label");
      if (label && label[$control] === element) return null;
      if (composedContains(found, element)) continue;
      cover = cover || found;
      if (measures?.fills(found, area) && isFlat(element)) return cover;
    }
    return cover;
  }
  function coverOfUntouchable(element, area, measures) {
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
  function holderAt(element, x, y, measures) {
    for (let node = composedParent(element); node; node = composedParent(node)) {
      const rect = measures.rect(node);
      if (x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom && styleOf(node).pointerEvents !== "none") return node;
    }
    return null;
  }
  function isPartOf(found, element) {
    return composedContains(element, found) || composedContains(found, element) || found[$closest]("label")?.[$control] === element;
  }
  var FEW = 12;
  function isFlat(element) {
    const inner = element[$getElementsByTagName]("*");
    if (inner.length > FEW || rootIn(element) || labelsOf(element).length) return false;
    return Array.from(inner).every((one) => styleOf(one).position === "static");
  }
  var MOST_PARTS = 500;

  // dom/clip_shapes.js
  function ownCut(element, style) {
    const shape = style.live.clipPath;
    const lifted = style.position === "absolute" || style.position === "fixed";
    const clip = lifted ? style.live.clip : "auto";
    if (shape === "none" && clip === "auto") return EVERYWHERE;
    const box = element[$getBoundingClientRect]();
    const cut2 = shapeOfPath(shape, box);
    return clip === "auto" ? cut2 : overlap(cut2, clippedRect(clip, box)) ?? NOWHERE;
  }
  function clippedRect(clip, box) {
    const [top2, right, bottom, left2] = (/\((.*)\)/.exec(clip)?.[1] ?? "").split(/[ ,]+/).map((side) => parseFloat(side));
    const or = (side, edge) => Number.isNaN(side) ? edge : side;
    return {
      left: box.left + or(left2, -Infinity),
      top: box.top + or(top2, -Infinity),
      right: box.left + or(right, Infinity),
      bottom: box.top + or(bottom, Infinity)
    };
  }
  function shapeOfPath(path, box) {
    const [, kind, inside] = /^(inset|circle|ellipse|polygon)\(([^()]*)\)/.exec(path) ?? [];
    if (!kind) return EVERYWHERE;
    const across = (word) => lengthOf(word, box.width);
    const down = (word) => lengthOf(word, box.height);
    let area;
    if (kind === "inset") {
      const [top2, right = top2, bottom = top2, left2 = right] = inside.replace(/\bround\b.*/, "").trim().split(/\s+/);
      area = { left: across(left2), top: down(top2), right: box.width - across(right), bottom: box.height - down(bottom) };
    } else if (kind === "polygon") {
      const points = inside.replace(/^(nonzero|evenodd),\s*/, "").split(",").map((point) => point.trim().split(/\s+/));
      const [xs, ys] = [points.map(([x]) => across(x)), points.map(([, y]) => down(y))];
      area = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
    } else {
      const [radii, centre2 = "50% 50%"] = inside.split(/\bat\b/).map((part) => part.trim());
      const [rx, ry = rx] = radii.split(/\s+/);
      const [x, y] = centre2.split(/\s+/);
      const wide = kind === "circle" ? lengthOf(rx, Math.hypot(box.width, box.height) / Math.SQRT2) : across(rx);
      const high = kind === "circle" ? wide : down(ry);
      area = { left: across(x) - wide, top: down(y) - high, right: across(x) + wide, bottom: down(y) + high };
    }
    if (Object.values(area).some(Number.isNaN)) return EVERYWHERE;
    return { left: box.left + area.left, top: box.top + area.top, right: box.left + area.right, bottom: box.top + area.bottom };
  }
  function lengthOf(word, whole) {
    const [, number, unit] = /^(-?[\d.]+(?:e-?\d+)?)(px|%)$/.exec(word ?? "") ?? [];
    return unit === "%" ? Number(number) / 100 * whole : Number(number ?? NaN);
  }

  // dom/clips.js
  var CLOSED = { now: null, room: null };
  var LEAST_OPENING = 1;
  var TABLE_PARTS = /^table-(row|row-group|header-group|footer-group|column|column-group)$/;
  var CONTAINING_CHANGES = /\b(transform|translate|rotate|scale|perspective|filter|backdrop-filter|contain|offset-path)\b/;
  var FILTERS = /\b(filter|backdrop-filter)\b/;
  var ON_TOP = ":modal, :popover-open, :fullscreen";
  var Ports = class {
    constructor(element, outer) {
      this.element = element;
      const style = styleOf(element);
      this.isBox = style.display !== "contents";
      this.outer = this.isBox && isOnTop(element) ? pagePorts() : outer;
      const position = this.isBox ? style.position : "static";
      this.positioned = position !== "static";
      this.cut = this.isBox ? ownCut(element, style) : EVERYWHERE;
      const port = position === "fixed" ? this.outer.fixed : position === "absolute" ? this.outer.absolute : this.outer.flow;
      this.own = narrowed(port, this.cut);
      this.flow = this.isBox ? portThrough(element, style, this.own) : this.own;
      this.known = {};
    }
    get absolute() {
      return this.known.absolute ??= this.lifted(this.outer.absolute, this.positioned);
    }
    get fixed() {
      return this.known.fixed ??= this.lifted(this.outer.fixed, false);
    }
    lifted(outer, contains) {
      const port = narrowed(outer, this.cut);
      return port !== this.flow && this.isBox && (contains || containsFixed(this.element)) ? this.flow : port;
    }
  };
  function portsIn(element) {
    const path = [];
    let ports;
    for (let node = element; node && !(ports = cache.ports.get(node)); node = composedParent(node)) path.push(node);
    let outer = ports ?? pagePorts();
    for (const one of path.reverse()) {
      outer = ports = new Ports(one, outer);
      if (cache.on) cache.ports.set(one, ports);
    }
    return ports;
  }
  function portOf(element) {
    return portsIn(element).own;
  }
  function mayShow(element, box = element[$getBoundingClientRect]()) {
    const { room: room2 } = portOf(element);
    return room2 !== null && overlap(box, room2) !== null;
  }
  function pagePorts() {
    if (cache.page) return cache.page;
    const view = viewport();
    const scroller = document[$scrollingElement] || document[$documentElement];
    const room2 = scroller ? scrollRoom(scroller, { ...view }, { x: !/hidden|clip/.test(viewportOverflow().x), y: true }) : view;
    const flow = { now: view, room: room2 };
    const ports = { flow, absolute: flow, fixed: { now: view, room: view } };
    if (cache.on) cache.page = ports;
    return ports;
  }
  function viewportOverflow() {
    const [root, body] = [document[$documentElement], document[$body]];
    const own = root && styleOf(root);
    const from = own && own.overflow === "visible" && own.live.contain === "none" && body && styleOf(body).live.contain === "none" ? body : root;
    return from ? { from, x: styleOf(from).overflowX } : { from: null, x: "visible" };
  }
  function portThrough(element, style, own) {
    if (!own.room || style.isFlow && element[$localName] !== "svg" || element === document[$documentElement]) return own;
    const contained = /paint|content|strict/.test(style.live.contain);
    const set = style.overflow !== "visible";
    if (!contained && !set || TABLE_PARTS.test(style.display)) return own;
    if (!contained && element === document[$body] && viewportOverflow().from === element) return own;
    const clip = clipArea(element, style, contained);
    const through = narrowed(own, clip);
    if (!through.room || !/auto|scroll/.test(style.overflow)) return through;
    return { now: through.now, room: scrollRoom(element, clip, { x: /auto|scroll/.test(style.overflowX), y: /auto|scroll/.test(style.overflowY) }) };
  }
  function clipArea(element, style, contained) {
    const box = element[$getBoundingClientRect]();
    const sized = element;
    const [wide, high] = [sized[$offsetWidth], sized[$offsetHeight]];
    const [across, down] = [wide ? box.width / wide : 1, high ? box.height / high : 1];
    const inner = element instanceof HTMLElement;
    const left2 = box.left + element[$clientLeft] * across;
    const top2 = box.top + element[$clientTop] * down;
    const right = inner ? left2 + element[$clientWidth] * across : box.right;
    const bottom = inner ? top2 + element[$clientHeight] * down : box.bottom;
    const margin = contained || style.overflow === "clip" ? parseFloat(/[\d.]+px/.exec(style.live.getPropertyValue("overflow-clip-margin"))?.[0] ?? "0") : 0;
    const [x, y] = [contained || style.overflowX !== "visible", contained || style.overflowY !== "visible"];
    return {
      left: x ? left2 - margin * across : -Infinity,
      right: x ? right + margin * across : Infinity,
      top: y ? top2 - margin * down : -Infinity,
      bottom: y ? bottom + margin * down : Infinity
    };
  }
  function scrollRoom(scroller, { left: left2, top: top2, right, bottom }, can) {
    const back = scrollsBack(scroller);
    const range = (length, at, negative) => [negative ? length + at : at, negative ? -at : length - at];
    const [before, after] = can.x ? range(scroller[$scrollWidth] - scroller[$clientWidth], scroller[$scrollLeft], back.x) : [0, 0];
    const [above, below] = can.y ? range(scroller[$scrollHeight] - scroller[$clientHeight], scroller[$scrollTop], back.y) : [0, 0];
    return { left: left2 - before, top: top2 - above, right: right + after, bottom: bottom + below };
  }
  function scrollsBack(scroller) {
    const { live, display } = styleOf(scroller === document[$documentElement] && document[$body] ? document[$body] : scroller);
    const [writing, rightToLeft] = [live.writingMode, live.direction === "rtl"];
    const lines = { inline: writing === "sideways-lr" ? !rightToLeft : rightToLeft, block: /-rl$/.test(writing) };
    if (/flex$/.test(display)) {
      const column = live.flexDirection.startsWith("column");
      if (live.flexDirection.endsWith("reverse")) lines[column ? "block" : "inline"] = !lines[column ? "block" : "inline"];
      if (live.flexWrap === "wrap-reverse") lines[column ? "inline" : "block"] = !lines[column ? "inline" : "block"];
    }
    return writing === "horizontal-tb" ? { x: lines.inline, y: lines.block } : { x: lines.block, y: lines.inline };
  }
  function containsFixed(element) {
    const { live, isFlow, display } = styleOf(element);
    if (element !== document[$documentElement] && (live.filter !== "none" || live.backdropFilter !== "none" || FILTERS.test(live.willChange))) return true;
    if (isFlow || TABLE_PARTS.test(display)) return live.transform !== "none" && !isFlow;
    if ([live.transform, live.translate, live.rotate, live.scale, live.perspective, live.offsetPath].some((value) => value !== "none")) return true;
    if (live.transformStyle === "preserve-3d" || CONTAINING_CHANGES.test(live.willChange)) return true;
    return /paint|layout|content|strict/.test(live.contain) || live.contentVisibility !== "visible";
  }
  function narrowed(port, clip) {
    if (clip === EVERYWHERE || !port.room) return port;
    const room2 = opening(port.room, clip);
    return room2 ? { now: port.now && opening(port.now, clip), room: room2 } : CLOSED;
  }
  function opening(one, other) {
    const both = overlap(one, other);
    return both && both.right - both.left > LEAST_OPENING && both.bottom - both.top > LEAST_OPENING ? both : null;
  }
  function isOnTop(element) {
    return cache.on ? topLayer().has(element) : element[$matches](ON_TOP);
  }
  function topLayer() {
    return cache.top ??= new Set(allRoots().flatMap((root) => Array.from(root[$querySelectorAll](ON_TOP))));
  }
  function letsOut(element) {
    const { absolute, fixed } = portsIn(element);
    if (rootIn(element) || element instanceof HTMLSlotElement) return true;
    for (const top2 of topLayer()) if (composedContains(element, top2)) return true;
    const positions2 = /^(absolute|fixed)$/;
    for (const inner of element[$getElementsByTagName]("*")) {
      if (rootIn(inner) || inner instanceof HTMLSlotElement || inner instanceof HTMLInputElement) return true;
      if ((absolute.room || fixed.room) && positions2.test(getComputedStyle(inner).position)) return true;
    }
    return false;
  }
  function mayShowText(element, box) {
    const { room: room2 } = portsIn(element).flow;
    if (!room2) return false;
    if (overlap(box, room2)) return true;
    const range = document[$createRange]();
    for (let node = element[$firstChild]; node; node = node[$nextSibling]) {
      if (!(node instanceof Text) || !node.data.trim()) continue;
      range.selectNodeContents(node);
      if (overlap(range.getBoundingClientRect(), room2)) return true;
    }
    return false;
  }

  // dom/selectors.js
  var CONTROLS2 = "a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=option], [role^=menuitem], [role=treeitem], [role=combobox], [role=slider], [role=textbox], [role=gridcell], [contenteditable]:not([contenteditable=false])";
  var FILLABLE = "input:not([type=hidden], [type=submit], [type=image], [type=button], [type=reset]), select, textarea, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox], [role=searchbox], [role=checkbox], [role=radio], [role=switch], [role=slider], [role=spinbutton]";
  var FIELDS = `${FILLABLE}, form button, input:not([type=hidden])`;

  // dom/collections.js
  function getOrMake(map, key, make) {
    let value = map.get(key);
    if (value === void 0) map.set(key, value = make());
    return value;
  }
  function grouped(items, key) {
    const groups = /* @__PURE__ */ new Map();
    for (const item of items) {
      const group = groups.get(key(item));
      if (group) group.push(item);
      else groups.set(key(item), [item]);
    }
    return groups;
  }
  function bisected(length, isPast) {
    let [low, high] = [0, length];
    while (low < high) {
      const middle2 = low + high >> 1;
      if (isPast(middle2)) high = middle2;
      else low = middle2 + 1;
    }
    return low;
  }

  // read/editors.js
  var editors = /* @__PURE__ */ new WeakSet();
  var LINE = /(^|[\s_-])line(\s|$)/;
  var LINES2 = "[class*=line]";
  var BESIDE_LINES = ":is([class*=active i], [class*=current i], [class*=selected i], [class*=gutter i], [class*=margin i]):not([class*=editor i], [class*=codemirror i])";
  var FIELDS2 = "input, textarea, select, [contenteditable], [role=textbox]";
  var UNUSED = '[readonly][aria-hidden=true][tabindex="-1"]';
  var MOST_LEVELS = 12;
  var LEAST_SIZE = 4;
  function takesKeys(element) {
    if (element instanceof HTMLTextAreaElement) return !element[$matches]('[tabindex="-1"], [aria-hidden=true] *');
    return element[$localName] === "div" && element[$getAttribute]("role") === "textbox" && !element[$hasAttribute]("contenteditable") && element[$matches]('[tabindex="0"]');
  }
  function editorOf(field) {
    if (!takesKeys(field) || isSeen(field)) return null;
    for (let box = composedParent(field); box && box !== document[$body]; box = composedParent(box)) {
      if (!box[$querySelector](LINES2)) continue;
      if (!Array.from(box[$querySelectorAll](FIELDS2)).every((one) => one === field || one[$matches](UNUSED) || !isSeen(one)) || !isSeen(box) || !linesIn2(box).length) return null;
      editors.add(box);
      return box;
    }
    return null;
  }
  function isUnseenField(element) {
    return takesKeys(element) && !isSeen(element);
  }
  function isSeen(element) {
    const { width, height } = element[$getBoundingClientRect]();
    return width >= LEAST_SIZE && height >= LEAST_SIZE && isRendered(element) && element[$checkVisibility]({ opacityProperty: true }) && mayShow(element);
  }
  function linesIn2(box) {
    const all = Array.from(box[$querySelectorAll](LINES2)).filter((one) => LINE.test(one[$getAttribute]("class") ?? "") && !one[$closest](BESIDE_LINES));
    const kinds = Array.from(grouped(all, (one) => /[\w-]*line(?=\s|$)/.exec(one[$getAttribute]("class") ?? "")?.[0] ?? "").values());
    const lengthOf2 = (lines) => lines.reduce((sum, line) => sum + (line[$textContent] ?? "").length, 0);
    return kinds.sort((one, other) => lengthOf2(other) - lengthOf2(one))[0] ?? [];
  }
  function drawnText(box) {
    const lines = linesIn2(box).map((line) => ({ top: line[$getBoundingClientRect]().top, text: (line[$textContent] ?? "").replace(/\u200b/g, "").replace(/\u00a0/g, " ") }));
    return lines.sort((one, other) => one.top - other.top).map(({ text }) => text).join("\n");
  }
  function isDrawnLine(element) {
    return LINE.test(element[$getAttribute]("class") ?? "") && isInEditor(element);
  }
  function isInEditor(element) {
    let level = 0;
    for (let box = composedParent(element); box && level < MOST_LEVELS; box = composedParent(box), level += 1) if (editors.has(box)) return true;
    return false;
  }

  // read/listeners.js
  function isIcon(element) {
    const { cursor, live } = styleOf(element);
    const outer = element[$parentElement];
    if (!listening.has(element) && !(cursor === "pointer" && outer && styleOf(outer).cursor !== "pointer")) return false;
    const { content: content2, backgroundImage } = live;
    return content2.includes("url(") || backgroundImage.includes("url(");
  }
  function isBackdrop(element) {
    return listening.has(element) && !element[$firstElementChild] && !element[$textContent]?.trim() && /^(absolute|fixed)$/.test(styleOf(element).position);
  }
  var listening = /* @__PURE__ */ new WeakMap();
  var kindsOf = /* @__PURE__ */ new WeakMap();
  var listenerCount = "";
  var reactKey = "";
  var knownRoots = [];
  var listenersKnown = 0;
  var MOST_CHECKED = 2e4;
  var LEAST_GAP = 8;
  var CLICKS = 1;
  var PRESSES = 2;
  var DRAGS = 4;
  var HOVERS = 8;
  var KEYS = 16;
  var PAGE_PRESSES = 32;
  var PAGE_MOVES = 64;
  var PAGE_CLICKS = 128;
  function listenerRoots() {
    const met = [{ host: -1, root: document }];
    const found = [];
    let first = 0;
    for (const { host, root } of met) {
      if (first >= MOST_CHECKED) break;
      const elements = root instanceof Document ? root[$getElementsByTagName]("*") : root.querySelectorAll("*");
      for (let index = 0; index < elements.length && first + index < MOST_CHECKED; index += 1) {
        const inner = elements[index][$shadowRoot];
        if (inner) met.push({ host: first + index, root: inner });
      }
      found.push({ host, root, elements, first });
      first += elements.length;
    }
    return found;
  }
  function uncheckedElements() {
    const some = [];
    const all = [];
    for (const { host, elements, first } of listenerRoots()) {
      const end = Math.min(elements.length, MOST_CHECKED - first);
      const ranges = [];
      for (let index = 0; index < end; index += 1) {
        if (kindsOf.has(elements[index])) continue;
        const last = ranges.at(-1);
        if (last && index - last[1] < LEAST_GAP) last[1] = index + 1;
        else ranges.push([index, index + 1]);
      }
      some.push([host, elements.length, ranges]);
      all.push([host, elements.length, [[0, end]]]);
    }
    return { at: listenerCount, react: reactKey, some: some.some(([, , ranges]) => ranges.length) ? some : [], all };
  }
  function noteListeners(reply, at) {
    if (reply === "changed") return false;
    const now = listenerRoots();
    const [react, ...parts] = reply.split("|");
    let changed = false;
    if (reply) {
      const found = /* @__PURE__ */ new Map();
      for (const part of parts) {
        const [host, count, ranges, places] = part.split(":");
        const elements = now.find((one) => one.host === Number(host))?.elements;
        if (!elements || elements.length !== Number(count)) return false;
        for (const range of ranges.split(",")) {
          const [from, to] = range.split("-").map(Number);
          for (let index = from; index < Math.min(to, elements.length); index += 1) found.set(elements[index], 0);
        }
        for (const place of places.split(",")) {
          const [index, kinds] = place.split(".").map(Number);
          if (kinds && elements[index]) found.set(elements[index], kinds);
        }
      }
      for (const [element, kinds] of found) changed ||= kindsOf.get(element) !== kinds;
      for (const [element, kinds] of found) kindsOf.set(element, kinds);
      if (at) listenerCount = at;
      reactKey = react;
    }
    if (changed || now.length !== knownRoots.length || now.some(({ root }, index) => root !== knownRoots[index])) listenersKnown += 1;
    knownRoots = now.map(({ root }) => root);
    listening = /* @__PURE__ */ new WeakMap();
    for (const { elements, first } of now) {
      for (let index = 0; index < elements.length && first + index < MOST_CHECKED; index += 1) {
        const kinds = (kindsOf.get(elements[index]) || 0) & PAGE_PRESSES - 1 & ~KEYS;
        if (kinds) for (const target of targetsOf(elements[index], kinds)) listening.set(target, kinds | (listening.get(target) || 0));
      }
    }
    if ((kindsOf.get(document[$documentElement]) || 0) & (PAGE_CLICKS | PAGE_PRESSES)) {
      for (const part of clearParts(document)) if (!listening.has(part)) listening.set(part, CLICKS);
    }
    return true;
  }
  function listensToKeys(element) {
    return ((kindsOf.get(element) || 0) & KEYS) > 0;
  }
  function targetsOf(element, kinds) {
    if (/^(ul|ol|menu)$/.test(element[$localName])) {
      const items = element[$querySelectorAll]("li");
      return items.length > 1 ? items : [element];
    }
    if (!(kinds & (CLICKS | PRESSES))) return [element];
    const rows = Array.from(element[$children]);
    if (holdsItems(element) || rows.length > 1 && rows.every(isRow)) return rows.flatMap((row2) => isRow(row2) ? Array.from(row2[$children]) : row2);
    const drawing = element instanceof SVGElement ? element : rows.length === 1 && rows[0] instanceof SVGElement && !hasText(element) ? rows[0] : null;
    const parts = drawing ? drawnParts(drawing) : [];
    if (parts.length) return [element, ...parts];
    const cells = cellsIn(element);
    if (cells.length) return cells;
    return rows.length ? [element, ...clearParts(element), ...kinds & PRESSES ? placedParts(element) : []] : [element];
  }
  var PLACED = '[style*="left:"], [style*="translate"]';
  var MOST_PLACED = 60;
  var LEAST_PLACED = 12;
  function placedParts(around2) {
    const lines = Array.from(around2[$querySelectorAll]("svg :is(line, path, polyline)")).filter((one) => styleOf(one).pointerEvents !== "none" && styleOf(one[$closest]("svg") ?? one).pointerEvents === "none");
    const all = Array.from(around2[$querySelectorAll](PLACED));
    if (all.length + lines.length > MOST_PARTS2) return [];
    const found = all.filter((one) => {
      const { width, height } = one[$getBoundingClientRect]();
      const { position, live } = styleOf(one);
      if (position !== "absolute" || Math.min(width, height) < LEAST_PLACED || !one[$textContent]?.trim()) return false;
      return live.borderTopStyle !== "none" || !/^rgba\(.*, 0\)$/.test(live.backgroundColor);
    });
    const parts = found.filter((one) => !found.some((other) => other !== one && other[$contains](one)));
    return parts.length + lines.length > MOST_PLACED ? [] : [...parts, ...lines];
  }
  var LEAST_DRAWING = 64;
  var UNNAMED = / (|(st|cls-?)\d+)$/;
  var SHAPES = "g, circle, ellipse, path, polygon, rect, use";
  function drawnParts(drawing) {
    const { width, height } = drawing[$getBoundingClientRect]();
    if (Math.min(width, height) < LEAST_DRAWING) return [];
    const shapes = Array.from(drawing[$querySelectorAll](SHAPES)).filter((one) => !one[$closest]("defs, clipPath, mask, pattern, symbol") && !one[$matches](":has([data-element-id])"));
    const named = shapes.filter((one) => one[$querySelector](":scope > title") || one[$matches]("[aria-label], [data-id], [data-name], [data-element-id]") || one[$matches](PARTS2));
    const classes = Array.from(grouped(shapes, (one) => `${one[$localName]} ${one[$classList][0] ?? ""}`)).filter(([kind, all]) => !UNNAMED.test(kind) && all.length >= LEAST_ITEMS);
    const parts = (named.length > 1 || named[0]?.[$matches]("[data-element-id]") ? named : classes.flatMap(([, all]) => all)).filter((one, _, all) => !all.some((other) => other !== one && other[$contains](one)));
    return parts.length > MOST_PARTS2 ? [] : parts;
  }
  var KEYS_OF_PARTS = ["cell", "col", "color", "date", "day", "index", "rating", "row", "seat", "slot", "square", "star", "time", "value"];
  var PARTS2 = `${KEYS_OF_PARTS.map((key) => `[data-${key}]`).join()}, td[data-x]`;
  var MOST_PARTS2 = 1e3;
  var LONGEST_PART = 24;
  var LARGEST_PART = 12e3;
  var DAYS_OF_WEEK = 7;
  var MOST_DAYS = 60;
  function clearParts(around2) {
    const found = [...around2[$querySelectorAll](PARTS2), ...Array.from(around2[$querySelectorAll]("table")).flatMap(daysIn)];
    if (found.length > MOST_PARTS2) return [];
    const icons = around2 instanceof Element && around2[$matches](GRIDS) ? Array.from(around2[$querySelectorAll](CELLS)).filter(isIconCell) : [];
    return icons.concat(found.filter((one) => isSmall(one) && !one[$closest](CONTROLS2) && !one[$querySelector](`${CONTROLS2}, ${PARTS2}`)).map(itemOf).filter(hasSiblings));
  }
  function isIconCell(cell) {
    return !cell[$textContent]?.trim() && cell[$querySelector]("svg, img, i") !== null && !cell[$querySelector](CONTROLS2);
  }
  function itemOf(part) {
    const box = part[$parentElement];
    return box && !hasSiblings(part) && isSmall(box) && box[$querySelectorAll](PARTS2).length === 1 ? box : part;
  }
  function isSmall(part) {
    const { width, height } = part[$getBoundingClientRect]();
    return width * height <= LARGEST_PART && (part[$textContent] || "").trim().length <= LONGEST_PART;
  }
  function hasSiblings(part) {
    const beside = Array.from(part[$parentElement]?.[$children] ?? []);
    return beside.filter((one) => one[$localName] === part[$localName] && (one[$matches](PARTS2) || one[$querySelector](PARTS2) || part[$localName] === "td")).length >= LEAST_ITEMS;
  }
  function daysIn(table) {
    if ((table[$tBodies][0]?.[$rows][1]?.[$cells].length ?? 0) < DAYS_OF_WEEK) return [];
    const cells = Array.from(table[$querySelectorAll]("td")).slice(0, MOST_DAYS);
    const numbers = cells.map((cell) => (cell[$textContent] || "").trim()).filter((text) => /^\d{1,2}$/.test(text)).map(Number);
    const month = numbers.slice(numbers.indexOf(1), numbers.indexOf(1) + 28);
    const isMonth = month.length === 28 && month.every((number, index) => number === index + 1);
    return isMonth ? cells.filter((cell) => cell[$textContent]?.trim()) : [];
  }
  var ITEM = /^(div|span|p|b|i|em|img|svg|section|article)$/;
  var LEAST_ITEMS = 3;
  function holdsItems(element) {
    const kind = element[$firstElementChild]?.[$classList][0];
    return kind ? element[$children].length > 1 && areAlike(element, kind) : isRow(element);
  }
  function isRow(element) {
    const boxes = Array.from(element[$children]);
    if (boxes.length < LEAST_ITEMS || !areAlike(element, boxes[0][$classList][0])) return false;
    const [first, ...others] = boxes.map((box) => box[$getBoundingClientRect]());
    return first.right <= others[0].left + 1 && others.every(({ width, height }) => Math.abs(width - first.width) < 2 && Math.abs(height - first.height) < 2);
  }
  function areAlike(element, kind) {
    const tag = element[$firstElementChild]?.[$localName] ?? "";
    if (!ITEM.test(tag) || hasText(element)) return false;
    return Array.from(element[$children]).every((one) => one[$localName] === tag && one[$classList][0] === kind) && !element[$querySelector](CONTROLS2);
  }
  var GRIDS = "table, tbody, [role=grid], [role=rowgroup], [role=table], [role=treegrid]";
  var CELLS = "td:not(:has(td)), [role=gridcell]";
  var MOST_CONTROLS = 6;
  var MOST_CELLS = 60;
  var FEW_CHARACTERS = 8;
  function cellsIn(element) {
    const cells = [CELLS, "li:not(:has(li))"].map((kind) => Array.from(element[$querySelectorAll](kind))).find((found) => found.length > 1);
    if (!cells) return [];
    const controls = Array.from(element[$querySelectorAll](CONTROLS2)).filter((one) => !one[$matches](CELLS));
    const rows = Array.from(new Set(cells.map((cell) => cell[$closest]("tr, [role=row]") ?? cell)));
    const inside = controls.filter((one) => one[$closest](`${CELLS}, li`)).length;
    if (2 * inside >= rows.length || controls.length - inside > MOST_CONTROLS) return [];
    const length = cells.reduce((sum, cell) => sum + (cell[$textContent] || "").length, 0);
    if ((element[$textContent] || "").length > 2 * length + MOST_AROUND) return [];
    return cells.length > MOST_CELLS && length > FEW_CHARACTERS * cells.length ? rows : cells;
  }
  var MOST_AROUND = 200;
  function pageListens() {
    const kinds = kindsOf.get(document[$documentElement]) || 0;
    return { presses: (kinds & PAGE_PRESSES) > 0, moves: (kinds & PAGE_MOVES) > 0 };
  }

  // dom/generated_content.js
  var selectorsOf = /* @__PURE__ */ new WeakMap();
  var KINDS = ["text", "box"];
  var PSEUDO_ELEMENTS = ["::before", "::after"];
  var ADDING = { "::before": /:before\b/, "::after": /:after\b/ };
  var PLAIN_ADDING = /(^|[\s>+~,(])::?(before|after)\b(?![^[]*\])/g;
  var EVERY_ADDING = /(?<!\\)::?(before|after)\b(?![^[]*\])/g;
  var UNRESOLVED = /&|:host|::slotted|::part|:scope/;
  function mayAddText(element, where) {
    return element[$localName] === "q" || mayAdd(element, "text", where);
  }
  function mayAddBox(element, where) {
    return mayAdd(element, "box", where) || mayAddText(element, where);
  }
  function mayAdd(element, what, where) {
    if (!cache.on) {
      const selectors = addedBy(rootOf(element));
      return !selectors || matches(element, selectors[what][where].join()) || furtherRoots(element).some((root) => !addedBy(root));
    }
    const added = cache.added ??= addedAnywhere();
    if (added[what][where].has(element)) return true;
    return added.unsure.size > 0 && [rootOf(element), ...furtherRoots(element)].some((root) => added.unsure.has(root));
  }
  function furtherRoots(element) {
    const roots = [rootIn(element), element[$assignedSlot] && rootOf(element[$assignedSlot])];
    return roots.filter((root) => root !== null);
  }
  function addedAnywhere() {
    const added = { text: { "::before": /* @__PURE__ */ new Set(), "::after": /* @__PURE__ */ new Set() }, box: { "::before": /* @__PURE__ */ new Set(), "::after": /* @__PURE__ */ new Set() }, unsure: /* @__PURE__ */ new Set() };
    for (const root of allRoots()) {
      const selectors = addedBy(root);
      try {
        if (!selectors) added.unsure.add(root);
        else for (const what of KINDS) for (const where of PSEUDO_ELEMENTS) {
          const list = selectors[what][where].join();
          if (list) for (const element of root[$querySelectorAll](list)) added[what][where].add(element);
        }
      } catch {
        added.unsure.add(root);
      }
    }
    return added;
  }
  function addedBy(root) {
    const all = [...root[$styleSheets], ...root[$adoptedStyleSheets]].filter((sheet) => !sheet.disabled).map(selectorsIn);
    if (!all.every((one) => one.readable)) return null;
    const found = noSelectors();
    for (const what of KINDS) for (const where of PSEUDO_ELEMENTS) found[what][where] = all.flatMap((one) => one[what][where]);
    return found;
  }
  function matches(element, selectors) {
    try {
      return Boolean(selectors) && element[$matches](selectors);
    } catch {
      return true;
    }
  }
  function noSelectors() {
    return { text: { "::before": [], "::after": [] }, box: { "::before": [], "::after": [] } };
  }
  function selectorsIn(sheet) {
    const known = selectorsOf.get(sheet);
    try {
      const size = sheet.cssRules.length;
      if (known && known.size === size) return known;
      const found = { size, ...noSelectors(), readable: true };
      collect(sheet.cssRules, found);
      selectorsOf.set(sheet, found);
      return found;
    } catch {
      return { size: -1, ...noSelectors(), readable: false };
    }
  }
  function collect(rules, into) {
    for (const rule of rules) {
      if (rule instanceof CSSImportRule) {
        if (rule.styleSheet) collect(rule.styleSheet.cssRules, into);
        continue;
      }
      const inner = rule.cssRules;
      const places = rule instanceof CSSStyleRule ? PSEUDO_ELEMENTS.filter((where) => ADDING[where].test(rule.selectorText)) : [];
      if (rule instanceof CSSStyleRule && places.length) {
        const content2 = rule.style.content;
        if (UNRESOLVED.test(rule.selectorText)) into.readable = into.readable && !content2;
        else if (content2 && content2 !== "none" && content2 !== "normal") {
          const plain2 = rule.selectorText.replace(PLAIN_ADDING, "$1*").replace(EVERY_ADDING, "");
          for (const where of places) (saysSomething(content2) ? into.text : into.box)[where].push(plain2);
        }
      }
      if ("CSSNestedDeclarations" in self && rule instanceof CSSNestedDeclarations && rule.style.content) into.readable = false;
      if (inner?.length) collect(inner, into);
    }
  }
  function saysSomething(content2) {
    return !/^(["'])[\s\uE000-\uF8FF]*\1$/.test(content2);
  }
  var CONTENT = /url\("(?:[^"\\]|\\.)*"\)|"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)\)|(\/)/g;
  function generatedText(element, where, { named = false } = {}) {
    if (!mayAddText(element, where)) return "";
    const style = getComputedStyle(element, where);
    if (!/["(]/.test(style.content) || style.display === "none" || style.visibility !== "visible") return "";
    let [painted, spoken] = ["", null];
    for (const [, string = "", attribute, slash] of style.content.matchAll(CONTENT)) {
      const text2 = attribute ? element[$getAttribute](attribute) ?? "" : string.replace(/\\(.)/g, "$1").replace(/[\uE000-\uF8FF]/g, "");
      if (slash) spoken = "";
      else if (spoken === null) painted += text2;
      else spoken += text2;
    }
    const text = named ? spoken ?? painted : painted;
    return text && style.display !== "inline" ? ` ${text} ` : text;
  }

  // dom/strings.js
  function fold(text) {
    return text.replace(/\s+/g, " ").trim();
  }
  function withoutSpace(text) {
    return text.replace(/\s+/g, "");
  }
  function cut(text) {
    return text.length > 80 ? `${text.slice(0, 79)}…` : text;
  }

  // read/roles.js
  function roleOf(element) {
    return once(cache.roles, element, roleNow);
  }
  var INPUT_ROLES = {
    button: "button",
    checkbox: "checkbox",
    file: "button",
    image: "button",
    number: "spinbutton",
    radio: "radio",
    range: "slider",
    reset: "button",
    search: "searchbox",
    submit: "button",
    color: ""
  };
  var TAG_ROLES = {
    article: "article",
    aside: "complementary",
    button: "button",
    dialog: "dialog",
    fieldset: "group",
    figure: "figure",
    footer: "contentinfo",
    form: "form",
    header: "banner",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    img: "img",
    li: "listitem",
    main: "main",
    menu: "list",
    meter: "meter",
    nav: "navigation",
    ol: "list",
    optgroup: "group",
    option: "option",
    output: "status",
    progress: "progressbar",
    search: "search",
    summary: "button",
    table: "table",
    td: "cell",
    textarea: "textbox",
    th: "columnheader",
    tr: "row",
    ul: "list"
  };
  function roleNow(element) {
    const roles = (ariaOf(element, "role") || "").trim().toLowerCase().split(/\s+/);
    const explicit = roles.length > 1 && roles.find((role) => WIDGET_ROLES.has(role)) || roles[0];
    if (explicit && explicit !== "none" && explicit !== "presentation") return explicit;
    const tag = element[$localName];
    if (element instanceof HTMLInputElement) {
      if (element[$list] && (element[$type] === "search" || !(element[$type] in INPUT_ROLES))) return "combobox";
      return INPUT_ROLES[element[$type]] ?? "textbox";
    }
    if (element instanceof HTMLSelectElement) return element[$multiple] || element[$size] > 1 ? "listbox" : "combobox";
    if (tag === "a" || tag === "area") return element[$hasAttribute]("href") || element[$hasAttribute]("xlink:href") ? "link" : "";
    if (tag === "img" && element[$getAttribute]("alt") === "") return "";
    if (tag === "td" && /^(tree)?grid$/.test(element[$closest]("table")?.[$getAttribute]("role") ?? "")) return "gridcell";
    if (tag === "li" && element[$hasAttribute]("aria-haspopup") && /^menu(bar)?$/.test(element[$parentElement]?.[$getAttribute]("role") ?? "")) return "menuitem";
    if (TAG_ROLES[tag]) return TAG_ROLES[tag];
    return isEditingHost(element) ? "textbox" : "";
  }
  function isEditingHost(element) {
    if (!(element instanceof HTMLElement) || !element[$isContentEditable]) return false;
    const parent = element[$parentElement];
    return !(parent && parent[$isContentEditable]);
  }
  var TOGGLES = /* @__PURE__ */ new Set(["checkbox", "menuitemcheckbox", "menuitemradio", "radio", "switch"]);
  var NATIVE = /* @__PURE__ */ new Set(["button", "select", "textarea"]);
  var LEAVES = /* @__PURE__ */ new Set(["audio", "canvas", "img", "input", "meter", "progress", "select", "svg", "textarea", "video"]);
  var WIDGET_ROLES = /* @__PURE__ */ new Set([
    "button",
    "checkbox",
    "combobox",
    "link",
    "listbox",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
    "treeitem"
  ]);
  var ROVING = /* @__PURE__ */ new Set(["cell", "columnheader", "gridcell", "row", "rowheader"]);
  var CLAIMING = /* @__PURE__ */ new Set(["a", "button", "summary", "label"]);

  // read/withheld.js
  var oncePassword = /* @__PURE__ */ new WeakSet();
  function isWithheld(element) {
    if (!(element instanceof HTMLInputElement)) return false;
    const purpose = (element[$getAttribute]("autocomplete") || "").toLowerCase();
    if (element[$type] === "password" || /\b(one-time-code|current-password|new-password)\b/.test(purpose)) oncePassword.add(element);
    return oncePassword.has(element);
  }
  function isForSecrets(element) {
    return isWithheld(element) || /(^|\s)cc-/i.test(element[$getAttribute]("autocomplete") || "");
  }
  function showsPassword(element) {
    return element instanceof HTMLInputElement && element[$type] !== "password" && element[$value] !== "" && isWithheld(element);
  }
  var taints = /* @__PURE__ */ new WeakMap();
  var everTainted = /* @__PURE__ */ new Set();
  function setTaint(field, taint) {
    if (!taints.has(field)) everTainted.add(new WeakRef(field));
    taints.set(field, taint);
  }
  function contentOf(field) {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return field[$value];
    return field[$textContent] || "";
  }
  function taintOf(field) {
    const taint = taints.get(field);
    if (!taint) return null;
    if (contentOf(field) !== "") return taint;
    taints.delete(field);
    return null;
  }
  function readableValueOf(field, value) {
    return taintOf(field)?.name ?? value;
  }
  function taintedFields() {
    const found = [];
    for (const reference of everTainted) {
      const field = reference.deref();
      if (field?.[$isConnected] && taintOf(field)) found.push(field);
      else if (!field || !taints.has(field)) everTainted.delete(reference);
    }
    return found;
  }
  function taintNames() {
    return [...new Set(taintedFields().map((field) => taints.get(field).name))];
  }

  // read/names.js
  var NAMED_BY_CONTENT = /* @__PURE__ */ new Set([
    "button",
    "cell",
    "checkbox",
    "columnheader",
    "gridcell",
    "heading",
    "link",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "row",
    "rowheader",
    "switch",
    "tab",
    "tooltip",
    "treeitem"
  ]);
  var LONGEST_NAME = 4e3;
  var NAMED = { named: true };
  var MOST_TEXTS = 3;
  var DEEPEST_NAME = 200;
  function labelText(element) {
    const all = labelsOf(element);
    const shown = all.length > 1 ? all.filter((label) => label[$checkVisibility]({ visibilityProperty: true })) : all;
    const labels = shown.length ? shown : all;
    return labels.length ? fold(labels.map((label) => saidBy(label, element)).join(" ")) : "";
  }
  function saidBy(label, control) {
    return once(cache.saidByLabels, label, () => contentText(label, label[$control] ?? control) || label[$title]);
  }
  function nameOf(element, role) {
    return once(cache.names, element, () => nameNow(element, role));
  }
  function nameNow(element, role) {
    const byReference = referenced(element, "aria-labelledby").map((label) => ownName(label)).join(" ");
    if (byReference.trim()) return fold(byReference).slice(0, LONGEST_NAME);
    return fold(nameWithoutReferences(element, role)).slice(0, LONGEST_NAME);
  }
  function ownName(element) {
    const label = element[$getAttribute]("aria-label");
    if (label && label.trim()) return label;
    return heldBy(element) ?? contentText(element, null, { hiddenToo: !element[$checkVisibility]({ visibilityProperty: true }) || element[$getAttribute]("aria-hidden") === "true" });
  }
  function nameWithoutReferences(element, role) {
    const label = element[$getAttribute]("aria-label");
    return label && label.trim() ? label : nameWithoutAria(element, role);
  }
  function nameWithoutAria(element, role) {
    const native = nativeName(element) || nameToldBy(element);
    if (native.trim()) return native;
    const clickable = !role && (element instanceof HTMLElement || element instanceof SVGGElement) && !isEditingHost(element) && !isInEditor(element);
    if (NAMED_BY_CONTENT.has(role) || clickable) {
      const content2 = contentText(element, null, { sizedToo: !clickable });
      if (content2.trim()) return content2;
    }
    const title = element[$getAttribute]("title");
    if (title && title.trim()) return title;
    return element[$getAttribute]("placeholder") || element[$getAttribute]("aria-placeholder") || "";
  }
  function nativeName(element) {
    if (element instanceof HTMLInputElement) {
      const labelled = labelText(element);
      if (labelled) return labelled;
      if (element[$type] === "submit") return element[$value] || "Submit";
      if (element[$type] === "reset") return element[$value] || "Reset";
      if (element[$type] === "button") return element[$value];
      if (element[$type] === "image") return element[$alt] || element[$value] || element[$title] || "Submit";
      return "";
    }
    if (element instanceof HTMLFieldSetElement) return childText(element, "legend");
    if (element instanceof HTMLTableElement) return childText(element, "caption");
    if (element[$localName] === "figure") return childText(element, "figcaption");
    if (element instanceof HTMLImageElement || element[$localName] === "area") return element[$getAttribute]("alt") || "";
    if (element instanceof SVGElement) return childText(element, "title") || textInShape(element);
    return labelText(element);
  }
  function textInShape(shape) {
    const group = shape instanceof SVGGeometryElement && shape[$parentElement] instanceof SVGGElement ? shape[$parentElement] : null;
    const texts = group ? Array.from(group[$querySelectorAll](":scope > text, :scope > g > text")) : [];
    if (!texts.length || texts.length > MOST_TEXTS) return "";
    const box = shape[$getBoundingClientRect]();
    const inside = texts.filter((text) => {
      const { left: left2, right, top: top2, bottom } = text[$getBoundingClientRect]();
      return right > left2 && left2 >= box.left && right <= box.right && top2 >= box.top && bottom <= box.bottom;
    });
    return inside.map((text) => contentText(text, null)).join(" ");
  }
  function childText(element, tag) {
    const child = Array.from(element[$children]).find((found) => found[$localName] === tag);
    return child ? contentText(child, null, { hiddenToo: true }) : "";
  }
  function contentText(element, except, also = {}) {
    if (except || also.hiddenToo || also.sizedToo === false) return contentNow(element, except, also);
    return once(cache.contents, element, contentNow);
  }
  function contentNow(element, except = null, { hiddenToo = false, sizedToo = true } = {}) {
    if (!element[$firstElementChild] && !rootIn(element) && !(element instanceof HTMLSlotElement) && !element[$hasAttribute]("aria-owns")) {
      const own = sizedToo || !styleOf(element).isSizedAway ? (element[$textContent] || "").slice(0, LONGEST_NAME) : "";
      return fold(generatedText(element, "::before", NAMED) + own + generatedText(element, "::after", NAMED));
    }
    const owned = /* @__PURE__ */ new Set([element]);
    const parts = [];
    let length = 0;
    let depth = 0;
    const visit = (node) => {
      if (length > LONGEST_NAME || depth > DEEPEST_NAME) return;
      if (node instanceof Text) {
        if (!sizedToo && node.parentElement && styleOf(node.parentElement).isSizedAway) return;
        parts.push(node.data);
        length += node.data.length;
        return;
      }
      if (!(node instanceof Element) || SKIPPED.has(node[$localName])) return;
      if (node === except) return void parts.push(styleOf(node).isFlow ? "" : " ");
      if (node[$getAttribute]("aria-hidden") === "true" && !hiddenToo) return;
      const style = styleOf(node);
      if (!hiddenToo && (style.isHidden || !style.plain && style.display === "none" || isFaceDown(node, style))) return;
      const inline = style.isFlow;
      if (!inline) parts.push(" ");
      const own = embeddedText(node);
      if (!sizedToo && own !== null && !inline && isFlat2(node)) return;
      depth += 1;
      const before = parts.length;
      if (own === null) visitInside(node);
      else parts.push(own);
      if (node[$hasAttribute]("title") && node[$getAttribute]("alt") !== "" && !parts.slice(before).some((part) => part.trim())) parts.push(node[$getAttribute]("title") || "");
      depth -= 1;
      if (!inline || node[$localName] === "br") parts.push(" ");
    };
    const visitInside = (inside) => {
      parts.push(generatedText(inside, "::before", NAMED));
      for (const child of composedChildren(inside)) visit(child);
      for (const child of referenced(inside, "aria-owns")) {
        if (owned.has(child)) continue;
        owned.add(child);
        visit(child);
      }
      parts.push(generatedText(inside, "::after", NAMED));
    };
    visitInside(element);
    return fold(parts.join(""));
  }
  function isFlat2(element) {
    const { width, height } = element[$getBoundingClientRect]();
    return !width || !height;
  }
  function embeddedText(element) {
    const role = element[$getAttribute]("role");
    if (role === "menu" || role === "group" && element[$closest]("[role=treeitem]")) return " ";
    const held = heldBy(element);
    if (held !== null) return ` ${held} `;
    const label = element instanceof HTMLSlotElement ? null : element[$getAttribute]("aria-label");
    if (label && label.trim()) return label;
    if (element instanceof HTMLImageElement) return element[$alt];
    if (element instanceof HTMLInputElement) return /^(checkbox|radio)$/.test(element[$type]) ? "" : ` ${element[$value]} `;
    if (element instanceof SVGElement && element[$localName] === "svg") return childText(element, "title");
    return null;
  }
  var UNNAMING = /^(checkbox|radio|hidden|file|button|submit|reset|image)$/;
  var OPTIONS = "[role=option][aria-selected=true]";
  function heldBy(element) {
    if (element instanceof HTMLInputElement) {
      if (UNNAMING.test(element[$type])) return element[$type] === "hidden" || element[$type] === "file" ? "" : null;
      return isWithheld(element) ? "" : readableValueOf(element, element[$value]);
    }
    if (element instanceof HTMLTextAreaElement) return readableValueOf(element, element[$value]);
    if (element instanceof HTMLSelectElement) return Array.from(element[$selectedOptions], (option) => option[$label]).join(" ");
    const role = element[$getAttribute]("role") ?? "";
    if (/^(slider|spinbutton|scrollbar)$/.test(role)) return element[$getAttribute]("aria-valuetext") ?? element[$getAttribute]("aria-valuenow");
    if (!/^(combobox|listbox)$/.test(role)) return null;
    const lists = [element, ...referenced(element, "aria-owns")];
    const chosen = lists.flatMap((list) => Array.from(list[$querySelectorAll](OPTIONS), (option) => option[$textContent] || ""));
    return chosen.length ? chosen.join(" ") : role === "combobox" && fold(element[$textContent] || "") ? contentText(element, null) : null;
  }

  // read/stand_ins.js
  function isStandInKind(element) {
    return element instanceof HTMLInputElement && /^(checkbox|radio|file)$/.test(element[$type]);
  }
  function isPlain(element) {
    if (!isRendered(element)) return false;
    const style = styleOf(element);
    const box = element[$getBoundingClientRect]();
    if (isFaceDown(element, style) || box.width < 4 || box.height < 4 || !mayShow(element, box)) return false;
    return element[$checkVisibility]({ opacityProperty: true });
  }
  function standIn(element) {
    if (styleOf(element).display === "contents") return Array.from(composedChildren(element)).find(isSeen2) ?? boxAround(element);
    if (isRange(element)) return mayShow(element) ? null : drawnBox(element) ?? seenLabel(element);
    const editor = editorOf(element);
    if (editor) return editor;
    if (isWrittenInto(element)) return isClipped(element) ? listBox(element) ?? seenLabel(element) ?? listeningBox(element) : null;
    if (!isStandInKind(element)) return null;
    if (isPlain(element)) return null;
    return seenLabel(element) ?? (isRendered(element) && !mayShow(element) ? drawnBox(element) : null);
  }
  function boxAround(element) {
    let box = element[$textContent]?.trim() ? composedParent(element) : null;
    while (box && styleOf(box).display === "contents") box = composedParent(box);
    return box && isSeen2(box) ? box : null;
  }
  function textRect(element, shown) {
    if (shown === element || styleOf(element).display !== "contents" || !composedContains(shown, element)) return null;
    const range = document[$createRange]();
    range.selectNodeContents(element);
    return range.getClientRects()[0] ?? null;
  }
  function isChecked(input) {
    const said2 = input[$getAttribute]("aria-checked");
    return /^(true|false)$/.test(said2 ?? "") && !isPlain(input) ? said2 === "true" : input[$checked];
  }
  function isClipped(element) {
    return !element[$matches]('[tabindex="-1"], [aria-hidden=true] *') && isRendered(element) && !mayShow(element);
  }
  function listeningBox(field) {
    const box = drawnBox(field);
    return box && listening.has(box) ? box : null;
  }
  function listBox(field) {
    return roleOf(field) === "combobox" ? drawnBox(field) : null;
  }
  function isWrittenInto(element) {
    return takesKeys(element) || isTextField(element) || element instanceof HTMLInputElement && /^(color|date|time|month|week|datetime-local)$/.test(element[$type]);
  }
  function isRange(element) {
    return element instanceof HTMLInputElement && element[$type] === "range";
  }
  function labelOver(element) {
    const label = element[$nextElementSibling];
    if (!(label instanceof HTMLLabelElement) || label[$control] || !isRendered(label) || !mayShow(label)) return null;
    const [over, under] = [label[$getBoundingClientRect](), element[$getBoundingClientRect]()];
    return over.left <= under.right && over.right >= under.left && over.top <= under.bottom && over.bottom >= under.top ? label : null;
  }
  function seenLabel(element) {
    return labelsOf(element).find((label) => isRendered(label) && (styleOf(label).display === "contents" || mayShow(label))) ?? labelOver(element);
  }
  function isSeen2(node) {
    return node instanceof Element && isRendered(node) && mayShow(node);
  }
  function drawnBox(element) {
    if (element[$getAttribute]("tabindex") === "-1" || element[$closest]("[aria-hidden=true]")) return null;
    for (let node = composedParent(element); node && node !== document[$body]; node = composedParent(node)) {
      const box = node[$getBoundingClientRect]();
      if (box.height > HIGHEST_GROUND || node[$querySelectorAll](CONTROLS2).length > 1) return null;
      if (box.width >= 4 && box.height >= 4 && mayShow(node, box) && node[$checkVisibility]({ opacityProperty: true, visibilityProperty: true })) return node;
    }
    return null;
  }
  function shownLabel(control) {
    return [...labelsOf(control), control[$closest]("label")].find((label) => label && label[$getClientRects]().length) || null;
  }
  function isCopyForForms(element, style) {
    const takesFiles = element instanceof HTMLInputElement && element[$type] === "file";
    return !takesFiles && style.pointerEvents === "none" && element[$getAttribute]("aria-hidden") === "true";
  }
  var HIGHEST_GROUND = 64;
  function saidByControl(element) {
    if (element[$localName] === "legend") return element[$parentElement] instanceof HTMLFieldSetElement;
    if (isDrawnLine(element)) return true;
    if (element[$localName] === "caption") return true;
    if (!(element instanceof HTMLLabelElement) || !element[$control]) return false;
    const control = element[$control];
    const text = saidBy(element, control);
    return (isRendered(control) && mayShow(control) || standIn(control) !== null) && nameOf(control, roleOf(control)).includes(text);
  }
  function standsFor(label) {
    if (!(label instanceof HTMLLabelElement) || !label[$control]) return null;
    return standIn(label[$control]) === label ? label[$control] : null;
  }

  // input/boxes.js
  function shownOf(register, id) {
    const element = register.element(id);
    return element && (imageOf(element) || standIn(element) || element);
  }
  function rectOf(register, { id }) {
    const shown = shownOf(register, id);
    if (!shown) return { found: false };
    const { left: left2, top: top2, width, height } = boxOf(shown);
    return { found: true, box: shown[$getClientRects]().length ? [left2, top2, width, height] : null };
  }
  function pointOf(register, { id, value: [x, y] }) {
    const shown = shownOf(register, id);
    if (!shown) return { found: false };
    const box = shown[$getBoundingClientRect]();
    const [width, height] = [shown[$clientWidth] || box.width, shown[$clientHeight] || box.height];
    const size = isDrawn(shown) ? [width, height] : null;
    return { found: true, x: within2(x, width), y: within2(y, height), size };
  }
  function within2(percent, length) {
    return Math.max(0, Math.min(length * percent / 100, length - 1));
  }
  function holderOf(register, { number }) {
    for (const root of openRoots(document)) {
      for (const holder of root[$querySelectorAll]("iframe, frame, object, embed")) {
        if (register.frames.get(holder) === number) return { found: true, ...contentOffset(holder) };
      }
    }
    return { found: false };
  }

  // read/short_labels.js
  function coverLabel(cover, element) {
    let outermost2 = cover;
    for (let node = composedParent(cover); node; node = composedParent(node)) {
      if (node === document[$body] || node === document[$documentElement]) break;
      if (element && composedContains(node, element)) break;
      outermost2 = node;
    }
    return shortLabel(outermost2);
  }
  function idOf(element) {
    const id = element[$getAttribute]("id");
    return id ? `#${id}` : "";
  }
  function shortLabel(element) {
    return once(cache.labels, element, shortLabelNow);
  }
  function shortLabelNow(element) {
    const role = roleOf(element);
    const heading = element[$querySelector]("h1, h2, h3, [role=heading]");
    const referencedName = referenced(element, "aria-labelledby").map(ownName).join(" ");
    const said2 = referencedName || element[$getAttribute]("aria-label") || (heading ? contentText(heading, null) : "") || contentText(element, null);
    const text = fold(said2);
    const dialog = element[$querySelector]("dialog, [role=dialog], [role=alertdialog]");
    if (dialog && !element[$hasAttribute]("aria-label") && !referencedName) return shortLabel(dialog);
    const kind = role || element[$localName];
    const most = heading || said2 !== contentText(element, null) ? 60 : 30;
    const short = text.length > most ? `${text.slice(0, most - 1)}…` : text;
    return short ? `${kind}: ${short}` : `${kind} ${idOf(element).slice(0, 41)}`.trim();
  }
  var PAGE = "-";
  var RESERVED = /^(fold|page)$/;
  function tagOf(element) {
    const tag = element[$localName].toLowerCase().replace(/[^a-z0-9-]/g, "").replace(/^-+|-+$/g, "").slice(0, 40);
    return tag && !RESERVED.test(tag) ? tag : "element";
  }

  // dom/forms.js
  function actionOf(element) {
    const form = formOf(element);
    if (!form) return null;
    const own = submits(element) ? element : defaultButton(form) ?? form;
    if (own !== form && own[$getAttribute]("formaction") !== null) return goingTo(own[$getAttribute]("formaction"));
    if ((own[$getAttribute]("formmethod") ?? form[$getAttribute]("method") ?? "").toLowerCase() === "dialog") return null;
    return goingTo(form[$getAttribute]("action"));
  }
  function defaultButton(form) {
    const root = form[$getRootNode]();
    return Array.from(root[$querySelectorAll]("button, input")).find((one) => submits(one) && formOf(one) === form) ?? null;
  }
  function goingTo(written) {
    if (!written) return location.href;
    try {
      return new URL(written, document[$baseURI]).href;
    } catch {
      return location.href;
    }
  }
  function focusPlace() {
    const active = focusedElement();
    return { framed: active !== null && /^i?frame$/i.test(active[$localName]), action: active && actionOf(active) };
  }
  function formOf(element) {
    const own = element[$form];
    if (own instanceof HTMLFormElement) return own;
    if (own === void 0 || !(rootOf(element) instanceof ShadowRoot)) return null;
    for (let node = composedParent(element); node; node = composedParent(node)) if (node instanceof HTMLFormElement) return node;
    return null;
  }
  function submits(element) {
    if (!formOf(element)) return false;
    if (element instanceof HTMLButtonElement) return element[$type] === "submit";
    return element instanceof HTMLInputElement && (element[$type] === "submit" || element[$type] === "image");
  }

  // dom/shown_part.js
  var MOST_COVERS = 6;
  var MOST_INSIDE = 40;
  var FILLED = 0.6;
  function shownPart(element, area, measures) {
    if (element instanceof SVGElement || element instanceof HTMLAreaElement) return area;
    if (styleOf(element).display === "inline") return longestLine(element, area);
    const own = measures.spans.get(element);
    if (!own || own.last - own.first > MOST_INSIDE) return area;
    const over = measures.across(own, area);
    over.sort((one, other) => sizeOf(other.area) - sizeOf(one.area));
    let shown = area;
    let asked2 = 0;
    for (const candidate of over) {
      const part = overlap(candidate.area, shown);
      if (!part || styleOf(candidate.element).pointerEvents === "none") continue;
      if ((asked2 += 1) > MOST_COVERS) break;
      const found = hit(...middle(part));
      if (!found || !composedContains(candidate.element, found) || isPartOf(found, element)) continue;
      shown = largestBeside(shown, part) || shown;
    }
    return shown;
  }
  function longestLine(element, area) {
    const lines = Array.from(element[$getClientRects]()).flatMap((rect) => overlap(rect, area) || []);
    if (lines.length < 2 || lines.reduce((sum, line) => sum + sizeOf(line), 0) > FILLED * sizeOf(area)) return area;
    return lines.reduce((longest, line) => sizeOf(line) > sizeOf(longest) ? line : longest);
  }

  // dom/modals.js
  function openModals() {
    if (!cache.on) return openModalsNow();
    return cache.modals ??= openModalsNow();
  }
  function openModalsNow() {
    const open = [];
    for (const root of allRoots()) {
      for (const dialog of root[$querySelectorAll]('dialog:modal, [aria-modal="true"]')) {
        const boxes = isRendered(dialog) ? [dialog] : dialog[$checkVisibility]() ? Array.from(dialog[$children]).filter(isRendered) : [];
        if (boxes.some((box) => mayShow(box))) open.push(dialog);
      }
    }
    return open;
  }
  function topModal() {
    return openModals().at(-1) ?? null;
  }
  var NEAR = 40;
  var fieldsOwn = /* @__PURE__ */ new WeakSet();
  function modalTakingOver() {
    const modal = topModal();
    const field = focusedElement();
    if (!modal || fieldsOwn.has(modal)) return null;
    if (!field || !takesText(field) || composedContains(modal, field)) return modal;
    const [box, other] = [modal[$getBoundingClientRect](), field[$getBoundingClientRect]()];
    const isAside = box.top >= other.bottom - 1 || box.bottom <= other.top + 1;
    const isAt = isAside && box.left < other.right && box.right > other.left && box.top <= other.bottom + NEAR && box.bottom >= other.top - NEAR;
    if (isAt) fieldsOwn.add(modal);
    return isAt ? null : modal;
  }
  var CORNERS = [0.01, 0.5, 0.99];
  var NEARLY_ALL = 0.9;
  var MOST_ASKED = 40;
  function backdrop() {
    let over = null;
    for (const x of CORNERS) {
      for (const y of CORNERS) {
        const around2 = /* @__PURE__ */ new Set();
        for (let node = hit(x * innerWidth, y * innerHeight); node; node = composedParent(node)) around2.add(node);
        over = over ? over.filter((node) => around2.has(node)) : Array.from(around2).filter(isLaidOver);
        if (!over.length) return null;
      }
    }
    return over?.findLast(coversControls) ?? null;
  }
  function isLaidOver(element) {
    if (!/^(fixed|absolute)$/.test(styleOf(element).position)) return false;
    const shown = overlap(element[$getBoundingClientRect](), viewport());
    return shown !== null && sizeOf(shown) >= NEARLY_ALL * innerWidth * innerHeight;
  }
  function coversControls(element) {
    let [covered, free] = [0, 0];
    for (const control of document[$querySelectorAll](CONTROLS2)) {
      if (covered + free >= MOST_ASKED) break;
      if (composedContains(element, control) || composedContains(control, element) || !control[$checkVisibility]({ visibilityProperty: true })) continue;
      const shown = overlap(control[$getBoundingClientRect](), viewport());
      if (!shown) continue;
      const found = hit(...middle(shown));
      if (found && composedContains(element, found)) covered += 1;
      else free += 1;
    }
    return covered > 0 && covered >= NEARLY_ALL * (covered + free);
  }

  // dom/own_listeners.js
  var PROBE = `probe-${Math.random()}`;
  var adders = /* @__PURE__ */ new Set();
  var reached = false;
  function noteProbe() {
    reached = true;
  }
  function keepListening(add) {
    reached = false;
    dispatchEvent(new Event(PROBE));
    if (!reached) {
      addEventListener(PROBE, noteProbe);
      for (const each of adders) each();
    }
    if (adders.has(add)) return;
    adders.add(add);
    add();
  }

  // signs/motion.js
  var PAINT = /color|shadow|outline|fill|stroke|background|filter|decoration|^(offset|computedOffset|easing|composite)$/i;
  var OWN_REACH = 64;
  var EDITED_FIELDS = "input:not([type=hidden]), select, textarea, [contenteditable]";
  function ownPart(field) {
    const room2 = field[$getBoundingClientRect]().height + 2 * OWN_REACH;
    let part = field;
    for (let next = composedParent(field); next && next !== document[$body]; next = composedParent(next)) {
      const others = Array.from(next[$querySelectorAll](EDITED_FIELDS)).some((other) => other !== field && !field[$contains](other));
      if (others || next[$getBoundingClientRect]().height > room2) break;
      part = next;
    }
    return part;
  }
  function hasFetched() {
    return performance.getEntriesByType("resource").some((entry) => /^(fetch|xmlhttprequest)$/.test(entry.initiatorType));
  }
  function answersTyping(field) {
    if (!/^(text|search|email|url|tel)$/.test(field[$type])) return false;
    return !field[$form] || field[$type] === "search" || field[$hasAttribute]("list") || field[$closest]('search, [role="search"]') !== null || field[$matches]('[role="combobox"], [role="searchbox"], [aria-autocomplete], [aria-controls], [aria-owns]');
  }
  function isInView(element) {
    const box = element[$getBoundingClientRect]();
    return box.width > 0 && box.height > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth && element[$checkVisibility]({ opacityProperty: true, visibilityProperty: true });
  }
  function carriesContent(element) {
    return /\S/.test(element[$textContent] || "") || element[$querySelector]("input, button, img, iframe") !== null || element[$matches]("input, img, iframe");
  }
  function moves(effect) {
    return !effect.pseudoElement && effect.getKeyframes().some((frame) => Object.keys(frame).some((name) => !PAINT.test(name)));
  }

  // signs/loading.js
  var CONTENT2 = `${CONTROLS2}, iframe, img, canvas, video, table`;
  var INDICATORS = '[aria-label$="..."], [aria-label$="…"], [role=status], [role=progressbar], [class*=loading i], [class*=loader i], [class*=spinner i], [class*=splash i], [class*=skeleton i]';
  var AT_WORK = ':is([role=img], [role=status], [role=progressbar], img, svg):is([aria-label$="..."], [aria-label$="…"]), [data-test-script-state=running]';
  var EMPTY_AND_BUSY = "[aria-busy=true], [aria-busy=true] *, :has([aria-busy=true])";
  var SKELETONS = "[class*=skeleton i], [data-testid*=skeleton i]";
  var LONGEST_WORDS = 80;
  var YOUNG = 6e3;
  var ELLIPSIS = /(\.\.\.|…)(\s*[(]?[\d.,/]+\s?%?[)]?)?$/;
  function saysLoading() {
    if (Array.from(document[$querySelectorAll](AT_WORK)).some(isInView) || Array.from(document[$querySelectorAll](SKELETONS)).some(isBlankInView)) return true;
    if (isBehindWords()) return true;
    const main = document[$querySelector]("main, [role=main]") ?? document[$body];
    if (!(main instanceof HTMLElement) || main[$querySelector](CONTENT2)) return false;
    const said2 = main[$innerText].trim();
    if (said2.length > LONGEST_WORDS) return false;
    if (ELLIPSIS.test(said2)) return true;
    if (said2.length > 1) return false;
    return main[$matches](EMPTY_AND_BUSY) || Array.from(document[$body][$querySelectorAll](INDICATORS)).some(isInView);
  }
  function isBehindWords() {
    let box = document[$elementFromPoint](innerWidth / 2, innerHeight / 2);
    for (; box instanceof HTMLElement && box !== document[$body] && (box[$textContent] ?? "").length <= LONGEST_WORDS; box = box[$parentElement]) {
      if (!isOverAll(box)) continue;
      return ELLIPSIS.test(box[$innerText].trim()) && !box[$querySelector](CONTENT2);
    }
    return false;
  }
  function isOverAll(box) {
    const { left: left2, top: top2, right, bottom } = box[$getBoundingClientRect]();
    return left2 <= 0 && top2 <= 0 && right >= innerWidth && bottom >= innerHeight;
  }
  function isUnbuilt() {
    const main = document[$querySelector]("main, [role=main]");
    return performance.now() < YOUNG && main !== null && isBlankInView(main) && !main[$querySelector]("svg, object, embed");
  }
  function isBlankInView(element) {
    return !element[$textContent]?.trim() && !element[$querySelector](CONTENT2) && isInView(element);
  }

  // read/text.js
  function visibleText(element) {
    const parts = [];
    for (const text of visibleTexts(element)) parts.push(text.data, " ");
    return fold(parts.join(""));
  }
  function* visibleTexts(element, depth = 0) {
    if (depth > DEEPEST || SKIPPED.has(element[$localName]) || !element[$checkVisibility]({ opacityProperty: true })) return;
    const style = styleOf(element);
    if (isFaceDown(element, style)) return;
    const ports = portsIn(element);
    if (!ports.flow.room && !letsOut(element)) return;
    const shown = !style.isHidden && !style.isSizedAway && ports.flow.room !== null && (!ports.positioned || mayShow(element));
    for (const child of composedChildren(element)) {
      if (child instanceof Text) {
        if (!shown) continue;
        if (child.data.trim()) yield child;
      } else if (child instanceof Element) yield* visibleTexts(child, depth + 1);
    }
  }
  function fallbackText(canvas) {
    const rows = Array.from(canvas[$querySelectorAll]("tr, [role=row]"), (row2) => Array.from(row2[$children], (cell) => fold(cell[$textContent] || "")).join(" "));
    return rows.length ? rows.join("\n") : fold(canvas[$textContent] || "");
  }
  var COUNTED = { links: "a[href], [role=link]", buttons: "button, [role=button], input[type=submit], input[type=button]", fields: FILLABLE };
  var TITLES = "h1, h2, h3";
  var MOST_HEADINGS = 6;
  function contentsOf(elements) {
    const tags = grouped(elements, (element) => tagOf(element));
    const [tag] = Array.from(tags).reduce((most, one) => one[1].length > most[1].length ? one : most);
    const holds = {};
    for (const [kind, selector] of Object.entries(COUNTED)) {
      const [, begin2, end2] = foundIn(elements, selector);
      if (end2 > begin2) holds[kind] = end2 - begin2;
    }
    const headings = [];
    const [titles, begin, end] = foundIn(elements, TITLES);
    for (let index = begin; index < end && headings.length < MOST_HEADINGS; index += 1) {
      const text = visibleText(titles[index]).slice(0, 60);
      if (text) headings.push(text);
    }
    return { tag, holds, headings };
  }
  function foundIn(elements, selector) {
    const first = elements[0];
    const last = elements[elements.length - 1];
    const all = everywhere(rootOf(first), selector);
    const begin = bisected(all.length, (index) => !follows(all[index], first));
    const end = bisected(all.length, (index) => follows(last, all[index]) && !last[$contains](all[index]));
    return [all, begin, end];
  }
  var DEEPEST = 800;
  var REST_DEPTH = 100;

  // signs/messages.js
  var MESSAGES = "[role=status], [role=alert], [role=log], [role=alertdialog], [aria-live], output, dialog, [popover], [class*=toast i], [class*=snack i], [class*=notif i], [class*=alert i], [class*=message i], [class*=flash i]";
  var LONGEST = 400;
  var MOST2 = 30;
  var MOST_FRAMES = 60;
  var MOST_TIMES = 3;
  var isInMessage = (element) => element[$closest](MESSAGES) !== null;
  var room = (element) => isInMessage(element) ? 2 * MOST2 : MOST2;
  var Messages = class {
    constructor(askFrame) {
      this.askFrame = askFrame;
      this.effect = 0;
      this.texts = [];
      this.count = 0;
      this.changed = /* @__PURE__ */ new Map();
      this.times = /* @__PURE__ */ new WeakMap();
      this.drawing = false;
      this.add(document[$documentElement]);
    }
    begin(effect) {
      if (effect === this.effect) return;
      this.effect = effect;
      this.texts = [];
      this.changed.clear();
      this.times = /* @__PURE__ */ new WeakMap();
    }
    note(records) {
      for (const { type: type2, target, addedNodes } of records) {
        if (type2 === "childList") for (const node of Array.from(addedNodes).slice(0, MOST2)) this.add(node);
        else this.add(target);
      }
    }
    add(node) {
      const element = node instanceof Element ? node : node[$parentElement];
      if (!element?.[$isConnected] || SKIPPED.has(element[$localName]) || this.changed.size >= room(element)) return;
      const isShort = (element[$textContent] || "").length <= LONGEST;
      for (const part of isShort ? [element] : Array.from(element[$querySelectorAll](MESSAGES)).slice(0, MOST2)) this.follow(part);
    }
    follow(element) {
      const times = this.times.get(element) ?? 0;
      if (times >= MOST_TIMES || this.changed.has(element) || !/\S/.test(element[$textContent] || "")) return;
      this.times.set(element, times + 1);
      this.changed.set(element, { text: "", frames: 0 });
      if (!this.drawing) this.askFrame(() => this.draw());
      this.drawing = true;
    }
    draw() {
      remembering(() => {
        for (const [element, seen2] of this.changed) {
          const text = element[$isConnected] && isInView(element) ? visibleText(element).slice(0, LONGEST) : "";
          if (text && text === seen2.text && this.texts.length < room(element)) this.keep(text, isInMessage(element));
          seen2.frames += 1;
          if (text && text === seen2.text || !element[$isConnected] || seen2.frames > MOST_FRAMES) this.changed.delete(element);
          seen2.text = text;
        }
      });
      this.drawing = this.changed.size > 0;
      if (this.drawing) this.askFrame(() => this.draw());
    }
    keep(text, inMessage) {
      if (this.texts.some(([known]) => known === text)) return;
      this.texts.push([text, inMessage]);
      this.count += 1;
    }
    after(known) {
      const texts = known < this.count ? this.texts.slice(known - this.count) : [];
      return { texts, count: this.count, effect: this.effect, age: performance.now() };
    }
  };

  // signs/rewrites.js
  var Rewrites = class {
    constructor() {
      this.counts = /* @__PURE__ */ new WeakMap();
    }
    note(records) {
      const parents = records.filter(({ type: type2 }) => type2 !== "attributes").map(({ target }) => target instanceof Text ? target.parentNode : target);
      for (const each of new Set(parents)) if (each) this.counts.set(each, (this.counts.get(each) ?? 0) + 1);
    }
    of(element) {
      return Math.max(...[element, ...element[$querySelectorAll]("*")].map((part) => this.counts.get(part) ?? 0));
    }
  };

  // signs/sequences.js
  var Sequence = class {
    constructor(next) {
      this.next = next;
      this.last = next();
      this.skipped = false;
    }
    gap() {
      this.take(this.next());
      const { skipped } = this;
      this.skipped = false;
      return skipped;
    }
    take(number) {
      this.skipped ||= number > this.last + 1;
      this.last = number;
    }
  };
  function nextTimer() {
    const timer = setTimeout(() => {
    }, 0);
    clearTimeout(timer);
    return timer;
  }
  function nextFrame() {
    const frame = requestAnimationFrame(() => {
    });
    cancelAnimationFrame(frame);
    return frame;
  }
  function nextIdle() {
    if (!self.requestIdleCallback) return 0;
    const idle = requestIdleCallback(() => {
    });
    cancelIdleCallback(idle);
    return idle;
  }

  // signs/signs.js
  var BUSY = '[aria-busy="true"], [role="progressbar"]:not([aria-valuenow]), progress:not([value])';
  var RESTLESS_TIMES = 3;
  var LONGEST_TRANSITION = 2e3;
  var VAIN_TIMES = 2;
  var LONGEST_DRAWING = 500;
  var AT_ONCE = 100;
  var Signs = class {
    constructor() {
      const [opened] = performance.getEntriesByType("navigation");
      this.changed = opened instanceof PerformanceNavigationTiming && opened.domContentLoadedEventEnd || performance.now();
      this.changes = 0;
      this.slices = 0;
      this.pace = 0;
      this.typed = -Infinity;
      this.typedIn = null;
      this.acting = true;
      this.timers = new Sequence(nextTimer);
      this.idles = new Sequence(nextIdle);
      this.frames = new Sequence(nextFrame);
      this.timed = false;
      this.scheduled = this.timers.last > 1;
      this.idling = false;
      this.idleAt = -Infinity;
      this.asksIdle = false;
      this.wantsIdle = 0;
      this.ticking = false;
      this.animated = false;
      this.drawingSince = 0;
      this.saidLoading = false;
      this.awaited = false;
      this.vain = 0;
      this.own = [];
      this.chosen = null;
      this.changedElsewhere = false;
      this.left = false;
      this.focused = /* @__PURE__ */ new WeakSet();
      this.leaving = false;
      this.restless = /* @__PURE__ */ new WeakMap();
      this.rewrites = new Rewrites();
      this.before = /* @__PURE__ */ new WeakSet();
      this.modals = /* @__PURE__ */ new WeakSet();
      this.roots = /* @__PURE__ */ new Set();
      this.observed = /* @__PURE__ */ new WeakSet();
      this.messages = new Messages((callback) => this.askFrame(callback));
      this.observer = new MutationObserver((records) => this.note(records));
      this.observe(document);
      if (document[$readyState] === "complete") for (const { animation } of this.animations()) this.before.add(animation);
      this.onInput = (event) => {
        const field = event.composedPath()[0];
        if (!(field instanceof HTMLInputElement) || !answersTyping(field)) return;
        this.typed = performance.now();
        this.typedIn = new WeakRef(field);
      };
      const noteFocus = (event) => {
        this.focused.add(event.composedPath()[0]);
        if (this.leaving) this.left = this.isTimed();
        this.leaving = false;
      };
      this.listen = () => {
        addEventListener("input", this.onInput, true);
        addEventListener("focus", noteFocus, true);
      };
      keepListening(this.listen);
    }
    observe(root) {
      if (this.observed.has(root)) return;
      this.observed.add(root);
      this.observer.observe(root, CHANGES);
      if (root instanceof ShadowRoot) this.roots.add(new WeakRef(root));
    }
    begin() {
      for (const root of openRoots(document)) this.observe(root);
      for (const element of this.busy()) this.before.add(element);
      for (const { animation } of this.animations()) this.before.add(animation);
      this.saidLoading = saysLoading();
      this.acting = true;
      this.focused = /* @__PURE__ */ new WeakSet();
      this.changes = this.slices = 0;
      this.own = [];
      this.changedElsewhere = false;
      this.left = false;
      this.ticking = [this.timers.gap(), this.idles.gap()].some(Boolean);
      this.animated = this.awaitsFrame();
      this.drawingSince = 0;
      this.scheduled = false;
      this.timed = false;
      this.idling = false;
      this.wantsIdle = 0;
      if (this.awaited) this.vain += 1;
      this.awaited = false;
      keepListening(this.listen);
    }
    endInput() {
      this.note(this.observer.takeRecords());
      this.schedule();
      this.isDrawing();
      this.isIdle();
    }
    rest() {
      this.note(this.observer.takeRecords());
      this.acting = false;
      this.hasSetTimer();
      this.idles.gap();
      this.modals = new WeakSet(openModals());
    }
    trusts() {
      return this.acting && !this.ticking && this.vain < VAIN_TIMES;
    }
    schedule() {
      this.isTimed();
      if (!this.idling && this.idles.gap()) {
        this.idling = true;
        this.idles.last = requestIdleCallback(() => this.idling = false);
      }
      if (this.idling) this.askFrame(() => {
      });
      const trusted = this.trusts();
      this.awaited = this.awaited || trusted && (this.timed || this.idling);
      const due = this.vain < VAIN_TIMES && (this.timed || this.idling || this.awaited);
      return { timed: trusted && this.timed, idling: trusted && this.idling, due, changed: this.changes > 0 };
    }
    isIdle() {
      const now = performance.now();
      this.wantsIdle ||= now;
      if (this.idleAt > Math.max(this.wantsIdle, this.changed)) return true;
      if (this.asksIdle || this.idling || !self.requestIdleCallback) return false;
      this.asksIdle = true;
      this.idles.last = requestIdleCallback(() => {
        this.idleAt = performance.now();
        this.asksIdle = false;
      });
      this.askFrame(() => {
      });
      return false;
    }
    askFrame(callback) {
      this.frames.take(requestAnimationFrame(callback));
    }
    askTimer(callback, milliseconds) {
      this.timers.take(setTimeout(callback, milliseconds));
    }
    awaitsFrame() {
      return this.frames.gap() || this.drawingSince > 0;
    }
    isDrawing() {
      if (!this.acting || this.animated || document[$hidden]) return false;
      if (!this.drawingSince && this.frames.gap()) {
        this.followFrames(this.drawingSince = performance.now());
      }
      return this.drawingSince > 0;
    }
    followFrames(since) {
      this.askFrame(() => {
        if (this.drawingSince !== since) return;
        if (performance.now() - since > LONGEST_DRAWING) this.animated = true;
        if (this.acting && !this.animated && this.frames.gap()) this.followFrames(since);
        else this.drawingSince = 0;
      });
    }
    newModal() {
      const open = openModals();
      this.modals = new WeakSet(open.filter((modal) => this.modals.has(modal)));
      const top2 = modalTakingOver();
      return top2 && !this.modals.has(top2) ? shortLabel(top2) : "";
    }
    note(records) {
      const targets = /* @__PURE__ */ new Set();
      const timed = this.hasSetTimer();
      this.messages.note(records);
      if (!this.acting) this.rewrites.note(records);
      for (const { target, attributeName } of records) {
        if (attributeName !== "style" && (this.restless.get(target) || 0) < RESTLESS_TIMES) targets.add(target);
      }
      this.timed = timed || this.timed && !targets.size;
      if (!targets.size) return;
      if (this.awaited) this.vain = 0;
      this.awaited = false;
      const now = performance.now();
      this.pace = this.slices ? Math.max(this.pace, now - this.changed) : 0;
      this.slices += 1;
      this.changes += 1;
      this.changed = now;
      this.changedElsewhere ||= Array.from(targets).some((target) => !this.isOwn(target));
      if (!this.acting) for (const target of targets) this.restless.set(target, (this.restless.get(target) || 0) + 1);
    }
    busy() {
      const found = [];
      for (const reference of this.roots) {
        const root = reference.deref();
        if (!root) this.roots.delete(reference);
        else found.push(...root.querySelectorAll(BUSY));
      }
      return [...document[$querySelectorAll](BUSY), ...found].filter(isInView);
    }
    animations() {
      const running = [];
      for (const animation of document[$getAnimations]()) {
        const effect = animation.effect;
        if (animation.playState !== "running" || animation.timeline !== document[$timeline]) continue;
        if (!(effect instanceof KeyframeEffect) || !effect.target) continue;
        const left2 = Number(effect.getComputedTiming().endTime) - Number(animation.currentTime);
        running.push({ animation, effect, target: effect.target, left: left2 / (animation.playbackRate || 1) });
      }
      return running;
    }
    isOwn(changed) {
      const element = changed instanceof Element ? changed : changed[$parentElement];
      return element !== null && this.own.some((part) => composedContains(part, element));
    }
    edits(field) {
      this.slices = 0;
      this.own.push(ownPart(field));
      if (takesText(field) || field instanceof HTMLSelectElement) this.chosen = field instanceof HTMLSelectElement ? field : null;
    }
    hasSetTimer() {
      const timed = this.timers.gap();
      this.scheduled ||= timed;
      return timed;
    }
    isTimed() {
      return this.timed = this.hasSetTimer() || this.timed;
    }
    isPending() {
      return this.scheduled || document[$querySelector]('meta[http-equiv="refresh" i]') !== null;
    }
    leave(field, pressed = false) {
      if (pressed && this.chosen?.[$isConnected]) this.chosen[$focus]({ preventScroll: true });
      const left2 = focusedElement();
      this.left = false;
      if (!(field instanceof HTMLElement) || !left2 || left2 === document[$body] || left2 === field) return;
      this.edits(field);
      this.leaving = true;
      field[$focus]({ preventScroll: true });
      if (pressed && left2 instanceof HTMLElement && focusedElement() === left2) left2[$blur]();
      this.leaving = false;
    }
    stirredByLeaving() {
      this.note(this.observer.takeRecords());
      return this.left && this.trusts() || this.changedElsewhere;
    }
    stirred() {
      this.note(this.observer.takeRecords());
      const { timed, idling } = this.schedule();
      this.isIdle();
      const fresh = this.animations().filter(({ animation }) => !this.before.has(animation));
      const moving = fresh.some(({ effect, target, left: left2 }) => left2 === Infinity ? isInView(target) : left2 <= LONGEST_TRANSITION && carriesContent(target) && moves(effect) && !this.isOwn(target));
      const busy = this.busy().some((element) => !this.before.has(element));
      return { timed, stirred: timed || idling || moving || busy || this.changedElsewhere || document[$readyState] === "loading", modal: this.newModal() };
    }
    answer() {
      const now = performance.now();
      let turning = false;
      let moving = 0;
      for (const { animation, effect, target, left: left2 } of this.animations()) {
        if (this.before.has(animation)) continue;
        if (left2 === Infinity) turning = turning || isInView(target);
        else if (left2 <= LONGEST_TRANSITION && left2 > moving && carriesContent(target) && moves(effect)) moving = left2;
      }
      const quiet = now - this.changed;
      const typed = now - this.typed;
      return {
        state: document[$readyState],
        quiet,
        pace: this.slices > 2 ? this.pace : 0,
        turning,
        moving,
        drawing: this.isDrawing(),
        ...this.schedule(),
        pending: this.isPending(),
        idle: this.isIdle(),
        fetched: hasFetched(),
        busy: this.busy().some((element) => !this.before.has(element)),
        loading: !this.saidLoading && saysLoading(),
        unbuilt: isUnbuilt(),
        typed: typed < 1e6 && this.changed <= this.typed + AT_ONCE ? typed : null,
        held: this.typedIn?.deref() === focusedElement(),
        modal: this.newModal()
      };
    }
  };
  var watched = null;
  function signs() {
    return watched ||= new Signs();
  }

  // read/parts.js
  var ENTERED = "input:not([type=hidden i], [type=checkbox i], [type=radio i], [type=file i], [type=button i], [type=submit i]), select, textarea, [contenteditable]";
  var WIDEST_BOX = 80;
  var LARGEST_GROUP = 8;
  var FEWEST_BOXES = 3;
  var PARTS_WITH_NAMES = /* @__PURE__ */ new Set(["3,3,4", "3,2,4"]);
  var OF_A_CODE = /\b(?:digits?|characters?|chiffres?|caract\u00e8res?|ziffern?|zeichen|d[ií]gitos?|cifre?|cijfers?)\b/i;
  var PARTS3 = 3;
  var MONTHS = 12;
  var DAYS = 31;
  var FEWEST_DAYS = 28;
  var FEWEST_YEARS = 3;
  var WORDS = Object.entries({
    day: /^(?:days?|dd?|jour|jj|d[ií]a|giorno|gg|tag|tt|dag|dia)$/,
    month: /^(?:months?|mm?|mois|mes|mese|monat|maand|m[êe]s)$/,
    year: /^(?:years?|yy(?:yy)?|ann[ée]e|aaaa|a[ñn]o|anno|jahr|jjjj|jaar|ano)$/
  });
  function codeBoxes(field) {
    const boxes = boxesAround(field);
    return boxes.slice(boxes.indexOf(field));
  }
  function boxesAround(field) {
    if (!isBox(field)) return [];
    for (let node = composedParent(field); node; node = composedParent(node)) {
      const fields = Array.from(node[$querySelectorAll](ENTERED)).filter(isRendered);
      if (fields.length < 2) continue;
      const boxes = fields.filter(isBox);
      const isCode = boxes.length >= FEWEST_BOXES && (areLimited(boxes) || new Set(boxes.map((box) => Math.round(box[$getBoundingClientRect]().width))).size === 1);
      return isCode && boxes.includes(field) ? boxes : [];
    }
    return [];
  }
  function groupsAround(field) {
    if (!isGroup(field)) return [];
    for (let node = composedParent(field); node; node = composedParent(node)) {
      const fields = Array.from(node[$querySelectorAll](ENTERED)).filter(isRendered);
      if (fields.length < 2) continue;
      const cell = field[$closest]("td, th, li");
      const names = new Set(fields.slice(1).map((each) => nameOf2(each).replace(/\d+/g, "")));
      const limits = fields.map((each) => each[$maxLength]).join();
      const areNamed = names.size === 1 || PARTS_WITH_NAMES.has(limits) || fields.every((each) => OF_A_CODE.test(nameOf2(each)));
      const areGroups = fields.length >= FEWEST_BOXES && areNamed && fields.every((each) => isGroup(each) && each[$closest]("td, th, li") === cell);
      return areGroups && limits !== "2,2,4" && limits !== "4,2,2" ? fields : [];
    }
    return [];
  }
  function isGroup(field) {
    return field instanceof HTMLInputElement && isTextField(field) && field[$maxLength] > 1 && field[$maxLength] <= LARGEST_GROUP;
  }
  function areLimited(boxes) {
    return boxes.some((box) => box[$maxLength] === 1);
  }
  function isBox(field) {
    if (!(field instanceof HTMLInputElement) || !isTextField(field) || field[$value].length > 1) return false;
    return field[$maxLength] === 1 || field[$getBoundingClientRect]().width <= WIDEST_BOX;
  }
  function partOf(field, all) {
    const kind = datePart(field);
    if (kind) {
      const members = dateAround(all, all.indexOf(field));
      if (members.length) return { part: kind, members };
    }
    const groups = groupsAround(field);
    if (groups.length) return { part: String(groups.indexOf(field) + 1), members: groups };
    const boxes = boxesAround(field);
    const isCode = areLimited(boxes) || new Set(boxes.map((box) => nameOf2(box).replace(/\d+/g, ""))).size === 1;
    return boxes.length && isCode ? { part: String(boxes.indexOf(field) + 1), members: boxes } : { part: "", members: [] };
  }
  function segmentPart(element) {
    const segments = Array.from(element[$closest]("[role=group]")?.[$querySelectorAll]("[role=spinbutton]") ?? []).slice(0, PARTS3);
    const kinds = segments.map((each) => partWithin(Number(each[$getAttribute]("aria-valuemax"))));
    return new Set(kinds).size === PARTS3 && kinds.every(Boolean) ? kinds[segments.indexOf(element)] ?? "" : "";
  }
  function partWithin(most) {
    if (most === MONTHS) return "month";
    return most >= FEWEST_DAYS && most <= DAYS ? "day" : most >= 1e3 ? "year" : "";
  }
  function dateAround(all, at) {
    let first = at;
    while (first > 0 && datePart(all[first - 1])) first -= 1;
    const begin = first + Math.floor((at - first) / PARTS3) * PARTS3;
    const members = all.slice(begin, begin + PARTS3);
    return new Set(members.map(datePart)).size === PARTS3 && members.every(datePart) ? members : [];
  }
  function datePart(field) {
    if (field instanceof HTMLSelectElement) return partInOptions(field) || partInWords(nameOf2(field));
    const isText = field instanceof HTMLInputElement && /^(?:text|tel|number|search)$/.test(field[$type]);
    return isText ? partInWords(nameOf2(field)) || partInWords(field[$name]) || partInWords(field[$id]) : "";
  }
  function partInOptions(select2) {
    if (select2[$multiple] || select2[$options].length > 300) return "";
    const texts = Array.from(select2[$options], (option) => fold(option[$text])).filter((text, at) => at || /^\d+$/.test(text));
    const numbers = texts.map((text) => /^\d{1,4}(?:st|nd|rd|th|\.)?$/.test(text) ? parseInt(text, 10) : NaN);
    if (numbers.length >= FEWEST_YEARS && numbers.every((number) => number >= 1900 && number < 2200)) return "year";
    const runs2 = numbers.every((number, at) => number === at + 1);
    if (runs2 && numbers.length >= FEWEST_DAYS && numbers.length <= DAYS) return "day";
    const named = select2[$options].length - MONTHS;
    if (runs2 && numbers.length === MONTHS) return partInWords(nameOf2(select2)) || "month";
    return (named === 0 || named === 1) && Array.from(select2[$options]).slice(named).every((option, month) => monthIn(option[$text]) === month) ? "month" : "";
  }
  function partInWords(text) {
    const words = fold(text.replace(/([a-z])(?=[A-Z])/g, "$1 ")).toLowerCase().split(/[^\p{L}]+/u);
    const found = WORDS.filter(([, pattern]) => words.some((word) => pattern.test(word)));
    return found.length === 1 ? found[0][0] : "";
  }
  function nameOf2(field) {
    return field[$getAttribute]("aria-label") || labelText(field) || field[$getAttribute]("placeholder") || "";
  }
  function monthIn(text) {
    const words = text.toLowerCase();
    for (const length of ["long", "short"]) {
      for (const language of [document[$documentElement][$lang], "en"].filter(Boolean)) {
        const names = namesOf(language, length);
        const found = names.findIndex((name) => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, "u").test(words));
        if (found >= 0) return found;
      }
    }
    const number = /(?<!\d)(0?[1-9]|1[0-2])(?!\d)/.exec(words);
    return number ? Number(number[1]) - 1 : -1;
  }
  var monthNames = /* @__PURE__ */ new Map();
  function namesOf(language, length) {
    const known = monthNames.get(`${language} ${length}`);
    if (known) return known;
    let names = [];
    try {
      const format = new Intl.DateTimeFormat(language, { month: length, timeZone: "UTC" });
      names = Array.from({ length: MONTHS }, (_, month) => format.format(Date.UTC(2026, month, 1)).toLowerCase().replace(/\W+$/u, ""));
    } catch {
    }
    monthNames.set(`${language} ${length}`, names);
    return names;
  }

  // read/table_words.js
  var LONGEST2 = 300;
  var FARTHEST = 60;
  var LEAST_COLUMNS = 3;
  var WORDS2 = /[\p{L}\p{N}]/u;
  function isColumn(members) {
    const rows = new Set(members.map((one) => cellOf(one)?.[$parentElement]));
    return members.length > 1 && rows.size === members.length && !rows.has(void 0) && new Set(members.map((one) => columnOf(cellOf(one)))).size === 1;
  }
  function inTable(field) {
    const own = cellOf(field);
    const inside = own ? Array.from(own[$querySelectorAll](FILLABLE)) : [];
    if (inside[0] !== field && inside.some((one) => one[$localName] !== field[$localName] || one[$getAttribute]("type") !== field[$getAttribute]("type"))) return "";
    for (let cell = own; cell; cell = cellOf(cell[$closest]("table"))) {
      const left2 = leftOf(cell);
      const header = headerOf(cell);
      if (header && left2 && (!left2.isNext || headerOf(left2.cell))) return `${left2.text} ${header}`;
      if (header || left2?.isNext) return header || (left2?.text ?? "");
    }
    return "";
  }
  function cellOf(element) {
    const cell = element?.[$parentElement]?.[$closest]("td, th, form");
    return cell instanceof HTMLTableCellElement ? cell : null;
  }
  function rowOf(field) {
    return cellOf(field)?.[$parentElement];
  }
  function columnOf(cell) {
    let column = 0;
    for (let one = cell[$previousElementSibling]; one; one = one[$previousElementSibling]) column += one[$colSpan] || 1;
    return column;
  }
  function leftOf(cell) {
    let isNext = true;
    for (let one = cell[$previousElementSibling]; one; one = one[$previousElementSibling]) {
      const text = textOf(one);
      if (one[$querySelector](FILLABLE)) isNext = false;
      else if (text) return { cell: one, text, isNext };
    }
    return null;
  }
  function headerOf(cell) {
    const column = columnOf(cell);
    const across = cell[$parentElement] instanceof HTMLTableRowElement ? cell[$parentElement][$cells].length : 0;
    for (const row2 of rowsAbove(cell)) {
      if (row2[$cells].length < LEAST_COLUMNS || row2[$cells].length !== across || hasFields(row2)) continue;
      const over = Array.from(row2[$cells]).find((one) => columnOf(one) === column && one[$colSpan] === 1);
      const text = over ? textOf(over) : "";
      if (text) return text;
    }
    return "";
  }
  function titleOver(cell) {
    for (const row2 of cell ? rowsAbove(cell) : []) {
      if (hasFields(row2)) continue;
      const worded = Array.from(row2[$cells]).filter((one) => textOf(one));
      if (worded.length === 1 && worded[0][$colSpan] > 1) return textOf(worded[0]);
    }
    return "";
  }
  function rowsAbove(cell) {
    const table = cell[$closest]("table");
    const row2 = cell[$parentElement];
    if (!table || !(row2 instanceof HTMLTableRowElement)) return [];
    const rows = Array.from(table[$rows]);
    return rows.slice(Math.max(0, rows.indexOf(row2) - FARTHEST), rows.indexOf(row2)).reverse();
  }
  function hasFields(row2) {
    return once(cache.rows, row2, () => row2[$querySelector](FILLABLE) ? "fields" : "") !== "";
  }
  function textOf(element) {
    return element[$checkVisibility]({ visibilityProperty: true }) ? clean(contentText(element, null)) : "";
  }
  function clean(text) {
    const words = fold(text);
    return WORDS2.test(words) && words.length <= LONGEST2 ? words : "";
  }

  // read/beside.js
  var FARTHEST2 = 60;
  var LONGEST_RUN = 30;
  var HEADING = /^h[1-6]$/;
  var WORDS3 = /[\p{L}\p{N}]/u;
  function wordsAround(element) {
    const segment = element[$getAttribute]("role") === "spinbutton" ? segmentPart(element) : "";
    if (segment) return { beside: "", question: nameOf(element[$closest]("[role=group]"), "group"), part: segment, section: "" };
    if (!/^(input|select|textarea)$/.test(element[$localName])) return isUnlabelledDrawn(element) ? { beside: labelBeside(element), question: "", part: "", section: "" } : null;
    if (!element[$matches](FILLABLE)) return null;
    const isTick = element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element[$type]);
    const isNamed = Boolean(labelText(element) || element[$getAttribute]("aria-label") || !isTick && element[$getAttribute]("aria-labelledby"));
    const { part, members } = isTick ? { part: "", members: [] } : partOf(element, fieldsOf(formOf(element) ?? element[$ownerDocument]).get("") ?? []);
    return {
      beside: isNamed && isTick ? firstLineOf(element) : isNamed || !isTick && element[$parentElement]?.[$closest]("[role=combobox]") ? "" : isTick ? captionOf(element) : labelBeside(element),
      question: isTick ? questionOf(element) : part ? questionOfParts(members) : "",
      part,
      section: titleOver(cellOf(element))
    };
  }
  function isUnlabelledDrawn(element) {
    const role = element[$getAttribute]("role") ?? "";
    if (!/^(combobox|listbox)$/.test(role) && (!/^(switch|checkbox)$/.test(role) || WORDS3.test(element[$textContent]))) return false;
    if (element[$getAttribute]("aria-label") || labelText(element)) return false;
    const ids = (element[$getAttribute]("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
    const root = element[$getRootNode]();
    return ids.every((id) => element[$contains](root[$getElementById]?.(id) ?? element));
  }
  function labelBeside(field) {
    return around(field) || lineBefore(field, placeOf(field)) || inTable(field) || lineBefore(field, borderOf(field)) || labelAfter(field);
  }
  function around(field) {
    const label = field[$closest]("label");
    return label && label[$querySelectorAll](FILLABLE).length === 1 ? lineBefore(field, label) || lineAfter(field, label) : "";
  }
  function firstLineOf(field) {
    const label = field[$closest]("label");
    const line = label ? lineAfter(field, label) : "";
    return line !== labelText(field) && labelText(field).startsWith(line) ? line : "";
  }
  function labelAfter(field) {
    const next = field[$nextElementSibling];
    return next instanceof HTMLLabelElement && !next[$control] ? clean(contentText(next, null)) : "";
  }
  function captionOf(field) {
    const members = groupOf(field);
    const place = placeOf(field);
    const own = around(field) || (areAfter(members) ? lineAfter(field, place) : lineBefore(field, place));
    if (own) return own;
    const cell = cellOf(field);
    if (!cell) return "";
    return isColumn(members) ? leftOf(cell)?.text ?? "" : headerOf(cell);
  }
  function questionOf(field) {
    const members = groupOf(field);
    const [first] = members;
    const group = field[$closest]("fieldset, [role=group], [role=radiogroup]");
    const isOwn = group && Array.from(group[$querySelectorAll](FILLABLE)).every((one) => members.includes(one));
    if (isOwn && nameOf(group, "group")) return "";
    const cell = cellOf(first);
    if (cell && isColumn(members)) return headerOf(cell);
    const isAfter = areAfter(members);
    const label = first[$labels]?.[0];
    const begin = label && first[$compareDocumentPosition](label) === Node.DOCUMENT_POSITION_PRECEDING ? label : first;
    const from = isOwn && group[$localName] !== "fieldset" ? group : begin;
    const outer = from === begin ? first : from[$parentElement] ?? first;
    const within3 = isAfter ? lineBefore(from, placeOf(outer), { heading: true }) : "";
    if (within3 && group && referenced(group, "aria-describedby").some((hint) => textOf(hint) === within3)) return "";
    return within3 || cell && leftOf(cell)?.text || (isAfter ? lineBefore(from, borderOf(outer), { heading: true }) : "");
  }
  function questionOfParts(members) {
    const [first] = members;
    const group = first[$closest]("fieldset, [role=group]");
    const isOwn = group && Array.from(group[$querySelectorAll](FILLABLE)).every((one) => members.includes(one));
    if (isOwn && nameOf(group, "group")) return "";
    const own = labelText(first);
    if (own && own !== labelText(members[1]) && !partInWords(own) && !/\d/.test(own)) return own;
    const from = isOwn ? group : first[$closest]("label") ?? first[$labels]?.[0] ?? first;
    const outer = from[$parentElement] ?? first;
    const cell = cellOf(first);
    return lineBefore(from, placeOf(outer), { heading: true }) || cell && leftOf(cell)?.text || lineBefore(from, borderOf(outer), { heading: true });
  }
  function areAfter(members) {
    const last = members[members.length - 1];
    return Boolean(labelText(last) || last[$getAttribute]("aria-label") || lineAfter(last));
  }
  function groupOf(field) {
    const fields = fieldsOf(formOf(field) ?? field[$ownerDocument]);
    const same = fields.get(keyOf(field)) ?? [field];
    const all = fields.get("") ?? [];
    if (same.length > LONGEST_RUN || !all.includes(field)) return [field];
    const isRadio = field[$type] === "radio";
    const row2 = isRadio ? [] : same.filter((one) => rowOf(one) && rowOf(one) === rowOf(field));
    if (row2.length > 1) return row2;
    if (same.length > 1 || isRadio) return same;
    const isLike2 = (one) => one instanceof HTMLInputElement && one[$type] === "checkbox" && (!one[$name] || fields.get(keyOf(one))?.length === 1) && isNear(one, field);
    let first = all.indexOf(field);
    let last = first;
    while (last - first < LONGEST_RUN && isLike2(all[first - 1])) first -= 1;
    while (last - first < LONGEST_RUN && isLike2(all[last + 1])) last += 1;
    return all.slice(first, last + 1);
  }
  function isNear(one, other) {
    return one[$parentElement] === other[$parentElement] || one[$parentElement]?.[$parentElement] === other[$parentElement]?.[$parentElement];
  }
  function keyOf(field) {
    const input = field;
    return input[$type] && input[$name] ? `${input[$type]} ${input[$name]}` : "no name";
  }
  function fieldsOf(owner) {
    const known = cache.fields.get(owner);
    if (known) return known;
    const fields = grouped(Array.from(owner[$querySelectorAll](FILLABLE)), keyOf);
    fields.set("", Array.from(owner[$querySelectorAll](FILLABLE)));
    fields.delete("no name");
    if (cache.on) cache.fields.set(owner, fields);
    return fields;
  }
  function placeOf(field) {
    return cellOf(field) ?? borderOf(field);
  }
  function borderOf(field) {
    return field[$closest]("fieldset, form, [role=group], [role=radiogroup]") ?? field[$ownerDocument][$body];
  }
  function lineBefore(field, border, { heading = false } = {}) {
    let text = "";
    let broken = false;
    for (const node of steps(field, border, "back")) {
      if (node === null) {
        if (clean(text)) return clean(text);
        text = "";
        broken = true;
      } else if (node instanceof Text) {
        text = node.data + text;
      } else if (HEADING.test(node[$localName]) || node[$localName] === "legend") {
        return clean(text) || (heading && node[$localName] !== "legend" ? textOf(node) : "");
      } else {
        return broken ? "" : clean(text);
      }
    }
    return clean(text);
  }
  function lineAfter(field, border = placeOf(field)) {
    let text = "";
    for (const node of steps(field, border, "on")) {
      if (!(node instanceof Text)) break;
      text += node.data;
    }
    return clean(text);
  }
  function* steps(from, border, way) {
    let node = from;
    for (let count = 0; count < FARTHEST2; count += 1) {
      const sibling = way === "back" ? node[$previousSibling] : node[$nextSibling];
      if (!sibling) {
        if (!node[$parentNode] || node[$parentNode] === border) return;
        node = node[$parentNode];
        if (isBlock(node)) yield null;
        continue;
      }
      node = sibling;
      while (node instanceof Element && !isHiddenSelect(node) && !SKIPPED.has(node[$localName]) && node[$checkVisibility]({ visibilityProperty: true })) {
        if (node[$matches](FILLABLE) || HEADING.test(node[$localName]) || node[$localName] === "legend" || isOthers(node)) {
          yield node;
          return;
        }
        if (node[$localName] === "br" || isBlock(node)) yield null;
        const child = way === "back" ? node[$lastChild] : node[$firstChild];
        if (!child) break;
        node = child;
      }
      if (node instanceof Text) yield node;
    }
  }
  function isOthers(element) {
    return element instanceof HTMLLabelElement && element[$control] !== null && !isHiddenSelect(element[$control]);
  }
  function isHiddenSelect(element) {
    return element instanceof HTMLSelectElement && !isPlain(element);
  }
  function isBlock(node) {
    return node instanceof Element && !/^(inline|inline-block|contents)/.test(getComputedStyle(node).display);
  }

  // read/chosen.js
  var FIELDS3 = "input:not([type=hidden i]), select, textarea";
  var NOT_CHOSEN = "label, legend, [role=listbox], [role=option], script, style";
  var PLACEHOLDER = "[data-placeholder], [class*=placeholder i]";
  var MOST_OPTIONS = 5e3;
  var MOST_LEVELS2 = 6;
  var seen = /* @__PURE__ */ new Set();
  function noteOption(name) {
    if (seen.size < MOST_OPTIONS) seen.add(fold(name));
  }
  function chosenIn(select2) {
    if (select2[$matches](PLACEHOLDER)) return "";
    let text = contentText(select2, null);
    const naming = referenced(select2, "aria-labelledby");
    const labels = naming.every((one) => select2[$contains](one)) ? naming : [];
    for (const part of select2[$querySelectorAll]("*")) {
      if (part[$matches](`label, legend, ${PLACEHOLDER}`) || labels.includes(part)) text = text.replace(contentText(part, null), "");
    }
    return fold(text);
  }
  function chosenBeside(field) {
    let box = field;
    for (let level = 0; level < MOST_LEVELS2; level += 1) {
      const outer = composedParent(box);
      if (!outer || outer[$matches]("form, body, fieldset, main, dialog") || outer[$querySelectorAll](FIELDS3).length > 1) break;
      box = outer;
    }
    if (box === field) return "";
    const named = new Set(seen);
    for (const option of document[$querySelectorAll]("[role=option]")) named.add(fold(option[$textContent] || ""));
    const texts = Array.from(box[$querySelectorAll]("*")).filter((part) => !part[$firstElementChild] && !part[$closest](NOT_CHOSEN) && part[$checkVisibility]());
    return texts.map((part) => fold(part[$textContent] || "")).filter((text) => text && named.has(text)).join(", ");
  }

  // read/own_covers.js
  var FIELDS4 = "input, select, textarea, [role=combobox], [role=textbox], [role=searchbox], [role=spinbutton]";
  function isOwnCover(cover, field, ids) {
    if (!field[$matches](FIELDS4)) return false;
    let box = composedParent(field);
    while (box && !composedContains(box, cover)) box = composedParent(box);
    if (!box || box[$matches]("body, html, form, fieldset, dialog, label") || box[$getBoundingClientRect]().height > HIGHEST_GROUND) return false;
    for (let part = cover; part && part !== box; part = composedParent(part)) if (ids.has(part)) return false;
    return Array.from(box[$querySelectorAll](CONTROLS2)).every((one) => composedContains(one, field));
  }
  function isUnderLabel(control, ids) {
    const cover = hit(...middle(control[$getBoundingClientRect]()));
    if (!cover || composedContains(control, cover) || !isLabelOf(cover, control)) return false;
    for (let part = cover; part && !part[$matches]("label"); part = composedParent(part)) if (ids.has(part)) return false;
    return true;
  }

  // read/validity.js
  function invalidity(element) {
    const rejected = element[$matches](":user-invalid");
    const marked = element[$hasAttribute]("aria-invalid") && element[$getAttribute]("aria-invalid") !== "false";
    if (!rejected && !marked) return isMarkedRed(element) ? { invalid: true, error: descriptionOf(element) } : {};
    const message = referenced(element, "aria-errormessage").map(ownName).join(" ");
    const native = element[$validationMessage];
    return { invalid: true, error: fold(message || rejected && native || descriptionOf(element)) };
  }
  var WRONG = /(^|[-_\s])(error|errors|invalid|danger)($|[-_\s])|([a-z](Error|Invalid)($|[-_\s]))/;
  function isMarkedRed(element) {
    if (!/^(input|select|textarea)$/.test(element[$localName])) return false;
    const path = [];
    for (let node = element; node && path.length < 3; node = composedParent(node)) {
      path.push(node);
      if (WRONG.test(node[$getAttribute]("class") || "")) {
        if (path.some((one) => one[$querySelectorAll]("input, select, textarea").length > 1)) return false;
        const { live } = styleOf(element);
        return [live.borderTopColor, live.borderBottomColor, live.outlineColor, live.backgroundColor, live.color, live.boxShadow].some(isRed);
      }
    }
    return false;
  }
  function isRed(color) {
    const [red, green, blue, alpha] = (/rgba?\(([^)]*)\)/.exec(color)?.[1] || "").split(/[ ,/]+/).map(Number);
    return alpha !== 0 && red > 150 && red - green > 10 && red - blue > 10 && Math.abs(green - blue) < 0.6 * (red - Math.min(green, blue)) + 10;
  }
  function noteOf(element) {
    const label = /^(checkbox|radio)$/.test(element[$type]) ? element[$labels]?.[0] : null;
    return descriptionOf(element) || fold(label?.[$title] ?? "");
  }
  function descriptionOf(element) {
    const described3 = referenced(element, "aria-describedby").map(ownName).join(" ");
    return fold(described3 || element[$getAttribute]("aria-description") || element[$getAttribute]("title") || "");
  }

  // read/written.js
  function writtenIn(element) {
    const text = linesOf(element).join("\n");
    return text.trim() ? text.replace(/^[\r\n]+|[\r\n]+$/g, "") : "";
  }
  function linesOf(block) {
    const parts = Array.from(block[$childNodes]).filter((node) => !isBetweenBlocks(node));
    if (!parts.some(isBlock2)) return block[$innerText].replace(/\n$/, "").split("\n");
    const lines = [];
    let line = "";
    for (const part of parts) {
      if (isBlock2(part)) {
        if (line) lines.push(...line.replace(/\n$/, "").split("\n"));
        line = "";
        lines.push(...linesOf(part));
      } else line += inlineText(part);
    }
    if (line) lines.push(...line.replace(/\n$/, "").split("\n"));
    return lines;
  }
  function inlineText(node) {
    if (node instanceof Text) return node.parentElement && keepsSpace(node.parentElement) ? node.data : node.data.replace(/[\t\n\r ]+/g, " ");
    if (node instanceof HTMLBRElement) return "\n";
    return node instanceof HTMLElement ? node[$innerText] : "";
  }
  function keepsSpace(element) {
    return /^(pre|break-spaces)/.test(getComputedStyle(element).whiteSpace);
  }
  function isBlock2(node) {
    return node instanceof HTMLElement && /^(block|flex|grid|list-item|flow-root)$/.test(styleOf(node).display);
  }
  function isBetweenBlocks(node) {
    return node instanceof Text ? /^\s*$/.test(node.data) && (isBlockOrNone(node.previousSibling) || isBlockOrNone(node.nextSibling)) : node[$nodeType] === Node.COMMENT_NODE;
  }
  function isBlockOrNone(node) {
    return node === null || isBlock2(node);
  }

  // read/state.js
  var MOST_OPTIONS2 = 5e3;
  var LONGEST_VALUE = 2e4;
  function isDisabled(element) {
    return isOff(element) || isOutOfReach(element);
  }
  function isOff(element) {
    return element[$matches](":disabled") || element[$closest]('[aria-disabled="true"]') !== null || ariaOf(element, "aria-disabled") === "true";
  }
  function isOutOfReach(element) {
    const reached2 = (one) => styleOf(one).pointerEvents !== "none";
    if (reached2(element) || /^(area|input|select|textarea)$/.test(element[$localName]) || isEditingHost(element)) return false;
    return !Array.from(element[$querySelectorAll]("*")).some(reached2);
  }
  function valueOf(element, role) {
    const editor = editorOf(element);
    if (editor) return readableValueOf(element, drawnText(editor).slice(0, LONGEST_VALUE));
    if (element instanceof HTMLInputElement) return inputValue(element, role);
    if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return readableValueOf(element, element[$value].slice(0, LONGEST_VALUE));
    if (element instanceof HTMLElement && isEditingHost(element)) return readableValueOf(element, writtenIn(element).slice(0, LONGEST_VALUE));
    const said2 = ariaOf(element, "aria-valuetext") ?? ariaOf(element, "aria-valuenow");
    if (said2 !== null) return said2;
    return role === "combobox" ? chosenIn(element) : void 0;
  }
  function inputValue(input, role) {
    if (isWithheld(input)) return input[$value] ? "filled" : "";
    if (input[$type] === "file") return Array.from(input[$files] || [], (file) => file.name).join(", ");
    if (["button", "image", "reset", "submit"].includes(input[$type])) return void 0;
    if (["checkbox", "radio"].includes(input[$type])) return input[$getAttribute]("value") ?? void 0;
    if (!input[$value] && role === "combobox" && !input[$list]) return chosenBeside(input);
    return readableValueOf(input, input[$value].slice(0, LONGEST_VALUE));
  }
  function checkedOf(element, role) {
    if (element instanceof HTMLInputElement && ["checkbox", "radio"].includes(element[$type])) {
      return element[$indeterminate] ? void 0 : isChecked(element);
    }
    return role === "button" ? flag(element, "aria-pressed") : TOGGLES.has(role) || CHECKABLE.has(role) ? flag(element, "aria-checked") : void 0;
  }
  function flag(element, attribute) {
    const value = ariaOf(element, attribute);
    return value === "true" ? true : value === "false" ? false : void 0;
  }
  var CHECKABLE = /* @__PURE__ */ new Set(["gridcell", "option", "treeitem"]);
  var MARKED = /(^|[-_])(active|selected|checked|chosen|current)$/i;
  var MARKED_DATA = ["[data-state=on]", "[data-state=active]", "[data-state=checked]", ...["active", "checked", "selected"].map((name) => `[data-${name}]:not([data-${name}=false])`)];
  var MARKS = "[aria-checked], [aria-current], [aria-pressed], [aria-selected]";
  function isMarkedByClass(element, role) {
    if (!/^(|button|link|tab|listitem)$/.test(role) || element[$matches](MARKS)) return void 0;
    const item = element[$parentElement];
    if (item?.[$localName] === "li" && item[$firstElementChild] === element && !item[$matches](MARKS)) {
      return isMarkedAmong(element, item[$parentElement], (one) => one[$firstElementChild]) || isMarkedAmong(item, item[$parentElement]) || void 0;
    }
    return isMarkedAmong(element, item) || void 0;
  }
  function isMarkedAmong(element, around2, of = (child) => child) {
    const name = Array.from(element[$classList]).find((each) => MARKED.test(each));
    const mark2 = name ? `.${CSS.escape(name)}` : MARKED_DATA.find((each) => element[$matches](each));
    if (!mark2 || !around2) return false;
    const others = Array.from(around2[$children], of).filter((one) => one && one !== element && one[$localName] === element[$localName]);
    return others.length > 0 && others.every((one) => !one?.[$matches](MARKS)) && others.some((one) => !one?.[$matches](mark2));
  }
  function expandedOf(element) {
    if (element[$localName] === "summary" && element[$parentElement] instanceof HTMLDetailsElement) return element[$parentElement][$open];
    return flag(element, "aria-expanded");
  }
  function optionsOf(element) {
    const source = element instanceof HTMLSelectElement ? element : element instanceof HTMLInputElement ? element[$list] : null;
    if (!source) return void 0;
    const kept2 = /* @__PURE__ */ new Map();
    for (const [index, option] of Array.from(source[$options]).entries()) {
      const isChosen = source === element && option[$selected];
      const isHidden = isHiddenOption(option);
      if (!isChosen && (isHidden || index >= MOST_OPTIONS2)) continue;
      kept2.set(index, {
        label: fold(option[$label] || option[$text] || option[$value]),
        value: option[$value],
        ...isChosen && { selected: true },
        ...(isHidden || option[$matches](":disabled")) && { disabled: true },
        ...option[$parentElement] instanceof HTMLOptGroupElement && { group: fold(option[$parentElement][$label]) }
      });
    }
    return kept2;
  }
  function isHiddenOption(option) {
    const group = option[$parentElement];
    return hides(option) || group instanceof HTMLOptGroupElement && hides(group);
  }
  function hides(element) {
    const style = getComputedStyle(element);
    return style.display === "none" || style.visibility !== "visible";
  }
  function isFocused(element) {
    const root = rootOf(element);
    return root[$activeElement] === element && document[$hasFocus]();
  }
  function linkTarget(element) {
    if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) return element[$href];
    return "";
  }
  function stateOf(seen2, register, measures) {
    const { element, shown, role, name } = seen2;
    const control = element;
    if (role === "option") noteOption(name);
    const label = labelText(element);
    const area = measures.visible(shown);
    const top2 = area && (styleOf(shown).pointerEvents === "none" ? coverOfUntouchable : coverOf)(shown, area, measures);
    const cover = top2 && !isOwnCover(top2, element, register.ids) ? top2 : null;
    const text = textRect(element, shown);
    const part = area && !cover && !text ? shownPart(shown, area, measures) : null;
    const options = optionsOf(element);
    const owner = formOf(element) ?? (DRAWN_FIELD.test(role) ? formAround(element, register.ids) : null);
    const form = owner ? register.formNumber(owner) : void 0;
    return sparse({
      id: seen2.id,
      tag: tagOf(element),
      role,
      name,
      label,
      form,
      type: element instanceof HTMLInputElement || element instanceof HTMLButtonElement ? element[$type] : "",
      value: valueOf(element, role),
      checked: checkedOf(element, role),
      selected: flag(element, "aria-selected") ?? isMarkedByClass(element, role),
      expanded: expandedOf(element),
      options: options && Array.from(options.values()),
      option_count: element instanceof HTMLSelectElement ? element[$options].length > MOST_OPTIONS2 ? element[$options].length : options?.size : void 0,
      placeholder: element[$getAttribute]("placeholder") || "",
      attribute_name: element[$getAttribute]("name") || "",
      description: noteOf(element),
      group: groupOf2(element, measures),
      ...wordsAround(element),
      submits: submits(element),
      required: control[$required] === true || ariaOf(element, "aria-required") === "true",
      readonly: control[$readOnly] === true && element[$hasAttribute]("readonly") || ariaOf(element, "aria-readonly") === "true",
      disabled: isDisabled(element),
      ...invalidity(element),
      focused: isFocused(element),
      had_focus: !isFocused(element) && signs().focused.has(element),
      multiple: control[$multiple] === true || element[$getAttribute]("aria-multiselectable") === "true",
      accept: element[$getAttribute]("accept") || "",
      minimum: element[$getAttribute]("min") || ariaOf(element, "aria-valuemin") || "",
      maximum: element[$getAttribute]("max") || ariaOf(element, "aria-valuemax") || "",
      step: element[$getAttribute]("step") || "",
      href: linkTarget(element),
      covered_by: cover ? coverLabel(cover, shown) : "",
      box: text ? [text.left, text.top, text.width, text.height].map(round) : measures.hasArea(shown) ? measures.box(shown) : void 0,
      shown: part && isLess(part, measures.rect(shown)) ? [round(part.left), round(part.top), round(part.right - part.left), round(part.bottom - part.top)] : void 0,
      in_view: area !== null,
      secret: showsPassword(element) || taintOf(element) !== null,
      new: seen2.fresh
    });
  }
  function isLess(part, box) {
    const whole = overlap(box, viewport());
    return whole !== null && (part.left > whole.left + 1 || part.top > whole.top + 1 || part.right < whole.right - 1 || part.bottom < whole.bottom - 1);
  }
  var DRAWN_FIELD = /^(?:checkbox|combobox|listbox|radio|searchbox|slider|spinbutton|switch|textbox)$/;
  var NATIVE_FIELD = "input:not([type=hidden]), select, textarea";
  function formAround(element, ids) {
    const isListed = (one) => ids.has(one) && nameOf(one, roleOf(one)) !== "";
    for (let outer = element; outer; outer = composedParent(outer)) {
      if (outer instanceof HTMLFormElement) return outer;
      if (outer !== element && !DRAWN_FIELD.test(roleOf(outer))) continue;
      const native = [outer, outer[$shadowRoot]].flatMap((root) => Array.from(root?.[$querySelectorAll](NATIVE_FIELD) ?? []));
      if (native.some(isListed)) return null;
    }
    return null;
  }
  var DEFAULTS = { checked: void 0, expanded: void 0, form: void 0, in_view: true, option_count: void 0, selected: void 0, value: void 0 };
  function sparse(state) {
    const kept2 = {};
    for (const key of Object.keys(state)) if (key in DEFAULTS ? state[key] !== DEFAULTS[key] : state[key]) kept2[key] = state[key];
    return kept2;
  }
  function groupOf2(element, measures) {
    const path = [];
    let group = "";
    for (let node = composedParent(element); node && !group; node = composedParent(node)) {
      const known = measures.groups.get(node);
      if (known !== void 0) {
        group = known;
        break;
      }
      path.push(node);
      const role = roleOf(node);
      const isGroup2 = /^(group|radiogroup)$/.test(role) || role === "list" && node[$querySelector]("[role=checkbox], [type=checkbox]") !== null;
      group = isGroup2 ? nameOf(node, role) : "";
    }
    for (const node of path) measures.groups.set(node, group);
    return group;
  }

  // input/typing.js
  var LONGEST_TYPED = 200;
  var AROUND = "form, body, html, main, dialog, [role=dialog], [role=alertdialog]";
  var LONGEST_BESIDE = 2e3;
  var kept = false;
  function keepForm(event) {
    kept = true;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  function keepForms({ value }) {
    if (value) kept = false;
    (value ? addEventListener : removeEventListener)("submit", keepForm, true);
    return { found: true, kept };
  }
  function* widgetOf(field) {
    yield field;
    for (let node = composedParent(field); node && !node[$matches](AROUND); node = composedParent(node)) {
      if (node[$querySelectorAll](ENTERED).length > 1) return;
      yield node;
    }
  }
  function needsKeys(field, text) {
    if (!isTextField(field) || !text || text.length > LONGEST_TYPED || text.includes("\n")) return false;
    return takesKeys2(field) || text.length > 1 && codeBoxes(field).length > 0;
  }
  function takesKeys2(field) {
    if (opensList(field) && !isNative(field)) return true;
    for (const node of widgetOf(field)) if (listensToKeys(node)) return true;
    return false;
  }
  function opensList(field) {
    if (roleOf(field) === "combobox") return !isPartOfDate(field) && !field[$matches]("[aria-haspopup=dialog], [aria-haspopup=grid]:not([aria-autocomplete=list], [aria-autocomplete=both])");
    return field[$matches]("[aria-autocomplete]:not([aria-autocomplete=none]), [aria-haspopup=listbox]");
  }
  function isPartOfDate(field) {
    return field[$matches]('[maxlength="2"], [maxlength="4"]') && !field[$matches]("[aria-controls], [aria-owns], [aria-expanded], [aria-haspopup], [aria-autocomplete]");
  }
  function isNative(field) {
    return field instanceof HTMLInputElement && field[$list] !== null;
  }
  function searches(field) {
    const named = [field[$getAttribute]("name"), field[$id]].some((name) => /^(q|s|query|search|keywords?|term)$/i.test(name || ""));
    return named || field[$matches]("[type=search i], [role=searchbox], [enterkeyhint=search i]") || field[$closest]("search, [role=search]") !== null;
  }
  function suggests(register, { id }) {
    const field = shownOf(register, id);
    if (!field) return { found: false };
    const native = isNative(field);
    return {
      found: true,
      native,
      suggests: native || opensList(field) || field[$matches]("[autocomplete=off i]"),
      chooses: opensList(field) && !native && !searches(field),
      keys: takesKeys2(field),
      boxes: codeBoxes(field).length
    };
  }
  function codeIn(field) {
    return codeBoxes(field).map((box) => box[$value]).join("");
  }
  function besideOf(field) {
    if (!(field instanceof HTMLInputElement) || !isTextField(field) || field[$value]) return "";
    const around2 = composedParent(Array.from(widgetOf(field)).at(-1));
    return around2 instanceof HTMLElement ? fold(around2[$innerText]).slice(0, LONGEST_BESIDE) : "";
  }

  // input/choices.js
  var OPTIONS2 = "[role=option], [role=treeitem], [role=menuitemradio], [role=menuitemcheckbox], [role=menuitem]";
  var OFFERED = `${OPTIONS2}, [role=radio]`;
  var DRAWN = "[role=combobox], [role=listbox], [aria-haspopup]";
  var ITEMS = "li, div, span, a, td, p, button";
  var HIGHER = 80;
  var TOGGLES2 = "button, [class*=expand], [class*=toggle], [class*=switch], [class*=arrow], [class*=caret], svg";
  var WIDEST_TOGGLE = 48;
  var MOST3 = 3e3;
  var seenBefore = /* @__PURE__ */ new Map();
  var itemBoxes = /* @__PURE__ */ new Map();
  var unfolded = /* @__PURE__ */ new WeakSet();
  var picked = /* @__PURE__ */ new Map();
  function beforeChoices(register, { id }) {
    const element = openerOf(register.element(id));
    if (!element) return { found: false };
    element[$scrollIntoView]({ block: "nearest", behavior: "instant" });
    seenBefore.set(id, new WeakSet([...visible(OFFERED), ...visible(ITEMS)]));
    picked.delete(id);
    itemBoxes.delete(id);
    return { found: true, ...kindOf(element) };
  }
  function choices(register, { id }) {
    const element = openerOf(register.element(id));
    if (!element) return { found: false };
    const found = optionsFor(element, id);
    const first = found[0];
    const focused = focusedElement();
    return {
      found: true,
      options: found.map((option) => described(option, found)),
      several: first !== void 0 && takesSeveral(first),
      menu: first !== void 0 && roleOf(first) === "menuitem",
      typing: focused !== null && takesText(focused) && (focused === element || !seenBefore.get(id)?.has(focused)),
      inDialog: element[$closest]("dialog, [aria-modal=true]") !== null,
      ...shownBy(element, found)
    };
  }
  function takesSeveral(option) {
    for (let node = composedParent(option); node; node = composedParent(node)) if (node[$matches]("[aria-multiselectable=true]")) return true;
    return false;
  }
  function pick(register, { id, value }) {
    const element = openerOf(register.element(id));
    const option = element && optionsFor(element, id)[value];
    if (!option) return { found: false };
    pickElement(id, option);
    return { found: true };
  }
  function isNew(id, element) {
    return seenBefore.get(id)?.has(element) === false;
  }
  function pickElement(id, element) {
    element[$scrollIntoView]({ block: "nearest", behavior: "instant" });
    picked.set(id, new WeakRef(element));
  }
  function pickedOption(_element, id) {
    return picked.get(id)?.deref() ?? null;
  }
  function moreChoices(register, { id }) {
    const element = openerOf(register.element(id));
    if (!element) return { found: false };
    const [last] = optionsFor(element, id).slice(-1);
    for (let node = last && composedParent(last); node && node !== document[$body]; node = composedParent(node)) {
      if (node[$scrollHeight] <= node[$clientHeight] + 1 || !/auto|scroll/.test(getComputedStyle(node).overflowY)) continue;
      const before = node[$scrollTop];
      node[$scrollTop] += node[$clientHeight] * 0.8;
      return { found: true, moved: node[$scrollTop] > before };
    }
    return { found: true, moved: false };
  }
  function openerOf(element) {
    if (!(element instanceof HTMLSelectElement) || !isDrawnOver(element)) return element && isClipped(element) ? listBox(element) ?? element : element;
    for (let node = composedParent(element); node && !/^(body|form|fieldset)$/.test(node[$localName]); node = composedParent(node)) {
      if (node[$matches](DRAWN)) return node;
      const drawn2 = Array.from(node[$querySelectorAll](DRAWN)).find(isVisible);
      if (drawn2) return drawn2;
    }
    return element;
  }
  function isDrawnOver(select2) {
    const isForScripts = select2[$matches]('[tabindex="-1"], [aria-hidden=true], [role=combobox] select, [role=listbox] select');
    if (isForScripts || isPlain(select2)) return isForScripts;
    const box = select2[$getBoundingClientRect]();
    return rootOf(select2)[$elementFromPoint](box.left + box.width / 2, box.top + box.height / 2) !== select2;
  }
  function kindOf(element) {
    const popup = element[$getAttribute]("aria-haspopup") ?? "";
    const inner = element[$querySelector]("[aria-haspopup]")?.[$getAttribute]("aria-haspopup") ?? "";
    const cover = strangerOver(element);
    return { popup: popup || inner, cover: cover ? coverLabel(cover, element) : "", open: optionsInside(element).length > 0 || element[$getAttribute]("aria-expanded") === "true" };
  }
  function strangerOver(element) {
    const box = element[$getBoundingClientRect]();
    const hit2 = rootOf(element)[$elementFromPoint](box.left + box.width / 2, box.top + box.height / 2);
    return hit2 && !composedContains(ownBox(element), hit2) && !isLabelOf(hit2, element) ? hit2 : null;
  }
  function optionsInside(element, kind = OPTIONS2) {
    return Array.from(element[$querySelectorAll](kind)).filter(isVisible);
  }
  function optionsFor(element, id) {
    for (const list of controlledBy(element)) {
      const own = optionsInside(list, list[$matches]("[role=grid], [role=treegrid]") ? "[role=gridcell]" : OPTIONS2);
      if (own.length) itemBoxes.set(id, /* @__PURE__ */ new Set());
      if (own.length) return own.slice(0, MOST3);
    }
    const isClosed = element[$getAttribute]("aria-expanded") === "false";
    const inside = isClosed ? [] : optionsInside(element);
    if (inside.length) itemBoxes.set(id, /* @__PURE__ */ new Set());
    if (inside.length) return inside.slice(0, MOST3);
    const before = seenBefore.get(id);
    const fresh = visible(OFFERED).filter((option) => !before?.has(option) && !(isClosed && element[$contains](option)));
    if (fresh.length) itemBoxes.set(id, /* @__PURE__ */ new Set());
    const boxes = itemBoxes.get(id);
    if (fresh.length || !before || boxes?.size === 0) return fresh.slice(0, MOST3);
    const items = visible(ITEMS).filter((item) => !before.has(item) && isItem(item));
    const inmost = items.filter((item) => !items.some((other) => other !== item && item[$contains](other)));
    if (!boxes && inmost.length) itemBoxes.set(id, new Set(inmost.map((item) => item[$parentElement])));
    return inmost.filter((item) => !boxes || boxes.has(item[$parentElement])).slice(0, MOST3);
  }
  function controlledBy(element) {
    const lists = [];
    const parts = [element, ...element[$querySelectorAll]("[aria-controls], [aria-owns]")];
    const around2 = element[$closest]("[role=combobox]");
    if (around2) parts.push(around2);
    for (const part of parts) lists.push(...referenced(part, "aria-controls"), ...referenced(part, "aria-owns"));
    return lists;
  }
  function isItem(item) {
    if (!hasText(item) && item[$querySelector]("li, div, p, td, button")) return false;
    if (!item[$textContent]?.trim()) return false;
    const isPressed = listening.has(item) || item[$parentElement] !== null && listening.has(item[$parentElement]);
    return getComputedStyle(item).cursor === "pointer" || isPressed || item[$localName] === "li";
  }
  function visible(selector) {
    const found = [];
    for (const root of allRoots()) found.push(...Array.from(root[$querySelectorAll](selector)).filter(isVisible));
    return found;
  }
  function isVisible(element) {
    if (!element[$checkVisibility]({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = element[$getBoundingClientRect]();
    return box.width > 0 && box.height > 0;
  }
  function described(option, all) {
    const title = titleOf(option);
    const group = option[$closest]("[role=group], optgroup");
    const node = option[$closest]("[role=treeitem]");
    return {
      label: node ? title : nameOf(option, roleOf(option) || "option") || fold(option[$textContent] ?? ""),
      title,
      group: node ? branchOf(option, all) : group ? nameOf(group, "group") : "",
      disabled: isOff(option) || isOutOfReach(option) && !all.every(isOutOfReach),
      // a list that is just opening lets nothing through
      selected: ["aria-selected", "aria-checked"].some((name) => option[$getAttribute](name) === "true"),
      forms: ["data-value", "value", "data-id", "data-key"].map((name) => option[$getAttribute](name)).filter(Boolean)
    };
  }
  function titleOf(option) {
    const text = option instanceof HTMLElement ? option[$innerText] : option[$textContent] ?? "";
    const line = fold(text.trim().split("\n")[0] ?? "");
    return option[$closest]("[role=treeitem]") ? line.replace(/^[+\-\u2212\u25b4-\u25bf\u203a>]\s*/u, "") : line;
  }
  function branchOf(option, all) {
    const left2 = textLeft(option);
    const above = all.slice(0, all.indexOf(option)).reverse().find((one) => textLeft(one) < left2 - 2);
    return above ? titleOf(above) : "";
  }
  function textLeft(option) {
    const walker = document[$createTreeWalker](option, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode.data.trim()) break;
    const range = document[$createRange]();
    range.selectNodeContents(walker.currentNode);
    return range.getBoundingClientRect().left;
  }
  function unfoldChoice(register, { id }) {
    const element = openerOf(register.element(id));
    if (!element) return { found: false };
    for (const option of optionsFor(element, id)) {
      const node = option[$closest]("[role=treeitem]");
      if (!node || node[$getAttribute]("aria-expanded") !== "false" || unfolded.has(node)) continue;
      unfolded.add(node);
      const toggle = Array.from(node[$querySelectorAll](TOGGLES2)).find((one) => isVisible(one) && one[$getBoundingClientRect]().width <= WIDEST_TOGGLE);
      if (!toggle) continue;
      pickElement(id, toggle);
      return { found: true, more: true };
    }
    return { found: true, more: false };
  }
  function shownBy(element, options) {
    const box = ownBox(element);
    const pieces = [];
    const forms = [];
    collect2(box, options, pieces);
    for (const field of /* @__PURE__ */ new Set([element, ...box[$querySelectorAll]("input, select"), ...box[$parentElement]?.[$querySelectorAll](":scope > select") ?? []])) {
      if (field instanceof HTMLSelectElement) {
        for (const option of field[$selectedOptions]) {
          pieces.push(fold(option[$label] || option[$text]));
          forms.push(option[$value]);
        }
      } else if (field instanceof HTMLInputElement && !/^(checkbox|radio|file|submit|button)$/.test(field[$type]) && field[$value]) {
        (field[$type] === "hidden" || !isVisible(field) ? forms : pieces).push(fold(field[$value]));
      }
    }
    pieces.push(besideOf(element));
    return { shown: pieces.filter(Boolean), forms };
  }
  function collect2(node, options, pieces) {
    if (node instanceof Text) return void (node.parentElement && isVisible(boxOf2(node.parentElement)) && pieces.push(fold(node.data)));
    if (!(node instanceof Element) || node instanceof HTMLLabelElement && !node[$querySelector](`${FILLABLE}, button`) || node instanceof HTMLSelectElement || options.includes(node)) return;
    if (/^(script|style|template)$/.test(node[$localName])) return;
    for (const child of node[$shadowRoot]?.childNodes ?? node[$childNodes]) collect2(child, options, pieces);
  }
  function boxOf2(element) {
    const around2 = element instanceof HTMLSlotElement ? composedParent(element) : null;
    return around2 ? boxOf2(around2) : element;
  }
  function ownBox(element) {
    const most = element[$getBoundingClientRect]().height + HIGHER;
    let own = element;
    for (let node = composedParent(element); node && !/^(body|form|fieldset|main|td|tr|table|ul|ol|dialog)$/.test(node[$localName]); node = composedParent(node)) {
      if (node[$getBoundingClientRect]().height > most) break;
      const others = Array.from(node[$querySelectorAll](FILLABLE)).filter((other) => !composedContains(own, other) && !composedContains(other, element) && isVisible(other));
      if (others.length) break;
      own = node;
    }
    return own;
  }

  // input/sliders.js
  var FOCUSABLE = "input:not([type=hidden i]), select, textarea, button, a[href], [tabindex], [contenteditable]";
  function keyTaker(element) {
    if (element[$matches](FOCUSABLE) || element[$shadowRoot]) return element;
    const parts = Array.from(element[$querySelectorAll](FOCUSABLE)).filter((part) => isRendered(part) && !part[$matches]('[tabindex="-1"]'));
    return parts.length === 1 ? parts[0] : element;
  }
  function slider(register, { id, argument }) {
    const element = register.element(id);
    if (!element) return { found: false };
    if (element instanceof HTMLInputElement && element[$type] === "range") {
      if (typeof argument === "number") moveBeside(element, argument);
      return { found: true, now: element[$value], least: element[$min] || "0", most: element[$max] || "100" };
    }
    const [now, least, most] = ["aria-valuenow", "aria-valuemin", "aria-valuemax"].map((name) => ariaOf(element, name));
    return { found: true, now, least, most };
  }
  function moveBeside(input, value) {
    if (input[$step] === "any") return;
    const before = input[$value];
    input.value = String(value);
    input[$stepDown]();
    if (Number(input[$value]) === value) input[$stepUp]();
    if (input[$value] !== before) input[$dispatchEvent](new Event("input", { bubbles: true, composed: true }));
  }

  // input/uploading.js
  function fileInputOf(element) {
    const labelled = element instanceof HTMLLabelElement ? element[$control] : null;
    const field = labelled || element;
    if (field !== element || field[$localName] === "input") return isFileInput(field) ? field : null;
    const inside = element[$querySelectorAll]("input[type=file]");
    return inside.length === 1 && isFileInput(inside[0]) ? inside[0] : null;
  }
  function isFileInput(element) {
    return element instanceof HTMLInputElement && element[$type] === "file";
  }
  function fileInput(register, { id }) {
    const element = register.element(id);
    if (!element) return { found: false };
    const input = fileInputOf(element);
    if (!input) return { found: true, input: false };
    const names = Array.from(input[$files] || [], (file) => file.name);
    return { found: true, input: true, multiple: input[$multiple], accept: input[$accept], names };
  }
  var fileCarrier = null;
  function newCarrier() {
    fileCarrier = Object.assign(document[$createElement]("input"), { type: "file", multiple: true });
    return fileCarrier;
  }
  function offerFiles(register, { id }) {
    const shown = shownOf(register, id);
    if (!shown) return { found: false };
    const dataTransfer = new DataTransfer();
    for (const file of fileCarrier?.[$files] || []) dataTransfer.items.add(file);
    const box = shown[$getBoundingClientRect]();
    const [clientX, clientY] = [box.left + box.width / 2, box.top + box.height / 2];
    const send = (type2) => !shown[$dispatchEvent](
      new DragEvent(type2, { bubbles: true, cancelable: true, composed: true, clientX, clientY, dataTransfer })
    );
    send("dragenter");
    const takes = send("dragover");
    return { found: true, takes: send("dragleave") || takes };
  }

  // dom/pseudo_elements.js
  function addedReach(element, rect) {
    let reach = null;
    for (const where of PSEUDO_ELEMENTS) {
      if (!mayAddBox(element, where)) continue;
      const style = getComputedStyle(element, where);
      if (!/^(absolute|fixed)$/.test(style.position) || style.content === "none" || style.pointerEvents === "none") continue;
      if (parseFloat(style.width) <= rect.width + 1 && parseFloat(style.height) <= rect.height + 1) continue;
      const area = style.position === "fixed" ? EVERYWHERE : placedArea(element, style);
      reach = reach ? union(reach, area) : area;
    }
    return reach;
  }
  function placedArea(element, style) {
    const [left2, top2, width, height] = [style.left, style.top, style.width, style.height].map(parseFloat);
    const turned = /^matrix\(([-\d.e]+), ([-\d.e]+), ([-\d.e]+), ([-\d.e]+), ([-\d.e]+), ([-\d.e]+)\)$/.exec(style.transform);
    const block = containingBlockOf(element);
    if (!block || Number.isNaN(left2 + top2 + width + height) || style.transform !== "none" && !turned) return EVERYWHERE;
    const [a, b, c, d, x, y] = turned ? turned.slice(1).map(Number) : [1, 0, 0, 1, 0, 0];
    const rim = turned ? Math.hypot(width, height) * Math.max(1, Math.hypot(a, b), Math.hypot(c, d)) : 0;
    const box = block[$getBoundingClientRect]();
    const scale = block instanceof HTMLElement && block[$offsetWidth] ? box.width / block[$offsetWidth] : 1;
    const from = { left: box.left + (block[$clientLeft] + left2 + x - rim) * scale, top: box.top + (block[$clientTop] + top2 + y - rim) * scale };
    return { ...from, right: from.left + (width + 2 * rim) * scale, bottom: from.top + (height + 2 * rim) * scale };
  }
  function containingBlockOf(element) {
    for (let node = element; node; node = composedParent(node)) {
      const style = styleOf(node);
      if (style.isFlow) {
        if (style.position !== "static") return null;
        continue;
      }
      if (style.position !== "static" || containsFixed(node)) return node;
    }
    return document[$documentElement];
  }

  // dom/measures.js
  var BAND = 40;
  var Measures = class {
    constructor() {
      this.rects = /* @__PURE__ */ new Map();
      this.groups = /* @__PURE__ */ new Map();
      this.shaped = /* @__PURE__ */ new Map();
      this.spans = /* @__PURE__ */ new Map();
      this.bands = null;
      this.modal = null;
      this.view = viewport();
      this.met = 0;
    }
    enter(element) {
      const rect = this.rect(element);
      const added = touches(rect, this.view) ? addedReach(element, rect) : null;
      const span = { element, first: this.met++, last: Infinity, area: added ? union(rect, added) : rect };
      this.spans.set(element, span);
      return span;
    }
    isCrowded(element, x, y) {
      const own = this.spans.get(element);
      if (!own || this.modal && !composedContains(this.modal, element)) return true;
      const near = (this.bands ??= this.banded()).get(Math.floor(y / BAND)) || [];
      return near.some(({ element: other, first, last, area }) => {
        if (x < area.left || x > area.right || y < area.top || y > area.bottom) return false;
        if (first <= own.first && last >= own.last || first >= own.first && last <= own.last) return false;
        return styleOf(other).pointerEvents !== "none";
      });
    }
    across({ first, last, area: whole }, area) {
      const bands = this.bands ??= this.banded();
      const found = /* @__PURE__ */ new Set();
      for (let band = Math.floor(area.top / BAND); band <= area.bottom / BAND; band += 1) {
        for (const other of bands.get(band) || []) {
          const { left: left2, top: top2, right, bottom } = other.area;
          if (left2 >= area.right || right <= area.left || top2 >= area.bottom || bottom <= area.top) continue;
          if (other.first <= first && other.last >= last || other.first >= first && other.last <= last) continue;
          if (sticksOut(other.area, whole)) found.add(other);
        }
      }
      return Array.from(found);
    }
    banded() {
      const bands = /* @__PURE__ */ new Map();
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
    rect(element) {
      let rect = this.rects.get(element);
      if (!rect) this.rects.set(element, rect = element instanceof HTMLAreaElement ? shapeOf(element).rect : boxOf(element));
      return rect;
    }
    area(element) {
      const rect = this.rect(element);
      return rect.width * rect.height;
    }
    fills(element, area) {
      const shown = this.visible(element);
      if (!shown || shown.left > area.left || shown.top > area.top || shown.right < area.right || shown.bottom < area.bottom) return false;
      if (styleOf(element).isFlow) return false;
      for (let node = element; node; node = composedParent(node)) if (this.isShaped(node)) return false;
      return true;
    }
    isShaped(element) {
      let shaped = this.shaped.get(element);
      if (shaped === void 0) {
        const { live } = styleOf(element);
        shaped = live.borderRadius !== "0px" || live.clipPath !== "none" || live.transform !== "none" || live.rotate !== "none" || live.offsetPath !== "none";
        this.shaped.set(element, shaped);
      }
      return shaped;
    }
    hasArea(element) {
      const rect = this.rect(element);
      return rect.width > 0 && rect.height > 0;
    }
    box(element) {
      const rect = this.rect(element);
      return [round(rect.left), round(rect.top), round(rect.width), round(rect.height)];
    }
    visible(element) {
      const image = imageOf(element);
      if (image) {
        const shown = this.visible(image);
        return shown && overlap(shown, this.rect(element));
      }
      const { now } = portOf(element);
      return now && overlap(now, this.rect(element));
    }
  };

  // identity/texts.js
  var LONGEST_ROW = 600;
  var TICKING = new Set(
    "ago day days h hour hours hrs just m min mins minute minutes now s sec second seconds secs today yesterday".split(" ")
  );
  function saysMore(texts, name) {
    return texts.parts.some((part) => part !== name);
  }
  function textsOf(areas) {
    const texts = { parts: [], marks: [], held: [], whole: true };
    const buttons = [];
    let left2 = LONGEST_ROW;
    const visit = (node, into) => {
      if (left2 < 0) return;
      if (node instanceof Text) {
        const text = fold(node.data);
        left2 -= text.length + 1;
        if (text) into.push(text);
      } else if (node instanceof Element && !SKIPPED.has(node[$localName])) {
        left2 -= 1;
        const label = node[$getAttribute](node instanceof HTMLImageElement ? "alt" : "aria-label");
        if (label) into.push(fold(label));
        mark(node, texts);
        const button = node[$localName] === "button" || node[$getAttribute]("role") === "button";
        for (const child of composedChildren(node)) visit(child, button ? buttons : into);
      }
    };
    for (const area of areas) visit(area, texts.parts);
    texts.parts.push(...buttons);
    texts.whole = left2 >= 0;
    return texts;
  }
  function mark(element, texts) {
    for (const name of element[$getAttributeNames]()) {
      if (name !== "href" && !/^data-(.*-)?(id|key)$/.test(name)) continue;
      const value = element[$getAttribute](name) || "";
      if (value && !/^(#|javascript:)/.test(value)) texts.marks.push(`${name}=${value}`);
    }
    if (!(element instanceof HTMLInputElement)) return;
    if (/^(checkbox|radio)$/.test(element[$type])) texts.marks.push(`value=${element[$getAttribute]("value") || ""}`);
    else if (element[$type] !== "password" && element[$type] !== "hidden") texts.held.push(element[$value].slice(0, LONGEST_ROW));
  }
  function volatility(word) {
    if (TICKING.has(word.toLowerCase()) || !/[\p{L}\p{N}]/u.test(word)) return 2;
    if (/^\d{1,3}$/.test(word)) return 1;
    return /^[-+(]*\p{Sc}?\d[\d.,:/]*[.,:]?\d*(%|\p{Sc}|[smhdk]|ms|min|kB|MB|GB)?\)*$/iu.test(word) && !/^#?\d{4,}$/.test(word) ? 2 : 0;
  }
  function wordsOf(text) {
    return text.split(/\s+/).map((word) => word.replace(/^[("'\u201c\u2018]+|[.,;:!?)"'\u201d\u2019]+$/g, "")).filter(Boolean);
  }
  function steady(part, most) {
    return wordsOf(part).filter((word) => volatility(word) <= most);
  }
  function isSame(one, other) {
    return isSameList(one.parts, other.parts) && isSameList(one.marks, other.marks);
  }
  function isSameList(one, other) {
    return one.length === other.length && one.every((each, index) => each === other[index]);
  }
  function rowKey(texts) {
    return [...texts.parts.flatMap(wordsOf).filter((word) => volatility(word) < 2), ...texts.marks].join(" ");
  }
  function excerptOf(texts, name) {
    const parts = texts ? texts.parts.filter((part) => part !== name) : [];
    return cut(parts.join(" "));
  }

  // identity/fingerprints.js
  function recordOf(element) {
    if (element instanceof HTMLAnchorElement) return /^(#|javascript:)/.test(element[$getAttribute]("href") || "#") ? "" : element[$href];
    const button = element instanceof HTMLButtonElement || element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element[$type]);
    return button ? element[$getAttribute]("value") || "" : "";
  }
  function twins(one) {
    return `${one.role} ${one.name}`;
  }
  function distinguishedByRecord(groups) {
    const found = /* @__PURE__ */ new Set();
    for (const group of groups.values()) {
      if (group.length < 2) continue;
      for (const [record, alike] of grouped(group, ({ element }) => recordOf(element))) {
        if (record && alike.length === 1) found.add(alike[0].element);
      }
    }
    return found;
  }
  function placeKey(place) {
    return place?.kind === "row" ? rowKey(place.texts) : "";
  }
  function placeKeyNow(place, element, places) {
    let area = element;
    for (let level = 0; area && level < (place?.levels ?? 0); level += 1) area = composedParent(area);
    return area ? rowKey(places.stretch(area, place?.before ?? 0)) : "";
  }
  var Paths = class {
    constructor() {
      this.found = /* @__PURE__ */ new Map();
    }
    to(element) {
      const above = [];
      let node = composedParent(element);
      while (node && !this.found.has(node)) {
        above.push(node);
        node = composedParent(node);
      }
      let path = node ? this.found.get(node) : "";
      for (const parent of above.reverse()) this.found.set(parent, path = `${path}/${parent[$localName]}${uncounted(idOf(parent))}`);
      return path;
    }
  };
  var USE_ID = /(:|«|_)r_?[0-9a-z]+(:|»|_)/g;
  var OWN_COUNT = /^(#?(?:sl|wa)-[a-z-]+)-\d+$/;
  function uncounted(id) {
    return id.replace(USE_ID, "$1r$2").replace(OWN_COUNT, "$1");
  }
  function fingerprint({ element, role, name }, paths) {
    const own = ["id", "data-testid", "data-test", "name", "type"].map((key) => uncounted(element[$getAttribute](key) || "")).join("\n");
    return `${element[$localName]} ${role}
${name}
${own}
${paths.to(element)}`;
  }

  // identity/row_context.js
  var MOST_LEVELS3 = 12;
  var ITEMS2 = "tr, li, article, [role=row], [role=listitem], [role=article]";
  var HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading], legend";
  var RowContexts = class {
    constructor() {
      this.read = /* @__PURE__ */ new Map();
      this.headings = null;
    }
    of(groups) {
      const places = /* @__PURE__ */ new Map();
      for (const group of groups) {
        const found = group.length > 1 ? group.map((one, index) => this.among(one, group[index - 1]?.element, group[index + 1]?.element)) : [this.alone(group[0])];
        const loose = found.includes(null);
        const kept2 = found.map((place) => loose && place?.before ? null : place);
        const peers = kept2.flatMap((place) => place ? [place.texts] : []);
        kept2.forEach((place, index) => {
          if (place) places.set(group[index].element, Object.assign(place, { peers }));
        });
      }
      return places;
    }
    among({ element, name }, previous, next) {
      const areas = [element];
      for (let node = composedParent(element); node && node !== document[$body]; node = composedParent(node)) {
        if (areas.length > MOST_LEVELS3 || previous && within(node, previous) || next && within(node, next)) break;
        areas.push(node);
      }
      for (let levels = areas.length - 1; levels > 0; levels -= 1) {
        const texts2 = this.texts(areas[levels]);
        if (texts2.whole && saysMore(texts2, name)) return row(areas[levels], levels, 0, texts2);
      }
      const outermost2 = areas[areas.length - 1];
      let before = 0;
      for (let node = outermost2[$previousSibling]; node && before < MOST_LEVELS3; node = node[$previousSibling]) {
        if (previous && node instanceof Element && within(node, previous)) break;
        before += 1;
      }
      const texts = this.stretch(outermost2, before);
      return saysMore(texts, name) ? row(outermost2, areas.length - 1, before, texts) : null;
    }
    alone({ element, name }) {
      const parent = composedParent(element);
      const item = parent && parent[$closest](ITEMS2);
      if (item) {
        const texts = this.texts(item);
        const levels = levelsUp(element, item);
        if (levels && texts.whole && saysMore(texts, name)) return row(item, levels, 0, texts);
      }
      const heading = this.heading(element);
      return heading && { kind: "heading", around: new WeakRef(heading), levels: 0, before: 0, texts: this.texts(heading), peers: [] };
    }
    heading(element) {
      this.headings ??= Array.from(document[$querySelectorAll](HEADINGS));
      let low = 0;
      let high = this.headings.length;
      while (low < high) {
        const middle2 = low + high >> 1;
        if (follows(this.headings[middle2], element)) low = middle2 + 1;
        else high = middle2;
      }
      for (let index = low - 1; index >= 0 && index >= low - 3; index -= 1) {
        const heading = this.headings[index];
        const parent = heading[$parentNode];
        if (heading[$contains](element) || !parent) continue;
        const outer = parent[$parentNode];
        if (parent[$contains](element) || outer instanceof Element && outer[$contains](element)) return heading;
      }
      return null;
    }
    texts(area) {
      let texts = this.read.get(area);
      if (!texts) this.read.set(area, texts = textsOf([area]));
      return texts;
    }
    stretch(element, before) {
      if (!before) return this.texts(element);
      const areas = [element];
      for (let node = element[$previousSibling]; node && areas.length <= before; node = node[$previousSibling]) areas.unshift(node);
      return textsOf(areas);
    }
    now(place, element) {
      if (place.kind === "heading") {
        const heading = this.heading(element);
        return heading && this.texts(heading);
      }
      const known = place.around.deref();
      if (known && !place.before && within(known, element)) return this.texts(known);
      let area = element;
      for (let level = 0; area && level < place.levels; level += 1) area = composedParent(area);
      return area && this.stretch(area, place.before);
    }
  };
  function row(area, levels, before, texts) {
    return { kind: "row", around: new WeakRef(area), levels, before, texts, peers: [] };
  }
  function distinctiveTexts(place, name) {
    if (!saysMore(place.texts, name)) return [];
    const peers = place.peers.filter((peer) => peer !== place.texts).flatMap((peer) => peer.parts);
    for (const most of place.steady ? [0] : [0, 1, 2]) {
      const others = new Set(peers.map((part) => steady(part, most).join(" ")));
      const own = place.texts.parts.filter((part) => part !== name).map((part) => steady(part, most));
      const found = own.filter((words) => words.length && !others.has(words.join(" ")));
      if (found.length) return found;
    }
    return [];
  }
  function isAnother(place, now, name) {
    if (isSame(place.texts, now)) return false;
    return saysAnother(place, now, name) || leadsElsewhere(place, now);
  }
  function saysAnother(place, now, name) {
    const held = new Set([...now.parts, ...now.held].flatMap(wordsOf));
    const isLess2 = (words) => words.some((word) => !held.has(word));
    const [first, ...rest2] = distinctiveTextsOf(place, name);
    return Boolean(first) && (isLess2(first) || rest2.length > 1 && rest2.every(isLess2));
  }
  function distinctiveTextsOf(place, name) {
    return place.distinctive ??= distinctiveTexts(place, name);
  }
  function ownMarks(place) {
    if (!place.texts.marks.length) return [];
    const elsewhere = new Set(place.peers.filter((peer) => peer !== place.texts).flatMap((peer) => peer.marks));
    return place.texts.marks.filter((one) => !elsewhere.has(one));
  }
  function leadsElsewhere(place, now) {
    const marks = ownMarks(place);
    return marks.length > 0 && now.marks.length > 0 && marks.every((one) => !now.marks.some((other) => isExtended(one, other) || isExtended(other, one)));
  }
  function isExtended(one, other) {
    return other.startsWith(one) && (other === one || one.startsWith("href=") && /[?&#]/.test(other[one.length]));
  }

  // identity/list_items.js
  var MOST_ROW_LEVELS = 6;
  var LABELLED = /^(textbox|searchbox|combobox|listbox|spinbutton|slider)$/;
  var PARTS_OF_A_PAGE = /^(section|main|aside|nav|header|footer|form|fieldset|body)$/;
  var ListItems = class {
    constructor(places) {
      this.places = places;
      this.gone = /* @__PURE__ */ new Map();
    }
    of(groups) {
      const items = /* @__PURE__ */ new Map();
      const named = Array.from(groups).filter(([{ role }, , third]) => !third && !LABELLED.test(role)).flat();
      const all = named.map((one) => ({ one, area: one.element }));
      let left2 = all;
      for (let level = 1; left2.length > 1 && level < MOST_ROW_LEVELS; level += 1) {
        left2 = left2.flatMap(({ one, area }) => {
          const parent = composedParent(area);
          return parent && !PARTS_OF_A_PAGE.test(parent[$localName]) ? { one, area: parent } : [];
        });
        this.at(level, left2, items);
        left2 = left2.filter(({ one }) => !items.has(one.element));
      }
      this.at(0, all.filter(({ one }) => !items.has(one.element)), items);
      return items;
    }
    at(level, standing, items) {
      const parents = /* @__PURE__ */ new Map();
      for (const { one, area } of standing) {
        const kinds = getOrMake(parents, composedParent(area), () => /* @__PURE__ */ new Map());
        const rows = getOrMake(kinds, `${area[$localName]} ${area[$classList][0]} ${one.role}`, () => /* @__PURE__ */ new Map());
        getOrMake(rows, area, () => []).push(one);
      }
      for (const kinds of parents.values()) {
        for (const rows of kinds.values()) {
          if (rows.size < 2) continue;
          for (const alike of grouped(Array.from(rows), ([, controls]) => `${controls.length}`).values()) {
            if (alike.length < 2) continue;
            const list = this.list(alike);
            for (const [area, controls] of alike) {
              for (const { element } of controls) items.set(element, { row: this.row(area, level, list), list });
            }
          }
        }
      }
    }
    list(alike) {
      const controls = new Map(alike.flatMap(([, those]) => those.map(({ name, element }) => [name, new WeakRef(element)])));
      const words = /* @__PURE__ */ new Map();
      for (const name of controls.keys()) for (const word of new Set(steady(name, 0))) words.set(word, (words.get(word) ?? 0) + 1);
      const named = Array.from(controls.keys()).filter(steadyName).length;
      return { controls, words, named, rows: alike.map(([area]) => this.places.texts(area)) };
    }
    row(area, levels, list) {
      const place = row(area, levels, 0, this.places.texts(area));
      return Object.assign(place, { peers: list.rows, steady: true }, levels && place.texts.whole ? {} : { distinctive: [] });
    }
    changed({ item, record, name }, element) {
      if (!item) return null;
      const now = this.places.now(item.row, element);
      if (!now || isSame(item.row.texts, now) && record === recordOf(element)) return null;
      const says = saysAnother(item.row, now, name);
      const leads = leadsTo(item.row, now, record, element) === "elsewhere";
      const others = says && leads && item.list.rows.length > 2;
      if (!others && !((says || leads) && this.othersGone(item, element, name))) return null;
      if (says) return { kind: "row", was: excerptOf(item.row.texts, name), now: excerptOf(now, name) };
      return { kind: "address", was: cut(record || item.row.texts.marks.join(" ")), now: cut(recordOf(element) || now.marks.join(" ")) };
    }
    renamed({ item, record, name }, one) {
      if (!item || one.name === name || !isGone(name, item.list, wordsOf(one.name))) return false;
      const now = this.places.now(item.row, one.element);
      if (!now || leadsTo(item.row, now, record, one.element) === "there") return false;
      if (!distinctiveTextsOf(item.row, name).length && item.list.controls.has(one.name)) return true;
      return saysAnother(item.row, now, name) || this.othersGone(item, one.element, name);
    }
    othersGone({ row: { levels }, list }, element, name) {
      const gone = getOrMake(this.gone, list, () => {
        let area = element;
        for (let level = 0; level <= levels; level += 1) area = composedParent(area) ?? area;
        const held = new Set(Array.from(area[$querySelectorAll](element[$localName]), (each) => steadyName(nameOf(each, roleOf(each)))));
        const left2 = Array.from(list.controls).filter(([each, control]) => !held.has(steadyName(each)) && !isStill(each, list, control));
        return new Set(left2.map(([each]) => each));
      });
      const others = list.named - Number(list.controls.has(name) && steadyName(name) !== "");
      return others > 0 && 2 * (gone.size - Number(gone.has(name))) >= others;
    }
  };
  function steadyName(name) {
    return steady(name, 0).join(" ");
  }
  function isStill(name, list, control) {
    const node = control.deref();
    return node !== void 0 && node[$isConnected] && !isGone(name, list, wordsOf(nameOf(node, roleOf(node))));
  }
  function isGone(name, list, now) {
    const words = steady(name, 0);
    const own = words.filter((word) => list.words.get(word) === 1);
    const lost = (own.length ? own : words).filter((word) => !now.includes(word)).length;
    return lost > 0 && 2 * lost >= own.length;
  }
  function leadsTo(place, now, record, element) {
    if (ownMarks(place).length) return leadsElsewhere(place, now) ? "elsewhere" : "there";
    const other = recordOf(element);
    if (!record || !other) return "nowhere";
    return record === other ? "there" : "elsewhere";
  }

  // identity/same_control.js
  var Moment = class {
    constructor() {
      this.places = new RowContexts();
      this.items = new ListItems(this.places);
    }
  };
  var SIGNS = [
    { asked: ["look"], change: addressAmongTwins },
    { asked: ["look"], change: nameInList },
    { asked: ["action", "look", "replacement"], change: rowAround },
    { asked: ["action", "replacement"], change: headingAbove },
    { asked: ["action", "look", "replacement"], change: onlyAddress },
    { asked: ["action", "look", "replacement"], change: listItem }
  ];
  function changeOf(question, known, one, given) {
    for (const { asked: asked2, change } of SIGNS) {
      const found = asked2.includes(question) ? change(known, one, given) : null;
      if (found) return found;
    }
    return null;
  }
  function addressAmongTwins(known, one, { alike = 1 }) {
    const record = recordOf(one.element);
    const differs = known.record && record && known.record !== record && (alike > 1 || known.name !== one.name);
    return differs ? { kind: "address", was: known.record, now: record } : null;
  }
  function nameInList(known, one, { now, touched }) {
    return !touched && now.items.renamed(known, one) ? { kind: "row", was: known.name, now: one.name } : null;
  }
  function rowAround(known, { element }, { now }) {
    const { place, name } = known;
    const texts = place?.kind === "row" && now.places.now(place, element);
    return place && texts && isAnother(place, texts, name) ? changeBetween(place, texts, name) : null;
  }
  function headingAbove({ place, name }, { element }, { now, acted }) {
    if (place?.kind !== "heading" || acted) return null;
    const texts = now.places.now(place, element);
    return !texts || isAnother(place, texts, name) ? changeBetween(place, texts, name) : null;
  }
  function onlyAddress(known, { element }) {
    const record = recordOf(element);
    return known.byRecord && record && record !== known.record ? { kind: "address", was: cut(known.record), now: cut(record) } : null;
  }
  function listItem(known, { element }, { now }) {
    return now.items.changed(known, element);
  }
  function changeBetween(place, texts, name) {
    return { kind: place.kind, was: excerptOf(place.texts, name), now: excerptOf(texts, name) };
  }
  function replacementsOf(known, candidates, given, isTaken) {
    const found = /* @__PURE__ */ new Map();
    const paths = new Paths();
    const before = grouped(Array.from(known), ([, one]) => one.print);
    for (const [print, group] of grouped(candidates, (one) => fingerprint(one, paths))) {
      const old = before.get(print) || [];
      if (old.every(([, one]) => isThere(one))) continue;
      const rows = new Rows(group, given.now.places);
      for (const [key, owners] of grouped(old, ([, { place }]) => placeKey(place))) {
        const [[id, gone]] = owners;
        if (owners.length !== 1 || isThere(gone) || key === "" && old.length !== 1) continue;
        const [one, more] = key === "" ? group : rows.like(key, gone.place);
        if (!one || more || isTaken(one.element)) continue;
        if (key === "" && changeOf("replacement", gone, one, given)) continue;
        found.set(one, id);
      }
    }
    return found;
  }
  function isThere({ node }) {
    return node.deref()?.[$isConnected] === true;
  }
  var Rows = class {
    constructor(group, places) {
      this.group = group;
      this.places = places;
      this.shapes = /* @__PURE__ */ new Map();
    }
    like(key, place) {
      const shape = `${place?.levels} ${place?.before}`;
      return getOrMake(this.shapes, shape, () => grouped(this.group, (one) => placeKeyNow(place, one.element, this.places))).get(key) ?? [];
    }
  };

  // identity/register.js
  var PATIENCE = 5;
  var MOST_OPENED = 5;
  var RECENT = 4;
  var Register = class {
    constructor() {
      this.ids = /* @__PURE__ */ new WeakMap();
      this.known = /* @__PURE__ */ new Map();
      this.next = /* @__PURE__ */ new Map();
      this.frames = /* @__PURE__ */ new WeakMap();
      this.forms = /* @__PURE__ */ new WeakMap();
      this.formCount = 0;
      this.captures = 0;
      this.remembered = 0;
      this.acted = false;
      this.touched = /* @__PURE__ */ new WeakMap();
      this.used = /* @__PURE__ */ new WeakSet();
      this.taints = /* @__PURE__ */ new Map();
      this.foldIds = /* @__PURE__ */ new WeakMap();
      this.folds = /* @__PURE__ */ new Map();
      this.opened = /* @__PURE__ */ new Map();
      this.folded = /* @__PURE__ */ new WeakSet();
    }
    begin(seeds) {
      this.captures += 1;
      for (const [tag, count] of Object.entries(seeds)) this.next.set(tag, Math.max(count, this.next.get(tag) || 0));
    }
    element(id) {
      const known = this.known.get(id);
      const node = known?.node.deref();
      if (!known || node && node[$isConnected]) return node ?? null;
      const tag = node ? node[$localName] : known.print.split(" ", 1)[0];
      const candidates = [];
      for (const root of openRoots(document)) {
        for (const element of root[$querySelectorAll](CSS.escape(tag))) {
          const role = roleOf(element);
          if (role !== known.role) continue;
          candidates.push({ element, role, name: nameOf(element, role) });
        }
      }
      for (const [candidate, successor] of this.replacements(candidates, new Moment())) {
        this.ids.set(candidate.element, successor);
        const lost = this.known.get(successor);
        lost.node = new WeakRef(candidate.element);
        this.inherit(successor, candidate.element);
        lost.lost = 0;
        if (successor === id) return candidate.element;
      }
      return null;
    }
    inherit(id, element) {
      const taint = this.taints.get(id);
      if (!taint || taints.has(element)) return;
      if (contentOf(element) === "") this.taints.delete(id);
      else setTaint(element, taint);
    }
    formNumber(form) {
      let number = this.forms.get(form);
      if (number === void 0) this.forms.set(form, number = this.formCount++);
      return number;
    }
    assign(seen2, remember) {
      const now = new Moment();
      const successors = this.missing() ? this.replacements(seen2, now) : /* @__PURE__ */ new Map();
      const groups = remember ? grouped(seen2, twins) : /* @__PURE__ */ new Map();
      const stands = now.places.of(groups.values());
      const items = now.items.of(groups.values());
      const records = distinguishedByRecord(groups);
      const paths = new Paths();
      for (const one of seen2) {
        const given = this.ids.get(one.element);
        const reused = given && remember && this.isReused(given, one, now, (groups.get(twins(one)) || []).length);
        if (reused) this.known.delete(given);
        const id = (reused ? null : given) ?? successors.get(one) ?? this.numbered(tagOf(one.element));
        this.inherit(id, one.element);
        const before = this.known.get(id);
        const shown = before?.shown ?? 0;
        const same = before && before.role === one.role && before.name === one.name;
        one.id = id;
        one.fresh = shown !== this.remembered && !one.unfolded;
        this.ids.set(one.element, id);
        this.known.set(id, {
          node: same && before.node.deref() === one.element ? before.node : new WeakRef(one.element),
          print: same ? before.print : fingerprint(one, paths),
          role: one.role,
          name: one.name,
          said: remember || !before ? one.name : before.said,
          saidAt: remember || !before ? performance.now() : before.saidAt,
          place: remember ? stands.get(one.element) ?? null : before?.place ?? null,
          record: remember || !before ? recordOf(one.element) : before.record,
          item: remember ? items.get(one.element) ?? null : before?.item ?? null,
          byRecord: remember ? records.has(one.element) && !stands.has(one.element) : before?.byRecord ?? false,
          seen: this.captures,
          shown: remember ? this.remembered + 1 : shown,
          lost: 0
        });
      }
      if (remember) this.remember();
      this.forget();
    }
    touch(id) {
      const node = this.known.get(id)?.node.deref();
      if (!node) return;
      this.used.add(node);
      this.touched.set(node, (this.touched.get(node) ?? 0) + 1);
    }
    remember() {
      this.remembered += 1;
      this.acted = false;
      this.touched = /* @__PURE__ */ new WeakMap();
    }
    repeat(ids, remember) {
      this.missing();
      if (remember) this.remember();
      for (const id of ids) {
        const known = this.known.get(id);
        known.seen = this.captures;
        if (remember) known.shown = this.remembered;
      }
      this.forget();
    }
    include(seen2) {
      this.assign(seen2, false);
      const now = new Moment();
      const groups = grouped(seen2, twins);
      const stands = now.places.of(groups.values());
      const items = now.items.of(groups.values());
      for (const one of seen2) {
        const known = this.known.get(one.id);
        known.shown = this.remembered;
        known.place = stands.get(one.element) ?? null;
        known.item = items.get(one.element) ?? null;
        one.fresh = false;
      }
    }
    missing() {
      let some = false;
      for (const known of this.known.values()) {
        const node = known.node.deref();
        if (node && node[$isConnected]) continue;
        known.lost = known.lost || this.captures;
        some = true;
      }
      return some;
    }
    forget() {
      if (suspected.size) return;
      for (const [id, known] of this.known) {
        if (!known.lost) continue;
        const patience = known.seen >= known.lost - 1 ? 0 : PATIENCE;
        if (known.lost + patience <= this.captures) this.known.delete(id);
      }
    }
    isReused(id, one, now, alike) {
      const known = this.known.get(id);
      if (!known || known.node.deref() !== one.element || !known.shown) return false;
      return changeOf("look", known, one, { now, alike, acted: this.acted, touched: this.touched.has(one.element) }) !== null;
    }
    changed(known, element, acted = this.acted) {
      return changeOf("action", known, { element, name: known.name }, { now: new Moment(), acted });
    }
    underHeading(id, element) {
      const known = this.known.get(id);
      const texts = known?.place?.kind === "heading" ? new Moment().places.now(known.place, element) : null;
      return known?.place && texts ? { ...known, place: { ...known.place, texts, peers: [], distinctive: void 0 } } : null;
    }
    replacements(candidates, now) {
      const { known, ids, acted } = this;
      return replacementsOf(known, candidates, { now, acted }, (element) => ids.has(element));
    }
    *recent() {
      for (const known of this.known.values()) {
        const node = known.shown && known.shown > this.remembered - RECENT ? known.node.deref() : null;
        if (node?.[$isConnected]) yield node;
      }
    }
    foldId(elements) {
      let id = this.foldIds.get(elements[0]);
      if (!id) this.foldIds.set(elements[0], id = this.numbered("fold"));
      return id;
    }
    fold(folds, remember) {
      this.folds = folds;
      if (remember) this.folded = new WeakSet(Array.from(folds.values()).flat());
    }
    open(id, elements) {
      this.opened.delete(id);
      this.opened.set(id, elements);
      for (const oldest of this.opened.keys()) if (this.opened.size > MOST_OPENED) this.opened.delete(oldest);
    }
    point(element) {
      const id = this.numbered("point");
      const role = roleOf(element);
      const name = nameOf(element, role);
      this.known.set(id, {
        node: new WeakRef(element),
        print: `${element[$localName]} point`,
        role,
        name,
        said: name,
        saidAt: performance.now(),
        place: null,
        record: recordOf(element),
        item: null,
        byRecord: false,
        seen: this.captures,
        shown: 0,
        lost: 0
      });
      return id;
    }
    numbered(tag) {
      const count = this.next.get(tag) || 0;
      this.next.set(tag, count + 1);
      return `${tag}-${count}`;
    }
  };

  // read/tree_nodes.js
  function surroundings(near) {
    return { cursor: "", claimed: false, inert: false, faint: false, quiet: false, shut: false, near, nodes: 0, unfolded: false };
  }

  // read/composites.js
  var FIELDS5 = ":is([role=combobox], [aria-haspopup]):is([aria-controls], [aria-owns])";
  function popupLists() {
    const fields = Array.from(everywhere(document, FIELDS5));
    return new Set(fields.flatMap((field) => [...referenced(field, "aria-controls"), ...referenced(field, "aria-owns")]));
  }
  function activePart() {
    const focused = focusedElement();
    return focused ? referenced(focused, "aria-activedescendant")[0] : void 0;
  }

  // read/extras.js
  function extrasOf(element) {
    const extras = [];
    const current = currentOf(element);
    if (current) extras.push(current);
    const pressed = element[$getAttribute]("aria-pressed");
    if (pressed) extras.push(["pressed", pressed]);
    const popup = element[$getAttribute]("aria-haspopup");
    if (popup && popup !== "false") extras.push(["popup", popup === "true" ? "menu" : popup]);
    if (element[$getAttribute]("aria-checked") === "mixed" || element instanceof HTMLInputElement && element[$indeterminate]) extras.push(["checked", "mixed"]);
    const sort = element[$getAttribute]("aria-sort");
    if (sort && sort !== "none") extras.push(["sort", sort]);
    const level = Number(element[$getAttribute]("aria-level"));
    if (level > 0 && !element[$closest]("[role=group]") && !element[$querySelector]("[role=group]")) extras.push(["level", String(level)]);
    const size = element[$getAttribute]("aria-setsize");
    const parent = element[$parentElement];
    const there = Math.max(parent?.[$childElementCount] ?? 0, parent?.[$parentElement]?.[$childElementCount] ?? 0);
    if (Number(size) > there) extras.push(["position", `${element[$getAttribute]("aria-posinset")}/${size}`]);
    const [number, spoken] = ["aria-valuenow", "aria-valuetext"].map((name) => element[$getAttribute](name));
    if (number && spoken && !spoken.includes(number)) extras.push(["now", number]);
    const rows = rowsBeyond(element);
    if (rows) extras.push(["rows", rows]);
    if (element[$getAttribute]("aria-busy") === "true") extras.push(["busy", ""]);
    const mark2 = markOf(element);
    if (mark2) extras.push(["marked", mark2]);
    return extras;
  }
  var MARK = /^(?:.*[-_])?(booked|completed|disabled|occupied|overdue|reserved|sold|taken|unavailable|unread)$/i;
  function markOf(element) {
    if (element[$matches](":disabled, [aria-disabled=true]")) return "";
    const inDrawing = element instanceof SVGElement;
    for (const one of inDrawing ? [element, ...element[$children]] : [element]) {
      const name = Array.from(one[$classList]).find((each) => MARK.test(each));
      if (!name) continue;
      const others = Array.from(element[$parentElement]?.[$children] ?? []).filter((other) => other !== element && other[$localName] === element[$localName]);
      const has = (other) => [other, ...inDrawing ? other[$children] : []].some((part) => part[$classList].contains(name));
      if (others.some((other) => !has(other))) return (MARK.exec(name)?.[1] ?? "").toLowerCase();
    }
    return "";
  }
  function currentOf(element) {
    const current = element[$getAttribute]("aria-current");
    return current && current !== "false" ? ["current", current === "true" ? "" : current] : null;
  }
  function rowsBeyond(element) {
    const rows = element[$getAttribute]("aria-rowcount");
    if (!rows || Number(rows) >= 0 && Number(rows) <= element[$querySelectorAll]("tr, [role=row]").length) return "";
    return Number(rows) < 0 ? "more" : rows;
  }
  function edgesOf(cursor) {
    const [directions] = cursor.split("-");
    const names = { n: "top", s: "bottom", e: "right", w: "left", ew: "width", ns: "height", nesw: "corner", nwse: "corner" };
    return names[directions] || Array.from(directions, (one) => names[one]).join(" ");
  }
  function beyond(element) {
    const screens = (length, size) => Math.round(length / size * 10) / 10;
    const above = screens(element[$scrollTop], element[$clientHeight]);
    const under = screens(element[$scrollHeight] - element[$clientHeight] - element[$scrollTop], element[$clientHeight]);
    const right = screens(element[$scrollWidth] - element[$clientWidth] - Math.abs(element[$scrollLeft]), element[$clientWidth]);
    const parts = [];
    if (above > 0) parts.push(`${above} screens above`);
    if (under > 0) parts.push(`${under} screens below`);
    if (right > 0.1) parts.push(`${right} screens to the side`);
    return ["scrollable", parts.join(", ")];
  }

  // read/clickable.js
  var MOST_HOVERED = 40;
  var MOST_CONTROLS2 = 3;
  var GROUND = 0.5;
  var SAME = 0.6;
  var PART = 0.25;
  var WHOLE = /* @__PURE__ */ new Set(["button", "checkbox", "menuitem", "menuitemcheckbox", "menuitemradio", "radio", "switch"]);
  function listens(element, style, met, measures) {
    const kinds = listening.get(element);
    if (!kinds || style.pointerEvents === "none") return false;
    if (kinds === HOVERS && !isAmongFew(element)) return false;
    const box = measures.rect(element);
    const area = box.width * box.height;
    const shown = overlap(box, viewport());
    if (kinds < DRAGS && shown && !isBackdrop(element) && (shown.right - shown.left) * (shown.bottom - shown.top) > GROUND * innerWidth * innerHeight) return false;
    const most = style.cursor === "pointer" ? Infinity : kinds === PRESSES ? 0 : MOST_CONTROLS2;
    let controls = 0;
    let field = null;
    for (const inner of element[$querySelectorAll]("*")) {
      if (!listening.has(inner) && !inner[$matches](CONTROLS2)) continue;
      const rect = measures.rect(inner);
      if (!rect.width || !rect.height || !listening.has(inner) && isUnseen(inner, rect, area)) continue;
      controls += 1;
      if (isTextField(inner)) field = inner;
      if (controls > most || kinds < DRAGS && rect.width * rect.height >= SAME * area) return false;
    }
    if (field && controls === 1 && kinds < DRAGS && isBoxOf(field, element)) return false;
    for (let outer = composedParent(element); outer; outer = composedParent(outer)) {
      if (met.has(outer)) {
        const rect = measures.rect(outer);
        const whole = WHOLE.has(roleOf(outer));
        const inside = overlap(box, rect);
        const apart2 = !inside || (inside.right - inside.left) * (inside.bottom - inside.top) < area / 2;
        if (apart2 && !whole) return true;
        return !whole && area < (roleOf(outer) === "link" ? PART : SAME) * rect.width * rect.height;
      }
    }
    return true;
  }
  function isBoxOf(field, box) {
    const text = fold(box[$textContent] || "");
    return !text || text === labelText(field);
  }
  function isUnseen(control, rect, area) {
    if (rect.width < 4 || rect.height < 4 || !mayShow(control, rect)) return true;
    const isSmall2 = rect.width * rect.height < PART * area;
    return !styleOf(control).plain && (isSmall2 || styleOf(control).isHidden || styleOf(control).pointerEvents === "none");
  }
  function isAmongFew(part) {
    const drawing = part[$ownerSVGElement];
    if (!drawing) return false;
    let count = 0;
    for (const inner of drawing[$querySelectorAll]("*")) if (listening.get(inner) === HOVERS && (count += 1) > MOST_HOVERED) return false;
    return true;
  }

  // read/icon_labels.js
  var MOST_WORDS = 2;
  var CELL = "td[data-x], :is(td, [role=gridcell]):has(svg, img, i)";
  var POSITION_WORDS = /^(down|first|last|left|right|up)$/;
  var PURPOSE_WORDS = /^(add|back|backdrop|bookmark|cancel|caret|check|chevron|clear|close|collapse|copy|cross|decrease|decrement|delete|dismiss|down|download|drag|dropdown|edit|expand|favou?rite|first|forward|fullscreen|handle|help|increase|increment|info|last|left|like|menu|minus|more|move|mute|next|open|output|overlay|pause|play|plus|port|prev|previous|print|refresh|reload|remove|reset|resize|right|rotate|save|search|select|settings|share|sort|star|stop|tick|toggle|trash|undo|up|upload|volume|zoom)$/;
  var PORT_WORDS = /^(in|input|out|output|port|source|target)$/;
  var STRUCTURE_WORDS = /^(active|actions?|base|block|body|box|button|component|container|content|control|cursor|default|disabled|element|enabled|flex|icon|image|inline|inner|inputs?|item|large|layout|light|main|medium|outer|outline|outlined|pointer|primary|relative|root|secondary|size|small|static|style|view|widget|wrap|wrapper)$/;
  var OPENS = /^((caret|chevron|down|dropdown|open|expand|select) ?)+$/;
  function hintsOf(element, shown, extras) {
    if (extras.some(([what]) => what === "hint")) return [];
    const tooltip = tooltipOf(element);
    if (tooltip) return [["hint", tooltip]];
    const icon = iconHint(element);
    if (icon) return [["icon", icon]];
    const hint = extras.some(([what]) => what === "resizes") ? "" : markupHint(element) || ownData(element);
    if (hint) return [["hint", hint]];
    const colour = swatchColour(shown);
    return colour ? [["colour", colour]] : [];
  }
  var TOOLTIPS = /^data-(.+-)?(tips?|tooltip|title)$/;
  var LONGEST_TOOLTIP = 60;
  var SETTING = /^(true|false|none|top|bottom|left|right|start|end|auto|center|tooltip|hover|focus)$/i;
  function tooltipOf(element) {
    const tooltip = Array.from(element[$attributes]).find(({ name, value }) => TOOLTIPS.test(name) && /^\p{L}/u.test(value) && value.length <= LONGEST_TOOLTIP && !SETTING.test(value.trim()));
    return element[$textContent]?.trim() ? "" : fold(tooltip?.value ?? "");
  }
  var LONGEST_DATA = 20;
  function ownData(element) {
    if (element[$textContent]?.trim()) return "";
    const beside = [element[$previousElementSibling], element[$nextElementSibling]].filter((one) => one?.[$localName] === element[$localName]);
    const telling = Array.from(element[$attributes]).find(({ name, value }) => name.startsWith("data-") && value && value.length <= LONGEST_DATA && beside.length > 0 && beside.every((one) => (one?.[$getAttribute](name) ?? value) !== value));
    return telling ? `${telling.name.slice("data-".length)} ${telling.value}` : "";
  }
  var LARGEST_SWATCH = 80;
  function swatchColour(box) {
    const { width, height } = box[$getBoundingClientRect]();
    if (Math.max(width, height) > LARGEST_SWATCH || box[$childElementCount] > 1 || box[$textContent]?.trim() || !(box instanceof HTMLElement)) return "";
    if (box[$matches]("input, select, textarea, [role=checkbox], [role=slider], [role=switch]") && !box[$style].backgroundColor) return "";
    const [red, green, blue, alpha] = (/^rgba?\((.*)\)$/.exec(styleOf(box).live.backgroundColor)?.[1] ?? "0, 0, 0, 0").split(/[ ,/]+/).map(Number);
    const isDefault = box[$localName] === "button" && red === 239 && green === 239 && blue === 239;
    if (!isDefault && (alpha === void 0 || alpha === 1)) return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    return box[$firstElementChild] ? swatchColour(box[$firstElementChild]) : "";
  }
  function markupHint(element) {
    if (element[$textContent]?.trim()) return "";
    const { cursor } = styleOf(element);
    if (/resize/.test(cursor)) return "resize";
    const ports = cursor === "crosshair" ? Array.from(element[$classList]).filter((word) => PORT_WORDS.test(word)) : [];
    const inner = element[$querySelector]("svg, i");
    let found = "";
    for (const one of inner ? [element, inner] : [element]) {
      const words = wordsIn(one, ["data-testid", "data-test", "data-action", "data-icon", "data-element-id", "name", "id", ...isIcon(one) ? ["class"] : []]);
      const drawn2 = one === inner || /^(a|button)$/.test(element[$localName]);
      const styled = wordsIn(one, ["class"]).filter((word) => drawn2 || !POSITION_WORDS.test(word));
      const purposes = Array.from(/* @__PURE__ */ new Set([...[...words, ...styled].filter((word) => PURPOSE_WORDS.test(word)), ...ports]));
      if (purposes.length) return purposes.slice(0, MOST_WORDS).join(" ");
      found ||= words.slice(-MOST_WORDS).join(" ");
    }
    return found;
  }
  function wordsIn(element, keys) {
    const said2 = keys.map((key) => element[$getAttribute](key) || "").join(" ");
    const split = said2.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z0-9]+/);
    return Array.from(new Set(split.filter((word) => /^[a-z]{2,14}$/.test(word) && /[aeiouy]/.test(word) && !STRUCTURE_WORDS.test(word))));
  }
  function repeats(element, met, measures) {
    if (doublesToggle(element, measures)) return true;
    const parent = composedParent(element);
    let outer = parent;
    while (outer && !met.has(outer)) outer = composedParent(outer);
    if (element[$querySelector]("[role=slider], input[type=range]") && !element[$textContent]?.trim()) return true;
    if (element instanceof SVGElement && element[$localName] !== "svg") return false;
    if (contentText(element, null)) return outer !== null && roleOf(outer) === "treeitem" && !element[$querySelector](CONTROLS2);
    if (element[$matches](CELL) || element[$querySelector](CONTROLS2) || nameOf(element, roleOf(element))) return false;
    if (parent?.[$querySelector](":scope > [role=slider], :scope > input[type=range], :scope > input[type=checkbox], :scope > input[type=radio]")) return true;
    if (!outer) {
      const rect = measures.rect(element);
      const shown = overlap(rect, viewport());
      return shown !== null && !isBackdrop(element) && (shown.right - shown.left) * (shown.bottom - shown.top) > GROUND * innerWidth * innerHeight;
    }
    const hint = iconHint(element) || markupHint(element);
    const opens = roleOf(outer) === "combobox" || outer[$hasAttribute]("aria-haspopup");
    if (!hint && isIcon(element)) return false;
    return !hint || opens && OPENS.test(markupHint(element));
  }
  function doublesToggle(element, measures) {
    const label = element[$closest]("label");
    const control = label instanceof HTMLLabelElement && label[$control] && TOGGLES.has(roleOf(label[$control])) ? label[$control] : null;
    if (control && element === label) return true;
    if (contentText(element, null) || nameOf(element, roleOf(element))) return false;
    const inside = Array.from(element[$querySelectorAll](CONTROLS2));
    if (control) return inside.every((one) => one === control) && !iconHint(element) && !markupHint(element);
    const [toggle, more] = inside;
    if (!toggle || more || !TOGGLES.has(roleOf(toggle)) || measures.rect(element).height > HIGHEST_GROUND) return false;
    return isPlain(toggle) || standIn(toggle) !== null;
  }
  var MOST_ICONS = 7;
  function iconHint(element) {
    if (element[$textContent]?.trim()) return "";
    const image = element[$querySelector]('img[src]:not([src^="data:"])');
    if (image) return (image[$getAttribute]("src") || "").split(/[?#]/)[0].split("/").pop()?.slice(0, 40) || "";
    const use = element[$querySelector]("use");
    const target = use && (use[$getAttribute]("href") || use[$getAttribute]("xlink:href"));
    if (target) return target.split("#").pop() || "";
    const inside = Array.from(element[$querySelectorAll]("i, span, svg")).slice(0, MOST_ICONS);
    const classed = [element, ...inside.length > 1 ? inside.filter((one) => one[$checkVisibility]()) : inside];
    for (const found of classed) {
      const hint = Array.from(found[$classList]).find((name) => /(^|[-_])(icon|fa|bi|mdi|glyphicon|ti)[-_]/i.test(name));
      if (hint) return hint.slice(0, 40);
    }
    return "";
  }

  // read/interactive.js
  var DRAWN2 = `${CONTROLS2}, img, svg, canvas, video`;
  var IN_DRAWINGS = "a, text, foreignObject, [tabindex], [onclick], [role=button], [role=link], [role=checkbox], [role=menuitem]";
  var CLAIMS = /^(pointer|grab|grabbing|move|all-scroll)$/;
  var GRABBED = /^(grab|move|all-scroll|crosshair)$/;
  var ROWS = "table, [role=grid], [role=row], [role=table], [role=treegrid]";
  var THICKEST_LINE = 6;
  var LEAST_DRAWING2 = 40;
  var RESIZES = /^([ns]?[ew]?|ew|ns|nesw|nwse)-resize$/;
  function isInteractive(element, style, around2, { met, measures, popups, surfaces: surfaces2 }) {
    const tag = element[$localName];
    if (around2.inert || element[$hasAttribute]("inert")) return false;
    if (BARE.has(tag) && !element[$attributes].length && !listening.has(element) && style.cursor !== "pointer" && style.overflowY === "visible" && !surfaces2.has(element)) return false;
    if (element instanceof HTMLInputElement) return element[$type] !== "hidden";
    if (tag === "textarea" && element[$matches](UNUSED)) return false;
    if (NATIVE.has(tag) || tag === "a" && roleOf(element) === "link") return true;
    if (tag === "summary") return element[$parentElement] instanceof HTMLDetailsElement;
    if ((tag === "video" || tag === "audio") && element[$hasAttribute]("controls")) return true;
    if (WIDGET_ROLES.has(roleOf(element)) && tag !== "option") return true;
    if (isEditingHost(element)) return true;
    if (tag === "canvas") return style.pointerEvents !== "none" && !around2.claimed && !isBuried(element, measures);
    if (element === document[$body] || element === document[$documentElement]) return false;
    if (element[$getAttribute]("draggable") === "true") return true;
    if (element[$hasAttribute]("onclick")) return !doublesToggle(element, measures);
    const tabindex = element[$getAttribute]("tabindex");
    if (tabindex !== null && (Number(tabindex) >= 0 || ROVING.has(roleOf(element)))) return !isSpacer(element);
    if (popups.size && roleOf(element) === "gridcell" && popups.has(element[$closest]("[role=grid], [role=treegrid]") ?? element)) return true;
    if (surfaces2.has(element)) return true;
    if (scrolls(element, style)) return true;
    if (isLine(element, style, measures)) return false;
    if (RESIZES.test(style.cursor) && style.cursor !== around2.cursor) return style.pointerEvents !== "none";
    if (style.cursor !== around2.cursor && GRABBED.test(style.cursor) && isGrabbed(element, measures)) return !repeats(element, met, measures);
    if (listens(element, style, met, measures)) return !repeats(element, met, measures);
    if (tag === "label") return false;
    if (around2.claimed || style.cursor === around2.cursor) return style.cursor === "pointer" && isInPopup(element, met, measures);
    if (style.cursor !== "pointer" || style.pointerEvents === "none" && !contentText(element, null)) return false;
    if (holdsItems(element) && listening.has(element[$children][0])) return false;
    return !repeats(element, met, measures);
  }
  function isLine(element, style, measures) {
    const isItem2 = element[$localName] === "li";
    if (!isItem2 && (roleOf(element) || !element[$closest](ROWS))) return false;
    if (element[$textContent]?.trim() || element[$querySelector](DRAWN2)) return false;
    if (!isItem2 && /-resize$/.test(style.cursor)) return true;
    return [element, ...isItem2 ? element[$children] : []].some((one) => Math.min(measures.rect(one).width, measures.rect(one).height) <= THICKEST_LINE);
  }
  function isInPopup(element, met, measures) {
    let outer = composedParent(element);
    while (outer && !met.has(outer)) outer = composedParent(outer);
    if (!outer || overlap(measures.rect(element), measures.rect(outer)) || !measures.area(element)) return false;
    return element[$parentElement] !== null && element[$parentElement] !== outer && holdsItems(element[$parentElement]);
  }
  function isGrabbed(element, measures) {
    const area = measures.area(element);
    if (area > GROUND * innerWidth * innerHeight) return false;
    for (const inner of element[$querySelectorAll]("*")) if (listening.has(inner) && measures.area(inner) >= SAME * area) return false;
    for (let one = element; one; one = composedParent(one)) if ((listening.get(one) ?? 0) & PRESSES) return true;
    return false;
  }
  function isSpacer(element) {
    return /^(none|presentation)$/.test(element[$getAttribute]("role") ?? "") && !contentText(element, null) && !element[$querySelector](DRAWN2);
  }
  function isBuried(canvas, measures) {
    const area = measures.visible(canvas);
    return area !== null && !listening.has(canvas) && coverOf(canvas, area) !== null;
  }
  function isClickedLine(element) {
    if (!(element instanceof SVGGeometryElement) || !listening.has(element)) return false;
    const beside = Array.from(element[$parentElement]?.[$children] ?? []).filter((one) => one !== element && one instanceof SVGGeometryElement);
    return beside.some((one) => one[$getAttribute]("d") === element[$getAttribute]("d") && one[$checkVisibility]({ opacityProperty: true, visibilityProperty: true }));
  }
  function opensDrawing(element, claimed, measures) {
    if (element[$localName] !== "svg" || claimed) return false;
    if (element[$querySelector](IN_DRAWINGS)) return true;
    const rect = measures.rect(element);
    const [shorter, longer] = [Math.min(rect.width, rect.height), Math.max(rect.width, rect.height)];
    if (longer < LEAST_DRAWING2 || shorter < LEAST_DRAWING2 && styleOf(element).pointerEvents !== "none") return false;
    const parts = Array.from(element[$querySelectorAll]("*")).slice(0, MOST_PARTS);
    return parts.some((part) => listening.has(part) || CLAIMS.test(getComputedStyle(part).cursor));
  }
  var DEEP_CONTROLS = `${CONTROLS2}, [onclick], [tabindex], iframe, video[controls], audio[controls]`;
  function showsDeep(inner) {
    return inner[$checkVisibility]({ opacityProperty: true, visibilityProperty: true }) && !inner[$closest]("[inert]") && mayShow(inner);
  }

  // read/overlays.js
  var LEAST_ROWS = 3;
  function amongRows(nodes, elements, far, measures) {
    const isLaid = (element) => styleOf(element).position === "absolute";
    const end = elements.findLastIndex((element) => !isLaid(element)) + 1;
    const rows = elements.slice(0, end);
    if (end === elements.length || rows.length < LEAST_ROWS || rows.some((row2) => !isLike(row2, rows[0]))) return nodes;
    const begin = /* @__PURE__ */ new Map();
    for (const laid of elements.slice(end)) {
      const rect = measures.rect(laid);
      const row2 = rows[bisected(rows.length, (index) => measures.rect(rows[index]).top > rect.top) - 1];
      if (!row2 || far.has(laid) || laid[$hasAttribute]("role") || !overlap(rect, measures.rect(row2))) continue;
      if (!laid[$textContent]?.trim() || !row2[$textContent]?.trim()) continue;
      begin.set(row2, [...begin.get(row2) ?? [], laid].sort((one, other) => measures.rect(one).top - measures.rect(other).top));
    }
    const moved = new Set(Array.from(begin.values()).flat());
    return nodes.filter((node) => !moved.has(node)).flatMap((node) => [node, ...begin.get(node) ?? []]);
  }
  function isLike(one, other) {
    return one[$localName] === other[$localName] && one[$classList][0] === other[$classList][0];
  }

  // read/once.js
  var THICKEST_PART = 24;
  function once2(walk, element, node) {
    if (walk.met.has(element)) return merged(walk, node);
    if (node.kids.length > 1 && roleOf(element) === "img") joinParts(walk, node);
    return node;
  }
  function merged(walk, outer) {
    const [inner, more] = outer.kids;
    if (!inner || more || !("tag" in inner)) return outer;
    const [around2, within3] = [walk.seen.findLast((one) => one.node === outer), walk.seen.findLast((one) => one.node === inner)];
    if (!around2 || !within3 || around2.name !== within3.name || around2.role && within3.role) return outer;
    if (!around2.name && walk.measures.area(within3.shown) < SAME * walk.measures.area(around2.shown)) return outer;
    const needless = within3.role ? around2 : within3;
    drop(walk, needless);
    if (needless === around2) return inner;
    outer.kids = inner.kids;
    return outer;
  }
  function joinParts(walk, image) {
    const { measures } = walk;
    const parts = walk.seen.filter(({ node }) => image.kids.includes(node));
    const rects = parts.map(({ shown }) => measures.rect(shown));
    const isLine2 = parts.length === image.kids.length && parts.every(({ name, shown, node }, index) => {
      const rect = rects[index];
      const isThin = Math.min(rect.width, rect.height) <= THICKEST_PART;
      return !name && !node.kids.length && isThin && shown instanceof HTMLElement && rects.some((other, at) => at !== index && touches(rect, other));
    });
    if (!isLine2) return;
    const largest = parts.toSorted((one, other) => measures.area(other.shown) - measures.area(one.shown));
    const kept2 = largest.find(isHit) ?? largest[0];
    for (const part of parts) if (part !== kept2) drop(walk, part);
    image.kids = [kept2.node];
  }
  function dropCopies(walk, root) {
    const dropped = /* @__PURE__ */ new Set();
    const { measures } = walk;
    const named = walk.seen.filter(({ role, name, shown }) => role && name && touches(measures.rect(shown), measures.view));
    for (const alike of grouped(named, ({ role, name, shown }) => [role, ...measures.box(shown), name].join(" ")).values()) {
      const top2 = alike.length > 1 && alike.find(isHit);
      for (const one of top2 ? alike : []) {
        if (one === top2 || one.node.kids.some((kid) => "tag" in kid)) continue;
        drop(walk, one);
        dropped.add(one.node);
      }
    }
    if (dropped.size) prune(root, dropped);
  }
  function prune(node, dropped) {
    node.kids = node.kids.filter((kid) => !dropped.has(kid));
    for (const kid of node.kids) if ("tag" in kid) prune(kid, dropped);
  }
  function isHit({ shown }) {
    const found = hit(...middle(shown[$getBoundingClientRect]()));
    return found !== null && composedContains(shown, found);
  }
  function drop(walk, needless) {
    walk.seen.splice(walk.seen.lastIndexOf(needless), 1);
    walk.met.delete(needless.element);
  }

  // read/on_hover.js
  var PRESSED = "button, a[href], [role=button], [role=link], [role=menuitem]";
  var ROWS2 = "tr, li, article, [role=row], [role=listitem], [role=treeitem], [role=option]";
  var MOST_NAMES = 3;
  function shownOnHover(element, measures) {
    if (!isRow2(element)) return "";
    const inner = Array.from(element[$querySelectorAll](PRESSED)).filter((one) => !styleOf(one).plain && rowOf2(one) === element);
    if (!inner.length) return "";
    const row2 = measures.rect(element);
    if (row2.width * row2.height > GROUND * innerWidth * innerHeight) return "";
    const within3 = inner.filter((one) => {
      const { left: left2, top: top2, right, bottom, width } = measures.rect(one);
      return width > 0 && left2 >= row2.left && top2 >= row2.top && right <= row2.right && bottom <= row2.bottom && !one[$closest]("[inert]");
    });
    const names = within3.map((one) => nameOf(one, roleOf(one)) || one[$textContent]?.trim() || markupHint(one) || roleOf(one));
    return names.slice(0, MOST_NAMES).join(", ") + (names.length > MOST_NAMES ? ", …" : "");
  }
  function isRow2(element) {
    if (element[$matches](ROWS2)) return true;
    const alike = (other) => other?.[$localName] === element[$localName] && other[$className] === element[$className];
    return element[$classList].length > 0 && (alike(element[$nextElementSibling]) || alike(element[$previousElementSibling]));
  }
  function rowOf2(element) {
    let outer = composedParent(element);
    while (outer && !(styleOf(outer).plain && isRow2(outer))) outer = composedParent(outer);
    return outer;
  }

  // read/scope.js
  var SMALL = { elements: 200, characters: 6e3 };
  var MOST_IN_CARD = 60;
  var MOST_HEADERS = 4;
  var LONG_RUN = 100;
  var MOST_SEARCHED = { inOne: 1e3, inAll: 4e3 };
  var SAMPLES = { across: 16, down: 10 };
  var RIM = 28;
  var Scope = class {
    constructor(measures, wanted) {
      this.measures = measures;
      this.kept = /* @__PURE__ */ new Set();
      this.cards = /* @__PURE__ */ new Set();
      this.long = /* @__PURE__ */ new Map();
      this.sampled = null;
      this.searched = 0;
      this.roots = allRoots();
      const elements = this.roots.reduce((count, root) => count + everywhere(root, "*").length, 0);
      this.isSmall = elements <= SMALL.elements && (document[$body]?.[$textContent] || "").length <= SMALL.characters;
      for (const element of wanted) this.keep(element, false);
      for (const root of this.roots) {
        if (root instanceof ShadowRoot) this.keep(root.host, true);
        for (const field of Array.from(everywhere(root, FIELDS))) {
          this.keep(field, true);
          editorOf(field);
        }
      }
    }
    keep(element, unlessRow) {
      const path = [];
      for (let node = element; node && !this.kept.has(node); node = composedParent(node)) {
        if (unlessRow && this.isRow(node)) return;
        path.push(node);
      }
      for (const node of path) this.kept.add(node);
    }
    isRow(element) {
      const parent = element[$parentElement];
      if (!parent) return false;
      let long = this.long.get(parent);
      if (long === void 0) this.long.set(parent, long = parent[$childElementCount] > LONG_RUN);
      return long;
    }
    isFar(element, near) {
      if (this.kept.has(element)) return false;
      const rect = this.measures.rect(element);
      if (!rect.width || !rect.height || touches(rect, near) || !mayShow(element, rect) || isStraight(element) && !listening.has(element)) return false;
      return !this.reachesIn(element);
    }
    reachesIn(element) {
      const inside = element[$getElementsByTagName]("*");
      this.searched += inside.length;
      if (inside.length > MOST_SEARCHED.inOne || this.searched > MOST_SEARCHED.inAll) return this.samples().has(element);
      for (const inner of inside) {
        if (/^(fixed|absolute)$/.test(getComputedStyle(inner).position) && touches(this.measures.rect(inner), viewport())) return true;
      }
      return false;
    }
    samples() {
      if (this.sampled) return this.sampled;
      this.sampled = /* @__PURE__ */ new Set();
      for (const [x, y] of samplePoints()) {
        for (let node = hit(x, y); node && !this.sampled.has(node); node = composedParent(node)) this.sampled.add(node);
      }
      return this.sampled;
    }
    farOnes(children, near) {
      const far = /* @__PURE__ */ new Set();
      if (near === EVERYWHERE || this.isSmall) return far;
      this.findCards(children);
      const [first, last] = children.length > LONG_RUN ? this.stretch(children, near) : [0, children.length];
      children.forEach((child, index) => {
        const aside = index < first || index >= last;
        if ((aside ? !this.kept.has(child) : this.isFar(child, near)) && !headsColumns(child)) far.add(child);
      });
      return far;
    }
    findCards(children) {
      for (const like of grouped(children.filter((child) => this.kept.has(child)), (child) => child[$localName]).values()) {
        if (like.length < 2) continue;
        for (const card of like) if (card[$getElementsByTagName]("*").length <= MOST_IN_CARD) this.cards.add(card);
      }
    }
    stretch(rows, near) {
      const rect = (index) => this.measures.rect(rows[Math.min(index, rows.length - 1)]);
      const step = Math.ceil(rows.length / 16);
      for (let index = step; index < rows.length; index += step) {
        const [before, here] = [rect(index - step), rect(index)];
        if (!here.height || here.top < before.bottom - 1) return [0, rows.length];
      }
      const slack = 2;
      const begin = bisected(rows.length, (index) => rect(index).bottom > near.top);
      const end = bisected(rows.length, (index) => rect(index).top >= near.bottom);
      return [Math.max(0, begin - slack), Math.min(rows.length, end + slack)];
    }
  };
  function headsColumns(element) {
    if (element[$localName] === "thead") return element[$childElementCount] <= MOST_HEADERS;
    if (element[$localName] !== "tr") return false;
    return element[$firstElementChild]?.[$localName] === "th" && !Array.from(element[$children]).some((cell) => cell[$localName] === "td");
  }
  function* samplePoints() {
    const { across, down } = SAMPLES;
    for (let row2 = 0.5; row2 < down; row2 += 1) for (let column = 0.5; column < across; column += 1) yield [column * innerWidth / across, row2 * innerHeight / down];
    for (let x = RIM; x < innerWidth; x += RIM) yield* [[x, RIM], [x, innerHeight - RIM]];
    for (let y = RIM; y < innerHeight; y += RIM) yield* [[RIM, y], [innerWidth - RIM, y]];
  }
  function nearIn(element, style, near, measures) {
    if (style.position === "fixed") near = extended(viewport());
    if (style.overflowY === "visible" || element === document[$body] || element === document[$documentElement]) return near;
    const rect = measures.rect(element);
    if (rect.width < 2 || rect.height < 2 || style.isFlow) return near;
    return overlap(near, extended(rect)) || near;
  }

  // read/structure.js
  var STRUCTURE = {
    alert: "alert",
    alertdialog: "dialog",
    article: "article",
    banner: "header",
    complementary: "aside",
    contentinfo: "footer",
    dialog: "dialog",
    feed: "feed",
    form: "form",
    grid: "table",
    group: "group",
    listitem: "li",
    list: "ul",
    main: "main",
    menu: "menu",
    menubar: "menu",
    navigation: "nav",
    radiogroup: "radiogroup",
    region: "region",
    row: "tr",
    search: "search",
    status: "status",
    table: "table",
    tablist: "tablist",
    tabpanel: "tabpanel",
    toolbar: "toolbar",
    tree: "tree",
    treegrid: "table",
    listbox: "listbox",
    meter: "meter",
    progressbar: "progress",
    cell: "td",
    gridcell: "td",
    columnheader: "th",
    rowheader: "th"
  };
  var STRUCTURE_TAGS = /* @__PURE__ */ new Set(["blockquote", "dd", "dt", "fieldset", "ol", "p", "pre"]);
  var ONLY_NAMED = /* @__PURE__ */ new Set(["group", "region"]);
  function structureTag(element, role) {
    const tag = element[$localName];
    if (element === document[$body]) return "";
    if (role === "heading") return `h${element[$getAttribute]("aria-level")?.replace(/\D/g, "").slice(0, 2) || (/^h[1-6]$/.test(tag) ? tag[1] : "2")}`;
    if (tag === "svg" || role === "img" || tag === "img") return "img";
    if (tag === "canvas" || tag === "video" || tag === "audio" || tag === "progress" || tag === "meter") return tag;
    if (STRUCTURE_TAGS.has(tag) && tag !== "fieldset") return tag;
    if (tag === "fieldset") return "fieldset";
    if ((tag === "header" || tag === "footer") && element[$closest]("article, aside, main, nav, section")) return "";
    if (/^t[dhr]$/.test(tag) && !element[$hasAttribute]("role")) return tag;
    if (tag === "section") return element[$hasAttribute]("aria-label") || element[$hasAttribute]("aria-labelledby") ? "region" : "";
    return Object.hasOwn(STRUCTURE, role) ? STRUCTURE[role] : "";
  }
  function isMeaningful(node) {
    if (node.frame !== void 0 || node.modal) return true;
    if (/^(canvas|video|audio|progress|meter|img)$/.test(node.tag)) return true;
    return node.extras !== void 0 || /^(td|th|dd)$/.test(node.tag);
  }
  function structureNode(element, around2, { modal, measures }) {
    const role = roleOf(element);
    const own = structureTag(element, role);
    const tag = own || (element === modal ? "dialog" : "");
    if (!tag) return null;
    if (around2.claimed && /^(p|li|ul|ol|td|tr|article|header|footer)$/.test(tag)) return null;
    const node = { tag, kids: [], box: measures.box(element) };
    const named = own && tag !== "p" && tag !== "li" && !/^(t[dhr]|h\d|d[dt]|pre|blockquote)$/.test(tag);
    const label = named ? nameOf(element, role) : fold(element[$getAttribute]("aria-label") || "");
    if (label) node.label = label;
    if (ONLY_NAMED.has(tag) && !label && element !== modal) return null;
    if (tag === "img" && (!label || around2.claimed)) return null;
    if (tag === "canvas" && !label && isBuried(element, measures)) return null;
    if (element === modal) node.modal = true;
    const isNative2 = element instanceof HTMLProgressElement || element instanceof HTMLMeterElement;
    const value = isNative2 ? String(element[$value]) : element[$getAttribute]("aria-valuetext") ?? element[$getAttribute]("aria-valuenow");
    if (value !== null && /^(meter|progress)$/.test(tag)) node.extras = [["value", value]];
    const sort = tag === "th" && element[$getAttribute]("aria-sort");
    if (sort && sort !== "none") node.extras = [["sort", sort]];
    const rows = tag === "table" && rowsBeyond(element);
    if (rows) node.extras = [["rows", rows]];
    const current = currentOf(element);
    if (current) node.extras = [current];
    const icon = /^t[dh]$/.test(tag) && !label && element[$querySelector]("i, svg, img:not([alt])") ? iconHint(element) || markupHint(element) : "";
    if (icon) node.extras = [["icon", icon]];
    return node;
  }
  function frameNode(element, number, measures) {
    const rect = element[$getBoundingClientRect]();
    if (rect.width < 10 || rect.height < 10 || !mayShow(element, rect)) return null;
    const area = measures.visible(element);
    const cover = area ? coverOf(element, area) : null;
    const clip = area && [area.left, area.top, area.right - area.left, area.bottom - area.top];
    const offset = { ...contentOffset(element), clip, cover: cover ? coverLabel(cover, element) : "" };
    return { tag: "iframe", kids: [], frame: number, label: nameNow(element, "iframe"), box: measures.box(element), offset };
  }

  // read/surfaces.js
  var MOST_BOXES = 6;
  var LEAST_DRAWING3 = 4e4;
  var MOST_EXAMINED = 3e3;
  var MOST_CHARACTERS = 12;
  var LEAST_SIZE2 = 8;
  var READ = "iframe, object, embed, video, audio, p, td, th, li, label, mark, code, kbd, pre, blockquote, h1, h2, h3, h4, h5, h6, nav, header, footer, main, form";
  function surfaces(measures) {
    return new Map([...Array.from(dragged(measures), pairedWith("")), ...Array.from(overDrawings(measures), pairedWith("canvas"))]);
  }
  function pairedWith(hint) {
    return (element) => [element, hint];
  }
  function overDrawings(measures) {
    const found = [];
    for (const canvas of document[$querySelectorAll]("canvas")) {
      const shown = measures.area(canvas) >= LEAST_DRAWING3 && styleOf(canvas).pointerEvents === "none" && measures.visible(canvas);
      let over = shown ? hit(...middle(shown)) : null;
      while (over && !((listening.get(over) ?? 0) & PRESSES)) over = over[$parentElement];
      if (over && !over[$contains](canvas)) found.push(over);
    }
    return found;
  }
  function dragged(measures) {
    const { presses, moves: moves2 } = pageListens();
    if (!presses) return [];
    const all = Array.from(document[$body]?.[$querySelectorAll]("*") ?? []).slice(0, MOST_EXAMINED).filter((element) => isBox2(element, measures));
    const sure = outermost(all.filter(isTurned), measures);
    if (sure.length || !moves2) return sure;
    const boxes = outermost(all.filter(isPainted2), measures);
    return boxes.length > MOST_BOXES ? [] : boxes;
  }
  function isBox2(element, measures) {
    const { width, height } = measures.rect(element);
    if (width < LEAST_SIZE2 || height < LEAST_SIZE2 || width * height > GROUND * innerWidth * innerHeight) return false;
    const root = element[$getRootNode]();
    if (root instanceof ShadowRoot && root.host[$closest](CONTROLS2)) return false;
    return !element[$closest](CONTROLS2) && !element[$closest]("label")?.[$control] && !element[$querySelector](CONTROLS2) && !listening.has(element) && styleOf(element).plain && styleOf(element).pointerEvents !== "none";
  }
  function isTurned(element) {
    const { live, cursor } = styleOf(element);
    return live.perspective !== "none" || live.transformStyle === "preserve-3d" || /^(grab|grabbing|move|all-scroll)$/.test(cursor);
  }
  function isPainted2(element) {
    if (element[$matches](READ) || (element[$textContent] || "").trim().length > MOST_CHARACTERS) return false;
    if (element instanceof SVGElement) return /^(svg|circle|rect|ellipse|image)$/.test(element[$localName]);
    const { live } = styleOf(element);
    return live.backgroundImage !== "none" || !/^rgba\(.*, 0\)$/.test(live.backgroundColor) || live.borderTopWidth !== "0px";
  }
  function outermost(elements, measures) {
    const all = new Set(elements);
    return elements.filter((one) => {
      for (let outer = one[$parentElement]; outer; outer = outer[$parentElement]) {
        if (all.has(outer) && measures.area(one) >= SAME * measures.area(outer)) return false;
      }
      return true;
    });
  }

  // read/text_runs.js
  var TextRuns = class {
    constructor(measures, boxed) {
      this.measures = measures;
      this.boxed = boxed;
      this.all = [];
      this.boxes = [];
      this.told = /* @__PURE__ */ new Set();
      this.run = null;
    }
    say(data, node, into, { faint, quiet }) {
      if (!data || faint) return;
      if (this.run && (this.run.into !== into || this.run.quiet !== quiet)) this.flush();
      this.run = this.run || { parts: [], nodes: [], into, quiet };
      this.run.parts.push(data);
      if (node) this.run.nodes.push(node);
      if (node) this.told.add(node instanceof Element ? node : node.parentElement);
    }
    flush() {
      const run = this.run;
      this.run = null;
      if (!run) return;
      const raw = run.parts.join("");
      this.all.push(raw);
      const text = fold(raw);
      if (!text) return;
      const first = run.nodes[0];
      const parent = first instanceof Element ? first : first?.parentElement;
      const box = this.boxed ? runBox(run.nodes) : parent && this.measures.box(parent);
      if (this.boxed && box) this.boxes.push([text, ...box]);
      if (!run.quiet) run.into.push(box ? { text, box } : { text });
    }
  };
  function runBox(nodes) {
    if (!nodes.length) return null;
    const range = document[$createRange]();
    let box = null;
    for (const node of nodes) {
      range.selectNodeContents(node);
      const rect = (node instanceof Element ? node : range)[$getBoundingClientRect]();
      if (!rect.width) continue;
      box = box ? { left: Math.min(box.left, rect.left), top: Math.min(box.top, rect.top), right: Math.max(box.right, rect.right), bottom: Math.max(box.bottom, rect.bottom) } : { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
    }
    return box && [round(box.left), round(box.top), round(box.right - box.left), round(box.bottom - box.top)];
  }

  // read/walk.js
  var LEAST_FOLDED = 6;
  var MOST_AROUND2 = 60;
  var NONE = /* @__PURE__ */ new Set();
  var { ELEMENT_NODE: ELEMENT, TEXT_NODE: TEXT } = Node;
  var Walk = class {
    constructor(register, measures, options) {
      this.register = register;
      this.measures = measures;
      this.options = options;
      this.seen = [];
      this.met = /* @__PURE__ */ new Set();
      this.runs = new TextRuns(measures, options.boxes === true);
      this.elements = 0;
      this.depth = 0;
      this.cut = false;
      measures.modal = topModal();
      this.modal = measures.modal ?? backdrop();
      this.surfaces = surfaces(measures);
      this.popups = popupLists();
      this.active = activePart();
      this.scope = new Scope(measures, register.recent());
      this.folds = /* @__PURE__ */ new Map();
    }
    page() {
      const root = { tag: "page", kids: [] };
      if (document[$body]) this.element(document[$body], root.kids, surroundings(extended(viewport())));
      this.runs.flush();
      dropCopies(this, root);
      const remember = this.options.remember !== false && !(this.options.provisional && suspected.size);
      this.register.assign(this.seen, remember);
      this.register.fold(this.folds, remember);
      for (const one of this.seen) one.node.state = stateOf(one, this.register, this.measures);
      return root;
    }
    part(elements) {
      const root = { tag: "page", kids: [] };
      for (const element of elements) this.element(element, root.kids, surroundings(EVERYWHERE));
      this.runs.flush();
      this.register.include(this.seen);
      for (const one of this.seen) one.node.state = stateOf(one, this.register, this.measures);
      return root;
    }
    visit(node, into, around2) {
      if (node[$nodeType] === TEXT) this.runs.say(node.data, node, into, around2);
      else if (node[$nodeType] === ELEMENT) this.element(node, into, around2);
    }
    element(element, into, around2) {
      this.elements += 1;
      if (SKIPPED.has(element[$localName])) return;
      if (element[$localName] === "br") return this.runs.say(" ", null, into, around2);
      if (element[$localName] === "area") return this.area(element, into, around2);
      if (this.hiddenControl(element, into, around2)) return;
      const style = styleOf(element);
      if (!style.plain && style.display === "") return suspect(element[$parentElement]);
      if (!style.plain && (style.display === "none" || isSkipped(element))) return;
      if (isFaceDown(element, style)) return;
      const ports = portsIn(element);
      if (!ports.flow.room && !around2.shut && !letsOut(element)) return;
      if (around2.faint && isOnTop(element)) around2 = { ...around2, faint: false };
      const span = this.measures.enter(element);
      const inline = style.display.startsWith("inline") || style.display === "contents";
      const below = this.below(element, style, around2);
      below.shut = !ports.flow.room;
      const found = this.nodeFor(element, style, around2);
      const control = this.met.has(element);
      const node = around2.nodes < MOST_AROUND2 || control || found?.frame !== void 0 ? found : null;
      const nests = around2.nodes < (control ? 2 : 1) * MOST_AROUND2;
      const gap = !inline ? "\n" : style.display === "inline" && !LEAVES.has(element[$localName]) ? "" : " ";
      if (node && this.met.has(element)) {
        below.quiet = false;
        below.claimed = below.claimed || style.cursor === "pointer" || CLAIMING.has(element[$localName]) || WIDGET_ROLES.has(roleOf(element));
      }
      if (!inline || node) this.runs.flush();
      this.runs.all.push(gap);
      if (node) below.nodes += 1;
      this.depth += 1;
      this.descend(element, node, node && nests ? node.kids : into, below, style);
      this.depth -= 1;
      if (!inline || node) this.runs.flush();
      this.runs.all.push(gap);
      span.last = this.measures.met;
      if (node && (node.kids.length || isMeaningful(node) && (control || this.shows(element)))) into.push(once2(this, element, node));
    }
    shows(element) {
      return this.measures.hasArea(element) ? mayShow(element, this.measures.rect(element)) : portOf(element).room !== null;
    }
    descend(element, node, into, below, style) {
      if (this.depth < DEEPEST || this.depth > DEEPEST && this.depth < DEEPEST + REST_DEPTH) return this.content(element, node, into, below, style);
      this.cut = this.cut || element[$firstChild] !== null || rootIn(element) !== null;
      if (this.depth > DEEPEST) return;
      let last = null;
      for (const inner of element[$getElementsByTagName]("*")) {
        if (last?.[$contains](inner) || !(inner[$matches](DEEP_CONTROLS) || listening.has(inner) || rootIn(inner)) || !showsDeep(inner)) continue;
        last = inner;
        this.visit(inner, into, below);
      }
    }
    content(element, node, into, below, style) {
      if (node?.frame !== void 0) this.runs.all.push(node.frame);
      if (this.met.has(element) && isEditingHost(element)) return void this.runs.all.push(String(valueOf(element, "textbox")));
      if (!LEAVES.has(element[$localName]) || opensDrawing(element, below.claimed, this.measures)) {
        this.label(element, into, below);
        suspectByLook(element, this.measures);
        const unseen = hasText(element) && (style.skipsContent || style.isSizedAway || !mayShowText(element, this.measures.rect(element)));
        const own = style.isHidden || below.shut || unseen ? { ...below, faint: true } : below;
        this.runs.say(generatedText(element, "::before"), element, into, own);
        this.inside(Array.from(composedChildren(element)), into, below, own);
        this.runs.say(generatedText(element, "::after"), element, into, own);
      } else if (element instanceof HTMLInputElement && /^(button|submit|reset)$/.test(element[$type]) && this.shows(element)) {
        this.runs.all.push(nativeName(element), " ");
      } else if (element instanceof HTMLCanvasElement && this.shows(element)) {
        this.runs.all.push(fallbackText(element));
      } else if (element instanceof SVGElement && this.options.boxes && element[$textContent]?.trim()) {
        this.runs.boxes.push([fold(element[$textContent]), ...this.measures.box(element)]);
      }
    }
    inside(nodes, into, below, own) {
      const elements = nodes.filter((node) => node[$nodeType] === ELEMENT && !SKIPPED.has(node[$localName]));
      const far = elements.length && !this.options.unfolded ? this.scope.farOnes(elements, below.near) : NONE;
      if (elements.length > LEAST_ROWS) nodes = amongRows(nodes, elements, far, this.measures);
      if (!far.size) {
        for (const node of nodes) this.visit(node, into, node instanceof Text ? own : below);
        return;
      }
      let folded = [];
      for (const node of nodes) {
        if (node instanceof Element && far.has(node)) folded.push(node);
        else if (!isBlank(node)) {
          this.fold(folded, into, below);
          folded = [];
          this.visit(node, into, node instanceof Text ? own : below);
        }
      }
      this.fold(folded, into, below);
    }
    fold(elements, into, below) {
      let size = 0;
      for (const element of elements) if ((size += 1 + element[$getElementsByTagName]("*").length) >= LEAST_FOLDED) break;
      if (size < LEAST_FOLDED) {
        for (const element of elements) this.visit(element, into, below);
        return;
      }
      this.runs.flush();
      if (this.options.whole) for (const element of elements) this.runs.all.push("\n", visibleText(element), "\n");
      const id = this.register.foldId(elements);
      this.folds.set(id, elements);
      const rect = this.measures.rect(elements[0]);
      const side = rect.top >= below.near.bottom ? "below" : rect.bottom <= below.near.top ? "above" : "beside";
      into.push({ tag: "fold", kids: [], box: this.measures.box(elements[0]), fold: { id, count: elements.length, side, ...contentsOf(elements) } });
    }
    below(element, style, around2) {
      const faint = around2.faint || style.isTransparent;
      const unfolded2 = around2.unfolded || this.register.folded.has(element);
      const inert = around2.inert || element[$hasAttribute]("inert");
      const quiet = around2.quiet || !inert && saidByControl(element);
      return { ...around2, cursor: style.cursor, inert, faint, quiet, unfolded: unfolded2, near: nearIn(element, style, this.scope.cards.has(element) ? EVERYWHERE : around2.near, this.measures) };
    }
    hiddenControl(element, into, around2) {
      const isToggle = isStandInKind(element);
      if (isToggle ? isPlain(element) : !isRange(element) && !isWrittenInto(element)) return false;
      const shown = standIn(element);
      if (!isToggle && !shown) return false;
      if (shown instanceof HTMLLabelElement || around2.inert) return true;
      if (!shown && element[$type] !== "file") return false;
      this.runs.flush();
      into.push(this.meet(element, shown ?? element, shown ? extrasOf(element) : [["hidden", ""]], around2.unfolded));
      return true;
    }
    label(element, into, below) {
      const control = standsFor(element);
      if (!control || below.inert || this.met.has(control)) return;
      this.runs.flush();
      into.push(this.meet(control, element, [], below.unfolded));
      below.claimed = true;
    }
    nodeFor(element, style, around2) {
      const shown = !style.isHidden;
      const faint = around2.faint || style.isTransparent;
      const field = /^(input|select|textarea)$/.test(element[$localName]);
      const box = style.display === "contents" ? standIn(element) : element;
      if (shown && (!faint || field && !isCopyForForms(element, style) || !around2.faint && isClickedLine(element)) && isInteractive(element, style, around2, this) && box && this.measures.hasArea(box) && this.shows(box)) {
        const extras = extrasOf(element);
        const surface = this.surfaces.get(element);
        if (surface) extras.push(["hint", surface]);
        if (scrolls(element, style)) extras.push(beyond(element));
        if (RESIZES.test(style.cursor) && style.cursor !== around2.cursor) extras.push(["resizes", edgesOf(style.cursor)]);
        return this.meet(element, box, extras, around2.unfolded);
      }
      const frame = this.register.frames.get(element);
      if (frame !== void 0) return shown && !faint ? frameNode(element, frame, this.measures) : null;
      if (element instanceof HTMLIFrameElement) return null;
      if (!shown || faint) return null;
      const onHover = around2.inert ? "" : shownOnHover(element, this.measures);
      if (onHover && this.shows(element)) return this.meet(element, element, [["on-hover", onHover]], around2.unfolded);
      return structureNode(element, around2, this);
    }
    meet(element, shown, extras, unfolded2) {
      const role = roleOf(element);
      const name = nameOf(element, role);
      const node = { tag: tagOf(element), kids: [], extras };
      if (!name) {
        extras.push(...hintsOf(element, shown, extras));
        if (isDrawn(shown) || !extras.length && shown[$localName] === "svg" && !opensDrawing(shown, false, this.measures)) extras.push(["at", middle(this.measures.rect(shown)).map(Math.round).join(",")]);
      }
      if (element === this.modal) node.modal = true;
      if (element === this.active) extras.push(["active", ""]);
      this.met.add(element);
      this.seen.push({ element, shown, role, name, id: "", fresh: false, unfolded: unfolded2 || this.register.folded.has(element), node });
      return node;
    }
    area(element, into, around2) {
      if (around2.inert || !(element[$hasAttribute]("href") || element[$hasAttribute]("onclick") || listening.has(element))) return;
      const image = imageOf(element);
      if (!image || !this.measures.hasArea(element) || !mayShow(image, this.measures.rect(element))) return;
      this.runs.flush();
      into.push(this.meet(element, element, extrasOf(element), around2.unfolded));
    }
  };

  // full_text.js
  function fullText(register, { id }) {
    if (id === PAGE) return { found: true, text: document[$body]?.[$innerText] ?? "" };
    const element = register.element(id);
    if (!element) return { found: false };
    if (isWithheld(element)) return { found: true, text: element[$value] ? "filled" : "" };
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return { found: true, text: readableValueOf(element, element[$value]), value: true };
    if (element instanceof HTMLSelectElement) return { found: true, text: Array.from(element[$options], (option) => option[$label]).join("\n") };
    if (element instanceof HTMLCanvasElement) return { found: true, text: fallbackText(element) };
    if (element instanceof HTMLElement && isEditingHost(element)) return { found: true, text: readableValueOf(element, writtenIn(element)), value: true };
    if (element instanceof HTMLElement && !rootIn(element)) return { found: true, text: readableValueOf(element, element[$innerText]) };
    const walk = new Walk(new Register(), new Measures(), {});
    const root = { tag: "page", kids: [] };
    walk.element(element, root.kids, surroundings(EVERYWHERE));
    walk.runs.flush();
    return { found: true, text: walk.runs.all.filter((part) => typeof part === "string").join("") };
  }

  // input/at_point.js
  function atPoint(register, { value: [x, y] }) {
    const found = hit(x, y);
    if (!found) return { found: true, id: "", frame: 0, submits: false };
    const frame = register.frames.get(found);
    if (frame !== void 0) return { found: true, id: "", frame, submits: false, ...contentOffset(found) };
    let known = found;
    while (known && !register.ids.has(known)) known = composedParent(known);
    const control = found[$closest]("button, input");
    return { found: true, id: known && register.ids.get(known) || register.point(found), frame: 0, submits: control !== null && submits(control) };
  }

  // input/calendar.js
  var CELLS2 = "td, th, div, span, a, button, li";
  var DAY = /^0?\d{1,2}$/;
  var YEAR = /\b(?:19|20)\d\d\b/;
  var FEWEST_DAYS2 = 28;
  var MOST_DAYS2 = 31;
  var MARKED2 = /selected|active|chosen|picked/i;
  var TIMES = { hour: /^(?:hours?|stunden?|heures?|horas?|hh)$/i, minute: /^(?:minutes?|minuten?|minutos?|mm)$/i };
  var WIDEST_ARROW = 64;
  var LONGEST_HEAD = 400;
  var LONGEST_BETWEEN = 3;
  function calendarStep(register, { id, value }) {
    const field = register.element(id);
    if (!field) return { found: false };
    if (isPartOfRange(field)) return { found: true, step: "", away: 0 };
    const months = monthsIn(field, id);
    const wanted = value.year * 12 + value.month - 1;
    const month = months.find((one) => one.at === wanted);
    if (month) {
      const cell = month.days[value.day - 1];
      if (!cell) return { found: true, step: "disabled", away: 0 };
      if (isOff2(cell)) return { found: true, step: "disabled", away: 0 };
      pickElement(id, cell);
      return { found: true, step: isMarked(cell) ? "marked" : "day", away: 0 };
    }
    const [first] = months;
    if (!first) return { found: true, step: "", away: 0 };
    const away = wanted - (wanted > first.at ? months[months.length - 1].at : first.at);
    const arrow = arrowOf(first, months[months.length - 1], away > 0);
    if (!arrow) return { found: true, step: "disabled", away };
    pickElement(id, arrow);
    return { found: true, step: away > 0 ? "next" : "previous", away };
  }
  function calendarTime(register, { id, value }) {
    if (!register.element(id)) return { found: false };
    const fields = visible("input, select").filter((one) => TIMES[value].test(one[$getAttribute]("aria-label") ?? one[$getAttribute]("placeholder") ?? "") && one[$parentElement] && isNew(id, one[$parentElement]));
    if (fields.length === 1) pickElement(id, fields[0]);
    return { found: true, ready: fields.length === 1 };
  }
  function isPartOfRange(field) {
    for (let box = composedParent(field); box && box !== document[$body]; box = composedParent(box)) {
      const fields = Array.from(box[$querySelectorAll]("input")).filter(isVisible);
      if (fields.length > 1) return fields.length === 2 && box instanceof HTMLElement && fold(box[$innerText]).length <= LONGEST_BETWEEN;
    }
    return false;
  }
  function monthsIn(field, id) {
    const cells = visible(CELLS2).filter((cell) => isNew(id, cell) && DAY.test(textOf2(cell)) && !Array.from(cell[$querySelectorAll](CELLS2)).some(textOf2));
    const months = [];
    let run = [];
    const close = () => {
      const month = run.length >= FEWEST_DAYS2 && run.length <= MOST_DAYS2 ? monthOf(run, field) : null;
      if (month) months.push(month);
      run = [];
    };
    for (const cell of cells) {
      const number = Number(textOf2(cell));
      if (number !== run.length + 1) close();
      if (number === run.length + 1) run.push(cell);
    }
    close();
    return months.sort((one, other) => one.at - other.at);
  }
  function monthOf(days, field) {
    for (let box = composedParent(days[0]); box && box !== document[$body] && !composedContains(box, field); box = composedParent(box)) {
      const head = headOf(box, days);
      const found = YEAR.exec(head);
      if (!found || head.length > LONGEST_HEAD) continue;
      const month = monthIn(head.replace(found[0], " "));
      if (month < 0 || YEAR.test(head.replace(found[0], " "))) continue;
      const title = Array.from(box[$querySelectorAll]("*")).reverse().find((one) => isVisible(one) && YEAR.test(textOf2(one) || valueOf2(one)) && !days.includes(one)) ?? box;
      return { days, box, title, at: Number(found[0]) * 12 + month };
    }
    return null;
  }
  function headOf(box, days) {
    const words = [];
    for (const one of box[$querySelectorAll]("*")) {
      if (one === days[0]) break;
      if (!isVisible(one) || one[$localName] === "option") continue;
      if (one instanceof HTMLSelectElement || one instanceof HTMLInputElement) words.push(valueOf2(one));
      else words.push(...Array.from(one[$childNodes], (node) => node instanceof Text ? node.data : ""));
    }
    return fold(words.join(" "));
  }
  function valueOf2(one) {
    if (one instanceof HTMLSelectElement) return one[$selectedOptions][0]?.[$text] ?? "";
    return one instanceof HTMLInputElement ? one[$value] : "";
  }
  function arrowOf(first, last, onward) {
    const month = onward ? last : first;
    const under = month.days[0][$getBoundingClientRect]().top;
    const title = month.title[$getBoundingClientRect]();
    const places = visible("button, a, span, div, th, td, i, svg").filter((one) => isArrow(one, month, under));
    const own = places.filter((one) => !places.some((other) => other !== one && one[$contains](other)));
    const middle2 = (one) => one[$getBoundingClientRect]().left + one[$getBoundingClientRect]().width / 2;
    const before = own.filter((one) => middle2(one) < title.left).sort((one, other) => middle2(other) - middle2(one));
    const after = own.filter((one) => middle2(one) > title.right).sort((one, other) => middle2(one) - middle2(other));
    if (before.length && after.length) return onward ? after[0] : before[0];
    const side = before.length ? before.reverse() : after;
    return side.length === 2 ? side[onward ? 1 : 0] : null;
  }
  function isArrow(one, month, under) {
    const box = one[$getBoundingClientRect]();
    const isIn = composedContains(month.box, one) && box.bottom <= under + 2 && box.width <= WIDEST_ARROW;
    const isPressed = one[$localName] === "button" || getComputedStyle(one).cursor === "pointer" || listening.has(one);
    return isIn && isPressed && textOf2(one).length <= 8 && !/\d/.test(textOf2(one)) && !isOff2(one);
  }
  function isOff2(element) {
    return isDisabled(element) || /disabled/.test(element[$getAttribute]("class") ?? "") || element[$closest]("td, [role=gridcell]")?.[$matches]("[aria-disabled=true], .disabled") === true;
  }
  function isMarked(cell) {
    return [cell, cell[$closest]("td, [role=gridcell], [aria-selected]")].some((one) => one && (one[$getAttribute]("aria-selected") === "true" || one[$hasAttribute]("data-selected") || MARKED2.test(one[$getAttribute]("class") ?? "")));
  }
  function textOf2(element) {
    return fold(element[$textContent] ?? "");
  }

  // identity/own_names.js
  var LIVE = /\d[\d.,]*\s?([kmgt]i?b|b|bytes)(?!\w)|[([]\d[\d.,]*\+?[)\]]|\d+ ?\w+ ago(?!\w)/giu;
  var SIZE = /\d\s?([kmgt]i?b|b|bytes)(?!\w)/iu;
  var TIMES2 = /\d{1,4}([/.:-]\d{1,4}){1,2}(\s?[ap]m(?!\w))?/giu;
  var RECORDS = /^(listitem|row|treeitem)$/;
  var CLAUSE = /^\s?[,.:;(–—-]\s?\p{L}/u;
  var SENTENCE = /^\p{Lu}\S* \S+ \S/u;
  var AMOUNT = /[\p{N}\p{Sc}]/u;
  var VALUED = "[role=slider], [role=spinbutton], [role=progressbar], [role=meter]";
  var COUNT = /\p{Sc}?\s?\d+(:\d\d){0,2}(?![\d.,/-])(\s?(%|\p{Sc}))?/gu;
  var NUMBER = /#[0-9a-f]{6}\b|\d+(\.\d+)?/gi;
  var CURSOR = /\b(cursor|line|row|column) (at )?\w* ?\d/i;
  var CELLS3 = /^(cell|gridcell|listitem|option|row|treeitem)$/;
  var RUNNING_TIMES = 3;
  var SLACK = 2;
  function isOwnRenaming(was, now, element, known, rewriting) {
    if (!was || was === now) return false;
    if (isTextField(element) ? isHinted(element, was, now) : hasHint(element, was, now)) return true;
    if (known && isRunning(known, now, rewriting) || showsOwnValue(was, now, element)) return true;
    if (CURSOR.test(was) && was.replace(NUMBER, "#") === now.replace(NUMBER, "#") && editorOf(element)) return true;
    if (CELLS3.test(roleOf(element)) && now.startsWith(was) && ownText(element) === was) return true;
    if (isNumber(was) && isNumber(now)) return element[$closest](VALUED) !== null;
    const [before, after] = [was, now].map((name) => name.replace(LIVE, "#"));
    if (before === after) return true;
    if (!RECORDS.test(element[$getAttribute]("role") ?? { li: "listitem", tr: "row" }[element[$localName]] ?? "")) return false;
    const [kept2, left2] = [before, after].map((name) => name.replace(TIMES2, "#"));
    const item = known?.item;
    return kept2 === left2 && (item ? kept2.split(/\s+/).some((word) => /\p{L}/u.test(word) && item.list.words.get(word) === 1) : SIZE.test(was));
  }
  function isRunning({ said: said2, saidAt, item }, now, { byPage, byRun }) {
    const [before, after] = [said2, now].map((name) => Array.from(name.matchAll(COUNT), ([each]) => each));
    const [shape, ...shapes] = [said2, now, ...item?.list.controls.keys() ?? []].map((name) => name.replace(COUNT, "#"));
    if (shape !== shapes[0] || !/\p{L}/u.test(shape) || shapes.filter((each) => each === shape).length > (item ? 2 : 1)) return false;
    const [one, ...more] = before.flatMap((was, index) => was === after[index] ? [] : [[was, after[index]]]);
    if (!one || more.length || /\p{Sc}/u.test(one.join(""))) return false;
    if (one.every((each) => each.endsWith("%"))) return byPage >= RUNNING_TIMES;
    const [from, to] = one.map(secondsOf);
    const passed = (performance.now() - saidAt) / 1e3;
    if (byPage >= RUNNING_TIMES && Math.abs(Math.abs(to - from) - passed) <= SLACK) return true;
    return to > from && to - from <= byRun;
  }
  function showsOwnValue(was, now, element) {
    const isField = element instanceof HTMLInputElement && /^(range|number|color)$/.test(element[$type]);
    const value = isField ? element[$value] : element[$matches](VALUED) ? ariaOf(element, "aria-valuenow") : null;
    const [before, after] = [was, now].map((name) => Array.from(name.matchAll(NUMBER), ([each]) => each));
    const [shape, other] = [was, now].map((name) => name.replace(NUMBER, "#"));
    const differing = after.filter((each, index) => each !== before[index]);
    return Boolean(value) && shape === other && /\p{L}/u.test(shape) && differing.length === 1 && (differing[0] === value || Number(differing[0]) === Number(value));
  }
  function ownText(element) {
    const texts = document[$createTreeWalker](element, NodeFilter.SHOW_ALL, (node) => node instanceof Element && node[$matches](CONTROLS2) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    let text = "";
    while (texts.nextNode()) if (texts.currentNode instanceof Text) text += `${texts.currentNode.data} `;
    return fold(text);
  }
  function secondsOf(clock) {
    return clock.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  }
  function hasHint(element, name, now) {
    if (!now.includes(name) || AMOUNT.test(now.replace(name, ""))) return false;
    const isApart = (style) => /^(absolute|fixed)$/.test(style.position) || style.float !== "none";
    if (fold(element[$textContent] || "") === name) {
      return PSEUDO_ELEMENTS.every((where) => !generatedText(element, where) || isApart(getComputedStyle(element, where)));
    }
    return Array.from(element[$querySelectorAll]("*")).some((part) => {
      const isHint = isApart(getComputedStyle(part)) || SENTENCE.test(fold(part[$textContent] || ""));
      return isHint && contentText(element, part) === name;
    });
  }
  function isHinted(field, name, now) {
    if (!now) return hasFocus(field);
    if (AMOUNT.test(now.replace(name, ""))) return false;
    const hints = labelsOf(field).flatMap((label) => Array.from(label[$querySelectorAll]("*"), (part) => fold(part[$textContent] || "")));
    if (hints.some((hint) => SENTENCE.test(hint) && fold(now.replace(hint, "")) === name)) return true;
    const [words, others] = [name, now].map(wordsOf);
    const kept2 = words.filter((word) => others.includes(word)).length;
    const isHint = now.startsWith(name) ? CLAUSE.test(now.slice(name.length)) : 2 * kept2 <= words.length;
    return SENTENCE.test(now) && isHint && fold(nameWithoutAria(field, roleOf(field))) === name;
  }
  function isNumber(name) {
    return /^[-+]?\d[\d.,]*\s?%?$/.test(name);
  }

  // input/click_point.js
  function sizeInView(shown) {
    const { width, height } = shown[$getBoundingClientRect]();
    return [width, height];
  }
  function aim(register, element, shown) {
    const image = imageOf(element);
    const text = textRect(element, shown);
    const mark2 = image ? null : markOf2(element);
    const inside = image ? [] : Array.from(shown[$querySelectorAll]("*")).slice(0, MOST_PARTS);
    const isHeld = inside.some((inner) => inner !== element && register.ids.has(inner));
    if (!image && !text && !mark2 && !isBackdrop(shown) && !isHeld && !isOffCentre(shown)) return null;
    const on = image || shown;
    if (!new Measures().visible(image ? element : shown)) on[$scrollIntoView]({ block: "center", inline: "center", behavior: "instant" });
    const point = image ? shapeOf(element).point : text ? middle(text) : mark2 ? middle(mark2[$getBoundingClientRect]()) : ownPoint(register, element, shown);
    if (!point) return null;
    const box = on[$getBoundingClientRect]();
    const style = getComputedStyle(on);
    return [point[0] - box.left - parseFloat(style.borderLeftWidth), point[1] - box.top - parseFloat(style.borderTopWidth)];
  }
  function markOf2(element) {
    if (!TOGGLES.has(roleOf(element)) || element instanceof HTMLInputElement || styleOf(element).cursor === "pointer") return null;
    const parts = Array.from((rootIn(element) ?? element)[$querySelectorAll]("*")).filter((one) => styleOf(one).cursor === "pointer" && one[$getClientRects]().length);
    return parts.length && parts.every((one) => parts[0][$contains](one)) ? parts[0] : null;
  }
  var TWO_FRAMES = 34;
  function isSteady({ looks }, element, shown) {
    const before = looks.rects.get(element);
    if (shown !== element || !before || performance.now() - looks.measured < TWO_FRAMES || top !== self || visualViewport?.scale !== 1) return false;
    if (!isSamePlace(before, inDocument(element[$getBoundingClientRect]())) || element[$getClientRects]().length !== 1) return false;
    if (isInClosedRoot(element)) return false;
    if (allRoots().some((root) => root[$getAnimations]().some((animation) => animation.playState === "running" && mayMove(animation)))) return false;
    if (!isWhollyInView(element)) element[$scrollIntoView]({ block: "center", inline: "center", behavior: "instant" });
    if (!isWhollyInView(element)) return false;
    const found = hit(...middle(element[$getBoundingClientRect]()));
    return found !== null && composedContains(element, found);
  }
  function isWhollyInView(element) {
    const { left: left2, top: upper, right, bottom } = element[$getBoundingClientRect]();
    return left2 >= 0 && upper >= 0 && right <= innerWidth && bottom <= innerHeight;
  }
  function mayMove({ effect }) {
    return !(effect instanceof KeyframeEffect) || moves(effect);
  }
  function isOffCentre(shown) {
    const area = new Measures().visible(shown);
    if (!area || styleOf(shown).pointerEvents === "none") return false;
    const found = hit(...middle(shown[$getBoundingClientRect]()));
    return found !== null && (!isPartOf(found, shown) || found !== shown && composedContains(found, shown)) && coverOf(shown, area) === null;
  }
  function ownPoint(register, element, shown) {
    const area = new Measures().visible(shown);
    if (!area) return null;
    const isOwn = ([x, y]) => {
      let node = hit(x, y);
      for (; node && node !== shown; node = composedParent(node)) if (node !== element && register.ids.has(node)) return false;
      return node === shown;
    };
    const [centre2, ...corners] = clickPoints(shown, area);
    if (isOwn(centre2)) return null;
    const parts = Array.from(shown[$children], (child) => overlap(child[$getBoundingClientRect](), area));
    const candidates = [...parts.flatMap((part) => part ? [middle(part)] : []), ...corners];
    const [width, height] = [area.right - area.left, area.bottom - area.top];
    for (const down of PARTS) {
      for (const right of PARTS) candidates.push([area.left + right * width, area.top + down * height]);
    }
    return candidates.find(isOwn) || null;
  }

  // input/guard.js
  var POINTED = ["pointerdown", "mousedown", "click", "auxclick", "dblclick", "contextmenu"];
  var RELEASED = ["pointerup", "mouseup"];
  var KEYED = ["keydown", "keypress", "beforeinput"];
  var EDITED = ["input", "change"];
  var LONGEST_ACTION = 6e4;
  var Guard = class {
    constructor(register) {
      this.register = register;
      this.armed = /* @__PURE__ */ new Map();
      this.focused = /* @__PURE__ */ new WeakSet();
      this.refusal = null;
      this.passed = 0;
      this.reached = false;
      this.barred = false;
      this.clicked = false;
      this.pressed = null;
      this.unchanged = false;
      this.alone = false;
      this.until = 0;
    }
    arm(id, element, same, alone = false) {
      const role = roleOf(element);
      if (!this.on() || this.barred) this.disarm();
      const known = this.register.underHeading(id, element);
      this.armed.set(id, { role, name: nameOf(element, role), same, node: new WeakRef(element), known });
      this.alone = alone;
      this.until = performance.now() + LONGEST_ACTION;
      guards.add(this);
      keepListening(listenToInput);
    }
    bar() {
      this.disarm();
      this.barred = true;
      this.until = performance.now() + LONGEST_ACTION;
      guards.add(this);
      keepListening(listenToInput);
    }
    disarm() {
      const { refusal } = this;
      const missed = this.armed.size > 0 && !this.reached;
      if (this.passed) {
        this.register.acted = true;
        for (const id of this.armed.keys()) this.register.touch(id);
      }
      this.armed.clear();
      this.focused = /* @__PURE__ */ new WeakSet();
      this.refusal = null;
      this.passed = 0;
      this.reached = false;
      this.barred = false;
      this.clicked = false;
      this.pressed = null;
      this.alone = false;
      guards.delete(this);
      return { refusal, missed };
    }
    slipped() {
      const slipped = this.refusal?.kind === "slipped";
      if (slipped) this.refusal = null;
      this.alone = this.alone && !slipped;
      return slipped;
    }
    on() {
      return (this.barred || this.armed.size > 0) && performance.now() < this.until;
    }
    stops(id, element) {
      if (!this.on() || !this.armed.has(id)) return false;
      this.refusal ??= this.problem(id, element);
      return this.refusal !== null;
    }
    resolve(id, element) {
      if (!this.on() || this.passed || !this.armed.has(id)) return;
      this.refusal ??= this.problem(id, element);
      if (this.refusal) throw new Error(`${id} changed`);
    }
    problem(id, element) {
      const expected = this.armed.get(id);
      const acted = this.passed > 0;
      if (!element) return { id, kind: "gone", was: "", now: "", acted };
      const role = roleOf(element);
      const name = nameOf(element, role);
      const named = expected.same === "exactly" || !isNamedByContent(element, name);
      const known = this.register.known.get(id);
      if (role !== expected.role || named && name !== expected.name && !isOwnRenaming(expected.name, name, element, known, rewritingOf(this.register, element))) {
        return { id, kind: "renamed", was: described2(expected.role, expected.name), now: described2(role, name), acted };
      }
      if (!known || expected.same === "node") return null;
      const before = expected.node.deref() === element ? null : expected.known;
      const moved = this.register.changed(known, element) ?? (before && this.register.changed(before, element, false));
      return moved ? { id, ...moved, acted } : null;
    }
    meant(target) {
      for (const id of this.armed.keys()) {
        const element = this.register.element(id);
        if (element && (composedContains(element, target) || isLabelOf(target, element) || isOwnCover(target, element, this.register.ids))) return [id, element];
      }
      return null;
    }
    isInside(target) {
      return Array.from(this.armed.keys(), (id) => this.register.element(id)).some((element) => element && composedContains(target, element));
    }
    isNextBox(target) {
      return Array.from(this.armed.keys(), (id) => this.register.element(id)).some((element) => element && codeBoxes(element).includes(target));
    }
    before(event, target) {
      if (!this.on()) return;
      if (this.barred && (!event.isTrusted || event.type === "change")) return;
      const problem = this.refusal || this.judge(event, target);
      this.unchanged = !problem;
      if (RELEASED.includes(event.type) && (!problem || problem.acted)) return;
      this.refusal = problem;
      if (!problem) return void (this.passed += 1);
      event.stopImmediatePropagation();
      event.preventDefault();
    }
    judge(event, target) {
      if (this.barred) return { id: "", kind: "elsewhere", was: "", now: described2(roleOf(target), nameOf(target, roleOf(target))), acted: false };
      const meant = this.meant(target);
      const problem = meant && this.problem(...meant);
      this.reached ||= !problem && (meant !== null || this.isInside(target));
      if (meant && event instanceof MouseEvent && event.type === "mousedown") this.pressed = { id: meant[0], element: meant[1], at: [event.clientX, event.clientY] };
      if (meant) return problem;
      if (this.pressed && event instanceof MouseEvent && event.type === "click" && hasLeft(this.pressed.element, this.pressed.at, event)) {
        return { id: this.pressed.id, kind: "moved", was: "", now: "", acted: true };
      }
      if (this.alone && !this.passed && POINTED.includes(event.type)) {
        return { id: Array.from(this.armed.keys()).join(), kind: "slipped", was: "", now: described2(roleOf(target), nameOf(target, roleOf(target))), acted: false };
      }
      if (!KEYED.includes(event.type) || this.clicked || this.focused.has(target)) return null;
      if (target === document[$body] || target === document[$documentElement]) return null;
      if (this.isInside(target) || this.isNextBox(target)) return null;
      const role = roleOf(target);
      const [id] = this.armed.keys();
      return { id, kind: "focus", was: "", now: described2(role, nameOf(target, role)), acted: this.passed > 0 };
    }
    after(event) {
      if (!this.on() || !this.unchanged) return;
      if (POINTED.includes(event.type)) this.clicked = true;
      this.accept();
      const active = focusedElement();
      if (active) this.focused.add(active);
    }
    accept() {
      for (const [id, expected] of this.armed) {
        const element = this.register.element(id);
        if (!element) continue;
        expected.role = roleOf(element);
        expected.name = nameOf(element, expected.role);
      }
    }
    release(target) {
      const meant = this.on() && !this.refusal ? this.meant(target) : null;
      this.unchanged = !this.refusal && (meant ? !this.problem(...meant) : this.focused.has(target));
    }
  };
  function rewritingOf(register, element) {
    return { byPage: signs().rewrites.of(element), byRun: register.touched.get(element) ?? 0 };
  }
  function isNamedByContent(element, name) {
    return name === "" || name === contentText(element, null);
  }
  function hasLeft(element, [x, y], { clientX, clientY }) {
    const { left: left2, top: upper, right, bottom } = element[$getBoundingClientRect]();
    const isThere2 = x >= left2 && x <= right && y >= upper && y <= bottom;
    return x === clientX && y === clientY && element[$isConnected] && right > left2 && !isThere2;
  }
  var guards = /* @__PURE__ */ new Set();
  function described2(role, name) {
    return `${role || "an element"} "${name.length > 80 ? `${name.slice(0, 79)}…` : name}"`;
  }
  function isInput(event) {
    return event.isTrusted || EDITED.includes(event.type);
  }
  function beforeInput(event) {
    if (!guards.size || !isInput(event)) return;
    const target = event.composedPath()[0];
    if (target instanceof Element) for (const guard of guards) guard.before(event, target);
  }
  function afterInput(event) {
    if (guards.size && event.isTrusted) for (const guard of guards) guard.after(event);
  }
  function beforeRelease(event) {
    const target = event.composedPath()[0];
    if (event.isTrusted && target instanceof Element) for (const guard of guards) guard.release(target);
  }
  function listenToInput() {
    for (const type2 of [...POINTED, ...RELEASED, ...KEYED, ...EDITED]) {
      addEventListener(type2, beforeInput, true);
      addEventListener(type2, afterInput);
    }
    addEventListener("keyup", beforeRelease, true);
    addEventListener("keyup", afterInput);
  }

  // input/leaks.js
  var stoppedLeak = null;
  function takeLeak() {
    const leak = stoppedLeak;
    stoppedLeak = null;
    return leak;
  }
  function leakOf(form, submitter) {
    const asked2 = (name) => submitter?.[$getAttribute](`form${name}`) ?? form[$getAttribute](name) ?? "";
    const method = asked2("method").toLowerCase();
    if (method === "dialog") return null;
    const fields = taintedFields().filter((field) => formOf(field) === form && taints.get(field)?.origins);
    const target = new URL(goingTo(asked2("action"))).origin;
    for (const field of fields) {
      const taint = taints.get(field);
      if (method !== "post") return { name: taint.name, to: "GET", fields };
      if (!taint.origins?.includes(target)) return { name: taint.name, to: target, fields };
    }
    return null;
  }
  var submission = null;
  function isOver(event) {
    return event.eventPhase === Event.NONE;
  }
  function keepIn(event) {
    if (!taintedFields().length) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  }
  function noteSubmission(event) {
    submission = event;
  }
  function judgeSubmission(event) {
    const form = event.composedPath()[0];
    const leak = !event.defaultPrevented && form instanceof HTMLFormElement ? leakOf(form, event.submitter) : null;
    if (!leak) return;
    event.preventDefault();
    stoppedLeak = { name: leak.name, to: leak.to };
  }
  function emptyFormData(event) {
    const form = event.composedPath()[0];
    if (!(form instanceof HTMLFormElement) || submission?.target !== form) return;
    if (!isOver(submission) || submission.defaultPrevented) return;
    const leak = leakOf(form, submission.submitter);
    if (!leak) return;
    for (const field of leak.fields) event.formData.delete(field[$getAttribute]("name") || "");
    stoppedLeak = { name: leak.name, to: leak.to };
  }
  function listenToLeaks() {
    for (const type2 of ["copy", "cut", "dragstart"]) addEventListener(type2, keepIn, true);
    addEventListener("submit", noteSubmission, true);
    addEventListener("submit", judgeSubmission);
    addEventListener("formdata", emptyFormData);
  }

  // input/check.js
  function check(register, { id, aimed = false }) {
    const element = register.element(id);
    const known = register.known.get(id);
    const label = modalLabel();
    if (!element) return { found: false, modal: label };
    const shown = standIn(element) || element;
    const role = roleOf(element);
    const name = nameOf(element, role);
    const image = imageOf(element);
    const point = aimed ? aim(register, element, shown) : null;
    const area = new Measures().visible(shown);
    const top2 = area && (image || isRendered(shown)) ? coverOf(shown, area) : null;
    const under = top2 ? isOwnCover(top2, element, register.ids) : aimed && shown === element && isUnderLabel(element, register.ids);
    const cover = under ? null : top2;
    return {
      found: true,
      origin: self.origin,
      for_secrets: isForSecrets(element),
      role,
      name,
      by_content: isNamedByContent(element, name),
      tag: tagOf(element),
      disabled: isDisabled(element),
      visible: isRendered(image || shown),
      point,
      size: point && isDrawn(shown) ? sizeInView(shown) : null,
      in_view: area !== null,
      modal: label,
      covered_by: cover ? coverLabel(cover, shown) : "",
      adorned: cover !== null && isAdornment(cover, shown),
      over_used: cover !== null && isUsed(cover, shown, register),
      moved: known ? register.changed(known, element) : null,
      action: actionOf(element),
      under,
      own_name: known !== void 0 && isOwnRenaming(known.said, name, element, known, rewritingOf(register, element))
    };
  }
  var MOST_IN_COVER = 2e3;
  function isUsed(cover, element, register) {
    let popup = cover;
    for (let outer = composedParent(cover); outer && !composedContains(outer, element); outer = composedParent(outer)) popup = outer;
    if (popup[$matches]("dialog, [role=dialog], [role=alertdialog], form") || popup[$querySelector]("form, textarea")) return false;
    return register.used.has(popup) || Array.from(popup[$querySelectorAll]("*")).slice(0, MOST_IN_COVER).some((one) => register.used.has(one));
  }
  var STANDS_OUT = 24;
  function isAdornment(cover, element) {
    const inner = element[$getBoundingClientRect]();
    let node = cover;
    for (; node && !composedContains(node, element); node = composedParent(node)) {
      const box = node[$getBoundingClientRect]();
      if (!box.width || !box.height) continue;
      const isBeside = box.left >= inner.left - STANDS_OUT && box.right <= inner.right + STANDS_OUT && box.top >= inner.top - STANDS_OUT && box.bottom <= inner.bottom + STANDS_OUT;
      if (!isBeside) return false;
    }
    const dialog = cover[$closest]("dialog, [role=dialog], [role=alertdialog]");
    return !dialog || composedContains(dialog, element);
  }
  function arm(run, { id, same, also, begin, effect }) {
    const { register, guard, copies } = run;
    if (begin) signs().begin();
    signs().messages.begin(effect);
    copies.begin();
    const element = register.element(id);
    const checked = check(register, { id, aimed: true });
    const shown = element && (standIn(element) || element);
    const isAsked = also.includes("press") && !checked.point;
    const steady2 = element !== null && shown !== null && (isStraight(shown) || isAsked && (checked.under === true || isSteady(run, element, shown)));
    if (element) {
      guard.arm(id, element, same, steady2);
      signs().edits(element);
    }
    const result = { ...checked, steady: steady2, left: signs().stirredByLeaving() };
    return element && also.includes("content") ? { ...result, content: content(register, { id }), open: isHitInTheMiddle(element) } : result;
  }
  function leave(register, { id, pressed = false }) {
    const element = register.element(id);
    const now = check(register, { id });
    if (element && now.found && (pressed || !now.disabled) && !now.covered_by) signs().leave(element, pressed);
    return now;
  }
  function disarmed({ guard, copies }) {
    return { ...guard.disarm(), ...copies.end(), leak: takeLeak() };
  }
  function disarm(run) {
    signs().endInput();
    return disarmed(run);
  }
  function rest(run) {
    return { ...disarmed(run), ...signs().stirred() };
  }
  function bar({ guard, copies }, args) {
    if (args.begin) signs().begin();
    signs().messages.begin(args.effect);
    copies.begin();
    guard.bar();
  }
  var CHECKED_ROLES = /* @__PURE__ */ new Set(["checkbox", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "treeitem"]);
  function content(register, { id }) {
    const element = register.element(id);
    if (!element) return { found: false };
    const control = element instanceof HTMLLabelElement && element[$control] ? element[$control] : element;
    const validity = control[$validity];
    const flaws = [];
    for (const name in validity) if (name !== "valid" && validity[name]) flaws.push(name);
    const toggle = control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control[$type]);
    const role = roleOf(control);
    const pressed = role === "button" && control[$hasAttribute]("aria-pressed");
    const said2 = pressed || CHECKED_ROLES.has(role) ? ariaOf(control, pressed ? "aria-pressed" : "aria-checked") === "true" : null;
    const options = control instanceof HTMLSelectElement ? optionsOf(control) : void 0;
    const editor = editorOf(control);
    const valued = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement;
    return {
      found: true,
      flaws,
      checked: toggle ? isChecked(control) : said2,
      timed: signs().isTimed(),
      names: [control[$getAttribute]("name"), control[$id]].filter(Boolean),
      value: editor ? drawnText(editor) : valued ? control[$value] : textOf3(control),
      code: codeIn(control),
      beside: besideOf(control),
      unseen: isUnseenField(control),
      drawn: editor !== null || control instanceof HTMLSelectElement && isDrawnOver(control) && openerOf(control) !== control,
      options: Array.from(options?.values() ?? []),
      indices: Array.from(options?.keys() ?? [])
    };
  }
  function textOf3(element) {
    if (!(element instanceof HTMLElement)) return "";
    if (isEditingHost(element)) return writtenIn(element);
    return /^(slider|spinbutton)$/.test(roleOf(element)) ? ariaOf(element, "aria-valuenow") ?? element[$innerText] : element[$innerText];
  }
  function isInTheOpen(register, { id }) {
    const element = register.element(id);
    const shown = element && (imageOf(element) || standIn(element) || element);
    shown?.[$scrollIntoView]({ block: "nearest", behavior: "instant" });
    return element !== null && isHitInTheMiddle(element);
  }
  function isHitInTheMiddle(element) {
    const shown = imageOf(element) || standIn(element) || element;
    if (shown[$localName] === "label" || !isRendered(shown)) return false;
    const box = shown[$getBoundingClientRect]();
    return shown[$contains](rootOf(shown)[$elementFromPoint](box.left + box.width / 2, box.top + box.height / 2));
  }
  function modalLabel() {
    const modal = modalTakingOver();
    return modal ? shortLabel(modal) : "";
  }

  // input/dragging.js
  var positions = /* @__PURE__ */ new Map();
  var LONGEST_NEIGHBOUR = 40;
  function note(register, { id, value }) {
    const shown = shownOf(register, id);
    if (!shown) return { found: false };
    const other = value ? shownOf(register, value) : null;
    const goal = other !== shown && other?.[$parentElement] === shown[$parentElement] ? other : null;
    const { left: left2, top: top2 } = shown[$getBoundingClientRect]();
    const all = siblings(shown);
    positions.clear();
    positions.set(id, {
      parent: shown[$parentElement],
      next: shown[$nextElementSibling],
      previous: shown[$previousElementSibling],
      left: left2,
      top: top2,
      at: all.indexOf(shown),
      goal,
      wanted: goal ? all.indexOf(goal) : -1
    });
    return { found: true, beside: goal !== null };
  }
  function isInPlace(register, { id }) {
    const before = positions.get(id);
    const shown = shownOf(register, id);
    if (!before || !shown) return { found: false };
    return { found: true, there: siblings(shown).indexOf(shown) === before.wanted };
  }
  function whereabouts(register, { id }) {
    const before = positions.get(id);
    const shown = shownOf(register, id);
    if (!before || !shown) return { found: false };
    positions.clear();
    const parent = shown[$parentElement];
    const { left: left2, top: top2 } = shown[$getBoundingClientRect]();
    const moved = { found: true, place: "", short: false, right: Math.round(left2 - before.left), down: Math.round(top2 - before.top) };
    const same = parent === before.parent && shown[$nextElementSibling] === before.next && shown[$previousElementSibling] === before.previous;
    if (!parent || same) return moved;
    const all = siblings(shown);
    const at = all.indexOf(shown);
    moved.short = before.goal !== null && parent === before.parent && before.goal[$parentElement] === parent && at !== before.at && at !== before.wanted;
    if (all.length < 2) return { ...moved, place: "the only one where it was dropped" };
    const beside = at ? `after ${neighbour(all[at - 1])}` : `before ${neighbour(all[1])}`;
    return { ...moved, place: `${at + 1} of ${all.length}, ${beside}` };
  }
  function siblings(shown) {
    return Array.from(shown[$parentElement]?.[$children] ?? []).filter((one) => one === shown || one[$getClientRects]().length);
  }
  function neighbour(element) {
    const text = element instanceof HTMLElement && element[$innerText] || element[$textContent] || element[$localName];
    return JSON.stringify(text.trim().replace(/\s+/g, " ").slice(0, LONGEST_NEIGHBOUR));
  }

  // input/in_focus.js
  var MOST_CHOICES = 1e3;
  var LONGEST_CHOICE = 500;
  var PICKED = /^(date|time|month|week|datetime-local|color)$/;
  function inFocus() {
    const element = focusedElement();
    return { focused: document[$hasFocus](), framed: focusPlace().framed, control: element && controlOf(element) };
  }
  function controlOf(element) {
    const short = (text) => fold(text).slice(0, LONGEST_CHOICE);
    const label = short(nameOf(element, roleOf(element)) || element[$getAttribute]("name") || "");
    if (element instanceof HTMLSelectElement) {
      const options = Array.from(element[$options]).slice(0, MOST_CHOICES).map((option) => ({
        label: short(option[$label]),
        selected: option[$selected],
        disabled: option[$matches](":disabled"),
        group: option[$parentElement] instanceof HTMLOptGroupElement ? short(option[$parentElement][$label]) : ""
      }));
      return { kind: "select", label, multiple: element[$multiple], options };
    }
    if (!(element instanceof HTMLInputElement) || !PICKED.test(element[$type])) return null;
    return { kind: element[$type], label, value: short(element[$value]), min: short(element[$min]), max: short(element[$max]), step: short(element[$step]) };
  }

  // input/label_point.js
  function freePlace(register, { id }) {
    const control = register.element(id);
    if (!control) return { found: false };
    const label = shownLabel(control);
    if (!label) return { found: true, place: null };
    label[$scrollIntoView]({ block: "nearest", inline: "nearest", behavior: "instant" });
    const box = label[$getBoundingClientRect]();
    for (const v of [0.5, 0.25, 0.75]) {
      for (const u of [0.5, 0.1, 0.03, 0.25, 0.75, 0.97]) {
        const [x, y] = [box.width * u, box.height * v];
        const hit2 = rootOf(label)[$elementFromPoint](box.left + x, box.top + y);
        const free = hit2 && label[$contains](hit2) && !hit2[$closest]("a, button, select, textarea");
        if (free) return { found: true, place: [x - label[$clientLeft], y - label[$clientTop]] };
      }
    }
    return { found: true, place: null };
  }

  // input/own_popups.js
  var left = null;
  var MEANT = "dialog, [role=dialog], [role=alertdialog], a, button, summary, label, [onclick], [role=button], [role=link]";
  var WAYS = {
    leave() {
      const field = focusedElement();
      left = field && field !== document[$body] ? new WeakRef(field) : null;
      if (field instanceof HTMLElement) field[$blur]();
    },
    press(around2) {
      if (around2[$closest](MEANT)) return;
      const [clientX, clientY] = middle(around2[$getBoundingClientRect]());
      const init = { bubbles: true, cancelable: true, composed: true, clientX, clientY };
      for (const type2 of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
        const Kind = type2.startsWith("pointer") ? PointerEvent : MouseEvent;
        around2[$dispatchEvent](new Kind(type2, { ...init, ...type2.endsWith("down") && { buttons: 1 } }));
      }
    },
    escape(around2) {
      const field = left?.deref();
      if (around2[$closest]("dialog, [role=dialog], [role=alertdialog]")) return;
      const text = isTextField(field ?? null) ? field : null;
      const before = text?.[$value];
      const key = { key: "Escape", code: "Escape", keyCode: 27, bubbles: true, cancelable: true, composed: true };
      for (const type2 of ["keydown", "keyup"]) (field?.[$isConnected] ? field : around2)[$dispatchEvent](new KeyboardEvent(type2, key));
      if (!text || before === void 0 || text[$value] === before) return;
      text.value = before;
      text[$dispatchEvent](new InputEvent("input", { bubbles: true, composed: true }));
    }
  };
  function closePopup(register, { id, way }) {
    const element = register.element(id);
    if (element) WAYS[way](boxAround2(element));
    return check(register, { id });
  }
  function boxAround2(element) {
    const field = left?.deref();
    if (!field) return document[$body];
    let node = composedParent(element);
    while (node && node !== document[$body] && !composedContains(node, field)) node = composedParent(node);
    return node ?? document[$body];
  }

  // input/pasting.js
  var LONGEST_PASTE = 2e4;
  var Copies = class {
    constructor() {
      this.texts = /* @__PURE__ */ new Set();
      this.unreported = [];
      this.stopped = false;
      this.until = 0;
    }
    begin() {
      this.until = performance.now() + LONGEST_PASTE;
      copiers.add(this);
      keepListening(listenToClipboard);
    }
    end() {
      const report = { copied: { origin: self.origin, copies: this.unreported }, unpasted: this.stopped };
      this.unreported = [];
      this.stopped = false;
      copiers.delete(this);
      return report;
    }
    add(text, around2) {
      const bare = withoutSpace(text);
      if (!bare) return;
      this.texts.add(bare);
      this.unreported.push({ text: bare, around: around2 });
    }
    share(origin, texts) {
      if (origin === self.origin) for (const text of texts) this.texts.add(text);
    }
  };
  var copiers = /* @__PURE__ */ new Set();
  function acting() {
    return Array.from(copiers).filter(({ until }) => performance.now() < until);
  }
  function noteCopy(event) {
    if (!event.isTrusted) return;
    const text = event.defaultPrevented ? event.clipboardData?.getData("text/plain") : String(getSelection());
    for (const copies of acting()) copies.add(text ?? "", [.../* @__PURE__ */ new Set([text ?? "", ...aroundSelection()])]);
  }
  function judgePaste(event) {
    if (!event.isTrusted) return;
    const text = withoutSpace(event.clipboardData?.getData("text/plain") ?? "");
    for (const copies of acting()) {
      if (copies.texts.has(text)) continue;
      copies.stopped = true;
      event.stopImmediatePropagation();
      event.preventDefault();
    }
  }
  function aroundSelection() {
    const [selection, active] = [getSelection(), focusedElement()];
    const selected2 = selection ? String(selection) : "";
    if (!selection || !selected2) return [];
    if (isTextField(active)) return [selected2, active[$value]];
    if (!selection.rangeCount) return [selected2];
    const range = selection.getRangeAt(0).cloneRange();
    const { startContainer, endContainer } = range;
    if (startContainer instanceof Text) range.setStart(startContainer, 0);
    if (endContainer instanceof Text) range.setEnd(endContainer, endContainer.length);
    return [selected2, String(range)];
  }
  function clipboardPlace() {
    return { framed: focusPlace().framed, focused: document[$hasFocus](), origin: self.origin, around: aroundSelection() };
  }
  function listenToClipboard() {
    for (const type2 of ["copy", "cut"]) addEventListener(type2, noteCopy);
    addEventListener("paste", judgePaste, true);
  }

  // input/person_listener.js
  var CHANGED_EVERY = 60;
  var SUBMITTED_WITHIN = 500;
  var DRAGGED_FROM = 10;
  var CLICKED_WITHIN = 50;
  var ACTIVE = "a[href], button, input, select, textarea, summary, label, [role], [onclick], [tabindex], [contenteditable]";
  var TICKED = /^(checkbox|radio|file)$/;
  var PUSHED = /^(button|submit|reset|image)$/;
  var LISTS = "[role=combobox], [aria-autocomplete], [aria-haspopup], [list]";
  var MOVES = /^(Arrow|Home$|End$|Page)/;
  var EDITING = /^[acvxyz]$/i;
  var personListeners = /* @__PURE__ */ new WeakMap();
  var PersonListener = class {
    constructor(register, binding, prefix) {
      this.register = register;
      this.binding = binding;
      this.idPrefix = prefix;
      this.entered = -Infinity;
      this.changing = false;
      this.changes = 0;
      this.over = "";
      this.dragged = -Infinity;
      this.pressedAt = null;
      this.unsent = [];
      const on = (type2, handle) => addEventListener(type2, (event) => event.isTrusted && handle(event), { capture: true, passive: true });
      on("click", (event) => this.clicked(event));
      on("dblclick", (event) => this.reportOn("double_click", event));
      on("auxclick", (event) => event.button === 1 && this.reportOn("middle_click", event));
      on("contextmenu", (event) => event.button === 2 && this.reportOn("right_click", event));
      on("keydown", (event) => this.pressed(event));
      on("input", (event) => this.typed(event));
      on("change", (event) => this.changed(event));
      on("dragstart", (event) => {
        this.pressedAt = null;
        this.reportOn("drag", event);
      });
      on("drop", (event) => this.reportOn("drop", event));
      on("pointerdown", (event) => this.held(event));
      on("pointerup", (event) => this.released(event));
      on("pointerover", (event) => this.hovered(event));
      new MutationObserver(() => this.noteChange()).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    }
    report(action) {
      this.unsent.push(action);
      const call = globalThis[this.binding];
      if (typeof call !== "function") return;
      for (const each of this.unsent.splice(0)) call(JSON.stringify(each));
    }
    noteChange() {
      this.changes += 1;
      if (this.changing) return;
      this.changing = true;
      setTimeout(() => {
        this.changing = false;
        this.report({ kind: "changed" });
      }, CHANGED_EVERY);
    }
    hovered(event) {
      const id = this.idOf(event);
      if (!id) this.noteChange();
      else if (id !== this.over) this.report({ kind: "over", id });
      this.over = id;
    }
    held(event) {
      const element = this.path(event)[0];
      const id = this.idOf(event);
      const drags = id && event.button === 0 && !element[$matches]("input, select, textarea, [contenteditable]");
      this.pressedAt = drags ? { element, id, x: event.clientX, y: event.clientY, changes: this.changes } : null;
    }
    released(event) {
      const from = this.pressedAt;
      this.pressedAt = null;
      if (!from || this.changes === from.changes) return;
      const right = Math.round(event.clientX - from.x);
      const down = Math.round(event.clientY - from.y);
      if (Math.hypot(right, down) < DRAGGED_FROM) return;
      this.dragged = performance.now();
      const under = document[$elementsFromPoint](event.clientX, event.clientY);
      const ids = under.filter((element) => !element[$contains](from.element) && !from.element[$contains](element)).map((element) => this.register.ids.get(element));
      const onto = ids.find(Boolean);
      this.report({ kind: "dragged", id: from.id, onto: onto ? this.idPrefix + onto : "", right, down });
    }
    path(event) {
      return event.composedPath().filter((node) => node instanceof Element);
    }
    idOf(event) {
      for (const element of this.path(event)) {
        const id = this.register.ids.get(element);
        if (id) return this.idPrefix + id;
      }
      return "";
    }
    reportOn(kind, event, more = {}) {
      const id = this.idOf(event);
      const active = this.path(event).find((element) => element[$matches](ACTIVE));
      const known = active && id && this.idPrefix + (this.register.ids.get(active) ?? "") !== this.idPrefix ? "" : active ? shortLabel(active) || active[$localName] : "";
      this.report({ kind, id, ...more, ...id ? {} : { missed: known } });
    }
    clicked(event) {
      if (performance.now() - this.dragged < CLICKED_WITHIN) return;
      const pointer = event.pointerType;
      if (!pointer && !event.detail && performance.now() - this.entered < SUBMITTED_WITHIN) return;
      const path = this.path(event);
      const target = path[0];
      if (!target || path.some((element) => element instanceof HTMLSelectElement)) return;
      const pressed = path.find((element) => element[$matches]("a, button, [role=button], [role=link]"));
      const label = path.find((element) => element instanceof HTMLLabelElement);
      if (label?.[$control] && !pressed && !PUSHED.test(label[$control][$type])) return;
      if (target instanceof HTMLInputElement && TICKED.test(target[$type])) return;
      if (isTyped(target) && !target[$matches](LISTS) && !target[$readOnly]) return;
      this.reportOn("click", event, { modifiers: modifiersOf(event) });
    }
    typed(event) {
      const target = this.path(event).find((element) => isTyped(element));
      if (target) this.fill(event, target);
    }
    fill(event, field) {
      const secret = isForSecrets(field);
      const value = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field[$value] : field[$innerText];
      this.reportOn("fill", event, { secret, value: secret ? "" : value });
    }
    changed(event) {
      const target = this.path(event)[0];
      if (target instanceof HTMLSelectElement) {
        const values = Array.from(target[$selectedOptions], (option) => option[$label] || option[$value]);
        this.reportOn(target[$multiple] ? "select_several" : "select", event, { values });
      } else if (target instanceof HTMLInputElement && target[$type] === "file") {
        this.reportOn("upload", event, { values: Array.from(target[$files] || [], (file) => file.name) });
      } else if (target instanceof HTMLInputElement && TICKED.test(target[$type])) {
        this.reportOn(target[$checked] ? "check" : "uncheck", event);
      } else if (target && isTyped(target)) {
        this.fill(event, target);
      }
    }
    pressed(event) {
      if (event.isComposing || event.repeat || /^(Control|Shift|Alt|Meta|Tab|CapsLock|Dead|Unidentified)$/.test(event.key)) return;
      const target = this.path(event)[0];
      if (!target || !this.needsReport(event, target)) return;
      const modifiers = event.key.length === 1 ? modifiersOf(event).replace(/\+?Shift/, "") : modifiersOf(event);
      if (event.key === "Enter") this.entered = performance.now();
      const key = event.key === " " ? "Space" : event.key;
      this.reportOn("press", event, { key: [modifiers, key].filter(Boolean).join("+") });
    }
    needsReport({ key, ctrlKey, metaKey, altKey }, target) {
      const command = ctrlKey || metaKey || altKey;
      const lists = target[$matches](LISTS);
      if (isTyped(target)) {
        if (command) return !EDITING.test(key) && !MOVES.test(key) && !/^(Backspace|Delete)$/.test(key);
        if (key === "Enter") return target instanceof HTMLInputElement || lists;
        return key === "Escape" || MOVES.test(key) && lists;
      }
      const native = target instanceof HTMLButtonElement || target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target[$matches]("a[href], summary");
      if (native) return command || key === "Escape" || key === "Enter" && target instanceof HTMLInputElement && TICKED.test(target[$type]);
      return command ? !EDITING.test(key) : !/^Page|^Home$|^End$/.test(key) || target !== document[$body];
    }
  };
  function isTyped(element) {
    if (element instanceof HTMLInputElement) return !TICKED.test(element[$type]) && !PUSHED.test(element[$type]);
    return element instanceof HTMLTextAreaElement || element instanceof HTMLElement && element[$isContentEditable];
  }
  function modifiersOf(event) {
    return [event.ctrlKey && "Control", event.altKey && "Alt", event.metaKey && "Meta", event.shiftKey && "Shift"].filter(Boolean).join("+");
  }
  function listenToPerson(register, { binding, prefix }) {
    if (!personListeners.has(register)) personListeners.set(register, new PersonListener(register, binding, prefix));
  }

  // input/persons_fields.js
  var ENTERED2 = "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=image], [type=hidden]), textarea, select, [contenteditable]:not([contenteditable=false])";
  var PersonsChanges = class {
    constructor(hold) {
      this.number = hold.number;
      this.before = /* @__PURE__ */ new WeakMap();
      this.changed = /* @__PURE__ */ new Map();
      if (hold.begins) for (const field of enteredFields()) this.before.set(field, contentOf(field));
    }
    isChanged(field) {
      const before = this.before.get(field) ?? initialOf(field);
      return contentOf(field) !== before;
    }
  };
  var personsChanges = /* @__PURE__ */ new WeakMap();
  function enteredFields() {
    return allRoots().flatMap((root) => Array.from(root[$querySelectorAll](ENTERED2)));
  }
  function initialOf(field) {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field[$defaultValue];
    if (!(field instanceof HTMLSelectElement)) return "";
    const chosen = Array.from(field[$options]).find((option) => option[$defaultSelected]) ?? field[$options][0];
    return chosen?.[$value] ?? "";
  }
  function entered(run, hold) {
    let changes = personsChanges.get(run);
    if (changes?.number !== hold.number) personsChanges.set(run, changes = new PersonsChanges(hold));
    for (const field of enteredFields()) {
      if (!changes.isChanged(field)) continue;
      if (!changes.changed.has(field)) changes.changed.set(field, changes.changed.size);
      if (hold.name && !taints.has(field)) withhold(run, field, { name: hold.name, origins: null });
    }
    return { token, texts: [...changes.changed].map(([field, number]) => [number, textOf4(field)]) };
  }
  function withhold({ register, looks }, field, taint) {
    const id = register.ids.get(field);
    keepListening(listenToLeaks);
    setTaint(field, taint);
    if (id) register.taints.set(id, taint);
    looks.forget();
  }
  function textOf4(field) {
    return field instanceof HTMLSelectElement ? Array.from(field[$selectedOptions], (option) => option[$label]).join("\n") : contentOf(field);
  }

  // input/scrolling.js
  function scrollPane(register, { id, value: [x, y] }) {
    const element = shownOf(register, id);
    if (!element && id !== PAGE) return { found: false };
    const room2 = (e) => x ? e[$scrollWidth] - e[$clientWidth] : e[$scrollHeight] - e[$clientHeight];
    const root = document[$scrollingElement] || document[$documentElement];
    const scrolls2 = (e) => {
      if (room2(e) < 1) return false;
      const style = getComputedStyle(e);
      const overflow = x ? style.overflowX : style.overflowY;
      return e === root ? overflow !== "hidden" : overflow === "auto" || overflow === "scroll";
    };
    const outward = (e) => {
      while (e && !scrolls2(e)) e = composedParent(e);
      return e;
    };
    const box = outward(element) || (scrolls2(root) ? root : element ? root : outward(document[$elementFromPoint](innerWidth / 2, innerHeight / 2))) || root;
    const at = () => x ? box[$scrollLeft] : box[$scrollTop];
    const screen = (x ? box[$clientWidth] : box[$clientHeight]) || 1;
    const before = at();
    box[$scrollBy]({ left: x * screen, top: y * screen, behavior: "instant" });
    const left2 = x + y > 0 ? room2(box) - at() : Math.abs(at());
    return { found: true, moved: Math.abs(at() - before) / screen, left: Math.max(0, left2) / screen };
  }
  function centre(register, { id }) {
    const shown = shownOf(register, id);
    shown?.[$scrollIntoView]({ block: "center", inline: "nearest", behavior: "instant" });
    return { found: shown !== null };
  }
  function intoView(register, { id }) {
    const shown = shownOf(register, id);
    const block = shown && new Measures().visible(shown) ? "nearest" : "center";
    shown?.[$scrollIntoView]({ block, inline: "nearest", behavior: "instant" });
    return rectOf(register, { id });
  }

  // input/selecting.js
  var toSelect = null;
  var PRESSED2 = "a, button, label, summary, input, select, textarea, [onclick], [role=button], [role=link], [draggable=true]";
  function findText(register, { id, value }) {
    toSelect = null;
    const root = id === PAGE ? document[$body] : shownOf(register, id);
    if (!root) return { found: id === PAGE, count: 0, problem: "", ends: null };
    const [from, to] = value.map((text) => text.replace(/\s+/g, " ").trim());
    return { found: true, count: 0, problem: "", ends: null, ...findIn(root, from, to) };
  }
  function findIn(root, from, to) {
    const field = root instanceof HTMLInputElement || root instanceof HTMLTextAreaElement ? root : null;
    const { text, places } = field ? foldedValue(field) : foldedText(root);
    const find = (phrase, at) => {
      const exact = text.indexOf(phrase, at);
      return exact < 0 ? text.toLowerCase().indexOf(phrase.toLowerCase(), at) : exact;
    };
    let [start, end, count] = [0, text.trimEnd().length, 1];
    if (from) {
      start = find(from, 0);
      if (start < 0) return { problem: "is not shown there" };
      count = 0;
      for (let at = start; at >= 0; at = find(from, at + from.length)) count += 1;
      end = start + from.length;
    }
    if (to) {
      const last = find(to, from ? end : 0);
      if (last < 0) return { count, problem: `is not shown there: nothing after its beginning reads ${JSON.stringify(to)}` };
      end = last + to.length;
      count = 1;
    }
    if (field?.[$value].length) {
      const whole = !from && !to;
      toSelect = { root, from: whole ? 0 : places[start][1], to: whole ? field[$value].length : places[end - 1][1] + 1 };
      return { count };
    }
    while (start < end && !places[start][0]) start += 1;
    while (end > start && !places[end - 1][0]) end -= 1;
    if (start >= end) return { count, problem: "holds no text to select" };
    const range = document[$createRange]();
    range.setStart(places[start][0], places[start][1]);
    range.setEnd(places[end - 1][0], places[end - 1][1] + 1);
    const first = range.startContainer[$parentElement];
    if (getComputedStyle(first).userSelect === "none") return { count, problem: "cannot be selected on this page" };
    toSelect = { root, range };
    first[$scrollIntoView]({ block: "nearest", inline: "nearest", behavior: "instant" });
    return { count, ends: endsOf(range) };
  }
  var Folded = class {
    constructor() {
      this.text = "";
      this.places = [];
    }
    add(character, node, offset) {
      if (/\s/.test(character)) {
        if (!this.text || this.text.endsWith(" ")) return;
        character = " ";
      }
      this.text += character;
      for (let index = 0; index < character.length; index += 1) this.places.push([node, offset]);
    }
    visit(node) {
      if (node instanceof Text) {
        for (let offset = 0; offset < node.data.length; offset += 1) this.add(node.data[offset], node, offset);
      } else if (node instanceof Element) {
        if (!node[$checkVisibility]({ visibilityProperty: true }) || /^(script|style|textarea|select)$/.test(node[$localName])) return;
        const block = node[$localName] === "br" || !getComputedStyle(node).display.startsWith("inline");
        if (block) this.add(" ", null, 0);
        for (const child of (node[$shadowRoot] || node)[$childNodes]) this.visit(child);
        if (block) this.add(" ", null, 0);
      }
    }
  };
  function foldedText(root) {
    const folded = new Folded();
    folded.visit(root);
    return folded;
  }
  function searchedText(register, { id }) {
    const root = id === PAGE ? document[$body] : shownOf(register, id);
    if (!root) return { found: id === PAGE, text: "" };
    const field = root instanceof HTMLInputElement || root instanceof HTMLTextAreaElement;
    const labels = Array.from(root[$querySelectorAll]("input[type=button], input[type=reset], input[type=submit]"), (button) => button instanceof HTMLInputElement ? button[$value] : "");
    return { found: true, text: [(field ? foldedValue(root) : foldedText(root)).text, ...labels].join("\n") };
  }
  function foldedValue(field) {
    const folded = new Folded();
    for (let offset = 0; offset < field[$value].length; offset += 1) folded.add(field[$value][offset], null, offset);
    return folded;
  }
  function endsOf(range) {
    const [first, last] = [range.startContainer, range.endContainer].map((node) => node[$parentElement]);
    const isIn = (box) => box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
    const boxes = Array.from(range.getClientRects()).filter((box) => box.width && box.height);
    const [head, tail] = [boxes[0], boxes[boxes.length - 1]];
    const top2 = (box) => document[$elementFromPoint]((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const clear = boxes.length && isIn(head) && isIn(tail) && !first[$closest](PRESSED2) && !last[$closest](PRESSED2) && first[$contains](top2(head)) && last[$contains](top2(tail));
    return clear ? [head.left + 1, (head.top + head.bottom) / 2, tail.right - 1, (tail.top + tail.bottom) / 2] : null;
  }
  function placesOf(phrase, text) {
    const found = [];
    for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + phrase.length)) found.push(at);
    const joined = (at) => /[\p{L}\p{N}]{2}/u.test(text.slice(Math.max(0, at - 1), at + 1));
    const whole = found.filter((at) => !joined(at) && !joined(at + phrase.length));
    return whole.length ? whole : found;
  }
  function showText(register, { id, value }) {
    const root = id === PAGE ? document[$body] : shownOf(register, id);
    if (!root) return { found: id === PAGE, count: 0 };
    const phrase = value.replace(/\s+/g, " ").trim().toLowerCase();
    const { text, places } = foldedText(root);
    const low = text.toLowerCase();
    const found = placesOf(phrase, low);
    const node = places[found[0]]?.[0]?.[$parentElement];
    const buttons = Array.from(root[$querySelectorAll]("input[type=button], input[type=reset], input[type=submit]")).filter(
      (button) => button instanceof HTMLInputElement && button[$value].toLowerCase().includes(phrase) && isRendered(button)
    );
    const shown = node ?? buttons[0];
    const block = shown && new Measures().visible(shown) ? "nearest" : "center";
    shown?.[$scrollIntoView]({ block, inline: "nearest", behavior: "instant" });
    return { found: true, count: found.length + buttons.length };
  }
  function select() {
    if (!toSelect) return { found: false };
    const { root, range, from = 0, to = 0 } = toSelect;
    if (!range) {
      const field = root;
      field[$focus]();
      try {
        field[$setSelectionRange](from, to);
      } catch {
        field[$select]();
      }
      return { found: true };
    }
    const around2 = range.commonAncestorContainer;
    const host = (around2 instanceof Element ? around2 : around2[$parentElement])?.[$closest]("[contenteditable]:not([contenteditable=false])");
    if (host instanceof HTMLElement && !host[$contains](document[$activeElement])) host[$focus]();
    getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
    return { found: true };
  }
  function selected() {
    const wanted = toSelect;
    toSelect = null;
    if (!wanted) return { found: false };
    if (wanted.range) return { found: true, text: String(getSelection()) };
    const field = wanted.root;
    return { found: true, text: field[$value].slice(field[$selectionStart] ?? 0, field[$selectionEnd] ?? field[$value].length) };
  }

  // input/tool_forms.js
  function toolForms(register) {
    return Array.from(openRoots(document)).flatMap((root) => Array.from(root[$querySelectorAll]("form"))).filter((form) => form[$hasAttribute]("toolname")).map((form) => {
      const controls = Array.from(form[$elements]);
      const button = controls.find((control) => submits(control));
      return {
        name: form[$getAttribute]("toolname"),
        sends: form[$hasAttribute]("toolautosubmit"),
        button: (button && register.ids.get(button)) ?? "",
        fields: controls.map((control) => ({
          name: control[$getAttribute]("name") ?? "",
          id: register.ids.get(control) ?? "",
          type: control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control[$type] : "",
          value: control[$getAttribute]("value") ?? "on"
        }))
      };
    });
  }

  // input/writing.js
  var typingIn = null;
  var UNNAMED_KEY = { key: "Unidentified", keyCode: 229, bubbles: true, cancelable: true, composed: true };
  var VALUED_TYPES = /^(color|date|datetime-local|month|range|time|week)$/;
  function paste({ register, guard }, { id, value }) {
    const element = register.element(id);
    if (!element || guard.stops(id, element)) return { found: element !== null, focused: false, taken: false };
    if (!hasFocus(element)) element[$focus]();
    const focused = hasFocus(element);
    if (!focused || !value) return { found: true, focused, taken: false };
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", value);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true });
    return { found: true, focused, taken: !element[$dispatchEvent](event) };
  }
  function write(run, order) {
    const { register, guard } = run;
    const { id } = order;
    const element = register.element(id);
    if (!element) return { found: false };
    if (guard.stops(id, element) || !isRendered(element)) return { found: true, written: false };
    if (order.whole && element[$matches]("[type=range i]") && takesKeys2(element)) return { found: true, written: false };
    if (element instanceof HTMLInputElement && VALUED_TYPES.test(element[$type])) return { found: true, written: setValue(run, element, order) };
    if (order.whole && needsKeys(element, order.text)) return { found: true, written: false };
    if (!takesText(element) || !enter(element, Boolean(order.end))) return { found: true, written: false };
    receive(run, element, order);
    if (order.text) element[$dispatchEvent](new KeyboardEvent("keydown", UNNAMED_KEY));
    insert(element, order.text, Boolean(order.end));
    if (order.text) element[$dispatchEvent](new KeyboardEvent("keyup", UNNAMED_KEY));
    return { found: true, written: true };
  }
  function setValue(run, input, order) {
    if (order.end || input[$readOnly] || input[$matches](":disabled")) return false;
    input[$focus]();
    if (!hasFocus(input)) return false;
    const before = input[$value];
    input.value = order.text;
    if (input[$value] !== order.text) {
      input.value = before;
      return false;
    }
    receive(run, input, order);
    input[$dispatchEvent](new Event("input", { bubbles: true, composed: true }));
    input[$dispatchEvent](new Event("change", { bubbles: true }));
    return true;
  }
  function selectField({ register, guard }, { id }) {
    const element = register.element(id);
    if (!element) return { found: false };
    return { found: true, selected: !guard.stops(id, element) && takesText(element) && enter(element, false) };
  }
  function type(run, order) {
    const { register, guard } = run;
    const { id } = order;
    const element = register.element(id);
    if (order.first) typingIn = null;
    const before = typingIn?.deref() ?? element;
    const active = focusedElement();
    const into = !order.first && active && takesText(active) ? active : before;
    if (!into || !into[$isConnected]) return { found: false };
    if (order.first && element && guard.stops(id, element)) return { found: true, written: false };
    if (!takesText(into) || !isRendered(into)) return { found: true, written: false };
    const atEnd = !order.first || Boolean(order.end);
    if ((order.first || active !== into) && !enter(into, atEnd)) return { found: true, written: false };
    receive(run, into, { ...order, id: into === element ? id : "", end: atEnd });
    typingIn = new WeakRef(into);
    const key = { key: order.text, keyCode: keyCodeOf(order.text), bubbles: true, cancelable: true, composed: true };
    const press = { ...key, keyCode: order.text.charCodeAt(0), charCode: order.text.charCodeAt(0) };
    if (into[$dispatchEvent](new KeyboardEvent("keydown", key)) && into[$dispatchEvent](new KeyboardEvent("keypress", press))) {
      insert(into, order.text, atEnd);
    }
    into[$dispatchEvent](new KeyboardEvent("keyup", key));
    return { found: true, written: true };
  }
  function keyCodeOf(character) {
    return /^[a-z0-9 ]$/i.test(character) ? character.toUpperCase().charCodeAt(0) : 229;
  }
  function receive({ register, looks }, field, order) {
    const { id } = order;
    keepListening(listenToLeaks);
    if (!order.end) taints.delete(field);
    if (!order.end && id) register.taints.delete(id);
    if (order.taint) setTaint(field, order.taint);
    if (order.taint && id) register.taints.set(id, order.taint);
    looks.forget();
  }
  function received(run, { id, taint }) {
    const element = run.register.element(id);
    if (element) receive(run, element, { id, text: "", end: true, taint });
  }
  function enter(element, atEnd) {
    element[$focus]();
    if (!hasFocus(element)) return false;
    if (atEnd) collapseAtEnd(element);
    else selectAll(element);
    return true;
  }
  function selectAll(element) {
    if (isTextField(element)) element[$select]();
    else getSelection()?.selectAllChildren(element);
  }
  function collapseAtEnd(element) {
    if (isTextField(element)) {
      if (element[$selectionStart] !== null) element[$setSelectionRange](element[$value].length, element[$value].length);
      return;
    }
    const selection = getSelection();
    selection?.selectAllChildren(element);
    selection?.collapseToEnd();
  }
  function insert(element, text, atEnd) {
    const inputType = text ? "insertText" : "deleteContentBackward";
    const init = { bubbles: true, cancelable: true, composed: true, inputType, data: text || null };
    if (!element[$dispatchEvent](new InputEvent("beforeinput", init))) return;
    const isEmpty = !text && contentOf(element) === "";
    if (isEmpty || hasFocus(element) && (text ? document[$execCommand]("insertText", false, text) : document[$execCommand]("delete"))) return;
    if (!isTextField(element)) return;
    element.value = atEnd ? element[$value] + text : text;
    element[$dispatchEvent](new InputEvent("input", { ...init, cancelable: false }));
    element[$dispatchEvent](new Event("change", { bubbles: true }));
  }

  // read/view.js
  function shownArea() {
    const view = visualViewport;
    if (!view) return [0, 0, innerWidth, innerHeight];
    const bars = Math.max(innerWidth - view.width * view.scale, innerHeight - view.height * view.scale);
    const [width, height] = bars < 40 ? [innerWidth / view.scale, innerHeight / view.scale] : [view.width, view.height];
    return [view.offsetLeft, view.offsetTop, width, height];
  }
  var LONGEST_SELECTION = 1e3;
  function selectedText() {
    const active = focusedElement();
    if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) {
      if (isWithheld(active) || taintOf(active) || active[$selectionStart] === null) return "";
      return active[$value].slice(active[$selectionStart], active[$selectionEnd] ?? 0).slice(0, LONGEST_SELECTION);
    }
    const selection = getSelection();
    return selection && !selection.isCollapsed ? selection.toString().slice(0, LONGEST_SELECTION) : "";
  }

  // read/kept_look.js
  var Looks = class {
    constructor() {
      this.kept = /* @__PURE__ */ new Map();
      this.count = 0;
      this.rects = /* @__PURE__ */ new WeakMap();
      this.measured = 0;
      this.begun = null;
    }
    measure(seen2, measures) {
      this.rects = new WeakMap(seen2.map(({ shown }) => [shown, inDocument(measures.rect(shown))]));
      this.measured = performance.now();
    }
    forget() {
      for (const look of this.kept.values()) look.drop();
      this.kept.clear();
      this.begun?.look.drop();
      this.begun = null;
    }
    areUntouched() {
      return Array.from(this.kept.values()).some((look) => look.remembered && look.isUntouched());
    }
  };
  var KeptLook = class {
    constructor(register, walk, options, number) {
      this.number = number;
      this.ids = walk.seen.map((one) => one.id);
      this.rects = walk.measures.rects;
      this.scrolled = Array.from(scrollContainers(), (element) => [element, element[$scrollLeft], element[$scrollTop]]);
      this.remembered = options.remember === true;
      this.counts = options.counts || "";
      this.listenersKnown = listenersKnown;
      this.adopted = adopted;
      this.roots = allRoots();
      this.rest = unobserved(this.roots);
      this.after = register.remembered;
      this.changed = false;
      this.observer = new MutationObserver(() => this.drop());
      for (const root of this.roots) this.observer.observe(root, CHANGES);
    }
    drop() {
      this.changed = true;
      this.observer.disconnect();
      this.rects = /* @__PURE__ */ new Map();
      this.scrolled = [];
      this.rest = [];
      this.roots = [];
    }
    isUntouched() {
      if (!this.changed && this.observer.takeRecords().length) this.drop();
      return !this.changed && this.adopted === adopted;
    }
    isCurrent(register, options) {
      if (!this.isUntouched() || !this.counts || !options.still || options.counts !== this.counts || listenersKnown !== this.listenersKnown) return false;
      if (register.remembered !== this.after || options.remember && !this.remembered) return false;
      if (this.roots.some((root) => root[$getAnimations]().some((animation) => animation.playState === "running"))) return false;
      if (this.scrolled.some(([element, left2, top2]) => element[$scrollLeft] !== left2 || element[$scrollTop] !== top2)) return false;
      const rest2 = unobserved(this.roots);
      if (rest2.length !== this.rest.length || rest2.some((one, index) => one !== this.rest[index])) return false;
      for (const [element, rect] of this.rects) if (!(element instanceof HTMLAreaElement) && !isSameRect(rect, boxOf(element))) return false;
      return true;
    }
  };
  function* scrollContainers() {
    for (const [element, { known }] of cache.styles) if (known.overflow && known.overflow !== "visible") yield element;
  }
  function unobserved(roots) {
    const selection = getSelection();
    const scroller = document[$scrollingElement] || document[$documentElement];
    const found = [
      location.href,
      document[$title],
      document[$designMode],
      document[$readyState],
      document[$hasFocus](),
      innerWidth,
      innerHeight,
      ...shownArea(),
      scrollX,
      scrollY,
      scroller?.[$scrollWidth],
      scroller?.[$scrollHeight],
      selection?.anchorNode,
      selection?.anchorOffset,
      selection?.focusNode,
      selection?.focusOffset
    ];
    for (const root of roots) {
      found.push(root[$activeElement]);
      for (const control of root[$querySelectorAll]("input, textarea, select, output, button, fieldset")) {
        if (control instanceof HTMLInputElement) pushInput(control, found);
        else if (control instanceof HTMLTextAreaElement) found.push(control[$value], control[$selectionStart], control[$selectionEnd]);
        else if (control instanceof HTMLSelectElement) found.push(...Array.from(control[$selectedOptions], (option) => option[$index]));
        const invalid = control[$matches](":user-invalid");
        found.push(invalid);
        if (invalid) found.push(control[$validationMessage]);
      }
    }
    return found;
  }
  function pushInput(input, into) {
    if (isWithheld(input)) into.push(input[$value] !== "");
    else if (input[$type] === "checkbox" || input[$type] === "radio") into.push(input[$checked], input[$indeterminate]);
    else if (input[$type] === "file") into.push(...Array.from(input[$files] || []));
    else into.push(input[$value], input[$selectionStart], input[$selectionEnd]);
  }

  // read/lacking.js
  var LITTLE = { elements: 5, characters: 200 };
  var MEDIA = "img, canvas, video, svg, svg *, object, embed";
  function lackingIn(walk, root) {
    let characters = 0;
    for (const part of walk.runs.all) if (typeof part === "string" && (characters += part.trim().length) > LITTLE.characters) return null;
    if (walk.seen.length > LITTLE.elements) return null;
    const empty = !root.kids.length;
    const showing = /* @__PURE__ */ new Set();
    for (const [x, y] of samplePoints()) {
      const found = hit(x, y);
      if (found && showsSomething(found, empty)) showing.add(found);
    }
    const lacking = Array.from(showing).filter((element) => !tells(walk, element)).length;
    return lacking > 0 && 2 * lacking > showing.size ? { lacking, showing: showing.size, empty } : null;
  }
  function showsSomething(element, pictures) {
    if (!element[$checkVisibility]({ opacityProperty: true, visibilityProperty: true })) return false;
    if (hasText(element) || element[$matches](CONTROLS2)) return true;
    return pictures && (element[$matches](MEDIA) || styleOf(element).live.backgroundImage.includes("url("));
  }
  function tells({ met, runs: runs2 }, element) {
    for (let node = element; node; node = composedParent(node)) if (met.has(node)) return true;
    return runs2.told.has(element);
  }

  // read/capture.js
  var LONGEST_TITLE = 1e4;
  function kindOf2({ boxes, whole, unfolded: unfolded2 }) {
    return `${boxes} ${whole} ${unfolded2}`;
  }
  function capture(run, options) {
    const { register, looks } = run;
    const kind = kindOf2(options);
    const fits = noteListeners(options.listeners || "", options.listened || "");
    const kept2 = looks.kept.get(kind);
    if (kept2?.isCurrent(register, options)) return repeat(run, kept2, options);
    kept2?.drop();
    looks.kept.delete(kind);
    if (!fits && options.provisional) return { again: true, token };
    const begun = looks.begun;
    looks.begun = null;
    if (begun?.look.isUntouched() && fits) return finish(run, begun, options);
    register.begin(options.seeds || {});
    const walk = new Walk(register, new Measures(), options);
    const root = walk.page();
    looks.measure(walk.seen, walk.measures);
    const scroller = document[$scrollingElement] || document[$documentElement];
    const look = new KeptLook(register, walk, options, ++looks.count);
    const answer = {
      token,
      tainted: taintNames(),
      url: location.href,
      selection: selectedText(),
      title: document[$title].slice(0, LONGEST_TITLE),
      root,
      text: walk.runs.all,
      runs: walk.runs.boxes,
      elements: walk.elements,
      deepest: walk.cut ? DEEPEST : 0,
      lacks: lackingIn(walk, root),
      again: false,
      look: look.number,
      modal: walk.modal ? shortLabel(walk.modal) : "",
      counters: Object.fromEntries(register.next),
      width: innerWidth,
      height: innerHeight,
      shown: shownArea(),
      scroll: [round(scrollX), round(scrollY), scroller?.[$scrollWidth] ?? 0, scroller?.[$scrollHeight] ?? 0]
    };
    if (options.provisional && suspected.size) {
      looks.begun = { look, walk, answer, kind };
      return { again: true, token };
    }
    looks.kept.set(kind, look);
    return answer;
  }
  function finish({ register, looks }, { look, walk, answer, kind }, options) {
    const remember = options.remember !== false;
    register.assign(walk.seen, remember);
    register.fold(walk.folds, remember);
    for (const { id, node } of walk.seen) if (node.state && node.state.id !== id) Object.assign(node.state, { id, new: true });
    look.ids = walk.seen.map((one) => one.id);
    look.after = register.remembered;
    looks.kept.set(kind, look);
    return answer;
  }
  function still(run, options) {
    document[$documentElement]?.[$getBoundingClientRect]();
    const kept2 = run.looks.kept.get(kindOf2(options));
    const same = kept2?.isCurrent(run.register, { ...options, still: true, counts: kept2.counts }) ? repeat(run, kept2, options) : null;
    return { token, customs: customElements().length, listeners: uncheckedElements(), same: same && { ...same, counts: kept2?.counts } };
  }
  function repeat({ register }, look, options) {
    register.begin(options.seeds || {});
    register.repeat(look.ids, options.remember !== false);
    look.after = register.remembered;
    return { again: false, same: look.number, remembered: look.remembered, token, tainted: taintNames(), counters: Object.fromEntries(register.next) };
  }
  function unfold({ register, looks }, { id, ...options }) {
    const [now, before] = [register.folds.get(id) || [], register.opened.get(id) || []];
    const longest = now.length > before.length ? now : before;
    const all = longest.filter((element) => element[$isConnected]);
    if (!all.length) return { found: false };
    register.open(id, longest);
    looks.forget();
    const folds = register.folds;
    register.begin(options.seeds || {});
    const walk = new Walk(register, new Measures(), { boxes: options.boxes, whole: true });
    const elements = all.slice(options.from, options.from + options.most);
    const root = walk.part(elements);
    register.folds = folds;
    return {
      found: true,
      url: location.href,
      root,
      text: walk.runs.all,
      runs: walk.runs.boxes,
      counters: Object.fromEntries(register.next),
      width: innerWidth,
      height: innerHeight,
      count: all.length,
      shown: elements.length
    };
  }

  // run.js
  var Run = class {
    constructor() {
      this.register = new Register();
      this.guard = new Guard(this.register);
      this.copies = new Copies();
      this.looks = new Looks();
      this.messages = 0;
    }
  };
  var runs = /* @__PURE__ */ new Map();
  function runOf(name) {
    return getOrMake(runs, name, () => new Run());
  }

  // signs/waiting.js
  var turns = new MessageChannel();
  var waiting = [];
  turns.port1.onmessage = () => waiting.shift()?.();
  function turn() {
    return new Promise((resolve) => {
      waiting.push(() => resolve(void 0));
      turns.port2.postMessage(null);
    });
  }
  var LONGEST_FRAME = 200;
  async function drawn(times) {
    signs().awaitsFrame();
    if (!document[$hidden]) await new Promise((resolve) => signs().askFrame(() => resolve(null)));
    for (let more = 1; more < times && !document[$hidden]; more += 1) {
      await new Promise((resolve) => {
        signs().askFrame(() => resolve(null));
        signs().askTimer(() => resolve(null), LONGEST_FRAME);
      });
    }
    await turn();
  }
  async function rested() {
    await turn();
    if (signs().awaitsFrame()) await drawn(1);
  }
  async function waitFor({ turn: takesTurn, drawn: frames = 0, settled, most }) {
    const wait = async () => {
      if (takesTurn) await turn();
      if (frames) await drawn(frames);
      if (settled) await rested();
      return false;
    };
    if (!most) return wait();
    const late = new Promise((resolve) => signs().askTimer(() => resolve(true), most));
    return Promise.race([wait(), late]);
  }

  // operations.js
  var OPERATIONS = {
    // Looks
    token: () => token,
    still: (run, args) => {
      signs();
      const { same, ...answer } = remembering(() => still(run, args));
      if (same && args.remember) signs().rest();
      return { same, ...answer };
    },
    capture: (run, args) => {
      const answer = remembering(() => capture(run, args));
      if (args.remember && !answer.again) signs().rest();
      return answer;
    },
    unfold: (run, args) => remembering(() => unfold(run, args)),
    untouched: ({ looks }) => looks.areUntouched(),
    text: ({ register }, args) => fullText(register, args),
    size: () => [innerWidth, innerHeight],
    // The focus
    focus: focusPlace,
    in_focus: inFocus,
    clipboard: clipboardPlace,
    // Elements, and where they are
    check: ({ register }, args) => check(register, args),
    content: ({ register }, args) => content(register, args),
    open: ({ register }, args) => isInTheOpen(register, args),
    suggests: ({ register }, args) => suggests(register, args),
    slider: ({ register }, args) => slider(register, args),
    file: ({ register }, args) => fileInput(register, args),
    rect: ({ register }, args) => rectOf(register, args),
    point: ({ register }, args) => pointOf(register, args),
    at_point: ({ register }, args) => atPoint(register, args),
    label: ({ register }, args) => freePlace(register, args),
    holder: ({ register }, args) => holderOf(register, args),
    view: ({ register }, args) => intoView(register, args),
    centre: ({ register }, args) => centre(register, args),
    scroll: ({ register }, args) => scrollPane(register, args),
    note: ({ register }, args) => note(register, args),
    before_choices: ({ register }, args) => beforeChoices(register, args),
    choices: ({ register }, args) => choices(register, args),
    pick: ({ register }, args) => pick(register, args),
    calendar_step: ({ register }, args) => calendarStep(register, args),
    calendar_time: ({ register }, args) => calendarTime(register, args),
    more_choices: ({ register }, args) => moreChoices(register, args),
    unfold_choice: ({ register }, args) => unfoldChoice(register, args),
    in_place: ({ register }, args) => isInPlace(register, args),
    whereabouts: ({ register }, args) => whereabouts(register, args),
    // Actions
    begin: ({ copies }, { effect }) => {
      signs().begin();
      signs().messages.begin(effect);
      copies.begin();
    },
    arm,
    bar,
    leave: ({ register }, args) => leave(register, args),
    close_popup: ({ register }, args) => closePopup(register, args),
    slipped: ({ guard }) => guard.slipped(),
    disarm,
    rest,
    write,
    select_field: selectField,
    paste,
    type,
    keep_forms: (_, args) => keepForms(args),
    taint: received,
    tool_forms: ({ register }) => toolForms(register),
    offer: ({ register }, args) => offerFiles(register, args),
    find: ({ register }, args) => findText(register, args),
    show: ({ register }, args) => showText(register, args),
    searched_text: ({ register }, args) => searchedText(register, args),
    select,
    selected,
    copied: ({ copies }, { origin, texts }) => copies.share(origin, texts),
    // What the page does, and what a person does in it
    signs: (run) => {
      const messages = signs().messages.after(run.messages);
      run.messages = messages.count;
      return { ...signs().answer(), messages };
    },
    modal: () => signs().newModal(),
    entered,
    person: ({ register }, args) => listenToPerson(register, args)
  };
  function answerTo({ run, op, args }) {
    return OPERATIONS[op](runOf(run), args) ?? null;
  }
  async function perform(requests) {
    const answers = [];
    for (const request of requests) {
      const late = request.before && await waitFor(request.before);
      const answer = answerTo(request);
      answers.push(late ? { ...answer, late } : answer);
      if (!isAsExpected(answer, request.expect)) break;
    }
    return JSON.stringify(answers);
  }
  function isAsExpected(answer, expected = {}) {
    return Object.entries(expected).every(([name, value]) => answer[name] === value);
  }

  // main.js
  var apart = null;
  function carrier(answer) {
    apart ??= document[$implementation].createHTMLDocument("");
    const element = apart[$createElement]("pre");
    element.textContent = JSON.stringify(answer);
    return element;
  }
  var BELONGINGS = { label: shownLabel, file: fileInputOf, carrier: newCarrier, opener: openerOf, option: pickedOption, keys: keyTaker };
  function query(root, selector) {
    wake();
    if (selector.startsWith("{")) return [carrier(answerTo(JSON.parse(selector)))];
    const [name, id, part] = selector.trim().split(" ");
    const { register, guard, looks } = runOf(name);
    if (id === "frame") {
      if (root instanceof Element) register.frames.set(root, Number(part));
      looks.forget();
      return [];
    }
    if (id === "focused") return [focusedElement()];
    const element = register.element(id);
    if (!element) return [];
    guard.resolve(id, element);
    return [part ? BELONGINGS[part](element, id) : shownOf(register, id)];
  }
  var awake = false;
  function wake() {
    if (awake) return;
    awake = true;
    Object.assign(globalThis, { actwright: { engine, token, perform, ...exposed, ...internals } });
  }
  var engine = {
    query: (root, selector) => query(root, selector)[0] ?? null,
    queryAll: (root, selector) => query(root, selector).filter((found) => found !== null)
  };
  return __toCommonJS(main_exports);
})();
return modules.engine;
});
const made = () => (engine ??= Object.hasOwn(globalThis, 'actwright') ? globalThis.actwright.engine : make());
return {
  query: (root, selector) => made().query(root, selector),
  queryAll: (root, selector) => made().queryAll(root, selector),
};
})()
//# sourceURL=actwright.js
