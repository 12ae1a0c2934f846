"""`AsyncActwrightFixture`: the type of the fixture `actwright` in async tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from actwright.pytest_plugin.fixture import ActwrightFixture

P = ParamSpec("P")
T = TypeVar("T")


def _awaited(
    method: Callable[Concatenate[ActwrightFixture, P], T],
) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]:
    """The method as an async test calls it: with an async page, or without a page, it returns something to await."""
    return cast("Any", method)


def _iterated(
    method: Callable[Concatenate[ActwrightFixture, P], Iterator[T]],
) -> Callable[Concatenate[Any, P], AsyncIterator[T]]:
    return cast("Any", method)


class AsyncActwrightFixture:
    """The type of the fixture `actwright` in async tests; the object is the same as in others."""

    run = _awaited(ActwrightFixture.run)
    check = _awaited(ActwrightFixture.check)
    play = _iterated(ActwrightFixture.play)
    agent = ActwrightFixture.agent
    findings = ActwrightFixture.findings
    result = ActwrightFixture.result
