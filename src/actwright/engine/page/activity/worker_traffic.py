"""Follows shared workers and service workers by Chromium's own protocol.

Playwright does not show what shared workers send, nor the WebSockets of either.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from actwright.engine.page.activity.requests import OutgoingRequest
from actwright.engine.page.activity.traffic import Traffic
from actwright.engine.page.browser.sessions import call, session_with
from actwright.schemas.hosts import host_and_port
from actwright.schemas.http_methods import SAFE_METHODS
from actwright.schemas.sites import origin_of
from actwright.text import shortened

SECONDS = 3.0
CLOSE_SECONDS = 1.0
SHARED, SERVICE, DEDICATED = "shared_worker", "service_worker", "worker"
FOLLOWED = [{"type": SHARED}, {"type": SERVICE}, {"type": DEDICATED}]


@dataclass(frozen=True, eq=False)
class WorkerSocket:
    """A WebSocket of a worker."""

    url: str


@dataclass(eq=False)
class AttachedWorker:
    """A shared worker or a service worker that can be asked to evaluate something."""

    session: Any
    id: str
    target: str
    kind: str
    url: str
    sockets: dict[str, WorkerSocket] = field(default_factory=dict[str, WorkerSocket])
    _replies: dict[int, asyncio.Future[dict[str, Any]]] = field(
        default_factory=dict[int, "asyncio.Future[dict[str, Any]]"]
    )
    _ids: count[int] = field(default_factory=count)

    @property
    def place(self) -> str:
        """The origin of its script."""
        return origin_of(self.url.removeprefix("blob:"))

    async def evaluate(self, expression: str) -> Any:
        """The value of an expression in the worker; None if it has none.

        Raises:
            Error: Playwright's; the worker is gone.
            TimeoutError: It does not answer.
        """
        reply = await self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        return reply.get("result", {}).get("result", {}).get("value")

    async def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Calls a method of the worker's protocol, and returns its answer."""
        number = next(self._ids)
        reply = self._replies[number] = asyncio.get_running_loop().create_future()
        message = json.dumps({"id": number, "method": method, "params": parameters})
        try:
            async with asyncio.timeout(SECONDS):
                await call(self.session, "Target.sendMessageToTarget", sessionId=self.id, message=message)
                return await reply
        finally:
            del self._replies[number]

    def on_reply(self, message: dict[str, Any]) -> None:
        """An answer came."""
        reply = self._replies.get(message["id"])
        if reply is not None and not reply.done():
            reply.set_result(message)


