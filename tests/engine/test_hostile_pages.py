"""Pages that hang, vanish or break half-way: the run ends in time and says what is true."""

import asyncio
import time

import pytest
from playwright.async_api import BrowserContext, CDPSession

from actwright import Agent, BrowserError, ConfigError, Limits, Status
from actwright.engine.act import act
from actwright.engine.page.browser import driver
from actwright.engine.page.observer import Observer
from actwright.schemas.proposal import Action, Proposal
from actwright.testing import ScriptedModel
from actwright.tools.toolbox import Toolbox, builtin_tools

pytestmark = pytest.mark.usefixtures("no_pictures")

CLICK = {
    "complete": False,
    "message": "m",
    "actions": [{"reason": "r", "tool": "click", "parameters": {"element_id": "button-0"}}],
}
TOOLBOX = Toolbox(builtin_tools())


@pytest.mark.slow
async def test_the_time_limit_counts_from_before_the_page_was_opened(page):
    """What opening a page that never settles has used up is gone."""
    await page.goto("about:blank")
    model = ScriptedModel([CLICK] * 9)
    began = time.monotonic()
    url = "data:text/html,<button>Go</button><script>while(1);</script>"
    result = await Agent(model, out=None, limits=Limits(seconds=2)).run("go", page=page, url=url)
    assert result.status is Status.TIME_LIMIT
    assert 2 <= time.monotonic() - began < 60


@pytest.mark.slow
async def test_a_renderer_in_an_endless_loop_holds_no_run_up(page):
    """The allowance is for a busy machine; waiting for what hangs took ten seconds."""
    html = "<button onclick='setTimeout(() => { for (;;); }, 50)'>Go</button>"
    await page.goto(f"data:text/html,{html}")
    async with asyncio.timeout(3 + 6):
        result = await Agent(ScriptedModel([CLICK] * 9), out=None, limits=Limits(seconds=3)).run("go", page=page)
    assert result.status is Status.TIME_LIMIT


async def test_a_call_to_the_browser_that_never_answers_holds_no_run_up(page, monkeypatch):
    async def never(*_, **__):
        await asyncio.Event().wait()

    await page.set_content("<button>Go</button>")
    run = Agent(ScriptedModel([CLICK] * 9), out=None, limits=Limits(seconds=3)).play("go", page=page)

    async def play():
        async with asyncio.timeout(60), run:
            async for _ in run:
                for name in ("_observe", "look", "listens_for_typing"):
                    monkeypatch.setattr(Observer, name, never)
                monkeypatch.setattr(CDPSession, "detach", never)
                monkeypatch.setattr(BrowserContext, "unroute", never)

    await play()
    assert run.result.status is Status.TIME_LIMIT
    assert "the page, the browser's driver or a policy does not respond" in run.result.error


@pytest.mark.slow
async def test_a_click_whose_page_hangs_may_have_acted(surface_on):
    """No request was seen, and none can be ruled out while the page does not answer."""
    surface = await surface_on('<button onmousedown="while(1);">Go</button>')
    action = Action(reason="r", tool="click", parameters={"element_id": "button-0"})
    (outcome,) = await act(Proposal(complete=False, message="m", actions=(action,)), TOOLBOX, surface)
    assert (outcome.status, outcome.effect) == ("unknown", "effect")
    assert "look before you repeat it" in outcome.detail


async def test_a_document_that_is_being_written_anew_is_an_empty_page(surface_on, page):
    surface = await surface_on("<button>Go</button>")
    await page.evaluate("document.open()")
    seen = await surface.look()
    assert (seen.tree, seen.notes) == ("", ())


async def test_a_driver_that_does_not_answer_is_told(monkeypatch):
    """A limit on the run's time holds before there is a page."""

    async def never(_starting):
        raise TimeoutError

    monkeypatch.setattr(driver, "_ready", never)
    with pytest.raises(BrowserError, match=r"not ready within [\d.]+ s\. Nothing was done"):
        await Agent(ScriptedModel([]), out=None, limits=Limits(seconds=2)).run("go", url="about:blank")


async def test_a_mistake_that_is_known_before_the_run_leaves_no_record(page, tmp_path):
    with pytest.raises(ConfigError, match="is not a URL"):
        await Agent(ScriptedModel([]), out=tmp_path).run("go", page=page, url="shop.example")
    assert not [*tmp_path.iterdir()]
