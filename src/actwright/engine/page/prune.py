"""Fits the lines of a page tree into a budget: what matters stays, what is left out is counted where it stood."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

__all__ = ["Line", "prune"]

_GAP = 48
"""Characters set aside for a line that tells of a gap."""

_HEAD = re.compile(r" *- \*?(?:f\d+\.)?([a-z0-9-]*?)(?:-\d+)?(?: |$)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the tree.

    Attributes:
        text: As it is shown, indentation included.
        depth: Levels of indentation.
        parent: The index of the line it lies under; -1 at the top.
        rank: Priority class and distance; lower stays longer.
    """

    text: str
    depth: int
    parent: int
    rank: tuple[int, float]


def prune(lines: Sequence[Line], budget: int) -> list[str]:
    """The lines that fit into `budget` characters, with a line like `… 246 more (200 tr, 46 a)` for each gap."""
    if sum(len(line.text) + 1 for line in lines) <= budget:
        return [line.text for line in lines]
    kept = _choose(lines, budget)
    return list(_with_gaps(lines, kept))


def _choose(lines: Sequence[Line], budget: int) -> set[int]:
    """Lines in the order of their rank, each with the lines it lies under, as long as there is room."""
    kept: set[int] = set()
    left = budget - _GAP
    gaps: Counter[int] = Counter()
    for index in sorted(range(len(lines)), key=lambda at: (lines[at].rank, at)):
        wanted = [at for at in _upwards(lines, index) if at not in kept]
        cost = sum(len(lines[at].text) + 1 + _GAP * (gaps[lines[at].parent] == 0) for at in wanted)
        if cost > left:
            continue
        for at in wanted:
            gaps[lines[at].parent] += 1
        kept.update(wanted)
        left -= cost
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
    kinds = Counter(match[1] for line in gap if (match := _HEAD.match(line.text)))
    named = ", ".join(f"{count} {tag}" for tag, count in kinds.most_common(2))
    depth = min(line.depth for line in gap)
    return f"{'  ' * depth}… {len(gap)} more ({named})"
