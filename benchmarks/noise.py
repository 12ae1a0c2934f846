"""Measures which errors of a model each design catches, with errors at stated rates, on applications of 1 to 20 pages.

The oracle of `architectures.py` misreads values, acts on wrong elements, forgets fields and falsely claims that it is
done, at the given rates. A share of its false claims quotes a text that the page shows anyway. A verifying call errs as
often as an acting call. The verifier reads only the page, as the oracle does, so it never catches an error that no page
shows.

The rates are assumptions, so the result is a map of the conditions under which each design wins, and no claim about any
model. The errors of each run depend on its case, its seed and its contender. Intervals are 95 % intervals (Wilson for
shares, resampled runs for means).

`--runs` sets the number of runs of each size. `--docs` also draws the plot and writes the table in docs/measured.md.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright import Limits  # noqa: E402 - the repository's root comes first
from actwright.compare.contender import contenders  # noqa: E402
from actwright.compare.intervals import Interval, Resamples, middle, wilson  # noqa: E402
from actwright.compare.play import Plan  # noqa: E402
from actwright.compare.row import CaseRow  # noqa: E402
from actwright.compare.source import Oracles  # noqa: E402
from benchmarks.architecture_tables import percent, wrapped, write_section  # noqa: E402
from benchmarks.architectures import MEASURED, RANKS  # noqa: E402
from benchmarks.comparing import folder_in, rows_of  # noqa: E402
from benchmarks.oracle_noise import Noise  # noqa: E402
from benchmarks.page.environments import tokenizer  # noqa: E402
from benchmarks.suites.forms import cases_of  # noqa: E402

WORK = ROOT / "build" / "noise"
PLOT = ROOT / "docs" / "noise.png"
SIZES = (1, 2, 5, 10, 20)
RUNS = 20
NOISE = Noise(misread=0.002, wrong_element=0.005, forgotten=0.02, false_done=0.02, weak_proof=0.2)
NAMES = {
    "single_call": "`single_call`, with evidence",
    "single_call+foretold-0": "the same, end not foretold",
    "single_call+plain": "`single_call`, no evidence",
    "single_call+plain+foretold-0": "the same, end not foretold",
    "two_call": "`two_call`",
    "fields": "`fields`",
}
COLOURS = {
    "single_call": "#0b6e4f",
    "single_call+foretold-0": "#56b4a0",
    "single_call+plain": "#b07c10",
    "single_call+plain+foretold-0": "#e0b95c",
    "two_call": "#d55e00",
    "fields": "#5b4a9e",
}
PICTURE = "Solved tasks and false completions over acting steps, by design"
BEGIN, END = "<!-- noise: written by benchmarks/noise.py -->", "<!-- end of noise -->"


@dataclass(frozen=True, slots=True)
class Cell:
    """The figures of a contender's runs of one size.

    Attributes:
        runs: The number of runs, without those that broke.
        success, false_done: The shares of runs that solved the task, and that ended as complete without solving it.
        proved, false_proved: The shares that were graded proved and solved the task, and that were graded proved
            without solving it; None if the design needs no evidence.
        calls, usd: The means per run.
        per_success: USD per run that solved the task; None if none did.
    """

    runs: int
    success: tuple[float, Interval | None]
    false_done: tuple[float, Interval | None]
    proved: tuple[float, Interval | None] | None
    false_proved: tuple[float, Interval | None] | None
    calls: tuple[float, Interval | None]
    usd: tuple[float, Interval | None]
    per_success: float | None


def cell(rows: Sequence[CaseRow]) -> Cell | None:
    """Returns the figures of some runs; None if there are no runs."""
    sound = [row for row in rows if not row.error]
    if not sound:
        return None
    passed = sum(row.passed is True for row in sound)
    claimed = sum(row.status == "complete" and not row.passed for row in sound)
    proved, false_proved = (
        sum(row.proof == "proved" and bool(row.passed) is is_one for row in sound) for is_one in (True, False)
    )
    resamples = Resamples([f"{row.case}/{row.seed}" for row in sound])  # each seed draws an application of its own

    def mean(of_row: Callable[[CaseRow], float]) -> tuple[float, Interval | None]:
        values = [of_row(row) for row in sound]
        draws = [total / count for total, count in zip(resamples.sums(values), resamples.counts, strict=True)]
        return fmean(values), middle(draws)

    spent = sum(row.cost or 0.0 for row in sound)
    return Cell(
        runs=len(sound),
        success=(passed / len(sound), wilson(passed, len(sound))),
        false_done=(claimed / len(sound), wilson(claimed, len(sound))),
        proved=None if sound[0].evidence == "off" else (proved / len(sound), wilson(proved, len(sound))),
        false_proved=None
        if sound[0].evidence == "off"
        else (false_proved / len(sound), wilson(false_proved, len(sound))),
        calls=mean(lambda row: row.calls),
        usd=mean(lambda row: row.cost or 0.0),
        per_success=spent / passed if passed else None,
    )


Cells = Mapping[tuple[str, int], Cell]


def cells_of(rows: Sequence[CaseRow]) -> Cells:
    """Returns the figures of each contender at each size."""
    sizes = sorted({row.size or 0 for row in rows})
    places = ((label, size) for label in NAMES for size in sizes)
    found = {place: cell([row for row in rows if (row.contender, row.size) == place]) for place in places}
    return {place: each for place, each in found.items() if each is not None}


async def main(arguments: Sequence[str] = ()) -> None:
    """Plays the runs, prints the table, and writes what the options ask for."""
    options = _options(arguments)
    console = Console(width=None if sys.stdout.isatty() else 140)
    tokenizer(RANKS)
    noise = Noise(**{name: getattr(options, name) for name in NOISE.model_dump()})
    plan = Plan(
        cases=[(seed, case) for seed in range(options.runs) for case in cases_of(seed, options.sizes)],
        contenders=contenders(",".join(options.designs)),
        models=Oracles("openai_chat", "gpt-5", errors=noise),
        limits=Limits(steps=100, seconds=1_200),
        concurrency=2,
    )
    folder = folder_in(WORK, options.out)
    rows = await rows_of(plan, folder, command=["benchmarks/noise.py", *arguments], console=console)
    cells = cells_of(rows)
    console.print(_table(cells, noise))
    if broken := [f"{row.contender} on {row.case}, seed {row.seed}: {row.error}" for row in rows if row.error]:
        console.print(f"Runs that broke and are left out: {'; '.join(broken)}", markup=False)
    if options.docs:
        plot(cells, PLOT)
        parts = (told(noise, cells), markdown(cells), f"![{PICTURE}]({PLOT.name})", conclusions(cells))
        write_section(MEASURED, BEGIN, END, "\n\n".join(parts))


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N", help=f"runs per size and contender; {RUNS}")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N", help="acting steps of the tasks")
    parser.add_argument("--designs", nargs="+", choices=NAMES, default=[*NAMES], help="which of them; all by default")
    parser.add_argument("--out", type=Path, help="the folder of the comparison; an unfinished one is continued")
    parser.add_argument(
        "--docs",
        action="store_true",
        help=f"draw {PLOT.relative_to(ROOT)}, and write the table in {MEASURED.relative_to(ROOT)}",
    )
    for name, rate in NOISE.model_dump().items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, default=rate, metavar="SHARE", help=f"{rate:g}")
    return parser.parse_args(arguments)


def _share(found: tuple[float, Interval | None]) -> str:
    value, interval = found
    if interval is None:
        return percent(value)
    return f"{percent(value)} ({interval.low * 100:.0f} to {interval.high * 100:.0f})"


def _mean(found: tuple[float, Interval | None], digits: int) -> str:
    value, interval = found
    shown = f"{value:.{digits}f}"
    return shown if interval is None else f"{shown} ({interval.low:.{digits}f} to {interval.high:.{digits}f})"


def _cost(usd: float | None) -> str:
    return "none" if usd is None else f"{usd:.4f}"


def _table(cells: Cells, noise: Noise) -> Table:
    """Returns a table of all figures of each contender at each size."""
    table = Table(
        *(
            "acting steps",
            "design",
            "runs",
            "success",
            "false completions",
            "graded proved",
            "calls",
            "USD",
            "USD per success",
        ),
        title=f"With errors: {noise} (oracle, gpt-5's prices)",
    )
    for size in _sizes(cells):
        for label in NAMES:
            if one := cells.get((label, size)):
                table.add_row(
                    *(str(size), label, str(one.runs), _share(one.success), _share(one.false_done)),
                    _share(one.false_proved) if one.false_proved else "",
                    *(_mean(one.calls, 1), _mean(one.usd, 4), _cost(one.per_success)),
                    end_section=label == [*NAMES][-1],
                )
    return table


def _sizes(cells: Cells) -> list[int]:
    return sorted({size for _, size in cells})


def told(noise: Noise, cells: Cells) -> str:
    """Returns sentences for docs/measured.md with the rates and the number of runs."""
    runs = sorted({one.runs for one in cells.values()})
    several = f"{runs[0]}" if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    return wrapped(
        f"Assumed rates: {percent(noise.misread, 1)} of values misread, {percent(noise.wrong_element, 1)} of actions on a wrong element, "
        f'{percent(noise.forgotten, 1)} of fields forgotten, {percent(noise.false_done, 1)} of answers falsely "done", '
        f"{percent(noise.weak_proof)} of these with a proof that the page shows anyway. Runs of each size and design: {several}. "
        "In brackets, 95 % intervals."
    )


def markdown(cells: Cells) -> str:
    """Returns the table in docs/measured.md, with a line for each design and figure."""
    sizes = _sizes(cells)
    lines = [
        "| design | figure | " + " | ".join(f"N = {size}" for size in sizes) + " |",
        "|---|---|" + "---:|" * len(sizes),
    ]
    figures: tuple[tuple[str, Callable[[Cell], str]], ...] = (
        ("success", lambda one: _share(one.success)),
        ("false completions", lambda one: _share(one.false_done)),
        ("false completions graded proved", lambda one: _share(one.false_proved) if one.false_proved else ""),
        ("solved and graded proved", lambda one: _share(one.proved) if one.proved else ""),
        ("calls", lambda one: _mean(one.calls, 1)),
        ("USD", lambda one: _mean(one.usd, 3)),
    )
    for label, name in NAMES.items():
        for number, (figure, shown) in enumerate(figures):
            row = [shown(one) if (one := cells.get((label, size))) else "" for size in sizes]
            if not any(row):
                continue
            lines.append(f"| {'' if number else name} | {figure} | {' | '.join(row)} |")
    return "\n".join(lines)


def conclusions(cells: Cells) -> str:
    """Returns, for each size, the designs with fewer false completions beyond chance, and the cheapest per success."""
    lines: list[str] = []
    for size in _sizes(cells):
        own = {label: one for label in NAMES if (one := cells.get((label, size)))}
        cheapest = min(own, key=lambda label: own[label].per_success or float("inf"))
        apart = [f"{_fewer(own, label)} than `{label}`" for label in own if _fewer(own, label)]
        told = (
            f"fewer false completions with {'; '.join(apart)}"
            if apart
            else "no design has clearly fewer false completions"
        )
        lines.append(f"* N = {size}: {told}. Least USD for each success: `{cheapest}`")
    lines.append("* Fewer means that the two intervals do not overlap.")
    graded = [share[0] for one in cells.values() for share in (one.proved, one.false_proved) if share]
    if graded and not any(graded):
        lines.append("* No claim was graded `proved`, right or wrong. These tasks give no value as data.")
    return "\n".join(wrapped(line, subsequent_indent="  ") for line in lines)


def _fewer(own: Mapping[str, Cell], worse: str) -> str:
    """Returns the designs whose interval of false completions lies below that of another design."""
    _, bound = own[worse].false_done
    better = [label for label, one in own.items() if one.false_done[1] and bound and one.false_done[1].high < bound.low]
    return " and ".join(f"`{label}`" for label in better)


def plot(cells: Cells, path: Path) -> None:
    """Plots success, false completions and USD per success over acting steps, with intervals of the shares."""
    import matplotlib as mpl  # noqa: PLC0415 - the extra

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    sizes = _sizes(cells)
    figure, (success, false_done) = plt.subplots(1, 2, figsize=(9.6, 3.8), dpi=200, layout="constrained", sharex=True)
    for number, label in enumerate(NAMES):
        own = [(size, one) for size in sizes if (one := cells.get((label, size)))]
        for axes, shares in (
            (success, [one.success for _, one in own]),
            (false_done, [one.false_done for _, one in own]),
        ):
            at = [size + (number - 2) * 0.12 for size, _ in own]
            values = [value for value, _ in shares]
            below = [value - interval.low if interval else 0.0 for value, interval in shares]
            above = [interval.high - value if interval else 0.0 for value, interval in shares]
            axes.errorbar(
                at, values, yerr=[below, above], color=COLOURS[label], label=label, linewidth=1.6, elinewidth=0.8,
                marker="o", markersize=3, clip_on=False,
            )  # fmt: skip
    for axes, title in ((success, "solved"), (false_done, "ended as complete, and not solved")):
        axes.set_title(title, fontsize=10)
        axes.set_ylim(0, 1)
        axes.set_xticks(sizes)
        axes.set_xlabel("acting steps that the task takes")
        axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", color="#e6e6e6", linewidth=0.8)
    success.legend(fontsize=7.5, frameon=False)
    figure.savefig(path)
    plt.close(figure)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
