"""Confidence intervals of a share, of a difference of paired shares, and of means, by resampling whole cases."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from math import fsum, sqrt
from operator import itemgetter
from statistics import NormalDist, quantiles

from actwright.schemas.base import Frozen

FEWEST = 5
"""Cases below which there is no interval: so few say nothing about others."""
RESAMPLES = 2_000
SEED = 20_260_101
Z = NormalDist().inv_cdf(0.975)


class Interval(Frozen):
    """A 95 % confidence interval, in the unit of its measure."""

    low: float
    high: float


def wilson(passed: float, cases: int) -> Interval | None:
    """Returns the 95 % score interval of a share (Wilson 1927), without continuity correction; None for no cases."""
    if not cases:
        return None
    share, shrink = passed / cases, 1 + Z**2 / cases
    middle = share + Z**2 / (2 * cases)
    width = Z * sqrt(share * (1 - share) / cases + Z**2 / (4 * cases**2))
    low, high = (middle - width) / shrink, (middle + width) / shrink
    return Interval(low=max(low, 0.0) if passed else 0.0, high=min(high, 1.0) if passed < cases else 1.0)


def newcombe(both: float, only_first: float, only_second: float, neither: float) -> Interval:
    """Returns the 95 % interval of the difference of two paired shares, first less second, from the numbers of pairs.

    Method 10 of Newcombe, Statistics in Medicine 17 (1998) 2635-2650: the score intervals of both shares, and their
    correlation with a continuity correction. It is valid even if few or no pairs differ. There must be at least one
    pair.
    """
    cases = round(both + only_first + only_second + neither)
    first, second = (both + only_first) / cases, (both + only_second) / cases
    of_first, of_second = wilson(both + only_first, cases), wilson(both + only_second, cases)
    assert of_first is not None
    assert of_second is not None
    agreement = both * neither - only_first * only_second
    if agreement > 0:
        agreement = max(agreement - cases / 2, 0)
    margins = (both + only_first) * (only_second + neither) * (both + only_second) * (only_first + neither)
    correlation = agreement / sqrt(margins) if margins else 0.0

    def reach(one: float, other: float) -> float:
        return sqrt(max(one**2 - 2 * correlation * one * other + other**2, 0.0))

    below = reach(first - of_first.low, of_second.high - second)
    above = reach(of_first.high - first, second - of_second.low)
    return Interval(low=first - second - below, high=first - second + above)


class Resamples:
    """The same resamples for every measure of the same rows.

    Whole cases are drawn, with all their seeds (a cluster bootstrap): rows of one case are alike, and if they were
    drawn one by one, intervals would be too narrow. From fewer than five cases, nothing is drawn.

    Args:
        cases: The case of each row.
    """

    def __init__(self, cases: Sequence[str]) -> None:
        groups: defaultdict[str, list[int]] = defaultdict(list)
        for index, case in enumerate(cases):
            groups[case].append(index)
        drawing, count = random.Random(SEED), len(groups)
        self._groups = tuple(groups.values())
        self._drawn = [
            itemgetter(*drawing.choices(range(count), k=count)) for _ in range(RESAMPLES if count >= FEWEST else 0)
        ]
        self.counts = self.sums([1.0] * len(cases))

    def sums(self, column: Sequence[float]) -> list[float]:
        """Returns the sum of a column in each resample. A column has a value for each row."""
        if len(set(column)) == 1 and column[0] == 0:
            return [0.0] * len(self._drawn)
        of_groups = [fsum(column[index] for index in group) for group in self._groups]
        return [fsum(drawn(of_groups)) for drawn in self._drawn]


def middle(draws: Sequence[float]) -> Interval | None:
    """Returns the interval of the middle 95 % of the draws; None for no draws."""
    if not draws:
        return None
    cuts = quantiles(draws, n=40, method="inclusive")
    return Interval(low=cuts[0], high=cuts[-1])
