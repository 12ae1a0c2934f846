import asyncio

import pytest

from actwright.engine.page.acting import sending_scripts
from actwright.engine.page.acting.sending_scripts import SendingScripts
from actwright.errors import ToolError


class BusyFrame:
    """A frame whose page does not answer."""

    def is_detached(self) -> bool:
        return False

    async def evaluate(self, _script: str) -> None:
        await asyncio.Event().wait()


async def test_nothing_is_done_on_a_page_that_cannot_be_kept_from_sending(monkeypatch):
    """After the action, what a page does not report is not waited for."""
    monkeypatch.setattr(sending_scripts, "SCRIPT_SECONDS", 0.01)
    scripts = SendingScripts()
    with pytest.raises(ToolError, match="the page does not answer"):
        await scripts.block([BusyFrame()])
    assert await scripts.take([BusyFrame()]) == []
