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
import math
import statistics
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright import ConfigError, Limits  # noqa: E402 - the repository's root comes first
from actwright.compare.comparison_folder import ComparisonFolder  # noqa: E402
from actwright.compare.contender import contenders  # noqa: E402
from actwright.compare.play import Plan  # noqa: E402
from actwright.compare.row import CaseRow  # noqa: E402
from actwright.compare.source import models_of  # noqa: E402
from actwright.engine.models.prices import price  # noqa: E402
from actwright.schemas.usage import Usage  # noqa: E402
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
BASELINE = "two_call"
MODEL = "oracle:openai-chat:gpt-5"
PRICED = ("gpt-5", "openai")
ALL = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20)
SHOWN = (1, 2, 5, 10, 20)
WIDTH = 120
THOUGHT = 300
"""Tokens of reasoning that a call is assumed to take."""
HALF = "half"
NAMES = {
    "single_call": "`single_call`, end foretold",
    HALF: "the same, foretold in half of the runs",
    "single_call+foretold-0": "the same, never foretold",
    "single_call+plain": "`single_call`, no evidence, end foretold",
    "single_call+plain+foretold-0": "the same, never foretold",
    "two_call": "`two_call`",
    "tool_loop": "`tool_loop`, newest page",
    "tool_loop:all": "`tool_loop`, all pages",
    "chain_of_thought": "`chain_of_thought`, text alone",
    "chain_of_thought:multimodal": "`chain_of_thought`, with screenshots",
}
HEADLINE = {
    "single_call": "`single_call`, end foretold",
    "single_call+foretold-0": "`single_call`, end never foretold",
    BASELINE: "`two_call`",
    "tool_loop": "`tool_loop`, newest page",
    "chain_of_thought:multimodal": "`chain_of_thought`",
    "browser_use": "browser-use as it comes",
    "playwright_mcp:several": "Playwright MCP in a tool loop, several tools a call, without screenshots",
}
"""The rows of the README's table."""
BLIND = ("single_call+blind", "single_call+blind+foretold-0", "two_call+blind")
"""The contenders without screenshots, for the conclusions below the table."""
SAVINGS = (
    ("single_call", BASELINE, "end foretold"),
    (HALF, BASELINE, "foretold in half of the runs"),
    ("single_call+foretold-0", BASELINE, "never foretold"),
    (BLIND[0], BLIND[-1], "end foretold, without screenshots"),
    (BLIND[1], BLIND[-1], "never foretold, without screenshots"),
)
"""The pairs that the savings compare: the contender, the one that it is compared with, and the label."""
PEER_BASES = {
    "single_call": ("browser_use", "browser_use:flash"),
    "single_call+blind": ("playwright_mcp", "playwright_mcp:several"),
}
"""The contenders, each with the peers that see as much of the page."""
POLICIES = ",".join([*(label for label in NAMES if label != HALF), *BLIND])
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
    sizes = options.sizes or (ALL if options.all else SHOWN)
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
    console.print(_table(rows))
    if options.docs:
        plot(rows, PLOT)
        write_section(MEASURED, BEGIN, END, f"{markdown(rows)}\n\n{conclusions(rows)}")
        write_section(README, BEGIN, END, headline(rows))
        console.print(conclusions(rows), markup=False)


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
            row, calls = await played(peers[label], label, size, model=PRICED[0], told=told, count=count)
            folder.add(row, calls)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--all", action="store_true", help=f"sizes {', '.join(map(str, ALL))}; {', '.join(map(str, SHOWN))} by default"
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


def _by_place(rows: Sequence[CaseRow]) -> Mapping[tuple[str, int], CaseRow]:
    return {(row.contender, row.size or 0): row for row in rows}


def _sizes(rows: Sequence[CaseRow], wanted: Sequence[int]) -> list[int]:
    played = sorted({row.size or 0 for row in rows})
    return [size for size in played if size in wanted] or played


