"""Bodies of requests: URL-encoded and multipart forms."""

from __future__ import annotations

from hashlib import sha256
from pathlib import PurePosixPath
from typing import NamedTuple
from urllib.parse import parse_qsl

from actwright.engine.values.request_content import FormPart, parts_of
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
    if "boundary=" not in content_type.lower() or not body.rstrip().endswith(b"--"):
        raise BadForm(f"not a complete {MULTIPART} body")
    pairs: list[tuple[str, str]] = []
    files: list[File] = []
    for part in parts_of(content_type, body):
        if not part.name:
            raise BadForm("a part of the form has no name")
        if part.filename is None:
            pairs.append((part.name, part.content.decode("utf-8", "replace")))
        elif part.filename or part.content:
            files.append(File(described(part), part.content))
    return Form(tuple(pairs), tuple(files))


def described(part: FormPart) -> UploadedFile:
    """Returns what the log keeps of an uploaded file."""
    return UploadedFile(
        field=part.name,
        name=PurePosixPath((part.filename or "").replace("\\", "/")).name,
        type=part.content_type,
        size=len(part.content),
        sha256=sha256(part.content).hexdigest(),
    )


def grouped(pairs: tuple[tuple[str, str], ...]) -> dict[str, tuple[str, ...]]:
    """Returns every name with all its values, in the order of first appearance."""
    fields: dict[str, tuple[str, ...]] = {}
    for name, value in pairs:
        fields[name] = (*fields.get(name, ()), value)
    return fields
