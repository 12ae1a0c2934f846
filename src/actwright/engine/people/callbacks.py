"""Calls the functions with which a caller answers questions. A sync function runs in its own thread."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

__all__ = ["answer_of"]

T = TypeVar("T")


async def answer_of(hook: Callable[[T], object], request: T) -> Any:
    """The answer of a hook. Raises whatever it raises."""
    called = getattr(hook, "__call__", None)  # noqa: B004 - an object may have an async one
    is_async = inspect.iscoroutinefunction(hook) or inspect.iscoroutinefunction(called)
    answer: object = hook(request) if is_async else await _in_thread(hook, request)
    return await cast("Awaitable[Any]", answer) if inspect.isawaitable(answer) else answer


async def _in_thread(hook: Callable[[T], object], request: T) -> object:
    """The answer of a hook that may block. Its thread ends with the program, whether or not it has answered."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[object] = loop.create_future()

    def settle(answer: object, error: BaseException | None) -> None:
        if answered.done():
            return
        if error is None:
            answered.set_result(answer)
        else:
            answered.set_exception(error)

    def work() -> None:
        answer, failure = None, None
        try:
            answer = hook(request)
        except BaseException as error:  # noqa: BLE001 - it is raised again where the answer is awaited
            failure = error if isinstance(error, Exception) else RuntimeError(repr(error))
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, answer, failure)

    threading.Thread(target=work, name="actwright-asks", daemon=True).start()
    return await answered
