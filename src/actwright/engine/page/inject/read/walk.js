// The walk: one pass over the composed tree that builds the nodes of the page tree and finds what can be acted on.

import { EVERYWHERE, extended, middle, viewport } from '../dom/areas.js';
import { isOnTop, letsOut, mayShow, mayShowText, portOf, portsIn } from '../dom/clips.js';
import { SKIPPED, composedChildren, hasText, isBlank } from '../dom/composed.js';
import { generatedText } from '../dom/generated_content.js';
import { isDrawn } from '../dom/hit_tests.js';
import { imageOf } from '../dom/image_maps.js';
import { backdrop, topModal } from '../dom/modals.js';
import { rootIn, suspect, suspectByLook, suspected } from '../dom/shadow_roots.js';
import { fold } from '../dom/strings.js';
import { isFaceDown, isSkipped, scrolls, styleOf } from '../dom/style.js';
import { activePart, popupLists } from './composites.js';
import { beyond, edgesOf, extrasOf } from './extras.js';
import { hintsOf } from './icon_labels.js';
import { DEEP_CONTROLS, RESIZES, isClickedLine, isInteractive, opensDrawing, showsDeep } from './interactive.js';
import { listening } from './listeners.js';
import { nameOf, nativeName } from './names.js';
import { LEAST_ROWS, amongRows } from './overlays.js';
import { dropCopies, once } from './once.js';
import { shownOnHover } from './on_hover.js';
import { CLAIMING, LEAVES, WIDGET_ROLES, isEditingHost, roleOf } from './roles.js';
import { Scope, nearIn } from './scope.js';
import { tagOf } from './short_labels.js';
import { isCopyForForms, isPlain, isRange, isStandInKind, isWrittenInto, saidByControl, standIn, standsFor } from './stand_ins.js';
import { stateOf, valueOf } from './state.js';
import { frameNode, isMeaningful, structureNode } from './structure.js';
import { DEEPEST, REST_DEPTH, contentsOf, fallbackText, visibleText } from './text.js';
import { surfaces } from './surfaces.js';
import { TextRuns } from './text_runs.js';
import { surroundings } from './tree_nodes.js';

/** @import { Measures } from '../dom/measures.js' */
/** @import { Style } from '../dom/style.js' */
/** @import { Register } from '../identity/register.js' */
/** @import { Seen } from './state.js' */
/** @import { Surroundings, TextNode, TreeNode } from './tree_nodes.js' */

/** If fewer elements than this are far, they are described rather than folded. */
const LEAST_FOLDED = 6;

/**
 * Structure inside this many nodes is left out; a control inside twice as many has no kids: its content is placed
 * beside it.
 */
