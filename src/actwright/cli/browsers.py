"""`--browser`: which running browser is used instead of one that is started."""

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
