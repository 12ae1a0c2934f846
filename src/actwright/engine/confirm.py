"""Asks the caller before an effect; only yes permits it."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, cast

from actwright.engine.notes import note
from actwright.schemas.confirmation import Confirmed, ConfirmRequest

__all__ = ["CONFIRM_SECONDS", "Confirm", "ask"]

CONFIRM_SECONDS = 120.0

Confirm: TypeAlias = Callable[[ConfirmRequest], bool | Awaitable[bool]]
"""Answers a question: True permits the action, anything else refuses it. Async, or sync, which then runs in its own thread."""


async def ask(confirm: Confirm, request: ConfirmRequest, *, seconds: float) -> tuple[Confirmed, str]:
    """The answer of a `confirm` function, and why the action is refused if it is not yes.

    Args:
        confirm: The function. An exception counts as no, and is reported.
        request: The question.
        seconds: How long to wait for an answer.
    """
    try:
        async with asyncio.timeout(max(seconds, 0.0)):
            answer = await _answer(confirm, request)
    except TimeoutError:
        return "no answer", f"it was not confirmed: no answer came within {seconds:.3g} s"
    except Exception as error:  # noqa: BLE001 - of a hook that others wrote; whatever it is, it is no yes
        said = f"{type(error).__name__}: {error}"
        note(f"confirm failed, which counts as no: {said}")
        return "error", f"it was not confirmed: the question failed ({said})"
    return ("yes", "") if answer is True else ("no", "it was not confirmed: the answer is no")


async def _answer(confirm: Confirm, request: ConfirmRequest) -> Any:
    called = getattr(confirm, "__call__", None)  # noqa: B004 - an object may have an async one
    is_async = inspect.iscoroutinefunction(confirm) or inspect.iscoroutinefunction(called)
    answer: object = confirm(request) if is_async else await _in_thread(confirm, request)
    return await cast("Awaitable[Any]", answer) if inspect.isawaitable(answer) else answer


async def _in_thread(confirm: Confirm, request: ConfirmRequest) -> object:
    """The answer of a hook that may block. Its thread ends with the program, whether or not it has answered."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[object] = loop.create_future()

    def tell(answer: object, error: BaseException | None) -> None:
        if answered.done():
            return
        if error is None:
            answered.set_result(answer)
        else:
            answered.set_exception(error)

    def work() -> None:
        answer, failure = None, None
        try:
            answer = confirm(request)
        except BaseException as error:  # noqa: BLE001 - it is raised again where the answer is awaited
            failure = error if isinstance(error, Exception) else RuntimeError(repr(error))
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, answer, failure)

    threading.Thread(target=work, name="actwright-confirm", daemon=True).start()
    return await answered
