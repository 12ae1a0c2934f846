"""What each architecture reads and costs on the same work: applications over 1 to 20 pages, one acting step a page.

Real requests to a local server that speaks a provider's protocol; it answers as an oracle that knows what to fill in and
reads the page's text alone, so every run succeeds and what differs is the architecture. Tokens are counted with o200k_base,
pictures by the rules of the model's family; the prompt cache is kept by the provider's documented rules. Prices are gpt-5's.

`--all` plays every size from 1 to 20, `--readme` also draws the README's plot and prints its table.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright import Limits  # noqa: E402 - the repository's root comes first
from actwright.compare.comparison import Comparison  # noqa: E402
from actwright.compare.contender import contenders  # noqa: E402
from actwright.compare.files import ComparisonFolder  # noqa: E402
from actwright.compare.play import Plan  # noqa: E402
from actwright.compare.row import Row  # noqa: E402
from actwright.compare.source import models_of  # noqa: E402
from actwright.compare.tasks import suite_files  # noqa: E402
from benchmarks.page.environments import tokenizer  # noqa: E402
from benchmarks.suites.forms import cases_of  # noqa: E402

WORK = ROOT / "build" / "architectures"
RANKS = ROOT / "build" / "bench-page"
PLOT = ROOT / "docs" / "architectures.png"
POLICIES = "single_call,single_call+plain,two_call,tool_loop,chain_of_thought"
BASELINE = "two_call"
MODEL = "oracle:openai-chat:gpt-5"
SUITE = Path(__file__).with_name("suites") / "forms.py"
LARGEST = 20
SHOWN = (1, 2, 5, 10, 20)
NAMES = {
    "single_call": "single_call, with evidence",
    "single_call+plain": "single_call, plain",
    "two_call": "two_call",
    "tool_loop": "tool_loop",
    "chain_of_thought": "chain_of_thought (text alone)",
}
COLOURS = {
    "single_call": "#0b6e4f",
    "single_call+plain": "#56b4a0",
    "two_call": "#d55e00",
    "tool_loop": "#7b5ea7",
    "chain_of_thought": "#8a8f98",
}


async def main(arguments: Sequence[str] = ()) -> None:
    """Plays, prints, and writes."""
    options = _options(arguments)
    console = Console(width=None if sys.stdout.isatty() else 120)
    tokenizer(RANKS)
    folder = ComparisonFolder(options.out or WORK / f"{datetime.now().astimezone():%Y%m%d-%H%M%S}")
    comparison = Comparison(
        plan=Plan(
            cases=[(0, case) for case in cases_of(0, range(1, LARGEST + 1) if options.all else SHOWN)],
            contenders=contenders(POLICIES),
            models=models_of(MODEL),
            limits=Limits(steps=200, seconds=1_200, repeats=200),
            concurrency=2,
        ),
        folder=folder,
        suite=SUITE,
        files=suite_files(SUITE),
        command=["benchmarks/architectures.py", *arguments],
    )
    left = len(comparison.plan.places) - len(comparison.rows)
    async with aclosing(comparison.play()) as stream:
        bar = iter(track(range(left), "runs", console=console, transient=True))
        async for _ in stream:
            next(bar, None)
    rows = comparison.rows
    unsolved = [
        f"{row.contender} on {row.case}: {row.error or row.reason or row.status}" for row in rows if not row.passed
    ]
    if unsolved:
        raise RuntimeError(f"an oracle did not solve its task: {'; '.join(unsolved)}")
    console.print(_table(rows))
    console.print(f"Report: {folder.path / 'report.html'}", soft_wrap=True, markup=False)
    if options.readme:
        plot(rows, PLOT)
        console.print(markdown(rows), markup=False)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--all", action="store_true", help=f"sizes 1 to {LARGEST}; {', '.join(map(str, SHOWN))} by default"
    )
    parser.add_argument("--out", type=Path, help="the folder of the comparison; one that was begun is gone on with")
    parser.add_argument(
        "--readme", action="store_true", help=f"draw {PLOT.relative_to(ROOT)} and print the README's table"
    )
    return parser.parse_args(arguments)


def _by_place(rows: Sequence[Row]) -> Mapping[tuple[str, int], Row]:
    return {(row.contender, row.size or 0): row for row in rows}


def _sizes(rows: Sequence[Row], wanted: Sequence[int]) -> list[int]:
    played = sorted({row.size or 0 for row in rows})
    return [size for size in played if size in wanted] or played


def _table(rows: Sequence[Row]) -> Table:
    """Calls, input tokens and USD by acting steps, and the input against `two_call`'s."""
    found = _by_place(rows)
    table = Table(
        *("acting steps", "architecture", "calls", "looks", "input tokens", f"of {BASELINE}'s", "fresh", "output"),
        *("USD", "USD, no cache"),
        title="The same work by each architecture (oracle, o200k_base, gpt-5's prices)",
    )
    for size in _sizes(rows, SHOWN):
        for label, name in NAMES.items():
            row, base = found[label, size], found[BASELINE, size]
            table.add_row(
                *(str(size), name, str(row.calls), str(row.captures), f"{row.usage.input:,}"),
                *(f"{row.usage.input / base.usage.input:.0%}", f"{row.usage.fresh:,}", f"{row.usage.output:,}"),
                *(_usd(row.cost), _usd(row.cost_uncached)),
                end_section=label == [*NAMES][-1],
            )
    return table


