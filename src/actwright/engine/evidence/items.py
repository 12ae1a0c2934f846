"""The items of a page (rows, cards, buttons alike) and which of them a task is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from actwright.engine.evidence.asked_controls import presses
from actwright.engine.evidence.own_words import with_values, words_of
from actwright.engine.evidence.refusals import words_for
from actwright.schemas.page import Observation
from actwright.schemas.step import Step
from actwright.schemas.task import Task
from actwright.text import one_line, shortened
from actwright.tools.outline import CELLS, Outline, outline_of

LONGEST = 120
MOST_LINES = 3_000
"""Lines of a tree that are compared; a longer page is not."""


class Items:
    """The items of one page. Those of one list or table are alike, and so are elements of one kind at one depth.

    Args:
        page: The page.
        asked: The words of the task, with its data.
    """

    def __init__(self, page: Observation, asked: Sequence[str]) -> None:
        self._outline: Outline = outline_of(page)
        self._asked = frozenset(asked) - words_for("small")

    def of_element(self, element_id: str) -> str:
        """The text of the item that an element is in; empty if it is not on the page."""
        at = self._place(element_id)
        if at is None:
            return ""
        blocks = [] if self._outline.is_row(self._outline.rows[at]) else self._blocks_like(at)
        return self._said(blocks[0]) if blocks else self._text(self._item(at))

    def better_for_element(self, element_id: str) -> str:
        """The text of an item like that of an element which has more words of the task; empty if there is none."""
        at = self._place(element_id)
        if at is None:
            return ""
        return self._better_block(self._blocks_like(at)) or self._better(at)

    def better_for_text(self, text: str) -> str:
        """The same for an item that shows a text, unless another item that shows it has none that is better."""
        wanted = one_line(text)
        places = [at for at, said in enumerate(self._outline.said) if wanted in said]
        better = [self._better_block(self._blocks_like(at, same_text=False)) or self._better(at) for at in places]
        return better[0] if better and all(better) else ""

    def _better_block(self, blocks: Sequence[range]) -> str:
        """The text of a block that has more words of the task than the first, besides all that the first has."""
        words = [frozenset(words_of(self._said(each))) & self._asked for each in blocks]
        better = [at for at, each in enumerate(words) if each > words[0]]
        best = max(better, key=lambda at: len(words[at]), default=None)
        return "" if best is None else shortened(self._said(blocks[best]), LONGEST)

    def _better(self, at: int) -> str:
        item = self._item(at)
        mine = self._overlap(item)
        likes = [each for each in self._alike(item) if self._overlap(each) > mine]
        best = max(likes, key=lambda each: len(self._overlap(each)), default=None)
        return "" if best is None else shortened(self._text(best), LONGEST)

    def _blocks_like(self, at: int, *, same_text: bool = True) -> list[range]:
        """What stands under the heading of a line, and then under headings alike with such a line.

        These are cards. Empty if there are no others. With `same_text`, the lines must say the same, as buttons do.
        """
        lines, said = self._outline.lines, self._outline.said
        heads = [place for place in range(len(lines)) if self._outline.is_heading(place)]
        blocks = [range(start, end) for start, end in pairwise([*heads, len(lines)])]
        own = next((each for each in blocks if at in each), None)
        if own is None:
            return []
        head = lines[own.start]
        alike = [
            each
            for each in blocks
            if each != own
            and (_kind(lines[each.start].head), lines[each.start].depth) == (_kind(head.head), head.depth)
            and any(
                _kind(lines[place].head) == _kind(lines[at].head) and (said[place] == said[at] or not same_text)
                for place in each
            )
        ]
        return [own, *alike] if alike else []

    def _said(self, places: range) -> str:
        return CELLS.join(self._outline.said[at] for at in places if self._outline.said[at])

    def _place(self, element_id: str) -> int | None:
        if len(self._outline.lines) > MOST_LINES:
            return None
        return self._places.get(element_id)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {line.head: at for at, line in enumerate(self._outline.lines)}

    def _item(self, at: int) -> int:
        """The place of the innermost row around a line that has others beside it; else the line itself."""
        row = self._outline.rows[at]
        return row if self._outline.is_row(row) and len(self._rows_beside(row)) > 1 else at

    def _rows_beside(self, row: int) -> list[int]:
        depth, lines = self._outline.lines[row].depth, self._outline.lines
        beside = [row]
        for way in (range(row - 1, -1, -1), range(row + 1, len(lines))):
            for at in way:
                is_alone = self._outline.rows[at] == at and not self._outline.is_row(at)
                if lines[at].depth < depth or (lines[at].depth == depth and is_alone):
                    break
                if lines[at].depth == depth and self._outline.is_row(at):
                    beside.append(at)
        return beside

    def _alike(self, item: int) -> Iterator[int]:
        """The other items of its list; for a line that is in none, other elements of its kind that share a word."""
        lines = self._outline.lines
        if self._outline.is_row(item) and len(beside := self._rows_beside(item)) > 1:
            yield from (at for at in beside if at != item and not self._outline.is_head(at))
            return
        kind, words = _kind(lines[item].head), self._words(item)
        for at, line in enumerate(lines):
            if at != item and line.depth == lines[item].depth and _kind(line.head) == kind:
                others = self._words(at)
                if len(words & others) * 2 >= max(len(words), len(others)):
                    yield at

    def _overlap(self, item: int) -> frozenset[str]:
        return self._words(item) & self._asked

    def _words(self, item: int) -> frozenset[str]:
        return frozenset(words_of(self._text(item)))

    def _text(self, item: int) -> str:
        depth, lines = self._outline.lines[item].depth, self._outline.lines
        ends = (at for at in range(item + 1, len(lines)) if lines[at].depth <= depth and self._outline.rows[at] != item)
        end = next(ends, len(lines))
        return CELLS.join(text for text in self._outline.said[item:end] if text)


def _kind(head: str) -> str:
    """The tag of a line's element, without its number."""
    return head.rpartition("-")[0] or head


def items_acted_in(task: Task, steps: Sequence[Step]) -> tuple[str, ...]:
    """The texts of the items of their pages that actions were on."""
    return tuple(items.of_element(id) for items, id in acted_on(task, steps))


def acted_on(task: Task, steps: Sequence[Step]) -> list[tuple[Items, str]]:
    """The elements that actions pressed, each with the items of its page."""
    words = words_of(with_values(task.text, task))
    found: list[tuple[Items, str]] = []
    for step in steps:
        ids = [id for outcome in step.outcomes if presses(outcome) and (id := outcome.target.partition(" ")[0])]
        if ids:
            items = Items(step.page, words)
            found += [(items, id) for id in ids if not _sends_several(items, step.page, id)]
    return found


def _sends_several(items: Items, page: Observation, button_id: str) -> bool:
    """Whether a button sends all fields of a form that a table lays out: only one of the rows has buttons that send it."""
    button = page.by_id.get(button_id)
    if button is None or not button.submits:
        return False
    inside = [each for each in page.elements if each.form == button.form]
    ends = {items.of_element(each.id) for each in inside if each.submits}
    return len(ends) == 1 and any(items.of_element(each.id) not in ends for each in inside)
