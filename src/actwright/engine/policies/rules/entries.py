"""How a value is entered into a field of each kind, and whether the field has it already."""

# ruff: noqa: PLR2004 - scores are said where they count

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from actwright.engine.policies.rules.field_values import SEPARATOR, number_of, options_for, spell
from actwright.engine.policies.rules.option_matching import as_bool, reads_like
from actwright.engine.policies.rules.page_fields import Field, Kind, caption
from actwright.engine.policies.rules.progress import Item, act, marked
from actwright.engine.policies.rules.similarity import text_similarity
from actwright.schemas.proposal import Action
from actwright.text import one_line

Way = Literal["text", "choose", "pieces", "unlisted", "tags"]
"""`text`: typed, although it draws a list; `choose`: chosen from the list of a read-only field; `pieces`: each piece of a
list of values chosen; `unlisted`: as `pieces`, and a single value is typed; `tags`: each piece typed, with Enter."""


def enter(item: Item, field: Field, *, value: str | None = None, instead: Way | None = None) -> list[Action]:
    """The actions that make the field contain the item.

    Args:
        item: What to enter.
        field: Where.
        value: The text to enter instead of the item's own, in another spelling.
        instead: Another way than that of the field's kind, because that failed.
    """
    reason = marked("enter", f'into "{field.name}"', reference=item.reference)
    pieces = [text for text in SEPARATOR.split((item.value or "").strip()) if text]
    if len(pieces) > 1 and instead == "tags" and field.element.tag == "input":
        return [act(reason, "type", element_id=field.element.id, value="\n".join([*pieces, ""]))]
    if field.kind == "choice" and value:
        return [act(reason, "select", element_id=field.element.id, value=value)]
    if field.kind == "choice" and len(pieces) > 1 and (instead in ("pieces", "unlisted") or field.element.multiple):
        return [act(reason, "select_several", element_id=field.element.id, values=pieces)]
    if instead == "choose":
        return _ENTRIES["choice"](item, field, reason)
    if field.kind in _ENTRIES and instead in (None, "pieces"):
        return _ENTRIES[field.kind](item, field, reason)
    return [act(reason, "fill", element_id=field.element.id, value=value or _typed(item, field))]


def has_value(item: Item, field: Field) -> bool:
    """Whether the field already shows the item's value. A secret is never known to be there."""
    if item.value is None or field.kind == "file" or field.element.secret or field.element.type == "password":
        return False
    if field.kind == "tick":
        return field.element.checked is as_bool(item.value)
    if field.kind == "choice":
        return reads_like(item.value, field.element.value or "")
    if field.kind == "text":
        return _is_same("".join(each.value or "" for each in field.elements), spell(item.value, field, item.reading))
    if field.kind == "select":
        chosen = {option.label for option in field.element.options if option.selected and not option.disabled}
    else:
        chosen = {caption(each) for each in field.elements if each.checked}
    return (bool(chosen) or field.kind == "ticks") and chosen == set(_chosen(item, field))


def _tick_several(item: Item, field: Field, reason: str) -> list[Action]:
    wanted = _chosen(item, field)
    awaited = field.element.role == "button" and not {
        caption(each) for each in field.elements if each.checked
    }.issuperset(wanted)
    return [
        act(reason, "check" if caption(each) in wanted else "uncheck", element_id=each.id)
        for each in field.elements
        if caption(each) in wanted or (field.kind == "ticks" and not awaited and (each.checked or not wanted))
    ]


def _select(item: Item, field: Field, reason: str) -> list[Action]:
    options = [_option(item, text, field) for text in _chosen(item, field)] or [item.reference]
    if field.element.multiple:
        return [act(reason, "select_several", element_id=field.element.id, values=options)]
    return [act(reason, "select", element_id=field.element.id, value=options[0])]


_ENTRIES: Mapping[Kind, Callable[[Item, Field, str], list[Action]]] = {
    "file": lambda item, field, reason: [act(reason, "upload", element_id=field.element.id, files=[item.reference])],
    "tick": lambda item, field, reason: [
        act(reason, "check" if as_bool(item.value or "") else "uncheck", element_id=field.element.id)
    ],
    "radios": _tick_several,
    "ticks": _tick_several,
    "select": _select,
    "choice": lambda item, field, reason: [act(reason, "select", element_id=field.element.id, value=item.reference)],
}
"""By the kind of a field that is not typed into: the actions for it."""


def _is_same(one: str, other: str) -> bool:
    """Whether two field values are the same text or the same number."""
    numbers = number_of(one), number_of(other)
    if numbers[0] is not None and numbers[1] is not None:
        return float(numbers[0]) == float(numbers[1])
    return one_line(one) == one_line(other)


def _typed(item: Item, field: Field) -> str:
    """What to type: the reference, wherever the value can be typed as it is."""
    if item.value is None:
        return item.reference
    spelled = spell(item.value, field, item.reading)
    return item.reference if spelled == item.value or field.is_date else spelled


def _chosen(item: Item, field: Field) -> tuple[str, ...]:
    return tuple(choice.found for choice in options_for(item.value or "", field) if choice.found is not None)


def _option(item: Item, label: str, field: Field) -> str:
    alone = len(_chosen(item, field)) == 1
    return item.reference if alone and text_similarity(item.value or "", label) >= 98.0 else label
