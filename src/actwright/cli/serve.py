"""`actwright serve`: the HTTP service."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from actwright.cli.http_listener import guarded, listener_on, served, token_in
from actwright.cli.interrupts import run_to_end
from actwright.cli.options import Count, Port, Url
from actwright.cli.service_options import ServiceOptions
from actwright.errors import ConfigError
from actwright.extras import installed

if TYPE_CHECKING:
    from actwright.service.config import ServiceConfig

WEBHOOK_SECRET = "ACTWRIGHT_WEBHOOK_SECRET"  # noqa: S105 - the name of a variable


def serve(
    *,
    port: Port = 8787,
    token_file: Annotated[Path | None, Parameter(metavar="FILE")] = None,
    per_minute: Count = 600,
    webhook: Url | None = None,
    service: ServiceOptions = ServiceOptions(),
) -> None:
    """Serve runs over HTTP, to programs and browsers on this machine that have the token.

    POST /runs and POST /browse start runs, GET /runs/ID and /runs/ID/events report on them, DELETE /runs/ID stops them;
    /openapi.json describes everything. These options set the most that runs may do.

    Args:
        port: Port on this machine; 0 picks a free one.
        token_file: Where to keep the token, readable only by you; by default runs/serve-token.
        per_minute: Accept at most N requests per minute other than GET.
        webhook: Notify this URL when a run ends; messages are signed with the secret in ACTWRIGHT_WEBHOOK_SECRET.
    """
    run_to_end(_serve(service.config(), port, token_file, webhook, per_minute))


async def _serve(
    owner: ServiceConfig, port: int, token_file: Path | None, webhook: str | None, per_minute: int
) -> None:
    with installed("server", needed_by="actwright serve"):
        from actwright.service.app import service_app
        from actwright.service.webhooks import Webhooks
    if webhook is not None and WEBHOOK_SECRET not in os.environ:
        raise ConfigError(f"--webhook {webhook}: set {WEBHOOK_SECRET}, the secret that signs its messages")
    webhooks = Webhooks(webhook, os.environ[WEBHOOK_SECRET]) if webhook else None
    token_file = token_file or owner.folder / "serve-token"
    with listener_on(port, "--port") as listener, token_in(token_file) as token:
        app = service_app(owner, folder=owner.folder / "service", token=token, webhooks=webhooks)
        where = f"http://127.0.0.1:{listener.getsockname()[1]}"
        print(f"{where} (Authorization: Bearer {token}; also in {token_file})", file=sys.stderr)
        print(f"In your browser: {where}/#token={token}", file=sys.stderr)
        await served(guarded(app, listener, token, per_minute), listener)
