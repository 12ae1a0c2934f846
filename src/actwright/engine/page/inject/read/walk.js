// The walk: one pass over the composed tree that builds the nodes of the page tree and finds what can be acted on.

import { EVERYWHERE, around, middle, overlap, round, viewport } from '../dom/areas.js';
import { isOnTop, letsOut, mayShow, mayShowText, portOf, portsIn } from '../dom/clips.js';
import { BARE, SKIPPED, composedChildren, composedParent, hasText, isBlank } from '../dom/composed.js';
import { contentOffset } from '../dom/frames.js';
import { generatedText } from '../dom/generated_content.js';
import { MOST_PARTS, coverOf, isDrawn } from '../dom/hit_tests.js';
import { imageOf } from '../dom/image_maps.js';
import { backdrop, topModal } from '../dom/modals.js';
import { CONTROLS } from '../dom/selectors.js';
import { rootIn, suspect, suspectByLook, suspected } from '../dom/shadow_roots.js';
import { fold } from '../dom/strings.js';
import { isFaceDown, isRendered, isSkipped, scrolls, styleOf } from '../dom/style.js';
import { SAME, listens } from './clickable.js';
import { doublesToggle, iconHint, markupHint, repeats } from './icon_labels.js';
import { holdsItems, listening } from './listeners.js';
import { nameNow, nameOf, nativeName, saidBy } from './names.js';
import { LEAST_ROWS, amongRows } from './overlays.js';
import { CLAIMING, LEAVES, NATIVE, WIDGET_ROLES, isEditingHost, roleOf } from './roles.js';
import { Scope } from './scope.js';
import { coverLabel, tagOf } from './short_labels.js';
import { isCopyForForms, isPlain, isRange, isStandInKind, standIn } from './stand_ins.js';
import { extrasOf, stateOf, valueOf } from './state.js';
import { ONLY_NAMED, isMeaningful, structureTag } from './structure.js';
import { DEEPEST, REST_DEPTH, contentsOf, visibleText } from './text.js';

/** @import { Area } from '../dom/areas.js' */
/** @import { Measures } from '../dom/measures.js' */
/** @import { Style } from '../dom/style.js' */
/** @import { Register } from '../identity/register.js' */
/** @import { Seen, State } from './state.js' */

/**
 * @typedef {object} TreeNode
 * @property {string} tag
 * @property {(TreeNode | TextNode)[]} kids
 * @property {State} [state] of an element with an ID
 * @property {[string, string][]} [extras] attributes only the tree shows
 * @property {string} [label] the name of a structure element
 * @property {number} [frame] the number of the frame in an iframe
 * @property {[number, number, number, number]} [box]
 * @property {boolean} [modal]
 * @property {Offset} [offset] where the content of an iframe is
 * @property {Fold} [fold] what the node represents
 */

/**
 * @typedef {object} Fold  adjacent elements far from the view, replaced by one line
 * @property {string} id
 * @property {string} tag the most common among them
 * @property {number} count
 * @property {string} side
 * @property {Record<string, number>} holds how many links, buttons and fields they contain
 * @property {string[]} headings
 */

/**
 * @typedef {object} Offset
 * @property {number} left
 * @property {number} top
 * @property {number} scale
 * @property {[number, number, number, number] | null} clip the visible part of the frame
 * @property {string} cover what covers it
 */

/** @typedef {{text: string, box?: [number, number, number, number]}} TextNode */

/**
 * @typedef {object} Surroundings  what a node inherits on the way down
 * @property {string} cursor of the parent, which shows whether the parent takes the clicks
 * @property {boolean} claimed whether an ancestor takes clicks
 * @property {boolean} faint whether it is transparent: its text is not visible
 * @property {boolean} inert whether nothing in it takes input
 * @property {boolean} quiet whether its text appears elsewhere (that of a label with its control)
 * @property {boolean} shut whether it is clipped to nothing, and only what is placed outside of it can be seen
 * @property {Area} near the area that is described; the rest is folded
 * @property {number} nodes how many nodes of the tree are around it
 * @property {boolean} unfolded whether it was folded in the capture before, so that it is not new now
 */

