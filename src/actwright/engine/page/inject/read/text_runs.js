// The text of a page, in runs: adjacent pieces of text that no other node separates.

import { round } from '../dom/areas.js';
import { fold } from '../dom/strings.js';

/** @import { Measures } from '../dom/measures.js' */
/** @import { Surroundings, TextNode, TreeNode } from './tree_nodes.js' */

export class TextRuns {
  /**
   * @param {Measures} measures
   * @param {boolean} boxed whether to measure where each run is
   */
  constructor(measures, boxed) {
    this.measures = measures;
    this.boxed = boxed;
    /** @type {(string | number)[]} All visible text, with the numbers of frames in their places. */
    this.all = [];
    /** @type {[string, number, number, number, number][]} */
    this.boxes = [];
    /** @type {Set<Element | null>} Elements of whose own text something is in the tree. */
    this.told = new Set();
    /** @type {{parts: string[], nodes: (Text | Element)[], into: (TreeNode | TextNode)[], quiet: boolean} | null} */
    this.run = null;
  }

  /**
   * Adds text to the current run of text.
   * @param {string} data
   * @param {Text | Element | null} node where it is visible: a text node, or the element to which CSS adds it
   * @param {(TreeNode | TextNode)[]} into
   * @param {Surroundings} around
   */
  say(data, node, into, { faint, quiet }) {
    if (!data || faint) return;
    if (this.run && (this.run.into !== into || this.run.quiet !== quiet)) this.flush();
    this.run = this.run || { parts: [], nodes: [], into, quiet: quiet };
    this.run.parts.push(data);
    if (node) this.run.nodes.push(node);
    if (node) this.told.add(node instanceof Element ? node : node.parentElement);
  }

  /** Ends the current run of text. */
  flush() {
    const run = this.run;
    this.run = null;
    if (!run) return;
    const raw = run.parts.join('');
    this.all.push(raw);
    const text = fold(raw);
    if (!text) return;
    const first = run.nodes[0];
    const parent = first instanceof Element ? first : first?.parentElement;
    const box = this.boxed ? runBox(run.nodes) : parent && this.measures.box(parent);
    if (this.boxed && box) this.boxes.push([text, ...box]);
    if (!run.quiet) run.into.push(box ? { text, box } : { text });
  }
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
