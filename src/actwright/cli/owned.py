"""The options that `serve` and `mcp` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from actwright.cli.allowed import with_permissions
from actwright.cli.browsers import BrowserAddress
from actwright.cli.shared import with_options

__all__ = ["with_owner"]


@with_permissions()
def owned(
    model: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WIRE:NAME",
            help="A model that runs may use; repeatable. The first is used unless a request names another. Without "
            "one, runs use the policy rules, and questions get no answer.",
        ),
    ] = None,
    base_url: Annotated[str | None, typer.Option(metavar="URL", help="Where to reach the model's provider.")] = None,
    policy: Annotated[str | None, typer.Option(metavar="NAME", help="As in run.")] = None,
    search: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHERE", help="What questions search: brave, or a folder or the URL of a site; repeatable."
        ),
    ] = None,
    allow_loopback: Annotated[
        bool, typer.Option("--allow-loopback", metavar="", help="Let questions read pages on this machine too.")
    ] = False,
    secret: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY@ORIGIN",
            help="A value that runs may use as {{KEY}}, on this origin only; read from the environment variable KEY; "
            "repeatable.",
        ),
    ] = None,
    confirm: Annotated[
        bool, typer.Option("--confirm", metavar="", help="Have a person permit each effect before it happens.")
    ] = False,
    ask_human: Annotated[
        float,
        typer.Option(
            min=0,
            metavar="S",
            help="Wait up to S seconds when a run asks for a person, as at a login or a captcha; 0: runs do not ask.",
        ),
    ] = 600,
    concurrency: Annotated[int, typer.Option(min=1, metavar="N", help="At most N runs and open pages at once.")] = 4,
    max_steps: Annotated[int, typer.Option(min=1, metavar="N", help="Stop a run after N steps.")] = 25,
    max_cost: Annotated[float | None, typer.Option(min=0.0001, metavar="USD", help="Stop a run at this cost.")] = None,
    timeout: Annotated[float, typer.Option(min=1, metavar="S", help="Stop a run after S seconds.")] = 600,
    budget: Annotated[
        int, typer.Option(min=200, metavar="N", help="The maximum size of a page tree in tokens.")
    ] = 4_000,
    headed: Annotated[bool, typer.Option("--headed", metavar="", help="Show the browser's window.")] = False,
    browser: BrowserAddress = None,
    permissions: Callable[[], Any] = dict,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for run folders; by default runs.")] = None,
    **more: Any,
) -> Any:
    """Returns the `ServiceConfig` of a service with these options. Raises ConfigError, which names the option."""
    from actwright.cli.values import read_secrets
    from actwright.engine.limits import Limits
    from actwright.engine.page.browser.options import BrowserOptions
    from actwright.engine.page.options import PageOptions
    from actwright.service.config import ServiceConfig
    from actwright.settings import settings

    configured = settings()
    return ServiceConfig(
        models=tuple(model or filter(None, [configured.model])),
        base_url=base_url,
        policy=policy or configured.policy,
        permissions=permissions(),
        confirm=confirm,
        ask_human_seconds=ask_human,
        limits=Limits(steps=max_steps, usd=max_cost, seconds=timeout),
        secrets=read_secrets(secret or []),
        search=tuple(search or ()),
        allow_loopback=allow_loopback,
        browser=BrowserOptions(headless=False if headed else None, endpoint=browser),
        page_options=PageOptions(budget=budget),
        most_runs=concurrency,
        out=out or configured.runs,
        **more,
    )


with_owner = with_options(owner=owned)
"""Gives a command these options in place of its parameter `owner`.

`owner` is a function that takes the other fields of an `ServiceConfig` and returns it.
"""
