"""The script of a server: its replies, and the requests that it received."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from actwright.schemas.exchange import Request, ToolCall
from actwright.schemas.proposal import Proposal
from actwright.schemas.usage import Usage
from actwright.testing.requests import request_of
from actwright.testing.scripted import reply_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A model's answer.

    Attributes:
        said: A proposal, the same as a dict, or any text.
        calls: Tools that the model calls, after `said`. On Anthropic's wire, arguments are JSON objects.
        thought: The model's reasoning before the answer, as text that the provider shows. OpenAI's Chat Completions
            shows none.
        usage: The usage that the answer reports; None estimates one token per 4 characters of text (images and the
            answer's schema are not counted).
        finish: Why the answer ended; `stop` with calls means that it waits for their results.
        keep: The answer is cut at the token limit after this many characters of text, without calls; `finish` is then
            `length`.
        delay: Seconds before the first byte.
        drip: Seconds between any two bytes of the body; 0 sends it whole.
        cut: True breaks the connection in the middle of the body; a number, after this many bytes of it.
        stall: Half of the body is sent, then nothing more, and the connection stays open.
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
        """The text that is sent as the model's."""
        return reply_text(self.said)[: self.keep]

    @property
    def called(self) -> tuple[ToolCall, ...]:
        """The tool calls that are sent."""
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
        message: The provider's message; empty means a typical one.
        retry_after: Value of the `retry-after` header.
        code: The provider's error code; empty means the usual one for the status.
    """

    status: int
    message: str = ""
    retry_after: float | str | None = None
    code: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """Breaks the connection before the first byte of a response."""


@dataclass(frozen=True, slots=True)
class Silence:
    """Never sends a response, and leaves the connection open."""


Event = Answer | HttpError | Drop | Silence
Line = Event | Proposal | Mapping[str, Any] | str | ToolCall | Callable[[dict[str, Any]], "Line"]
"""A line of a server's script. A bare proposal, dict, text or tool call is an `Answer`; a callable gets the request's
body and returns a line."""


@dataclass(frozen=True, slots=True)
class Received:
    """A request as it was received. The values of headers that carry keys are masked."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]
    wire: str

    @property
    def request(self) -> Request:
        """The request in Actwright's own form, as far as the wire carries it; see `actwright.testing.requests`.

        Raises:
            ConfigError: The body is not a request of this wire, or has something that Actwright's form cannot express.
        """
        return request_of(self.body, wire=self.wire)
