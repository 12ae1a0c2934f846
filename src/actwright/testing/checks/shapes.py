"""Access to JSON of any shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast


def mapping(value: Any) -> Mapping[str, Any]:
    """Returns the value if it is an object, else an empty one."""
    return cast(Mapping[str, Any], value) if isinstance(value, Mapping) else {}


def mappings(value: Any) -> list[Mapping[str, Any]]:
    """Returns the items of a list, with an empty object for each item that is not one; nothing if it is not a list."""
    return [mapping(item) for item in cast(list[Any], value)] if isinstance(value, list) else []


def texts(values: list[Mapping[str, Any]], key: str) -> list[str]:
    """Returns the values that the objects have under a key, as text."""
    return [str(value.get(key)) for value in values]
