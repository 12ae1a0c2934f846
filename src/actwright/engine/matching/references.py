"""Puts `{{name}}` in place of a run's data, so that a recording can be replayed with other data, and back again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from pydantic import JsonValue

from actwright.schemas.recording import RecordedTarget
from actwright.schemas.task import REFERENCE, Task
from actwright.text import one_line, with_texts

SHORTEST_VALUE = 2


def referred_text(text: str, data: Mapping[str, str]) -> str:
    """The text with `{{name}}` wherever the value of that name is a word of its own."""
    values = {str(value): name for name, value in data.items() if len(str(value)) >= SHORTEST_VALUE}
    if not values:
        return text
    any_of = "|".join(map(re.escape, sorted(values, key=len, reverse=True)))
    found = re.compile(rf"{REFERENCE.pattern}|(?<!\w)(?P<value>{any_of})(?!\w)")
    return found.sub(lambda match: f"{{{{{values[match['value']]}}}}}" if match["value"] else match[0], text)


def with_references(target: RecordedTarget, data: Mapping[str, str]) -> RecordedTarget:
    """The target with such references in all its texts."""
    return _changed(target, lambda text: referred_text(text, data))


def filled(target: RecordedTarget, task: Task) -> RecordedTarget:
    """The target with the values of this run in its texts."""
    return filled_with(target, task.data)


def filled_with(target: RecordedTarget, data: Mapping[str, str]) -> RecordedTarget:
    """The target with these values for their names in its texts."""
    return _changed(target, lambda text: filled_text(text, data))


def with_numbers(target: RecordedTarget, numbers: Mapping[str, str]) -> RecordedTarget:
    """The target with these numbers of records in place of the recorded ones."""
    return _changed(target, lambda text: _numbers_filled(text, numbers)) if numbers else target


def _numbers_filled(text: str, numbers: Mapping[str, str]) -> str:
    any_of = "|".join(map(re.escape, sorted(numbers, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{any_of})(?!\w)", lambda match: numbers[match[0]], text)


def _changed(target: RecordedTarget, change: Callable[[str], str]) -> RecordedTarget:
    """The target with all its texts changed."""
    texts = {name: change(value) for name, value in target if isinstance(value, str)}
    cells = {head: change(cell) for head, cell in target.cells.items()}
    return target.model_copy(update=texts | {"near": tuple(map(change, target.near)), "cells": cells})


def value_filled(value: JsonValue, data: Mapping[str, str]) -> JsonValue:
    """A parameter with these values for their names."""
    return with_texts(value, lambda text: filled_text(text, data))


def with_numbers_in(value: JsonValue, numbers: Mapping[str, str]) -> JsonValue:
    """A parameter with these numbers of records in place of the recorded ones."""
    return with_texts(value, lambda text: _numbers_filled(text, numbers)) if numbers else value


def filled_text(text: str, data: Mapping[str, str]) -> str:
    """The text with these values for their names."""
    return REFERENCE.sub(lambda match: data.get(one_line(match[1]), match[0]), text)
