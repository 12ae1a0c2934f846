// What the tree shows once although several elements stand for it.

import { middle, touches } from '../dom/areas.js';
import { grouped } from '../dom/collections.js';
import { composedContains } from '../dom/composed.js';
import { hit } from '../dom/hit_tests.js';
import { SAME } from './clickable.js';
import { roleOf } from './roles.js';

/** @import { Seen } from './state.js' */
/** @import { TextNode, TreeNode } from './tree_nodes.js' */
/** @import { Walk } from './walk.js' */

/** In CSS px; a thicker box is no part of a line. */
const THICKEST_PART = 24;

/**
 * The node to show for an element.
 * @param {Walk} walk
 * @param {Element} element
 * @param {TreeNode} node
 */
export function once(walk, element, node) {
  if (walk.met.has(element)) return merged(walk, node);
  if (node.kids.length > 1 && roleOf(element) === 'img') joinParts(walk, node);
  return node;
}

/**
 * Merges an element and its only child node if both have the same name and one has no role: an action on one is an
 * action on the other, as with a tab and the box around it. Keeps the inner one if it has a role, else the outer one.
 * Without a name they must be about the same size, because the handle of a slider is not its rail.
 * @param {Walk} walk
 * @param {TreeNode} outer
 * @returns {TreeNode}
 */
function merged(walk, outer) {
  const [inner, more] = outer.kids;
  if (!inner || more || !('tag' in inner)) return outer;
  const [around, within] = [walk.seen.findLast((one) => one.node === outer), walk.seen.findLast((one) => one.node === inner)];
  if (!around || !within || around.name !== within.name || (around.role && within.role)) return outer;
  if (!around.name && walk.measures.area(within.shown) < SAME * walk.measures.area(around.shown)) return outer;
  const needless = within.role ? around : within;
  drop(walk, needless);
  if (needless === around) return inner;
  outer.kids = inner.kids;
  return outer;
}

/**
 * Leaves one part of a line that is drawn with boxes, such as a link in a plan: the largest one that can be hit.
 * @param {Walk} walk
 * @param {TreeNode} image
 */
function joinParts(walk, image) {
  const { measures } = walk;
  const parts = walk.seen.filter(({ node }) => image.kids.includes(node));
  const rects = parts.map(({ shown }) => measures.rect(shown));
  const isLine = parts.length === image.kids.length && parts.every(({ name, shown, node }, index) => {
    const rect = rects[index];
    const isThin = Math.min(rect.width, rect.height) <= THICKEST_PART;
    return !name && !node.kids.length && isThin && shown instanceof HTMLElement && rects.some((other, at) => at !== index && touches(rect, other));
  });
  if (!isLine) return;
  const largest = parts.toSorted((one, other) => measures.area(other.shown) - measures.area(one.shown));
  const kept = largest.find(isHit) ?? largest[0];
  for (const part of parts) if (part !== kept) drop(walk, part);
  image.kids = [kept.node];
}

/**
 * Leaves out controls under others with their role and name at exactly their place, as tables have them that keep a copy
 * of their headers above the rows.
 * @param {Walk} walk
 * @param {TreeNode} root
 */
export function dropCopies(walk, root) {
  /** @type {Set<TreeNode | TextNode>} */
  const dropped = new Set();
  const { measures } = walk;
  const named = walk.seen.filter(({ role, name, shown }) => role && name && touches(measures.rect(shown), measures.view));
  for (const alike of grouped(named, ({ role, name, shown }) => [role, ...measures.box(shown), name].join(' ')).values()) {
    const top = alike.length > 1 && alike.find(isHit);
    for (const one of top ? alike : []) {
      if (one === top || one.node.kids.some((kid) => 'tag' in kid)) continue;
      drop(walk, one);
      dropped.add(one.node);
    }
  }
  if (dropped.size) prune(root, dropped);
}

/**
 * @param {TreeNode} node
 * @param {Set<TreeNode | TextNode>} dropped
 */
function prune(node, dropped) {
  node.kids = node.kids.filter((kid) => !dropped.has(kid));
  for (const kid of node.kids) if ('tag' in kid) prune(kid, dropped);
}

/** @param {Seen} one */
function isHit({ shown }) {
  const found = hit(...middle(shown.getBoundingClientRect()));
  return found !== null && composedContains(shown, found);
}

/**
 * @param {Walk} walk
 * @param {Seen} needless
 */
function drop(walk, needless) {
  walk.seen.splice(walk.seen.lastIndexOf(needless), 1);
  walk.met.delete(needless.element);
}
