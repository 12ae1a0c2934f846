"""Pages that hang, vanish or break half-way: the run ends in time and says what is true."""

import time

import pytest

from actwright import Agent, BrowserError, ConfigError, Limits, Status
from actwright.engine.act import act
from actwright.engine.page import browser
from actwright.engine.trace import RunFolder
from actwright.schemas.proposal import Action, Proposal
from actwright.testing import ScriptedModel
from actwright.tools.toolbox import Toolbox, builtin_tools

CLICK = {
    "complete": False,
    "message": "m",
    "actions": [{"reason": "r", "tool": "click", "parameters": {"element_id": "button-0"}}],
}
TOOLBOX = Toolbox(builtin_tools())


async def test_the_time_limit_counts_from_before_the_page_was_opened(page):
    """What opening a page that never settles has used up is gone."""
    await page.goto("about:blank")
    model = ScriptedModel([CLICK] * 9)
    began = time.monotonic()
    url = "data:text/html,<button>Go</button><script>while(1);</script>"
    result = await Agent(model, out=None, limits=Limits(seconds=2)).run("go", page=page, url=url)
    assert result.status is Status.TIME_LIMIT
    assert result.steps[-1].ended >= 2
    assert time.monotonic() - began < 2 + 5


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

    monkeypatch.setattr(browser, "_ready", never)
    with pytest.raises(BrowserError, match=r"not ready within 2 s\. Nothing was done"):
        await Agent(ScriptedModel([]), out=None, limits=Limits(seconds=2)).run("go", url="about:blank")


async def test_a_mistake_that_ends_a_run_is_what_its_record_names(page, tmp_path):
    with pytest.raises(ConfigError, match="is no address"):
        await Agent(ScriptedModel([]), out=tmp_path).run("go", page=page, url="shop.example")
    (folder,) = tmp_path.iterdir()
    recorded = RunFolder.read(folder)
    assert recorded.status == Status.ERROR
    assert "'shop.example' is no address" in recorded.error
