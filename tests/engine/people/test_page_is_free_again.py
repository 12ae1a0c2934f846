"""However an action ends, a person can take the page at once afterwards."""

import asyncio

import pytest

from actwright import tool
from actwright.engine.act import act
from actwright.engine.page.observer import Observer
from actwright.errors import BrowserError, ToolError
from actwright.schemas.proposal import Action, Proposal
from actwright.tools.surface import Surface
from actwright.tools.toolbox import Toolbox, builtin_tools

FORM = "<form><input aria-label=Name><button type=button>Save</button></form>"
CLICK = ("click", {"element_id": "button-0"})


def propose(tool, parameters):
    return Proposal(complete=False, message="m", actions=(Action(reason="r", tool=tool, parameters=parameters),))


async def is_free(surface):
    """Whether a person gets the page; `take` raises TimeoutError while an action is under way."""
    taken = await surface._control.take()
    surface._control.give_back(acted=False)
    return taken


async def test_a_journal_that_cannot_write(surface_on, page):
    """The action is announced before it is dispatched, so it does not happen."""

    def journal(*_):
        raise OSError("no space left on device")

    surface = await surface_on(
        FORM.replace("type=button", "type=button onclick=\"document.title = 'saved'\""), journal=journal
    )
    with pytest.raises(OSError, match="no space left"):
        await act(propose(*CLICK), Toolbox(builtin_tools()), surface)
    assert await is_free(surface)
    assert await page.title() == ""


@pytest.mark.parametrize("ends", [False, True], ids=["at its beginning", "at its end"])
async def test_an_observer_that_raises(surface_on, monkeypatch, ends):
    surface = await surface_on(FORM)

    def fail(*_, **__):
        raise RuntimeError("the driver answered nonsense")

    monkeypatch.setattr(Observer, "new_modal" if ends else "forget_signs", fail)
    with pytest.raises(RuntimeError, match="nonsense"):
        await act(propose(*CLICK), Toolbox(builtin_tools()), surface)
    monkeypatch.undo()
    assert await is_free(surface)


@pytest.mark.parametrize("error", [BrowserError, ToolError])
@pytest.mark.parametrize(("method", "status"), [("new_modal", "unknown"), ("forget_signs", "failed")])
async def test_an_observer_that_cannot_see_the_page(surface_on, monkeypatch, error, method, status):
    """What failed before the action was dispatched had no effect; afterwards that is not known."""
    surface = await surface_on(FORM.replace("type=button", ""))

    def fail(*_, **__):
        raise error("the page does not answer")

    monkeypatch.setattr(Observer, method, fail)
    (outcome,) = await act(propose(*CLICK), Toolbox(builtin_tools()), surface)
    assert outcome.status == status
    assert "the page does not answer" in outcome.detail
    monkeypatch.undo()
    assert await is_free(surface)


async def test_a_tool_that_raises(surface_on):
    @tool
    async def broken(surface: Surface) -> str:
        """Divide by nothing."""
        return str(1 / 0)

    surface = await surface_on(FORM)
    with pytest.raises(ZeroDivisionError):
        await act(propose("broken", {}), Toolbox([broken]), surface)
    assert await is_free(surface)


@pytest.mark.parametrize("method", ["begin", None, "new_modal"], ids=["before", "during", "after"])
async def test_an_action_that_is_cancelled(surface_on, monkeypatch, method):
    """Before it is dispatched, while its tool runs, and while the page settles."""
    reached = asyncio.Event()

    async def wait(*_, **__):
        reached.set()
        await asyncio.Event().wait()

    @tool
    async def slow(surface: Surface) -> str:
        """Wait for ever."""
        await wait()
        return ""

    @tool
    async def quick(surface: Surface) -> str:
        """Do nothing."""
        return ""

    surface = await surface_on(FORM)
    if method is not None:
        monkeypatch.setattr(Observer, method, wait)
    acting = asyncio.create_task(act(propose("quick" if method else "slow", {}), Toolbox([quick, slow]), surface))
    await reached.wait()
    taking = asyncio.create_task(surface._control.take())
    await asyncio.sleep(0)
    assert not taking.done()
    acting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await acting
    monkeypatch.undo()
    assert await taking
