"""A run may use pages that were open before it began."""

import pytest
from builders import action, reply
from reused_page import close_all

from actwright import Agent, ConfigError
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.usefixtures("no_pictures")


async def test_open_pages_are_tabs_of_the_run_if_they_are_given(page):
    """The page is in front, the others follow in their order; a page that was not given is no tab."""
    await page.set_content("<title>One</title>")
    second, third = [await page.context.new_page() for _ in range(2)]
    await second.set_content("<title>Two</title><p>Price: $20</p>")
    await third.set_content("<title>Three</title>")
    model = ScriptedModel(
        [
            {"complete": False, "message": "Looking.", "actions": [action("switch_tab", tab_id="tab-2")]},
            reply(action("expect", text=["Price: $20"]), complete=True, message="It costs $20."),
        ]
    )
    agent = Agent(model, out=None, evidence="off")
    result = await agent.run("What does it cost?", page=page, tabs=[page, second])
    assert result.complete
    assert [(tab.id, tab.title, tab.active) for tab in result.steps[0].page.tabs] == [
        ("tab-1", "One", True),
        ("tab-2", "Two", False),
    ]
    assert [tab.active for tab in result.steps[1].page.tabs] == [False, True]


@pytest.mark.slow
async def test_pages_of_the_caller_are_not_closed_and_those_that_the_run_opened_are(page):
    """Neither the page in front nor a tab that was given; a popup of the run is closed."""
    await page.set_content("<title>One</title><a href='about:blank' target=_blank>More</a>")
    second = await page.context.new_page()
    replies = [
        {"complete": False, "message": "m", "actions": [action("close_tab", tab_id=tab)]} for tab in ("tab-1", "tab-2")
    ]
    replies += [
        {"complete": False, "message": "m", "actions": [action("click", element_id="a-0")]},
        {"complete": False, "message": "m", "actions": [action("close_tab", tab_id="tab-3")]},
        {"complete": True, "message": "Closed.", "actions": []},
    ]
    agent = Agent(ScriptedModel(replies), out=None, evidence="off")
    result = await agent.run("Close the tabs", page=page, tabs=[second])
    refused, again, _, closed, _ = [step.outcomes[0] if step.outcomes else None for step in result.steps]
    assert (refused.status, refused.detail) == ("failed", "tab-1 was open before the task began; it stays open")
    assert (again.status, again.detail) == ("failed", "tab-2 was open before the task began; it stays open")
    assert closed.status == "done"
    assert page.context.pages == [page, second]


async def test_tabs_of_another_context_are_refused(page, chromium):
    """So are tabs without a page."""
    other = await chromium.new_page()
    agent = Agent(ScriptedModel([]), out=None)
    for given in ({"page": page, "tabs": [other]}, {"tabs": [other]}):
        with pytest.raises(ConfigError, match="tabs must be open pages of the same browser context as the page"):
            agent.play("Fill it", **given)
    await close_all(other)
