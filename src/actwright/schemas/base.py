"""The base of every schema: frozen, strict about unknown keys."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

__all__ = ["Frozen"]


class Frozen(BaseModel):
    """An immutable value that refuses unknown fields. Make a changed one with `model_copy(update=…)`."""

    model_config = ConfigDict(frozen=True, extra="forbid")
