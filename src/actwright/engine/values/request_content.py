"""Reads the names and values that a request, or a message over a WebSocket, carries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from actwright.engine.values.body_texts import FieldTexts, add_inner, add_leaf, add_pairs, add_text
from actwright.engine.values.opaque_text import is_opaque
from actwright.text import counted

MOST_BYTES = 1_000_000
"""The most bytes of a body that are read."""

_CHARSET = re.compile(
    r"utf-?(?:8|16(?:[bl]e)?)|us-ascii|iso-8859-\d{1,2}|windows-\d{3,4}|koi8-[ru]|shift[_-]jis|euc-(?:jp|kr)|gb\w{1,8}|big5",
    re.IGNORECASE,
)
_BINARY = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c\x1d\x1f]")
"""Characters of no text. Messages end in U+001E, and those of STOMP in U+0000, but not bodies."""

_BINARY_TYPE = re.compile(
    r"(?i)(?:image|audio|video|font)/|application/(?:[\w.+-]*(?:protobuf|grpc|msgpack|cbor|zip)|pdf\b)"
)

_SOCKET_IO = re.compile(r"\d{1,3}-?(?:/[^,\[{]{0,100},)?\d{0,10}(?=[\[{\"])")
"""What engine.io and socket.io write before a message: the types of both, a namespace, and the number of a reply."""

_GUARD = re.compile(r"(?i)csrf|xsrf|authenticity.?token|verification.?token|view.?state|event.?validation")
"""Names of fields by which a server knows its own forms; they carry no value of a person."""
_ENCRYPTED = re.compile(r"(?i)(?:^|[._-])(?:jwe|enc|ct)$|cipher|encrypt")
"""Names of members that have an encrypted text."""

_FILES_UNREAD = re.compile(r"the contents of \d+ files? could not be read")

_GRAPHQL = re.compile(rb'"query"\s*:\s*"(?:\\[nrt]|\s|#(?:[^\\"]|\\[^n])*\\n)*(query\b|mutation\b|subscription\b|\{)')
"""How the documents in a body of GraphQL over HTTP begin."""
_OPAQUE = "the body is hashed, encoded or encrypted"


@dataclass(frozen=True, slots=True)
class SentField:
    """A value in a request.

    Attributes:
        name: What the request calls it, as in `SentValue.name`.
        text: The value, decoded, as the server reads it.
    """

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class RequestContent:
    """What a request carries, in the order in which it is sent.

    Attributes:
        fields: Names and values. A value that contains others, such as a JSON text in a form field, is there whole and
            in its parts.
        unread: Why not all of it could be read; empty if it could. There may be fields all the same.
    """

    fields: tuple[SentField, ...] = ()
    unread: str = ""

    @property
    def has_all_fields(self) -> bool:
        """Whether all of it could be read, except contents of files."""
        return not self.unread or bool(_FILES_UNREAD.fullmatch(self.unread))


def content_of(url: str, content_type: str, body: bytes | None, *, has_body: bool) -> RequestContent:
    """The segments of the path, the query and the body of a request. Never raises.

    Args:
        url: Its URL.
        content_type: Its content type, with its parameters; empty if it has none.
        body: Its body; None if it has none, or if the browser does not give it.
        has_body: Whether it has a body.
    """
    texts = FieldTexts()
    _add_url(texts, url)
    if body is None and has_body:
        texts.note("the browser does not give the body")
    elif body:
        _add_body(texts, content_type, body)
    return _content(texts)


def content_of_message(message: str | bytes) -> RequestContent:
    """The values in a message that was sent over a WebSocket. Never raises."""
    texts = FieldTexts()
    if isinstance(message, bytes):
        texts.note("the message is binary")
    elif len(message) > MOST_BYTES:
        texts.note(f"the message has more than {MOST_BYTES:,} characters")
    elif message:
        add_text(texts, _SOCKET_IO.sub("", message, count=1) if message[0].isdigit() else message, whole="message")
        _note_opaque(texts, 0, "the message is hashed, encoded or encrypted")
    return _content(texts)


def is_graphql_query(body: bytes) -> bool:
    """Whether a body is GraphQL that only asks: a query, or several, and no mutation."""
    operations = _GRAPHQL.findall(body)
    return bool(operations) and all(each in {b"query", b"{"} for each in operations)


def _content(texts: FieldTexts) -> RequestContent:
    return RequestContent(tuple(SentField(*each) for each in texts.fields), "; ".join(texts.notes))


def _add_url(texts: FieldTexts, url: str) -> None:
    try:
        target = urlsplit(url)
    except ValueError:
        target = SplitResult("", "", "", url.partition("?")[2], "")
    for segment in target.path.split("/"):
        if segment:
            texts.add("path", unquote(segment))
    if target.query:
        add_pairs(texts, target.query)


def _add_body(texts: FieldTexts, content_type: str, body: bytes) -> None:
    kind, charset, before = content_type.partition(";")[0].strip().lower(), _charset(content_type), len(texts.fields)
    if len(body) > MOST_BYTES:
        texts.note(f"the body has more than {MOST_BYTES:,} bytes")
    elif kind.startswith("multipart/"):
        _add_parts(texts, content_type, body)
    elif _BINARY_TYPE.match(kind) or (not (charset or "").startswith("utf-16") and _BINARY.search(body)):
        texts.note(f"the body is binary ({kind})" if kind else "the body is binary")
    else:
        text = _decoded(texts, body, charset)
        if kind == "application/x-www-form-urlencoded" and not text.lstrip().startswith(("{", "[")):
            add_pairs(texts, text)
        else:
            add_text(texts, text, whole="query" if kind == "application/graphql" else "body")
        _note_opaque(texts, before, _OPAQUE)


def _add_parts(texts: FieldTexts, content_type: str, body: bytes, levels: int = 2) -> None:
    """The parts of a multipart body; of a file that is not JSON, only its name."""
    missing = 0
    for part in parts_of(content_type, body):
        if part.filename is not None:
            texts.add(part.name or "file", part.filename)
        if part.filename and not part.content:
            missing += 1
        elif part.content_type.lower().startswith("multipart/") and levels > 0:
            _add_parts(texts, part.content_type, part.content, levels - 1)
        elif part.filename is None or "json" in part.content_type:
            _add_part(texts, part)
    if missing:
        texts.note(f"the contents of {counted(missing, 'file')} could not be read")


def _add_part(texts: FieldTexts, part: FormPart) -> None:
    if _BINARY_TYPE.match(part.content_type) or _BINARY.search(part.content):
        texts.note("a part of the body is binary")
        return
    text = _decoded(texts, part.content, _charset(part.content_type))
    if part.filename is not None:
        add_inner(texts, part.name, text)
    elif part.name:
        add_leaf(texts, part.name, text)
    else:  # a request in a batch has its own headers
        add_text(texts, text.rpartition("\r\n\r\n")[2], whole="body")


def _charset(content_type: str) -> str | None:
    match = re.search(r"(?i);\s*charset=\"?([\w-]{1,20})", content_type)
    return match[1].lower() if match and _CHARSET.fullmatch(match[1]) else None


def _decoded(texts: FieldTexts, body: bytes, charset: str | None) -> str:
    """The text of bytes, with U+FFFD for what is in another encoding than the one declared, or than UTF-8."""
    try:
        return body.decode(charset or "utf-8-sig")
    except (LookupError, ValueError):
        texts.note("the encoding of the text is not known")
        return body.decode("utf-8-sig", "replace")


def _note_opaque(texts: FieldTexts, first: int, reason: str) -> None:
    """Notes that nothing in a body can be compared: all that it has is hashed, encoded or encrypted."""
    found = [(name, is_opaque(text)) for name, text in texts.fields[first:] if text and not _GUARD.search(name)]
    if found and (
        all(opaque for _, opaque in found) or any(opaque and _ENCRYPTED.search(name) for name, opaque in found)
    ):
        texts.note(reason)


_LONGEST_HEAD = 8_000
"""The most bytes of the header lines of a part."""


class FormPart(NamedTuple):
    """A part of a multipart body.

    Attributes:
        name: The name of its field; empty if it has none.
        filename: The name of its file; None if it is no file.
        content_type: Its content type; empty if it has none.
        content: Its bytes; empty for a file whose bytes the browser does not give.
    """

    name: str
    filename: str | None
    content_type: str
    content: bytes


def parts_of(content_type: str, body: bytes) -> Iterator[FormPart]:
    """The parts of a body, in order.

    The email package of the standard library is not used, because it takes apart uploaded messages, and refuses parts
    that are cut short.
    """
    declared = re.search(r"(?i)boundary=(?:\"([^\"]+)\"|([^;\s]+))", content_type)
    boundary = (declared[1] or declared[2]).encode() if declared else body.partition(b"\r\n")[0].removeprefix(b"--")
    if not boundary:
        return
    for piece in (b"\r\n" + body).split(b"\r\n--" + boundary)[1:]:
        head, separator, content = piece.partition(b"\r\n\r\n")
        if piece.startswith(b"--") or not separator:
            continue
        lines = head[:_LONGEST_HEAD].decode("utf-8", "replace")
        disposition = re.search(r"(?im)^content-disposition:(.*)$", lines)
        kind = re.search(r"(?im)^content-type:(.*)$", lines)
        parameters = disposition[1] if disposition else ""
        yield FormPart(
            _parameter(parameters, "name") or "",
            _parameter(parameters, "filename"),
            kind[1].strip() if kind else "",
            content,
        )


def _parameter(parameters: str, name: str) -> str | None:
    """A parameter of a header line, with the three characters that browsers escape."""
    if extended := re.search(rf"(?i);\s*{name}\*=utf-8''([^;\s]*)", parameters):
        return unquote(extended[1])
    match = re.search(rf"(?i);\s*{name}=(?:\"([^\"]*)\"|([^;\s]*))", parameters)
    if not match:
        return None
    value = match[1] if match[1] is not None else match[2]
    return value.replace("%22", '"').replace("%0D", "\r").replace("%0A", "\n")
