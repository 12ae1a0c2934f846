"""A run as it happens in the terminal: one block per step, and what it came to."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from actwright.schemas.exchange import Exchange, cost_of, usage_of
from actwright.schemas.result import Result
from actwright.schemas.step import Outcome, Step
from actwright.text import one_line, shortened

__all__ = ["money", "print_result", "print_step", "printable", "seconds_of"]

MARKS = {"done": ("✓", "green"), "failed": ("✗", "red"), "skipped": ("\u2013", "dim"), "unknown": ("?", "yellow")}
CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
LONGEST = 300


def printable(text: str) -> str:
    """The text without characters that would steer the terminal; pages and models have a say in it."""
    return CONTROLS.sub("\ufffd", text)


def print_step(console: Console, step: Step) -> None:
    """Number and message, each action with its mark and what came of it, problems, and what the step took."""
    message = step.proposal.message if step.proposal else "no usable reply"
    block = Table.grid(padding=(0, 1))
    block.add_column(justify="right", min_width=3)
    block.add_column()
    block.add_row(Text(str(step.number), "bold cyan"), Text(_short(message), "bold"))
    for outcome in step.outcomes:
        block.add_row("", _action(outcome))
    if step.problem:
        block.add_row("", Text(f"! {_short(step.problem)}", "red"))
    if step.claim and not step.claim.accepted:
        block.add_row("", Text(f"! not accepted as complete: {_short(step.claim.reason)}", "yellow"))
    took = f"{_tokens(step.exchanges)}   {seconds_of(step.ended - step.started)}"
    block.add_row("", Text(f"{took}   {_short(step.page.url, 90)}", "dim"))
    console.print(block)


def print_result(console: Console, result: Result, *, seconds: float) -> None:
    """Status and message, the evidence, and the totals."""
    style = "bold green" if result.complete else "bold yellow"
    console.print()
    message = _short(result.message)
    console.print(Text.assemble((str(result.status).capitalize(), style), f": {message}" if message else ""))
    for evidence in result.evidence:
        console.print(Text.assemble(("  ✓ ", "green"), _short(f"{evidence.kind}: {evidence.wanted}")))
    steps = "1 step" if len(result.steps) == 1 else f"{len(result.steps)} steps"
    console.print(Text(f"{steps}, {_tokens(result.exchanges)}, {seconds_of(seconds)}", style="dim"))


def money(cost: float | None) -> str:
    """USD, to the hundredth of a cent; "price not known" is said, not guessed."""
    return "price not known" if cost is None else f"${cost:.4f}"


def seconds_of(seconds: float) -> str:
    """Seconds, with one digit after the point."""
    return f"{seconds:.1f} s"


def _action(outcome: Outcome) -> Table:
    """Mark, tool, target, and what came of it; the target once, although most details name it too."""
    mark, style = MARKS[outcome.status]
    said = [_short(line) for line in printable(outcome.detail).splitlines() if line.strip()]
    if outcome.target and not (said and outcome.target in said[0]):
        said.insert(0, _short(outcome.target))
    row = Table.grid(padding=(0, 1))
    row.add_column(no_wrap=True)
    row.add_column(no_wrap=True, min_width=8)
    row.add_column(overflow="fold")
    detail = Text("\n".join(said), "" if outcome.status == "done" else style)
    row.add_row(Text(mark, style), Text(_short(outcome.action.tool)), detail)
    return row


def _tokens(exchanges: Iterable[Exchange]) -> str:
    rows = list(exchanges)
    if not rows:
        return "no model call"
    calls = "1 call" if len(rows) == 1 else f"{len(rows)} calls"
    usage = usage_of(rows)
    return f"{calls}, {usage.input:,} + {usage.output:,} tokens, {money(cost_of(rows))}"


def _short(text: str, longest: int = LONGEST) -> str:
    """One printable line of at most `longest` characters."""
    return shortened(one_line(printable(text)), longest)