/** If fewer elements than this are far, they are described rather than folded. */
const LEAST_FOLDED = 6;
const IN_DRAWINGS = 'a, text, foreignObject, [tabindex], [onclick], [role=button], [role=link], [role=checkbox], [role=menuitem]';

/**
 * Structure inside this many nodes is left out; a control inside twice as many has no kids: its content is placed
 * beside it.
 */
const MOST_AROUND = 60;

const DEEP_CONTROLS = `${CONTROLS}, [onclick], [tabindex], iframe, video[controls], audio[controls]`;

/** A drawing smaller than this many CSS px is an icon. */
const LEAST_DRAWING = 40;

/**
 * Cursors over a handle at an edge or a corner. Those between columns and rows are left out, because tables are full of
 * them.
 */
const RESIZES = /^([ns]?[ew]?|ew|ns|nesw|nwse)-resize$/;

/** @type {Set<Element>} */
const NONE = new Set();
const { ELEMENT_NODE: ELEMENT, TEXT_NODE: TEXT } = Node;

export class Walk {
  /**
   * @param {Register} register
   * @param {Measures} measures
   * @param {{boxes?: boolean, remember?: boolean, whole?: boolean, unfolded?: boolean, provisional?: boolean}} options
   */
  constructor(register, measures, options) {
    this.register = register;
    this.measures = measures;
    this.options = options;
    /** @type {Seen[]} */
    this.seen = [];
    /** @type {Set<Element>} */
    this.met = new Set();
    /** @type {Set<Element | null>} Those of whose own text something is in the tree. */
    this.told = new Set();
    /** @type {(string | number)[]} All visible text, with the numbers of frames in their places. */
    this.text = [];
    /** @type {[string, number, number, number, number][]} */
    this.runs = [];
    this.elements = 0;
    this.depth = 0;
    /** Whether anything was deeper than `DEEPEST`. */
    this.cut = false;
    measures.modal = topModal();
    /** @type {Element | null} What covers everything outside of it. */
    this.modal = measures.modal ?? backdrop();
    this.scope = new Scope(measures, register.recent());
    /** @type {Map<string, Element[]>} */
    this.folds = new Map();
    /** @type {{parts: string[], nodes: (Text | Element)[], into: (TreeNode | TextNode)[], quiet: boolean} | null} */
    this.run = null;
  }

  /** @returns {TreeNode} */
  page() {
    /** @type {TreeNode} */
    const root = { tag: 'page', kids: [] };
    if (document.body) this.element(document.body, root.kids, surroundings(around(viewport())));
    this.flush();
    const remember = this.options.remember !== false && !(this.options.provisional && suspected.size);
    this.register.assign(this.seen, remember);
    this.register.fold(this.folds, remember);
    for (const one of this.seen) one.node.state = stateOf(one, this.register, this.measures);
    return root;
  }

  /**
   * The nodes of some elements, wherever they are; what is shown of them counts as seen.
   * @param {Element[]} elements
   * @returns {TreeNode}
   */
  part(elements) {
    /** @type {TreeNode} */
    const root = { tag: 'page', kids: [] };
    for (const element of elements) this.element(element, root.kids, surroundings(EVERYWHERE));
    this.flush();
    this.register.include(this.seen);
    for (const one of this.seen) one.node.state = stateOf(one, this.register, this.measures);
    return root;
  }

  /**
   * @param {Node} node
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} around
   */
  visit(node, into, around) {
    if (node.nodeType === TEXT) this.say(/** @type {Text} */ (node).data, /** @type {Text} */ (node), into, around);
    else if (node.nodeType === ELEMENT) this.element(/** @type {Element} */ (node), into, around);
  }

