"""Scores how well an item to enter fits a field: by their names, and by what the field accepts."""

# ruff: noqa: PLR2004 - scores are said where they count

from __future__ import annotations

import re

from actwright.engine.policies.rules.fields import Field, fields_of
from actwright.engine.policies.rules.parts import Item
from actwright.engine.policies.rules.similarity import ENOUGH, Choice, similarity, text_similarity
from actwright.engine.policies.rules.spelling import RefusedValueError, as_bool, looks_like, pick_option, spell

__all__ = ["fields_of", "match_score", "obstacle", "options_for", "title_score"]

_BY_SHAPE = ENOUGH + 2
_BY_OPTION = ENOUGH + 4
_AGREES = 6.0
_SHAPE_OF_TYPE = {"email": "email", "url": "website", "date": "date", "color": "color", "file": "file"}


def match_score(item: Item, field: Field) -> float:
    """How well an item fits a field, 0 to 100; 0 if the field cannot take the value."""
    if obstacle(item, field):
        return 0.0
    named = title_score(item, field)
    if _offers(item, field):
        return max(min(named + _AGREES, 99.0) if named < 99.0 else named, 90.0 if not item.name else _BY_OPTION)
    shape = looks_like(item.value) if item.value else ""
    if shape and shape == _SHAPE_OF_TYPE.get(field.element.type):
        return max(min(named + _AGREES, 99.0) if named < 99.0 else named, _BY_SHAPE)
    if not item.name and item.want in ("file", "any") and field.kind in ("file", "text"):
        return _BY_SHAPE
    return named


def title_score(item: Item, field: Field) -> float:
    """How alike the item's name and the field's texts are, whatever its value."""
    if not item.name:
        return 0.0
    exact = max((text_similarity(item.name, text) for text in (field.name,) if text), default=0.0)
    best = max((similarity(item.name, text) * weight for text, weight in field.sources()), default=0.0)
    return max(best, exact if exact >= 94.0 else 0.0)


def obstacle(item: Item, field: Field) -> str:  # noqa: PLR0911 - one case per kind
    """Why a field cannot take the item, whatever it is called; empty if it can."""
    if item.want == "file" and field.kind != "file":
        return "it takes no files"
    if item.want == "choice" and not (field.choices or field.kind == "select"):
        return "it offers no choices"
    if item.value is None:
        return "" if field.kind == "text" else "a value that is withheld can only be typed"
    if field.kind == "file":
        return "" if item.want == "file" or looks_like(item.value) == "file" else f'"{item.value}" is not a file'
    if field.kind == "tick":
        return "" if as_bool(item.value) is not None else f'it can be ticked or not, "{item.value}" is neither'
    if field.kind == "text":
        try:
            spell(item.value, field)
        except RefusedValueError as error:
            return str(error)
        return ""
    missing = next((choice for choice in options_for(item.value, field) if choice.found is None), None)
    if missing is None or not _settled(field):
        return ""
    offered = ", ".join(f'"{choice}"' for choice in field.choices[:12])
    several = "several options fit" if missing.tied else "no option fits"
    return f'{several} "{item.value}"; there are {offered or "none"}'


def options_for(value: str, field: Field) -> list[Choice[str]]:
    """The options that a value names: one, or several separated by commas if the field takes several."""
    whole = pick_option(value, field.choices)
    if whole.found is None and (label := field.label_of(value)):
        return [Choice(label, (label,))]
    if whole.found is not None or not (field.element.multiple or field.kind == "ticks"):
        return [whole]
    return [pick_option(one, field.choices) for one in re.split(r"\s*[,;|]\s*|\s+and\s+", value.strip()) if one]


def _settled(field: Field) -> bool:
    """Whether a select's options are there; the page fills a dependent select only once another one is chosen."""
    return field.kind != "select" or any(one.value and not one.disabled for one in field.element.options)


def _offers(item: Item, field: Field) -> bool:
    """Whether the value is one of the field's own options; yes, no and bare numbers are too common to count."""
    if not item.value or not field.choices or as_bool(item.value) is not None or item.value.strip().isdigit():
        return False
    return any(text_similarity(item.value, choice) >= 98.0 for choice in field.choices)
