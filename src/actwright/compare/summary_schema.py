"""The figures of a comparison: what `summary_of` returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from actwright.compare.intervals import Interval
from actwright.schemas.base import Frozen

Measure: TypeAlias = str
"""A measure of each case: a key of `OF_ROW`."""


class Spread(Frozen):
    """One measure over the cases of a contender, in the measure's unit.

    Attributes:
        total: The sum over all cases, crashed ones included.
        mean, median: Per case that did not crash; None if all did.
        interval: The interval of the mean (percentile bootstrap over cases); None for fewer than five.
    """

    total: float
    mean: float | None
    median: float | None
    interval: Interval | None = None


class Latency(Frozen):
    """Seconds: the median and the 90th percentile."""

    median: float
    p90: float


class ContenderResult(Frozen):
    """How one contender did on its cases.

    Attributes:
        contender, policy, evidence, screenshot, model: As in its rows.
        cases: How many were played; `passed`, `failed`, `not_judged` and `crashed` add up to it.
        crashed: Cases broken by something outside the contender; not passed.
        success: The share that passed (0 to 1) of those that were judged; None if none was. A crash counts as judged
            and not passed.
        tasks: How many different cases these are, whatever the number of seeds.
        success_interval: The interval of `success` (Wilson score interval; each case counts as one trial, whatever the
            number of its seeds). Like every interval, it is None for fewer than five cases.
        measures: Each measure; None if it is not known for every case, such as USD without a price.
        call_latency: Seconds of an answered model call; None if there was none.
        run_latency: Seconds of a run that did not crash; None if all did.
        parts: Input tokens by what they were spent on, mean per case that did not crash.
        priced: Cases whose cost is known; `usd_priced` is what these cost together, in USD.
        usd_per_success, usd_uncached_per_success, input_per_success: The total spent, in USD and in input tokens,
            divided by the number that passed; None if none did, or the total is not known.
        estimated: Cases whose tokens are, at least in part, an estimate.
        judge_calls, judge_usd: The calls and the cost of judging all its cases; in no other figure. The cost is None if
            a price is not known.
    """

    contender: str
    policy: str
    evidence: str
    screenshot: str
    model: str
    cases: int
    passed: int
    failed: int
    not_judged: int
    crashed: int
    tasks: int
    success: float | None
    success_interval: Interval | None
    measures: Mapping[Measure, Spread | None]
    call_latency: Latency | None
    run_latency: Latency | None
    parts: Mapping[str, float]
    priced: int
    usd_priced: float
    usd_per_success: float | None
    usd_uncached_per_success: float | None
    input_per_success: float | None
    estimated: int
    judge_calls: int
    judge_usd: float | None

    @property
    def judged(self) -> int:
        """The number of cases of which `success` is a share."""
        return self.cases - self.not_judged


class MeasureChange(Frozen):
    """One measure on the cases that two contenders both played, the second against the first.

    Attributes:
        mean_difference: Second less first, mean per case, in the measure's unit.
        interval: The interval of that difference (percentile bootstrap over cases); None for fewer than five.
        ratio: The mean of the second divided by that of the first: 0.6 is 40 % less. None if the first is 0.
        ratio_interval: The interval of that ratio; None for fewer than five cases, or if a divisor is 0 in a resample.
    """

    mean_difference: float
    interval: Interval | None
    ratio: float | None
    ratio_interval: Interval | None


class SuccessDifference(Frozen):
    """Success on the cases that two contenders both played and that were judged for both.

    Attributes:
        pairs: The number of these cases.
        difference: The share that passed of the second less that of the first (-1 to 1).
        interval: The interval of that difference (Newcombe 1998, method 10: score intervals for paired proportions);
            each case counts once, whatever the number of its seeds. None for fewer than five cases.
        only_contender, only_baseline: Discordant pairs: passed by the one and not by the other.
    """

    pairs: int
    difference: float
    interval: Interval | None
    only_contender: int
    only_baseline: int


class Difference(Frozen):
    """A contender against another one, on the same cases.

    Attributes:
        contender, baseline: Labels; every difference is the contender less the baseline.
        success: The difference in success; None if no case was judged for both.
        pairs: The number of cases that both played and on which neither crashed.
        measures: The measures in `COMPARED` over these pairs; None if a measure is not known for all of them. Empty if
            there are no pairs.
        both_passed: The number of cases that both passed.
        measures_both_passed: The measures over these cases only: a contender that gives up early is cheap for a bad
            reason.
    """

    contender: str
    baseline: str
    success: SuccessDifference | None
    pairs: int
    measures: Mapping[Measure, MeasureChange | None]
    both_passed: int
    measures_both_passed: Mapping[Measure, MeasureChange | None]


class Point(Frozen):
    """A contender on the cases of one size.

    Attributes:
        contender: Its label.
        size: The least number of acting steps that the cases take.
        cases: How many of them it played without a crash; `passed` is how many of these it passed.
        input: Input tokens, mean per case; likewise `calls`, `seconds` and `usd`. USD is None if a price is not known.
    """

    contender: str
    size: int
    cases: int
    passed: int
    input: float
    calls: float
    seconds: float
    usd: float | None
    usd_uncached: float | None


class Summary(Frozen):
    """A comparison in figures.

    Attributes:
        contenders: One standing each, the baseline first.
        differences: Every other contender against the first.
        screenshots: The cost and effect of screenshots: pairs of contenders that differ only in when they get one.
        curve: By contender, then by size; empty if no size is known.
    """

    contenders: tuple[ContenderResult, ...]
    differences: tuple[Difference, ...]
    screenshots: tuple[Difference, ...]
    curve: tuple[Point, ...]
