// Lists without list markup: siblings with the same tag that each contain a similar control. A page that fills them
// with other records, or rebuilds them, may leave the name of such a control unchanged. No single sign distinguishes
// that from an ordinary change (a state, a sort order in an address, one record fewer), so two signs are required.

import { getOrMake, grouped } from '../dom/collections.js';
import { composedParent } from '../dom/composed.js';
import { cut } from '../dom/strings.js';
import { nameOf } from '../read/names.js';
import { roleOf } from '../read/roles.js';
import { recordOf } from './fingerprints.js';
import { distinctiveTextsOf, leadsElsewhere, ownMarks, row, saysAnother } from './row_context.js';
import { excerptOf, isSame, steady, wordsOf } from './texts.js';

/** @import { Candidate } from './fingerprints.js' */
/** @import { RowContext, RowContexts } from './row_context.js' */
/** @import { Change, Control, Known } from './same_control.js' */
/** @import { Texts } from './texts.js' */

/**
 * @typedef {object} List
 * @property {Map<string, WeakRef<Element>>} controls by name
 * @property {Map<string, number>} words how many of the names contain each of their steady words
 * @property {number} named how many of the names have a steady word
 * @property {Texts[]} rows
 */

/**
 * @typedef {object} ListItem  a control in a list, as the model saw it
 * @property {RowContext} row the sibling that contains it, or that it is
 * @property {List} list
 */

/** @typedef {{one: Candidate, area: Element}} Climb */

const MOST_ROW_LEVELS = 6;

/** A control that takes typed text or a choice is identified by its label. */
const LABELLED = /^(textbox|searchbox|combobox|listbox|spinbutton|slider)$/;
const PARTS_OF_A_PAGE = /^(section|main|aside|nav|header|footer|form|fieldset|body)$/;

/** The items of lists at one moment. */
export class ListItems {
  /** @param {RowContexts} places */
  constructor(places) {
    this.places = places;
    /** Names that no control of a list has any more. @type {Map<List, Set<string>>} */
    this.gone = new Map();
  }

  /**
   * For each control, the nearest ancestors that are siblings, or else the control among its own siblings. A name that
   * three or more controls share identifies no record; one that two share may.
   *
   * @param {Iterable<Candidate[]>} groups each of one role and name
   * @returns {Map<Element, ListItem>}
   */
  of(groups) {
    /** @type {Map<Element, ListItem>} */
    const items = new Map();
    const named = Array.from(groups).filter(([{ role }, , third]) => !third && !LABELLED.test(role)).flat();
    const all = named.map((one) => ({ one, area: one.element }));
    /** @type {Climb[]} */
    let left = all;
    for (let level = 1; left.length > 1 && level < MOST_ROW_LEVELS; level += 1) {
      left = left.flatMap(({ one, area }) => {
        const parent = composedParent(area);
        return parent && !PARTS_OF_A_PAGE.test(parent.localName) ? { one, area: parent } : [];
      });
      this.at(level, left, items);
      left = left.filter(({ one }) => !items.has(one.element));
    }
    this.at(0, all.filter(({ one }) => !items.has(one.element)), items);
    return items;
  }

  /**
   * Adds the controls that are items at this level.
   * @param {number} level
   * @param {Climb[]} standing
   * @param {Map<Element, ListItem>} items
   */
  at(level, standing, items) {
    /** @type {Map<Element | null, Map<string, Map<Element, Candidate[]>>>} */
    const parents = new Map();
    for (const { one, area } of standing) {
      const kinds = getOrMake(parents, composedParent(area), () => new Map());
      const rows = getOrMake(kinds, `${area.localName} ${area.classList[0]} ${one.role}`, () => new Map());
      getOrMake(rows, area, () => /** @type {Candidate[]} */ ([])).push(one);
    }
    for (const kinds of parents.values()) {
      for (const rows of kinds.values()) {
        if (rows.size < 2) continue;
        for (const alike of grouped(Array.from(rows), ([, controls]) => `${controls.length}`).values()) {
          if (alike.length < 2) continue;
          const list = this.list(alike);
          for (const [area, controls] of alike) {
            for (const { element } of controls) items.set(element, { row: this.row(area, level, list), list });
          }
        }
      }
    }
  }

  /**
   * @param {[Element, Candidate[]][]} alike rows, and as many controls in each
   * @returns {List}
   */
  list(alike) {
    const controls = new Map(alike.flatMap(([, those]) => those.map(({ name, element }) => [name, new WeakRef(element)])));
    /** @type {Map<string, number>} */
    const words = new Map();
    for (const name of controls.keys()) for (const word of new Set(steady(name, 0))) words.set(word, (words.get(word) ?? 0) + 1);
    const named = Array.from(controls.keys()).filter(steadyName).length;
    return { controls, words, named, rows: alike.map(([area]) => this.places.texts(area)) };
  }

