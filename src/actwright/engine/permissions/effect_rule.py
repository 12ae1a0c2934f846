"""The rule about effects: what an action may not send is blocked while it is under way, and then until a new document."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass

from actwright.engine.permissions.authorization import Authorization
from actwright.engine.permissions.request_firewall import Block, PageRequest, Prepend, RequestRule
from actwright.engine.permissions.rules import PermissionRules


@dataclass(frozen=True, slots=True)
class ActionUnderWay:
    """An action that may not send everything.

    Attributes:
        authorization: What it may do.
        blocked: Called with each request before it is blocked.
        in_document: Whether the document that it began in is still there. What the next document sends is not its doing,
            unless it was not meant to lead anywhere.
    """

    authorization: Authorization
    blocked: Callable[[PageRequest], None]
    in_document: Callable[[], bool]


class EffectRule(RequestRule):
    """Blocks requests other than GET that the actions of a run may not send.

    Args:
        permission_rules: What the run may do.
        blocked_later: Called with each request that is blocked although its action is over, and the reason.
        with_person: Whether a person controls the page, who may send what they want.
        guards: Called with the URL of a script; returns what it must begin with if it is that of a worker whose messages
            are blocked, else nothing.

    Attributes:
        later: The places that may send nothing although no action is under way, with the reasons, by tab. Whoever sees
            that a tab shows a new document removes it.
    """

    subject = "effects"

    def __init__(
        self,
        permission_rules: PermissionRules,
        *,
        blocked_later: Callable[[PageRequest, str], None],
        with_person: Callable[[], bool],
        guards: Callable[[str], str] = lambda _url: "",
    ) -> None:
        self._permission_rules = permission_rules
        self._blocked_later = blocked_later
        self._with_person = with_person
        self._guards = guards
        self._under_way: ActionUnderWay | None = None
        self._page: Hashable = None
        self.later: dict[Hashable, dict[str, str]] = {}

    def may_send(self, place: str, authorization: Authorization) -> bool:
        """Whether the documents of a place may send something because of an action."""
        return not self._permission_rules.check_effect(place, authorization.count)

    @contextmanager
    def during(self, action: ActionUnderWay, *, page: Hashable, places: Iterable[str]) -> Generator[None]:
        """Blocks what an action on a tab may not send while the block lasts, and these places afterwards (`later`)."""
        self._under_way, self._page = action, page
        try:
            yield
        finally:
            self._under_way = None
            if later := dict.fromkeys(places, action.authorization.block_reason):
                self.later[page] = self.later.get(page, {}) | later

    async def decide(self, request: PageRequest) -> Block | Prepend | None:
        """Decides on requests other than GET, and on the scripts of workers; see `RequestRule`."""
        guard = self._guards(request.url) if request.is_safe and request.resource_type == "script" else ""
        if request.is_safe and not guard:
            return None
        action = self._under_way
        if action is not None and self._is_blocked(request, action):
            if guard:
                return Prepend(guard)
            action.blocked(request)
            return Block(f"was blocked: {action.authorization.block_reason}")
        reasons = [reasons[request.sender] for reasons in self.later.values() if request.sender in reasons]
        if not reasons or self._with_person():
            return None
        if guard:
            return Prepend(guard)
        self._blocked_later(request, reasons[0])
        return Block(f"was blocked: {reasons[0]}")

    def _is_blocked(self, request: PageRequest, action: ActionUnderWay) -> bool:
        in_new_tab = request.from_blank_tab and request.page is not self._page
        if request.page is None or in_new_tab:  # it is from a tab that is just being opened, or from a service worker
            return True
        if action.authorization.blocks_by_place:
            return not self.may_send(request.sender, action.authorization)
        return action.in_document()
