"""A run that only reads the web, and has no page."""

import math

import pytest

from actwright.engine.act import act
from actwright.engine.pageless_surface import PagelessSurface
from actwright.engine.people.page_control import PageControl
from actwright.engine.permissions.authorization import Authorizer
from actwright.engine.permissions.rules import PermissionRules
from actwright.engine.values.values import Values
from actwright.errors import BrowserError
from actwright.schemas.permissions import Permissions
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.task import Task
from actwright.tools.base import Trait
from actwright.tools.function import tool
from actwright.tools.surface import Surface
from actwright.tools.toolbox import Toolbox

USES = {
    "page": lambda surface: surface.page.url,
    "target": lambda surface: surface.target("button-0", enabled=False),
    "fields": lambda surface: surface.fields.reveal("{{name}}", None),
    "view": lambda surface: surface.view.document_text(),
    "tabs": lambda surface: surface.tabs.open(),
    "files": lambda surface: surface.files.named(["a.txt"]),
    "is_idle": lambda surface: surface.is_idle(since=0.0),
}


async def no_browser():
    raise BrowserError("there is no browser")


def pageless():
    return PagelessSurface(
        no_browser,
        values=Values({}, {}),
        authorizer=Authorizer(PermissionRules.of(Permissions(), Task(text="read"))),
        seconds_left=lambda: math.inf,
        guard=None,
        page_control=PageControl(),
    )


async def outcome_of(use):
    @tool(effect="read", traits=Trait.READS_WEB | Trait.WORKS_DURING_DIALOG)
    async def touch(surface: Surface) -> str:
        """Use something."""
        return str(await use(surface))

    action = Action(reason="r", tool="touch", parameters={})
    (outcome,) = await act(Proposal(complete=False, message="go", actions=(action,)), Toolbox([touch]), pageless())
    return outcome.status, outcome.detail


@pytest.mark.parametrize("name", USES)
async def test_what_needs_a_page_says_that_there_is_none(name):
    """Whatever a tool uses, the model reads the same reason."""
    assert await outcome_of(USES[name]) == ("failed", "this run reads the web and has no page of its own")


async def test_a_look_shows_nothing():
    async def text(surface):
        return repr((await surface.look()).text)

    assert await outcome_of(text) == ("done", "''")


async def test_a_browser_that_does_not_start_is_reported():
    found = await outcome_of(lambda surface: surface.browser())
    assert found == ("failed", "no page can be rendered: there is no browser; use fetch_url")