  /**
   * @param {Element} element
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} around
   */
  element(element, into, around) {
    this.elements += 1;
    if (SKIPPED.has(element.localName)) return;
    if (element.localName === 'br') return this.say(' ', null, into, around);
    if (element.localName === 'area') return this.area(element, into, around);
    if (this.hiddenControl(element, into, around)) return;
    const style = styleOf(element);
    if (!style.plain && style.display === '') return suspect(element.parentElement); // assigned to no slot of a closed root
    if (!style.plain && (style.display === 'none' || isSkipped(element))) return;
    if (isFaceDown(element, style)) return;
    const ports = portsIn(element);
    if (!ports.flow.room && !around.shut && !letsOut(element)) return;
    if (around.faint && isOnTop(element)) around = { ...around, faint: false };
    const span = this.measures.enter(element);
    const inline = style.display.startsWith('inline') || style.display === 'contents';
    const below = this.below(element, style, around);
    below.shut = !ports.flow.room;
    const found = this.nodeFor(element, style, around);
    const control = this.met.has(element);
    const node = around.nodes < MOST_AROUND || control || found?.frame !== undefined ? found : null;
    const nests = around.nodes < (control ? 2 : 1) * MOST_AROUND;
    const gap = !inline ? '\n' : style.display === 'inline' && !LEAVES.has(element.localName) ? '' : ' ';
    if (node && this.met.has(element)) {
      below.quiet = false;
      below.claimed = below.claimed || style.cursor === 'pointer' || CLAIMING.has(element.localName) || WIDGET_ROLES.has(roleOf(element));
    }
    if (!inline || node) this.flush();
    this.text.push(gap);
    if (node) below.nodes += 1;
    this.depth += 1;
    this.descend(element, node, node && nests ? node.kids : into, below, style);
    this.depth -= 1;
    if (!inline || node) this.flush();
    this.text.push(gap);
    span.last = this.measures.met;
    if (node && (node.kids.length || (isMeaningful(node) && (control || this.shows(element))))) into.push(this.met.has(element) ? this.once(node) : node);
  }

  /**
   * Whether an element itself can be seen, at least after people have scrolled.
   * @param {Element} element
   */
  shows(element) {
    return this.measures.hasArea(element) ? mayShow(element, this.measures.rect(element)) : portOf(element).room !== null;
  }

  /**
   * Visits the content of an element or, if it is nested too deeply, what can be acted on in it.
   * @param {Element} element
   * @param {TreeNode | null} node
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} below
   * @param {Style} style
   */
  descend(element, node, into, below, style) {
    if (this.depth < DEEPEST || (this.depth > DEEPEST && this.depth < DEEPEST + REST_DEPTH)) return this.content(element, node, into, below, style);
    this.cut = this.cut || element.firstChild !== null || rootIn(element) !== null;
    if (this.depth > DEEPEST) return;
    /** @type {Element | null} */
    let last = null;
    for (const inner of element.getElementsByTagName('*')) {
      if (last?.contains(inner) || !(inner.matches(DEEP_CONTROLS) || listening.has(inner) || rootIn(inner)) || !this.showsDeep(inner)) continue;
      last = inner;
      this.visit(inner, into, below);
    }
  }

  /**
   * Whether nothing around an element, which is deep inside another one, makes it invisible or inert.
   * @param {Element} inner
   */
  showsDeep(inner) {
    return inner.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !inner.closest('[inert]') && mayShow(inner);
  }

  /**
   * Merges an element and its only child node if both have the same name and one has no role: an action on one is an
   * action on the other, as with a tab and the box around it. Keeps the inner one if it has a role, else the outer one.
   * Without a name they must be about the same size, because the handle of a slider is not its rail.
   * @param {TreeNode} outer
   * @returns {TreeNode}
   */
  once(outer) {
    const [inner, more] = outer.kids;
    if (!inner || more || !('tag' in inner)) return outer;
    const [around, within] = [this.seen.findLast((one) => one.node === outer), this.seen.findLast((one) => one.node === inner)];
    if (!around || !within || around.name !== within.name || (around.role && within.role)) return outer;
    if (!around.name && this.measures.area(within.shown) < SAME * this.measures.area(around.shown)) return outer;
    const needless = within.role ? around : within;
    this.seen.splice(this.seen.lastIndexOf(needless), 1);
    this.met.delete(needless.element);
    if (needless === around) return inner;
    outer.kids = inner.kids;
    return outer;
  }

