"""How a reply arrives: in pieces, so that a connection that died is noticed early. Nothing acts on a part of a reply."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol, cast

from actwright.errors import ModelError

__all__ = ["Gathering", "Progress", "arrived", "ignored"]

IDLE_SECONDS = 30.0
"""How long an answer may stand still in the middle of a text. Before one, and after it, a model may think for longer."""

Progress = Callable[[int], None]
"""Told how many characters of a reply there are, with every piece that arrives."""


def ignored(characters: int) -> None:
    """Nobody watches."""


class Gathering(Protocol):
    """The pieces of one reply of a wire.

    Attributes:
        written: Characters of the answer so far, arguments of calls included and thoughts left out.
        writing: Whether the model is in the middle of a text or of a call's arguments.
    """

    written: int
    writing: bool

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
        ModelError: It stood still for too long, ended too early, or told of an error.
        ValueError: It is not JSON.
    """
    if "event-stream" not in response.headers.get("content-type", ""):
        return json.loads(await response.read())
    pieces = aiter(await response.parse())
    try:
        while (piece := await _next(pieces, IDLE_SECONDS if gathering.writing else None, subject)) is not None:
            gathering.add(piece)
            progress(gathering.written)
        body = gathering.body()
    except (KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"{subject}: a piece of the reply is not as its API says: {error!r}") from error
    if body is None:
        raise ModelError(f"{subject}: the reply broke off after {gathering.written} characters", retryable=True)
    return body


async def _next(pieces: AsyncIterator[Any], seconds: float | None, subject: str) -> dict[str, Any] | None:
    watch = asyncio.timeout(seconds)
    try:
        async with watch:
            piece = await anext(pieces)
    except StopAsyncIteration:
        return None
    except TimeoutError as error:
        if not watch.expired():
            raise
        raise ModelError(f"{subject}: the reply stood still for {seconds:g} s", retryable=True) from error
    return cast(dict[str, Any], piece.to_dict(warnings=False))
