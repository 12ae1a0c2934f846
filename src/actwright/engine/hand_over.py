"""Asks a person to act on the page of a run, and says what came of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from actwright.engine.hold import Hold
from actwright.engine.hooks import answer_of
from actwright.engine.notes import note
from actwright.errors import ToolError
from actwright.schemas.hand_over import HandOverRequest

__all__ = ["HAND_OVER_SECONDS", "HandOver", "handed_over"]

HAND_OVER_SECONDS = 600.0

HandOver: TypeAlias = Callable[[HandOverRequest], bool | Awaitable[bool]]
"""Has a person act: True once they have, whatever else says that they refuse; a ToolError says why nobody can. It may be async; one that is not runs in a thread."""


async def handed_over(hook: HandOver | None, hold: Hold, request: HandOverRequest) -> bool:
    """Whether a person acted on the page; False if nobody answered in time. Nothing of the run is dispatched meanwhile.

    Raises:
        ToolError: Nobody can be asked, or they refused.
    """
    if hook is None:
        raise ToolError("nobody looks on who could act on this page")
    try:
        done = await hold.hand_over(lambda: answer_of(hook, request), seconds=request.seconds)
    except ToolError:
        raise
    except Exception as error:  # of a hook that others wrote; whatever it is, nobody has acted
        said = f"{type(error).__name__}: {error}"
        note(f"hand_over failed, which counts as refused: {said}")
        raise ToolError(f"nobody could be asked ({said})") from error
    if done is False:
        raise ToolError("the person who was asked refuses: go on without that, or fail")
    return done is True
