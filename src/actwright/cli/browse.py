"""`actwright browse`: a question answered from the web, with its sources."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from actwright.cli.allowed import with_permissions
from actwright.errors import ActwrightError, ConfigError

if TYPE_CHECKING:
    from rich.console import Console

    from actwright.browsing import BrowseAnswer, BrowsingAgent
    from actwright.cli.interrupts import Interrupted
    from actwright.engine.run import Run
    from actwright.schemas.event import Event
    from actwright.settings import Settings

__all__ = ["browse"]


@with_permissions("allow_host")
def browse(
    prompt: Annotated[str, typer.Argument(metavar="PROMPT", help="The question to answer.")],
    model: Annotated[
        str | None,
        typer.Option(
            metavar="WIRE:NAME",
            help="anthropic:NAME, openai:NAME or openai-chat:NAME; with A,B, B is asked if A fails.",
        ),
    ] = None,
    base_url: Annotated[str | None, typer.Option(metavar="URL", help="The address of the model's provider.")] = None,
    search: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHERE",
            help="brave (the default if BRAVE_API_KEY is set), a folder, or the URL of a site; repeatable.",
        ),
    ] = None,
    policy: Annotated[str, typer.Option(metavar="NAME", help="tool_loop, single_call or two_call.")] = "tool_loop",
    max_steps: Annotated[int, typer.Option(min=1, metavar="N", help="Stop after N steps.")] = 10,
    max_pages: Annotated[int, typer.Option(min=1, metavar="N", help="Read at most N pages.")] = 8,
    max_cost: Annotated[
        float | None, typer.Option(min=0.0001, metavar="USD", help="Stop when this much is spent.")
    ] = None,
    timeout: Annotated[float, typer.Option(min=1, metavar="S", help="Stop after S seconds.")] = 600,
    allow_loopback: Annotated[
        bool, typer.Option("--allow-loopback", metavar="", help="Also read pages of this machine.")
    ] = False,
    permissions: Callable[[], Any] = dict,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for run folders; runs by default.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", metavar="", help="Print one JSON object instead of the answer.")
    ] = False,
) -> None:
    """Answer a question from the web, with sources.

    Prints the answer on stdout, and progress and cost on stderr.

    Exit status:
    0 answered from pages that were read;
    1 no page that counts was read, or a limit was reached;
    2, 3, 130 and 143 as for run.
    """
    from rich.console import Console

    from actwright.browsing import BrowsingAgent
    from actwright.cli.interrupts import Interrupted, run_to_end
    from actwright.cli.notes import notes_to_stderr
    from actwright.cli.summary import an_end_in_json, browse_json
    from actwright.settings import settings

    notes_to_stderr()
    console = Console(stderr=True, highlight=False, soft_wrap=True, quiet=as_json)
    with an_end_in_json(wanted=as_json):
        configured = settings()
        chosen = _chosen(model, prompt, search, configured)
        agent = BrowsingAgent(
            chosen,
            policy=policy,
            search="brave" if search == ["brave"] else search,
            allow_loopback=allow_loopback,
            max_steps=max_steps,
            max_pages=max_pages,
            seconds=timeout,
            usd=max_cost,
            base_url=base_url,
            permissions=permissions(),
            out=out or configured.runs,
        )
        playing = agent.play(prompt)
    try:
        answer = run_to_end(_play(agent, playing, console))
    except (ActwrightError, Interrupted) as error:
        _show_so_far(agent.answer_of(playing.result), playing, error, as_json=as_json)
        raise
    if as_json:
        typer.echo(browse_json(answer))
    else:
        _show(answer)
        _show_cost(answer, console)
    raise typer.Exit(0 if answer.complete else 1)


def _chosen(model: str | None, prompt: str, search: Sequence[str] | None, configured: Settings) -> str:
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


async def _play(agent: BrowsingAgent, playing: Run, console: Console) -> BrowseAnswer:
    """Browses, and prints one line per page with its outcome."""
    from actwright.browsing import BrowseAnswer
    from actwright.text import printable, shortened

    async with aclosing(agent.events(playing)) as events:
        async for event in events:
            if isinstance(event, BrowseAnswer):
                return event
            if line := _line(event):
                console.print(shortened(printable(line), 204), style="dim", markup=False, emoji=False)
    raise AssertionError("the last event is the answer")


def _line(event: Event) -> str:
    """Formats an event as a line: the number of its step, then what an action found or what went wrong.

    Empty for other events.
    """
    from actwright.schemas.event import ActionEvent, StepEvent
    from actwright.text import first_line

    match event:
        case ActionEvent():
            return f"{event.step:>3} {first_line(event.detail).rstrip(':')}"
        case StepEvent() if event.problem:
            return f"{event.step:>3} ! {event.problem}"
        case _:
            return ""


def _show_so_far(answer: BrowseAnswer, playing: Run, ended: ActwrightError | Interrupted, *, as_json: bool) -> None:
    """Shows what was found before an error or a signal ended the run; fills in where an `Interrupted` run stood."""
    from actwright.cli.interrupts import Interrupted
    from actwright.cli.summary import browse_json, error_json, stopped_json

    if isinstance(ended, Interrupted):
        ended.run_dir, ended.standing = playing.run_dir, "Nothing but reading was done."
    if as_json:
        end = stopped_json(ended) if isinstance(ended, Interrupted) else error_json(ended)
        typer.echo(browse_json(answer, ended=end))
    elif playing.steps:
        _show(answer)


def _show(answer: BrowseAnswer) -> None:
    """Prints the answer and its verified sources. An incomplete answer already lists them in its text."""
    from actwright.text import printable

    typer.echo(printable(answer.answer))
    if not answer.complete:
        return
    typer.echo("\nSources:")
    for source in answer.sources:
        typer.echo(printable(f"- {source.title}: {source.url}" if source.title else f"- {source.url}"))


def _show_cost(answer: BrowseAnswer, console: Console) -> None:
    """Prints the totals of the run and the path of its report."""
    from actwright.engine.records.step_lines import totals_line

    console.print(totals_line(answer.result), style="dim")
    if run_dir := answer.result.run_dir:
        console.print(f"Report: {run_dir / 'report.html'}", markup=False)
