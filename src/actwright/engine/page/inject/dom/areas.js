// Rectangles in the viewport of this frame, in CSS px.

/**
 * @param {DOMRect | Area} rect
 * @returns {[number, number]}
 */
export function middle(rect) {
  return [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
}

/**
 * A box given in viewport coordinates, in document coordinates.
 * @param {DOMRect} rect
 */
export function inDocument(rect) {
  return new DOMRect(rect.x + scrollX, rect.y + scrollY, rect.width, rect.height);
}

/**
 * Whether two boxes are equal, except for what rounding loses when scroll offsets are added.
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
export function isSamePlace(one, other) {
  return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y), Math.abs(one.width - other.width), Math.abs(one.height - other.height)) < 0.1;
}

/** @type {Area} */
export const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

/** @typedef {{left: number, top: number, right: number, bottom: number}} Area  CSS px in this frame's viewport */

/** @type {Area} */
export const EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** @returns {Area} */
export function viewport() {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
}

/**
 * @param {Area} one
 * @param {Area} other
 * @returns {Area | null}
 */
export function overlap(one, other) {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.right, other.right);
  const bottom = Math.min(one.bottom, other.bottom);
  return right - left > 0.5 && bottom - top > 0.5 ? { left, top, right, bottom } : null;
}

/** Shares of a width or height. */
export const PARTS = [0.1, 0.3, 0.5, 0.7, 0.9];

/** CSS px; an element that sticks out of another by no more is part of its appearance. */
const OUT = 16;

/** CSS px; a smaller part is not worth drawing. */
const LEAST_PART = 4;

/** @param {Area} area */
export function sizeOf(area) {
  return (area.right - area.left) * (area.bottom - area.top);
}

/**
 * @param {Area} other
 * @param {Area} own
 */
export function sticksOut(other, own) {
  return other.left < own.left - OUT || other.top < own.top - OUT || other.right > own.right + OUT || other.bottom > own.bottom + OUT;
}

/**
 * The largest rectangle of an area beside another area in it; null if none is large enough to be seen.
 * @param {Area} area
 * @param {Area} taken
 * @returns {Area | null}
 */
export function largestBeside(area, taken) {
  const parts = [
    { ...area, right: taken.left }, { ...area, left: taken.right }, { ...area, bottom: taken.top }, { ...area, top: taken.bottom },
  ].filter((part) => part.right - part.left >= LEAST_PART && part.bottom - part.top >= LEAST_PART);
  return parts.length ? parts.reduce((largest, part) => (sizeOf(part) > sizeOf(largest) ? part : largest)) : null;
}

/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
export function isSameRect(one, other) {
  return one.left === other.left && one.top === other.top && one.width === other.width && one.height === other.height;
}

/**
 * @param {Area} one
 * @param {Area} other
 * @returns {Area} the smallest area that contains both
 */
export function union(one, other) {
  return {
    left: Math.min(one.left, other.left), top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right), bottom: Math.max(one.bottom, other.bottom),
  };
}

/**
 * @param {Area} rect
 * @param {Area} area
 */
export function touches(rect, area) {
  return rect.bottom > area.top && rect.top < area.bottom && rect.right > area.left && rect.left < area.right;
}

/**
 * An area extended by its own size on every side.
 * @param {Area} area
 * @returns {Area}
 */
export function extended(area) {
  const width = area.right - area.left;
  const height = area.bottom - area.top;
  return { left: area.left - width, top: area.top - height, right: area.right + width, bottom: area.bottom + height };
}

/** @param {number} value */
export function round(value) {
  return Math.round(value * 10) / 10;
}
