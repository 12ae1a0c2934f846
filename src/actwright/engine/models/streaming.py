"""Streams a reply, so that a dead connection is noticed early. Nothing acts on part of a reply."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol, cast

from actwright.errors import ModelError

__all__ = ["Gathering", "Progress", "arrived", "ignored"]

IDLE_SECONDS = 30.0
"""How long an answer may stand still in the middle of a text. Before one, and after it, a model may think for longer."""

DRAIN_SECONDS = 1.0

Progress = Callable[[int], None]
"""Told how many characters of a reply there are, with every piece that arrives."""


def ignored(characters: int) -> None:
    """Nobody watches."""


class Gathering(Protocol):
    """The pieces of one reply of a wire.

    Attributes:
        written: Characters of the answer so far, arguments of calls included and thoughts left out.
        writing: Whether the model is in the middle of a text or of a call's arguments.
        ended: Whether nothing more can come.
    """

    written: int
    writing: bool
    ended: bool

    def add(self, piece: dict[str, Any]) -> None:
        """The next event of the stream.

        Raises:
            ModelError: It is an error of the provider.
        """
        ...

    def body(self) -> dict[str, Any] | None:
        """The reply as it comes when it is not streamed; None if its end has not arrived."""
        ...


async def arrived(response: Any, gathering: Gathering, *, subject: str, progress: Progress) -> object:
    """What a response of either SDK holds in all, whether it comes in pieces or, against what was asked, whole.

    Raises:
        ModelError: It stood still for too long, ended too early, or reported an error.
        ValueError: It is not JSON.
    """
    if "event-stream" not in response.headers.get("content-type", ""):
        return json.loads(await response.read())
    pieces = aiter(await response.parse())
    try:
        while not gathering.ended and (piece := await _next(pieces, gathering, subject)) is not None:
            gathering.add(piece)
            progress(gathering.written)
        body = gathering.body()
    except (KeyError, TypeError, AttributeError) as error:
        raise ModelError(
            f"{subject}: a piece of the stream does not have the form that the API specifies: {error!r}"
        ) from error
    if body is None:
        raise ModelError(f"{subject}: the stream ended early, after {gathering.written} characters", retryable=True)
    await _drain(pieces)
    return body


async def _drain(pieces: AsyncIterator[Any]) -> None:
    """Reads what closes the stream, so that its connection can be used again; a server that leaves it open is left."""
    with contextlib.suppress(Exception):  # the reply is whole
        async with asyncio.timeout(DRAIN_SECONDS):
            async for _ in pieces:
                pass


async def _next(pieces: AsyncIterator[Any], gathering: Gathering, subject: str) -> dict[str, Any] | None:
    """The next piece; None after the last, and when nothing more comes of a reply that is whole."""
    is_whole = gathering.body() is not None
    seconds = IDLE_SECONDS if gathering.writing or is_whole else None
    watch = asyncio.timeout(seconds)
    try:
        async with watch:
            piece = await anext(pieces)
    except StopAsyncIteration:
        return None
    except TimeoutError as error:
        if not watch.expired():
            raise
        if is_whole:
            return None
        raise ModelError(
            f"{subject}: nothing arrived for {seconds:g} s in the middle of the reply", retryable=True
        ) from error
    return cast(dict[str, Any], piece.to_dict(warnings=False))
