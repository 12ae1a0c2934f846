"""Blocks what actions may not send, and confines local pages to their folder."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import BrowserContext, Frame, JSHandle, Page, Request, Response, Route
from playwright.async_api import Error as PlaywrightError

from actwright.engine.page.acting.action_places import place_of
from actwright.engine.page.reading.script import page_script
from actwright.schemas.sites import origin_part

__all__ = ["ASKING", "BlockRules", "RequestBlocker", "kept_in", "sender_of"]

ASKING = frozenset({"GET", "HEAD", "OPTIONS"})
"""HTTP methods that only ask for something."""

UNROUTE_SECONDS = 1.0
SCRIPT_SECONDS = 1.0
NO_CONTENT = (204, 205)
EVERYTHING = "**/*"


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRules:
    """What one action may not send.

    Attributes:
        reason: Why.
        blocks: Whether to hold back a request, given one whose method is not in `ASKING`.
        blocked: Called with each of these requests before it is stopped.
        reported: Called with what the page tried to send in other ways, as `POST https://…` or `a message to wss://…`.
        later: The places that may send nothing afterwards either, until the tab shows a new document.
        frames: The frames that may send nothing over sockets, and nothing while they are being left.
    """

    reason: str
    blocks: Callable[[Request], bool]
    blocked: Callable[[Request], None]
    reported: Callable[[str], None]
    later: frozenset[str] = frozenset()
    frames: tuple[Frame, ...] = ()


class RequestBlocker:
    """Blocks what the pages of one run may not send, during an action and after it.

    Playwright shows the requests of pages and of service workers, whenever they leave. It does not show messages over
    sockets, nor beacons of a page that is being left; a script in the page stops those
    (`inject/page_world/sending.js`). The sockets of workers are not blocked.

    Args:
        late: Called with each request that was blocked after its action was over, and the reason.
        with_person: Whether a person has the page, and may send what they want.
    """

    def __init__(self, late: Callable[[Request, str], None], with_person: Callable[[], bool] = lambda: False) -> None:
        self._late = late
        self._with_person = with_person
        self._now: BlockRules | None = None
        self._later: dict[Page, dict[str, str]] = {}
        self._scripts: dict[Frame, JSHandle] = {}
        self._context: BrowserContext | None = None

    @asynccontextmanager
    async def during(self, page: Page, rules: BlockRules) -> AsyncGenerator[None]:
        """Holds back what an action on a page may not send while the block lasts; `BlockRules.later` says what follows."""
        if self._context is None:
            self._context = page.context
            self._context.on("response", self._on_response)
            await self._context.route(EVERYTHING, self._judge)
        try:
            await self._asked(rules.frames, on=True)
            self._now = rules
            yield
        finally:
            self._now = None
            for text in await self._asked(rules.frames, on=True):
                rules.reported(text)
            if rules.later:
                self._later[page] = self._later.get(page, {}) | dict.fromkeys(rules.later, rules.reason)
            if not self._later:
                await self.close()

    async def close(self) -> None:
        """Stops blocking, until an action is blocked again."""
        context, self._context = self._context, None
        if context is None:
            return
        self._later.clear()
        context.remove_listener("response", self._on_response)
        await asyncio.gather(self._asked(list(self._scripts), on=False), self._unrouted(context))

    async def _unrouted(self, context: BrowserContext) -> None:
        with suppress(PlaywrightError, TimeoutError):  # a page that stands still, as behind a dialog, does not answer
            async with asyncio.timeout(UNROUTE_SECONDS):
                await context.unroute(EVERYTHING, self._judge)

    async def _judge(self, route: Route) -> None:
        request = route.request
        if request.method in ASKING:
            await route.fallback()
        elif self._now is not None and self._now.blocks(request):
            self._now.blocked(request)
            await _aborted(route)
        elif not self._with_person() and (reason := self._why_later(sender_of(request))):
            self._late(request, reason)
            await _aborted(route)
        else:
            await route.fallback()

    def _why_later(self, sender: str) -> str:
        return next((reasons[sender] for reasons in self._later.values() if sender in reasons), "")

    def _on_response(self, response: Response) -> None:
        """Stops holding requests back for a tab once it shows a new document."""
        request = response.request
        if request.is_navigation_request() and response.status not in NO_CONTENT:
            with suppress(PlaywrightError):  # its page does not exist yet
                if request.frame.parent_frame is None:
                    self._later.pop(request.frame.page, None)

    async def _asked(self, frames: Iterable[Frame], *, on: bool) -> list[str]:
        """What the scripts in these frames have blocked since the last call. With `on`, each frame gets a script."""
        self._scripts = {frame: script for frame, script in self._scripts.items() if not frame.is_detached()}
        blocked = await asyncio.gather(*(self._asked_in(frame, on=on) for frame in frames))
        return [text for each in blocked for text in each]

    async def _asked_in(self, frame: Frame, *, on: bool) -> list[str]:
        try:
            async with asyncio.timeout(SCRIPT_SECONDS):
                if frame in self._scripts:
                    with suppress(PlaywrightError):  # its document is gone
                        blocked: Any = await self._scripts[frame].evaluate(TAKE_BLOCKED, on)
                        return [str(text) for text in blocked]
                if on:
                    self._scripts[frame] = await frame.evaluate_handle(page_script("sending"))
        except (PlaywrightError, TimeoutError):
            self._scripts.pop(frame, None)  # it is gone, or does not answer
        return []


TAKE_BLOCKED = "(state, on) => { state.on = on; return state.held.splice(0); }"


def sender_of(request: Request) -> str:
    """The place of the document or worker that sends a request other than GET; empty if it has none.

    It is the origin that the browser puts into the request, else the place of the frame.
    """
    if origin := origin_part(request.headers.get("origin", "")):
        return origin
    try:
        return place_of(request.frame)
    except PlaywrightError:  # its document is just being opened
        return ""


@asynccontextmanager
async def kept_in(
    context: BrowserContext, *, refuses: Callable[[str, bool], str], blocked: Callable[[str, str], None]
) -> AsyncGenerator[None]:
    """Keeps pages and frames from going to refused URLs while the block lasts; they stay where they are.

    Args:
        context: Their context.
        refuses: Returns why a URL may not be opened, empty if it may. Its second argument says whether the URL is for a
            frame inside a page.
        blocked: Called with each URL that was not opened, and the reason.
    """

    async def judge(route: Route) -> None:
        request = route.request
        why = refuses(request.url, _is_framed(request)) if request.is_navigation_request() else ""
        if not why:
            await route.fallback()
            return
        blocked(request.url, why)
        with suppress(PlaywrightError):
            await route.fulfill(status=204)

    await context.route(EVERYTHING, judge)
    try:
        yield
    finally:
        with suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(UNROUTE_SECONDS):
                await context.unroute(EVERYTHING, judge)


def _is_framed(request: Request) -> bool:
    try:
        return request.frame.parent_frame is not None
    except PlaywrightError:  # its tab is just being opened
        return False


async def _aborted(route: Route) -> None:
    with suppress(PlaywrightError):
        await route.abort("blockedbyclient")
