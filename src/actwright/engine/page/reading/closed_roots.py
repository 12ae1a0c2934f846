"""Gives our isolated world access to closed shadow roots over CDP, because scripts cannot read them."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from playwright.async_api import CDPSession, Error, Frame

from actwright.engine.page.browser.sessions import call
from actwright.engine.page.reading.cdp import Protocol, World

_SECONDS = 1.0
_SUSPECTS = "globalThis.actwright.suspects()"
_ADOPT = "function (root) { globalThis.actwright.adopt(this, root); }"


async def open_closed_roots(protocol: Protocol, frame: Frame, token: str) -> None:
    """Gives our world in a frame the closed shadow roots of the elements that it suspects to be shadow hosts.

    Each element is examined only once. If the browser does not answer within a second, nothing more is done.

    Args:
        protocol: The run's sessions with its pages.
        frame: The frame.
        token: The token of its document.
    """
    with contextlib.suppress(Error, TimeoutError):
        async with asyncio.timeout(_SECONDS):
            session = await protocol.of(frame)
            if session is not None:
                ours, _ = await protocol.worlds(session, token)
                await _open(session, ours)


async def _open(session: CDPSession, ours: World) -> None:
    content = await call(session, "Runtime.evaluate", uniqueContextId=ours.unique, expression=_SUSPECTS)
    array: dict[str, Any] = await call(
        session, "Runtime.getProperties", objectId=content["result"]["objectId"], ownProperties=True
    )
    hosts = [one["value"]["objectId"] for one in array["result"] if one["name"].isdigit()]
    try:
        await asyncio.gather(*(_adopt(session, host, ours.number) for host in hosts))
    finally:
        await call(session, "Runtime.releaseObject", objectId=content["result"]["objectId"])


async def _adopt(session: CDPSession, host: str, world: int) -> None:
    described = await call(session, "DOM.describeNode", objectId=host, depth=0)
    closed = [root for root in described["node"].get("shadowRoots", ()) if root["shadowRootType"] == "closed"]
    for root in closed:
        resolved = await call(session, "DOM.resolveNode", backendNodeId=root["backendNodeId"], executionContextId=world)
        argument = {"objectId": resolved["object"]["objectId"]}
        await call(session, "Runtime.callFunctionOn", objectId=host, functionDeclaration=_ADOPT, arguments=[argument])
