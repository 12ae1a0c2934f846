"""Masks the withheld values of a test's runs in what pytest and Playwright write about the test."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, cast

from actwright.engine.run import Run


def hiding(runs: Sequence[Run]) -> Callable[[str], str] | None:
    """Returns what masks the private values and secrets of all these runs; None if they have none."""
    masks = [run.mask for run in runs if run.task.secrets or run.task.private]

    def hide(text: str) -> str:
        for mask in masks:
            text = mask(text)
        return text

    return hide if masks else None


def masked(value: Any, hide: Callable[[str], str]) -> Any:
    """Returns the representation of a failure, as pytest makes it, with each of its texts masked.

    It has lines of the test's source, and the URL of the page that is an argument of the test.
    """
    if isinstance(value, str):
        return hide(value)
    if isinstance(value, list):
        return [masked(each, hide) for each in cast("list[Any]", value)]
    if isinstance(value, tuple):
        return tuple(masked(each, hide) for each in cast("tuple[Any, ...]", value))
    if not hasattr(value, "__dataclass_fields__"):
        return value
    copied: Any = copy.copy(value)
    attributes: dict[str, Any] = copied.__dict__
    attributes.update({name: masked(each, hide) for name, each in attributes.items()})
    return copied
