"""A model call: the request, the reply and the cost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from operator import not_
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from actwright.schemas.base import Frozen
from actwright.schemas.page import Image, Tab
from actwright.schemas.sampling import Sampling
from actwright.schemas.toolset import SafetyCheck, Toolset
from actwright.schemas.usage import Spend, Usage

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
    "StateBlock",
    "TextBlock",
    "ToolCall",
    "ToolDefinition",
    "ToolResult",
    "cost_of",
    "spend_of",
    "text_of",
    "usage_of",
]

Section = Literal["system", "tools", "instructions", "task", "history", "page", "screenshot", "other"]
"""What a block is for; the meter attributes tokens to it."""


Detail = Literal["auto", "low", "high", "original"]


class TextBlock(Frozen):
    """Text. `cache` marks the end of a prefix worth caching (Anthropic: at most 4 per request)."""

    text: str
    section: Section = "other"
    cache: bool = False


class ImageBlock(Frozen):
    """An image for the model.

    Attributes:
        detail: The resolution at which the model looks at it, where the provider has such an option.
    """

    image: Image
    section: Section = "screenshot"
    detail: Detail = "high"


class FileBlock(Frozen):
    """A document for the model, such as a PDF.

    Attributes:
        data: The content of the file.
        name: The file name; the model sees it.
    """

    data: bytes = Field(repr=False)
    name: str
    media_type: str = "application/pdf"
    section: Section = "other"


class LinkBlock(Frozen):
    """An image or a document that the provider fetches from a URL, or has stored under an ID.

    Attributes:
        kind: `image` or `file`.
        url: The http(s) URL.
        file_id: The provider's ID. Exactly one of `url` and `file_id` is set.
        detail: For an image, as in `ImageBlock`.
    """

    kind: Literal["image", "file"]
    url: str = ""
    file_id: str = ""
    detail: Detail = "high"
    section: Section = "other"

    @model_validator(mode="after")
    def _is_somewhere(self) -> Self:
        if bool(self.url) == bool(self.file_id) or not re.match(r"https?://.|$", self.url):
            message = "give either url (an http(s) URL) or file_id"
            raise ValueError(message)
        return self


class ToolCall(Frozen):
    """A tool call by the model, in an assistant message.

    Attributes:
        call_id: The provider's ID of the call; its result has the same.
        tool: The name of the tool.
        toolset: The provider's toolset that the tool belongs to; empty for a tool of the request.
        arguments: The arguments as the model wrote them: JSON, unless the model made a mistake.
        status: The status of the call, where the provider reports it (OpenAI Responses); it is sent back unchanged.
    """

    call_id: str
    tool: str
    toolset: str = Field(default="", exclude_if=not_)
    arguments: str
    status: Literal["", "in_progress", "completed", "incomplete"] = Field(default="", exclude_if=not_)
    section: Section = "history"


class StateBlock(Frozen):
    """The tabs of the browser after a call of a browser toolset; the provider makes the text that the model reads.

    Attributes:
        tabs: All open tabs.
        opened: The IDs of those that the call opened.
    """

    tabs: tuple[Tab, ...]
    opened: tuple[str, ...] = ()
    section: Section = "history"


class ToolResult(Frozen):
    """The result of a tool call, in the user message after it.

    Attributes:
        call_id: The ID of the call.
        toolset: The toolset of the call, as in `ToolCall`.
        blocks: Texts and images, and the tabs for a browser toolset.
        failed: Whether the text is an error.
        acknowledged: The safety checks of the call that a person accepted.
    """

    call_id: str
    toolset: str = Field(default="", exclude_if=not_)
    blocks: tuple[TextBlock | ImageBlock | LinkBlock | StateBlock, ...] = ()
    failed: bool = False
    acknowledged: tuple[SafetyCheck, ...] = Field(default=(), exclude_if=not_)
    section: Section = "history"

    @property
    def text(self) -> str:
        """The texts of the result, one per line."""
        return "\n".join(block.text for block in self.blocks if isinstance(block, TextBlock))


class Reasoning(Frozen):
    """The model's reasoning, in the provider's own form. It is sent back unchanged, and only over the same wire."""

    wire: str
    item: Mapping[str, Any]
    section: Section = "history"


class Refusal(Frozen):
    """The model's message when it refused to answer."""

    refusal: str
    section: Section = "history"


Block = TextBlock | ImageBlock | FileBlock | LinkBlock | StateBlock | ToolCall | ToolResult | Reasoning | Refusal


def text_of(block: Block) -> str:
    """The text of a block; empty for an image, a document, or reasoning in a provider's own form."""
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
        role: The speaker; a `system` message within the conversation is an example or a reminder.
        name: Distinguishes speakers of one role (`example_user`), where the provider accepts names.
    """

    role: Literal["user", "assistant", "system"]
    blocks: tuple[Block, ...]
    name: str = ""

    @property
    def speaker(self) -> Literal["user", "assistant", "system"]:
        """The role to send if the provider accepts no names.

        An example, such as `example_assistant`, gets the role in its name.
        """
        if self.role != "system" or not self.name:
            return self.role
        return "assistant" if self.name.endswith("assistant") else "user"


class ToolDefinition(Frozen):
    """A tool that the model may call natively, by the provider's own protocol.

    Attributes:
        parameters: JSON schema of an object, as pydantic generates it; wires reduce it to what providers accept.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]


