"""The best one-to-one match between the items to enter and the fields of a page; a tie is refused, never guessed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from actwright.engine.policies.rules.similarity import ENOUGH, MARGIN

__all__ = ["Assignment", "assign"]

_NEVER = -1.0
_EXACT = 99.5


@dataclass(frozen=True, slots=True)
class Assignment:
    """Which column each row was given, by index.

    Attributes:
        pairs: Row to column.
        ties: Row to the columns that fit it about as well as another; such rows are in no pair.
    """

    pairs: Mapping[int, int]
    ties: Mapping[int, tuple[int, ...]]


def assign(scores: Sequence[Sequence[float]]) -> Assignment:
    """The assignment with the highest sum of scores; it does not depend on the order of rows or columns.

    A row is tied if forbidding its column costs less than the margin, because another placement is then as good. Rows
    and columns that share no usable score are independent of each other, so each connected part is solved on its own.

    Args:
        scores: One row per thing to place, one column per field, 0 to 100; below `ENOUGH` never matches.
    """
    usable = [[score if score >= ENOUGH else _NEVER for score in row] for row in scores]
    pairs: dict[int, int] = {}
    ties: dict[int, tuple[int, ...]] = {}
    for rows, columns in _parts(usable):
        part = [[usable[row][column] for column in columns] for row in rows]
        best = _optimal(part)
        total = _total(part, best)
        for number, place in best.items():
            if _loss(part, number, place, total) < _least_loss(part[number][place]):
                ties[rows[number]] = _near(part[number], columns)
            else:
                pairs[rows[number]] = columns[place]
    return Assignment(pairs, ties)


def _worth(score: float) -> float:
    """What a pair counts in the sum: an exact match outweighs any number of weak ones that would displace it."""
    return exp(score / 6) if score > 0 else 0.0


def _loss(part: list[list[float]], row: int, column: int, total: float) -> float:
    """How much less the best placement without this pair is worth."""
    without = [list(line) for line in part]
    without[row][column] = _NEVER
    return total - _total(without, _optimal(without))


def _least_loss(score: float) -> float:
    """The loss that corresponds to a drop of the score by the margin."""
    return _worth(score) - _worth(score - (2.0 if score >= _EXACT else MARGIN))


def _near(line: list[float], columns: Sequence[int]) -> tuple[int, ...]:
    best = max(line)
    return tuple(column for score, column in zip(line, columns, strict=True) if score >= best - MARGIN)


def _total(part: list[list[float]], pairs: Mapping[int, int]) -> float:
    return sum(_worth(part[row][column]) for row, column in pairs.items())


def _parts(usable: list[list[float]]) -> list[tuple[list[int], list[int]]]:
    """Rows and columns that are connected by usable scores."""
    parts: list[tuple[set[int], set[int]]] = []
    for row, line in enumerate(usable):
        rows, columns = {row}, {column for column, score in enumerate(line) if score > 0}
        if not columns:
            continue
        for part in [part for part in parts if part[1] & columns]:
            rows |= part[0]
            columns |= part[1]
            parts.remove(part)
        parts.append((rows, columns))
    return [(sorted(rows), sorted(columns)) for rows, columns in parts]


def _optimal(part: list[list[float]]) -> dict[int, int]:
    """The pairs with the highest sum of worths (Hungarian method with potentials, O(n^3))."""
    width = len(part[0])
    costs = [[*(-_worth(score) for score in line), *([0.0] * len(part))] for line in part]
    owner = _hungarian(costs)
    return {row: column for column, row in owner.items() if column < width and part[row][column] > 0}


def _hungarian(costs: list[list[float]]) -> dict[int, int]:
    """The cheapest assignment of every row, as column to row; there must be at least as many columns as rows."""
    rows, columns = len(costs), len(costs[0])
    row_potential, column_potential = [0.0] * (rows + 1), [0.0] * (columns + 1)
    owner, way = [0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0], current = row, 0
        slack, used = [float("inf")] * (columns + 1), [False] * (columns + 1)
        while owner[current]:
            used[current] = True
            here, delta, following = owner[current], float("inf"), 0
            for column in range(1, columns + 1):
                if used[column]:
                    continue
                reduced = costs[here - 1][column - 1] - row_potential[here] - column_potential[column]
                if reduced < slack[column]:
                    slack[column], way[column] = reduced, current
                if slack[column] < delta:
                    delta, following = slack[column], column
            for column in range(columns + 1):
                if used[column]:
                    row_potential[owner[column]] += delta
                    column_potential[column] -= delta
                else:
                    slack[column] -= delta
            current = following
        while current:
            owner[current] = owner[way[current]]
            current = way[current]
    return {column - 1: owner[column] - 1 for column in range(1, columns + 1) if owner[column]}
