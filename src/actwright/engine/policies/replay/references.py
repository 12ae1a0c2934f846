"""Puts `{{name}}` in place of a run's data, so that the recording can be replayed with other data."""

from __future__ import annotations

import re
from collections.abc import Mapping

from actwright.schemas.recording import Target
from actwright.schemas.task import REFERENCE

__all__ = ["referred_text", "with_references"]

SHORTEST_VALUE = 2


def referred_text(text: str, data: Mapping[str, str]) -> str:
    """The text with `{{name}}` wherever the value of that name is a word of its own."""
    values = {str(value): name for name, value in data.items() if len(str(value)) >= SHORTEST_VALUE}
    if not values:
        return text
    any_of = "|".join(map(re.escape, sorted(values, key=len, reverse=True)))
    found = re.compile(rf"{REFERENCE.pattern}|(?<!\w)(?P<value>{any_of})(?!\w)")
    return found.sub(lambda match: f"{{{{{values[match['value']]}}}}}" if match["value"] else match[0], text)


def with_references(target: Target, data: Mapping[str, str]) -> Target:
    """The target with such references in all its texts."""
    texts = {name: referred_text(value, data) for name, value in target if isinstance(value, str)}
    return target.model_copy(update=texts | {"near": tuple(referred_text(text, data) for text in target.near)})