Older = Literal["max_tokens", "text_content", "system", "no_cap", "strict"]


class Request(Frozen):
    """One request in Actwright's own form; each wire encodes it.

    Attributes:
        system: Instructions, sent as the provider's system prompt.
        messages: The conversation, oldest first.
        schema_name, answer_schema: Name and JSON schema of the answer (as pydantic or the toolbox generates it; the
            wire reduces it to what providers accept). None asks for free text.
        paired_schema: The same schema with the number of parameters that each tool takes, for endpoints whose answers
            have another.
        tools: The tools that the model may call natively.
        toolset: The provider's own toolset that the model may use, too.
        json_answer: Asks for one JSON object of any form, where the provider has such a mode. For endpoints that reject
            schemas; `answer_schema` is None then.
        max_output_tokens: The longest answer in tokens, reasoning included.
        sampling: The other sampling parameters: temperature, `top_p` and effort.
        older: What an endpoint needs in an older form, or not at all: the old parameter name `max_tokens`, contents as
            one text instead of parts (`text_content`), instructions in the first message instead of a `system` one,
            `no_cap` on the answer, and schemas that are not `strict`. Chat Completions has all of these, Responses the
            last two.
        stream: Whether the reply may be streamed, so that a broken connection is noticed at once. It is used as a
            whole.
    """

    system: tuple[TextBlock, ...] = ()
    messages: tuple[Message, ...]
    schema_name: str = "answer"
    answer_schema: Mapping[str, Any] | None = None
    paired_schema: Mapping[str, Any] | None = Field(default=None, exclude=True, repr=False)
    json_answer: bool = False
    tools: tuple[ToolDefinition, ...] = ()
    toolset: Toolset | None = Field(default=None, exclude_if=not_)
    max_output_tokens: int = 8_000
    sampling: Sampling = Field(default=Sampling(), exclude_if=lambda sampling: sampling == Sampling())
    older: tuple[Older, ...] = ()
    stream: bool = True

    def sampled(self, wanted: Sampling) -> Request:
        """The request with these sampling parameters over its own; the same object if there are none."""
        if wanted == Sampling():
            return self
        sampling = wanted.over(self.sampling).model_copy(update={"max_output_tokens": None})
        cap = wanted.max_output_tokens or self.max_output_tokens
        return self.model_copy(update={"sampling": sampling, "max_output_tokens": cap})


Finish = Literal["stop", "tools", "length", "refusal", "other"]


class Reply(Frozen):
    """A provider's reply in Actwright's own form.

    Attributes:
        text: The text of the answer, unparsed; for a refusal, its message.
        blocks: Everything that was answered, in order; an assistant message repeats it to continue the conversation.
        finish: Why the reply ended: `stop`, `tools` (it waits for tool results), `length` (cut at the token limit),
            `refusal` or `other`.
        usage: Normalised token counts; None if the provider reported none.
        raw_usage: The provider's own usage object.
        model: The provider's name of the model that answered.
        replayed: True if a cassette answered; the tokens of `usage` were spent when it was recorded.
    """

    text: str
    blocks: tuple[Block, ...] = ()
    finish: Finish = "stop"
    usage: Usage | None = None
    raw_usage: Mapping[str, Any] = Field(default_factory=dict)
    model: str = ""
    replayed: bool = Field(default=False, exclude_if=not_)


class Exchange(Frozen):
    """One model call that was sent, answered or not. A retry is an exchange of its own.

    Attributes:
        role: What the call was for (`main`, `verifier`, …).
        model, wire: The model's name as configured, and the protocol.
        attempt: 1 for the first attempt of a request.
        request, reply: The request, and the reply; None if the attempt failed.
        usage: Tokens; zeros if there was no reply. `image` is an estimate if the provider does not report it.
        estimated: True if the provider reported no tokens: all of `usage` is an estimate, and so is the cost.
        cost: USD; None if the model's price is not known.
        milliseconds: Wall time of the attempt.
        error: Why the attempt failed; empty if it did not.
        note: What the run learned about the endpoint from this attempt; empty if nothing.
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
        """Why the reply ended; None if there was none."""
        return self.reply.finish if self.reply else None


def usage_of(exchanges: Iterable[Exchange]) -> Usage:
    """Tokens of all calls together."""
    return sum((exchange.usage for exchange in exchanges), Usage())


def cost_of(exchanges: Iterable[Exchange]) -> float | None:
    """USD of all calls together; None if any call's price is not known; 0.0 for no call."""
    costs = [exchange.cost for exchange in exchanges]
    known = [cost for cost in costs if cost is not None]
    return sum(known, 0.0) if len(known) == len(costs) else None


def spend_of(exchanges: Iterable[Exchange]) -> Spend:
    """What all calls together count against the limits."""
    rows = (Spend(calls=1, tokens=row.usage.total, usd=row.cost or 0.0) for row in exchanges)
    return sum(rows, Spend())