class Figures:
    """The rows by contender and size; `half` is the mean of the runs that always and that never foretell the end."""

    def __init__(self, rows: Sequence[CaseRow]) -> None:
        self.rows = rows
        self._found = _by_place(rows)
        self.sizes = _sizes(rows, SHOWN)

    def labels(self, *names: Iterable[str]) -> list[str]:
        """Returns those of these contenders that played every size."""
        wanted = [label for each in names for label in each]
        return [
            label
            for label in wanted
            if all((part, size) in self._found for part in _parts(label) for size in self.sizes)
        ]

    def solved(self, label: str, size: int) -> bool:
        """Whether its runs of a size solved the task."""
        return all(self._found[part, size].passed for part in _parts(label))

    def of(self, label: str, size: int, measure: Callable[[CaseRow], float]) -> float:
        """Returns a measure of a contender's run of a size."""
        return statistics.fmean(measure(self._found[part, size]) for part in _parts(label))

    def share(self, label: str, size: int, *, of: str = BASELINE) -> float:
        """Returns the input tokens of a contender, as a share of another contender's."""
        return self.ratio(label, size, read_tokens, of=of)

    def ratio(self, label: str, size: int, measure: Callable[[CaseRow], float], *, of: str) -> float:
        """Returns a measure of a contender, as a share of another contender's."""
        return self.of(label, size, measure) / self.of(of, size, measure)

    def version(self, label: str) -> str:
        """Returns the name and version of the package that played as a peer."""
        return self._found[label, self.sizes[-1]].policy

    def calls(self, label: str) -> str:
        """Returns how many calls N acting steps take, as one of the usual rules if one fits."""
        own = [(size, self.of(label, size, lambda row: row.calls)) for size in self.sizes]
        rules = (("N", 1, 0), ("N + ½", 1, 0.5), ("N + 1", 1, 1), ("2 N", 2, 0))
        for told, each, more in rules:
            if all(calls == each * size + more for size, calls in own):
                return told
        return f"{statistics.fmean(calls / size for size, calls in own):.1f} N"


def _parts(label: str) -> Sequence[str]:
    """Returns the contenders whose mean a line shows."""
    return ("single_call", "single_call+foretold-0") if label == HALF else (label,)


def read_tokens(row: CaseRow) -> float:
    """Returns the input tokens of a run, cached or not."""
    return row.usage.input


def usd(row: CaseRow) -> float:
    """Returns the cost of a run in USD."""
    return math.nan if row.cost is None else row.cost


def usd_with_thought(row: CaseRow) -> float:
    """Returns the cost in USD with `THOUGHT` tokens of reasoning in each call, which are billed as output."""
    model, provider = PRICED
    more = price(Usage(output=THOUGHT * row.calls), model=model, provider=provider, base_url=None)
    return usd(row) + (math.nan if more is None else more)


def cached(row: CaseRow) -> float:
    """Returns the share of the input that came from the prompt cache."""
    return row.usage.cache_read / row.usage.input


def _table(rows: Sequence[CaseRow]) -> Table:
    """Returns a table of calls, input tokens and USD by acting steps, with the input as a share of `two_call`'s."""
    figures = Figures(rows)
    table = Table(
        *(
            "acting steps",
            "architecture",
            "solved",
            "calls",
            "looks",
            "input tokens",
            f"of {BASELINE}'s",
            "cached",
            "output",
        ),
        *("USD", f"+ {THOUGHT} thought", "USD, no cache"),
        title="The same work by each architecture (oracle, o200k_base, gpt-5's prices)",
    )
    for size in figures.sizes:
        labels = figures.labels(NAMES, BLIND, PEERS)
        for label in labels:
            table.add_row(
                *(str(size), label, "yes" if figures.solved(label, size) else "no"),
                f"{figures.of(label, size, lambda row: row.calls):g}",
                f"{figures.of(label, size, lambda row: row.captures):g}",
                f"{figures.of(label, size, read_tokens):,.0f}",
                *(f"{figures.share(label, size):.0%}", f"{figures.of(label, size, cached):.0%}"),
                f"{figures.of(label, size, lambda row: row.usage.output):,.0f}",
                *(f"{figures.of(label, size, measure):.4f}" for measure in (usd, usd_with_thought)),
                f"{figures.of(label, size, lambda row: math.nan if row.cost_uncached is None else row.cost_uncached):.4f}",
                end_section=label == labels[-1],
            )
    return table


