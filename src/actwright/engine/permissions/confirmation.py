"""Asks the caller before an effect; only yes permits it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from actwright.engine.people.callbacks import answer_of
from actwright.engine.people.page_control import PageControl
from actwright.notes import note
from actwright.schemas.confirmation import Confirmed, ConfirmRequest

CONFIRM_SECONDS = 120.0

Confirm: TypeAlias = Callable[[ConfirmRequest], bool | Awaitable[bool]]
"""Answers a question: True permits the action, anything else refuses it. A sync function runs in its own thread."""


async def ask(
    confirm: Confirm, request: ConfirmRequest, page_control: PageControl, *, seconds: float
) -> tuple[Confirmed, str]:
    """The answer of a `confirm` function, and why the action is refused if it is not yes.

    Args:
        confirm: The function. An exception counts as no, and is reported.
        request: The question.
        page_control: Whether a person has the page or has paused the run; that time does not count.
        seconds: How long to wait for an answer.
    """
    try:
        answer = await page_control.answered(answer_of(confirm, request), seconds=seconds)
    except Exception as error:  # noqa: BLE001 - a caller's function may raise anything; none of it is a yes
        said = f"{type(error).__name__}: {error}"
        note(f"confirm failed, which counts as no: {said}")
        return "error", f"it was not confirmed: the question failed ({said})"
    if answer is None:
        return "no_answer", f"it was not confirmed: no answer within {seconds:.3g} s"
    return ("yes", "") if answer is True else ("no", "it was not confirmed: the answer is no")
