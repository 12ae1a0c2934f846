"""Finds the lines that distinguish a control from similar ones: its card's heading and price, its column's header."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from actwright.engine.page.reading.budget import RankedLine

_MOST = 4
"""The maximum number of lines that a control brings with it, not counting its column headers."""

_HEADING = re.compile(r"h\d+")
_AMOUNT = re.compile(r"[$€£¥₹]\s?\d|\d\s?[$€£¥₹]|\d[.,]\d\d\b")


def context(lines: Sequence[RankedLine]) -> list[tuple[int, ...]]:
    """For each line, the lines without which it must not be shown; none for a line that is not a control."""
    ends = _ends(lines)
    needs: list[set[int]] = [set() for _ in lines]
    for before, index, after in _similar_controls(lines):
        needs[index].update(_distinguishing(lines, ends, before, index, after))
    for index, headers in _columns(lines, ends):
        needs[index].update(headers)
    return [tuple(sorted(each)) for each in needs]


def _ends(lines: Sequence[RankedLine]) -> list[int]:
    """For each line, the index after the last line under it."""
    ends = [index + 1 for index in range(len(lines))]
    for index in range(len(lines) - 1, -1, -1):
        parent = lines[index].parent
        if parent >= 0:
            ends[parent] = max(ends[parent], ends[index])
    return ends


def _similar_controls(lines: Sequence[RankedLine]) -> Iterable[tuple[int, int, int]]:
    """Each control that has similar ones, with the one before it (-1 if none) and the one after (the end if none)."""
    similar: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        if line.control:
            similar.setdefault(line.control, []).append(index)
    for group in similar.values():
        if len(group) > 1:
            padded = [-1, *group, len(lines)]
            yield from (
                (before, index, after) for (before, index), after in zip(pairwise(padded), padded[2:], strict=False)
            )


def _distinguishing(lines: Sequence[RankedLine], ends: Sequence[int], before: int, index: int, after: int) -> list[int]:
    """The lines that distinguish a control from the similar ones before and after it.

    They lie in the smallest part around it that has text and holds no similar control, or else beside the largest
    part that holds no similar control.
    """
    card = index
    while True:
        texts = [at for at in (*range(card, index), *range(ends[index], ends[card])) if lines[at].has_text]
        outer = lines[card].parent
        if texts or outer < 0 or before >= outer or after < ends[outer]:
            break
        card = outer
    if texts:
        return _most_distinctive(lines, texts)
    outer = lines[card].parent
    first = outer + 1 if before <= outer else ends[_branch(lines, before, outer)]
    last = min(ends[outer] if outer >= 0 else len(lines), after)
    above = [at for at in range(first, card) if lines[at].has_text]
    below = [at for at in range(ends[card], last) if lines[at].has_text]
    return _most_distinctive(lines, above[-_MOST:] if before <= outer else above) or _most_distinctive(
        lines, below[:_MOST]
    )


def _branch(lines: Sequence[RankedLine], index: int, outer: int) -> int:
    """The line directly under `outer` that a line lies in."""
    while lines[index].parent != outer:
        index = lines[index].parent
    return index


def _most_distinctive(lines: Sequence[RankedLine], texts: Sequence[int]) -> list[int]:
    """The most distinctive of some lines: a heading, or else the first; an amount; then the others in order."""
    heading = next((at for at in texts if _HEADING.fullmatch(lines[at].tag)), texts[0] if texts else None)
    if heading is None:
        return []
    amounts = [at for at in texts if _AMOUNT.search(lines[at].text)]
    return list(dict.fromkeys([heading, *amounts[:1], *texts]))[:_MOST]


def _columns(lines: Sequence[RankedLine], ends: Sequence[int]) -> Iterable[tuple[int, list[int]]]:
    """The controls in table rows, each with the lines of the column headers; the table before may hold these."""
    headers_of: dict[int, list[int]] = {}
    for index, line in enumerate(lines):
        if line.in_headers and (table := _table(lines, index)) is not None:
            headers_of.setdefault(table, []).append(index)
    if not headers_of:
        return
    for index, line in enumerate(lines):
        if not line.control or line.in_headers or (table := _table(lines, index)) is None:
            continue
        headers = headers_of.get(table) or next((headers_of[at] for at in headers_of if ends[at] == table), None)
        if headers:
            yield index, headers


def _table(lines: Sequence[RankedLine], index: int) -> int | None:
    """The table that a line lies in."""
    while index >= 0:
        if lines[index].tag == "table":
            return index
        index = lines[index].parent
    return None