def markdown(rows: Sequence[CaseRow]) -> str:
    """Returns the table in docs/measured.md: input tokens at a few sizes, as a share of `two_call`'s too, and USD."""
    figures = Figures(rows)
    shown = figures.sizes
    at = 10 if 10 in shown else shown[-1]
    head = "| design | " + " | ".join(f"N = {size}" for size in shown)
    head += f" | calls | cached at N = {at} | USD at N = {at} | with {THOUGHT} tokens of thought a call |"
    lines = [head, "|---|" + "---:|" * (len(shown) + 4)]
    names = {**NAMES, **PEERS}
    for label in figures.labels(names):
        cells = [
            f"{figures.of(label, size, read_tokens):,.0f} ({percent(figures.share(label, size))})"
            + ("" if figures.solved(label, size) else ", not solved")
            for size in shown
        ]
        costs = [f"{figures.of(label, at, measure):.3f}" for measure in (usd, usd_with_thought)]
        cells += [figures.calls(label), percent(figures.of(label, at, cached)), *costs]
        lines.append(f"| {names[label]} | {' | '.join(cells)} |")
    return "\n".join(lines)


def headline(rows: Sequence[CaseRow]) -> str:
    """Returns the README's table: input tokens of some architectures as a share of `two_call`'s, calls and USD."""
    figures = Figures(rows)
    shown = figures.sizes
    at = 10 if 10 in shown else shown[-1]
    head = [*(f"N = {size}" for size in shown), "calls", f"USD at N = {at}"]
    lines = ["| design | " + " | ".join(head) + " |", "|---|" + "---:|" * len(head)]
    for label in figures.labels(HEADLINE):
        shares = [
            percent(figures.share(label, size)) + ("" if figures.solved(label, size) else ", not solved")
            for size in shown
        ]
        cells = [*shares, figures.calls(label), f"{figures.of(label, at, usd):.3f}"]
        lines.append(f"| {HEADLINE[label]} | {' | '.join(cells)} |")
    return "\n".join(lines)


def conclusions(rows: Sequence[CaseRow]) -> str:
    """Returns the conclusions from the table, in sentences for docs/measured.md."""
    figures = Figures(rows)
    at = 10 if 10 in figures.sizes else figures.sizes[-1]
    all_pages, newest, single = (
        (figures.of(label, at, read_tokens), figures.of(label, at, usd))
        for label in ("tool_loop:all", "tool_loop", "single_call")
    )
    before = wrapped("""\
**What one call per step saves is a range.** If all calls read the same, N instead of 2 N calls save 50 % of the input,
and never more: both designs see the same pages and screenshots. The saving stays below a half because the verifier
reads less: it has no tools and no schema of actions, so the saved calls are the shorter ones. If the end is never
foretold, one more call has to notice that the work is done. Of the input tokens of `two_call`, `single_call` saves:""")
    after = wrapped(f"""\
In USD, `single_call` with the end foretold costs {percent(_cheaper(figures, at, usd))} less at N = {at}, and
{percent(_cheaper(figures, at, usd_with_thought))} less if each call thinks for {THOUGHT} tokens.

At N = {at} `tool_loop` reads {newest[0] / single[0]:.2f} times what `single_call` reads and costs {newest[1] / single[1]:.2f} times as much.
With all pages kept it reads {all_pages[0] / single[0]:.2f} times as much, of which a prompt cache (by OpenAI's rules) holds
{percent(figures.of("tool_loop:all", at, cached))} instead of {percent(figures.of("tool_loop", at, cached))}, and costs {all_pages[1] / single[1]:.2f} times as much.

{_of_peers(figures, at)}""").rstrip()
    return f"{before}\n\n{_savings(figures)}\n\n{after}"


