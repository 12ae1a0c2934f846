"""Fits the lines of a page tree into a token budget; one line stands for the omitted lines and counts them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from actwright.text import estimated_tokens

_GAP = 18
"""Tokens set aside for a line that counts omitted lines. Lines that take no more than that are shown instead."""

AS_CLOSE = 100
"""Lines whose distances from the viewport differ by fewer CSS px than this are added in document order."""

_HEAD = re.compile(r" *- \*?(?:f\d+\.)?([a-z0-9-]*?)(?:-\d+)?(?: |$)")

Keep = Callable[[Sequence[str]], str]
"""Keeps omitted lines; returns the ID by which they can be read, or an empty string."""


class Rank(IntEnum):
    """The order in which lines are added to a tree."""

    MODAL = 0
    FOCUSED = 1
    NEW = 2
    IN_VIEW = 3
    FIELD = 4
    """What a person fills in, within a screen of the viewport."""
    NEAR = 5
    """Within a screen of the viewport."""
    CHROME = 6
    """Navigation, sidebars and footers out of view; and lines in or near view that the previous page had, too."""
    FAR = 7
    """Fields farther away; and folds, which show what else there is."""
    REST = 8


@dataclass(frozen=True, slots=True)
class RankedLine:
    """One line of the tree.

    Attributes:
        text: The line as it is shown, including its indentation.
        depth: Levels of indentation.
        parent: The index of the line that it lies under; -1 at the top.
        rank: When it is added to the tree.
        distance: Its distance from the viewport, in CSS px. Among lines of one rank, closer ones are added first, and
            those that are about as close in document order.
        tag: The tag of the element; empty for text.
        control: The tag, role and accessible name of a control; controls that share them are alike. Empty for a line
            that cannot be acted on.
        has_text: Whether it shows text of the page.
        in_headers: Whether it is, or lies in, a row of column headers.
        chrome: Whether it lies in navigation, a sidebar, a header or a footer of the page.
    """

    text: str
    depth: int
    parent: int
    rank: Rank
    distance: float = 0.0
    tag: str = ""
    control: str = ""
    has_text: bool = False
    in_headers: bool = False
    chrome: bool = False


def prune(
    lines: Sequence[RankedLine],
    budget: float,
    *,
    needs: Sequence[Sequence[int]] = (),
    keep: Keep | None = None,
    read: frozenset[int] = frozenset(),
) -> list[str]:
    """The lines that fit into a budget in tokens, with a line like `… fold-4: 246 more (200 tr, 46 a)` for each gap.

    Args:
        lines: All lines of the tree.
        budget: In tokens, as `estimated_tokens` counts them.
        needs: For each line, the lines without which it is not shown.
        keep: Keeps the lines of a gap; without it, gaps have no ID.
        read: The lines that the history has, and that need not be shown again.
    """
    kept = _choose(lines, budget, needs, read)
    if len(kept) == len(lines):
        return [line.text for line in lines]
    return list(_with_gaps(lines, kept, keep, read))


def _choose(
    lines: Sequence[RankedLine], budget: float, needs: Sequence[Sequence[int]], read: frozenset[int]
) -> set[int]:
    """The lines to show: by rank, each with the lines it lies under and those it needs, while the budget lasts."""
    tokens = [0.0 if at in read else estimated_tokens(line.text) + 1 for at, line in enumerate(lines)]
    if sum(tokens) <= budget:
        return set(range(len(lines))) - read
    kept: set[int] = set()
    used = float(_GAP)
    gaps: Counter[int] = Counter()
    full: Rank | None = None
    for index in sorted(range(len(lines)), key=lambda at: (lines[at].rank, lines[at].distance // AS_CLOSE, at)):
        rank = lines[index].rank
        if full is not None and rank >= full:
            break  # keeps the surroundings in one piece: no less important line is added before the rest of them
        if index in kept or index in read:
            continue
        wanted = _wanted(lines, index, needs) - kept - read
        cost = sum(tokens[at] + _GAP * (gaps[lines[at].parent] == 0) for at in wanted)
        if used + cost > budget:
            full = rank if rank >= Rank.NEAR else None
            continue
        for at in wanted:
            gaps[lines[at].parent] += 1
        kept |= wanted
        used += cost
    return kept | _small_gaps(tokens, kept | read)


def _wanted(lines: Sequence[RankedLine], index: int, needs: Sequence[Sequence[int]]) -> set[int]:
    """A line, its ancestors, and the lines that distinguish these from similar ones."""
    wanted: set[int] = set()
    waiting = [index]
    while waiting:
        at = waiting.pop()
        if at < 0 or at in wanted:
            continue
        wanted.add(at)
        waiting.append(lines[at].parent)
        if needs:
            waiting.extend(needs[at])
    return wanted


def _small_gaps(tokens: Sequence[float], kept: set[int]) -> set[int]:
    """The omitted lines that take no more tokens than the line that would count them."""
    found: set[int] = set()
    for gap in _runs(len(tokens), kept):
        if sum(tokens[at] for at in gap) <= _GAP:
            found.update(gap)
    return found


def _runs(count: int, kept: set[int]) -> Iterator[list[int]]:
    """The stretches of consecutive lines that are not kept."""
    run: list[int] = []
    for index in range(count):
        if index not in kept:
            run.append(index)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _with_gaps(lines: Sequence[RankedLine], kept: set[int], keep: Keep | None, read: frozenset[int]) -> Iterator[str]:
    gaps = {run[0]: run for run in _runs(len(lines), kept)}
    for index, line in enumerate(lines):
        if index in kept:
            yield line.text
        elif index in gaps:
            why = " that you have read" if read.issuperset(gaps[index]) else ""
            yield cut_line([lines[at] for at in gaps[index]], keep, why)


def cut_line(cut: Sequence[RankedLine], keep: Keep | None, why: str = "") -> str:
    """The line for omitted lines: their ID, how many there are, why, and their most common tags."""
    kinds = Counter(match[1] for line in cut if (match := _HEAD.match(line.text)))
    named = ", ".join(f"{count} {tag}" for tag, count in kinds.most_common(2))
    depth = min(line.depth for line in cut)
    id = keep([line.text[2 * depth :] for line in cut]) if keep else ""
    return f"{'  ' * depth}… {id}{': ' if id else ''}{len(cut)} more{why} ({named})"
