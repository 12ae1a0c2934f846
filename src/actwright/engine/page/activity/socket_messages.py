"""Records the messages that actions make pages send over WebSockets, apart from those that pages send by themselves."""

from __future__ import annotations

import math
import re
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from actwright.engine.page.activity.requests import OutgoingRequest
from actwright.text import shortened

ALONE_AFTER = 1.0
"""How long after an action what a page sends is its own doing (s); sooner, the page must send it twice."""
MOST_MESSAGES = 20
"""How many messages of one action over one socket are read."""
MOST_SHAPES = 50
LONGEST_SHAPE = 200
SIGN_OF_LIFE = re.compile(
    r"\s*|[235](?:probe)?|"
    r"(?=[\s\S]{0,200}$)(?=[\s\S]*\b(?:ping|pong|heartbeat|keep.?alive|hb)\b)"
    r"(?:\W|\b(?:ping|pong|heartbeat|keep.?alive|hb|type|event|op|action|cmd|command|method|kind|id|ref|seq|ts|t|time|timestamp"
    r"|topic|channel|phoenix|payload|data|params|jsonrpc|null|true|false|\d+[tz]?\d*|[\da-f]*\d[\da-f]*|[\da-f]{4,})\b)*",
    re.IGNORECASE,
)
"""The whole message: such a word, alone or with what protocols write around it. With any other word, it says something.

Engine.io writes 2 and 3 for ping and pong, and 5 when it goes over to the socket. As in `page_world/sending.js`.
"""
CHANGING = re.compile(r"[0-9a-f]{8,}|\d+", re.IGNORECASE)
"""What differs between messages that say the same: times, counters, IDs."""


class Socket(Protocol):
    """A WebSocket of a page or a worker."""

    @property
    def url(self) -> str:
        """The URL that it is connected to."""
        ...


@dataclass
class SocketMessages:
    """The messages of one run's pages. What a page sends by itself is a sign of life, or was sent without an action.

    Attributes:
        mask: Hides the secrets in a text.
    """

    mask: Callable[[str], str]
    _sent: dict[Socket, OutgoingRequest] = field(default_factory=dict[Socket, OutgoingRequest])
    _arriving: set[Socket] = field(default_factory=set[Socket])
    _acted: float = -math.inf
    _own: dict[Socket, set[str]] = field(default_factory=dict[Socket, set[str]])
    _seen: dict[Socket, Counter[str]] = field(default_factory=dict[Socket, Counter[str]])

    def begin(self) -> None:
        """An action begins."""
        self._sent.clear()
        self._arriving.clear()

    def end(self) -> None:
        """The action is over."""
        self._acted = time.monotonic()

    def add_arriving(self, socket: Socket) -> None:
        """Notes the socket of a document that the action led to. What that document sends is not the action's doing."""
        self._arriving.add(socket)

    def forget(self, socket: Socket) -> None:
        """Forgets a socket that was closed."""
        self._own.pop(socket, None)
        self._seen.pop(socket, None)

    def record(self, socket: Socket, message: str | bytes, *, acting: bool) -> OutgoingRequest | None:
        """Records a message that is sent. Returns what an action sends over this socket, if this is its first message."""
        if not acting:
            self._learn(socket, message)
            return None
        if socket in self._arriving or self._is_own(socket, message):
            return None
        if (known := self._sent.get(socket)) is not None:
            known.messages += [message] * (len(known.messages) < MOST_MESSAGES)
            return None
        label = f"SEND {shortened(self.mask(socket.url), 100)}"
        sent = self._sent[socket] = OutgoingRequest(
            label, changes=True, at=time.monotonic(), awaited=False, messages=[message]
        )
        return sent

    def _learn(self, socket: Socket, message: str | bytes) -> None:
        """Learns what a page sends without an action."""
        own, seen = self._own.setdefault(socket, set()), self._seen.setdefault(socket, Counter())
        shape = _shape_of(message)
        if len(seen) < MOST_SHAPES:
            seen[shape] += 1
        if len(own) < MOST_SHAPES and (seen[shape] > 1 or time.monotonic() - self._acted > ALONE_AFTER):
            own.add(shape)

    def _is_own(self, socket: Socket, message: str | bytes) -> bool:
        if isinstance(message, str) and SIGN_OF_LIFE.fullmatch(message):
            return True
        return _shape_of(message) in self._own.get(socket, ())


def _shape_of(message: str | bytes) -> str:
    """What messages that say the same have in common."""
    if isinstance(message, bytes):
        return f"{len(message)} bytes"
    return CHANGING.sub("0", message[:LONGEST_SHAPE])