  /**
   * @param {Element} element
   * @param {TreeNode | null} node
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} below
   * @param {Style} style
   */
  content(element, node, into, below, style) {
    if (node?.frame !== undefined) this.text.push(node.frame);
    if (this.met.has(element) && isEditingHost(element)) return void this.text.push(String(valueOf(element, 'textbox')));
    if (!LEAVES.has(element.localName) || this.opens(element, below)) {
      this.label(element, into, below);
      suspectByLook(element, this.measures);
      const unseen = hasText(element) && (style.skipsContent || style.isSizedAway || !mayShowText(element, this.measures.rect(element)));
      const own = style.isHidden || below.shut || unseen ? { ...below, faint: true } : below;
      this.say(generatedText(element, '::before'), element, into, own);
      this.inside(Array.from(composedChildren(element)), into, below, own);
      this.say(generatedText(element, '::after'), element, into, own);
    } else if (element instanceof HTMLInputElement && /^(button|submit|reset)$/.test(element.type) && this.shows(element)) {
      this.text.push(nativeName(element), ' ');
    } else if (element instanceof SVGElement && this.options.boxes && element.textContent?.trim()) {
      this.runs.push([fold(element.textContent), ...this.measures.box(element)]);
    }
  }

  /**
   * Whether a drawing contains something to read or to act on.
   * @param {Element} element
   * @param {Surroundings} below
   */
  opens(element, below) {
    if (element.localName !== 'svg' || below.claimed) return false;
    if (element.querySelector(IN_DRAWINGS)) return true;
    const rect = this.measures.rect(element);
    if (rect.width < LEAST_DRAWING || rect.height < LEAST_DRAWING) return false;
    const parts = Array.from(element.querySelectorAll('*')).slice(0, MOST_PARTS);
    return parts.some((part) => listening.has(part) || getComputedStyle(part).cursor === 'pointer');
  }

