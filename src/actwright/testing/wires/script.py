"""The script of a server: what it answers, reply by reply, and what it received."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from actwright.schemas.exchange import Request, ToolCall, Usage
from actwright.schemas.proposal import Proposal
from actwright.testing.requests import request_of
from actwright.testing.scripted import reply_text

__all__ = ["Answer", "Drop", "Event", "HttpError", "Line", "Received", "Silence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A model's answer.

    Attributes:
        said: A proposal, the same as a dict, or any text.
        calls: Tools that the model calls, after what it says. On Anthropic's wire arguments are JSON objects.
        thought: What it thought before, in words that the provider shows; OpenAI's Chat Completions shows none.
        usage: What the answer reports; None estimates a token for every 4 characters of text (pictures and the
            answer's schema are not counted).
        finish: Why it ended; `stop` with calls means that it waits for their results.
        keep: Only so many characters of text were written before the output cap, and no call; `finish` is then `length`.
        delay: Seconds before the first byte.
        drip: Seconds between any two bytes of the body; 0 sends it whole.
        cut: The connection breaks in the middle of the body, or after so many bytes of it.
        stall: Half of the body comes, then nothing more, and the connection stays open.
    """

    said: Proposal | Mapping[str, Any] | str = ""
    calls: tuple[ToolCall, ...] = ()
    thought: str = ""
    usage: Usage | None = None
    finish: Literal["stop", "length", "refusal"] = "stop"
    keep: int | None = None
    delay: float = 0.0
    drip: float = 0.0
    cut: bool | int = False
    stall: bool = False

    @property
    def text(self) -> str:
        """What is sent as the model's text."""
        return reply_text(self.said)[: self.keep]

    @property
    def called(self) -> tuple[ToolCall, ...]:
        """The calls that are sent."""
        return self.calls if self.keep is None else ()

    @property
    def ended(self) -> Literal["stop", "tools", "length", "refusal"]:
        """`finish`, or `length` if the text was cut, or `tools` if there are calls."""
        if self.keep is not None:
            return "length"
        return "tools" if self.calls and self.finish == "stop" else self.finish


@dataclass(frozen=True, slots=True)
class HttpError:
    """An error in the provider's own form.

    Attributes:
        status: 400 or more.
        message: What the provider says; empty takes a usual text.
        retry_after: Value of the `retry-after` header.
        code: The provider's code; empty takes the usual one of the status.
    """

    status: int
    message: str = ""
    retry_after: float | str | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """The connection breaks before any byte of an answer."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing ever comes, and the connection stays open."""


Event = Answer | HttpError | Drop | Silence
Line = Event | Proposal | Mapping[str, Any] | str | ToolCall | Callable[[dict[str, Any]], "Line"]
"""One line of a server's script; a bare proposal, dict, text or call of a tool is an `Answer`; a callable gets the
request's body."""


@dataclass(frozen=True, slots=True)
class Received:
    """A request as it came in. The values of headers that carry keys are masked."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    wire: str

    @property
    def request(self) -> Request:
        """The request in our own form, as far as the wire carries it: see `actwright.testing.requests`.

        Raises:
            ConfigError: The body is not one of this wire's requests, or holds what our own form has not.
        """
        return request_of(self.body, wire=self.wire)
