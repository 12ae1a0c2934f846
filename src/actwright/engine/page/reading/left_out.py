"""Notes on what the tree of a page leaves out although the page has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from actwright.text import shortened

_MOST_UNSEEN = 5
"""The maximum number of frames without an answer that the notes name."""


def notes_on(answers: Mapping[int, Mapping[str, Any]], unseen: Mapping[int, str]) -> Iterator[str]:
    """Plain sentences about what is missing.

    Args:
        answers: The answer of each frame to `capture`, by the frame's number.
        unseen: The addresses of the frames that did not answer, by their numbers.
    """
    yield from _unanswered(unseen)
    yield from _too_deep(answers)
    yield from _lacking(answers)


def _unanswered(addresses: Mapping[int, str]) -> Iterator[str]:
    """Notes that name the frames that did not answer, by their numbers."""
    for number, url in list(addresses.items())[:_MOST_UNSEEN]:
        document, _, _ = url.partition("#")  # a page can write anything into the rest
        yield f"frame f{number} ({shortened(document, 200)}) does not answer"
    if len(addresses) > _MOST_UNSEEN:
        yield f"{len(addresses) - _MOST_UNSEEN} more frames do not answer"


def _too_deep(read: Mapping[int, Mapping[str, Any]]) -> Iterator[str]:
    """A note if elements were nested too deep to be shown."""
    if deepest := max(answer["deepest"] for answer in read.values()):
        yield f"elements nested more than {deepest:,} deep are shown only if they are controls"


def _lacking(read: Mapping[int, Mapping[str, Any]]) -> Iterator[str]:
    """Notes that name the documents of which the tree lacks most of what shows."""
    for number, answer in sorted(read.items()):
        if not (lacks := answer["lacks"]):
            continue
        where = f"frame f{number}" if number else "the page"
        if lacks["empty"]:
            yield f"the tree is empty although {where} shows something: see its picture; read(find=...) searches its text"
        else:
            yield (
                f"the tree lacks {lacks['lacking']} of {lacks['showing']} elements that {where} shows: see its picture; "
                "read(find=...) searches all of its text"
            )
