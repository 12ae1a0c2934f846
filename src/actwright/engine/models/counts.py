"""Token counts as providers report them; an impossible report counts as none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from actwright.schemas.usage import Usage

COUNT: TypeAdapter[int] = TypeAdapter(Annotated[int, Field(ge=0, le=1_000_000_000)])
"""Tokens of one call; no model reads or writes a billion."""


def count(usage: Mapping[str, Any], name: str) -> int:
    """The tokens under a name; 0 if the name is absent. Raises ValueError if it is not a possible number."""
    return COUNT.validate_python(usage.get(name, 0))


def optional_count(usage: Mapping[str, Any], *names: str) -> int:
    """The tokens under a name, or under a name in an inner object; 0 if any of these is absent or null.

    Raises:
        ValueError, AttributeError: It is not a possible number of tokens, or what should be an object is not one.
    """
    found: Any = usage
    for name in names:
        found = None if found is None else found.get(name)
    return 0 if found is None else COUNT.validate_python(found)


def reported(body: Mapping[str, Any], read: Callable[[Mapping[str, Any]], Usage]) -> dict[str, Any]:
    """The fields `usage` and `raw_usage` of the reply in a response's body."""
    raw: Any = body.get("usage") or {}
    try:
        usage = read(raw) if raw else None
    except (ValueError, AttributeError):
        usage = None
    return {"usage": usage, "raw_usage": raw}
