"""Enforces the authorization of the action under way: what it may reach, and what it may not send."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress

from playwright.async_api import BrowserContext, Frame, Page, Response
from playwright.async_api import Error as PlaywrightError

from actwright.engine.action_effects import ActionEffects, Note
from actwright.engine.page.acting.action_places import PageActionPlaces, form_place, live_place
from actwright.engine.page.acting.document_requests import DocumentRequests
from actwright.engine.page.acting.sending_scripts import Sender, SendingScripts
from actwright.engine.page.activity.activity import Activity
from actwright.engine.page.browser.routing import place_of, router_of
from actwright.engine.page.observer import Observer
from actwright.engine.page.reading.element_report import ElementCheck
from actwright.engine.permissions.authorization import Authorization, Authorizer
from actwright.engine.permissions.effect_rule import ActionUnderWay, EffectRule
from actwright.engine.permissions.request_firewall import PageRequest
from actwright.engine.values.values import Values
from actwright.errors import NotPermitted
from actwright.schemas.page import Element
from actwright.schemas.proposal import Action
from actwright.schemas.sites import origin_of
from actwright.text import shortened
from actwright.tools.base import Effect, Tool, Trait, may_cause_requests

NOTE_LENGTH = 100
MESSAGE = "a message"
NO_CONTENT = (204, 205)


class AuthorizationEnforcer:
    """Keeps the actions of one run to their authorizations.

    Args:
        authorizer: Decides what actions may do. None permits everything.
        activity: What the pages are doing.
        observer: What the model saw of them.
        values: Hides private values and secrets, and recognizes them.
        with_person: Whether a person controls the page.
    """

    def __init__(
        self,
        authorizer: Authorizer | None,
        activity: Activity,
        observer: Observer,
        *,
        values: Values,
        with_person: Callable[[], bool] = lambda: False,
    ) -> None:
        may_enter_at = authorizer.permission_rules.may_enter_at if authorizer else None
        self.places = PageActionPlaces(activity, observer, values.mask, may_enter_at=may_enter_at)
        self._authorizer = authorizer
        self._activity = activity
        self._values = values
        self._mask = values.mask
        self._with_person = with_person
        self._effects: ActionEffects | None = None
        self._documents = DocumentRequests(self._document_refusal)
        self._scripts = SendingScripts()
        self._rule: EffectRule | None = None
        if authorizer is not None:
            self._rule = EffectRule(
                authorizer.permission_rules,
                blocked_later=self._blocked_later,
                with_person=with_person,
                guards=lambda url: self._scripts.for_worker if activity.workers.begins_with(url) else "",
            )
        self._context: BrowserContext | None = None
        self._last: Authorization | None = None
        self._made_up = ""
        """The URL of the document in front, if the model made it up: what may lead on by itself, only later."""

    async def close(self) -> None:
        """Blocks nothing any more."""
        await asyncio.gather(self._documents.close(), self._unblock())

    async def _unblock(self) -> None:
        """Blocks no effects any more, until an action is blocked again."""
        context, self._context = self._context, None
        if context is None or self._rule is None:
            return
        self._rule.later.clear()
        context.remove_listener("response", self._on_response)
        await asyncio.gather(self._scripts.stop(), router_of(context).remove(self._rule))

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
            await self._unblock()  # the caller permitted what follows
        blocking: AbstractAsyncContextManager[None] = nullcontext()
        if self._rule is not None and authorization.block_reason and front is not None:
            blocking = self._blocking(effects, self._rule, front.page)
        free = front is not None and self._activity.dialog is None  # a page with an open dialog does not answer
        if front is not None and free and (authorization.made_up or (authorization.acts and self._values.has_secrets)):
            await self._documents.watch(front.page)
        self._effects = effects
        if may_cause_requests(authorization.tool):
            self._last = authorization
        if Trait.NAVIGATES in authorization.tool.traits:
            self._made_up = authorization.made_up
        try:
            async with blocking:
                yield
        finally:
            self._effects = None
            if (
                self._activity.traffic.documents > effects.documents
                and not authorization.made_up
                and authorization.acts
            ):
                self._made_up = ""  # the action has led on from there

    def check(self, element: Element, frame: Frame, check: ElementCheck) -> None:
        """Raises NotPermitted if the action under way may not reach an element, as the element is a moment before."""
        if self._authorizer is None:
            return
        if self._effects is None:  # a tool that goes on after it was cancelled
            raise NotPermitted("the action is over")
        place, form = live_place(frame, check), form_place(check)
        if refusal := self._authorizer.check_target(self._effects.authorization, element, place=place, form=form):
            raise NotPermitted(refusal)

    @asynccontextmanager
    async def _blocking(self, effects: ActionEffects, rule: EffectRule, page: Page) -> AsyncGenerator[None]:
        authorization, traffic = effects.authorization, self._activity.traffic
        if self._context is None:
            await router_of(page.context).add(rule)
            self._context = page.context
            self._context.on("response", self._on_response)
        frames = [each for each in page.frames if not rule.may_send(place_of(each), authorization)]
        places = list(map(place_of, frames))
        if not authorization.blocks_by_place:
            frames = page.frames
        frames_or_none = [] if self._activity.dialog is not None else frames  # they do not answer
        origins = {*map(place_of, frames), ""}  # a worker whose script is in its URL has no origin

        def senders() -> list[Sender]:
            workers = [each for each in page.workers if origin_of(each.url.removeprefix("blob:")) in origins]
            return [*frames_or_none, *workers, *self._activity.workers.at(origins)]

        action = ActionUnderWay(
            authorization,
            blocked=lambda request: effects.blocked_requests.append(traffic.withdraw(request.native)),
            in_document=lambda: not authorization.tool.leads_on() or traffic.documents <= effects.documents,
        )
        try:
            await self._scripts.block(senders(), page.context)
            with rule.during(action, page=page, places=places):
                yield
        finally:
            for text in await self._scripts.take(senders()):
                said = shortened(self._mask(text), NOTE_LENGTH)
                if text.startswith(MESSAGE):
                    effects.notes.append(Note(f"{said} was blocked: {authorization.block_reason}"))
                else:
                    effects.blocked_requests.append(said)
            if not rule.later:
                await self._unblock()

    def _document_refusal(self, url: str, content: str) -> str:
        """Why the page in front may not go on to a URL by a request with this content; empty if it may."""
        effects = self._effects
        acts = effects is not None and effects.authorization.tool.effect is Effect.EFFECT
        if self._authorizer is None or self._with_person() or (effects and effects.authorization.confirmed == "yes"):
            return ""
        refused = self._authorizer.permission_rules.check_document(
            url,
            carries=self._values.shows_value(content),
            made_up=effects.authorization.made_up if effects and acts else self._made_up,
            seen=self._authorizer.links,
        )
        if refused and effects:
            effects.document_refused = refused
        elif refused:
            self.blocked_navigation(url, refused)
        return refused

    def _blocked_later(self, request: PageRequest, reason: str) -> None:
        self._activity.notes.append(f"{self._activity.traffic.withdraw(request.native)} was blocked: {reason}")

    def _on_response(self, response: Response) -> None:
        """Lets a tab send again once it shows a new document, unless what led there was not meant to lead anywhere."""
        request = response.request
        if self._rule is None or not request.is_navigation_request() or response.status in NO_CONTENT:
            return
        with suppress(PlaywrightError):  # its page does not exist yet
            page = request.frame.page
            if request.frame.parent_frame is not None or page not in self._rule.later:
                return
            place = origin_of(response.url)
            if self._last is None or self._last.tool.leads_on() or self._with_person():
                del self._rule.later[page]
            elif not self._rule.may_send(place, self._last):
                self._rule.later[page].setdefault(place, self._last.block_reason)

    def blocked_navigation(self, url: str, why: str) -> None:
        """Notes that a page's navigation to a URL was blocked."""
        self._activity.notes.append(
            f"the page was not allowed to go to {shortened(self._mask(url), NOTE_LENGTH)}: {why}"
        )
