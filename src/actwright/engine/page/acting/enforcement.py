"""Enforces the authorization of the action under way: what it may reach, and what it may not send."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page, Request

from actwright.engine.action_effects import ActionEffects, Note
from actwright.engine.page.acting.action_places import ActionPlaces, form_place, live_place, place_of
from actwright.engine.page.acting.request_blocker import BlockRules, RequestBlocker, sender_of
from actwright.engine.page.activity.activity import Activity
from actwright.engine.page.observer import Observer
from actwright.engine.page.reading.check import ElementCheck
from actwright.engine.permissions.authorization import Authorization, Authorizer
from actwright.errors import NotPermitted
from actwright.schemas.page import Element
from actwright.schemas.proposal import Action
from actwright.text import shortened
from actwright.tools.base import Tool, Trait

__all__ = ["AuthorizationEnforcer"]

NOTE_LENGTH = 100
MESSAGE = "a message"


class AuthorizationEnforcer:
    """Keeps the actions of one run to their authorizations.

    Args:
        authorizer: Decides what actions may do. None permits everything.
        activity: What the pages are doing.
        observer: What the model saw of them.
        mask: Hides private values and secrets.
        with_person: Whether a person controls the page.
    """

    def __init__(
        self,
        authorizer: Authorizer | None,
        activity: Activity,
        observer: Observer,
        *,
        mask: Callable[[str], str],
        with_person: Callable[[], bool] = lambda: False,
    ) -> None:
        may_enter_at = authorizer.permission_rules.may_enter_at if authorizer else None
        self.places = ActionPlaces(activity, observer, mask, may_enter_at=may_enter_at)
        self._authorizer = authorizer
        self._activity = activity
        self._mask = mask
        self._under_way: Authorization | None = None
        self._blocker = RequestBlocker(self._blocked_late, with_person)

    async def close(self) -> None:
        """Blocks nothing any more."""
        await self._blocker.close()

    async def decide(self, action: Action, tool: Tool, *, count: int) -> Authorization:
        """What an action may do, after `count` effects of the run; see `Authorizer.of`."""
        unseen = self._activity.dialog is not None and Trait.WORKS_DURING_DIALOG not in tool.traits
        if self._authorizer is None or self._activity.active is None or unseen:
            return Authorization(action, tool)
        return await self._authorizer.of(action, tool, self.places, count=count)

    @asynccontextmanager
    async def enforced(self, effects: ActionEffects) -> AsyncGenerator[None]:
        """Keeps an action to its authorization while the block lasts: what it reaches (`check`), and what it sends.

        What it may not send is blocked while the block lasts, and then until its tab shows a new document.
        """
        authorization, front = effects.authorization, self._activity.active
        if authorization.confirmed == "yes":
            await self._blocker.close()  # the caller permitted what follows
        blocking: AbstractAsyncContextManager[None] = nullcontext()
        if self._authorizer is not None and authorization.block_reason and front is not None:
            blocking = self._blocker.during(front.page, self._block_rules(effects, self._authorizer, front.page))
        self._under_way = authorization
        try:
            async with blocking:
                yield
        finally:
            self._under_way = None

    def check(self, element: Element, frame: Frame, check: ElementCheck) -> None:
        """Raises NotPermitted if the action under way may not reach an element, as the element is a moment before."""
        if self._authorizer is None:
            return
        if self._under_way is None:  # a tool that goes on after it was cancelled
            raise NotPermitted("the action is over")
        place, form = live_place(frame, check), form_place(check)
        if refusal := self._authorizer.check_target(self._under_way, element, place=place, form=form):
            raise NotPermitted(refusal)

    def _block_rules(self, effects: ActionEffects, authorizer: Authorizer, page: Page) -> BlockRules:
        authorization = effects.authorization
        permission_rules, count = authorizer.permission_rules, authorization.count

        def blocks(request: Request) -> bool:
            try:
                _ = request.frame
            except PlaywrightError:  # it is from a document that is just being opened, or from a service worker
                return True
            if authorization.blocks_by_place:
                return bool(permission_rules.check_effect(sender_of(request), count))
            return self._activity.traffic.documents <= effects.documents  # what the next document sends is not its own

        def reported(text: str) -> None:
            said = shortened(self._mask(text), NOTE_LENGTH)
            if text.startswith(MESSAGE):
                effects.notes.append(Note(f"{said} was blocked: {authorization.block_reason}"))
            else:
                effects.blocked_requests.append(said)

        frames = [each for each in page.frames if permission_rules.check_effect(place_of(each), count)]
        quiet = authorization.blocks_by_place and self._activity.dialog is None
        return BlockRules(
            reason=authorization.block_reason,
            blocks=blocks,
            blocked=lambda request: effects.blocked_requests.append(self._activity.traffic.withdraw(request)),
            reported=reported,
            later=frozenset(map(place_of, frames)),
            frames=tuple(frames) if quiet else (),
        )

    def _blocked_late(self, request: Request, reason: str) -> None:
        self._activity.notes.append(f"{self._activity.traffic.withdraw(request)} was blocked: {reason}")

    def blocked_navigation(self, url: str, why: str) -> None:
        """Notes that a page's navigation to a URL was blocked."""
        self._activity.notes.append(
            f"the page was not allowed to go to {shortened(self._mask(url), NOTE_LENGTH)}: {why}"
        )
