"""Reads documents that strangers wrote within bounds of bytes, pages, characters, pixels and time, or refuses them."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from actwright.engine.task_images import as_images
from actwright.errors import ConfigError
from actwright.extras import installed
from actwright.jobs.extract.mail import Attachment, read_mail
from actwright.schemas.page import Image
from actwright.settings import child_environment
from actwright.text import printable
from actwright.untrusted import check_regular

LARGEST = 25_000_000
"""Bytes of a document."""
MOST_CHARACTERS = 100_000
"""Characters of the text of a document: some 25,000 tokens."""
MOST_PAGES = 100
MOST_PIXELS = 40_000_000
MOST_SECONDS = 30.0
"""How long reading a PDF may take."""
PDF_READER = Path(__file__).with_name("pdf_text.py")
PICTURES = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
TEXTS = frozenset({".txt", ".text", ".md"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document of one record.

    Attributes:
        name: Its path, as it was given.
        digest: The SHA-256 of its bytes.
        pages: Its text, page by page; empty for an image.
        image: The image, if it is one.
        attachments: The files of a mail.
    """

    name: str
    digest: str
    pages: tuple[str, ...] = ()
    image: Image | None = None
    attachments: tuple[Attachment, ...] = ()


def read_document(path: Path) -> Document:
    """Reads a text (.txt, .md), a mail (.eml), the text layer of a PDF, or an image (.png, .jpg, .webp).

    Raises:
        ConfigError: It cannot be read, exceeds a bound, or has nothing to read; says what to do.
    """
    try:
        content, ending = _content(path), path.suffix.lower()
        known: dict[str, Any] = {"name": str(path), "digest": hashlib.sha256(content).hexdigest()}
        if ending in PICTURES:
            return Document(**known, image=_image(content, PICTURES[ending]))
        if ending == ".eml":
            mail = read_mail(content)
            return Document(**known, pages=_checked([mail.text]), attachments=mail.attachments)
        if ending == ".pdf":
            return Document(**known, pages=_checked(_pdf_pages(content)))
        if ending in TEXTS:
            return Document(**known, pages=_checked([content.decode("utf-8-sig")]))
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: it is not text in UTF-8; save it as UTF-8") from error
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error.__cause__
    raise ConfigError(f"{path}: documents are .txt, .md, .eml, .pdf, .png, .jpg or .webp; save it as one of these")


def _content(path: Path) -> bytes:
    try:
        check_regular(path)
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise ConfigError(f"it cannot be read: {error.strerror or error}") from error
    if len(content) > LARGEST:
        raise ConfigError(f"it has more than {LARGEST:,} bytes; split it")
    return content


def _checked(pages: Sequence[str]) -> tuple[str, ...]:
    """The pages without invisible characters, which are part of no value.

    Raises:
        ConfigError: There is no text, or too much.
    """
    pages = [printable("\n".join(page.replace("\t", " ").splitlines())).replace("\ufffd", "") for page in pages]
    if not any(page.strip() for page in pages):
        raise ConfigError("it has no text; if it was scanned, give an image of its page instead")
    if sum(map(len, pages)) > MOST_CHARACTERS:
        raise ConfigError(f"its text has more than {MOST_CHARACTERS:,} characters; split it")
    return tuple(pages)


def _pdf_pages(content: bytes) -> list[str]:
    """The text of each page, read by a program of its own within bounds of memory and time."""
    command = [sys.executable, "-P", str(PDF_READER), str(MOST_PAGES), str(MOST_CHARACTERS)]
    try:
        ran = subprocess.run(  # noqa: S603 - our own program
            command, input=content, capture_output=True, timeout=MOST_SECONDS, check=False, env=child_environment()
        )
        found: dict[str, Any] = json.loads(ran.stdout)
    except (subprocess.TimeoutExpired, ValueError) as error:
        raise ConfigError(
            "it takes too much time or memory to read; print it to a new PDF, or give an image"
        ) from error
    if missing := found.get("missing"):
        with installed("jobs", needed_by="a form job"):
            raise ModuleNotFoundError(name=missing)
    if problem := found.get("problem"):
        raise ConfigError(problem)
    return found["pages"]


def _image(content: bytes, kind: str) -> Image:
    """The image as models are shown it; its size is checked before its pixels are unpacked."""
    from PIL import Image as Pillow  # noqa: PLC0415 - loaded when there is an image

    try:
        with Pillow.open(io.BytesIO(content), formats=[kind]) as opened:
            pixels = opened.width * opened.height
    except (OSError, SyntaxError, ValueError, Pillow.DecompressionBombError) as error:
        raise ConfigError(f"it is not a readable {kind} image") from error
    if pixels > MOST_PIXELS:
        raise ConfigError(f"it has {pixels:,} pixels, and at most {MOST_PIXELS:,} are read; scale it down")
    return as_images([content])[0]
