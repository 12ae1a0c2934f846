"""Text of a page as it may stand in a tree or a message: visible characters only, and quoted on one line."""

from __future__ import annotations

import re

_NOT_SPACE = re.compile(r"[^\S ]+| {2,}")
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Fillers and variation selectors: Unicode counts them as letters and marks, but they are invisible."""
LONGEST_TEXT = 400
"""Characters of a quoted text, unless the caller sets another limit."""


def clean(text: str) -> str:
    """The text without control, bidi, zero-width, private-use, filler and tag characters, with whitespace collapsed."""
    if not text.isascii():
        text = _INVISIBLE.sub("", text)
    if not text.isprintable():
        text = " ".join(line if line.isprintable() else _printable(line) for line in text.splitlines())
    return _NOT_SPACE.sub(" ", text).strip() if "  " in text or not text.isascii() else text.strip()


def clean_value(text: str) -> str:
    """The same for the value of a field, with its lines and all its spaces."""
    if text.isascii() and text.isprintable():
        return text
    return "\n".join(_printable(_INVISIBLE.sub("", line)) for line in text.replace("\r\n", "\n").split("\n"))


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else _instead(character) for character in text)


def _instead(character: str) -> str:
    return " " if character.isspace() else ""


def quote(text: str, longest: int = LONGEST_TEXT, *, lines: bool = False) -> str:
    r"""The text as a quoted string on one line, cut after `longest` characters; with `lines`, a line break is `\n`."""
    text = clean_value(text) if lines else clean(text)
    if len(text) > longest:
        text = text[: longest - 1].rstrip() + "…"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
