// The nodes of a page tree, and what they inherit from the nodes around them.

/** @import { Area } from '../dom/areas.js' */
/** @import { State } from './state.js' */

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

/**
 * The surroundings at the root of a walk, where nothing is inherited.
 * @param {Area} near
 * @returns {Surroundings}
 */
export function surroundings(near) {
  return { cursor: '', claimed: false, inert: false, faint: false, quiet: false, shut: false, near, nodes: 0, unfolded: false };
}
