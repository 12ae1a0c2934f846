"""The option `--watch`: the live view of a command in the person's browser."""

from __future__ import annotations

import asyncio
import secrets
import sys
import webbrowser
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from actwright.cli.http_listener import guarded, listener_on, served_beside
from actwright.extras import installed
from actwright.text import one_line, printable, shortened

if TYPE_CHECKING:
    from rich.console import Console

    from actwright.engine.people.ask_human import AskHuman
    from actwright.engine.permissions.confirmation import Confirm
    from actwright.engine.run import Run
    from actwright.schemas.confirmation import ConfirmRequest
    from actwright.schemas.result import Result
    from actwright.service.background_runs import BackgroundRun
    from actwright.service.followed_runs import ExternalRun, RunWatcher
    from actwright.service.pages import HomePage

TOKEN_BYTES = 32
COME_SECONDS = 10.0
"""How long a browser may take to open the page, in seconds."""
PER_MINUTE = 3_000


def require_server() -> None:
    """Raises ConfigError if the packages that serve pages are not installed."""
    for name in ("fastapi", "standardwebhooks", "uvicorn"):
        with installed("server", needed_by="--watch"):
            import_module(name)


def watch_run(play: Callable[[Confirm | None, AskHuman], Run], console: Console, *, confirm: bool) -> Result:
    """Shows a run as `show_run` does, and in the person's browser, where it can be stopped, taken over and confirmed.

    Args:
        play: Makes the run, from the function that confirms effects and the one that has a person act.
        console: Where the run is printed.
        confirm: Whether effects wait for an answer in the live view.
    """
    from actwright.cli.run_progress import run_interruptibly
    from actwright.service.followed_runs import ExternalRun

    followed = ExternalRun(lambda each: play(_question_on(each, console) if confirm else None, each.ask_human))
    return run_interruptibly(_watch(followed, console), followed.run)


async def _watch(followed: ExternalRun, console: Console) -> Result:
    from actwright.cli.run_progress import play_shown, print_result
    from actwright.service.followed_runs import RunWatcher
    from actwright.service.pages import HomePage
    from actwright.service.viewers import Viewers

    run, watch = followed.run, RunWatcher()
    entry = watch.begin("run", {"task": run.task.text, "url": run.task.url})
    watch.follow(entry, followed)
    async with watched(watch, HomePage(title="", asks=False, viewers=Viewers())):
        playing = asyncio.create_task(play_shown(run, console))
        followed.stop = playing.cancel
        try:
            await asyncio.wait([playing])
        finally:
            playing.cancel()
            await asyncio.wait([playing])
            watch.end(entry)
    if playing.cancelled():  # stopped in the live view
        print_result(console, run.result)
        return run.result
    return playing.result()


def _question_on(playing: BackgroundRun, console: Console) -> Callable[[ConfirmRequest], Awaitable[bool]]:
    """Returns a function that asks in the live view before an effect, and says so in the terminal."""

    async def ask(request: ConfirmRequest) -> bool:
        target = printable(shortened(one_line(f"{request.tool} {request.target}"), 200))
        console.print(f"{target} waits for an answer in the browser.", markup=False)
        return await playing.confirm(request)

    return ask


@asynccontextmanager
async def watched(watch: RunWatcher, offer: HomePage) -> AsyncGenerator[None]:
    """Serves the live view on this machine while the block runs, and then until it is closed.

    It is closed when all its pages are closed, or by Enter or Ctrl-C.

    Args:
        watch: The runs to show.
        offer: What the pages of the view offer; must have `viewers`.
    """
    from actwright.service.app import watch_app

    token, viewers = secrets.token_urlsafe(TOKEN_BYTES), offer.viewers
    assert viewers is not None
    with listener_on(0, "--watch") as listener:
        app = guarded(watch_app(watch, offer, token), listener, token, PER_MINUTE)
        async with served_beside(app, listener):
            try:
                url = f"http://127.0.0.1:{listener.getsockname()[1]}/#token={token}"
                opened = await asyncio.to_thread(_open, url)
                print(f"{'Watch it at' if opened else 'To watch it, open'} {url}", file=sys.stderr)
                yield
                await _looked_at(viewers.gone(seconds=COME_SECONDS if opened or not sys.stdin.isatty() else None))
            finally:
                viewers.close()


def _open(url: str) -> bool:
    """Opens the URL in the person's browser. Returns False if there is none."""
    try:
        return webbrowser.open(url)
    except webbrowser.Error:
        return False


async def _looked_at(gone: Coroutine[Any, Any, None]) -> None:
    """Waits for the pages to be closed, or for Enter. Ctrl-C ends the wait and not the command."""
    print("The view stays until you close it; Enter or Ctrl-C ends it.", file=sys.stderr)
    with suppress(asyncio.CancelledError):
        waiting = [asyncio.ensure_future(gone), asyncio.ensure_future(_enter())]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waiting:
                each.cancel()


async def _enter() -> None:
    """Waits for a line on the terminal; forever if there is no terminal."""
    pressed = asyncio.Event()
    if not sys.stdin.isatty():
        await pressed.wait()
    loop, terminal = asyncio.get_running_loop(), sys.stdin.fileno()
    try:
        loop.add_reader(terminal, pressed.set)
    except NotImplementedError:  # on Windows; Ctrl-C still works
        await pressed.wait()
    try:
        await pressed.wait()
        sys.stdin.readline()
    finally:
        loop.remove_reader(terminal)
