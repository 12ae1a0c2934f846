"""Formats the figures of a comparison, alike in the terminal and on the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import floor, log10

from actwright.compare.intervals import Interval
from actwright.compare.row import CaseRow
from actwright.compare.summary import ContenderResult, MeasureChange, Spread, SuccessDifference, Summary
from actwright.text import counted, one_line, visible

__all__ = [
    "INTERVALS",
    "NONE",
    "UNKNOWN",
    "amount",
    "change",
    "mean",
    "notes",
    "per_success",
    "percent",
    "plain",
    "success",
    "success_change",
    "total",
    "usd",
    "why",
]

UNKNOWN = "unknown"
NONE = "\u2013"
MINUS = "\u2212"
TO = "\u2013"

INTERVALS = (
    "In brackets: 95 % confidence intervals. Success: Wilson; differences in success: Newcombe; all others: bootstrap "
    "over cases."
)


def plain(text: str) -> str:
    """Returns the text on one line, with its invisible characters spelled out."""
    return visible(one_line(text))


def amount(value: float | None) -> str:
    """Formats a number: `1,234` from a hundred on, `12.3` below; integers and zero without decimals."""
    if value is None:
        return NONE
    whole = isinstance(value, int) or not value or abs(value) >= 99.95  # noqa: PLR2004 - what rounds to 100.0
    return f"{value:,.0f}" if whole else f"{value:.1f}"


def usd(value: float | None, *, missing: str = UNKNOWN) -> str:
    """Formats an amount of money to three significant digits and at least two decimals: `$1.23`, `$0.0123`."""
    if value is None:
        return missing
    if not value:
        return "$0"
    digits = max(2, 2 - floor(log10(abs(value))))
    text = f"{abs(value):,.{digits}f}"
    return f"{MINUS if value < 0 else ''}${text}"


def percent(share: float | None) -> str:
    """Formats a share as `92 %`."""
    return NONE if share is None else f"{100 * share:.0f} %"


def success(standing: ContenderResult) -> str:
    """Formats the success rate with its interval, as in `92 % (78 to 97)`, but with a dash for `to`."""
    if standing.success is None or standing.success_interval is None:
        return NONE
    return f"{percent(standing.success)} {_range(standing.success_interval, lambda share: f'{100 * share:.0f}')}"


def mean(spread: Spread | None, words: Callable[[float | None], str] = amount) -> str:
    """Formats the mean per case."""
    return UNKNOWN if spread is None else NONE if spread.mean is None else words(spread.mean)


def per_success(standing: ContenderResult) -> str:
    """Formats the total USD divided by the number of cases that passed."""
    return UNKNOWN if standing.measures["usd"] is None else usd(standing.usd_per_success, missing=NONE)


def total(spread: Spread | None) -> str:
    """Formats the sum over all cases."""
    return UNKNOWN if spread is None else f"{spread.total:,.0f}"


def change(found: MeasureChange | None) -> str:
    """Formats a change with its interval: `-41 % (-46 to -35)`; the difference of means if there is no ratio."""
    if found is None:
        return UNKNOWN
    if found.ratio is None:
        return _signed(found.mean_difference, amount)
    by = _signed(100 * (found.ratio - 1), lambda value: f"{value:.0f}") + " %"
    if found.ratio_interval is None:
        return by
    return (
        f"{by} {_range(found.ratio_interval, lambda ratio: _signed(100 * (ratio - 1), lambda value: f'{value:.0f}'))}"
    )


def success_change(found: SuccessDifference | None) -> str:
    """Formats a difference in percentage points with its interval: `+5 pp (-3 to +14)`."""
    if found is None:
        return NONE

    def points(share: float) -> str:
        return _signed(100 * share, lambda value: f"{value:.0f}")

    return f"{points(found.difference)} pp {_range(found.interval, points)}"


def why(row: CaseRow) -> str:
    """Says why a case did not pass: how its run ended, unless it was complete, and the suite's reason."""
    ended = "" if row.error or row.status == "complete" else f"the run ended as {row.status}"
    return "; ".join(each for each in (ended, row.error or row.reason) if each)


def notes(summary: Summary) -> list[str]:
    """Returns notes that are needed to read the figures, a sentence or two each; only those that apply."""
    return list(_notes(summary))


def _notes(summary: Summary) -> Iterator[str]:
    standings = summary.contenders
    yield from _note(
        "Judging (not included in the figures)",
        {
            each.contender: f"{counted(each.judge_calls, 'call')}, {usd(each.judge_usd)}"
            for each in standings
            if each.judge_calls
        },
    )
    yield from _note(
        "Crashed (not passed; in totals, not in means)",
        {each.contender: counted(each.crashed, "case") for each in standings if each.crashed},
    )
    yield from _note(
        "Not judged (left out of success)",
        {each.contender: counted(each.not_judged, "case") for each in standings if each.not_judged},
    )
    yield from _note(
        "Price not known for all cases",
        {
            each.contender: f"{each.priced:,} of {counted(each.cases, 'case')} known, {usd(each.usd_priced)} together"
            for each in standings
            if each.priced < each.cases
        },
    )
    yield from _note(
        "Tokens are estimates, because the provider reported none",
        {each.contender: counted(each.estimated, "case") for each in standings if each.estimated},
    )
    if len({each.cases for each in standings}) > 1:
        yield from _note(
            "Policies played different numbers of cases; compare them by the paired differences",
            {each.contender: counted(each.cases, "case") for each in standings},
        )
    yield from _note(
        "Pairs are cases where neither crashed; success is compared on cases judged for both, crashed ones included",
        {
            each.contender: counted(each.success.pairs, "pair")
            for each in summary.differences
            if each.success and each.success.pairs != each.pairs
        },
    )


def _note(what: str, by_contender: dict[str, str]) -> Iterator[str]:
    if by_contender:
        yield f"{what}: " + "; ".join(f"{plain(label)} {text}" for label, text in by_contender.items()) + "."


def _range(interval: Interval, words: Callable[[float], str]) -> str:
    low, high = words(interval.low), words(interval.high)
    return f"({low}{' to ' if MINUS in low + high or '+' in low + high else TO}{high})"


def _signed(value: float, words: Callable[[float], str]) -> str:
    text = words(abs(value))
    return text if not text.strip("0.,") else f"{MINUS if value < 0 else '+'}{text}"
