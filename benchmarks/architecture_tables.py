"""Tables and conclusions of `architectures.py`, for the console, docs/measured.md and the README."""

from __future__ import annotations

import math
import statistics
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from actwright.compare.row import CaseRow
from actwright.engine.models.prices import price
from actwright.schemas.usage import Usage
from benchmarks.peers.known import NAMES as PEERS

BASELINE = "two_call"
PRICED = ("gpt-5", "openai")
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


def by_place(rows: Sequence[CaseRow]) -> Mapping[tuple[str, int], CaseRow]:
    return {(row.contender, row.size or 0): row for row in rows}


def sizes_of(rows: Sequence[CaseRow], wanted: Sequence[int]) -> list[int]:
    played = sorted({row.size or 0 for row in rows})
    return [size for size in played if size in wanted] or played


class Figures:
    """The rows by contender and size; `half` is the mean of the runs that always and that never foretell the end."""

    def __init__(self, rows: Sequence[CaseRow]) -> None:
        self.rows = rows
        self._found = by_place(rows)
        self.sizes = sizes_of(rows, SHOWN)

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


def table_of(rows: Sequence[CaseRow]) -> Table:
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
