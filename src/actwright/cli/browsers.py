"""The option `--browser`: a running browser to use instead of starting one."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["BrowserAddress"]

BrowserAddress = Annotated[
    str | None,
    typer.Option(
        "--browser",
        metavar="URL",
        help="Use this browser instead of starting one: a Playwright server (ws://host:3000/) or a debugging port "
        "(http://host:9222).",
    ),
]
