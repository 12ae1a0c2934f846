"""`actwright browse`: a question answered from the web, with its sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from actwright.cli import options
from actwright.cli.interrupts import Interrupted, run_to_end
from actwright.cli.progress import progress
from actwright.errors import ActwrightError, ConfigError
from actwright.text import first_line, printable, shortened

if TYPE_CHECKING:
    from rich.console import Console

    from actwright.browsing import BrowseAnswer, BrowsingAgent
    from actwright.engine.run import Run
    from actwright.schemas.event import Event
    from actwright.settings import Settings


@dataclass(frozen=True, kw_only=True)
class BrowseLimits(options.LimitOptions):
    """When browsing stops.

    Attributes:
        max_pages: Read at most N pages.
    """

    max_steps: options.Count = 10
    max_pages: options.Count = 8


def browse(
    prompt: str,
    /,
    *,
    search: Annotated[Sequence[str], Parameter(metavar="WHERE")] = (),
    policy: options.Name = "tool_loop",
    allow_loopback: bool = False,
    allow_host: options.AllowHost = (),
    out: options.RunsFolder = None,
    as_json: options.Json = False,
    model: options.ModelOptions = options.ModelOptions(),
    limits: BrowseLimits = BrowseLimits(),
) -> int:
    """Answer a question from the web, with sources.

    Prints the answer on stdout, and progress and cost on stderr.

    Exit status:

    - 0 answered from pages that were read;
    - 1 no page that counts was read, or a limit was reached;
    - 2, 3, 130 and 143 as for run.

    Args:
        prompt: The question to answer.
        search: brave (the default if BRAVE_API_KEY is set), a folder, or the URL of a site; repeatable.
        policy: tool_loop, single_call or two_call.
        allow_loopback: Also read pages of this machine.
    """
    from rich.console import Console

    from actwright.browsing import BrowsingAgent
    from actwright.cli.json_summary import an_end_in_json, browse_json
    from actwright.settings import settings

    console = Console(stderr=True, highlight=False, soft_wrap=True, quiet=as_json)
    with an_end_in_json(wanted=as_json):
        configured = settings()
        chosen = _chosen(model.model, prompt, search, configured)
        agent = BrowsingAgent(
            chosen,
            policy=policy,
            search="brave" if search == ["brave"] else search or None,
            allow_loopback=allow_loopback,
            max_steps=limits.max_steps,
            max_pages=limits.max_pages,
            seconds=limits.timeout,
            silence=limits.silence,
            usd=limits.max_cost,
            base_url=model.base_url,
            permissions=options.permissions_of({"hosts": allow_host}),
            out=out or configured.runs,
        )
        playing = agent.play(prompt)
    try:
        with progress("searching", quiet=as_json) as show:
            answer = run_to_end(_play(agent, playing, console, show))
    except (ActwrightError, Interrupted) as error:
        _show_so_far(agent.answer_of(playing.result), playing, error, as_json=as_json)
        raise
    if as_json:
        print(browse_json(answer))
    else:
        _show(answer)
        _show_cost(answer, console)
    return 0 if answer.complete else 1


def _chosen(model: str | None, prompt: str, search: Sequence[str], configured: Settings) -> str:
    """Returns the model to ask. Raises ConfigError if there is no model or nothing to search."""
    chosen = model or configured.model
    if chosen is None:
        raise ConfigError("browsing needs a model; give --model WIRE:NAME, or set ACTWRIGHT_MODEL")
    if not search and configured.brave_api_key is None and not re.search("https?://", prompt):
        raise ConfigError(
            "there is nothing to search: set BRAVE_API_KEY, give --search FOLDER or --search URL-OF-A-SITE, "
            "or name the URL of a page in the question"
        )
    return chosen


async def _play(agent: BrowsingAgent, playing: Run, console: Console, show: Callable[[str], None]) -> BrowseAnswer:
    """Browses, and prints one line per page with its outcome."""
    from actwright.browsing import BrowseAnswer
    from actwright.schemas.event import StepEvent

    async with aclosing(agent.events(playing)) as events:
        async for event in events:
            if isinstance(event, BrowseAnswer):
                return event
            if isinstance(event, StepEvent):
                show(f"step {event.step + 1}")
            if line := _line(event):
                console.print(shortened(printable(line), 204), style="dim", markup=False, emoji=False)
    raise AssertionError("the last event is the answer")


def _line(event: Event) -> str:
    """Formats an event as a line: the number of its step, then what an action found or what went wrong.

    Empty for other events.
    """
    from actwright.schemas.event import ActionEvent, StepEvent

    match event:
        case ActionEvent():
            return f"{event.step:>3} {first_line(event.detail).rstrip(':')}"
        case StepEvent() if event.problem:
            return f"{event.step:>3} ! {event.problem}"
        case _:
            return ""


def _show_so_far(answer: BrowseAnswer, playing: Run, ended: ActwrightError | Interrupted, *, as_json: bool) -> None:
    """Shows what was found before an error or a signal ended the run; fills in where an `Interrupted` run stood."""
    from actwright.cli.json_summary import browse_json, end_json

    if isinstance(ended, Interrupted):
        ended.run_dir, ended.standing = playing.run_dir, "Nothing but reading was done."
    if as_json:
        print(browse_json(answer, ended=end_json(ended)))
    elif playing.steps:
        _show(answer)


def _show(answer: BrowseAnswer) -> None:
    """Prints the answer and its verified sources. An incomplete answer already lists them in its text."""
    print(printable(answer.answer))
    if not answer.complete:
        return
    print("\nSources:")
    for source in answer.sources:
        print(printable(f"- {source.title}: {source.url}" if source.title else f"- {source.url}"))


def _show_cost(answer: BrowseAnswer, console: Console) -> None:
    """Prints the totals of the run and the path of its report."""
    from actwright.engine.records.step_lines import totals_line

    console.print(totals_line(answer.result), style="dim")
    if run_dir := answer.result.run_dir:
        console.print(f"Report: {run_dir / 'report.html'}", markup=False)
