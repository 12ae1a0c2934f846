"""The environment variables of a driver that is started here, which its browser takes over from it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar

from playwright._impl import _driver, transport

from actwright.settings import child_environment

_DRIVER_ENVIRONMENT = "get_driver_env"
_whole_environment: Callable[[], dict[str, str]] = getattr(_driver, _DRIVER_ENVIRONMENT)
_is_few: ContextVar[bool] = ContextVar("few_variables", default=False)


@contextmanager
def few_variables() -> Generator[None]:
    """Drivers that begin to start in the block get only the variables that they need; Playwright has no option for it."""
    setattr(transport, _DRIVER_ENVIRONMENT, _environment)
    token = _is_few.set(True)
    try:
        yield
    finally:
        _is_few.reset(token)


def _environment() -> dict[str, str]:
    whole = _whole_environment()
    return child_environment(whole) if _is_few.get() else whole
