"""The tables of a comparison as texts, which the terminal and the page show alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from actwright.compare.figures_text import (
    NONE,
    UNKNOWN,
    amount,
    change,
    percent,
    plain,
    success,
    success_change,
    usd,
)
from actwright.compare.summary_schema import ContenderResult, Difference, Latency, Measure, Point, Spread, Summary

POLICY = "Policy"


class FigureTable(NamedTuple):
    """A table of figures.

    Attributes:
        title: Its title.
        names: The heads of the columns of names, which are on the left.
        heads: The heads of the columns of figures; a line end stands where a narrow head is broken.
        rows: The names and the figures of each row. The interval of a figure is in brackets after it.
    """

    title: str
    names: Sequence[str]
    heads: Sequence[str]
    rows: Sequence[tuple[Sequence[str], Sequence[str]]]


Column = tuple[str, Callable[[ContenderResult], str]]


def _mean(measure: Measure, words: Callable[[float | None], str] = amount) -> Callable[[ContenderResult], str]:
    """Returns a function that formats the mean of a measure per case."""

    def cell(standing: ContenderResult) -> str:
        spread = standing.measures[measure]
        return UNKNOWN if spread is None else NONE if spread.mean is None else words(spread.mean)

    return cell


def _total(measure: Measure) -> Callable[[ContenderResult], str]:
    """Returns a function that formats the sum of a measure over all cases."""
    return lambda standing: UNKNOWN if (spread := standing.measures[measure]) is None else f"{spread.total:,.0f}"


def _seconds(found: Latency | None, figure: Literal["median", "p90"]) -> str:
    return NONE if found is None else f"{getattr(found, figure):,.2f}"


def _per_success(standing: ContenderResult) -> str:
    return UNKNOWN if standing.measures["usd"] is None else usd(standing.usd_per_success, missing=NONE)


def _share(part: Spread | None, whole: Spread | None) -> float | None:
    return part.total / whole.total if part and whole and whole.total else None


def _saved(standing: ContenderResult) -> str:
    paid = _share(standing.measures["usd"], standing.measures["usd_uncached"])
    return percent(None if paid is None else 1 - paid)


def _cached(standing: ContenderResult) -> str:
    return percent(_share(standing.measures["cache_read"], standing.measures["input"]))


COST: Sequence[Column] = (
    ("Passed", lambda standing: f"{standing.passed}/{standing.judged}"),
    ("Success", success),
    ("Calls", _mean("calls")),
    ("Input\ntokens", _mean("input")),
    ("USD", _mean("usd", usd)),
    ("USD\nno cache", _mean("usd_uncached", usd)),
    ("Saved", _saved),
    ("USD per\nsuccess", _per_success),
    ("Seconds", _mean("seconds")),
)
TOKENS: Sequence[Column] = (
    ("Fresh", _mean("fresh")),
    ("Cache\nread", _mean("cache_read")),
    ("Cache\nwrite", _mean("cache_write")),
    ("Cached", _cached),
    ("Image", _mean("image")),
    ("Output", _mean("output")),
    ("Reasoning", _mean("reasoning")),
)
WORK: Sequence[Column] = (
    ("Steps", _mean("steps")),
    ("Calls", _mean("calls")),
    ("Page\nlooks", _mean("captures")),
    ("Unusable\nreplies", _total("unusable")),
    ("Failed\nactions", _total("failed_actions")),
    ("Not\njudged", lambda standing: str(standing.not_judged)),
    ("Crashed", lambda standing: str(standing.crashed)),
)
LATENCY: Sequence[Column] = (
    ("Call,\nmedian", lambda standing: _seconds(standing.call_latency, "median")),
    ("Call,\np90", lambda standing: _seconds(standing.call_latency, "p90")),
    ("Run,\nmedian", lambda standing: _seconds(standing.run_latency, "median")),
    ("Run,\np90", lambda standing: _seconds(standing.run_latency, "p90")),
)
STANDINGS = {
    "Success and cost, mean per case": COST,
    "Tokens, mean per case; images are part of the input, reasoning of the output": TOKENS,
    "Work (mean per case) and errors (total)": WORK,
    "Latency in seconds, of answered calls and of runs": LATENCY,
}
COMPARED: Mapping[str, Measure] = {
    "Calls": "calls",
    "Input\ntokens": "input",
    "Output\ntokens": "output",
    "USD": "usd",
    "USD\nno cache": "usd_uncached",
    "Seconds": "seconds",
}
POINTS: Mapping[str, Callable[[Point], str]] = {
    "Mean input tokens": lambda point: amount(point.input),
    "Mean model calls": lambda point: amount(point.calls),
    "Mean USD": lambda point: usd(point.usd),
    "Passed cases": lambda point: f"{point.passed}/{point.cases}",
}


def standing_tables(summary: Summary) -> list[FigureTable]:
    """Returns the tables of each contender's results: success and cost, tokens, work and errors."""
    return [
        FigureTable(
            title,
            [POLICY],
            [head for head, _ in columns],
            [([plain(each.contender)], [cell(each) for _, cell in columns]) for each in summary.contenders],
        )
        for title, columns in STANDINGS.items()
    ]


def difference_table(title: str, differences: Sequence[Difference], *, both_passed: bool = False) -> FigureTable | None:
    """Returns a table of paired differences, on all pairs or only on the cases that both passed; None if there are none.

    A pair is won if the policy passed and the other did not, and lost if it is the other way round.
    """
    differences = [each for each in differences if each.both_passed or not both_passed]
    if not differences:
        return None
    baselines = list(dict.fromkeys(plain(each.baseline) for each in differences))
    several = len(baselines) > 1
    heads = ["Pairs"] if both_passed else ["Pairs", "Won", "Lost", "Success"]
    rows: list[tuple[list[str], list[str]]] = []
    for each in differences:
        names = [plain(each.contender), *([plain(each.baseline)] if several else [])]
        found, measures = each.success, each.measures_both_passed if both_passed else each.measures
        won_and_lost = [str(found.only_contender), str(found.only_baseline)] if found else [NONE, NONE]
        pairs = [str(each.both_passed)] if both_passed else [str(each.pairs), *won_and_lost, success_change(found)]
        changes = [change(measures[measure]) if measures else NONE for measure in COMPARED.values()]
        rows.append((names, [*pairs, *changes]))
    return FigureTable(
        title if several else f"{title}, against {baselines[0]}",
        [POLICY, "Against"] if several else [POLICY],
        [*heads, *COMPARED],
        rows,
    )


def curve_tables(summary: Summary) -> Iterator[FigureTable]:
    """Yields tables by the least number of acting steps; none if no size is known."""
    points = {(point.contender, point.size): point for point in summary.curve}
    labels = list(dict.fromkeys(label for label, _ in points))
    for head, words in POINTS.items() if points else ():
        rows = [
            ([str(size)], [words(points[label, size]) if (label, size) in points else NONE for label in labels])
            for size in sorted({size for _, size in points})
        ]
        title = f"{head} by task length N (least number of acting steps)"
        yield FigureTable(title, ["N"], list(map(plain, labels)), rows)
