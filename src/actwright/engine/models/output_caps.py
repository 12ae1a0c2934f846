"""Reads how long an answer may be from the words with which an endpoint refuses a longer one."""

from __future__ import annotations

import re

CAP = re.compile(r"max_(?:completion_|output_|new_)?tokens|(?:output|completion) tokens", re.IGNORECASE)
CONTEXT = re.compile(
    r"context (?:length|window|size)\D{0,30}(\d[\d,]*) tokens.{0,120}?(\d[\d,]*) (?:in the messages|(?:input|prompt) tokens)",
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