const MOST_AROUND = 60;

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
    this.runs = new TextRuns(measures, options.boxes === true);
    this.elements = 0;
    this.depth = 0;
    /** Whether anything was deeper than `DEEPEST`. */
    this.cut = false;
    measures.modal = topModal();
    /** @type {Element | null} What covers everything outside of it. */
    this.modal = measures.modal ?? backdrop();
    this.surfaces = surfaces(measures);
    this.popups = popupLists();
    this.active = activePart();
    this.scope = new Scope(measures, register.recent());
    /** @type {Map<string, Element[]>} */
    this.folds = new Map();
  }

  /** @returns {TreeNode} */
  page() {
    /** @type {TreeNode} */
    const root = { tag: 'page', kids: [] };
    if (document.body) this.element(document.body, root.kids, surroundings(extended(viewport())));
    this.runs.flush();
    dropCopies(this, root);
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
    this.runs.flush();
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
    if (node.nodeType === TEXT) this.runs.say(/** @type {Text} */ (node).data, /** @type {Text} */ (node), into, around);
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
    if (element.localName === 'br') return this.runs.say(' ', null, into, around);
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
    if (!inline || node) this.runs.flush();
    this.runs.all.push(gap);
    if (node) below.nodes += 1;
    this.depth += 1;
    this.descend(element, node, node && nests ? node.kids : into, below, style);
    this.depth -= 1;
    if (!inline || node) this.runs.flush();
    this.runs.all.push(gap);
    span.last = this.measures.met;
    if (node && (node.kids.length || (isMeaningful(node) && (control || this.shows(element))))) into.push(once(this, element, node));
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
      if (last?.contains(inner) || !(inner.matches(DEEP_CONTROLS) || listening.has(inner) || rootIn(inner)) || !showsDeep(inner)) continue;
      last = inner;
      this.visit(inner, into, below);
    }
  }

  /**
   * @param {Element} element
   * @param {TreeNode | null} node
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} below
   * @param {Style} style
   */
  content(element, node, into, below, style) {
    if (node?.frame !== undefined) this.runs.all.push(node.frame);
    if (this.met.has(element) && isEditingHost(element)) return void this.runs.all.push(String(valueOf(element, 'textbox')));
    if (!LEAVES.has(element.localName) || opensDrawing(element, below.claimed, this.measures)) {
      this.label(element, into, below);
      suspectByLook(element, this.measures);
      const unseen = hasText(element) && (style.skipsContent || style.isSizedAway || !mayShowText(element, this.measures.rect(element)));
      const own = style.isHidden || below.shut || unseen ? { ...below, faint: true } : below;
      this.runs.say(generatedText(element, '::before'), element, into, own);
      this.inside(Array.from(composedChildren(element)), into, below, own);
      this.runs.say(generatedText(element, '::after'), element, into, own);
    } else if (element instanceof HTMLInputElement && /^(button|submit|reset)$/.test(element.type) && this.shows(element)) {
      this.runs.all.push(nativeName(element), ' ');
    } else if (element instanceof HTMLCanvasElement && this.shows(element)) {
      this.runs.all.push(fallbackText(element));
    } else if (element instanceof SVGElement && this.options.boxes && element.textContent?.trim()) {
      this.runs.boxes.push([fold(element.textContent), ...this.measures.box(element)]);
    }
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
    this.runs.flush();
    if (this.options.whole) for (const element of elements) this.runs.all.push('\n', visibleText(element), '\n');
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
    const quiet = around.quiet || (!inert && saidByControl(element));
    return { ...around, cursor: style.cursor, inert, faint, quiet, unfolded, near: nearIn(element, style, this.scope.cards.has(element) ? EVERYWHERE : around.near, this.measures) };
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
    const isToggle = isStandInKind(element);
    if (isToggle ? isPlain(element) : !isRange(element) && !isWrittenInto(element)) return false;
    const shown = standIn(element);
    if (!isToggle && !shown) return false;
    if (shown instanceof HTMLLabelElement || around.inert) return true;
    if (!shown && /** @type {HTMLInputElement} */ (element).type !== 'file') return false;
    this.runs.flush();
    into.push(this.meet(element, shown ?? element, shown ? extrasOf(element) : [['hidden', '']], around.unfolded));
    return true;
  }

  /**
   * @param {Element} element
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} below
   */
  label(element, into, below) {
    const control = standsFor(element);
    if (!control || below.inert || this.met.has(control)) return;
    this.runs.flush();
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
    if (shown && (!faint || (field && !isCopyForForms(element, style)) || (!around.faint && isClickedLine(element))) && isInteractive(element, style, around, this) && box && this.measures.hasArea(box) && this.shows(box)) {
      const extras = extrasOf(element);
      const surface = this.surfaces.get(element);
      if (surface) extras.push(['hint', surface]);
      if (scrolls(element, style)) extras.push(beyond(element));
      if (RESIZES.test(style.cursor) && style.cursor !== around.cursor) extras.push(['resizes', edgesOf(style.cursor)]);
      return this.meet(element, box, extras, around.unfolded);
    }
    const frame = this.register.frames.get(element);
    if (frame !== undefined) return shown && !faint ? frameNode(element, frame, this.measures) : null;
    if (element instanceof HTMLIFrameElement) return null;
    if (!shown || faint) return null;
    const onHover = around.inert ? '' : shownOnHover(element, this.measures);
    if (onHover && this.shows(element)) return this.meet(element, element, [['on-hover', onHover]], around.unfolded);
    return structureNode(element, around, this);
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
      extras.push(...hintsOf(element, shown, extras));
      if (isDrawn(shown) || (!extras.length && shown.localName === 'svg' && !opensDrawing(shown, false, this.measures))) extras.push(['at', middle(this.measures.rect(shown)).map(Math.round).join(',')]);
    }
    if (element === this.modal) node.modal = true;
    if (element === this.active) extras.push(['active', '']);
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
    if (around.inert || !(element.hasAttribute('href') || element.hasAttribute('onclick') || listening.has(element))) return;
    const image = imageOf(element);
    if (!image || !this.measures.hasArea(element) || !mayShow(image, this.measures.rect(element))) return;
    this.runs.flush();
    into.push(this.meet(element, element, extrasOf(element), around.unfolded));
  }
}