def _usd(cost: float | None) -> str:
    return "unknown" if cost is None else f"{cost:.4f}"


def markdown(rows: Sequence[Row]) -> str:
    """The README's table: input tokens and USD at a few sizes, and each architecture's share of `two_call`'s."""
    found = _by_place(rows)
    sizes = _sizes(rows, SHOWN)
    head = "| | " + " | ".join(f"N = {size}" for size in sizes) + " | calls | USD at N = 10 |"
    lines = [head, "|---|" + "---:|" * (len(sizes) + 2)]
    for label, name in NAMES.items():
        cells = [
            f"{found[label, size].usage.input:,} ({found[label, size].usage.input / found[BASELINE, size].usage.input:.0%})"
            for size in sizes
        ]
        ten = found.get((label, 10))
        lines.append(f"| {name} | {' | '.join(cells)} | {_calls(rows, label)} | {_usd(ten.cost if ten else None)} |")
    return "\n".join(lines)


def _calls(rows: Sequence[Row], label: str) -> str:
    """How many calls N acting steps take, if that is one of the usual rules."""
    own = [(row.size or 0, row.calls) for row in rows if row.contender == label]
    for told, rule in (("N", lambda n: n), ("N + 1", lambda n: n + 1), ("2 N", lambda n: 2 * n)):
        if all(calls == rule(size) for size, calls in own):
            return told
    return f"{statistics.fmean(calls / size for size, calls in own):.1f} N"


def plot(rows: Sequence[Row], path: Path) -> None:
    """Input tokens over acting steps, a line for each architecture."""
    import matplotlib as mpl  # noqa: PLC0415 - the extra

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    found = _by_place(rows)
    sizes = _sizes(rows, range(1, LARGEST + 1))
    figure, axes = plt.subplots(figsize=(7.2, 4.2), dpi=200, layout="constrained")
    ends: list[tuple[float, str]] = []
    for label in NAMES:
        tokens = [found[label, size].usage.input / 1_000 for size in sizes]
        axes.plot(sizes, tokens, color=COLOURS[label], linewidth=2.4 if label == "single_call" else 1.6)
        ends.append((tokens[-1], label))
    _label_ends(axes, ends, sizes[-1])
    axes.set_xlim(sizes[0], sizes[-1])
    axes.set_ylim(0)
    axes.set_xticks([size for size in sizes if size == 1 or size % 5 == 0])
    axes.yaxis.set_major_formatter(lambda tokens, _: f"{tokens:,.0f}k")
    axes.set_xlabel("acting steps that the task takes")
    axes.set_ylabel("input tokens of the whole run")
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#e6e6e6", linewidth=0.8)
    figure.savefig(path)
    plt.close(figure)


def _label_ends(axes: object, ends: Sequence[tuple[float, str]], at: int) -> None:
    """Names beside the ends of the lines, moved apart where they would touch."""
    least = max(tokens for tokens, _ in ends) * 0.055
    below = float("-inf")
    for tokens, label in sorted(ends):
        below = max(tokens, below + least)
        axes.annotate(  # type: ignore[attr-defined]
            NAMES[label], (at, below), xytext=(6, 0), textcoords="offset points", va="center", fontsize=8.5,
            color=COLOURS[label], annotation_clip=False, weight="bold" if label == "single_call" else "normal",
        )  # fmt: skip


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
