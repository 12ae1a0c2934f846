"""`actwright mcp`: a server of the Model Context Protocol."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from actwright.cli.http_listener import guarded, listener_on, served, served_beside, token_in
from actwright.cli.interrupts import run_to_end
from actwright.cli.options import Port, Seconds
from actwright.cli.service_options import ServiceOptions
from actwright.extras import installed

if TYPE_CHECKING:
    from actwright.service.config import ServiceConfig
    from actwright.service.runs import Live

PER_MINUTE = 600
"""The maximum number of HTTP requests per minute other than GET."""


def mcp(
    *,
    http: Port | None = None,
    token_file: Annotated[Path | None, Parameter(metavar="FILE")] = None,
    live: Port | None = None,
    idle: Seconds = 900,
    service: ServiceOptions = ServiceOptions(),
) -> None:
    """Serve tasks, questions and open pages to MCP clients.

    Five tools: run_task, browse, look, act, result. These options, not the clients, decide what they may do.

    Args:
        http: Serve HTTP on this port of this machine (0: any free one) instead of stdio.
        token_file: Where --http keeps its token, readable only by you; by default runs/mcp-token.
        live: Show runs on this port of this machine (0: any free one), where you can watch them in your browser and
            act on their pages. The token is in runs/live-token.
        idle: Close an open page after S seconds without a call.
    """
    run_to_end(_serve(service.config(idle_seconds=idle), http, token_file, live))


async def _serve(owner: ServiceConfig, port: int | None, token_file: Path | None, live: int | None) -> None:
    with installed("mcp", needed_by="actwright mcp"):
        from actwright.service.mcp import mcp_server
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
    with installed("server", needed_by="--live"):
        from actwright.service.app import service_app
    from actwright.service.runs import Live

    token_file = owner.folder / "live-token"
    with listener_on(port, "--live") as listener, token_in(token_file) as token:
        where = f"http://127.0.0.1:{listener.getsockname()[1]}"
        app = service_app(owner, folder=owner.folder / "service", token=token)
        async with app.router.lifespan_context(app), served_beside(guarded(app, listener, token, PER_MINUTE), listener):
            print(f"In your browser: {where}/#token={token} (the token is also in {token_file})", file=sys.stderr)
            yield Live(app.state.queue, where)


async def _serve_http(server: Any, port: int, token_file: Path) -> None:
    """Serves HTTP on the loopback interface, to clients with the token."""
    with listener_on(port, "--http") as listener, token_in(token_file) as token:
        where = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
        print(f"{where} (Authorization: Bearer {token}; also in {token_file})", file=sys.stderr)
        await served(guarded(server.streamable_http_app(host="127.0.0.1"), listener, token, PER_MINUTE), listener)
