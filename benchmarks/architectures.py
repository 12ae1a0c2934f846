"""Measures what each architecture reads and costs for the same work: applications of 1 to 20 pages, one step per page.

The requests are real. They go to a local server that speaks a provider's protocol and answers as an oracle, which knows
what to fill in and reads only the text of the page. Every run therefore succeeds, and only the architectures differ.
The server refuses an answer that does not fit the schema of the request. Tokens are counted with o200k_base, and
screenshots by the rules of the model's family; the prompt cache follows the provider's documented rules. Prices are
those of gpt-5.

An oracle cannot show how often a model foretells what the page will show in the end, or how long it reasons. The bench
varies both assumptions: the end is foretold always, never, or in half of the runs (the mean of both), and each call has
0 or 300 tokens of reasoning.

`--peers` adds browser-use and Playwright MCP, each in its own environment. They get the same site, tasks and model
server, attach to a Chromium, and their tokens are counted from the same requests. The oracle answers them in their own
schemas.

`--all` plays eleven sizes from 1 to 20. `--docs` also draws the plot, and writes the tables and conclusions in
docs/measured.md and the README.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import track

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright import ConfigError, Limits  # noqa: E402 - the repository's root comes first
from actwright.compare.comparison_folder import ComparisonFolder  # noqa: E402
from actwright.compare.contender import contenders  # noqa: E402
from actwright.compare.play import Plan  # noqa: E402
from actwright.compare.row import CaseRow  # noqa: E402
from actwright.compare.source import models_of  # noqa: E402
from benchmarks import architecture_tables  # noqa: E402
from benchmarks.comparing import folder_in, rows_of  # noqa: E402
from benchmarks.page.environments import tokenizer  # noqa: E402
from benchmarks.peers.known import NAMES as PEERS  # noqa: E402
from benchmarks.peers.known import known_peers  # noqa: E402
from benchmarks.peers.play import played  # noqa: E402
from benchmarks.suites.forms import cases_of  # noqa: E402

WORK = ROOT / "build" / "architectures"
PEERS_WORK = ROOT / "build" / "peers"
RANKS = ROOT / "build" / "bench-page"
PLOT = ROOT / "docs" / "architectures.png"
README = ROOT / "README.md"
MEASURED = ROOT / "docs" / "measured.md"
MODEL = "oracle:openai-chat:gpt-5"
ALL = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20)
POLICIES = ",".join(
    [*(label for label in architecture_tables.NAMES if label != architecture_tables.HALF), *architecture_tables.BLIND]
)
LINES = {
    "single_call": ("single_call, end foretold", "#0b6e4f"),
    "single_call+foretold-0": ("single_call, never foretold", "#56b4a0"),
    "two_call": ("two_call", "#d55e00"),
    "tool_loop": ("tool_loop, newest page", "#7b5ea7"),
    "tool_loop:all": ("tool_loop, all pages", "#b8a5d3"),
    "chain_of_thought": ("chain_of_thought, text", "#5f6670"),
    "chain_of_thought:multimodal": ("chain_of_thought, screenshots", "#a9aeb6"),
    "browser_use": ("browser_use", "#0072b2"),
    "playwright_mcp": ("Playwright MCP, text", "#66a9d0"),
}
"""The contenders in the plot, with their names and colours."""
BEGIN, END = "<!-- architectures: written by benchmarks/architectures.py -->", "<!-- end of architectures -->"


async def main(arguments: Sequence[str] = ()) -> None:
    """Plays the runs, prints the table, and writes what the options ask for."""
    options = _options(arguments)
    if options.docs:
        import matplotlib as mpl  # noqa: F401, PLC0415 - the extra; without it the runs would be for nothing
    console = Console(width=None if sys.stdout.isatty() else 120)
    tokenizer(RANKS)
    sizes = options.sizes or (ALL if options.all else architecture_tables.SHOWN)
    folder = folder_in(WORK, options.out)
    if options.peers:
        await play_peers(folder, sizes, console)
    plan = Plan(
        cases=[(0, case) for case in cases_of(0, sizes)],
        contenders=contenders(POLICIES),
        models=models_of(MODEL),
        limits=Limits(steps=200, seconds=1_200, repeats=200),
        concurrency=2,
    )
    rows = await rows_of(plan, folder, command=["benchmarks/architectures.py", *arguments], console=console)
    own = [row for row in rows if row.contender not in PEERS and not row.passed]
    if own:
        unsolved = (f"{row.contender} on {row.case}: {row.error or row.reason or row.status}" for row in own)
        raise RuntimeError(f"an oracle did not solve its task: {'; '.join(unsolved)}")
    console.print(architecture_tables.table_of(rows))
    if options.docs:
        plot(rows, PLOT)
        architecture_tables.write_section(
            MEASURED, BEGIN, END, f"{architecture_tables.markdown(rows)}\n\n{architecture_tables.conclusions(rows)}"
        )
        architecture_tables.write_section(README, BEGIN, END, architecture_tables.headline(rows))
        console.print(architecture_tables.conclusions(rows), markup=False)


async def play_peers(folder: ComparisonFolder, sizes: Sequence[int], console: Console) -> None:
    """Plays the remaining runs of the peers, one at a time, and adds them to the folder of the comparison.

    Raises:
        SystemExit: A peer cannot be installed; the message names it and says what to do.
        RuntimeError, TimeoutError: A peer broke.
    """
    try:
        peers = await known_peers(PEERS_WORK)
    except ConfigError as error:
        raise SystemExit(f"architectures.py: {error}") from error
    count = tokenizer(RANKS)
    told = models_of(MODEL).told
    with folder.alone():
        done = folder.done()
        left = [(label, size) for size in sizes for label in PEERS if (f"apply-{size}", 0, label) not in done]
        for label, size in track(left, "peers", console=console, transient=True):
            row, calls = await played(
                peers[label], label, size, model=architecture_tables.PRICED[0], told=told, count=count
            )
            folder.add(row, calls)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--all",
        action="store_true",
        help=f"sizes {', '.join(map(str, ALL))}; {', '.join(map(str, architecture_tables.SHOWN))} by default",
    )
    parser.add_argument("--sizes", type=int, nargs="+", metavar="N", help="only these sizes, to test the bench")
    parser.add_argument(
        "--peers", action="store_true", help="add browser-use and Playwright MCP; installs them from PyPI and npm"
    )
    parser.add_argument("--out", type=Path, help="the folder of the comparison; an unfinished one is continued")
    parser.add_argument(
        "--docs",
        action="store_true",
        help=f"draw {PLOT.relative_to(ROOT)}, and write the tables in {MEASURED.relative_to(ROOT)} and {README.name}",
    )
    return parser.parse_args(arguments)


def plot(rows: Sequence[CaseRow], path: Path) -> None:
    """Plots input tokens over acting steps, with a line for each architecture."""
    import matplotlib as mpl  # noqa: PLC0415 - the extra

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    found = architecture_tables.by_place(rows)
    sizes = architecture_tables.sizes_of(rows, ALL)
    figure, axes = plt.subplots(figsize=(7.6, 4.4), dpi=200, layout="constrained")
    ends: list[tuple[float, str]] = []
    shown = {label: line for label, line in LINES.items() if all((label, size) in found for size in sizes)}
    for label, (_, colour) in shown.items():
        solved = [size for size in sizes if found[label, size].passed]
        tokens = [found[label, size].usage.input / 1_000 for size in solved]
        axes.plot(solved, tokens, color=colour, linewidth=2.4 if label == "single_call" else 1.6)
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
    """Writes the names beside the ends of the lines, and moves them apart where they would touch."""
    least = max(tokens for tokens, _ in ends) * 0.055
    below = float("-inf")
    for tokens, label in sorted(ends):
        below = max(tokens, below + least)
        axes.annotate(  # type: ignore[attr-defined]
            LINES[label][0], (at, below), xytext=(6, 0), textcoords="offset points", va="center", fontsize=8.5,
            color=LINES[label][1], annotation_clip=False, weight="bold" if label == "single_call" else "normal",
        )  # fmt: skip


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
