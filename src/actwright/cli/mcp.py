"""`actwright mcp`: a server of the Model Context Protocol."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from actwright.cli.allowed import with_permissions
from actwright.errors import ConfigError

if TYPE_CHECKING:
    from actwright.service.owner import Owner

__all__ = ["mcp"]

PER_MINUTE = 600
"""Requests over HTTP."""


@with_permissions()
def mcp(
    http: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, metavar="PORT", help="Serve HTTP on this port of this machine (0: any) instead of stdio."
        ),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where --http keeps its token, for you alone; by default runs/mcp-token."),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="WIRE:NAME",
            help="anthropic:NAME, openai:NAME or openai-chat:NAME; without one, tasks are done by rules, and browse has no answer.",
        ),
    ] = None,
    base_url: Annotated[str | None, typer.Option(metavar="URL", help="Where to reach the model's provider.")] = None,
    policy: Annotated[str | None, typer.Option(metavar="NAME", help="As of run.")] = None,
    search: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHERE", help="What browse searches: brave, or a folder or the URL of a site; repeatable."
        ),
    ] = None,
    allow_loopback: Annotated[
        bool, typer.Option("--allow-loopback", metavar="", help="Let browse read pages of this machine too.")
    ] = False,
    secret: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY@ORIGIN",
            help="A value that tasks may use as {{KEY}}, on this origin alone; from the environment variable KEY; repeatable.",
        ),
    ] = None,
    confirm: Annotated[
        bool, typer.Option("--confirm", metavar="", help="Have the client ask its user before each effect.")
    ] = False,
    max_steps: Annotated[int, typer.Option(min=1, metavar="N", help="Stop a task after N steps.")] = 25,
    max_cost: Annotated[
        float | None, typer.Option(min=0.0001, metavar="USD", help="Stop a task when this is spent.")
    ] = None,
    timeout: Annotated[float, typer.Option(min=1, metavar="S", help="Stop a task after S seconds.")] = 600,
    most: Annotated[int, typer.Option(min=1, metavar="N", help="Tasks and open pages at a time.")] = 4,
    idle: Annotated[
        float, typer.Option(min=1, metavar="S", help="Close an open page after S seconds without a call.")
    ] = 900,
    budget: Annotated[int, typer.Option(min=200, metavar="N", help="The most tokens of a page tree.")] = 4_000,
    headed: Annotated[bool, typer.Option("--headed", metavar="", help="Show the browser's window.")] = False,
    permissions: Callable[[], Any] = dict,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for run folders; by default runs.")] = None,
) -> None:
    """Serve tasks, questions and open pages to MCP clients.

    Five tools: run_task, browse, look, act, result. What they may do is decided here, by these options, and not by clients.
    """
    from actwright.cli.interrupts import run_to_end
    from actwright.cli.notes import notes_to_stderr
    from actwright.cli.values import read_secrets
    from actwright.engine.limits import Limits
    from actwright.engine.page.browser.launch import BrowserOptions
    from actwright.engine.page.options import PageOptions
    from actwright.service.owner import Owner
    from actwright.settings import settings

    notes_to_stderr()
    configured = settings()
    folder = out or configured.runs
    owner = Owner(
        models=tuple(filter(None, [model or configured.model])),
        base_url=base_url,
        policy=policy or configured.policy,
        permissions=permissions(),
        confirm=confirm,
        limits=Limits(steps=max_steps, usd=max_cost, seconds=timeout),
        secrets=read_secrets(secret or []),
        search=tuple(search or ()),
        allow_loopback=allow_loopback,
        browser=BrowserOptions(headless=False if headed else None),
        page_options=PageOptions(budget=budget),
        most_runs=most,
        idle_seconds=idle,
        out=folder,
    )
    run_to_end(_serve(owner, http, token_file or folder / "mcp-token"))


async def _serve(owner: Owner, port: int | None, token_file: Path) -> None:
    try:
        from actwright.service.mcp import mcp_server
    except ModuleNotFoundError as error:
        raise ConfigError(f"{error.name} is not installed; pip install 'actwright[mcp]'") from error
    from actwright.service.runs import Runs

    async with Runs(owner) as runs:
        server = mcp_server(runs)
        if port is None:
            await server.run_stdio_async()
        else:
            await _serve_http(server, port, token_file)


async def _serve_http(server: Any, port: int, token_file: Path) -> None:
    """Serves HTTP on the loopback interface, for those who have the token."""
    from actwright.cli.listening import guarded, listener_on, served, token_in

    with listener_on(port, "--http") as listener, token_in(token_file) as token:
        where = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
        typer.echo(f"{where} (Authorization: Bearer {token}; also in {token_file})", err=True)
        await served(guarded(server.streamable_http_app(host="127.0.0.1"), listener, token, PER_MINUTE), listener)
