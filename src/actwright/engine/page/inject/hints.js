// What an element without a name and text may be for, and whether it only repeats what stands beside or around it.

const MOST_WORDS = 2;
/** Words of class names that say what something does. */
const TELLING = /^(add|back|bookmark|cancel|caret|chevron|clear|close|collapse|copy|decrease|decrement|delete|dismiss|down|download|drag|dropdown|edit|expand|favou?rite|first|forward|fullscreen|handle|help|increase|increment|info|last|left|like|menu|minus|more|move|mute|next|open|pause|play|plus|prev|previous|print|refresh|reload|remove|reset|resize|right|rotate|save|search|select|settings|share|sort|star|stop|toggle|trash|undo|up|upload|volume|zoom)$/;
/** Words that say how something is built. */
const BUILT = /^(active|actions?|base|block|body|box|button|component|container|content|control|cursor|default|disabled|element|enabled|flex|icon|image|inline|inner|inputs?|item|large|layout|light|main|medium|outer|outline|outlined|pointer|primary|relative|root|secondary|size|small|static|style|view|widget|wrap|wrapper)$/;
/** What only opens the thing it stands in. */
const OPENS = /^((caret|chevron|down|dropdown|open|expand|select) ?)+$/;

/**
 * What the markup calls an element that says nothing itself: a few words; empty if it says something.
 * @param {Element} element
 */
function markupHint(element) {
  if (element.textContent?.trim()) return '';
  const inner = element.querySelector('svg, i');
  let found = '';
  for (const one of inner ? [element, inner] : [element]) {
    const said = ['data-testid', 'data-test', 'data-action', 'data-icon', 'name', 'id', 'class'].map((key) => one.getAttribute(key) || '');
    const split = said.join(' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z0-9]+/);
    const words = Array.from(new Set(split.filter((word) => /^[a-z]{2,14}$/.test(word) && /[aeiouy]/.test(word) && !BUILT.test(word))));
    const telling = words.filter((word) => TELLING.test(word));
    if (telling.length) return telling.slice(0, MOST_WORDS).join(' ');
    found ||= words.slice(-MOST_WORDS).join(' ');
  }
  return found;
}

/**
 * Whether a plain element only repeats what stands around or beside it: the text of a tree item, the rail of a slider,
 * the arrow of a dropdown, something in a target of which nothing tells what it is, a backdrop.
 * @param {Element} element
 * @param {Set<Element>} met the elements around it that have an ID
 * @param {Measures} measures
 */
function repeats(element, met, measures) {
  const parent = composedParent(element);
  let outer = parent;
  while (outer && !met.has(outer)) outer = composedParent(outer);
  if (element.querySelector('[role=slider], input[type=range]') && !element.textContent?.trim()) return true;
  if (element instanceof SVGElement && element.localName !== 'svg') return false;
  if (contentText(element, null)) return outer !== null && roleOf(outer) === 'treeitem' && !element.querySelector(CONTROLS);
  if (element.querySelector(CONTROLS) || nameOf(element, roleOf(element))) return false;
  if (parent?.querySelector(':scope > [role=slider], :scope > input[type=range]')) return true;
  if (!outer) {
    const rect = measures.rect(element);
    const shown = overlap(rect, viewport());
    return shown !== null && !isBackdrop(element) && (shown.right - shown.left) * (shown.bottom - shown.top) > GROUND * innerWidth * innerHeight;
  }
  const hint = iconHint(element) || markupHint(element);
  const opens = roleOf(outer) === 'combobox' || outer.hasAttribute('aria-haspopup');
  return !hint || (opens && OPENS.test(markupHint(element)));
}

/**
 * Whether an element is an empty box over the page, which closes what lies on it when it is clicked.
 * @param {Element} element
 */
function isBackdrop(element) {
  return listening.has(element) && !element.firstElementChild && !element.textContent?.trim() && /^(absolute|fixed)$/.test(styleOf(element).position);
}
