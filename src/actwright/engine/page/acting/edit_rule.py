"""The rule about edits: what a page sends because of one waits until the caller has answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from playwright.async_api import BrowserContext

from actwright.engine.action_effects import ActionEffects
from actwright.engine.page.activity.activity import Activity
from actwright.engine.page.browser.routing import router_of
from actwright.engine.permissions.authorization import Authorization, Authorizer
from actwright.engine.permissions.request_firewall import Block, PageRequest, RequestRule
from actwright.schemas.sites import origin_of

GONE = "it was not confirmed: the page or the run ended before the answer"


@dataclass(slots=True, eq=False)
class EditQuestion:
    """What one edit sends, and the answer about it.

    Attributes:
        edit: What the edit caused.
        asking: Ends with the answer, which is then in the authorization of the edit.
        lost: Whether the tab is gone. Chromium then sends what waits, so that nobody knows whether it left.
    """

    edit: ActionEffects
    asking: asyncio.Task[None]
    lost: bool = False

    @property
    def refusal(self) -> str:
        """Why what the edit sends may not leave, once it was answered; empty if it may."""
        authorization = self.edit.authorization
        if self.asking.cancelled() or self.asking.exception() is not None:
            authorization.block_reason = GONE
        elif authorization.confirmed == "yes":
            return ""
        return authorization.block_reason


class EditRule(RequestRule):
    """Asks the caller about what pages send because of an edit, once for each edit. The requests wait for the answer.

    The rule is there from the first edit that is asked about until the page has settled after the last one. It does not see
    messages over WebSockets, requests of shared workers, nor beacons of a page that is being left.

    Args:
        authorizer: Asks the caller; None never asks.
        activity: What the pages are doing.
        edit: Returns the edit that is charged with what is sent now; None if there is none.
        mask: Hides private values and secrets.
        announce: Journals an answer, before anything leaves.
    """

    subject = "edits"

    def __init__(
        self,
        authorizer: Authorizer | None,
        activity: Activity,
        *,
        edit: Callable[[], ActionEffects | None],
        mask: Callable[[str], str],
        announce: Callable[[Authorization], None],
    ) -> None:
        self._authorizer = authorizer
        self._activity = activity
        self._edit = edit
        self._mask = mask
        self._announce = announce
        self._context: BrowserContext | None = None
        self._questions: list[EditQuestion] = []
        self._asked = 0

    @asynccontextmanager
    async def during(self, effects: ActionEffects) -> AsyncGenerator[None]:
        """Asks about what an edit sends while the block lasts, and then until `end`; ends the rule for other actions."""
        front = self._activity.active
        if effects.authorization.if_sent is None:
            await self.end()
        elif self._context is None and front is not None:
            await router_of(front.page.context).add(self)
            self._context = front.page.context
        yield

    async def end(self) -> None:
        """Asks no more. What still waits for an answer is blocked."""
        for question in self._questions:
            question.asking.cancel()
        context, self._context = self._context, None
        if context is not None:
            await router_of(context).remove(self)
        self._questions = []

    async def answered(self) -> int:
        """Waits until no question is open. Returns how many there were so far. Raises whatever the journal raises."""
        while waiting := [each.asking for each in self._questions if not each.asking.done()]:
            await asyncio.wait(waiting)
        for each in self._questions:
            if not each.asking.cancelled():
                each.asking.result()
        return self._asked

    async def decide(self, request: PageRequest) -> Block | None:
        """Lets a request wait for the answer about the edit that caused it; see `RequestRule`."""
        edit, traffic = self._edit(), self._activity.traffic
        if edit is None or edit.authorization.if_sent is None:
            return None
        question = next((each for each in self._questions if each.edit is edit), None)
        if any(each.changes and each.request == request.native for each in traffic.sent):
            question = question or self._ask(edit, request)
        elif question is None or not request.opens_page:
            return None
        await asyncio.wait({question.asking})  # a document that was replaced would not send what waits
        traffic.renew(request.native)
        if request.is_safe or not (refusal := question.refusal):
            return None
        if not question.lost:
            edit.blocked_requests.append(traffic.withdraw(request.native))
        return Block(f"was blocked: {refusal}", stays=request.navigates)

    def _ask(self, edit: ActionEffects, request: PageRequest) -> EditQuestion:
        question = EditQuestion(edit, asyncio.ensure_future(self._answer(edit.authorization, request)))
        self._questions.append(question)
        self._asked += 1
        if (front := self._activity.active) is not None:

            def on_gone(_: object) -> None:
                question.lost = question.asking.cancel()

            def on_answered(_: object) -> None:
                front.page.remove_listener("close", on_gone)
                front.page.remove_listener("crash", on_gone)

            front.page.on("close", on_gone)
            front.page.on("crash", on_gone)
            question.asking.add_done_callback(on_answered)
        return question

    async def _answer(self, authorization: Authorization, request: PageRequest) -> None:
        assert self._authorizer is not None
        label = self._mask(request.label)
        await self._authorizer.ask_if_sent(authorization, label, origin=origin_of(request.url))
        self._announce(authorization)
