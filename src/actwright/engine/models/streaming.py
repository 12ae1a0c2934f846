"""Streams a reply, so that a dead connection is noticed early. Nothing acts on part of a reply."""

from __future__ import annotations

import asyncio
import contextlib
import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, cast

from actwright.errors import ModelError

IDLE_SECONDS = 30.0
"""How long an answer may stall in the middle of a text. Before and after a text, a model may think for longer."""

DRAIN_SECONDS = 1.0

Progress = Callable[[int], None]
"""Called with the number of characters received so far, for every piece of a reply that arrives."""


def ignored(characters: int) -> None:
    """Ignores the progress."""


def prolonging(watch: asyncio.Timeout, seconds: Callable[[], float], progress: Progress) -> Progress:
    """A progress that sets a time limit anew for every piece, so that it limits the silence and not the reply.

    Args:
        watch: The time limit.
        seconds: How long the next silence may be.
        progress: Called for every piece as well.
    """

    def arrived_piece(characters: int) -> None:
        watch.reschedule(asyncio.get_running_loop().time() + seconds())
        progress(characters)

    return arrived_piece


@dataclass
class Gathering(ABC):
    """Collects the pieces of one streamed reply.

    The SDKs' own accumulators are not used. Anthropic's fills in the arguments of a call that was cut off. OpenAI's joins
    calls that share an index, repeats an ID that is sent with every piece, and needs seconds for 8,000 pieces.

    Attributes:
        written: Characters of the answer so far, with the arguments of calls and without reasoning.
        writing: Whether the model is in the middle of a text or of a call's arguments.
        ended: Whether nothing more can come.
    """

    written: int = 0
    writing: bool = False
    ended: bool = False

    @abstractmethod
    def add(self, piece: dict[str, Any]) -> None:
        """Adds the next event of the stream.

        Raises:
            ModelError: It is an error of the provider.
        """

    @abstractmethod
    def body(self) -> dict[str, Any] | None:
        """The body of the reply as if it had not been streamed; None if its end has not arrived."""


async def arrived(response: Any, gathering: Gathering, *, subject: str, progress: Progress) -> object:
    """The whole body of a response of either SDK, whether it is streamed or, contrary to the request, is not.

    Raises:
        ModelError: It stalled for too long, ended too early, or reported an error.
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
    """Reads the end of the stream, so that its connection can be used again.

    A server that keeps the stream open is not waited for.
    """
    with contextlib.suppress(Exception):  # the reply is complete
        async with asyncio.timeout(DRAIN_SECONDS):
            async for _ in pieces:
                pass


async def _next(pieces: AsyncIterator[Any], gathering: Gathering, subject: str) -> dict[str, Any] | None:
    """The next piece; None after the last, or if nothing more comes after a complete reply."""
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
