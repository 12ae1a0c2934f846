"""The base of every schema: immutable, and strict about unknown fields."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict
from pydantic.fields import FieldInfo

sentence = "sentence"
"""Marks, as metadata, a field that has sentences of ours; they have what others say in quotes."""


def is_sentence(field: FieldInfo) -> bool:
    """Whether a field has sentences of ours."""
    return sentence in field.metadata


class Frozen(BaseModel):
    """An immutable value that refuses unknown fields; bytes are base64 in JSON. Change it by `model_copy(update=…)`."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_bytes="base64", val_json_bytes="base64")
