"""Looking into JSON that may have any shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

__all__ = ["mapping", "mappings", "texts"]


def mapping(value: Any) -> Mapping[str, Any]:
    """The value if it is an object, else an empty one."""
    return cast(Mapping[str, Any], value) if isinstance(value, Mapping) else {}


def mappings(value: Any) -> list[Mapping[str, Any]]:
    """The objects of a list, an empty one for whatever else stands in it; no list has none."""
    return [mapping(item) for item in cast(list[Any], value)] if isinstance(value, list) else []


def texts(values: list[Mapping[str, Any]], key: str) -> list[str]:
    """What the objects have under a key, as text."""
    return [str(value.get(key)) for value in values]
