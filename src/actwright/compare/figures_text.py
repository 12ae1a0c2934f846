"""Formats the figures of a comparison, alike in the terminal and on the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import floor, log10

from actwright.compare.intervals import FEWEST, Interval
from actwright.compare.row import CaseRow
from actwright.compare.summary_schema import ContenderResult, MeasureChange, SuccessDifference, Summary
from actwright.text import counted, one_line, visible

UNKNOWN = "unknown"
NONE = "\u2013"
MINUS = "\u2212"
TO = "\u2013"

INTERVALS = (
    "In brackets: 95 % confidence intervals over {}. Success: Wilson; differences in success: Newcombe; all others: "
    "bootstrap. Seeds of a task are alike, so each task counts once."
)
NO_INTERVALS = "No confidence intervals: they need at least five tasks, and there were {}."


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
    if standing.success is None:
        return NONE
    if standing.success_interval is None:
        return percent(standing.success)
    return f"{percent(standing.success)} {_range(standing.success_interval, lambda share: f'{100 * share:.0f}')}"


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

    by = f"{points(found.difference)} pp"
    return by if found.interval is None else f"{by} {_range(found.interval, points)}"


def why(row: CaseRow) -> str:
    """Says why a case did not pass: how its run ended, unless it was complete, and the suite's reason."""
    ended = "" if row.error or row.status == "complete" else f"the run ended as {row.status}"
    return "; ".join(each for each in (ended, row.error or row.reason) if each)


def intervals(summary: Summary) -> str:
    """Says what the intervals are, and over how many tasks; or why there are none."""
    tasks = max((each.tasks for each in summary.contenders), default=0)
    return INTERVALS.format(counted(tasks, "task")) if tasks >= FEWEST else NO_INTERVALS.format(tasks)


def notes(summary: Summary) -> list[str]:
    """Returns notes that are needed to read the figures, a sentence or two each; only those that apply."""
    standings = summary.contenders
    found = [_note(title, {each.contender: words(each) for each in standings}) for title, words in NOTES.items()]
    if len({each.cases for each in standings}) > 1:
        cases = {each.contender: counted(each.cases, "case") for each in standings}
        found.append(_note("Policies played different numbers of cases; compare them by the paired differences", cases))
    pairs = {
        each.contender: counted(each.success.pairs, "pair")
        for each in summary.differences
        if each.success and each.success.pairs != each.pairs
    }
    found.append(_note(PAIRS, pairs))
    found.append(NO_TIME if any("no time for calls" in each.model for each in standings) else "")
    return [note for note in found if note]


NOTES: Mapping[str, Callable[[ContenderResult], str]] = {
    "Judging (not included in the figures)": lambda each: (
        f"{counted(each.judge_calls, 'call')}, {usd(each.judge_usd)}" if each.judge_calls else ""
    ),
    "Crashed (not passed; in totals, not in means)": lambda each: _cases(each.crashed),
    "Not judged (left out of success)": lambda each: _cases(each.not_judged),
    "Price not known for all cases": lambda each: (
        (
            f"{each.priced:,} of {_cases(each.cases)} known, {usd(each.usd_priced)} together"
            if each.priced
            else "none known"
        )
        if each.priced < each.cases
        else ""
    ),
    "Tokens are estimates, because the provider reported none": lambda each: _cases(each.estimated),
}
"""For each note on contenders, what it says about one; empty if it does not apply."""
NO_TIME = "The oracle takes no time for its answers: seconds do not say which policy is faster with a model."
PAIRS = "Pairs are cases where neither crashed; success is compared on cases judged for both, crashed ones included"


def _cases(count: int) -> str:
    return counted(count, "case") if count else ""


def _note(what: str, by_contender: Mapping[str, str]) -> str:
    """Returns a note with the contenders to which it applies; empty if there are none."""
    applies = "; ".join(f"{plain(label)} {text}" for label, text in by_contender.items() if text)
    return f"{what}: {applies}." if applies else ""


def _range(interval: Interval, words: Callable[[float], str]) -> str:
    low, high = words(interval.low), words(interval.high)
    return f"({low}{' to ' if MINUS in low + high or '+' in low + high else TO}{high})"


def _signed(value: float, words: Callable[[float], str]) -> str:
    text = words(abs(value))
    return text if not text.strip("0.,") else f"{MINUS if value < 0 else '+'}{text}"
