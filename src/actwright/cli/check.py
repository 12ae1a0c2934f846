"""`actwright check`: a statement about a page, decided by code on facts that a model gives once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from actwright.engine.agent import Agent
    from actwright.engine.page.browser.options import BrowserOptions
    from actwright.engine.run_options import CheckOptions
    from actwright.schemas.check import CheckResult
    from actwright.schemas.recording import RecordedCheck

__all__ = ["check"]

STATUS = {"passed": 0, "failed": 1, "undecided": 3}


def check(
    url: Annotated[str, typer.Argument(metavar="URL", help="The page to check.")],
    statement: Annotated[
        str, typer.Argument(metavar="STATEMENT", help="What is to be so, as 'the cart shows two kayaks'.")
    ],
    model: Annotated[
        str | None,
        typer.Option(metavar="WIRE:NAME", help="anthropic:NAME, openai:NAME or openai-chat:NAME; asked once."),
    ] = None,
    base_url: Annotated[str | None, typer.Option(metavar="URL", help="Where to reach the model's provider.")] = None,
    facts: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Facts of statements: one that is in it is checked without a model, one that passes is added.",
        ),
    ] = None,
    data: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="A value of {{KEY}} in the statement; repeatable.")
    ] = None,
    data_file: Annotated[
        Path | None, typer.Option(metavar="F.json", help="Such values: one JSON object of them.")
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY",
            help="A value that no model sees and no output shows, from the environment variable KEY; repeatable.",
        ),
    ] = None,
    wait: Annotated[float, typer.Option(min=0, metavar="S", help="How long the facts may take to come true.")] = 5,
    picture: Annotated[
        bool, typer.Option("--picture/--no-picture", metavar="", help="Show the model a picture, for what no tree has.")
    ] = True,
    ignore_https_errors: Annotated[
        bool,
        typer.Option("--ignore-https-errors", metavar="", help="Open pages with a certificate that is not trusted."),
    ] = False,
    headed: Annotated[bool, typer.Option("--headed", metavar="", help="Show the browser's window.")] = False,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON object.")] = False,
) -> None:
    """Check a statement about a page: a model gives the facts that decide it, and code evaluates them.

    Exit status:
    0 passed;
    1 failed, with what was there instead;
    2 a mistake in what you gave, also no model;
    3 it could not be judged, or the provider or the browser gave up;
    130 after Ctrl-C; 143 after SIGTERM.
    """
    from actwright.cli.interrupts import run_to_end
    from actwright.cli.notes import notes_to_stderr
    from actwright.cli.summary import an_end_in_json, check_json
    from actwright.cli.values import read_data, read_secrets
    from actwright.engine.page.browser.options import BrowserOptions
    from actwright.recording.checks import add_check, read_checks
    from actwright.text import printable

    notes_to_stderr()
    with an_end_in_json(wanted=as_json):
        known = read_checks(facts) if facts else {}
        given, hidden = read_data(data or [], data_file), read_secrets(secret or [])
        options: CheckOptions = {"url": url, "data": given, "secrets": hidden, "seconds": wait}
        browser = BrowserOptions(headless=False if headed else None, ignore_https_errors=ignore_https_errors)
        if recorded := known.get(statement):
            result = run_to_end(_evaluated(recorded, browser, options))
        else:
            agent = _agent(model, base_url, browser)
            result = run_to_end(agent.check(statement, picture=picture, **options))
            if facts and result.passed:
                add_check(result.recorded, facts)
    typer.echo(check_json(result) if as_json else printable(str(result)))
    raise typer.Exit(STATUS[result.verdict])


def _agent(model: str | None, base_url: str | None, browser: BrowserOptions) -> Agent:
    """What asks the model, of which only its check is used."""
    from actwright.engine.agent import Agent
    from actwright.settings import settings

    return Agent(model or settings().model, policy="rules", base_url=base_url, browser=browser, out=None)


async def _evaluated(recorded: RecordedCheck, browser: BrowserOptions, options: CheckOptions) -> CheckResult:
    from actwright.engine.checks import evaluate
    from actwright.engine.page.browser.launch import open_browser

    async with open_browser(browser) as opened:
        return await evaluate(recorded, opened.page, **options)
