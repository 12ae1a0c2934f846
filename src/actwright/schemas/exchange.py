"""A call to a model: what was sent, what came back, what it cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Self

from pydantic import Field

from actwright.schemas.base import Frozen
from actwright.schemas.page import Image

__all__ = [
    "Block",
    "Exchange",
    "ImageBlock",
    "Message",
    "Reply",
    "Request",
    "Section",
    "TextBlock",
    "Usage",
    "cost_of",
    "usage_of",
]

Section = Literal["system", "tools", "task", "history", "page", "screenshot", "other"]
"""What a block is for; the meter attributes tokens by it."""


class TextBlock(Frozen):
    """Text for the model. `cache` marks the end of a prefix worth caching (Anthropic: at most 4 per request)."""

    text: str
    section: Section = "other"
    cache: bool = False


class ImageBlock(Frozen):
    """A picture for the model."""

    image: Image
    section: Section = "screenshot"


Block = TextBlock | ImageBlock


class Message(Frozen):
    """One turn of the conversation."""

    role: Literal["user", "assistant"]
    blocks: tuple[Block, ...]


class Request(Frozen):
    """One request in our own form; each wire encodes it.

    Attributes:
        system: Instructions, sent as the provider's system prompt.
        messages: The conversation, oldest first.
        schema_name, answer_schema: Name and JSON schema of the answer (as pydantic or the toolbox makes it; the wire
            lowers it to what providers accept). None asks for free text.
        max_output_tokens: Cap on the answer, reasoning included.
    """

    system: tuple[TextBlock, ...] = ()
    messages: tuple[Message, ...]
    schema_name: str = "answer"
    answer_schema: Mapping[str, Any] | None = None
    max_output_tokens: int = 8_000


class Usage(Frozen):
    """Tokens of one call, the same for every provider. `reasoning` is part of `output`; the three inputs are disjoint."""

    fresh: int = 0
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0
    reasoning: int = 0

    @property
    def input(self) -> int:
        """All input tokens, cached or not."""
        return self.fresh + self.cache_read + self.cache_write

    @property
    def total(self) -> int:
        """Input and output tokens."""
        return self.input + self.output

    def __add__(self, other: Self) -> Usage:
        return Usage(
            fresh=self.fresh + other.fresh,
            cache_read=self.cache_read + other.cache_read,
            cache_write=self.cache_write + other.cache_write,
            output=self.output + other.output,
            reasoning=self.reasoning + other.reasoning,
        )


class Reply(Frozen):
    """A provider's answer in our own form.

    Attributes:
        text: The answer's text, unparsed.
        finish: Why it ended: `stop`, `length` (cut at the output cap), `refusal`, or `other`.
        usage: Normalised tokens; None if the provider reported none.
        raw_usage: The provider's own usage object.
        model: The model that answered, as the provider names it.
    """

    text: str
    finish: Literal["stop", "length", "refusal", "other"] = "stop"
    usage: Usage | None = None
    raw_usage: Mapping[str, Any] = Field(default_factory=dict)
    model: str = ""


class Exchange(Frozen):
    """One row of the meter: one call that left, answered or not; a retry is a row of its own.

    Attributes:
        role: What the call was for (`main`, `verifier`, …).
        model, wire: The model's name as configured, and the protocol.
        attempt: 1 for the first try of a request.
        request, reply: What was sent; what came back, None if the attempt failed.
        usage: Tokens, zeros if the provider reported none.
        cost: USD; None if the model's price is not known.
        milliseconds: Wall time of the attempt.
        error: Why the attempt failed; empty if it did not.
    """

    role: str
    model: str
    wire: str
    attempt: int = 1
    request: Request
    reply: Reply | None = None
    usage: Usage = Usage()
    cost: float | None = None
    milliseconds: float = 0.0
    error: str = ""


def usage_of(exchanges: Iterable[Exchange]) -> Usage:
    """Tokens of all calls together."""
    return sum((exchange.usage for exchange in exchanges), Usage())


def cost_of(exchanges: Iterable[Exchange]) -> float | None:
    """USD of all calls together; None if that of any is not known; 0.0 for no call."""
    costs = [exchange.cost for exchange in exchanges]
    known = [cost for cost in costs if cost is not None]
    return sum(known, 0.0) if len(known) == len(costs) else None
