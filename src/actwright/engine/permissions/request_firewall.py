"""The one firewall of a run: an ordered list of rules decides whether a request may leave the browser."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Literal, get_args
from urllib.parse import urlsplit

from actwright.schemas.http_methods import SAFE_METHODS
from actwright.schemas.refused_request import RefusedRequest

RuleSubject = Literal["hosts", "effects", "edits", "files", "submission"]
"""What a rule is about. The rules are asked in this order, whenever they were added."""
ORDER: tuple[RuleSubject, ...] = get_args(RuleSubject)
LONGEST_LABEL = 200


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PageRequest:
    """A request that a page, a frame or a worker is about to send, or a WebSocket that it is about to open.

    Attributes:
        method: The HTTP method; GET for a WebSocket.
        url: The URL as the browser writes it.
        resource_type: What it is for, in Playwright's words: `document`, `fetch`, `xhr`, `ping`, `websocket`, …
        headers: Its headers as far as they are known before it is sent, with names in lower case.
        page: The tab that it belongs to, for comparisons only; None if the tab is just being opened, for a service
            worker, and for a WebSocket.
        sender: The place of the document or worker that sends it; see `PermissionRules`. Empty if it has none.
        navigates: Whether it opens a document.
        framed: Whether it belongs to a frame inside a page.
        from_blank_tab: Whether its tab shows the blank document that every new one begins with.
        read_body: Reads the body; None if there is none, or if only the browser has it.
        native: The request as the driver knows it, for comparisons only.
    """

    method: str
    url: str
    resource_type: str = "fetch"
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    page: Hashable = None
    sender: str = ""
    navigates: bool = False
    framed: bool = False
    from_blank_tab: bool = False
    read_body: Callable[[], bytes | None] = lambda: None
    native: Any = None

    @property
    def is_safe(self) -> bool:
        """Whether it only asks for something."""
        return self.method in SAFE_METHODS

    @property
    def opens_page(self) -> bool:
        """Whether it opens a document in a tab, not in a frame inside a page."""
        return self.navigates and not self.framed

    @property
    def label(self) -> str:
        """The request in words, without its query and body: `POST https://shop.example/order`."""
        parts = urlsplit(self.url)
        return f"{self.method} {parts.scheme}://{parts.netloc}{parts.path}"[:LONGEST_LABEL]


@dataclass(frozen=True, slots=True)
class Block:
    """The request does not leave.

    Attributes:
        reason: Why, worded to follow `target`.
        target: What was refused; empty for the request itself.
        stays: Whether a page that wanted to go somewhere stays where it is, instead of showing the browser's error.
    """

    reason: str
    target: str = ""
    stays: bool = False


@dataclass(frozen=True, slots=True)
class SendOnce:
    """The request leaves exactly once, on a connection of its own; no later rule is asked.

    A browser repeats a request by itself, even a POST, if a reused connection closes without a response (seen with
    Chromium 156: `HttpNetworkTransaction::ShouldResendRequest`).

    Attributes:
        seconds: How long the response may take.
        ended: Called with the HTTP status of the response; with 0 if the connection ended without one.
        may_repeat: Called with the URL that a 307 or 308 asks to send it to again; returns whether that may be done.
    """

    seconds: float
    ended: Callable[[int], None]
    may_repeat: Callable[[str], bool] = lambda _url: False


@dataclass(frozen=True, slots=True)
class Prepend:
    """The request leaves, and what it answers begins with a script. The script must do nothing where it has no reason to.

    Attributes:
        script: The script, in ASCII.
    """

    script: str


Decision = Block | SendOnce | Prepend


class RequestRule(ABC):
    """One rule of the firewall.

    Attributes:
        subject: What it is about, which gives it its place in the order.
        sees_sockets: Whether it is asked about WebSockets too. Only then are they routed, which takes time.
    """

    subject: ClassVar[RuleSubject]
    sees_sockets: ClassVar[bool] = False

    @abstractmethod
    async def decide(self, request: PageRequest) -> Decision | None:
        """Decides on a request; None passes it on to the next rule. It may wait: the request does so too."""

    @cached_property
    def refused(self) -> Counter[tuple[str, str]]:
        """What the rule refused, and why, with the number of times; the firewall counts."""
        return Counter()

    @property
    def refusals(self) -> tuple[RefusedRequest, ...]:
        """What the rule refused, in the order in which it was first asked for."""
        return tuple(RefusedRequest(*what, count) for what, count in self.refused.items())


class RequestFirewall:
    """Asks its rules about each request, in the order of their subjects. The first decision counts.

    Attributes:
        rules: The rules, in this order.
    """

    def __init__(self) -> None:
        self.rules: tuple[RequestRule, ...] = ()

    def add(self, rule: RequestRule) -> None:
        """Adds a rule behind those of the same subject."""
        self.rules = tuple(sorted((*self.rules, rule), key=lambda each: ORDER.index(each.subject)))

    def remove(self, rule: RequestRule) -> None:
        """Removes a rule. A request about which the rules are just being asked is still put to it."""
        self.rules = tuple(each for each in self.rules if each is not rule)

    async def decide(self, request: PageRequest) -> Decision | None:
        """Returns the first decision of a rule; None if every rule passes the request on, so that it may leave."""
        for rule in self.rules:
            if (decision := await rule.decide(request)) is not None:
                if isinstance(decision, Block):
                    rule.refused[decision.target or request.label, decision.reason] += 1
                return decision
        return None
