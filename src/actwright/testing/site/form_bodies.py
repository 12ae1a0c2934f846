"""Bodies of requests: URL-encoded and multipart forms, parsed by the standard library."""

from __future__ import annotations

from email.message import Message
from email.parser import BytesFeedParser
from hashlib import sha256
from pathlib import PurePosixPath
from typing import NamedTuple, cast
from urllib.parse import parse_qsl

from actwright.testing.site.records import UploadedFile

MULTIPART = "multipart/form-data"


class BadForm(Exception):  # noqa: N818 - it leads to a status (400), not a failure of the site
    """The body is not the form that its content type promises."""


class File(NamedTuple):
    """An uploaded file: what the log keeps, and the bytes."""

    upload: UploadedFile
    content: bytes


class Form(NamedTuple):
    """A parsed body: name and value pairs in the order they were sent, and the files."""

    pairs: tuple[tuple[str, str], ...] = ()
    files: tuple[File, ...] = ()


class Part(Message):
    """A MIME part that is a container only if it is the form itself: an uploaded .eml stays a file of bytes."""

    def get_content_type(self) -> str:
        """The form's type for the form, octet-stream for whatever a part claims to be."""
        declared = super().get_content_type()
        return declared if declared == MULTIPART else "application/octet-stream"

    def get_content_maintype(self) -> str:
        """The first half of `get_content_type`."""
        return self.get_content_type().partition("/")[0]


def parse_form(content_type: str, body: bytes) -> Form:
    """Returns the form in a body; an empty one if the body is of another type.

    Raises:
        BadForm: A multipart body has no boundary, is cut off, or has a part without a name.
    """
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "application/x-www-form-urlencoded":
        return Form(tuple(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)))
    if kind == MULTIPART:
        return parse_multipart(content_type, body)
    return Form()


def parse_multipart(content_type: str, body: bytes) -> Form:
    """The fields and files of a `multipart/form-data` body."""
    parser = BytesFeedParser(_factory=Part)
    parser.feed(b"Content-Type: " + content_type.encode("latin-1") + b"\r\n\r\n")
    parser.feed(body)
    whole = parser.close()
    if whole.defects or not whole.is_multipart():
        raise BadForm(f"not a complete {MULTIPART} body: {[type(defect).__name__ for defect in whole.defects]}")
    pairs: list[tuple[str, str]] = []
    files: list[File] = []
    for part in cast("list[Message]", whole.get_payload()):
        disposition = header(part, "content-disposition")
        name, filename = disposition.get("name"), disposition.get("filename")
        content = part.get_payload(decode=True)
        if name is None or not isinstance(content, bytes):
            raise BadForm("a part of the form has no name")
        if filename is None:
            pairs.append((name, content.decode("utf-8", "replace")))
        elif filename or content:
            files.append(File(described(name, filename, part, content), content))
    return Form(tuple(pairs), tuple(files))


def described(field: str, filename: str, part: Message, content: bytes) -> UploadedFile:
    """Returns what the log keeps of an uploaded file."""
    return UploadedFile(
        field=field,
        name=PurePosixPath(filename.replace("\\", "/")).name,
        type=str(part.get("content-type", "")),
        size=len(content),
        sha256=sha256(content).hexdigest(),
    )


def header(part: Message, name: str) -> dict[str, str]:
    """The parameters of a part's header, as UTF-8; browsers send names unencoded and quotes as `%22`."""
    raw = next((value for key, value in part.raw_items() if key.lower() == name), "")
    decoded = Message()
    decoded[name] = raw.encode("ascii", "surrogateescape").decode("utf-8", "replace").strip()
    found = decoded.get_params([], header=name)
    return {key.lower(): value.replace("%22", '"') for key, value in found[1:]}


def grouped(pairs: tuple[tuple[str, str], ...]) -> dict[str, tuple[str, ...]]:
    """Returns every name with all its values, in the order of first appearance."""
    fields: dict[str, tuple[str, ...]] = {}
    for name, value in pairs:
        fields[name] = (*fields.get(name, ()), value)
    return fields
