"""`actwright check`: code decides whether a statement about a page is true, from facts that a model names once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from actwright.engine.agent import Agent
    from actwright.engine.page.browser.options import BrowserOptions
    from actwright.schemas.check import CheckResult
    from actwright.schemas.recording import RecordedCheck

__all__ = ["check"]

STATUS = {"passed": 0, "failed": 1, "undecided": 3}


def check(
    url: Annotated[str, typer.Argument(metavar="URL", help="The page to check.")],
    statement: Annotated[
        str, typer.Argument(metavar="STATEMENT", help="What must be true, as in 'the cart shows two kayaks'.")
    ],
    model: Annotated[
        str | None,
        typer.Option(metavar="WIRE:NAME", help="anthropic:NAME, openai:NAME or openai-chat:NAME; asked once."),
    ] = None,
    base_url: Annotated[str | None, typer.Option(metavar="URL", help="The address of the model's provider.")] = None,
    facts: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A file with the facts of statements. A statement in it is checked without a model; one that passes "
            "is added.",
        ),
    ] = None,
    data: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="The value of {{KEY}} in the statement; repeatable.")
    ] = None,
    data_file: Annotated[
        Path | None, typer.Option(metavar="F.json", help="Values for the statement: a file with one JSON object.")
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY",
            help="A value that no model sees and no output shows, from the environment variable KEY; repeatable.",
        ),
    ] = None,
    wait: Annotated[
        float, typer.Option(min=0, metavar="S", help="How long to wait for the facts to hold, in seconds.")
    ] = 5,
    picture: Annotated[
        bool,
        typer.Option(
            "--picture/--no-picture", metavar="", help="Show the model a screenshot, for what the tree cannot show."
        ),
    ] = True,
    ignore_https_errors: Annotated[
        bool,
        typer.Option("--ignore-https-errors", metavar="", help="Accept certificates that are not trusted."),
    ] = False,
    headed: Annotated[bool, typer.Option("--headed", metavar="", help="Show the browser window.")] = False,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON object.")] = False,
) -> None:
    """Check a statement about a page: a model names the facts that decide it, and code evaluates them.

    Exit status:
    0 passed;
    1 failed; the output shows what is there instead;
    2 a mistake in what was given, or no model;
    3 undecided, or the provider or the browser failed;
    130 stopped by Ctrl-C; 143 stopped by SIGTERM.
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
        options: dict[str, Any] = {"url": url, "data": given, "secrets": hidden, "seconds": wait}
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
    """Returns an agent of which only `check` is used."""
    from actwright.engine.agent import Agent
    from actwright.settings import settings

    return Agent(model or settings().model, policy="rules", base_url=base_url, browser=browser, out=None)


async def _evaluated(recorded: RecordedCheck, browser: BrowserOptions, options: dict[str, Any]) -> CheckResult:
    from actwright.engine.page.browser.launch import open_browser
    from actwright.engine.statement_check import evaluate

    async with open_browser(browser) as opened:
        return await evaluate(recorded, opened.page, **options)
