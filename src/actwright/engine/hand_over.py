"""Asks a person to act on the page of a run, and returns whether they did."""

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
"""Asks a person to act, and returns True once they have; any other answer is a refusal.

A ToolError says why nobody can be asked. A sync function runs in its own thread.
"""


async def handed_over(hook: HandOver | None, hold: Hold, request: HandOverRequest) -> bool:
    """Whether a person acted on the page; False if nobody answered in time. The run dispatches nothing meanwhile.

    Raises:
        ToolError: Nobody can be asked, or they refused.
    """
    if hook is None:
        raise ToolError("nobody can act on this page")
    try:
        done = await hold.hand_over(lambda: answer_of(hook, request), seconds=request.seconds)
    except ToolError:
        raise
    except Exception as error:  # a caller's function may raise anything; nobody has acted
        said = f"{type(error).__name__}: {error}"
        note(f"hand_over failed, which counts as refused: {said}")
        raise ToolError(f"nobody could be asked ({said})") from error
    if done is False:
        raise ToolError("the person who was asked refuses: go on without that, or fail")
    return done is True
