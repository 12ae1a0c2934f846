"""What a page shows after an effect about the values that were sent: another date, another amount, a text that is cut."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import takewhile

from actwright.engine.evidence.altered_values import altered_in
from actwright.engine.evidence.number_words import numbers_in_words
from actwright.engine.evidence.own_words import has_form, has_words, is_form_of, words_of
from actwright.engine.values.same_value import means_same, surely_differs
from actwright.schemas.page import Observation
from actwright.schemas.step import Receipt
from actwright.text import one_line
from actwright.tools.outline import CELLS, Outline, numbers_in, outline_of
from actwright.tools.units import CURRENCIES, UNITS, may_be_same, quantities_in, unit_in

NEAR = 3
"""Within how many words of a number the thing stands that it counts."""
ISO = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")
DAY_FIRST = re.compile(r"(?<!\d)(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)")
MONTHS = re.compile(
    r"(?<!\w)(?:(\d{1,2})(?:st|nd|rd|th|\.)? (?:of |de )?([^\W\d_]{3,12})\.?,? (\d{4})|([^\W\d_]{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))(?!\d)"
)
MONTH_NAMES = (
    ("jan", "ene", "gen", "sty"), ("feb", "fev", "lut"), ("mar", "mer", "maart", "mrt"), ("apr", "avr", "abr", "kwi"),
    ("may", "mai", "maj", "mei", "mag"), ("jun", "juin", "giu", "cze"), ("jul", "juil", "lug", "lip"), ("aug", "aout", "ago", "sie"),
    ("sep", "set", "wrz"), ("oct", "okt", "out", "ott", "paz"), ("nov", "lis"), ("dec", "dez", "dic", "gru"),
)  # fmt: skip
TIME = re.compile(
    r"(?<![\d:.])(\d{1,2})[:h](\d{2})(?!\d)(?:\s?([ap])\.?m)?|(?<![\d:])(\d{1,2})\s?([ap])\.?m\b", re.IGNORECASE
)
ZONE = re.compile(r"\b(?:UTC|GMT|[A-Z]{2,4}T|Z|CEST|BST)\b|[+-]\d{2}:?\d{2}\b")
"""What says in which zone a time is."""
CURRENCY = re.compile(r"[^\W\d_]+|[$\u20ac\u00a3\u00a5\u20b9]")
"""A word or sign that may be a currency."""
SHORTEST_CUT = 10
"""Characters of a text that are no coincidence."""
DECIMALS, CENTS = re.compile(r"\d[.,](\d+)(?!\d|[.,]\d)"), "00"
ANNOTATED = re.compile(r"([^\w\s]?\s?[-\u2212]?\d[\d.,:/'\u2019 \u00a0-]*?)\s*[(\[;\u2013\u2014].*")
"""A number, day or time with a remark behind it."""
ALL_OF = re.compile(
    r"\b(?:all|alle|tous les|toutes les|todos los|todas las|tutti i|tutte le|todos os|todas as)(?: the| these)? (\d{1,6}) ([^\W\d_]{4,})"
)
TERM = re.compile(
    r"\b(?:within|after|innerhalb von|binnen|nach|dans|apr\u00e8s|entro|dopo)(?: the next)?\s$", re.IGNORECASE
)
"""What stands before a term: the days or hours within which something happens, which counts nothing that was entered."""
COUNTED = re.compile(r"(?<![\w.,/])(\d{1,6}) ([^\W\d_]{4,})")
AMOUNT = re.compile(r"[^\d\s]?\s?-?\d[\d.,'\u2019 \u00a0]*[.,]\d+\s?[^\d\s]{0,3}")
"""A number with a decimal or a thousands separator, and perhaps a currency: what an amount looks like."""


def new_texts(before: Observation, now: Observation) -> tuple[str, ...]:
    """The texts of a page that it did not show before, line by line."""
    outline = outline_of(now)
    return _new(before, outline, range(len(outline.lines)))


def own_texts(before: Observation, now: Observation, own: Sequence[str]) -> tuple[str, ...]:
    """Those of the new texts that are not in the rows of others: of several rows, those without a value of the run."""
    outline = outline_of(now)
    others = _other_items(outline, own, needs_own=False)
    return _new(before, outline, (at for at in range(len(outline.lines)) if at not in others))


def said_texts(before: Observation, now: Observation, own: Sequence[str], *, listed: bool = True) -> tuple[str, ...]:
    """Those of the new texts with which a page may answer.

    These are not what can be pressed or filled in, footers and what stands beside the content, nor the items of a list
    in which another item has a value of the run, while they have none.

    Args:
        before, now: The two looks.
        own: The values of the run.
        listed: Whether the items of lists outside forms count, which say nothing of what was done if nothing was sent.
    """
    outline = outline_of(now)
    pressed = {
        element.id for element in now.elements if element.submits or element.tag in PRESSED or element.value is not None
    }
    left_out = {at for at, line in enumerate(outline.lines) if line.head in pressed}
    for at, line in enumerate(outline.lines):
        if ASIDE.fullmatch(line.head):
            left_out |= {at, *_inside(outline, at)}
    left_out |= _other_items(outline, own) | (set() if listed else _listed(outline))
    return _new(before, outline, (at for at in range(len(outline.lines)) if at not in left_out))


def new_pairs(before: Observation, now: Observation) -> tuple[str, ...]:
    """What rows of two cells say, terms and descriptions included, as `label: value`, if the page did not say it before."""
    old = frozenset(_pairs(outline_of(before)))
    return tuple(dict.fromkeys(pair for pair in _pairs(outline_of(now)) if pair not in old))


def _pairs(outline: Outline) -> Iterator[str]:
    for row in outline.members:
        cells = outline.cells(row)
        if len(cells) == len(("label", "value")):
            yield f"{one_line(cells[0]).rstrip(': ')}: {one_line(cells[1])}"
        table = outline.table(row) if outline.is_row(row) and not outline.is_term(row) else []
        heads = outline.cells(table[0]) if len(table) == len(("head", "row")) and outline.is_head(table[0]) else []
        if row in table[1:] and len(heads) == len(cells):
            yield from (f"{one_line(head)}: {one_line(cell)}" for head, cell in zip(heads, cells, strict=True))


def texts_of(page: Observation) -> tuple[str, ...]:
    """The texts of a page, line by line and cell by cell."""
    return tuple(one_line(text) for said in outline_of(page).said for text in said.split(CELLS))


def _new(before: Observation, outline: Outline, places: Iterable[int]) -> tuple[str, ...]:
    old = one_line(before.text)
    texts = [one_line(text) for at in places for text in outline.said[at].split(CELLS)]
    return tuple(dict.fromkeys(text for text in texts if words_of(text) and text not in old))


def _inside(outline: Outline, at: int) -> Iterator[int]:
    """The places of the lines within a line."""
    depth = outline.lines[at].depth
    return takewhile(lambda place: outline.lines[place].depth > depth, range(at + 1, len(outline.lines)))


def _other_items(outline: Outline, own: Sequence[str], *, needs_own: bool = True) -> set[int]:
    """The places of the rows without a value of the run, beside one that has one, or beside any."""
    rows = [at for at in outline.members if outline.is_row(at)]
    with_own = {at for at in rows if any(has_words([" ".join(outline.cells(at))], value) for value in own)}
    place = {at: (outline.around(at), outline.lines[at].depth) for at in rows}
    lists = Counter(place[at] for at in (with_own if needs_own else rows))
    others = (at for at in rows if at not in with_own and lists[place[at]] > (0 if needs_own else 1))
    return {place for row in others for place in outline.members[row]}


def _listed(outline: Outline) -> set[int]:
    """The places of the rows outside forms that have others beside them."""
    rows = [at for at in outline.members if outline.is_row(at) and len(outline.table(at)) > 1]
    in_forms = {
        place for at, line in enumerate(outline.lines) if FORM.fullmatch(line.head) for place in outline.inside(at)
    }
    return {place for at in rows if at not in in_forms for place in (at, *outline.members[at])}


PRESSED = frozenset({"a", "button", "summary", "option"})
FORM = re.compile(r"(?:f\d+\.)?form(?:-\d+)?")
ASIDE = re.compile(r"(?:f\d+\.)?(?:footer|nav|aside)(?:-\d+)?")


def shows_otherwise(values: Iterable[str], task: str, texts: Sequence[str], own: Sequence[str], shown: str) -> str:
    """Why texts that are new on a page contradict values that were sent; empty if they do not.

    Args:
        values: The values as they were meant.
        task: The text of the task, whose dates count too.
        texts: The new texts.
        own: Those of them that are not in the rows of others.
        shown: All of the page's text: a value that it shows anywhere is not contradicted.
    """
    values = tuple(dict.fromkeys(values))
    days = {day for text in own for day in dates_in(text)}
    meant = {day for text in (*values, task) for day in dates_in(text)}
    beside = [value for value in values if not [*dates_in(value)]]
    days_beside = {day for text in own if any(has_words([text], each) for each in beside) for day in dates_in(text)}
    if days.isdisjoint(meant) and (other := _swapped(meant, days) or _next_to(meant, days_beside)):
        return f"the page now shows {other[0]} instead of {other[1]}"
    if wrong := _other_currency(task, own, shown):
        return f'the page now shows "{wrong}", in another currency than the task names'
    for value in values:
        if wrong := _cut(value, texts, shown) or _other_amount(value, own, shown) or altered_in(value, texts, shown):
            return f'the page now shows "{wrong}", not "{one_line(value)}"'
    return ""


def _next_to(meant: Iterable[date], days: Iterable[date]) -> tuple[date, date] | None:
    """A day that is one before or after one that was meant, as another time zone makes of it, and that one."""
    pairs = ((day, each) for day in days for each in meant)
    return next((pair for pair in pairs if abs((pair[0] - pair[1]).days) == 1), None)


def _other_currency(task: str, texts: Sequence[str], shown: str) -> str:
    """An amount of the task that a page shows in another currency than the task names, and in that one nowhere."""
    named = {UNITS.get(each.casefold(), "") for each in CURRENCY.findall(task)} & CURRENCIES
    amounts = {value for each in quantities_in(task) for value in each.values}
    if not named or not amounts:
        return ""
    as_named = {value for each in quantities_in(shown) if each.unit in named for value in each.values}
    for text in texts:
        for each in quantities_in(text):
            is_other = each.unit in CURRENCIES - named and not any(may_be_same(each.unit, one) for one in named)
            if is_other and (each.values & amounts) - as_named:
                return text
    return ""


def dates_in(text: str) -> Iterator[date]:
    """The dates in a text that can be read in one way only."""
    for match in ISO.finditer(text):
        yield from _day(int(match[1]), int(match[2]), int(match[3]))
    for match in DAY_FIRST.finditer(text):
        one, other, year = map(int, match.groups())
        readings = {*_day(year, other, one), *_day(year, one, other)}
        if "." in match[0]:
            readings = {*_day(year, other, one)}
        yield from readings if len(readings) == 1 else ()
    for match in MONTHS.finditer(text):
        day, name, year = (match[1], match[2], match[3]) if match[1] else (match[5], match[4], match[6])
        if month := month_of(name):
            yield from _day(int(year), month, int(day))


def _day(year: int, month: int, day: int) -> Iterator[date]:
    try:
        yield date(year, month, day)
    except ValueError:
        return


def month_of(name: str) -> int:
    """The number of the month that a word names or begins to name; 0 if it names none."""
    plain = "".join(words_of(name))
    return next((at for at, names in enumerate(MONTH_NAMES, 1) if plain.startswith(names)), 0)


def _swapped(meant: set[date], days: set[date]) -> tuple[date, date] | None:
    """A date of a page that has day and month of one that was meant swapped, and that one."""
    swaps = {swap: day for day in meant if day.day != day.month for swap in _day(day.year, day.day, day.month)}
    return next(((day, swaps[day]) for day in sorted(days) if day in swaps), None)


def _cut(value: str, texts: Sequence[str], shown: str) -> str:
    """A text that is the beginning of a value and no more, where the page shows the value nowhere."""
    whole = one_line(value)
    if whole in one_line(shown):
        return ""
    for text in texts:
        if _is_cut_in_word(text, whole):
            return text
        for length in range(min(len(whole) - 1, len(text)), max(SHORTEST_CUT, len(whole) // 3) - 1, -1):
            if text.endswith(whole[:length]):
                before = text[: len(text) - length]
                return text if not before or not before[-1].isalnum() else ""
    return ""


def _is_cut_in_word(text: str, whole: str) -> bool:
    """Whether a text is the beginning of another, up to the middle of a word."""
    length = len(text)
    return SHORTEST_CUT <= length < len(whole) and whole.startswith(text) and whole[length - 1 : length + 1].isalpha()


def _other_amount(value: str, texts: Sequence[str], shown: str) -> str:
    """An amount of the same digits but a thousand or a hundred times as large or small, as misread separators make it."""
    if not AMOUNT.fullmatch(one_line(value)):
        return ""
    meant = {number for _, numbers in numbers_in(value) for number in numbers}
    others = {number for _, numbers in numbers_in(shown) for number in numbers}
    if not meant or meant & others:
        return ""
    units = {each.unit for each in quantities_in(value)}
    for text in texts:
        for _, numbers, unit in quantities_in(text):
            if unit and unit not in units | CURRENCIES:
                continue  # it may be the same in another unit, as grams are
            if any((shift := _shift(number, other)) and shift not in others for number in meant for other in numbers):
                return text
    return ""


def _shift(number: float, other: float) -> float:
    """By which power of ten two numbers differ; 0 if they differ otherwise.

    A page that shows the power too, as a number of pieces, shows a product.
    """
    if not number or not other:
        return 0.0
    ratio = max(number, other) / min(number, other) if number * other > 0 else 0.0
    return next((shift for shift in (10.0, 100.0, 1000.0, 1_000_000.0) if abs(ratio - shift) < shift * 1e-6), 0.0)


def other_unit(receipts: Iterable[Receipt], task: str) -> str:
    """Why a number is not the task's: it was entered in another unit, by the label of its field; empty if none was."""
    quantities = quantities_in(task)
    for receipt in receipts:
        unit = unit_in(receipt.field.partition(" ")[2].strip('"'))
        entered = {value for each in quantities_in(receipt.got) for value in each.values if not each.unit}
        named = {each.unit for each in quantities if each.values & entered}
        if unit and named and not any(each in {"", unit} or may_be_same(each, unit) for each in named):
            return f'{receipt.field} was given "{receipt.got}", which the task says in {", ".join(sorted(named))}'
    return ""


