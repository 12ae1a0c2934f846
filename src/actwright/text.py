"""Shapes text for messages, prompts and terminals, and estimates how many tokens it takes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, cast

UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Characters that hide, reorder or break text: controls, bidirectional and zero-width marks, lone surrogates."""

STEERING = re.compile(f"(?![\u200c\u200d])(?:[\t\U000e0000-\U000e007f]|{UNSAFE.pattern})")
"""`UNSAFE` characters, tabs and invisible tags, without the joiners of emoji and Persian words, which are harmless."""


def one_line(text: str) -> str:
    """The text with each run of white space folded into one space, and none at its ends."""
    return " ".join(text.split())


def counted(number: int, noun: str) -> str:
    """The number and what it counts: `1 step`, `2 steps`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def shortened(text: str, most: int) -> str:
    """The text, cut to at most `most` characters; a text that was cut ends in an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def first_line(message: str) -> str:
    """The first line of an error's message, without the log that Playwright adds below it."""
    return message.partition("\n")[0] or "no reason given"


def estimated_tokens(text: str) -> float:
    """An estimate of the tokens of a text by its characters, without a tokenizer; non-ASCII characters count more.

    It is fitted to o200k on page trees; `benchmarks/page` prints its error.
    """
    plain = len(text) if text.isascii() else sum(map(str.isascii, text))
    return plain / 3.6 + (len(text) - plain) * 0.75


def visible(text: str) -> str:
    r"""The text with its invisible and reordering characters written as escapes such as `\u202e`."""
    return UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def printable(text: str) -> str:
    """The text with U+FFFD for characters that steer a terminal or reorder, hide or break a line; line breaks stay."""
    return STEERING.sub("\ufffd", text)


def between_markers(text: str, *, what: str) -> str:
    """Text from others between markers that it cannot forge, because their key does not occur in it."""
    key = ""
    while not key or key in text:
        key = hashlib.sha256(f"{key}\n{text}".encode(errors="replace")).hexdigest()[:12]
    return f"[{what} {key}]\n{text}\n[end of {what} {key}]"


def with_texts(value: Any, change: Callable[[str], str], *, fixed: Collection[str] = ()) -> Any:
    """A value of JSON with all its texts changed, except the names in its objects and the members with `fixed` names."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [with_texts(each, change, fixed=fixed) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value).items()
        return {name: each if name in fixed else with_texts(each, change, fixed=fixed) for name, each in members}
    return value


def texts_in(value: Any) -> Iterator[str]:
    """All texts in a value of JSON, without the names in its objects."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        yield from (text for each in cast("Sequence[Any]", value) for text in texts_in(each))
    elif isinstance(value, dict):
        yield from (text for each in cast("dict[str, Any]", value).values() for text in texts_in(each))
