"""Renderers that go on though their pages are closed: a script that never ends outlives its page, and takes a core."""

import asyncio
import contextlib
import os
import signal

SPUN_SECONDS = 0.5
ANSWER_SECONDS = 30.0
"""A browser that says nothing for so long stands still; the test fails then, and does not wait for its own limit."""


async def ender(browser):
    """What ends those of a browser, by the CPU time since it was called before; `close` closes the page that is still in use, if any."""
    session, before = await browser.new_browser_cdp_session(), {}

    async def end(close=None):
        async with asyncio.timeout(ANSWER_SECONDS):
            processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
        spent = {each["id"]: each["cpuTime"] for each in processes if each["type"] == "renderer"}
        spun = [pid for pid, seconds in spent.items() if seconds - before.get(pid, seconds) > SPUN_SECONDS]
        if spun and close is not None:
            await close()
        for pid in spun:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        before.clear()
        before.update(spent)

    return end