  /**
   * @param {Element} area
   * @param {number} levels
   * @param {List} list
   * @returns {RowContext}
   */
  row(area, levels, list) {
    const place = row(area, levels, 0, this.places.texts(area));
    return Object.assign(place, { peers: list.rows, steady: true }, levels && place.texts.whole ? {} : { distinctive: [] });
  }

  /**
   * How an item differs from what the model saw, if that makes it another item: two of its text, its address and the
   * other names of its list have changed.
   * @param {Known} known
   * @param {Element} element
   * @returns {Change | null}
   */
  changed({ item, record, name }, element) {
    if (!item) return null;
    const now = this.places.now(item.row, element);
    if (!now || (isSame(item.row.texts, now) && record === recordOf(element))) return null;
    const says = saysAnother(item.row, now, name);
    const leads = leadsTo(item.row, now, record, element) === 'elsewhere';
    // With only two siblings, neither needs to be an item: they may be two parts of a page.
    const others = says && leads && item.list.rows.length > 2;
    if (!others && !((says || leads) && this.othersGone(item, element, name))) return null;
    if (says) return { kind: 'row', was: excerptOf(item.row.texts, name), now: excerptOf(now, name) };
    return { kind: 'address', was: cut(record || item.row.texts.marks.join(' ')), now: cut(recordOf(element) || now.marks.join(' ')) };
  }

  /**
   * Whether a changed name makes an item another one.
   * @param {Known} known
   * @param {Control} one
   */
  renamed({ item, record, name }, one) {
    if (!item || one.name === name || !isGone(name, item.list, wordsOf(one.name))) return false;
    const now = this.places.now(item.row, one.element);
    if (!now || leadsTo(item.row, now, record, one.element) === 'there') return false;
    if (!distinctiveTextsOf(item.row, name).length && item.list.controls.has(one.name)) return true;
    return saysAnother(item.row, now, name) || this.othersGone(item, one.element, name);
  }

  /**
   * Whether at least half of the other names in a list are gone.
   * @param {ListItem} item
   * @param {Element} element
   * @param {string} name
   */
  othersGone({ row: { levels }, list }, element, name) {
    const gone = getOrMake(this.gone, list, () => {
      let area = element;
      for (let level = 0; level <= levels; level += 1) area = composedParent(area) ?? area;
      const held = new Set(Array.from(area.querySelectorAll(element.localName), (each) => steadyName(nameOf(each, roleOf(each)))));
      const left = Array.from(list.controls).filter(([each, control]) => !held.has(steadyName(each)) && !isStill(each, list, control));
      return new Set(left.map(([each]) => each));
    });
    const others = list.named - Number(list.controls.has(name) && steadyName(name) !== '');
    return others > 0 && 2 * (gone.size - Number(gone.has(name))) >= others;
  }
}

/** @param {string} name */
function steadyName(name) {
  return steady(name, 0).join(' ');
}

/**
 * Whether the control that had a name now has an equivalent one, such as "Hide A" for "Show A".
 * @param {string} name
 * @param {List} list
 * @param {WeakRef<Element>} control
 */
function isStill(name, list, control) {
  const node = control.deref();
  return node !== undefined && node.isConnected && !isGone(name, list, wordsOf(nameOf(node, roleOf(node))));
}

/**
 * Whether another name lacks at least half of the words that distinguish a name from the others in its list; if no
 * single word does, whether it lacks any word of the name.
 * @param {string} name
 * @param {List} list
 * @param {string[]} now words
 */
function isGone(name, list, now) {
  const words = steady(name, 0);
  const own = words.filter((word) => list.words.get(word) === 1);
  const lost = (own.length ? own : words).filter((word) => !now.includes(word)).length;
  return lost > 0 && 2 * lost >= own.length;
}

/**
 * Whether the addresses and keys of a row, or else those of its control, are unchanged.
 * @param {RowContext} place
 * @param {Texts} now
 * @param {string} record
 * @param {Element} element
 * @returns {'there' | 'elsewhere' | 'nowhere'}
 */
function leadsTo(place, now, record, element) {
  if (ownMarks(place).length) return leadsElsewhere(place, now) ? 'elsewhere' : 'there';
  const other = recordOf(element);
  if (!record || !other) return 'nowhere';
  return record === other ? 'there' : 'elsewhere';
}
