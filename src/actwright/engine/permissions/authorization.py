"""Decides what an action may do, just before it is dispatched.

`PermissionRules` has the rules. This module knows what the run has seen: the links and the text of its pages. It also asks the
caller if `confirm` is set.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from actwright.engine.people.page_control import PageControl
from actwright.engine.permissions.action_kind import (
    given_values,
    goes_by_url,
    may_send,
    may_submit,
    only_goes,
    toggles_button,
)
from actwright.engine.permissions.confirmation import CONFIRM_SECONDS, Confirm, ask
from actwright.engine.permissions.rules import PermissionRules
from actwright.engine.permissions.sites_in_text import URLS
from actwright.errors import ToolError
from actwright.net.urls import http_url
from actwright.schemas.confirmation import Confirmed, ConfirmRequest
from actwright.schemas.page import Element, Observation
from actwright.schemas.permissions import ValueSource
from actwright.schemas.proposal import Action
from actwright.schemas.sites import whatwg
from actwright.schemas.step import Effect, Outcome
from actwright.schemas.task import REFERENCE, references_in
from actwright.tools.base import Tool, Trait, may_cause_requests
from actwright.tools.parameters import ELEMENT_ID, URL, marked_fields

CHANGED = "the page changed while the answer was waited for; nothing was done, look again"
NOTHING_COPIED = (
    "this run has not copied anything on this site last that may be pasted, and nothing else in the clipboard is pasted; "
    "fill it in instead"
)
UNASKED = "this action needs no confirmation, but this would send something"


class ActionPlaces(Protocol):
    """What an authorization needs from the page: where an action goes."""

    def known(self, element_id: str) -> Element:
        """The element as it was last seen."""
        ...

    async def place(self, element_id: str | None) -> str:
        """The place that input for an element goes to, or for whatever has the focus if None; see `permission_rules`."""
        ...

    async def form_place(self, element_id: str | None) -> str | None:
        """The place that the form of an element, or of whatever has the focus, is sent to; None outside forms."""
        ...

    def has_copied(self, place: str) -> bool:
        """Whether what this run copied last comes from a place."""
        ...

    async def field(self, element_id: str | None) -> Element | None:
        """A field as it is now, or what has the focus if None; None if it is not there, or what it contains is withheld."""
        ...

    async def form_values(self, element: Element | None) -> Mapping[str, str]:
        """What the fields hold in the form of an element, or on the whole page if there is no form; masked."""
        ...

    @property
    def address(self) -> str:
        """The URL of the page in front, masked."""
        ...

    def mask(self, text: str, /) -> str:
        """`text` with private values and secrets replaced by their names."""
        ...


@dataclass(slots=True)
class Authorization:
    """What one action may do.

    Attributes:
        enters_values: Whether it enters a value into the page.
        acts: Whether it does more than look.
        count: How many effects the run had before it.
        refused: Why it may not be dispatched; empty if it may.
        confirmed: The answer of `confirm`.
        block_reason: Why requests other than GET are blocked while it is under way; empty if none are.
        blocks_by_place: Whether only the requests of documents that may have no effect are blocked.
        origin: The place that it goes to.
        permitted: The places that the caller's yes permits.
        made_up: The URL that it opens, if the model made it up.
        if_sent: The question to ask once an edit makes its page send something; None if that is not asked about.
    """

    action: Action
    tool: Tool
    enters_values: bool = False
    acts: bool = False
    count: int = 0
    refused: str = ""
    confirmed: Confirmed = ""
    block_reason: str = ""
    blocks_by_place: bool = False
    origin: str = ""
    permitted: frozenset[str] = frozenset()
    made_up: str = ""
    if_sent: ConfirmRequest | None = None


@dataclass
class Authorizer:
    """Decides what each action of one run may do.

    Args:
        permission_rules: The rules.
        confirm: Asked before each action that may send, before an edit sends something, and before a value is entered
            away from home; None never asks.
        confirm_seconds: How long to wait for an answer; no answer in time means no.
        has_values: Whether there is anything to enter: data, private values or secrets.
        seconds_left: Returns the seconds until the deadline of the run.
        picture: Returns the file with the picture of the step under way; None if there is none.
        page_control: Whether a person controls the page, or has paused the run.
        is_value: Whether a name stands for a private value or a secret that is no ordinary word.
    """

    permission_rules: PermissionRules
    confirm: Confirm | None = None
    confirm_seconds: float = CONFIRM_SECONDS
    has_values: bool = True
    seconds_left: Callable[[], float] = lambda: float("inf")
    picture: Callable[[], Path | None] = lambda: None
    page_control: PageControl = field(default_factory=PageControl)
    is_value: Callable[[str], bool] = lambda _: False
    links: set[str] = field(default_factory=set[str])
    _hrefs: set[str] = field(default_factory=set[str])
    _texts: dict[str, None] = field(default_factory=dict[str, None])
    _added_to: set[str] = field(default_factory=set[str])
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def values(self) -> ValueSource:
        """Where typed text may come from."""
        return self.permission_rules.permissions.values

    def saw(self, page: Observation) -> None:
        """Remembers the links that a page showed, and its text if values must come from there."""
        for href in {element.href for element in page.elements if element.href} - self._hrefs:
            self._hrefs.add(href)
            self._link(href)
        if self.values == "given":
            options = (option.label for element in page.elements for option in element.options)
            values = (element.value or "" for element in page.elements if element.id not in self._added_to)
            tree = (line for line in page.tree.splitlines() if self._added_to.isdisjoint(line.split()))
            self._texts |= dict.fromkeys((page.text, "\n".join(tree), "\n".join((*options, *values))))

    def read(self, tool: Tool | type[Tool], outcome: Outcome) -> None:
        """Remembers the URLs that a web tool reported, except those that the model wrote itself."""
        if Trait.READS_WEB not in tool.traits or outcome.status != "done":
            return
        written = json.dumps(outcome.action.parameters, ensure_ascii=False)
        for url in URLS.findall(outcome.detail):
            if url not in written:
                self._link(url)

    def _link(self, url: str) -> None:
        address = whatwg(url)
        if address is not None:
            self.links.add(address.href)

    async def of(self, action: Action, tool: Tool, places: ActionPlaces, *, count: int) -> Authorization:
        """Decides what an action may do now, after `count` effects of this run. Asks the caller if necessary.

        Raises:
            ToolError: It is not known where the action would go, or its URL is not valid.
        """
        authorization = Authorization(
            action,
            tool,
            enters_values=bool(given_values(action, tool) or tool.pastes()),
            acts=tool.effect is not Effect.READ,
            count=count,
        )
        ids = _elements(tool)
        urls = [getattr(tool, name) for name in marked_fields(type(tool), URL)] if goes_by_url(tool) else []
        authorization.made_up = next((url for url in urls if self.permission_rules.is_made_up(url, self.links)), "")
        authorization.refused = (
            self._navigation(action, tool) or self.made_up(tool) or await self._spelled(tool, ids, places)
        )
        if authorization.refused:
            return authorization
        if not authorization.acts:
            if may_cause_requests(tool):
                await self._block(authorization, ids, places)
            return authorization
        where = [await places.place(each) for each in ids or [None]]
        authorization.origin = where[-1]
        target = places.known(ids[0]) if ids else None
        if target is not None and tool.effect is Effect.EFFECT and target.href and not target.submits:
            carries = any(map(self.is_value, references_in(target.href)))
            authorization.refused = self.permission_rules.check_link(target.href, carries=carries)
        submits = may_submit(tool, target)
        if submits and (form := await places.form_place(ids[0] if ids else None)) is not None:
            where.append(form)
            authorization.origin = form if not self.permission_rules.may_enter_at(form) else authorization.origin
        if authorization.refused:
            return authorization
        return await self._judged(authorization, target, tuple(dict.fromkeys(where)), places, submits=submits)

    async def _block(self, authorization: Authorization, ids: Sequence[str], places: ActionPlaces) -> None:
        """Keeps pages from sending because of an action that only looks, where they may not, or where it is asked about."""
        rules, count = self.permission_rules, authorization.count
        limit = authorization.block_reason = rules.check_count(count)
        authorization.blocks_by_place = not limit
        with suppress(ToolError):  # a page that does not say what has the focus may still be scrolled
            place = await places.place(ids[0] if ids else None)
            authorization.block_reason = limit or rules.check_effect(place, count)
        if self.confirm is not None and not authorization.block_reason:
            authorization.block_reason, authorization.blocks_by_place = UNASKED, False

    async def _judged(
        self,
        authorization: Authorization,
        target: Element | None,
        where: tuple[str, ...],
        places: ActionPlaces,
        *,
        submits: bool,
    ) -> Authorization:
        tool, count, rules = authorization.tool, authorization.count, self.permission_rules
        effect = may_send(tool, submits=submits)
        final = rules.check_count(count)
        if effect and final:
            authorization.refused = final
            return authorization
        giving = next(
            (said for each in where if authorization.enters_values and (said := rules.check_giving(each))), ""
        )
        sending = next((said for each in where if (said := rules.check_effect(each, count))), "")
        away = giving or (sending if effect else "") or tool.why_confirm(target)
        asks = (tool.effect is Effect.EFFECT and not only_goes(tool, target)) or toggles_button(tool, target)
        if self.confirm is not None and (away or asks):
            why = away or sending or "it may have an effect beyond the page"
            question = await self._question(authorization, target, places, submits=submits)
            question = question.model_copy(update={"why": why})
            return await self._asked(authorization, question, target, where, places)
        if away:
            authorization.refused = away
        elif tool.pastes() == "clipboard" and not all(map(places.has_copied, where)):
            authorization.refused = NOTHING_COPIED
        elif sending and (not goes_by_url(tool) or final):
            authorization.block_reason, authorization.blocks_by_place = sending, not final
        elif self.confirm is not None and tool.effect is Effect.EFFECT and not goes_by_url(tool):
            authorization.block_reason = UNASKED
        if self.confirm is not None and tool.effect is Effect.EDIT and not final:
            authorization.if_sent = await self._question(authorization, target, places, submits=submits)
        return authorization

    async def _question(
        self, authorization: Authorization, target: Element | None, places: ActionPlaces, *, submits: bool
    ) -> ConfirmRequest:
        url, values = await _to_be_shown(authorization, target, places)
        return ConfirmRequest(
            url=url,
            origin=authorization.origin,
            tool=authorization.action.tool,
            target=target.title if target else "",
            values=values,
            picture=self.picture(),
            reason=places.mask(authorization.action.reason),
            submits=submits,
        )

    async def _asked(
        self,
        authorization: Authorization,
        question: ConfirmRequest,
        target: Element | None,
        where: Sequence[str],
        places: ActionPlaces,
    ) -> Authorization:
        authorization.confirmed, authorization.refused = await self._answer(question)
        await self.page_control.free()  # the page may change while the run is paused too
        shown = question.url, question.values
        if authorization.confirmed == "yes" and await _to_be_shown(authorization, target, places) != shown:
            authorization.confirmed, authorization.refused = "changed", CHANGED
        authorization.permitted = frozenset(where) if authorization.confirmed == "yes" else frozenset()
        return authorization

    async def ask_if_sent(self, authorization: Authorization, request: str, *, origin: str) -> None:
        """Asks the caller about what an edit is making its page send; what is not confirmed must be blocked.

        Args:
            authorization: What the edit may do; receives the answer, and the `block_reason` if it is not yes.
            request: The request that waits, masked: `POST https://shop.example/cart`.
            origin: The origin that it goes to.
        """
        assert authorization.if_sent is not None
        update = {"why": f"the page sends it at once: {request}", "sends": request, "origin": origin}
        authorization.confirmed, refusal = await self._answer(authorization.if_sent.model_copy(update=update))
        authorization.block_reason = refusal or authorization.block_reason

    async def _answer(self, question: ConfirmRequest) -> tuple[Confirmed, str]:
        """The answer of the caller, who is asked one question at a time, and why it is not yes."""
        assert self.confirm is not None
        async with self._asking:
            seconds = min(self.confirm_seconds, self.seconds_left())
            return await ask(self.confirm, question, self.page_control, seconds=seconds)

    def check_target(self, authorization: Authorization, element: Element, *, place: str, form: str | None) -> str:
        """Why input may not go to an element as it is now, just before the input; empty if it may."""
        if not authorization.acts:
            return ""
        where = [place, *([form] if form is not None and may_submit(authorization.tool, element) else [])]
        effect = may_send(authorization.tool, submits=may_submit(authorization.tool, element))
        for each in where:
            if each in authorization.permitted:
                continue
            said = self.permission_rules.check_giving(each) if authorization.enters_values else ""
            said = said or (self.permission_rules.check_effect(each, authorization.count) if effect else "")
            moved = not self.permission_rules.may_enter_at(each) and not authorization.block_reason
            if said or moved:
                return said or f"the page went to {each or 'a document without an address'} meanwhile"
        return ""

    def _navigation(self, action: Action, tool: Tool) -> str:
        """Why a URL of an action may not be opened; empty if it may. Raises ToolError if it is not a web URL."""
        for name in marked_fields(type(tool), URL):
            url = getattr(tool, name)
            if not isinstance(url, str) or (tool.effect is Effect.READ and not self.has_values):
                continue
            if url != "about:blank" and not url.lower().startswith("file:"):
                http_url(url)
            refers = bool(references_in(str(action.parameters.get(name, ""))))
            if said := self.permission_rules.check_navigation(url, seen=self.links, refers=refers):
                return said
        return ""

    async def _spelled(self, tool: Tool, ids: Sequence[str], places: ActionPlaces) -> str:
        """Why what a field contains with what a call adds is not given; before an effect, what fields contain by then."""
        if self.values == "any":
            return ""
        rules, text = self.permission_rules, REFERENCE.sub(" ", tool.added_text())
        if text:
            field = await places.field(ids[0] if ids else None)
            if field is None or field.value is None:
                return ""
            self._added_to.add(field.id)
            return rules.check_added(field.value, text, self._texts)
        if tool.removes_text() and (field := await places.field(ids[0] if ids else None)) is not None:
            self._added_to.add(field.id)
        fields = [await places.field(each) for each in self._added_to] if tool.effect is Effect.EFFECT else []
        texts = [REFERENCE.sub(" ", each.value or "") for each in fields if each]
        return next((said for each in texts if (said := rules.check_words(each, self._texts))), "")

    def made_up(self, tool: Tool) -> str:
        """Why a text that the model made up may not be typed; empty if it may be, or if nothing was made up."""
        if self.values == "any":
            return ""
        pieces = (piece for text in tool.entered_texts() for piece in REFERENCE.sub("\0", text).split("\0"))
        return next((said for piece in pieces if (said := self.permission_rules.check_value(piece, self._texts))), "")


async def _to_be_shown(
    authorization: Authorization, target: Element | None, places: ActionPlaces
) -> tuple[str, dict[str, str]]:
    """Where an action is about to happen, and what it gives or sends; an answer holds for exactly that."""
    given = {
        target.title if target else name: text
        for name, text in given_values(authorization.action, authorization.tool).items()
    }
    if not authorization.enters_values and (target or authorization.tool.effect is Effect.EFFECT):
        given = dict(await places.form_values(target))
    return places.address, {name: places.mask(text) for name, text in given.items()}


def _elements(tool: Tool) -> list[str]:
    return [each for name in marked_fields(type(tool), ELEMENT_ID) if (each := getattr(tool, name))]
