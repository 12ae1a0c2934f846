"""`actwright check`: code decides whether a statement about a page is true, from facts that a model names once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from actwright.cli.interrupts import run_to_end
from actwright.cli.options import BrowserAccess, DataAndSecrets, Json, ModelOptions, Url
from actwright.cli.progress import progress
from actwright.text import printable

if TYPE_CHECKING:
    from actwright.engine.page.browser.browser_options import BrowserOptions
    from actwright.schemas.check import CheckResult
    from actwright.schemas.recording import RecordedCheck

STATUS = {"passed": 0, "failed": 1, "undecided": 3}


def check(
    url: Url,
    statement: str,
    /,
    *,
    facts: Annotated[Path | None, Parameter(metavar="FILE")] = None,
    wait: Annotated[float, Parameter(metavar="S", validator=Number(gte=0))] = 5,
    picture: Annotated[bool, Parameter(negative="--no-picture")] = True,
    as_json: Json = False,
    model: ModelOptions = ModelOptions(),
    values: DataAndSecrets = DataAndSecrets(),
    browser: BrowserAccess = BrowserAccess(),
) -> int:
    """Check a statement about a page: a model names the facts that decide it, and code evaluates them.

    Exit status:

    - 0 passed;
    - 1 failed; the output shows what is there instead;
    - 2 a mistake in what was given, or no model;
    - 3 undecided, or the provider or the browser failed;
    - 130 stopped by Ctrl-C; 143 stopped by SIGTERM.

    Args:
        url: The page to check.
        statement: What must be true, as in 'the cart shows two kayaks'.
        facts: A file with the facts of statements. A statement in it is checked without a model; one that passes is
            added.
        wait: How long to wait for the facts to hold, in seconds.
        picture: Show the model a screenshot, for what the tree cannot show.
    """
    from actwright.cli.json_summary import an_end_in_json, check_json
    from actwright.engine.agent import Agent
    from actwright.recording.checks import add_check, read_checks
    from actwright.settings import settings

    with an_end_in_json(wanted=as_json):
        known = read_checks(facts) if facts else {}
        options: dict[str, Any] = {"url": url, "data": values.values(), "secrets": values.secrets(), "seconds": wait}
        with progress(f"checking {url}", quiet=as_json):
            if recorded := known.get(statement):
                result = run_to_end(_evaluated(recorded, browser.read(), options))
            else:
                chosen = model.model or settings().model
                agent = Agent(chosen, policy="rules", base_url=model.base_url, browser=browser.read(), out=None)
                result = run_to_end(agent.check(statement, picture=picture, **options))
                if facts and result.passed:
                    add_check(result.recorded, facts)
    print(check_json(result) if as_json else printable(str(result)))
    return STATUS[result.verdict]


async def _evaluated(recorded: RecordedCheck, browser: BrowserOptions, options: dict[str, Any]) -> CheckResult:
    from actwright.engine.page.browser.launch import open_browser
    from actwright.engine.statement_check import evaluate

    async with open_browser(browser) as opened:
        return await evaluate(recorded, opened.page, **options)
