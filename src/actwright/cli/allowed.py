"""The `--allow-…` options, written once for every command that has some of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import typer

from actwright.cli.shared import with_options

__all__ = ["with_permissions"]

T = TypeVar("T")


def allowed(
    allow_site: Annotated[
        list[str] | None,
        typer.Option(metavar="SITE", help="Give values and submit on this site too, as in pay.example; repeatable."),
    ] = None,
    allow_navigate: Annotated[
        list[str] | None, typer.Option(metavar="SITE", help="Open any URL of this site, to read; repeatable.")
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="Reach only this host and home, as in *.cdn.example; repeatable."),
    ] = None,
    allow_effects: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Submit or send something at most N times.")
    ] = None,
    allow_effects_on: Annotated[
        list[str] | None, typer.Option(metavar="SITE", help="Submit only on this site; repeatable.")
    ] = None,
    allow_tool: Annotated[
        list[str] | None, typer.Option(metavar="TOOL", help="Use only this tool; repeatable.")
    ] = None,
    allow_upload: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Upload only this file; repeatable.")
    ] = None,
    allow_values: Annotated[
        Literal["any", "given"] | None,
        typer.Option(
            metavar="FROM", help="any (default), or given: type only what is in the task, its data or on a page."
        ),
    ] = None,
    no_downloads: Annotated[bool, typer.Option("--no-downloads", metavar="", help="Keep no downloads.")] = False,
) -> Any:
    """Returns the `Permissions` of these options. Raises ConfigError, which names the option, for an invalid entry."""
    from actwright.cli.permits import read_permissions

    return read_permissions(
        sites=allow_site or (),
        navigate=allow_navigate or (),
        hosts=allow_host or (),
        effects=allow_effects,
        effects_on=allow_effects_on or (),
        tools=allow_tool or (),
        uploads=allow_upload or (),
        no_downloads=no_downloads,
        values=allow_values,
    )


def with_permissions(*only: str) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Gives a command these options in place of its parameter `permissions`, a function that returns the permissions.

    Args:
        only: The options that the command has, by their parameters, such as `allow_host`; by default all of them.
    """
    return with_options({"permissions": only}, permissions=allowed)
