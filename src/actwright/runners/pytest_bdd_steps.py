"""Steps for pytest-bdd, by one import in a test module or a `conftest.py`: `from … import *`.

```gherkin
Given the page "https://shop.example" is open
When Actwright runs "Buy the {{product}}"
    | name    | value |
    | product | Kayak |
Then Actwright checks "the order is confirmed"
```

They use the fixtures `page` of pytest-playwright and `actwright`. A table is data for the task or the statement.
"""

from __future__ import annotations

from playwright.sync_api import Page
from pytest_bdd import parsers, step

from actwright.runners.step_texts import CHECKS, OPENS, RUNS, data_of
from actwright.runners.task_runner import TaskRunner


@step(parsers.parse(OPENS))
def opens(page: Page, url: str) -> None:
    """Opens a page."""
    page.goto(url)


@step(parsers.parse(RUNS))
def runs(page: Page, actwright: TaskRunner, task: str, datatable: list[list[str]] | None = None) -> None:
    """Runs a task to its end."""
    actwright.run(task, page=page, data=data_of(datatable))


@step(parsers.parse(CHECKS))
def checks(page: Page, actwright: TaskRunner, statement: str, datatable: list[list[str]] | None = None) -> None:
    """Checks a statement about the page."""
    actwright.check(statement, page=page, data=data_of(datatable))


__all__ = [name for name in globals() if "pytestbdd" in name]  # pyright: ignore[reportUnsupportedDunderAll] - fixtures that `step` makes, by which pytest-bdd finds the steps