def says_another_number(receipts: Iterable[Receipt], texts: Iterable[str], shown: str) -> str:
    """A text that counts in words what a field is called, but another number of it than was entered; empty if none."""
    counts = [
        (text, at, number) for text in texts for at, number in numbers_in_words(text) if not TERM.search(text[:at])
    ]
    for receipt in receipts:
        if not receipt.got.isdecimal() or has_words([shown], receipt.got):
            continue
        names = words_of(receipt.field.partition(" ")[2])
        said = [each for each in counts if any(has_form(names, word) for word in words_of(each[0][each[1] :])[:NEAR])]
        if said and all(number != int(receipt.got) for _, _, number in said):
            return f'the page says "{said[0][0]}", not {receipt.got}'
    return ""


def says_fewer(task: str, texts: Iterable[str]) -> str:
    """A text that counts fewer of what a task wants all of, by their number: "9 prices" of "all 10 prices"; else empty."""
    texts = tuple(texts)
    for match in ALL_OF.finditer(task.casefold()):
        counts = [(text, each) for text in texts for each in COUNTED.finditer(text.casefold())]
        said = [(text, int(each[1])) for text, each in counts if is_form_of(each[2], match[2])]
        if said and all(0 < number < int(match[1]) for _, number in said):
            return f'the page says "{said[0][0]}", not {match[1]}'
    return ""


