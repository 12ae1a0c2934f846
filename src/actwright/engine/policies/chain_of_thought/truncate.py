"""Truncates a text by tokens."""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from actwright.settings import environment_value
from actwright.text import estimated_tokens

ENCODING = "o200k_base"
RANKS = "fb374d419588a4632f3f557e76b4b70aebbca790"
"""The file name of its ranks on disk: the SHA-1 of their address, as tiktoken makes it."""


def beginning(text: str, most: int) -> str:
    """The beginning of the text, of at most `most` tokens; 0 means all of it.

    They are those of o200k_base if tiktoken is installed and has its ranks on disk; it must not download them.
    Otherwise, they are estimated by `actwright.text.estimated_tokens`.
    """
    if not most or len(text.encode(errors="replace")) <= most:  # a token is a byte at least
        return text
    encoding = _encoding()
    if encoding is not None:
        return encoding.decode(encoding.encode(text, disallowed_special=())[:most], errors="ignore")
    return _estimated(text, most)


def exact_count() -> Callable[[str], int] | None:
    """A function that counts the tokens of o200k_base; None if they can only be estimated, see `beginning`."""
    encoding = _encoding()
    return None if encoding is None else lambda text: len(encoding.encode(text, disallowed_special=()))


def _estimated(text: str, most: int) -> str:
    """The longest beginning that is estimated at no more than `most` tokens."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if estimated_tokens(text[:middle]) <= most else (low, middle - 1)
    return text[:low]


@cache
def _encoding() -> Any:
    """Tiktoken's encoding; None if it cannot be loaded without the network."""
    folder = environment_value("TIKTOKEN_CACHE_DIR") or environment_value("DATA_GYM_CACHE_DIR")
    ranks = (Path(folder) if folder else Path(tempfile.gettempdir()) / "data-gym-cache") / RANKS
    if not ranks.is_file() or importlib.util.find_spec("tiktoken") is None:
        return None
    import tiktoken  # noqa: PLC0415 - an extra

    return tiktoken.get_encoding(ENCODING)
