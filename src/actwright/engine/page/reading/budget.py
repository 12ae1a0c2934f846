"""Fits the lines of a page tree into a token budget; a line in place of omitted ones counts them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from actwright.text import estimated_tokens

__all__ = ["AS_CLOSE", "Line", "Rank", "cut_line", "prune"]

_GAP = 18
"""Tokens set aside for a line that counts what was left out. What takes no more than that is shown instead."""

AS_CLOSE = 100
"""CSS px. Lines that differ by less in their distance from the view go in by their order in the page."""

_HEAD = re.compile(r" *- \*?(?:f\d+\.)?([a-z0-9-]*?)(?:-\d+)?(?: |$)")

Keep = Callable[[Sequence[str]], str]
"""Keeps lines that were left out; returns the ID by which they can be read, or nothing."""


class Rank(IntEnum):
    """What goes first into a tree."""

    MODAL = 0
    FOCUSED = 1
    NEW = 2
    IN_VIEW = 3
    FIELD = 4
    """What a person fills in, within a screen of the view."""
    NEAR = 5
    """Within a screen of the view."""
    CHROME = 6
    """Navigation, sidebars and footers outside of the view; and, in view, what the page before had in the same form."""
    FAR = 7
    """Fields farther away; and folds, which say what else there is."""
    REST = 8


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the tree.

    Attributes:
        text: As it is shown, indentation included.
        depth: Levels of indentation.
        parent: The index of the line it lies under; -1 at the top.
        rank: Which lines go first.
        distance: From the viewport, in CSS px; among lines of one rank the closer ones go first, in document order
            where they are about as close.
        tag: Of the element; empty for text.
        control: What controls that are alike share, such as role and name; empty for what cannot be acted on.
        says: Whether it shows text of the page.
        heads: Whether it is, or lies in, a row of column headers.
        chrome: Whether it lies in navigation, a sidebar, a header or a footer of the page.
    """

    text: str
    depth: int
    parent: int
    rank: Rank
    distance: float = 0.0
    tag: str = ""
    control: str = ""
    says: bool = False
    heads: bool = False
    chrome: bool = False


def prune(
    lines: Sequence[Line], budget: float, *, needs: Sequence[Sequence[int]] = (), keep: Keep | None = None
) -> list[str]:
    """The lines that fit into a budget in tokens, with a line like `… fold-4: 246 more (200 tr, 46 a)` for each gap.

    Args:
        lines: All of them.
        budget: In tokens, as `estimated_tokens` counts them.
        needs: For each line, the lines without which it is not shown.
        keep: Keeps the lines of a gap; without it gaps have no ID.
    """
    kept = _choose(lines, budget, needs)
    if len(kept) == len(lines):
        return [line.text for line in lines]
    return list(_with_gaps(lines, kept, keep))


def _choose(lines: Sequence[Line], budget: float, needs: Sequence[Sequence[int]]) -> set[int]:
    """Lines in the order of their rank, each with the lines it lies under and those it needs, while there is room."""
    tokens = [estimated_tokens(line.text) + 1 for line in lines]
    if sum(tokens) <= budget:
        return set(range(len(lines)))
    kept: set[int] = set()
    used = float(_GAP)
    gaps: Counter[int] = Counter()
    full: Rank | None = None
    for index in sorted(range(len(lines)), key=lambda at: (lines[at].rank, lines[at].distance // AS_CLOSE, at)):
        rank = lines[index].rank
        if full is not None and rank >= full:
            break  # what lies around stays in one piece, and nothing that matters less goes in before the rest of it
        if index in kept:
            continue
        wanted = _wanted(lines, index, needs) - kept
        cost = sum(tokens[at] + _GAP * (gaps[lines[at].parent] == 0) for at in wanted)
        if used + cost > budget:
            full = rank if rank >= Rank.NEAR else None
            continue
        for at in wanted:
            gaps[lines[at].parent] += 1
        kept |= wanted
        used += cost
    return kept | _small_gaps(tokens, kept)


def _wanted(lines: Sequence[Line], index: int, needs: Sequence[Sequence[int]]) -> set[int]:
    """A line, its ancestors, and the lines that distinguish these from others."""
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
    """What was left out although it takes no more than the line that would count it."""
    found: set[int] = set()
    for gap in _runs(len(tokens), kept):
        if sum(tokens[at] for at in gap) <= _GAP:
            found.update(gap)
    return found


def _runs(count: int, kept: set[int]) -> Iterator[list[int]]:
    """The stretches of lines that are not kept."""
    run: list[int] = []
    for index in range(count):
        if index not in kept:
            run.append(index)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _with_gaps(lines: Sequence[Line], kept: set[int], keep: Keep | None) -> Iterator[str]:
    gaps = {run[0]: run for run in _runs(len(lines), kept)}
    for index, line in enumerate(lines):
        if index in kept:
            yield line.text
        elif index in gaps:
            yield cut_line([lines[at] for at in gaps[index]], keep)


def cut_line(cut: Sequence[Line], keep: Keep | None, why: str = "") -> str:
    """What was left out: its ID, how many lines, why, and the most of their tags."""
    kinds = Counter(match[1] for line in cut if (match := _HEAD.match(line.text)))
    named = ", ".join(f"{count} {tag}" for tag, count in kinds.most_common(2))
    depth = min(line.depth for line in cut)
    id = keep([line.text[2 * depth :] for line in cut]) if keep else ""
    return f"{'  ' * depth}… {id}{': ' if id else ''}{len(cut)} more{why} ({named})"
