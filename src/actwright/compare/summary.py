"""Rows -> figures: success with intervals, tokens, USD, paired differences, and the curve over task size.

A crashed case counts as not passed and in every total. Means, medians, pairs of measures and the curve leave it out:
what broke it says nothing about the contender, and a call that was never made costs nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import fsum
from statistics import fmean, median, quantiles

from actwright.compare.contender import without_screenshot
from actwright.compare.intervals import FEWEST, Interval, Resamples, middle, newcombe, wilson
from actwright.compare.row import CaseRow
from actwright.compare.summary_schema import (
    ContenderResult,
    Difference,
    Latency,
    Measure,
    MeasureChange,
    Point,
    Spread,
    SuccessDifference,
    Summary,
)

OF_ROW: Mapping[Measure, Callable[[CaseRow], float | None]] = {
    "steps": lambda row: row.steps,
    "calls": lambda row: row.calls,
    "captures": lambda row: row.captures,
    "input": lambda row: row.usage.input,
    "fresh": lambda row: row.usage.fresh,
    "cache_read": lambda row: row.usage.cache_read,
    "cache_write": lambda row: row.usage.cache_write,
    "output": lambda row: row.usage.output,
    "reasoning": lambda row: row.usage.reasoning,
    "image": lambda row: row.usage.image,
    "usd": lambda row: row.cost,
    "usd_uncached": lambda row: row.cost_uncached,
    "seconds": lambda row: row.seconds,
    "model_seconds": lambda row: row.model_seconds,
    "unusable": lambda row: row.unusable,
    "failed_actions": lambda row: row.failed_actions,
}
"""The measures. `input` to `image` are tokens; `reasoning` is part of `output`, `image` of `input`."""

COMPARED: tuple[Measure, ...] = (
    "steps", "calls", "captures", "input", "fresh", "output", "usd", "usd_uncached", "seconds",
)  # fmt: skip
"""The measures that are compared case by case."""
PARTS = ("system", "tools", "instructions", "schema", "task", "history", "page", "screenshot", "other")
"""What input tokens are spent on, in the order of a request."""

SEEN = {"never": 0, "on_change": 1, "always": 2}
"""When a contender gets a screenshot, the fewest first."""


def summary_of(rows: Sequence[CaseRow], *, contenders: Sequence[str] = ()) -> Summary:
    """Returns the figures of the rows. Equal rows give equal figures: resampling has a fixed seed.

    Args:
        rows: The rows in any order, one for each case, seed and contender.
        contenders: Labels in the order to show, the baseline first; by default in the order of the rows.
    """
    labels = dict.fromkeys([*contenders, *(row.contender for row in rows)])
    ordered = sorted(rows, key=lambda row: (row.case, row.seed))
    by_label = [[row for row in ordered if row.contender == label] for label in labels]
    played = [of_label for of_label in by_label if of_label]
    return Summary(
        contenders=tuple(_standing(of_label) for of_label in played),
        differences=tuple(difference(played[0], other) for other in played[1:]),
        screenshots=tuple(difference(fewer, more) for fewer, more in _but_for_pictures(played)),
        curve=tuple(point for of_label in played for point in _curve(of_label)),
    )


def difference(baseline: Sequence[CaseRow], contender: Sequence[CaseRow]) -> Difference:
    """Compares the rows of one contender with those of another, case by case. Neither may be empty."""
    before = {row.pair: row for row in baseline}
    both = [(before[row.pair], row) for row in contender if row.pair in before]
    sound = [pair for pair in both if not any(row.error for row in pair)]
    passed = [pair for pair in sound if all(row.passed for row in pair)]
    return Difference(
        contender=contender[0].contender,
        baseline=baseline[0].contender,
        success=_success_difference(both),
        pairs=len(sound),
        measures=_changes(sound),
        both_passed=len(passed),
        measures_both_passed=_changes(passed),
    )


def parts_of(row: CaseRow) -> dict[str, int]:
    """Returns input tokens by what they were spent on: each of `PARTS`, with everything else under `other`."""
    found: dict[str, int] = dict.fromkeys(PARTS, 0)
    for part, tokens in row.input_by_part.items():
        found[part if part in PARTS else "other"] += tokens
    return found


def _standing(rows: Sequence[CaseRow]) -> ContenderResult:
    sound = [row for row in rows if not row.error]
    counts = Counter(row.outcome for row in rows)
    judged = len(rows) - counts["not judged"]
    costs = [row.cost for row in rows if row.cost is not None]
    resamples = Resamples([row.case for row in sound])
    measures: dict[Measure, Spread | None] = {
        measure: _spread([of_row(row) for row in rows], [of_row(row) for row in sound], resamples)
        for measure, of_row in OF_ROW.items()
    }
    parts = sum((Counter(parts_of(row)) for row in sound), Counter[str]())
    return ContenderResult(
        contender=rows[0].contender,
        policy=rows[0].policy,
        evidence=rows[0].evidence,
        screenshot=rows[0].screenshot,
        model=rows[0].model,
        cases=len(rows),
        passed=counts["passed"],
        failed=counts["failed"],
        not_judged=counts["not judged"],
        crashed=counts["crashed"],
        tasks=len({row.case for row in rows}),
        success=counts["passed"] / judged if judged else None,
        success_interval=_success_interval([row for row in rows if row.outcome != "not judged"]),
        measures=measures,
        call_latency=_latency([seconds for row in sound for seconds in row.call_seconds]),
        run_latency=_latency([row.seconds for row in sound]),
        parts={part: parts[part] / len(sound) for part in PARTS} if sound else {},
        priced=len(costs),
        usd_priced=fsum(costs),
        usd_per_success=_per(measures["usd"], counts["passed"]),
        usd_uncached_per_success=_per(measures["usd_uncached"], counts["passed"]),
        input_per_success=_per(measures["input"], counts["passed"]),
        estimated=sum(1 for row in rows if row.estimated),
        judge_calls=sum(row.judge_calls for row in rows),
        judge_usd=None if (judging := _known(row.judge_cost for row in rows)) is None else fsum(judging),
    )


def _success_interval(judged: Sequence[CaseRow]) -> Interval | None:
    """The interval of a share of cases; seeds of one case are alike, so they are no trials of their own."""
    cases = len({row.case for row in judged})
    if cases < FEWEST:
        return None
    return wilson(cases * sum(row.outcome == "passed" for row in judged) / len(judged), cases)


def _latency(seconds: Sequence[float]) -> Latency | None:
    if len(seconds) < 2:  # noqa: PLR2004 - what quantiles need
        return Latency(median=seconds[0], p90=seconds[0]) if seconds else None
    return Latency(median=median(seconds), p90=quantiles(seconds, n=10, method="inclusive")[-1])


def _per(spread: Spread | None, passed: int) -> float | None:
    return spread.total / passed if spread and passed else None


def _known(values: Iterable[float | None]) -> list[float] | None:
    """Returns the values if all are known, else None."""
    found = list(values)
    known = [value for value in found if value is not None]
    return known if len(known) == len(found) else None


def _spread(whole: Sequence[float | None], column: Sequence[float | None], resamples: Resamples) -> Spread | None:
    all_values, values = _known(whole), _known(column)
    if all_values is None or values is None:
        return None
    if not values:
        return Spread(total=fsum(all_values), mean=None, median=None)
    means = [total / count for total, count in zip(resamples.sums(values), resamples.counts, strict=True)]
    return Spread(total=fsum(all_values), mean=fmean(values), median=median(values), interval=middle(means))


def _changes(pairs: Sequence[tuple[CaseRow, CaseRow]]) -> dict[Measure, MeasureChange | None]:
    if not pairs:
        return {}
    resamples = Resamples([first.case for first, _ in pairs])
    changes: dict[Measure, MeasureChange | None] = {}
    for measure in COMPARED:
        of_row = OF_ROW[measure]
        changes[measure] = _change([(of_row(first), of_row(second)) for first, second in pairs], resamples)
    return changes


def _change(pairs: Sequence[tuple[float | None, float | None]], resamples: Resamples) -> MeasureChange | None:
    before, after = _known(first for first, _ in pairs), _known(second for _, second in pairs)
    if before is None or after is None:
        return None
    draws = list(zip(resamples.sums(before), resamples.sums(after), resamples.counts, strict=True))
    divisible = all(base for base, _, _ in draws)
    return MeasureChange(
        mean_difference=fmean(after) - fmean(before),
        interval=middle([(other - base) / count for base, other, count in draws]),
        ratio=fsum(after) / fsum(before) if any(before) else None,
        ratio_interval=middle([other / base for base, other, _ in draws]) if divisible else None,
    )


def _success_difference(pairs: Sequence[tuple[CaseRow, CaseRow]]) -> SuccessDifference | None:
    judged = [pair for pair in pairs if all(row.outcome != "not judged" for row in pair)]
    found = Counter(tuple(row.outcome == "passed" for row in pair) for pair in judged)
    if not judged:
        return None
    both, only_first, only_second = found[True, True], found[True, False], found[False, True]
    return SuccessDifference(
        pairs=len(judged),
        difference=(only_second - only_first) / len(judged),
        interval=None
        if (cases := len({first.case for first, _ in judged})) < FEWEST
        else newcombe(*(cases * each / len(judged) for each in (both, only_second, only_first, found[False, False]))),
        only_contender=only_second,
        only_baseline=only_first,
    )


def _but_for_pictures(played: Sequence[Sequence[CaseRow]]) -> Iterator[tuple[Sequence[CaseRow], Sequence[CaseRow]]]:
    """Yields pairs of contenders that differ only in `screenshot`, the one that sees fewer pictures first."""
    alike: defaultdict[tuple[str, str, str], list[Sequence[CaseRow]]] = defaultdict(list)
    for rows in played:
        alike[without_screenshot(rows[0].contender), rows[0].evidence, rows[0].model].append(rows)
    for of_kind in alike.values():
        fewest, *others = sorted(of_kind, key=lambda rows: SEEN.get(rows[0].screenshot, len(SEEN)))
        yield from ((fewest, other) for other in others if other[0].screenshot != fewest[0].screenshot)


def _curve(rows: Sequence[CaseRow]) -> Iterator[Point]:
    by_size: defaultdict[int, list[CaseRow]] = defaultdict(list)
    for row in rows:
        if row.size is not None and not row.error:
            by_size[row.size].append(row)
    for size, of_size in sorted(by_size.items()):
        costs, uncached = _known(row.cost for row in of_size), _known(row.cost_uncached for row in of_size)
        yield Point(
            contender=of_size[0].contender,
            size=size,
            cases=len(of_size),
            passed=sum(1 for row in of_size if row.outcome == "passed"),
            input=fmean(row.usage.input for row in of_size),
            calls=fmean(row.calls for row in of_size),
            seconds=fmean(row.seconds for row in of_size),
            usd=None if costs is None else fmean(costs),
            usd_uncached=None if uncached is None else fmean(uncached),
        )