  /**
   * @param {Node[]} nodes
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} below
   * @param {Surroundings} own for text nodes
   */
  inside(nodes, into, below, own) {
    const elements = /** @type {Element[]} */ (nodes.filter((node) => node.nodeType === ELEMENT && !SKIPPED.has(/** @type {Element} */ (node).localName)));
    const far = elements.length && !this.options.unfolded ? this.scope.farOnes(elements, below.near) : NONE;
    if (elements.length > LEAST_ROWS) nodes = amongRows(nodes, elements, far, this.measures);
    if (!far.size) {
      for (const node of nodes) this.visit(node, into, node instanceof Text ? own : below);
      return;
    }
    /** @type {Element[]} */
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

  /**
   * Replaces adjacent far elements with one line, unless that line would be no shorter than they are.
   * @param {Element[]} elements
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} below
   */
  fold(elements, into, below) {
    let size = 0;
    for (const element of elements) if ((size += 1 + element.getElementsByTagName('*').length) >= LEAST_FOLDED) break;
    if (size < LEAST_FOLDED) {
      for (const element of elements) this.visit(element, into, below);
      return;
    }
    this.flush();
    if (this.options.whole) for (const element of elements) this.text.push('\n', visibleText(element), '\n');
    const id = this.register.foldId(elements);
    this.folds.set(id, elements);
    const rect = this.measures.rect(elements[0]);
    const side = rect.top >= below.near.bottom ? 'below' : rect.bottom <= below.near.top ? 'above' : 'beside';
    into.push({ tag: 'fold', kids: [], box: this.measures.box(elements[0]), fold: { id, count: elements.length, side, ...contentsOf(elements) } });
  }

  /**
   * What the children of an element inherit.
   * @param {Element} element
   * @param {Style} style
   * @param {Surroundings} around
   * @returns {Surroundings}
   */
  below(element, style, around) {
    const faint = around.faint || style.isTransparent;
    const unfolded = around.unfolded || this.register.folded.has(element);
    const inert = around.inert || element.hasAttribute('inert');
    const quiet = around.quiet || (!inert && this.saidByControl(element));
    return { ...around, cursor: style.cursor, inert, faint, quiet, unfolded, near: this.nearIn(element, style, this.scope.cards.has(element) ? EVERYWHERE : around.near) };
  }

  /**
   * The area in which an element's content is described: if it clips its content, its visible part and as much around
   * it.
   * @param {Element} element
   * @param {Style} style
   * @param {Area} near
   */
  nearIn(element, style, near) {
    if (style.position === 'fixed') near = around(viewport());
    if (style.overflowY === 'visible' || element === document.body || element === document.documentElement) return near;
    const rect = this.measures.rect(element);
    if (rect.width < 2 || rect.height < 2 || style.isFlow) return near;
    return overlap(near, around(rect)) || near;
  }

  /**
   * Whether an element is a label, legend or caption whose text its control or group already has in the tree.
   * @param {Element} element
   */
  saidByControl(element) {
    if (element.localName === 'legend') return element.parentElement instanceof HTMLFieldSetElement;
    if (element.localName === 'caption') return true;
    if (!(element instanceof HTMLLabelElement) || !element.control) return false;
    const control = element.control;
    const text = saidBy(element, control);
    return ((isRendered(control) && mayShow(control)) || standIn(control) !== null) && nameOf(control, roleOf(control)).includes(text);
  }

  /**
   * The hidden input that a label represents, if there is one.
   * @param {Element} label
   * @returns {Element | null}
   */
  standsIn(label) {
    if (!(label instanceof HTMLLabelElement) || !label.control) return null;
    return standIn(label.control) === label ? label.control : null;
  }

  /**
   * Shows a hidden checkbox, radio button, slider or file input by its label, which adds the node, or by the box that
   * draws it; a file input is shown even without one.
   * @param {Element} element
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} around
   * @returns {boolean} whether the element needs no further handling
   */
  hiddenControl(element, into, around) {
    if (!(isStandInKind(element) && !isPlain(element)) && !isRange(element)) return false;
    const shown = standIn(element);
    if (isRange(element) && !shown) return false;
    if (shown instanceof HTMLLabelElement || around.inert) return true;
    if (shown) {
      this.flush();
      into.push(this.meet(element, shown, extrasOf(element), around.unfolded));
      return true;
    }
    if (/** @type {HTMLInputElement} */ (element).type === 'file') {
      this.flush();
      into.push(this.meet(element, element, [['hidden', '']], around.unfolded));
      return true;
    }
    return false;
  }

  /**
   * @param {Element} element
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} below
   */
  label(element, into, below) {
    const control = this.standsIn(element);
    if (!control || below.inert || this.met.has(control)) return;
    this.flush();
    into.push(this.meet(control, element, [], below.unfolded));
    below.claimed = true;
  }

  /**
   * The node for an element; null if only its content is shown.
   * @param {Element} element
   * @param {Style} style
   * @param {Surroundings} around
   * @returns {TreeNode | null}
   */
  nodeFor(element, style, around) {
    const shown = !style.isHidden;
    const faint = around.faint || style.isTransparent;
    const field = /^(input|select|textarea)$/.test(element.localName);
    const box = style.display === 'contents' ? standIn(element) : element;
    if (shown && (!faint || (field && !isCopyForForms(element, style))) && this.isInteractive(element, style, around) && box && this.measures.hasArea(box) && this.shows(box)) {
      const extras = extrasOf(element);
      if (scrolls(element, style)) extras.push(beyond(element));
      if (RESIZES.test(style.cursor) && style.cursor !== around.cursor) extras.push(['resizes', edgesOf(style.cursor)]);
      return this.meet(element, box, extras, around.unfolded);
    }
    if (element instanceof HTMLIFrameElement || this.register.frames.has(element)) return this.frame(element, shown && !faint);
    if (!shown || faint) return null;
    return this.structure(element, style, around);
  }

  /**
   * @param {Element} element
   * @param {Style} style
   * @param {Surroundings} around
   */
  isInteractive(element, style, around) {
    const tag = element.localName;
    if (around.inert || element.hasAttribute('inert')) return false;
    if (BARE.has(tag) && !element.attributes.length && !listening.has(element) && style.cursor !== 'pointer' && style.overflowY === 'visible') return false;
    if (element instanceof HTMLInputElement) return element.type !== 'hidden';
    if (NATIVE.has(tag) || (tag === 'a' && roleOf(element) === 'link')) return true;
    if (tag === 'summary') return element.parentElement instanceof HTMLDetailsElement;
    if ((tag === 'video' || tag === 'audio') && element.hasAttribute('controls')) return true;
    if (WIDGET_ROLES.has(roleOf(element)) && tag !== 'option') return true;
    if (isEditingHost(element)) return true;
    if (tag === 'canvas') return style.pointerEvents !== 'none' && !around.claimed && !this.isBuried(element);
    if (element === document.body || element === document.documentElement) return false;
    if (element.getAttribute('draggable') === 'true') return true;
    if (element.hasAttribute('onclick')) return !doublesToggle(element, this.measures);
    const tabindex = element.getAttribute('tabindex');
    if (tabindex !== null && Number(tabindex) >= 0) return true;
    if (scrolls(element, style)) return true;
    if (RESIZES.test(style.cursor) && style.cursor !== around.cursor) return true;
    if (listens(element, style, this.met, this.measures)) return !repeats(element, this.met, this.measures);
    if (tag === 'label' && /** @type {HTMLLabelElement} */ (element).control) return false;
    if (style.cursor !== 'pointer' || around.cursor === 'pointer' || around.claimed) return false;
    if (holdsItems(element) && listening.has(element.children[0])) return false;
    return !repeats(element, this.met, this.measures);
  }

  /**
   * Whether a canvas is below something that takes every click on it, such as a layer of effects.
   * @param {Element} canvas
   */
  isBuried(canvas) {
    const area = this.measures.visible(canvas);
    return area !== null && !listening.has(canvas) && coverOf(canvas, area) !== null;
  }

  /**
   * @param {Element} element
   * @param {Element} shown
   * @param {[string, string][]} extras
   * @param {boolean} unfolded
   * @returns {TreeNode}
   */
  meet(element, shown, extras, unfolded) {
    const role = roleOf(element);
    const name = nameOf(element, role);
    /** @type {TreeNode} */
    const node = { tag: tagOf(element), kids: [], extras };
    if (!name) {
      let hint = iconHint(element);
      if (hint) extras.push(['icon', hint]);
      else if (!extras.some(([what]) => what === 'resizes') && (hint = markupHint(element))) extras.push(['hint', hint]);
      if (isDrawn(shown)) extras.push(['at', middle(this.measures.rect(shown)).map(Math.round).join(',')]);
    }
    if (element === this.modal) node.modal = true;
    this.met.add(element);
    this.seen.push({ element, shown, role, name, id: '', fresh: false, unfolded: unfolded || this.register.folded.has(element), node });
    return node;
  }

  /**
   * Adds the node for an area of an image map, which is not displayed itself.
   * @param {Element} element
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} around
   */
  area(element, into, around) {
    if (around.inert) return;
    if (!element.hasAttribute('href') && !element.hasAttribute('onclick') && !listening.has(element)) return;
    const image = imageOf(element);
    if (!image || !this.measures.hasArea(element) || !mayShow(image, this.measures.rect(element))) return;
    this.flush();
    into.push(this.meet(element, element, extrasOf(element), around.unfolded));
  }

  /**
   * @param {Element} element
   * @param {boolean} shown
   * @returns {TreeNode | null}
   */
  frame(element, shown) {
    const number = this.register.frames.get(element);
    const rect = element.getBoundingClientRect();
    if (number === undefined || !shown || rect.width < 10 || rect.height < 10 || !mayShow(element, rect)) return null;
    const area = this.measures.visible(element);
    const cover = area ? coverOf(element, area) : null;
    /** @type {Offset['clip']} */
    const clip = area && [area.left, area.top, area.right - area.left, area.bottom - area.top];
    const offset = { ...contentOffset(element), clip, cover: cover ? coverLabel(cover, element) : '' };
    return { tag: 'iframe', kids: [], frame: number, label: nameNow(element, 'iframe'), box: this.measures.box(element), offset };
  }

  /**
   * @param {Element} element
   * @param {Style} style
   * @param {Surroundings} around
   * @returns {TreeNode | null}
   */
  structure(element, style, around) {
    const role = roleOf(element);
    const own = structureTag(element, role);
    const tag = own || (element === this.modal ? 'dialog' : '');
    if (!tag) return null;
    if (around.claimed && /^(p|li|ul|ol|td|tr|article|header|footer)$/.test(tag)) return null;
    /** @type {TreeNode} */
    const node = { tag, kids: [], box: this.measures.box(element) };
    const named = own && tag !== 'p' && tag !== 'li' && !/^(t[dhr]|h\d|d[dt]|pre|blockquote)$/.test(tag);
    const label = named ? nameOf(element, role) : fold(element.getAttribute('aria-label') || '');
    if (label) node.label = label;
    if (ONLY_NAMED.has(tag) && !label && element !== this.modal) return null;
    if (tag === 'img' && (!label || around.claimed)) return null;
    if (tag === 'canvas' && !label && this.isBuried(element)) return null;
    if (element === this.modal) node.modal = true;
    const value = element instanceof HTMLProgressElement || element instanceof HTMLMeterElement ? String(element.value) : null;
    if (value !== null) node.extras = [['value', value]];
    return node;
  }

  /**
   * Adds text to the current run of text.
   * @param {string} data
   * @param {Text | Element | null} node where it is visible: a text node, or the element to which CSS adds it
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} around
   */
  say(data, node, into, around) {
    if (!data || around.faint) return;
    if (this.run && (this.run.into !== into || this.run.quiet !== around.quiet)) this.flush();
    this.run = this.run || { parts: [], nodes: [], into, quiet: around.quiet };
    this.run.parts.push(data);
    if (node) this.run.nodes.push(node);
    if (node) this.told.add(node instanceof Element ? node : node.parentElement);
  }

  /**
   * Whether the text of an element, or a control around it, is in the tree.
   * @param {Element} element
   */
  tells(element) {
    for (let node = /** @type {Element | null} */ (element); node; node = composedParent(node)) if (this.met.has(node)) return true;
    return this.told.has(element);
  }

  /** Ends the current run of text. */
  flush() {
    const run = this.run;
    this.run = null;
    if (!run) return;
    const raw = run.parts.join('');
    this.text.push(raw);
    const text = fold(raw);
    if (!text) return;
    const first = run.nodes[0];
    const parent = first instanceof Element ? first : first?.parentElement;
    const box = this.options.boxes ? runBox(run.nodes) : parent && this.measures.box(parent);
    if (this.options.boxes && box) this.runs.push([text, ...box]);
    if (!run.quiet) run.into.push(box ? { text, box } : { text });
  }
}

/**
 * The surroundings at the root of a walk, where nothing is inherited.
 * @param {Area} near
 * @returns {Surroundings}
 */
export function surroundings(near) {
  return { cursor: '', claimed: false, inert: false, faint: false, quiet: false, shut: false, near, nodes: 0, unfolded: false };
}

/**
 * The edges that a resize cursor moves, such as `bottom right`.
 * @param {string} cursor
 */
function edgesOf(cursor) {
  const [directions] = cursor.split('-');
  const names = /** @type {Record<string, string>} */ ({ n: 'top', s: 'bottom', e: 'right', w: 'left', ew: 'width', ns: 'height', nesw: 'corner', nwse: 'corner' });
  return names[directions] || Array.from(directions, (one) => names[one]).join(' ');
}

/**
 * How much content of a scroll container is outside of its visible part.
 * @param {Element} element
 * @returns {[string, string]}
 */
function beyond(element) {
  const screens = (/** @type {number} */ length, /** @type {number} */ size) => Math.round((length / size) * 10) / 10;
  const above = screens(element.scrollTop, element.clientHeight);
  const under = screens(element.scrollHeight - element.clientHeight - element.scrollTop, element.clientHeight);
  const right = screens(element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft), element.clientWidth);
  const parts = [];
  if (above > 0) parts.push(`${above} screens above`);
  if (under > 0) parts.push(`${under} screens below`);
  if (right > 0.1) parts.push(`${right} screens to the side`);
  return ['scrollable', parts.join(', ')];
}

/**
 * @param {(Text | Element)[]} nodes
 * @returns {[number, number, number, number] | null}
 */
function runBox(nodes) {
  if (!nodes.length) return null;
  const range = document.createRange();
  let box = null;
  for (const node of nodes) {
    range.selectNodeContents(node);
    const rect = (node instanceof Element ? node : range).getBoundingClientRect();
    if (!rect.width) continue;
    box = box
      ? { left: Math.min(box.left, rect.left), top: Math.min(box.top, rect.top), right: Math.max(box.right, rect.right), bottom: Math.max(box.bottom, rect.bottom) }
      : { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
  }
  return box && [round(box.left), round(box.top), round(box.right - box.left), round(box.bottom - box.top)];
}