class WorkerTraffic:
    """The shared workers and service workers of a run's context, and what they send.

    Args:
        traffic: Gets what they send. The requests of service workers it has from Playwright.
    """

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        self._listening = False
        self._session: Any = None
        self._context = ""
        self._workers: dict[str, AttachedWorker] = {}
        self._known: set[str] = set()
        self._starting: dict[str, str] = {}
        self._attaching: set[asyncio.Task[None]] = set()
        self._heard: dict[str, Callable[[dict[str, Any]], None]] = {
            "Target.targetCreated": self._on_created,
            "Target.targetInfoChanged": self._on_changed,
            "Target.targetDestroyed": self._on_destroyed,
            "Target.detachedFromTarget": self._on_detached,
            "Target.receivedMessageFromTarget": self._on_message,
        }

    async def listen(self, page: Page) -> None:
        """Follows the workers of a page's context; nothing happens if they are followed already, or cannot be."""
        browser = page.context.browser
        if self._listening or browser is None:
            return
        self._listening = True
        self._session = session = await session_with(browser)
        info = await call(await session_with(page), "Target.getTargetInfo")
        self._context = info["targetInfo"].get("browserContextId", "")
        for event, hears in self._heard.items():
            session.on(event, hears)
        await call(session, "Target.setDiscoverTargets", discover=True, filter=FOLLOWED)
        known = await call(session, "Target.getTargets", filter=FOLLOWED)
        await asyncio.gather(*map(self._attach, known["targetInfos"]))

    async def close(self) -> None:
        """Follows no worker any more."""
        if self._session is None:
            return
        for event, hears in self._heard.items():
            self._session.remove_listener(event, hears)
        for task in self._attaching:
            task.cancel()
        await asyncio.gather(*self._attaching, *map(self._detach, tuple(self._workers)), return_exceptions=True)
        self._workers.clear()

    def at(self, places: Collection[str]) -> list[AttachedWorker]:
        """The workers of these origins."""
        return [each for each in self._workers.values() if each.place in places]

    def begins_with(self, url: str) -> bool:
        """Whether a script at a URL may be that of a worker that is just starting, other than a service worker."""
        return url in self._starting.values() or "" in self._starting.values()

    def _on_created(self, event: dict[str, Any]) -> None:
        info = event["targetInfo"]
        if info.get("browserContextId", "") != self._context:
            return
        if info["type"] != SERVICE:  # the browser would keep a changed script, and use it in later runs
            self._starting[info["targetId"]] = info["url"]
        if info["type"] != DEDICATED:
            task = asyncio.ensure_future(self._attach(info))
            self._attaching.add(task)
            task.add_done_callback(self._attaching.discard)

    def _on_changed(self, event: dict[str, Any]) -> None:
        info = event["targetInfo"]
        if info["type"] == DEDICATED and info["url"]:
            self._starting.pop(info["targetId"], None)

    def _on_destroyed(self, event: dict[str, Any]) -> None:
        self._starting.pop(event["targetId"], None)

    def _on_detached(self, event: dict[str, Any]) -> None:
        self._workers.pop(event["sessionId"], None)

    async def _attach(self, info: dict[str, Any]) -> None:
        target = info["targetId"]
        if info["type"] == DEDICATED or info.get("browserContextId", "") != self._context or target in self._known:
            return
        self._known.add(target)
        with suppress(PlaywrightError, TimeoutError):  # it has ended
            got = await call(self._session, "Target.attachToTarget", targetId=target, flatten=False)
            worker = AttachedWorker(self._session, got["sessionId"], target, info["type"], info["url"])
            self._workers[worker.id] = worker
            await worker.send("Network.enable")
            return
        self._starting.pop(target, None)

    async def _detach(self, session_id: str) -> None:
        async with asyncio.timeout(CLOSE_SECONDS):
            await call(self._session, "Target.detachFromTarget", sessionId=session_id)

    def _on_message(self, event: dict[str, Any]) -> None:
        worker = self._workers.get(event["sessionId"])
        if worker is None:
            return
        message = json.loads(event["message"])
        if "id" in message:
            worker.on_reply(message)
            return
        sent = message["params"]
        match message["method"]:
            case "Inspector.workerScriptLoaded":
                self._starting.pop(worker.target, None)
            case "Network.webSocketCreated":
                worker.sockets[sent["requestId"]] = WorkerSocket(sent["url"])
            case "Network.webSocketFrameSent" if socket := worker.sockets.get(sent["requestId"]):
                self._traffic.on_message(socket, sent["response"]["payloadData"])
            case "Network.webSocketClosed":
                worker.sockets.pop(sent["requestId"], None)
            case "Network.requestWillBeSent" if worker.kind == SHARED:
                self._on_request(sent["request"])
            case _:
                pass

    def _on_request(self, request: dict[str, Any]) -> None:
        if host := host_and_port(request["url"]):
            self._traffic.hosts.add(host)
        self._traffic.left += 1
        if request["method"] in SAFE_METHODS:
            return
        label = f"{request['method']} {shortened(self._traffic.mask(request['url']), 100)}"
        self._traffic.sent.append(
            OutgoingRequest(
                label, changes=True, at=time.monotonic(), awaited=False, messages=[request.get("postData", "")]
            )
        )