def shows_under_label(
    receipts: Iterable[Receipt], texts: Sequence[str], shown: str, others: Mapping[str, frozenset[str]]
) -> str:
    """Why a page contradicts a number, day, time or choice: it shows another under its label, and only that one.

    Texts may be shown shortened, masked or in another order.

    Args:
        receipts: What was entered.
        texts: The new texts.
        shown: All of the page's text: a value that it shows anywhere is not contradicted.
        others: The labels of the options that a field has beside the chosen one, by the field's title.
    """
    for receipt in receipts:
        label = words_of(receipt.field.partition(" ")[2])
        options = others.get(receipt.field, frozenset())
        is_text = not options and re.search(r"[^\W\d_]", receipt.wanted)
        if not label or is_text or any(has_words([shown], text) for text in (receipt.wanted, receipt.got)):
            continue
        said = [text for text in texts if words_of(text.partition(":")[0]) == label and ":" in text]
        values = {_without_remark(text.partition(":")[2].strip()) for text in said}
        if len(values) != 1:
            continue
        value = values.pop()
        if value in options if options else _is_another(receipt.wanted, value):
            return f'the page now shows "{said[0]}", not "{receipt.wanted}"'
    return ""


def _is_another(wanted: str, value: str) -> bool:
    return surely_differs(wanted, value) and not means_same(wanted, value) and not _is_rounded(wanted, value)


def _is_rounded(wanted: str, value: str) -> bool:
    """Whether a page shows a number with fewer decimals, as amounts have two, and has rounded it to them."""
    shown, meant = DECIMALS.findall(value), DECIMALS.findall(wanted)
    if len(shown) != 1 or len(meant) != 1 or not len(CENTS) <= len(shown[0]) < len(meant[0]):
        return False
    unit = 10.0 ** -len(shown[0])
    numbers = [{number for _, found in numbers_in(text) for number in found} for text in (wanted, value)]
    return any(abs(one - other) <= unit / 2 + unit / 1000 for one in numbers[0] for other in numbers[1])


def _without_remark(value: str) -> str:
    match = ANNOTATED.fullmatch(value)
    return match[1] if match else value
