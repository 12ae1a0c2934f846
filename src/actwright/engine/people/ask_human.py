"""Asks a person to act on the page of a run, and returns whether they did."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from actwright.engine.people.callbacks import answer_of
from actwright.engine.people.page_control import PageControl
from actwright.errors import ToolError
from actwright.notes import note
from actwright.schemas.confirmation import AskHumanRequest

ASK_HUMAN_SECONDS = 600.0

AskHuman: TypeAlias = Callable[[AskHumanRequest], bool | Awaitable[bool]]
"""Asks a person to act, and returns True once they have; any other answer is a refusal.

A ToolError says why nobody can be asked. A sync function runs in its own thread.
"""


async def request_human(hook: AskHuman | None, page_control: PageControl, request: AskHumanRequest) -> bool:
    """Whether a person acted on the page; False if none answered in time. The run dispatches nothing meanwhile.

    Raises:
        ToolError: Nobody can be asked, or they refused.
    """
    if hook is None:
        raise ToolError("no person can act on this page")
    try:
        done = await page_control.ask_human(lambda: answer_of(hook, request), seconds=request.seconds)
    except ToolError:
        raise
    except Exception as error:  # a caller's function may raise anything; nobody has acted
        said = f"{type(error).__name__}: {error}"
        note(f"ask_human failed, which counts as refused: {said}")
        raise ToolError(f"no person could be asked ({said})") from error
    if done is False:
        raise ToolError("the person refused: go on without that, or fail")
    return done is True
