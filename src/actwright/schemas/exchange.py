"""A call to a model: what was sent, what came back, what it cost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from operator import not_
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from actwright.schemas.base import Frozen
from actwright.schemas.page import Image
from actwright.schemas.sampling import Sampling

__all__ = [
    "Block",
    "Detail",
    "Exchange",
    "FileBlock",
    "Finish",
    "ImageBlock",
    "LinkBlock",
    "Message",
    "Reasoning",
    "Refusal",
    "Reply",
    "Request",
    "Section",
    "Spend",
    "TextBlock",
    "ToolCall",
    "ToolDefinition",
    "ToolResult",
    "Usage",
    "cost_of",
    "spend_of",
    "text_of",
    "usage_of",
]

Section = Literal["system", "tools", "task", "history", "page", "screenshot", "other"]
"""What a block is for; the meter attributes tokens by it."""


Detail = Literal["auto", "low", "high", "original"]


class TextBlock(Frozen):
    """Text. `cache` marks the end of a prefix worth caching (Anthropic: at most 4 per request)."""

    text: str
    section: Section = "other"
    cache: bool = False


class ImageBlock(Frozen):
    """A picture for the model.

    Attributes:
        detail: How finely the model looks at it, where the provider lets that be chosen.
    """

    image: Image
    section: Section = "screenshot"
    detail: Detail = "high"


class FileBlock(Frozen):
    """A document for the model, such as a PDF.

    Attributes:
        data: Its bytes.
        name: Its file name, which the model is told.
    """

    data: bytes = Field(repr=False)
    name: str
    media_type: str = "application/pdf"
    section: Section = "other"


class LinkBlock(Frozen):
    """A picture or a document that the provider fetches from its address, or that it holds under an ID of its own.

    Attributes:
        kind: Which of the two.
        url: Its address, http(s).
        file_id: The provider's ID of it; either this or the address is given.
        detail: Of a picture, as of `ImageBlock`.
    """

    kind: Literal["image", "file"]
    url: str = ""
    file_id: str = ""
    detail: Detail = "high"
    section: Section = "other"

    @model_validator(mode="after")
    def _is_somewhere(self) -> Self:
        if bool(self.url) == bool(self.file_id) or not re.match(r"https?://.|$", self.url):
            message = "give either url, an http(s) address, or file_id"
            raise ValueError(message)
        return self


class ToolCall(Frozen):
    """A call of a tool by the model, in an assistant's message.

    Attributes:
        call_id: The provider's name of the call; its result carries the same.
        tool: Which.
        arguments: As the model wrote them: JSON, if it kept to the rules.
        status: How far it came, where the provider reports that (OpenAI Responses); it goes back as it came.
    """

    call_id: str
    tool: str
    arguments: str
    status: Literal["", "in_progress", "completed", "incomplete"] = Field(default="", exclude_if=not_)
    section: Section = "history"


class ToolResult(Frozen):
    """What came of a tool's call, in the user's message after it.

    Attributes:
        call_id: Of the call.
        blocks: Texts and pictures.
        failed: Whether the text is an error.
    """

    call_id: str
    blocks: tuple[TextBlock | ImageBlock | LinkBlock, ...] = ()
    failed: bool = False
    section: Section = "history"

    @property
    def text(self) -> str:
        """Its texts, a line each."""
        return "\n".join(block.text for block in self.blocks if isinstance(block, TextBlock))


class Reasoning(Frozen):
    """What the model thought, in the provider's own form; it goes back unchanged, and over the same wire only."""

    wire: str
    item: Mapping[str, Any]
    section: Section = "history"


class Refusal(Frozen):
    """What the model said when it refused to answer."""

    refusal: str
    section: Section = "history"


Block = TextBlock | ImageBlock | FileBlock | LinkBlock | ToolCall | ToolResult | Reasoning | Refusal


def text_of(block: Block) -> str:
    """What a block says in words; nothing for a picture, a document, or thoughts in a provider's own form."""
    match block:
        case TextBlock() | ToolResult():
            return block.text
        case ToolCall():
            return f"{block.tool} {block.arguments}"
        case Refusal():
            return block.refusal
        case _:
            return ""


class Message(Frozen):
    """One turn of the conversation.

    Attributes:
        role: Who speaks; a `system` message within the conversation is an example or a reminder.
        name: Tells speakers of one role apart (`example_user`), where the provider takes names.
    """

    role: Literal["user", "assistant", "system"]
    blocks: tuple[Block, ...]
    name: str = ""

    @property
    def speaker(self) -> Literal["user", "assistant", "system"]:
        """Whose turn it is where names are not taken: an example (`example_assistant`) is a turn of whom it is named for."""
        if self.role != "system" or not self.name:
            return self.role
        return "assistant" if self.name.endswith("assistant") else "user"


