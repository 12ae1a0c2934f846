"""Which value of a page answers a question: the one in the item and under the label that the question names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from actwright.engine.evidence.own_words import has_digit, has_form, has_words, words_of
from actwright.engine.evidence.refusals import NOT, words_for
from actwright.schemas.page import Observation
from actwright.text import shortened
from actwright.tools.outline import CELLS, Outline, numbers_in, outline_of

LABELLED = re.compile(r"([^:|]*[^\W\d_][^:|]*):\s+(\S.*)")
"""A text that gives a value after its label."""
TABLE_ROW = re.compile(r"(?:f\d+\.)?tr(?:-\d+)?")
YEAR = re.compile(r"(?:19|20)\d\d")
MOST_LINES, LONGEST = 3_000, 80
"""Lines of a tree that are compared, as a longer page is not; characters of an item in a sentence about it."""


class _Value(NamedTuple):
    """A text of a page: the place of its line, what the page calls it, and what it says without that."""

    line: int
    label: str
    text: str


class _Item(NamedTuple):
    """A row, card or section: the texts that name it, and its values in the order of the page."""

    names: tuple[str, ...]
    values: tuple[_Value, ...]
    is_row: bool = False


def answered_otherwise(page: Observation, question: str, texts: Sequence[str]) -> str:
    """Why a text with which a question is answered is not the value that it asks for; empty if that is not known.

    It is known if an item like that of the text (row, card, section) has more words of the question, besides all that
    the text's item has, and another value in the same place; or if the question has the label of another value of the
    same item, and not the text's own. A question that denies or compares asks for what no such rule finds.

    Args:
        page: The page.
        question: The question, with the data of the task.
        texts: What is said to answer it. Words of the question are left out.
    """
    outline = outline_of(page)
    words = words_of(question)
    if len(outline.lines) > MOST_LINES or compares(words):
        return ""
    asked = _AskedValues(outline, question)
    answers = [text for text in texts if words_of(text) and not has_words([question], text)]
    for text in answers:
        found = asked.instead_of(text)
        if found is not None and not any(has_words([each], found[1].text) for each in answers):
            item, value = found
            where = f' for "{value.label}"' if value.label else ""
            holder = f'"{item}"' if item else "the page"
            return f'"{text}" is not what the task asks about: {holder} has "{value.text}"{where}'
    return ""


def compares(words: Sequence[str]) -> bool:
    """Whether the words of a question deny or compare, so that no rule about its items finds the answer."""
    return NOT.search(" ".join(words)) is not None or not words_for("relating").isdisjoint(words)


class _AskedValues:
    """The values of a page, and which of them a question names."""

    def __init__(self, outline: Outline, question: str) -> None:
        self._outline = outline
        self._question = question
        self._asked = frozenset(_content(question))

    def instead_of(self, text: str) -> tuple[str, _Value] | None:
        """The item and value that is asked for instead of a text; None if one of its places may be the right one."""
        sums = words_for("sums")
        places = [each for each in self._values if has_words([each.text], text)]
        if any(
            not sums.isdisjoint(words_of(f"{each.label} {self._outline.said[self._outline.rows[each.line]]}"))
            for each in places
        ):
            found = [self._under_other_label(each, is_sum=True) for each in places]
            return found[0] if found and all(found) else None
        others = [
            self._under_other_label(each) or self._in_other_item(each) or self._in_other_sentence(each)
            for each in places
        ]
        return others[0] if others and all(others) else None

    def _in_other_item(self, value: _Value) -> tuple[str, _Value] | None:
        for items in self._lists:
            own = next((item for item in items if value in item.values), None)
            if own is None:
                continue
            mine, at = self._named(*own.names), own.values.index(value)
            for item in items:
                if mine < self._named(*item.names) and self._adds(item, mine) and not self._leads_to(item, own):
                    same = [each for each in item.values if each.label == value.label]
                    other = same[0] if value.label and same else item.values[at] if at < len(item.values) else None
                    if other is not None and _may_replace(other, value):
                        return shortened(CELLS.join(item.names), LONGEST), other
        return None

    def _in_other_sentence(self, value: _Value) -> tuple[str, _Value] | None:
        """The only sentence with all words of the question, beside one that has less of them and another number."""
        if value.label or self._outline.is_row(self._outline.rows[value.line]):
            return None
        around = self._outline.around(value.line)
        beside = [each for each in self._values if self._outline.around(each.line) == around and not each.label]
        full = [each for each in beside if len(self._named(each.text)) == len(self._asked)]
        if len(full) != 1 or full[0] == value or not all(map(has_digit, (full[0].text, value.text))):
            return None
        return "", full[0]

    def _under_other_label(self, value: _Value, *, is_sum: bool = False) -> tuple[str, _Value] | None:
        item = next((each for items in self._lists for each in items if value in each.values), None)
        if not value.label or (item is not None and item.is_row and item.values[0] == value):
            return None  # the first text of a row names the row
        beside = [each for each in (item.values if item is not None else self._values) if each != value]
        keys = [each for each in beside if has_words([self._question], each.text)]
        asked = self._asked.difference(word for each in keys for word in words_of(each.text))
        if any(has_form(asked, word) for word in words_of(value.label)):
            return None
        named_by = item.values[0] if item is not None and item.is_row else None
        for other in (each for each in beside if each not in keys and each != named_by):
            label = _content(other.label)
            opens = not is_sum or _content(self._question)[: len(label)] == label
            if opens and label and all(has_form(asked, word) for word in label) and _may_replace(other, value):
                return shortened(CELLS.join(item.names), LONGEST) if item is not None else "", other
        return None

    def _named(self, *texts: str) -> frozenset[str]:
        """The words of the question that texts have."""
        words = {word for text in texts for word in words_of(text)}
        return frozenset(each for each in self._asked if has_form(words, each))

    def _adds(self, item: _Item, known: frozenset[str]) -> bool:
        """Whether a text of an item that has further words of the question has few others."""
        return any(
            (named := self._named(text)) - known and len(named) * 2 >= len(_content(text)) for text in item.names
        )

    def _leads_to(self, item: _Item, other: _Item) -> bool:
        """Whether a row refers to another by its first text, as to the manager of a person."""
        key = other.names[0]
        return item.is_row and has_words(item.names, key) and not has_words([self._question], key)

    @cached_property
    def _values(self) -> list[_Value]:
        return [value for at in range(len(self._outline.lines)) for value in self._of_line(at)]

    def _of_line(self, at: int) -> Iterator[_Value]:
        """The values of a line; of a row of a table with heads, each under its head."""
        outline, row = self._outline, self._outline.rows[at]
        texts = [text for text in outline.said[at].split(CELLS) if text]
        heads = self._heads(row) if outline.is_row(row) else []
        before = sum(len(outline.said[each].split(CELLS)) for each in outline.members[row] if each < at)
        if outline.is_term(at) or (outline.is_row(row) and self._is_head(row)):
            return
        for index, text in enumerate(texts, before):
            label = heads[index] if index < len(heads) else ""
            if outline.is_term(row) and at != row:
                label = outline.said[row]
            match = None if label else LABELLED.fullmatch(text)
            yield _Value(at, *match.groups()) if match else _Value(at, label, text)

    def _heads(self, row: int) -> list[str]:
        """The heads of the columns of a row; empty if the first row of its table has none, or it is that row."""
        table = self._outline.table(row)
        heads, count = self._outline.cells(table[0]), len(self._outline.cells(row))
        is_row = TABLE_ROW.fullmatch(self._outline.lines[row].head)
        if not is_row or table[0] == row or any(map(numbers_in, (each for each in heads if not YEAR.fullmatch(each)))):
            return []
        return heads if len(heads) == count else ["", *heads] if len(heads) == count - 1 else []

    @cached_property
    def _lists(self) -> list[list[_Item]]:
        """The items of the page that are alike, list by list; those in others come first."""
        return [*self._rows(), *self._sections(), *self._sequences()]

    def _is_head(self, row: int) -> bool:
        if not TABLE_ROW.fullmatch(self._outline.lines[row].head):
            return False
        table = self._outline.table(row)
        return table[0] == row and (self._outline.is_head(row) or any(map(self._heads, table)))

    def _rows(self) -> Iterator[list[_Item]]:
        outline = self._outline
        rows = [at for at in outline.members if outline.is_row(at) and not outline.is_term(at)]
        for table in dict.fromkeys(tuple(outline.table(at)) for at in reversed(rows)):
            members = [at for at in table if not self._is_head(at)]
            yield [
                _Item(tuple(outline.cells(at)), tuple(v for line in self._lines(at) for v in self._of_line(line)), True)
                for at in members
            ]

    def _lines(self, row: int) -> Iterator[int]:
        """The lines in a row, those in rows within it included."""
        return iter((row, *self._outline.inside(row)))

    def _sections(self) -> Iterator[list[_Item]]:
        outline = self._outline
        heads = [at for at in range(len(outline.lines)) if outline.is_heading(at)]
        kinds = dict.fromkeys((outline.lines[at].head, outline.lines[at].depth) for at in reversed(heads))
        for kind in kinds:
            alike = [at for at in heads if (outline.lines[at].head, outline.lines[at].depth) == kind]
            yield [
                _Item((outline.said[at],), tuple(v for line in outline.section(at) for v in self._of_line(line)))
                for at in alike
            ]

    def _sequences(self) -> Iterator[list[_Item]]:
        """Texts that follow each other, from each that is like one with words of the question to the next."""
        outline = self._outline
        loose = [at for at in range(len(outline.lines)) if not outline.is_row(outline.rows[at])]
        for around in dict.fromkeys(map(outline.around, loose)):
            values = [v for at in loose if outline.around(at) == around for v in self._of_line(at)]
            for key in values:
                starts = [at for at, each in enumerate(values) if _are_alike(each.text, key.text)]
                if len(starts) > 1 and self._named(key.text):
                    ends = [*starts[1:], len(values)]
                    blocks = (values[start:end] for start, end in zip(starts, ends, strict=True))
                    yield [_Item((block[0].text,), tuple(block)) for block in blocks]


def _content(text: str) -> list[str]:
    """The words of a text that name something."""
    return [word for word in words_of(text) if word not in words_for("small")]


def _are_alike(one: str, other: str) -> bool:
    words, others = set(words_of(one)), set(words_of(other))
    return len(words & others) * 2 >= max(len(words), len(others), 1)


def _may_replace(other: _Value, value: _Value) -> bool:
    """Whether a value says another thing of the same form: a number for a number, words for words."""
    texts = other.text, value.text
    forms = [*map(has_digit, texts)]
    lengths = [len(words_of(text)) for text in texts]
    is_like = forms[0] == forms[1] and lengths[0] <= lengths[1] * 2 + 2
    return is_like and not has_words(texts[:1], texts[1]) and not has_words(texts[1:], texts[0])
