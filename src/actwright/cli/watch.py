"""The option `--watch`: the live view of a command in the person's browser."""

from __future__ import annotations

import asyncio
import secrets
import sys
import webbrowser
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import typer

from actwright.errors import ConfigError
from actwright.text import one_line, printable, shortened

if TYPE_CHECKING:
    from rich.console import Console

    from actwright.schemas.confirmation import ConfirmRequest
    from actwright.service.pages import HomePage
    from actwright.service.playing import BackgroundRun
    from actwright.service.watching import RunWatcher

__all__ = ["question_on", "require_server", "watched"]

TOKEN_BYTES = 32
COME_SECONDS = 10.0
"""How long a browser may take to open the page, in seconds."""
PER_MINUTE = 3_000


def require_server() -> None:
    """Raises ConfigError if the packages that serve pages are not installed."""
    missing = [name for name in ("fastapi", "standardwebhooks", "uvicorn") if find_spec(name) is None]
    if missing:
        raise ConfigError(f"--watch: {missing[0]} is not installed; pip install 'PATH_OF_THE_CLONE[server]'")


def question_on(playing: BackgroundRun, console: Console) -> Callable[[ConfirmRequest], Awaitable[bool]]:
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
    from actwright.cli.listening import guarded, listener_on
    from actwright.service.app import watch_app

    token, viewers = secrets.token_urlsafe(TOKEN_BYTES), offer.viewers
    assert viewers is not None
    with listener_on(0, "--watch") as listener:
        server = _server(guarded(watch_app(watch, offer, token), listener, token, PER_MINUTE))
        serving = asyncio.create_task(server.serve([listener]))
        try:
            url = f"http://127.0.0.1:{listener.getsockname()[1]}/#token={token}"
            opened = await asyncio.to_thread(_open, url)
            typer.echo(f"{'Watch it at' if opened else 'To watch it, open'} {url}", err=True)
            yield
            await _looked_at(viewers.gone(seconds=COME_SECONDS if opened or not sys.stdin.isatty() else None))
        finally:
            viewers.close()
            server.should_exit = True
            await serving


def _open(url: str) -> bool:
    """Opens the URL in the person's browser. Returns False if there is none."""
    try:
        return webbrowser.open(url)
    except webbrowser.Error:
        return False


async def _looked_at(gone: Coroutine[Any, Any, None]) -> None:
    """Waits for the pages to be closed, or for Enter. Ctrl-C ends the wait and not the command."""
    typer.echo("The view stays until you close it; Enter or Ctrl-C ends it.", err=True)
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


def _server(app: Any) -> Any:
    """A server that leaves signals to the command."""
    import uvicorn

    class Quiet(uvicorn.Server):
        def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]
            return nullcontext()

    return Quiet(uvicorn.Config(app, log_level="error", lifespan="off", timeout_graceful_shutdown=1))
