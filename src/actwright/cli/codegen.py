"""`actwright codegen`: makes a recording of a task that a person does by hand in a browser."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from actwright.cli.recordings import Force, check_new, made_of

if TYPE_CHECKING:
    from actwright.engine.page.browser.options import BrowserOptions
    from actwright.recording.codegen import Demonstration

__all__ = ["codegen"]

NONE = "-"


def codegen(
    url: Annotated[str, typer.Argument(metavar="URL", help="The page to start on.")],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The recording to write, as in buy.actwright.yaml.")
    ],
    task: Annotated[str, typer.Option(metavar="TEXT", help="A description of the task.")] = "",
    data: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help="Write typed text that equals VALUE as {{KEY}}; repeatable."),
    ] = None,
    expect: Annotated[
        str,
        typer.Option(
            metavar="TEXT",
            help="What proves the task: a text of the last page, or its path, as in /orders/7; - for nothing. Asked if "
            "not given.",
        ),
    ] = "",
    headless: Annotated[
        bool, typer.Option("--headless", metavar="", help="Without a window, for tests.", hidden=True)
    ] = False,
    force: Force = False,
) -> None:
    """Record a task that you do by hand in a browser. Closing the window, or Ctrl-C, writes the recording.

    Text typed into password fields is never written: the recording names it as a secret.
    """
    from actwright.cli.notes import notes_to_stderr
    from actwright.cli.values import read_data
    from actwright.engine.page.browser.options import BrowserOptions
    from actwright.errors import ConfigError
    from actwright.recording import write_recording
    from actwright.schemas.sites import start_url

    notes_to_stderr()
    try:
        start_url(url)
    except ValueError as error:
        raise ConfigError(str(error)) from error
    check_new(out, force=force)
    values = {name: str(value) for name, value in read_data(data or [], None).items()}
    shown = asyncio.run(_shown(url, values, BrowserOptions(headless=headless)))
    proof = _proof(shown, expect)
    made = shown.recording(task or f"What was shown at {url}", proof=proof)
    write_recording(made, out)
    typer.echo(made_of(made, out))
    if not proof:
        typer.echo(
            "The recording has no proof that the task was done: a replay only checks that each action could be done.",
            err=True,
        )


async def _shown(url: str, data: dict[str, str], options: BrowserOptions) -> Demonstration:
    from actwright.engine.page.browser.launch import open_browser
    from actwright.recording.codegen import watched

    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with open_browser(options) as opened:
        return await watched(
            opened.page,
            url,
            data=data,
            say=typer.echo,
            until=stop,
            ready=lambda _: typer.echo("Do the task now. When it is done, close the window or press Ctrl-C."),
        )


def _proof(shown: Demonstration, expect: str) -> str:
    """Returns what proves the task: as given, else as the person answers, else what appeared with the last action."""
    from actwright.recording.codegen import proposals

    if expect:
        return "" if expect == NONE else expect
    proposed = next(iter(proposals(shown)), "")
    if not sys.stdin.isatty():
        return proposed
    said = typer.prompt(
        f"What on the last page proves that the task was done? A text, its path, or {NONE} for nothing",
        default=proposed or NONE,
    )
    return "" if said == NONE else said
