"""Fits the lines of a page tree into a budget: what matters stays, what is left out is counted where it stood."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from actwright.text import estimated_tokens

__all__ = ["AS_CLOSE", "Line", "Rank", "prune"]

_GAP = 14
"""Tokens set aside for a line that tells of a gap."""

AS_CLOSE = 100
"""CSS px. Lines that differ by less in their distance from the view go in by their order in the page."""

_HEAD = re.compile(r" *- \*?(?:f\d+\.)?([a-z0-9-]*?)(?:-\d+)?(?: |$)")
_FOLD = re.compile(r" *- ((?:f\d+\.)?fold-\d+) ")
_MOST_FOLDS = 3


class Rank(IntEnum):
    """What goes first into a tree, and how much of the budget the tree may have reached by then."""

    MODAL = 0
    FOCUSED = 1
    NEW = 2
    IN_VIEW = 3
    FIELD = 4
    """What a person fills in, outside of the view; and folds, which tell of the rest."""
    NEAR = 5
    """Within a screen of the view."""
    REST = 6

    @property
    def share(self) -> float:
        """The share of the budget up to which lines of this rank are added."""
        if self <= Rank.IN_VIEW:
            return 1.0
        return 0.5 if self is Rank.FIELD else 0.25


@dataclass(frozen=True)
class Line:
    """One line of the tree.

    Attributes:
        text: As it is shown, indentation included.
        depth: Levels of indentation.
        parent: The index of the line it lies under; -1 at the top.
        rank: Which lines go first.
        distance: From the viewport, in CSS px; among lines of one rank the closer ones go first, in document order
            where they are about as close.
    """

    text: str
    depth: int
    parent: int
    rank: Rank
    distance: float = 0.0


def prune(lines: Sequence[Line], budget: float) -> list[str]:
    """The lines that fit into a budget in tokens, with a line like `… 246 more (200 tr, 46 a)` for each gap."""
    kept = _choose(lines, budget)
    return list(_with_gaps(lines, kept)) if len(kept) < len(lines) else [line.text for line in lines]


def _choose(lines: Sequence[Line], budget: float) -> set[int]:
    """Lines in the order of their rank, each with the lines it lies under, as long as there is room."""
    tokens = [estimated_tokens(line.text) + 1 for line in lines]
    if sum(tokens) <= budget * Rank.REST.share:
        return set(range(len(lines)))
    kept: set[int] = set()
    used = float(_GAP)
    gaps: Counter[int] = Counter()
    full: Rank | None = None
    for index in sorted(range(len(lines)), key=lambda at: (lines[at].rank, lines[at].distance // AS_CLOSE, at)):
        rank = lines[index].rank
        if index in kept or rank is full:
            continue
        wanted = [at for at in _upwards(lines, index) if at not in kept]
        cost = sum(tokens[at] + _GAP * (gaps[lines[at].parent] == 0) for at in wanted)
        if used + cost > budget * rank.share:
            full = rank if rank >= Rank.NEAR else None  # what lies around stays in one piece
            continue
        for at in wanted:
            gaps[lines[at].parent] += 1
        kept.update(wanted)
        used += cost
    return kept


def _upwards(lines: Sequence[Line], index: int) -> Iterator[int]:
    while index >= 0:
        yield index
        index = lines[index].parent


def _with_gaps(lines: Sequence[Line], kept: set[int]) -> Iterator[str]:
    gap: list[Line] = []
    for index, line in enumerate(lines):
        if index not in kept:
            gap.append(line)
            continue
        if gap:
            yield _gap_line(gap)
            gap = []
        yield line.text
    if gap:
        yield _gap_line(gap)


def _gap_line(gap: Sequence[Line]) -> str:
    """What was left out: how many lines, the most of their tags, and the folds among them, which can be read."""
    kinds = Counter(match[1] for line in gap if (match := _HEAD.match(line.text)))
    folds = [match[1] for line in gap if (match := _FOLD.match(line.text))]
    named = ", ".join([*(f"{count} {tag}" for tag, count in kinds.most_common(2)), *folds[:_MOST_FOLDS]])
    depth = min(line.depth for line in gap)
    return f"{'  ' * depth}… {len(gap)} more ({named})"
