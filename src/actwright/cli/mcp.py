"""`actwright mcp`: a server of the Model Context Protocol."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from actwright.cli.owned import with_owner
from actwright.errors import ConfigError

if TYPE_CHECKING:
    from actwright.service.config import ServiceConfig
    from actwright.service.runs import Live

__all__ = ["mcp"]

PER_MINUTE = 600
"""The maximum number of HTTP requests per minute other than GET."""


@with_owner
def mcp(
    http: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            metavar="PORT",
            help="Serve HTTP on this port of this machine (0: any free one) instead of stdio.",
        ),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where --http keeps its token, readable only by you; by default runs/mcp-token."
        ),
    ] = None,
    live: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            metavar="PORT",
            help="Show runs on this port of this machine (0: any free one), where you can watch them in your browser "
            "and act on their pages. The token is in runs/live-token.",
        ),
    ] = None,
    idle: Annotated[
        float, typer.Option(min=1, metavar="S", help="Close an open page after S seconds without a call.")
    ] = 900,
    owner: Any = None,
) -> None:
    """Serve tasks, questions and open pages to MCP clients.

    Five tools: run_task, browse, look, act, result. These options, not the clients, decide what they may do.
    """
    from actwright.cli.interrupts import run_to_end
    from actwright.cli.notes import notes_to_stderr

    notes_to_stderr()
    run_to_end(_serve(owner(idle_seconds=idle), http, token_file, live))


async def _serve(owner: ServiceConfig, port: int | None, token_file: Path | None, live: int | None) -> None:
    try:
        from actwright.service.mcp import mcp_server
    except ModuleNotFoundError as error:
        raise ConfigError(f"{error.name} is not installed; pip install 'PATH_OF_THE_CLONE[mcp]'") from error
    from actwright.service.runs import Runs

    async with _live(owner, live) as view, Runs(owner, live=view) as runs:
        server = mcp_server(runs)
        if port is None:
            await server.run_stdio_async()
        else:
            await _serve_http(server, port, token_file or owner.folder / "mcp-token")


@asynccontextmanager
async def _live(owner: ServiceConfig, port: int | None) -> AsyncGenerator[Live | None]:
    """Serves the live view in the background. Yields None without a port."""
    if port is None:
        yield None
        return
    from actwright.cli.listening import guarded, listener_on, served_beside, token_in

    try:
        from actwright.service.app import service_app
    except ModuleNotFoundError as error:
        raise ConfigError(f"--live: {error.name} is not installed; pip install 'PATH_OF_THE_CLONE[server]'") from error
    from actwright.service.runs import Live

    token_file = owner.folder / "live-token"
    with listener_on(port, "--live") as listener, token_in(token_file) as token:
        where = f"http://127.0.0.1:{listener.getsockname()[1]}"
        app = service_app(owner, folder=owner.folder / "service", token=token)
        async with app.router.lifespan_context(app), served_beside(guarded(app, listener, token, PER_MINUTE), listener):
            typer.echo(f"In your browser: {where}/#token={token} (the token is also in {token_file})", err=True)
            yield Live(app.state.queue, where)


async def _serve_http(server: Any, port: int, token_file: Path) -> None:
    """Serves HTTP on the loopback interface, to clients with the token."""
    from actwright.cli.listening import guarded, listener_on, served, token_in

    with listener_on(port, "--http") as listener, token_in(token_file) as token:
        where = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
        typer.echo(f"{where} (Authorization: Bearer {token}; also in {token_file})", err=True)
        await served(guarded(server.streamable_http_app(host="127.0.0.1"), listener, token, PER_MINUTE), listener)
