// What the page shows and its tree lacks. It is asked only if the tree has little, as a fault of the tree may be why.

import { composedParent, hasText } from '../dom/composed.js';
import { hit } from '../dom/hit_tests.js';
import { CONTROLS } from '../dom/selectors.js';
import { styleOf } from '../dom/style.js';
import { samplePoints } from './scope.js';

/** @import { TreeNode } from './tree_nodes.js' */
/** @import { Walk } from './walk.js' */

/** A tree with more elements, or with more characters, is not checked. */
const LITTLE = { elements: 5, characters: 200 };
const MEDIA = 'img, canvas, video, svg, svg *, object, embed';

/**
 * How many of the elements that show at a grid of points the tree lacks. Pictures without a name count only if the tree
 * is empty.
 * @param {Walk} walk
 * @param {TreeNode} root
 * @returns {{lacking: number, showing: number, empty: boolean} | null} null if the tree has most of them
 */
export function lackingIn(walk, root) {
  let characters = 0;
  for (const part of walk.runs.all) if (typeof part === 'string' && (characters += part.trim().length) > LITTLE.characters) return null;
  if (walk.seen.length > LITTLE.elements) return null;
  const empty = !root.kids.length;
  /** @type {Set<Element>} */
  const showing = new Set();
  for (const [x, y] of samplePoints()) {
    const found = hit(x, y);
    if (found && showsSomething(found, empty)) showing.add(found);
  }
  const lacking = Array.from(showing).filter((element) => !tells(walk, element)).length;
  return lacking > 0 && 2 * lacking > showing.size ? { lacking, showing: showing.size, empty } : null;
}

/**
 * @param {Element} element
 * @param {boolean} pictures whether pictures count
 */
function showsSomething(element, pictures) {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  if (hasText(element) || element.matches(CONTROLS)) return true;
  return pictures && (element.matches(MEDIA) || styleOf(element).live.backgroundImage.includes('url('));
}

/**
 * Whether the text of an element, or a control around it, is in the tree.
 * @param {Walk} walk
 * @param {Element} element
 */
function tells({ met, runs }, element) {
  for (let node = /** @type {Element | null} */ (element); node; node = composedParent(node)) if (met.has(node)) return true;
  return runs.told.has(element);
}
