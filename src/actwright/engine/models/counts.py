"""Token counts as providers report them; an impossible report counts as none."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator

__all__ = ["Count", "Reported"]

Count = Annotated[int, Field(ge=0, le=1_000_000_000)]
"""Tokens of one call; no model reads or writes a billion."""


def _or_none(value: Any, validate: ValidatorFunctionWrapHandler) -> Any:
    try:
        return validate(value)
    except ValidationError:
        return None


Reported = WrapValidator(_or_none)
"""Marks a field that becomes None if its value does not fit."""
