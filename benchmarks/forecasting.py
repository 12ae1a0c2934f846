"""Measures how well forecasts from recorded runs meet runs that they were not made from, and what the machine adds.

The runs are those of a folder of `benchmarks/noise.py`. In each cell (a design and a length), half of the runs make a
forecast, and the other half are the truth: `later` takes the first half of the seeds for the forecast, so that the truth
was played later; `alternate` takes every other seed, so that both halves had the same machine. `--latency S` gives each
call so many seconds, because an oracle takes none, so that seconds are those with a model: an assumption.

`--same` names a folder of runs without errors (`noise.py` with all rates 0), whose runs of a cell are the same but for
the values that they type. How their seconds differ is the machine.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, stdev

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright.compare.comparison_folder import ComparisonFolder  # noqa: E402 - the repository's root comes first
from actwright.compare.forecast import MEASURES, cost_of_row, forecast  # noqa: E402
from actwright.compare.row import CaseRow  # noqa: E402

NEAR = 0.25
"""The share by which a total may differ from its forecast."""


def cells(folder: Path) -> list[list[CaseRow]]:
    """The runs of each design at each length that did not break, by their seeds."""
    found = defaultdict[tuple[str, int | None], list[CaseRow]](list)
    for row in sorted(ComparisonFolder(folder).rows(), key=lambda row: row.seed):
        if not row.error:
            found[row.contender, row.size].append(row)
    return [*found.values()]


def halves(rows: Sequence[CaseRow], way: str) -> tuple[Sequence[CaseRow], Sequence[CaseRow]]:
    """The runs for the forecast and those that are the truth."""
    middle = len(rows) // 2
    return (rows[:middle], rows[middle:]) if way == "later" else (rows[::2], rows[1::2])


def measured(folder: Path, way: str, latency: float | None) -> str:
    """A line with the share of cells in which each measure was within 25 %, and in which its interval held the total."""
    near, held, count = defaultdict[str, int](int), defaultdict[str, int](int), 0
    for rows in cells(folder):
        known, truth = (
            [cost if latency is None else cost.at_latency(latency) for cost in map(cost_of_row, half)]
            for half in halves(rows, way)
        )
        found, count = forecast(known, runs=len(truth)).measures, count + 1
        for measure in MEASURES:
            total = sum(getattr(cost, measure) or 0.0 for cost in truth)
            foretold = found[measure]
            if foretold is not None and foretold.interval is not None:
                near[measure] += abs(total - foretold.expected) <= NEAR * total
                held[measure] += foretold.interval.low <= total <= foretold.interval.high
    told = ", ".join(f"{measure} {near[measure]} (interval {held[measure]})" for measure in MEASURES)
    return f"{way}, {'no time for calls' if latency is None else f'{latency:g} s a call'}: of {count} cells {told}"


def same_runs(folder: Path) -> list[str]:
    """A line for each cell of runs that are the same: how their seconds differ, all the machine's doing."""
    lines = list[str]()
    for rows in cells(folder):
        seconds, tokens = [row.seconds for row in rows], [row.usage.total for row in rows]
        calls = sorted({row.calls for row in rows})
        lines.append(
            f"{rows[0].contender}, N = {rows[0].size}, {len(rows)} runs of {', '.join(map(str, calls))} calls: "
            f"{min(seconds):.1f} to {max(seconds):.1f} s, standard deviation {stdev(seconds) / fmean(seconds):.0%} of the "
            f"mean (tokens {stdev(tokens) / fmean(tokens):.1%})"
        )
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints what the folders say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder of benchmarks/noise.py")
    parser.add_argument("--latency", type=float, nargs="*", default=[], metavar="S", help="seconds a call, assumed")
    parser.add_argument("--same", type=Path, metavar="DIR", help="a folder of runs without errors")
    options = parser.parse_args(arguments)
    for latency in (None, *options.latency):
        for way in ("later", "alternate"):
            print(measured(options.folder, way, latency))
    for line in same_runs(options.same) if options.same else []:
        print(line)


if __name__ == "__main__":
    main()
