"""Runs browser-use's browser with `allowed_domains` for the egress bench, in the environment of browser-use.

Each line of input has a URL and a script; the answer is the value of the script.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from importlib.metadata import version
from typing import Any

os.environ.update(
    ANONYMIZED_TELEMETRY="false",
    BROWSER_USE_LOGGING_LEVEL="critical",
    BROWSER_USE_CLOUD_SYNC="false",
    BROWSER_USE_VERSION_CHECK="false",
)

from browser_use.browser import BrowserProfile, BrowserSession
from browser_use.browser.events import NavigateToUrlEvent


def say(answer: dict[str, Any]) -> None:
    print("egress:" + json.dumps(answer), flush=True)


async def play(session: Any, url: str, script: str) -> dict[str, Any]:
    await session.event_bus.dispatch(NavigateToUrlEvent(url=url))
    found = await session.get_or_create_cdp_session()
    result = await found.cdp_client.send.Runtime.evaluate(
        params={"expression": script, "awaitPromise": True, "returnByValue": True, "userGesture": True},
        session_id=found.session_id,
    )
    if "exceptionDetails" in result:
        return {"problem": str(result["exceptionDetails"])[:300]}
    return {"tried": result["result"]["value"]}


async def main(chromium: str, allowed: str, secure: str) -> None:
    profile = BrowserProfile(
        executable_path=chromium,
        headless=True,
        chromium_sandbox=False,
        allowed_domains=[allowed],
        enable_default_extensions=False,
        user_data_dir=tempfile.mkdtemp(prefix="egress"),
        args=[secure],
    )
    session = BrowserSession(browser_profile=profile)
    await session.start()
    say({"version": f"browser-use {version('browser-use')}"})
    while line := await asyncio.to_thread(sys.stdin.readline):
        asked = json.loads(line)
        try:
            say(await asyncio.wait_for(play(session, asked["url"], asked["script"]), 50))
        except Exception as error:  # noqa: BLE001 - any failure there is an answer here
            say({"problem": repr(error)[:300]})
    await session.kill()


asyncio.run(main(*sys.argv[1:]))
