"""`actwright serve`: the HTTP service."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from actwright.cli.allowed import with_permissions
from actwright.errors import ConfigError

if TYPE_CHECKING:
    from actwright.service.owner import Owner

__all__ = ["serve"]

WEBHOOK_SECRET = "ACTWRIGHT_WEBHOOK_SECRET"  # noqa: S105 - the name of a variable


@with_permissions()
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="PORT", help="On this machine; 0 is any.")] = 8787,
    token_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where the token is kept, for you alone; by default runs/serve-token."),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WIRE:NAME",
            help="A model that runs may ask, the first unless they name another; repeatable. Without one, runs play by rules.",
        ),
    ] = None,
    base_url: Annotated[str | None, typer.Option(metavar="URL", help="Where to reach the model's provider.")] = None,
    policy: Annotated[str | None, typer.Option(metavar="NAME", help="As of run.")] = None,
    search: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHERE", help="What questions search: brave, or a folder or the URL of a site; repeatable."
        ),
    ] = None,
    allow_loopback: Annotated[
        bool, typer.Option("--allow-loopback", metavar="", help="Let questions read pages of this machine too.")
    ] = False,
    secret: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY@ORIGIN",
            help="A value that runs may use as {{KEY}}, on this origin alone; from the environment variable KEY; repeatable.",
        ),
    ] = None,
    confirm: Annotated[
        bool, typer.Option("--confirm", metavar="", help="Let each effect wait for POST /runs/ID/approvals/QUESTION.")
    ] = False,
    concurrency: Annotated[int, typer.Option(min=1, metavar="N", help="Runs at a time; the others wait.")] = 4,
    per_minute: Annotated[int, typer.Option(min=1, metavar="N", help="Take at most N requests a minute.")] = 600,
    webhook: Annotated[
        str | None,
        typer.Option(metavar="URL", help=f"Told when a run has ended, signed with the secret in {WEBHOOK_SECRET}."),
    ] = None,
    max_steps: Annotated[int, typer.Option(min=1, metavar="N", help="Stop a run after N steps.")] = 25,
    max_cost: Annotated[
        float | None, typer.Option(min=0.0001, metavar="USD", help="Stop a run when this is spent.")
    ] = None,
    timeout: Annotated[float, typer.Option(min=1, metavar="S", help="Stop a run after S seconds.")] = 600,
    budget: Annotated[int, typer.Option(min=200, metavar="N", help="The most tokens of a page tree.")] = 4_000,
    permissions: Callable[[], Any] = dict,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for run folders; by default runs.")] = None,
) -> None:
    """Serve runs over HTTP, for programs on this machine that have the token.

    POST /runs and POST /browse start them, GET /runs/ID and /runs/ID/events tell how they stand, DELETE /runs/ID ends them;
    /openapi.json describes it all. What runs may do at most is decided here.
    """
    from actwright.cli.interrupts import run_to_end
    from actwright.cli.notes import notes_to_stderr
    from actwright.cli.values import read_secrets
    from actwright.engine.limits import Limits
    from actwright.engine.page.options import PageOptions
    from actwright.service.owner import Owner
    from actwright.settings import settings

    notes_to_stderr()
    configured = settings()
    folder = out or configured.runs
    owner = Owner(
        models=tuple(model or filter(None, [configured.model])),
        base_url=base_url,
        policy=policy or configured.policy,
        permissions=permissions(),
        confirm=confirm,
        limits=Limits(steps=max_steps, usd=max_cost, seconds=timeout),
        secrets=read_secrets(secret or []),
        search=tuple(search or ()),
        allow_loopback=allow_loopback,
        page_options=PageOptions(budget=budget),
        most_runs=concurrency,
        out=folder,
    )
    run_to_end(_serve(owner, port, token_file or folder / "serve-token", folder / "service", webhook, per_minute))


async def _serve(owner: Owner, port: int, token_file: Path, folder: Path, webhook: str | None, per_minute: int) -> None:
    from actwright.cli.listening import guarded, listener_on, served, token_in

    try:
        from actwright.service.app import service_app
        from actwright.service.webhooks import Webhooks
    except ModuleNotFoundError as error:
        raise ConfigError(f"{error.name} is not installed; pip install 'actwright[server]'") from error
    if webhook is not None and WEBHOOK_SECRET not in os.environ:
        raise ConfigError(f"--webhook {webhook}: set {WEBHOOK_SECRET}, the secret that its messages are signed with")
    webhooks = Webhooks(webhook, os.environ[WEBHOOK_SECRET]) if webhook else None
    with listener_on(port, "--port") as listener, token_in(token_file) as token:
        app = service_app(owner, folder=folder, token=token, webhooks=webhooks)
        where = f"http://127.0.0.1:{listener.getsockname()[1]}"
        typer.echo(f"{where} (Authorization: Bearer {token}; also in {token_file})", err=True)
        typer.echo(f"In your browser: {where}/#token={token}", err=True)
        await served(guarded(app, listener, token, per_minute), listener)
