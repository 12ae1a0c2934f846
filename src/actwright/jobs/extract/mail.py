"""Reads mails: their text as a person sees it, and their attachments under names that are safe to save."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email import message_from_bytes
from email.header import decode_header
from email.message import Message
from pathlib import PurePosixPath
from typing import cast

from actwright.errors import ConfigError
from actwright.extras import installed
from actwright.text import one_line, printable
from actwright.web.visible_text import visible_text

MOST_PARTS = 200
MOST_ATTACHMENTS = 20
LONGEST_HEADER = 2_000
LONGEST_BODY = 2_000_000
"""Bytes of one text; what is longer has no room in a request anyway."""
LONGEST_NAME = 80
HEADERS = ("From", "To", "Date", "Subject")
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
"""Names that Windows keeps for devices."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a mail, under a name without folders."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail: who wrote what, and its files."""

    text: str
    attachments: tuple[Attachment, ...]


def read_mail(content: bytes) -> Mail:
    """Reads a mail (.eml). Plain text counts before HTML.

    Raises:
        ConfigError: It has too many parts or attachments, or cannot be read.
    """
    try:
        message = message_from_bytes(content)
        parts = [part for part in _walk(message) if not part.is_multipart()]
        attached = [part for part in parts if part.get_content_disposition() == "attachment"]
        written = [part for part in parts if part not in attached and part.get_content_maintype() == "text"]
        lines = [f"{name}: {_header(message[name])}" for name in HEADERS if message[name]]
        text = "\n".join([*lines, "", _body(written)])
        names = list(_once(safe_name(_header(part.get_filename() or "")) for part in attached))
        files = [Attachment(name, _decoded(part)) for name, part in zip(names, attached, strict=True)]
    except ConfigError:
        raise
    except Exception as error:  # email raises whatever a damaged part makes it raise
        raise ConfigError(f"it is not a mail that can be read ({type(error).__name__})") from error
    if len(files) > MOST_ATTACHMENTS:
        raise ConfigError(f"it has {len(files)} attachments, and at most {MOST_ATTACHMENTS} are read")
    return Mail(text, tuple(files))


def safe_name(given: str) -> str:
    """A name of a file without folders, hidden characters and names of devices; `attachment` if nothing is left."""
    last = PurePosixPath(given.replace("\\", "/")).name
    plain = re.sub(r"[^\w .()+-]", "_", printable(unicodedata.normalize("NFC", last)).replace("\ufffd", ""))
    name = one_line(plain).strip(". ")
    if RESERVED.match(name):
        name = f"_{name}"
    ending = PurePosixPath(name).suffix[:10]
    return name[: LONGEST_NAME - len(ending)].removesuffix(ending) + ending if name else "attachment"


def _once(names: Iterator[str]) -> Iterator[str]:
    """The names, each made different from those before it."""
    seen: set[str] = set()
    for name in names:
        path, number, new = PurePosixPath(name), 2, name
        while new.casefold() in seen:
            new, number = f"{path.stem} {number}{path.suffix}", number + 1
        seen.add(new.casefold())
        yield new


def _walk(message: Message) -> Iterator[Message]:
    """All parts. Raises ConfigError if there are too many."""
    for count, part in enumerate(message.walk()):
        if count >= MOST_PARTS:
            raise ConfigError(f"it has more than {MOST_PARTS} parts")
        yield part


def _body(parts: Sequence[Message]) -> str:
    plain = [_text(part) for part in parts if part.get_content_type() == "text/plain"]
    if any(text.strip() for text in plain):
        return "\n".join(plain)
    with installed("jobs", needed_by="a form job"):
        return "\n".join(visible_text(_text(part)) for part in parts if part.get_content_type() == "text/html")


def _text(part: Message) -> str:
    return _in_charset(_decoded(part)[:LONGEST_BODY], part.get_content_charset("utf-8"))


def _in_charset(content: bytes, charset: str) -> str:
    try:
        return content.decode(charset, "replace")
    except LookupError:  # a made-up charset
        return content.decode("utf-8", "replace")


def _decoded(part: Message) -> bytes:
    return cast("bytes | None", part.get_payload(decode=True)) or b""


def _header(value: object) -> str:
    pieces = (
        _in_charset(text, charset or "ascii") if isinstance(text, bytes) else text
        for text, charset in decode_header(str(value)[:LONGEST_HEADER])
    )
    return one_line("".join(pieces))
