"""Turns values into JSON without secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import NoneType
from typing import Any, Literal, cast, get_args, get_origin

from pydantic import BaseModel

from actwright.schemas.base import is_sentence
from actwright.schemas.page import Image


def plain(
    value: Any,
    mask: Callable[[str], str],
    store: Callable[[Image], Any] | None = None,
    *,
    mask_sentence: Callable[[str], str] | None = None,
) -> Any:
    """A value as JSON can hold it, every free text masked; fields of fixed choice stay as they are.

    Args:
        value: The value.
        mask: Masks a text.
        store: Stores a picture, and returns what stands for it.
        mask_sentence: Masks a sentence of ours; `mask` if None.
    """
    if isinstance(value, Image) and store:
        return store(value)
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        fixed = {name for name, field in fields.items() if _is_choice(field.annotation)}
        items = ((name, getattr(value, name)) for name in fields)
        ways = {name: mask_sentence for name, field in fields.items() if mask_sentence and is_sentence(field)}
        return {
            name: item if name in fixed else plain(item, ways.get(name, mask), store, mask_sentence=mask_sentence)
            for name, item in items
        }
    if isinstance(value, Mapping):
        items = cast("Mapping[Any, Any]", value).items()
        return {mask(str(key)): plain(item, mask, store, mask_sentence=mask_sentence) for key, item in items}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item, mask, store, mask_sentence=mask_sentence) for item in cast("tuple[Any, ...]", value)]
    if isinstance(value, Enum):
        return value.value
    return value if isinstance(value, (bool, int, float)) or value is None else mask(str(value))


def _is_choice(annotation: Any) -> bool:
    """Whether a field holds one of a few fixed words, or None."""
    choices = [each for each in get_args(annotation) if each is not NoneType]
    return get_origin(annotation) is Literal or (len(choices) == 1 and get_origin(choices[0]) is Literal)
