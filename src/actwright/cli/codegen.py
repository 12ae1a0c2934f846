"""`actwright codegen`: makes a recording of a task that a person does by hand in a browser."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from actwright.cli.options import Force, StorageState, Text, Url, signed_in
from actwright.cli.progress import progress
from actwright.cli.run_recordings import check_new, made_of
from actwright.errors import ConfigError

if TYPE_CHECKING:
    from actwright.engine.page.browser.browser_options import BrowserOptions
    from actwright.recording.codegen import Demonstration

NONE = "-"
MOST_PROPOSED = 5


def codegen(
    url: Url,
    /,
    *,
    out: Annotated[Path, Parameter(name=["--out", "-o"], metavar="FILE")],
    task: Text = "",
    data: Annotated[Sequence[str], Parameter(metavar="KEY=VALUE")] = (),
    expect: Text = "",
    storage_state: StorageState = None,
    headless: Annotated[bool, Parameter(show=False)] = False,
    force: Force = False,
) -> None:
    """Record a task that you do by hand in a browser. Closing the window, or Ctrl-C, writes the recording.

    Text typed into password fields is never written: the recording names it as a secret.

    Args:
        url: The page to start on.
        out: The recording to write, as in buy.actwright.yaml.
        task: A description of the task.
        data: Write typed text that equals VALUE as {{KEY}}; repeatable.
        expect: What proves the task: a text of the last page, or its path, as in /orders/7; - for nothing. Asked if
            not given.
        storage_state: Start signed in: cookies and storage from this file, as Playwright saves it.
        headless: Without a window, for tests.
    """
    from actwright.cli.values import read_data
    from actwright.engine.page.browser.browser_options import BrowserOptions
    from actwright.recording import write_recording
    from actwright.schemas.sites import start_url

    try:
        start_url(url)
    except ValueError as error:
        raise ConfigError(str(error)) from error
    check_new(out, force=force)
    values = {name: str(value) for name, value in read_data(data, None).items()}
    task = task or f"What was shown at {url}"

    def keep(so_far: Demonstration) -> None:
        with suppress(ConfigError):  # it is reported at the end
            write_recording(so_far.recording(task), out)

    shown = asyncio.run(
        _shown(url, values, BrowserOptions(headless=headless, storage_state=signed_in(storage_state)), keep)
    )
    shown = _with_named_dates(shown)
    made = shown.recording(task)
    write_recording(made, out)  # whatever comes of the proof, the actions are not lost
    proof = _proof(shown, expect)
    while proof:
        try:
            made = shown.recording(task, proof=proof)
            break
        except ConfigError as error:
            if not sys.stdin.isatty():
                raise ConfigError(f"{error}. The actions are in {out}, without a proof") from error
            print(error, file=sys.stderr)
            proof = _proof(shown, "")
    write_recording(made, out)
    print(made_of(made, out))
    if not proof:
        print(
            "The recording has no proof that the task was done: a replay only checks that each action could be done.",
            file=sys.stderr,
        )


async def _shown(
    url: str, data: dict[str, str], options: BrowserOptions, keep: Callable[[Demonstration], None]
) -> Demonstration:
    from actwright.engine.page.browser.launch import open_browser
    from actwright.recording.codegen import watched

    say = partial(print, flush=True)
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def end() -> None:
        loop.set_exception_handler(_ignore)  # Ctrl-C ends the browser's driver as well, which is no error then
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, end)
    with ExitStack() as opening:
        opening.enter_context(progress("opening a browser"))

        def ready(_: object) -> None:
            opening.close()
            say("Do the task now. When it is done, close the window or press Ctrl-C.")

        async with open_browser(options) as opened:
            return await watched(opened.page, url, data=data, say=say, until=stop, heard=keep, ready=ready)


def _ignore(_loop: asyncio.AbstractEventLoop, _context: dict[str, Any]) -> None:
    """Handles an error of the event loop by saying nothing."""


def _with_named_dates(shown: Demonstration) -> Demonstration:
    """Offers typed dates as values, because a date that was right today may be in the past tomorrow."""
    for date, field in shown.typed_dates.items():
        if not sys.stdin.isatty():
            print(f"{field} always gets {date}; --data NAME={date} makes it a value.", file=sys.stderr)
            continue
        while name := input(
            f"{field} got {date}. Name it to give another date in each replay, or press Enter: "
        ).strip():
            try:
                shown = shown.with_value(name, date)
                break
            except ConfigError as error:
                print(error, file=sys.stderr)
    return shown


def _proof(shown: Demonstration, expect: str) -> str:
    """Returns what proves the task: as given, else as the person answers, else what appeared with the last action."""
    from actwright.recording.codegen import proposals

    if expect:
        return "" if expect == NONE else expect
    proposed = next(iter(proposals(shown)), "")
    if not sys.stdin.isatty():
        return proposed
    default = proposed or NONE
    for other in proposals(shown)[1:MOST_PROPOSED]:
        print(f'It also showed "{other}".')
    said = input(
        f'Type a text that only the finished page shows, its path, or "{NONE}" for no proof. Enter takes "{default}": '
    )
    return "" if (said or default) == NONE else said or default
