"""The similarity of two phrases, from 0 to 100, and the choice of one among many with a margin."""

# ruff: noqa: PLR2004 - scores and lengths are said where they count

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from actwright.engine.policies.rules.words import QUALIFIERS, WEAK, is_known, plain, terms

__all__ = ["ENOUGH", "MARGIN", "Choice", "choose", "similarity", "text_similarity"]

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
    if sorted(wanted) == sorted(found) or "".join(wanted) == "".join(found):
        return 100.0
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
