"""Foretells what runs will cost, from runs of the same kind that were recorded."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from pathlib import Path
from statistics import fmean

from actwright.compare.comparison_folder import ComparisonFolder
from actwright.compare.intervals import FEWEST, RESAMPLES, SEED, Interval, middle
from actwright.compare.row import CaseRow
from actwright.engine.records.run_folder.recorded import read_folder
from actwright.engine.records.totals import totals_of
from actwright.errors import ConfigError
from actwright.schemas.base import Frozen

MEASURES = ("calls", "tokens", "usd", "seconds", "model_seconds")


class RunCost(Frozen):
    """What one run took.

    Attributes:
        calls, tokens: Model calls, and their tokens (input and output).
        usd: USD; None if a price is not known.
        seconds: From the first look to the end of the last step. `model_seconds` is the part for calls; the rest is the
            browser's, and depends on the machine and its load.
    """

    calls: int
    tokens: int
    usd: float | None
    seconds: float
    model_seconds: float = 0.0

    def at_latency(self, latency: float) -> RunCost:
        """The same run with a model that takes so many seconds for each call."""
        spent = self.calls * latency
        return self.model_copy(update={"seconds": self.seconds - self.model_seconds + spent, "model_seconds": spent})


class Foretold(Frozen):
    """What one measure will be over all coming runs together.

    Attributes:
        expected: The mean of the recorded runs, times the number of coming ones.
        interval: The middle 95 % of the sums that the recorded runs make likely; None for fewer than five of them.
    """

    expected: float
    interval: Interval | None


class Forecast(Frozen):
    """What coming runs will take.

    Attributes:
        recorded: The number of recorded runs that it is made from.
        runs: The number of coming runs.
        measures: `calls`, `tokens`, `usd`, `seconds` and `model_seconds`; None where a recorded run's is not known.
    """

    recorded: int
    runs: int
    measures: Mapping[str, Foretold | None]


def forecast(recorded: Sequence[RunCost], *, runs: int) -> Forecast:
    """Returns what so many runs like the recorded ones will take. There must be at least one recorded run.

    The intervals cover both how runs differ and how few of them are known: each draw resamples the recorded runs, with
    one of half and one of twice their mean among them for what was not seen yet, and draws the coming ones from these.
    Without these two, they held 72 to 86 % of the totals in `benchmarks/forecasting.py`, and not 95 %. They do not cover that the machine or the provider becomes faster or slower. Equal
    records give equal forecasts.
    """
    return Forecast(
        recorded=len(recorded),
        runs=runs,
        measures={measure: _foretold([getattr(each, measure) for each in recorded], runs) for measure in MEASURES},
    )


def _foretold(values: Sequence[float | None], runs: int) -> Foretold | None:
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    mean = fmean(known)
    expected = mean * runs
    if len(known) < FEWEST:
        return Foretold(expected=expected, interval=None)
    drawing, kinds = random.Random(SEED), [*known, mean / 2, mean * 2]  # runs of kinds that were not recorded yet
    sums: list[float] = []
    for _ in range(RESAMPLES):
        likely = drawing.choices(kinds, k=len(known))
        few = min(runs, 1_000)  # the sum of more is scaled: its spread comes from how few are known
        sums.append(fsum(drawing.choices(likely, k=few)) * runs / few)
    return Foretold(expected=expected, interval=middle(sums))


def cost_of_row(row: CaseRow) -> RunCost:
    """What the run of a row took."""
    tokens, times = row.usage.total, {"seconds": row.seconds, "model_seconds": row.model_seconds}
    return RunCost(calls=row.calls, tokens=tokens, usd=row.cost, **times)


def costs_in(folder: Path, *, policy: str = "") -> list[RunCost]:
    """Returns what the runs in a folder took: a run folder, a folder of run folders, or that of a comparison.

    Args:
        folder: The folder.
        policy: Only runs of this policy; in a comparison, of the contender with this label. Empty means all.

    Raises:
        ConfigError: There is no run in it, or none of this policy.
    """
    found = list(_costs(folder, policy))
    if not found:
        raise ConfigError(f"{folder} has no recorded run" + (f" of {policy}" if policy else ""))
    return found


def _costs(folder: Path, policy: str) -> Iterator[RunCost]:
    if (folder / "rows.jsonl").is_file():
        rows = ComparisonFolder(folder).rows()
        yield from (cost_of_row(row) for row in rows if not row.error and policy in ("", row.contender))
        return
    below = sorted(each for each in folder.iterdir() if each.is_dir()) if folder.is_dir() else []
    for each in [folder, *below]:
        try:
            run = read_folder(each)
        except ConfigError:
            continue  # not a run folder
        if policy in ("", (run.manifest or {}).get("policy")):
            totals = totals_of(run.steps)
            yield RunCost(
                calls=totals.calls,
                tokens=totals.usage.total,
                usd=totals.cost,
                seconds=totals.seconds - totals.opening,
                model_seconds=sum(call.milliseconds for step in run.steps for call in step.exchanges) / 1000,
            )
