"""The similarity of two phrases, from 0 to 100; the choice of one among many, and the best match of many with many."""

# ruff: noqa: PLR2004 - scores and lengths are said where they count

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp
from typing import Generic, TypeVar

from actwright.engine.policies.rules.phrases import QUALIFIERS, WEAK, is_known, terms, words_of
from actwright.folding import plain

_NEVER = -1.0
_EXACT, _SYNONYM = 97.0, 97.5


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


ENOUGH = 62.0
"""The least similarity of a match."""
MARGIN = 6.0
"""A match that is not this much better than the next is a tie."""

TYPO = 85.0
SHORTEST = 4
_SURPLUS = 0.55
_MISSING, _EXTRA, _QUALIFIED = 0.5, 0.25, 0.7

T = TypeVar("T")


@lru_cache(maxsize=16384)
def similarity(asked: str, offered: str) -> float:
    """How well what is offered (a label) fits what is asked (a data name), 0 to 100.

    Tversky's index over terms: a term that is asked for but missing costs twice as much as an additional one that is
    offered, and a long label that has everything that is asked for costs no more than two such terms. Typing errors are
    tolerated, by rapidfuzz's ratio. A qualifier on only one side lowers the result by 30 %.
    """
    wanted, found = terms(asked), terms(offered)
    if not wanted or not found:
        return 0.0
    if "".join(words_of(asked)) == "".join(words_of(offered)):
        return 100.0
    if sorted(wanted) == sorted(found) or "".join(wanted) == "".join(found):
        return _SYNONYM
    pairs = _paired(wanted, found)
    shared = sum(_weight(term) * score for term, (_, score) in pairs.items())
    partners = {other for other, _ in pairs.values()}
    missing = [term for term in wanted if term not in pairs]
    extra = [term for term in found if term not in partners]
    if not shared:
        return 0.0
    surplus = min(_EXTRA * sum(map(_weight, extra)), _SURPLUS if not missing and shared >= 1.0 else 9.0)
    below = shared + _MISSING * sum(map(_weight, missing)) + surplus
    qualified = _QUALIFIED if any(term in QUALIFIERS for term in (*missing, *extra)) else 1.0
    return 100.0 * shared / below * qualified * min(1.0, max(score for _, score in pairs.values()))


def text_similarity(asked: str, offered: str) -> float:
    """How alike two texts are that should be equal (options, buttons): 100 if so, 98 if only case or accents differ."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - loaded when used, so that importing actwright stays fast

    if asked.strip() == offered.strip():
        return 100.0
    if plain(asked) == plain(offered):
        return 98.0
    if not plain(asked) or not plain(offered):
        return 0.0
    if terms(asked) == terms(offered):
        return 94.0
    return min(92.0, max(0.9 * similarity(asked, offered), 0.92 * fuzz.ratio(plain(asked), plain(offered))))


def _paired(wanted: Sequence[str], found: Sequence[str]) -> dict[str, tuple[str, float]]:
    from rapidfuzz import fuzz  # noqa: PLC0415 - see above

    pairs: dict[str, tuple[str, float]] = {term: (term, 1.0) for term in wanted if term in found}
    free = [term for term in found if term not in pairs]
    for term in wanted:
        if term in pairs or len(term) < SHORTEST:
            continue
        possible = [other for other in free if len(other) >= SHORTEST and not (is_known(term) and is_known(other))]
        close = [(fuzz.ratio(term, other), other) for other in possible]
        score, other = max(close, default=(0.0, ""))
        if score >= TYPO:
            pairs[term] = (other, score / 100)
            free.remove(other)
    return pairs


def _weight(term: str) -> float:
    return 0.3 if term in WEAK else 1.0


@dataclass(frozen=True, slots=True)
class Choice(Generic[T]):
    """What `choose` found: the candidate that fits, or why there is none.

    Attributes:
        found: The best, if it is good enough and clearly better than the next.
        near: The best few, best first, for a message; more than one at the top is a tie.
        tied: True if there were several that fit equally well.
    """

    found: T | None
    near: tuple[T, ...] = ()
    tied: bool = False


def choose(candidates: Sequence[T], score: Callable[[T], float], *, enough: float = ENOUGH) -> Choice[T]:
    """The one candidate that fits best, with a margin; the order of the candidates does not matter."""
    rated = sorted(
        ((score(item), place) for place, item in enumerate(candidates)), key=lambda pair: (-pair[0], pair[1])
    )
    near = tuple(candidates[place] for points, place in rated[:5] if points > 0)
    if not rated or rated[0][0] < enough:
        return Choice(None, near)
    exact = [place for points, place in rated if points >= 100.0]
    if len(exact) == 1:
        return Choice(candidates[exact[0]], near)
    if len(rated) > 1 and rated[0][0] - rated[1][0] < _margin(rated[0][0]):
        return Choice(None, near, tied=True)
    return Choice(candidates[rated[0][1]], near)


def _margin(best: float) -> float:
    return 2.0 if best >= 98.0 else MARGIN
