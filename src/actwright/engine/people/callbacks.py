"""Calls the functions with which a caller answers questions. A sync function runs in its own thread."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from actwright.threads import in_thread

T = TypeVar("T")


async def answer_of(hook: Callable[[T], object], request: T) -> Any:
    """The answer of a hook. Raises whatever it raises."""
    called = getattr(hook, "__call__", None)  # noqa: B004 - an object may have an async one
    is_async = inspect.iscoroutinefunction(hook) or inspect.iscoroutinefunction(called)
    answer: object = hook(request) if is_async else await in_thread(lambda: hook(request))
    return await cast("Awaitable[Any]", answer) if inspect.isawaitable(answer) else answer
