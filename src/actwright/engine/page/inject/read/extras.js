// What only the tree shows of an element, as pairs of attribute and value.

/**
 * State that only the tree shows: pairs of attribute and value.
 * @param {Element} element
 * @returns {[string, string][]}
 */
export function extrasOf(element) {
  /** @type {[string, string][]} */
  const extras = [];
  const current = currentOf(element);
  if (current) extras.push(current);
  const pressed = element.getAttribute('aria-pressed');
  if (pressed) extras.push(['pressed', pressed]);
  const popup = element.getAttribute('aria-haspopup');
  if (popup && popup !== 'false') extras.push(['popup', popup === 'true' ? 'menu' : popup]);
  if (element.getAttribute('aria-checked') === 'mixed' || (element instanceof HTMLInputElement && element.indeterminate)) extras.push(['checked', 'mixed']);
  const sort = element.getAttribute('aria-sort');
  if (sort && sort !== 'none') extras.push(['sort', sort]);
  const level = Number(element.getAttribute('aria-level'));
  if (level > 0 && !element.closest('[role=group]') && !element.querySelector('[role=group]')) extras.push(['level', String(level)]);
  const size = element.getAttribute('aria-setsize');
  const parent = element.parentElement;
  const there = Math.max(parent?.childElementCount ?? 0, parent?.parentElement?.childElementCount ?? 0);
  if (Number(size) > there) extras.push(['position', `${element.getAttribute('aria-posinset')}/${size}`]);
  const [number, spoken] = ['aria-valuenow', 'aria-valuetext'].map((name) => element.getAttribute(name));
  if (number && spoken && !spoken.includes(number)) extras.push(['now', number]);
  const rows = rowsBeyond(element);
  if (rows) extras.push(['rows', rows]);
  if (element.getAttribute('aria-busy') === 'true') extras.push(['busy', '']);
  const mark = markOf(element);
  if (mark) extras.push(['marked', mark]);
  return extras;
}

/** Classes that say what state something is in, of which its look may be the only sign, as `seat-taken` or `is-disabled`. */
const MARK = /^(?:.*[-_])?(booked|completed|disabled|occupied|overdue|reserved|sold|taken|unavailable|unread)$/i;

/**
 * The state that a class alone gives to an element, or to a shape in a group of a drawing, and not to all of its kind beside it.
 * @param {Element} element
 */
function markOf(element) {
  if (element.matches(':disabled, [aria-disabled=true]')) return '';
  const inDrawing = element instanceof SVGElement;
  for (const one of inDrawing ? [element, ...element.children] : [element]) {
    const name = Array.from(one.classList).find((each) => MARK.test(each));
    if (!name) continue;
    const others = Array.from(element.parentElement?.children ?? []).filter((other) => other !== element && other.localName === element.localName);
    const has = (/** @type {Element} */ other) => [other, ...(inDrawing ? other.children : [])].some((part) => part.classList.contains(name));
    if (others.some((other) => !has(other))) return (MARK.exec(name)?.[1] ?? '').toLowerCase();
  }
  return '';
}

/**
 * What an element is the current one of, such as a step or a page; null if it is not.
 * @param {Element} element
 * @returns {[string, string] | null}
 */
export function currentOf(element) {
  const current = element.getAttribute('aria-current');
  return current && current !== 'false' ? ['current', current === 'true' ? '' : current] : null;
}

/**
 * How many rows a table says to have if it has fewer of them now; `more` if it does not know how many.
 * @param {Element} element
 */
export function rowsBeyond(element) {
  const rows = element.getAttribute('aria-rowcount');
  if (!rows || (Number(rows) >= 0 && Number(rows) <= element.querySelectorAll('tr, [role=row]').length)) return '';
  return Number(rows) < 0 ? 'more' : rows;
}

/**
 * The edges that a resize cursor moves, such as `bottom right`.
 * @param {string} cursor
 */
export function edgesOf(cursor) {
  const [directions] = cursor.split('-');
  const names = /** @type {Record<string, string>} */ ({ n: 'top', s: 'bottom', e: 'right', w: 'left', ew: 'width', ns: 'height', nesw: 'corner', nwse: 'corner' });
  return names[directions] || Array.from(directions, (one) => names[one]).join(' ');
}

/**
 * How much content of a scroll container is outside of its visible part.
 * @param {Element} element
 * @returns {[string, string]}
 */
export function beyond(element) {
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