def _savings(figures: Figures) -> str:
    """Returns a table of the shares of `two_call`'s input tokens that `single_call` saves; a negative share is more."""
    lines = [
        "| variant | " + " | ".join(f"N = {size}" for size in figures.sizes) + " |",
        "|---|" + "---:|" * len(figures.sizes),
    ]
    for label, base, name in SAVINGS:
        cells = (percent(1 - figures.share(label, size, of=base)) for size in figures.sizes)
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _of_peers(figures: Figures, size: int) -> str:
    """Returns what the peers read and cost; empty if they did not play."""
    if len(figures.labels(PEERS)) < len(PEERS):
        return ""
    said = {
        label: f"{figures.share(label, size, of=base):.2f} times as much and costs {figures.ratio(label, size, usd, of=base):.2f} times as much"
        for base, labels in PEER_BASES.items()
        for label in labels
    }
    return f"""\
Two widely used agents were answered by the same oracle, with their own prompts, tools and page texts. Against `single_call` with the
end foretold, at N = {size}: `browser_use` ({figures.version("browser_use")}) reads {said["browser_use"]}; in flash mode, and without
the judge that reads the run at its end, it reads {said["browser_use:flash"]}. Against the same without screenshots: Playwright MCP
({figures.version("playwright_mcp")}) in a plain tool loop that keeps everything that was said reads {said["playwright_mcp"]}; where a reply calls
several tools, it reads {said["playwright_mcp:several"]}. Its results name a file with the page, so seeing a page takes a tool call.\
{_unsolved(figures)}"""


def _unsolved(figures: Figures) -> str:
    """Returns the sizes at which the peers did not solve the task; empty if they solved all."""
    failed: dict[str, list[int]] = {}
    for row in figures.rows:
        if row.contender in PEERS and not row.passed and row.size is not None:
            failed.setdefault(row.contender.partition(":")[0], []).append(row.size)
    said = [
        f"{peer} gave up before the end at N = {', '.join(map(str, sorted(set(sizes))))}"
        for peer, sizes in failed.items()
    ]
    return f" Of the sizes in the plot, {' and '.join(said)}; these are left out." if said else ""


def _cheaper(figures: Figures, size: int, cost: Callable[[CaseRow], float]) -> float:
    """Returns how much less `single_call` with the end foretold costs than `two_call`, as a share."""
    return 1 - figures.of("single_call", size, cost) / figures.of(BASELINE, size, cost)


def wrapped(text: str, **options: Any) -> str:
    """Wraps paragraphs to lines of at most `WIDTH` characters."""
    return "\n\n".join(
        textwrap.fill(part, WIDTH, break_long_words=False, break_on_hyphens=False, **options)
        for part in text.split("\n\n")
    )


def percent(share: float, digits: int = 0) -> str:
    """Formats a share as `29 %`."""
    return f"{share:.{digits}%}".replace("%", " %").replace("-", "\N{MINUS SIGN}")


def write_section(path: Path, begin: str, end: str, text: str) -> None:
    """Replaces the text between two marks of a file.

    Raises:
        ValueError: The file has no such marks.
    """
    before, first, rest = path.read_text(encoding="utf-8").partition(begin)
    _, second, after = rest.partition(end)
    if not first or not second:
        raise ValueError(f"{path} has no {begin} and {end}")
    path.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")


def plot(rows: Sequence[CaseRow], path: Path) -> None:
    """Plots input tokens over acting steps, with a line for each architecture."""
    import matplotlib as mpl  # noqa: PLC0415 - the extra

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    found = _by_place(rows)
    sizes = _sizes(rows, ALL)
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
