"""Whole runs on a caller's own page, async and sync: the page does what the task says and stays the caller's."""

import pytest
from builders import reply
from installed_browser import launch_options
from playwright.sync_api import sync_playwright

from actwright import Agent, BrowserError, ConfigError, Status
from actwright.engine.page.browser import sync_bridge
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.slow

TASK = "Fill the price as $50 and submit"
SUBMIT = reply(
    {"reason": "the price", "tool": "fill", "parameters": {"element_id": "input-0", "value": "50"}},
    {"reason": "submit", "tool": "click", "parameters": {"element_id": "button-0"}},
    {"reason": "proof", "tool": "expect", "parameters": {"text": ["with price $50"]}},
    complete=True,
    message="the price is submitted",
)
OPEN_AND_FAIL = [
    reply({"reason": "open", "tool": "click", "parameters": {"element_id": "button-0"}}, message="opening the preview"),
    reply(
        {"reason": "give up", "tool": "fail", "parameters": {"reason": "there is nothing to buy"}},
        message="there is nothing to buy",
    ),
]
OPENER = "<button onclick=\"window.open('about:blank')\">preview</button><iframe srcdoc='<p>inner</p>'></iframe>"


@pytest.fixture
def agent(tmp_path):
    return Agent(ScriptedModel([SUBMIT]), out=tmp_path)


@pytest.fixture
def sync_page():
    """A sync page of a Playwright of its own: while one runs, its thread can run no async test."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        yield browser.new_page()
        browser.close()


def listeners(page):
    """How many listeners each event of a page and of its context has."""
    owners = (page._impl_obj, page.context._impl_obj)
    return [{event: each.listener_count(event) for event in each.event_names()} for each in owners]


def flavours(*items):
    """The APIs, `sync` or `async`, that Playwright objects belong to."""
    return {type(item).__module__.split(".")[1].removesuffix("_api") for item in items}


# ---- sync pages


def test_a_task_runs_on_a_sync_page_and_the_page_stays_the_callers(sync_page, agent, site):
    """Posted once, read back, on record; the page is open, with its own listeners alone and sync objects throughout."""
    navigated = []
    sync_page.on("framenavigated", lambda frame: navigated.extend([frame]))
    sync_page.goto(f"{site.url}/price")
    before = listeners(sync_page)

    result = agent.run_sync(TASK, page=sync_page)

    assert result.raise_for_status().status is Status.COMPLETE
    assert [post.fields for post in site.posts] == [{"price": ("50",)}]
    assert sync_page.get_by_role("heading", name="Success!").is_visible()
    assert (result.run_dir / "report.html").is_file()
    assert listeners(sync_page) == before
    assert flavours(sync_page.context, *sync_page.context.pages, *sync_page.frames, *navigated) == {"sync"}
    assert len(navigated) == 2


def test_tabs_that_a_run_opened_are_the_suites_afterwards(sync_page, tmp_path):
    """A popup that the model opened is a sync page, open and usable; a failed run raises only on request."""
    sync_page.set_content(OPENER)
    result = Agent(ScriptedModel(OPEN_AND_FAIL), out=tmp_path).run_sync("Buy it", page=sync_page)
    assert (result.status, result.message) == (Status.FAILED, "there is nothing to buy")
    first, popup = sync_page.context.pages
    assert first is sync_page
    assert flavours(popup, *popup.frames, *sync_page.frames) == {"sync"}
    popup.set_content("<p>mine</p>")
    assert popup.get_by_text("mine").is_visible()
    assert sync_page.frames[1].get_by_text("inner").is_visible()


def test_runs_follow_each_other_on_one_sync_page(sync_page, tmp_path, site):
    """The same agent, the same page, a start address per run."""
    agent = Agent(ScriptedModel([SUBMIT, SUBMIT]), out=tmp_path)
    for _ in range(2):
        agent.run_sync(TASK, url=f"{site.url}/price", page=sync_page).raise_for_status()
    assert len(site.posts) == 2


def test_rules_fill_a_form_on_a_sync_page(sync_page, tmp_path, site):
    """No model is needed for a form whose labels fit."""
    sync_page.goto(f"{site.url}/price")
    Agent(policy="rules", out=tmp_path).run_sync(
        "Set the price", page=sync_page, data={"price": "$50"}
    ).raise_for_status()
    assert [post.fields for post in site.posts] == [{"price": ("50",)}]


def test_a_closed_sync_page_is_a_browser_error(sync_page, agent):
    """Nothing was done, and the error says so."""
    sync_page.close()
    with pytest.raises(BrowserError, match="closed"):
        agent.run_sync(TASK, page=sync_page)


def test_a_sync_page_is_refused_by_the_async_calls(sync_page, agent):
    """The message names the call to use."""
    with pytest.raises(ConfigError, match="run_sync"):
        agent.play(TASK, page=sync_page)


# ---- async pages


async def test_a_task_runs_on_an_async_page_and_the_page_stays_the_callers(page, agent, site):
    """Posted once; the page is open, with its own listeners alone; its objects are Playwright's own, not views."""
    navigated = []
    page.on("framenavigated", lambda frame: navigated.extend([frame]))
    await page.goto(f"{site.url}/price")
    before, frame = listeners(page), page.main_frame

    result = await agent.run(TASK, page=page)

    assert result.raise_for_status().complete
    assert [post.fields for post in site.posts] == [{"price": ("50",)}]
    assert await page.get_by_role("heading", name="Success!").is_visible()
    assert listeners(page) == before
    assert navigated == [frame, frame]
    assert sync_bridge._VIEW not in vars(frame._impl_obj)


async def test_steps_can_be_followed_and_left_on_an_async_page(page, tmp_path):
    """Leaving the loop early leaves the page open and without listeners of the run."""
    await page.set_content(OPENER)
    before = listeners(page)
    agent = Agent(ScriptedModel(OPEN_AND_FAIL), out=tmp_path)
    async with agent.play("Buy it", page=page) as run:
        async for step in run:
            assert step.number == 1
            break
    assert [len(run.steps), run.result.status] == [1, Status.INTERRUPTED]
    assert listeners(page) == before
    assert len(page.context.pages) == 2


async def test_a_synchronous_call_on_an_async_page_is_refused(page, agent):
    """The message says to await."""
    with pytest.raises(ConfigError, match="await"):
        agent.run_sync(TASK, page=page)
