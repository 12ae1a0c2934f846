"""Learns what an endpoint does not accept, from its refusals and not from its name, and leaves it out of requests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from actwright.errors import ModelError
from actwright.schemas.base import Frozen
from actwright.schemas.exchange import Block, ImageBlock, LinkBlock, Message, Older, Request, ToolResult

REFUSALS = (400, 404, 415, 422, 500, 501)
"""Statuses with which endpoints refuse what they do not know; some local servers say 500."""
UNEXPLAINED = (400, 422)
"""Those with which they also refuse a form of the answer in words that name nothing of the request."""

STRICT_SIGNS = re.compile(
    r"\bstrict\b.{0,60}(unexpected|not (permitted|supported|allowed))"
    r"|(unknown|unrecognized|unsupported|unexpected|additional)\b.{0,60}\bstrict\b",
    re.IGNORECASE,
)
SCHEMA_SIGNS = re.compile(
    r"response_?(format|schema)|json[_ ]?(schema|object)|json mode|output_(config|schema)|text\.format|structured.?outputs?|guided"
    r"|grammar|samplers|for format|requested parameters|specified schema|schema.{0,30}(not supported|too (complex|many))",
    re.IGNORECASE,
)
STREAM_SIGNS = re.compile(r"\bstream(ing|ed|_options)?\b", re.IGNORECASE)
IMAGE_SIGNS = re.compile(r"image|vision|multi-?modal|content\[\]\.type", re.IGNORECASE)
NEWER_CAP_SIGNS = re.compile(r"max_completion_tokens", re.IGNORECASE)
_CAP = r"max_(completion_|output_|new_)?tokens"
NO_CAP_SIGNS = re.compile(
    rf"{_CAP}\W{{0,3}}.{{0,30}}\b(not|isn.?t|un)\W?\w*.{{0,20}}(support|accept|allow|permit|recogni)"
    rf"|(unsupported|unknown|unrecognized|unexpected|invalid)( \w+){{0,2}}\W{{1,4}}{_CAP}",
    re.IGNORECASE,
)
SYSTEM_SIGNS = re.compile(
    r"\b(system|developer)\b.{0,20}\b(role|message|prompt|instruction)"
    r"|\b(roles?|messages?|prompts?|instructions?|variant)\b.{0,40}\b(system|developer)\b"
    r"|only .{0,10}user.{0,20}assistant|roles must alternate|role.{0,20}should be .user. or .assistant.",
    re.IGNORECASE,
)
CONTENT_SIGNS = re.compile(
    r"content.{0,40}(must|should|expected).{0,20}string|string.{0,20}expected.{0,40}content|content.{0,30}untagged enum"
    r"|content.{0,30}did not match any variant|content.{0,10}array.{0,10}not in.{0,5}string",
    re.IGNORECASE,
)
NOT_TAKEN = re.compile(
    r"(not?|n['\u2019]t) .{0,40}support|not a vlm|unsupported|only .{0,40}supported|must alternate|invalid role|not a multi-?modal|at most 0 |unknown (variant|field|parameter)|unrecognized"
    r"|does not (accept|allow|have)|not allowed|not permitted|forbidden|cannot (read|process|accept|take)|missing data"
    r"|must be a string|should be .user.|not (enabled|available)|(parse|initialize|compile|convert|load).{0,40}(grammar|schema|samplers|format)",
    re.IGNORECASE,
)
OUR_MISTAKES = re.compile(
    r"invalid schema for (response_format|function)|unsupported image(?! input)|(image|media).{0,20}(format|type|size|exceeds)|too large"
    r"|policy|safety|download|credit|billing|balance|quota|no (such )?model\b|model.{0,60}(not found|not exist)",
    re.IGNORECASE,
)
"""Signs of something that the endpoint accepts, but that is wrong in this request."""

SAMPLING_SIGNS: Mapping[Literal["temperature", "top_p", "effort"], re.Pattern[str]] = {
    "temperature": re.compile(r"\btemperature\b", re.IGNORECASE),
    "top_p": re.compile(r"\btop_?p\b", re.IGNORECASE),
    "effort": re.compile(r"\b(reasoning[_. ]?)?effort\b|\b(reasoning|thinking)\b", re.IGNORECASE),
}

SERVER_ERROR = 500
OUR_OVERFLOW = "context overflow"


class Capabilities(Frozen):
    """What an endpoint accepts, as far as is known: everything, until it refuses something.

    Attributes:
        answer: How an answer's form can be asked for: by its schema, as any JSON object, or in words alone.
        miscounted: Whether its last answer gave a tool too many or too few parameters.
        pairs: Whether it does without a schema that lists the tools one by one. Only two such answers in a row show that it
            does not: such a schema is longer than the rest of the prompt.
        images: Whether it accepts images.
        usage: Whether it reports the tokens that it counted.
        stream: Whether its replies can come in pieces.
        without: What of `Request.sampling` it refuses.
        older: What it needs in an older form or not at all; see `Request.older`.
        most_output: The longest answer in tokens that it lets a request ask for; None if it set no limit so far.
    """

    answer: Literal["schema", "json", "text"] = "schema"
    miscounted: bool = False
    pairs: bool = True
    images: bool = True
    usage: bool = True
    stream: bool = True
    without: tuple[Literal["temperature", "top_p", "effort"], ...] = ()
    older: tuple[Older, ...] = ()
    most_output: int | None = None


def learned(known: Capabilities, error: ModelError, request: Request) -> tuple[Capabilities, str] | None:
    """What a refusal teaches, and the same in words; None if the request was refused for another reason.

    Args:
        known: The capabilities that the request was made for.
        error: The refusal.
        request: The request as it was sent.
    """
    ours, _, theirs = str(error).partition(f"(HTTP {error.status}): ")
    said = theirs or ours
    is_mistake = OUR_MISTAKES.search(said) is not None and permitted_output(said, request.max_output_tokens) is None
    is_refusal = error.status in REFUSALS and not ours.startswith(OUR_OVERFLOW)
    if not is_refusal or is_mistake or (error.status == SERVER_ERROR and not NOT_TAKEN.search(said)):
        return None
    for applies, changes, note in _lessons(known, said, request, error.status):
        if applies:
            return known.model_copy(update=changes), note
    return None


NOTES = {
    "pairs": "it gives tools too many or too few parameters; from now on the schema lists them tool by tool",
    "most_output": "it permits answers of at most {:,} tokens",
    "max_tokens": "it names the token limit max_tokens",
    "json": "it does not accept a schema for the answer; it is asked for a JSON object instead",
    "text": "it does not support JSON answers; the prompt describes the form instead",
    "stream": "it does not stream; replies arrive as a whole",
    "sampling": "it does not accept this {}, which is left out",
    "images": "it does not accept images; it reads the page as text only",
    "system": "it does not accept system messages; the instructions are in the first user message",
    "text_content": "it accepts each message only as one text; it reads the page without images",
    "strict": "it does not accept strict, which is left out",
    "no_cap": "it does not accept a limit for the length of answers",
    "form": "it refused the request, which is sent again without a form for the answer; the prompt describes the form",
}
"""What people read when an endpoint taught something."""


def _lessons(
    known: Capabilities, said: str, request: Request, status: int | None
) -> Iterator[tuple[bool, dict[str, object], str]]:
    """What a refusal may teach, the most certain first: whether it does, what is then known, and the same in words."""
    asks_schema, takes_no = request.answer_schema is not None, NOT_TAKEN.search(said) is not None
    permitted = permitted_output(said, request.max_output_tokens)
    yield permitted is not None, {"most_output": permitted}, NOTES["most_output"].format(permitted or 0)
    yield _is_older(known, said, request, NEWER_CAP_SIGNS, "max_tokens")
    has_strict = bool(request.tools) or asks_schema
    is_strict, changes, note = _is_older(known, said, request, STRICT_SIGNS, "strict")
    yield is_strict and has_strict, changes, note
    schema = SCHEMA_SIGNS.search(said) is not None
    yield schema and asks_schema, {"answer": "json"}, NOTES["json"]
    yield schema and request.json_answer, {"answer": "text"}, NOTES["text"]
    yield request.stream and takes_no and STREAM_SIGNS.search(said) is not None, {"stream": False}, NOTES["stream"]
    for name, signs in SAMPLING_SIGNS.items():
        asked = getattr(request.sampling, name) is not None and signs.search(said) is not None
        yield asked and takes_no, {"without": (*known.without, name)}, NOTES["sampling"].format(name)
    pictured = _shows_pictures(request) and IMAGE_SIGNS.search(said) is not None
    yield pictured and takes_no, {"images": False}, NOTES["images"]
    of_system = bool(request.system) and takes_no and SYSTEM_SIGNS.search(said) is not None
    yield of_system, {"older": (*known.older, "system")}, NOTES["system"]
    as_text, changes, note = _is_older(known, said, request, CONTENT_SIGNS, "text_content")
    yield as_text, {"images": False, **changes}, note
    yield _is_older(known, said, request, NO_CAP_SIGNS, "no_cap")
    yield status in UNEXPLAINED and (asks_schema or request.json_answer), {"answer": "text"}, NOTES["form"]


def _is_older(
    known: Capabilities, said: str, request: Request, signs: re.Pattern[str], form: Older
) -> tuple[bool, dict[str, object], str]:
    """The lesson that an endpoint needs an older form, which the request did not have yet."""
    return signs.search(said) is not None and form not in request.older, {"older": (*known.older, form)}, NOTES[form]


def fitted(request: Request, known: Capabilities) -> Request:
    """The request without what the endpoint does not accept; the same object if it accepts all of it."""
    changes: dict[str, object] = {}
    if request.answer_schema is not None and known.answer != "schema":
        changes |= {"answer_schema": None, "json_answer": known.answer == "json"}
    elif request.paired_schema is not None and not known.pairs:
        changes |= {"answer_schema": request.paired_schema}
    if any(getattr(request.sampling, name) is not None for name in known.without):
        changes |= {"sampling": request.sampling.model_copy(update=dict.fromkeys(known.without))}
    if request.stream and not known.stream:
        changes |= {"stream": False}
    if known.older != request.older:
        changes |= {"older": known.older}
    if "system" in known.older and request.system and request.messages:
        first, *more = request.messages
        first = first.model_copy(update={"blocks": (*request.system, *first.blocks)})
        request = request.model_copy(update={"system": (), "messages": (first, *more)})
    if known.most_output is not None and known.most_output < request.max_output_tokens:
        changes |= {"max_output_tokens": known.most_output}
    if not known.images and _shows_pictures(request):
        changes |= {"messages": tuple(map(_without_pictures, request.messages))}
    return request.model_copy(update=changes) if changes else request


def _shows_pictures(request: Request) -> bool:
    return any(_has_picture(block) for message in request.messages for block in message.blocks)


def _has_picture(block: Block) -> bool:
    inner = block.blocks if isinstance(block, ToolResult) else (block,)
    return any(map(_is_picture, inner))


def _is_picture(block: Block) -> bool:
    return isinstance(block, ImageBlock) or (isinstance(block, LinkBlock) and block.kind == "image")


def _without_pictures(message: Message) -> Message:
    blocks = (_texts(block) if isinstance(block, ToolResult) else block for block in message.blocks)
    return message.model_copy(update={"blocks": tuple(each for each in blocks if not _is_picture(each))})


def _texts(result: ToolResult) -> ToolResult:
    texts = tuple(block for block in result.blocks if not _is_picture(block))
    return result.model_copy(update={"blocks": texts})


CAP = re.compile(r"max_(?:completion_|output_|new_)?tokens|(?:output|completion|maximum) tokens", re.IGNORECASE)
CONTEXT = re.compile(
    r"(?:context (?:length|window|size)\D{0,30}|max_new_tokens\W{1,3}must be <= )(\d[\d,]*)(?: tokens)?.{0,120}?"
    r"(\d[\d,]*) (?:in the messages|(?:tokens from the )?input|`inputs`|prompt tokens)",
    re.IGNORECASE | re.DOTALL,
)
NUMBER = re.compile(r"(?<![\w.,-])\d[\d,_]*(?![\w-])")
FEWEST = 256
"""The fewest tokens of an answer that are worth a request."""


def room_beside(said: str) -> int | None:
    """The tokens of the context that the request leaves for the answer, by a refusal that names both; else None."""
    found = CONTEXT.search(said)
    if found is None:
        return None
    context, read = (int(number.replace(",", "")) for number in found.groups())
    return context - read


def permitted_output(said: str, asked: int) -> int | None:
    """The longest answer in tokens that a refusal permits; None if it names no limit below the one that was asked for.

    Where the answer must fit into the context beside the request, it is half of what is left, so that longer requests
    of the same run still fit.

    Args:
        said: The message of the refusal.
        asked: The limit that the request had.
    """
    room = room_beside(said)
    if room is None and not CAP.search(said):
        return None
    named = [int(re.sub(r"[,_]", "", number)) for number in NUMBER.findall(said)] if room is None else [room // 2]
    return max((number for number in named if FEWEST <= number < asked), default=None)