class ToolDefinition(Frozen):
    """A tool that the model may call by the provider's own protocol.

    Attributes:
        parameters: JSON schema of an object, as pydantic makes it; wires lower it to what providers accept.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]


class Request(Frozen):
    """One request in our own form; each wire encodes it.

    Attributes:
        system: Instructions, sent as the provider's system prompt.
        messages: The conversation, oldest first.
        schema_name, answer_schema: Name and JSON schema of the answer (as pydantic or the toolbox makes it; the wire
            lowers it to what providers accept). None asks for free text.
        tools: What the model may call natively.
        json_answer: Asks for one JSON object of any form, where the provider can be asked for it. For endpoints that
            refuse schemas: there is no `answer_schema` then.
        max_output_tokens: Cap on the answer, reasoning included.
        sampling: The rest of what is asked of the answer: temperature, `top_p` and effort. Its cap is `max_output_tokens`.
        older: Older forms of Chat Completions that an endpoint wants: the cap's old name `max_tokens`, and contents as
            one text instead of parts.
        stream: Whether the reply may come in pieces, which shows at once when a connection dies. It is used as a whole.
    """

    system: tuple[TextBlock, ...] = ()
    messages: tuple[Message, ...]
    schema_name: str = "answer"
    answer_schema: Mapping[str, Any] | None = None
    json_answer: bool = False
    tools: tuple[ToolDefinition, ...] = ()
    max_output_tokens: int = 8_000
    sampling: Sampling = Field(default=Sampling(), exclude_if=lambda sampling: sampling == Sampling())
    older: tuple[Literal["max_tokens", "text_content"], ...] = ()
    stream: bool = True

    def sampled(self, wanted: Sampling) -> Request:
        """The request with what is wanted of the answer, over what it asks already; the same object if nothing is."""
        if wanted == Sampling():
            return self
        sampling = wanted.over(self.sampling).model_copy(update={"max_output_tokens": None})
        cap = wanted.max_output_tokens or self.max_output_tokens
        return self.model_copy(update={"sampling": sampling, "max_output_tokens": cap})


class Usage(Frozen):
    """Tokens of one call, the same for every provider. The three inputs are disjoint.

    Attributes:
        fresh, cache_read, cache_write: Input that was read anew, from the cache, and anew into it.
        output: What was answered.
        reasoning: The part of `output` that was thought.
        image: The part of the input that is pictures.
    """

    fresh: int = 0
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0
    reasoning: int = 0
    image: int = 0

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
            image=self.image + other.image,
        )


Finish = Literal["stop", "tools", "length", "refusal", "other"]


class Reply(Frozen):
    """A provider's answer in our own form.

    Attributes:
        text: The answer's text, unparsed; of a refusal, what was said.
        blocks: All that was answered, in order: what an assistant's message repeats to go on from here.
        finish: Why it ended: `stop`, `tools` (it waits for results), `length` (cut at the output cap), `refusal`, or
            `other`.
        usage: Normalised tokens; None if the provider reported none.
        raw_usage: The provider's own usage object.
        model: The model that answered, as the provider names it.
        replayed: A cassette answered; the tokens of `usage` were spent when it was recorded.
    """

    text: str
    blocks: tuple[Block, ...] = ()
    finish: Finish = "stop"
    usage: Usage | None = None
    raw_usage: Mapping[str, Any] = Field(default_factory=dict)
    model: str = ""
    replayed: bool = Field(default=False, exclude_if=not_)


class Exchange(Frozen):
    """One row of the meter: one call that left, answered or not; a retry is a row of its own.

    Attributes:
        role: What the call was for (`main`, `verifier`, …).
        model, wire: The model's name as configured, and the protocol.
        attempt: 1 for the first try of a request.
        request, reply: What was sent; what came back, None if the attempt failed.
        usage: Tokens, zeros if no answer came. `image` is an estimate where the provider does not tell it.
        estimated: The provider reported no tokens: all of `usage` is an estimate, and so is the cost.
        cost: USD; None if the model's price is not known.
        milliseconds: Wall time of the attempt.
        error: Why the attempt failed; empty if it did not.
        note: What the run learned about the endpoint from it; empty if nothing.
    """

    role: str
    model: str
    wire: str
    attempt: int = 1
    request: Request
    reply: Reply | None = None
    usage: Usage = Usage()
    estimated: bool = False
    cost: float | None = None
    milliseconds: float = 0.0
    error: str = ""
    note: str = ""

    @property
    def finish(self) -> Finish | None:
        """Why the answer ended; None if none came."""
        return self.reply.finish if self.reply else None


def usage_of(exchanges: Iterable[Exchange]) -> Usage:
    """Tokens of all calls together."""
    return sum((exchange.usage for exchange in exchanges), Usage())


def cost_of(exchanges: Iterable[Exchange]) -> float | None:
    """USD of all calls together; None if that of any is not known; 0.0 for no call."""
    costs = [exchange.cost for exchange in exchanges]
    known = [cost for cost in costs if cost is not None]
    return sum(known, 0.0) if len(known) == len(costs) else None


class Spend(Frozen):
    """What is counted against the limits of a run: calls, tokens, and USD as far as prices are known."""

    calls: int = 0
    tokens: int = 0
    usd: float = 0.0

    def __add__(self, other: Self) -> Spend:
        return Spend(calls=self.calls + other.calls, tokens=self.tokens + other.tokens, usd=self.usd + other.usd)


def spend_of(exchanges: Iterable[Exchange]) -> Spend:
    """What calls count together."""
    rows = (Spend(calls=1, tokens=row.usage.total, usd=row.cost or 0.0) for row in exchanges)
    return sum(rows, Spend())
