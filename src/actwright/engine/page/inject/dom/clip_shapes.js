// The areas to which `clip-path` and `clip` cut an element.

import { EVERYWHERE, NOWHERE, overlap } from './areas.js';

/** @import { Area } from './areas.js' */
/** @import { Style } from './style.js' */

/**
 * The area to which an element is cut, with all that it contains except the top layer.
 * @param {Element} element
 * @param {Style} style
 * @returns {Area} everywhere if it is not
 */
export function ownCut(element, style) {
  const shape = style.live.clipPath;
  const lifted = style.position === 'absolute' || style.position === 'fixed';
  const clip = lifted ? style.live.clip : 'auto';
  if (shape === 'none' && clip === 'auto') return EVERYWHERE;
  const box = element.getBoundingClientRect();
  const cut = shapeOfPath(shape, box);
  return clip === 'auto' ? cut : overlap(cut, clippedRect(clip, box)) ?? NOWHERE;
}

/**
 * @param {string} clip a computed `rect(…)`
 * @param {DOMRect} box
 * @returns {Area}
 */
function clippedRect(clip, box) {
  const [top, right, bottom, left] = (/\((.*)\)/.exec(clip)?.[1] ?? '').split(/[ ,]+/).map((side) => parseFloat(side));
  const or = (/** @type {number} */ side, /** @type {number} */ edge) => (Number.isNaN(side) ? edge : side);
  return {
    left: box.left + or(left, -Infinity), top: box.top + or(top, -Infinity),
    right: box.left + or(right, Infinity), bottom: box.top + or(bottom, Infinity),
  };
}

/**
 * The smallest area around a computed `clip-path`; everywhere if it is not a simple shape.
 * @param {string} path
 * @param {DOMRect} box
 * @returns {Area}
 */
function shapeOfPath(path, box) {
  const [, kind, inside] = /^(inset|circle|ellipse|polygon)\(([^()]*)\)/.exec(path) ?? [];
  if (!kind) return EVERYWHERE;
  const across = (/** @type {string} */ word) => lengthOf(word, box.width);
  const down = (/** @type {string} */ word) => lengthOf(word, box.height);
  /** @type {Area} */
  let area;
  if (kind === 'inset') {
    const [top, right = top, bottom = top, left = right] = inside.replace(/\bround\b.*/, '').trim().split(/\s+/);
    area = { left: across(left), top: down(top), right: box.width - across(right), bottom: box.height - down(bottom) };
  } else if (kind === 'polygon') {
    const points = inside.replace(/^(nonzero|evenodd),\s*/, '').split(',').map((point) => point.trim().split(/\s+/));
    const [xs, ys] = [points.map(([x]) => across(x)), points.map(([, y]) => down(y))];
    area = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  } else {
    const [radii, centre = '50% 50%'] = inside.split(/\bat\b/).map((part) => part.trim());
    const [rx, ry = rx] = radii.split(/\s+/);
    const [x, y] = centre.split(/\s+/);
    const wide = kind === 'circle' ? lengthOf(rx, Math.hypot(box.width, box.height) / Math.SQRT2) : across(rx);
    const high = kind === 'circle' ? wide : down(ry);
    area = { left: across(x) - wide, top: down(y) - high, right: across(x) + wide, bottom: down(y) + high };
  }
  if (Object.values(area).some(Number.isNaN)) return EVERYWHERE;
  return { left: box.left + area.left, top: box.top + area.top, right: box.left + area.right, bottom: box.top + area.bottom };
}

/**
 * @param {string} word
 * @param {number} whole
 */
function lengthOf(word, whole) {
  const [, number, unit] = /^(-?[\d.]+(?:e-?\d+)?)(px|%)$/.exec(word ?? '') ?? [];
  return unit === '%' ? (Number(number) / 100) * whole : Number(number ?? NaN);
}
