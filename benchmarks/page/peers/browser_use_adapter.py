"""Calls browser-use's DOM service as its agent does, in the environment of browser-use."""

import asyncio
import json
import os
import re
import sys
import time
from importlib.metadata import version

os.environ.update(ANONYMIZED_TELEMETRY="false", BROWSER_USE_LOGGING_LEVEL="critical", BROWSER_USE_CLOUD_SYNC="false")

from lines import answers, failure

answer = answers()

from browser_use.browser import BrowserProfile, BrowserSession
from browser_use.browser.events import SwitchTabEvent
from browser_use.dom.service import DomService

MARK = re.compile(r"\[(\d+)\]<")
LONGEST = 40_000
"""The greatest number of characters of the text that the prompt of the agent keeps."""


class Attached:
    """A session with one tab in focus, which keeps the viewport that the page had."""

    def __init__(self, session):
        self.session = session
        profile = session.browser_profile
        self.service = DomService(
            session,
            cross_origin_iframes=profile.cross_origin_iframes,
            paint_order_filtering=profile.paint_order_filtering,
            max_iframes=profile.max_iframes,
            max_iframe_depth=profile.max_iframe_depth,
        )

    async def tree(self):
        began = time.perf_counter()
        state, _, _ = await self.service.get_serialized_dom_tree()
        text = state.llm_representation()[:LONGEST]
        took = (time.perf_counter() - began) * 1000
        shown = {int(index) for index in MARK.findall(text)}
        marks = {
            str(index): [node.backend_node_id, node.target_id]
            for index, node in state.selector_map.items()
            if index in shown
        }
        return {"ms": took, "text": text, "marks": marks}

    async def image(self):
        began = time.perf_counter()
        state = await self.session.get_browser_state_summary(include_screenshot=True)
        state.dom_state.llm_representation()
        took = (time.perf_counter() - began) * 1000
        if not state.screenshot:
            raise RuntimeError("no screenshot")
        return {"ms": took}


async def attach(request):
    profile = BrowserProfile(
        cdp_url=request["cdp"],
        viewport={"width": request["width"], "height": request["height"]},
        device_scale_factor=1.0,
        is_local=True,
        keep_alive=True,
        enable_default_extensions=False,
    )
    session = BrowserSession(browser_profile=profile)
    await session.start()
    await session.event_bus.dispatch(SwitchTabEvent(target_id=request["target"])).event_result()
    return Attached(session)


async def main():
    lines = asyncio.Queue()
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin.fileno(), lambda: lines.put_nowait(sys.stdin.readline()))
    attached = None
    while line := await lines.get():
        request = json.loads(line)
        try:
            if request["do"] == "version":
                result = {"version": version("browser-use")}
            elif request["do"] == "attach":
                attached = await attach(request)
                result = {}
            elif request["do"] == "detach":
                await attached.session.stop()
                result = {}
            else:
                result = await getattr(attached, request["do"])()
        except Exception as error:
            result = failure(error)
        answer(result)


asyncio.run(main())
