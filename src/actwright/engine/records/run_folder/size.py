"""Bounds the size of a record, so that no page or provider fills the disk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from typing import Any, cast

from actwright.text import counted

MOST_BYTES = 8_000_000
"""The most bytes of one record as JSON: a step with all that was seen, asked and answered, or an effect.

Long pages take up to about 500 kB.
"""
CAPS = ((1_000_000, 10_000), (100_000, 2_000), (10_000, 500), (1_000, 100))
"""The characters of each text and items of each list to keep of a larger record: the first of these that suffices."""
NOT_RECORDED = "not_recorded"
"""The key in a record that was cut, for sentences about what was cut."""
MOST_SAID = 10


def within_size(record: dict[str, Any]) -> dict[str, Any]:
    """The record itself, or if it is too large, a copy with cut texts and lists, and what was cut under `NOT_RECORDED`.

    Call this after secrets were masked, so that no part of one is left.
    """
    if _size(record) <= MOST_BYTES:
        return record
    cut, said = record, list[str]()
    for characters, items in CAPS:
        said = list[str]()
        cut = cast("dict[str, Any]", _cut(record, "", characters, items, said))
        if _size(cut) <= MOST_BYTES:
            break
    more = [f"and {counted(len(said) - MOST_SAID, 'place')} more"] if len(said) > MOST_SAID else []
    return {**cut, NOT_RECORDED: said[:MOST_SAID] + more}


def line_of(record: dict[str, Any]) -> bytes:
    """The record on one line of JSON, of a bounded size."""
    return json.dumps(within_size(record), separators=(",", ":")).encode() + b"\n"


def taken_cuts(record: dict[str, Any]) -> list[str]:
    """Removes from a record the sentences about what was cut, and returns them."""
    said = record.pop(NOT_RECORDED, [])
    return [str(each) for each in cast("list[Any]", said)] if isinstance(said, list) else []


def _size(value: Any) -> int:
    """Bytes as JSON, which is ASCII here."""
    return len(json.dumps(value, separators=(",", ":")))


def _cut(value: Any, path: str, characters: int, items: int, said: list[str]) -> Any:
    if isinstance(value, str):
        if len(value) > characters:
            said.append(f"{path} has {len(value):,} characters, of which the first {characters:,} are recorded")
        return value[:characters]
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, Any]", value).items()
        if len(pairs) > items:
            said.append(f"{path} has {counted(len(pairs), 'key')}, of which the first {items:,} are recorded")
        return {
            key[:characters]: _cut(item, f"{path}.{key[:100]}".lstrip("."), characters, items, said)
            for key, item in islice(pairs, items)
        }
    if isinstance(value, list):
        listed = cast("list[Any]", value)
        if len(listed) > items:
            said.append(f"{path} has {counted(len(listed), 'item')}, of which the first {items:,} are recorded")
        return [_cut(item, f"{path}[{at}]", characters, items, said) for at, item in enumerate(listed[:items])]
    return value
