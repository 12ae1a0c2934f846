"""`actwright serve`: the HTTP service."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from actwright.cli.owned import with_owner
from actwright.errors import ConfigError

if TYPE_CHECKING:
    from actwright.service.config import ServiceConfig

__all__ = ["serve"]

WEBHOOK_SECRET = "ACTWRIGHT_WEBHOOK_SECRET"  # noqa: S105 - the name of a variable


@with_owner
def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="PORT", help="Port on this machine; 0 picks a free one.")
    ] = 8787,
    token_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where to keep the token, readable only by you; by default runs/serve-token."
        ),
    ] = None,
    per_minute: Annotated[
        int, typer.Option(min=1, metavar="N", help="Accept at most N requests per minute other than GET.")
    ] = 600,
    webhook: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help=f"Notify this URL when a run ends; messages are signed with the secret in {WEBHOOK_SECRET}.",
        ),
    ] = None,
    owner: Any = None,
) -> None:
    """Serve runs over HTTP, to programs and browsers on this machine that have the token.

    POST /runs and POST /browse start runs, GET /runs/ID and /runs/ID/events report on them, DELETE /runs/ID stops them;
    /openapi.json describes everything. These options set the most that runs may do.
    """
    from actwright.cli.interrupts import run_to_end
    from actwright.cli.notes import notes_to_stderr

    notes_to_stderr()
    run_to_end(_serve(owner(), port, token_file, webhook, per_minute))


async def _serve(
    owner: ServiceConfig, port: int, token_file: Path | None, webhook: str | None, per_minute: int
) -> None:
    from actwright.cli.listening import guarded, listener_on, served, token_in

    try:
        from actwright.service.app import service_app
        from actwright.service.webhooks import Webhooks
    except ModuleNotFoundError as error:
        raise ConfigError(f"{error.name} is not installed; pip install 'PATH_OF_THE_CLONE[server]'") from error
    if webhook is not None and WEBHOOK_SECRET not in os.environ:
        raise ConfigError(f"--webhook {webhook}: set {WEBHOOK_SECRET}, the secret that signs its messages")
    webhooks = Webhooks(webhook, os.environ[WEBHOOK_SECRET]) if webhook else None
    token_file = token_file or owner.folder / "serve-token"
    with listener_on(port, "--port") as listener, token_in(token_file) as token:
        app = service_app(owner, folder=owner.folder / "service", token=token, webhooks=webhooks)
        where = f"http://127.0.0.1:{listener.getsockname()[1]}"
        typer.echo(f"{where} (Authorization: Bearer {token}; also in {token_file})", err=True)
        typer.echo(f"In your browser: {where}/#token={token}", err=True)
        await served(guarded(app, listener, token, per_minute), listener)
