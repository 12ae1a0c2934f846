"""Steps and results as lines of text, for the terminal and for the failure of a test."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from actwright.engine.records.totals import Totals, totals_of
from actwright.engine.records.wording import detail_of, gave_up, problems_of, proof_line, unchecked, why_ended
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Evidence, Outcome, Step
from actwright.text import one_line, printable, shortened

MARKS = {"done": ("✓", "green"), "failed": ("✗", "red"), "skipped": ("\u2013", "dim"), "unknown": ("?", "yellow")}
GAVE_UP = ("■", "yellow")
LONGEST, LONGEST_ENDING = 300, 900
INDENT = 4
TOOL_WIDTH = 8


def print_step(console: Console, step: Step) -> None:
    """Prints the number and message of a step, each action with mark and outcome, problems, and what the step used."""
    _print(console, Text(f"{step.number:>3} ", "bold cyan"), Text(_short(_head(step)), "bold"))
    for outcome in step.outcomes:
        _print_action(console, outcome)
    margin = Text(" " * INDENT)
    if step.problem:
        _print(console, margin, Text(f"! {_short(step.problem)}", "red"))
    if step.claim and not step.claim.accepted:
        _print(console, margin, Text(f"! not accepted as complete: {_short(step.claim.reason)}", "yellow"))
    took = f"{_spent(totals_of([step]))}   {seconds_of(step.ended - step.started)}"
    _print(console, margin, Text(f"{took}   {_short(step.page.url, 90)}", "dim"))


def print_result(
    console: Console, result: Result, *, raised_by: Mapping[Status, str] | None = None, after: str = ""
) -> None:
    """Prints how a run ended and why, its evidence, the last message if it differs, and the totals.

    `raised_by` has, for the status of a limit, the option that raises it. A reason that is in `after`, the line above
    the steps, is not repeated.
    """
    style = "bold green" if result.complete and not (unchecked(result) or result.healed) else "bold yellow"
    ending = _why(result, raised_by or {}) or result.message
    ending, known = ("" if one_line(ending) in after else ending), f"{ending} {after}"
    status = result.status.words.capitalize() + (" (not checked)" if unchecked(result) else "")
    status = f"Healed ({result.status.words}, but not as recorded)" if result.healed else status
    console.print()
    _print(console, Text(status, style), Text(f": {_short(ending, LONGEST_ENDING)}" if ending else ""), hanging=False)
    for evidence in result.evidence:
        _print(console, Text("  ✓ ", "green"), Text(_proof(evidence)))
    if graded := proof_line(result):
        _print(console, Text("  "), Text(graded, "dim"))
    if one_line(result.message) not in one_line(known):
        _print(console, Text("Last message: "), Text(_short(result.message)), hanging=False)
    _print(console, Text(""), Text(totals_line(result), "dim"))


def totals_line(result: Result) -> str:
    """The totals of a run: steps, calls, tokens, USD and seconds."""
    totals = totals_of(result.steps)
    steps = "1 step" if totals.steps == 1 else f"{totals.steps} steps"
    steps += f" ({result.replayed} replayed)" if result.replayed else ""
    time = f"{seconds_of(totals.seconds)}, of which {seconds_of(totals.opening)} for startup"
    return f"{steps}, {_spent(totals)}, {time}"


def money(cost: float | None) -> str:
    """USD, to the hundredth of a cent; "price not known" if it is not known."""
    return "price not known" if cost is None else f"${cost:.4f}"


def seconds_of(seconds: float) -> str:
    """Seconds, with one digit after the point."""
    return f"{seconds:.1f} s"


def _head(step: Step) -> str:
    if step.proposal:
        reasons = [outcome.detail for outcome in step.outcomes if gave_up(outcome)]
        return "Gave up" if step.proposal.message in reasons else step.proposal.message
    if step.limit:
        return "no further call was made" if step.exchanges else "no call was made"
    return "no usable reply"


def _why(result: Result, raised_by: Mapping[Status, str]) -> str:
    why, option = why_ended(result), raised_by.get(result.status)
    return f"{why}; raise {option} to go further" if why and option else why


def _proof(evidence: Evidence) -> str:
    return _short(f'the message quotes "{evidence.wanted}"' if evidence.kind == "quote" else evidence.wanted)


def _print_action(console: Console, outcome: Outcome) -> None:
    """Prints mark, tool, target and detail of an action, without what the detail repeats and why the run ends."""
    mark, style = GAVE_UP if gave_up(outcome) else MARKS[outcome.status]
    detail = "" if gave_up(outcome) else printable(detail_of(outcome))
    said = [_short(line) for line in (*detail.splitlines(), *problems_of(outcome)) if line.strip()]
    if outcome.target and not (said and outcome.target in said[0]):
        said.insert(0, _short(outcome.target))
    tool = _short(outcome.action.tool)
    marked = Text.assemble(" " * INDENT, (mark, style), f" {tool:<{TOOL_WIDTH}} ")
    _print(console, marked, Text("\n".join(said), "" if outcome.status == "done" else style))


def _print(console: Console, head: Text, body: Text, *, hanging: bool = True) -> None:
    """Prints the head and the wrapped body. Further lines begin below the first line of the body, or at the margin."""
    lines = body.wrap(console, max(console.width - head.cell_len, 20), overflow="fold") if hanging else [body]
    for number, line in enumerate(lines or [Text("")]):
        whole = Text.assemble(head if number == 0 else " " * head.cell_len, line)
        whole.rstrip()
        console.print(whole, overflow="fold", no_wrap=hanging, crop=False)


def _spent(totals: Totals) -> str:
    if not totals.calls:
        return "no model call"
    calls = "1 call" if totals.calls == 1 else f"{totals.calls} calls"
    return f"{calls}, {totals.usage.input:,} + {totals.usage.output:,} tokens, {money(totals.cost)}"


def _short(text: str, longest: int = LONGEST) -> str:
    """One printable line of at most `longest` characters."""
    return shortened(one_line(printable(text)), longest)
