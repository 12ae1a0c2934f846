// The part of an element that people recognise as the element.

import { largestBeside, middle, overlap, sizeOf } from './areas.js';
import { composedContains } from './composed.js';
import { hit, isPartOf } from './hit_tests.js';
import { styleOf } from './style.js';

/** @import { Area } from './areas.js' */
/** @import { Measures } from './measures.js' */

/** Hit tests for one element at most. */
const MOST_COVERS = 6;

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
export function shownPart(element, area, measures) {
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
