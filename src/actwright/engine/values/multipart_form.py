"""Splits a multipart body into its parts, also where the browser left out the bytes of files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

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
