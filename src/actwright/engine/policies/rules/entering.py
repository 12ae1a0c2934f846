"""The actions that put an item into a field, and whether the field already holds it."""

# ruff: noqa: PLR2004 - scores are said where they count

from __future__ import annotations

from actwright.engine.policies.rules.fields import Field, caption
from actwright.engine.policies.rules.history import act, marked
from actwright.engine.policies.rules.progress import Item
from actwright.engine.policies.rules.similarity import text_similarity
from actwright.engine.policies.rules.values import as_bool, number_of, options_for, spell
from actwright.schemas.proposal import Action
from actwright.text import one_line

__all__ = ["enter", "holds"]


def enter(item: Item, field: Field, *, value: str | None = None) -> list[Action]:
    """The actions that make the field hold the item.

    Args:
        item: What to enter.
        field: Where.
        value: The text to enter instead of the item's own, in another spelling.
    """
    reason = marked("enter", f'into "{field.name}"', reference=item.reference)
    one = field.element
    if field.kind == "file":
        return [act(reason, "upload", element_id=one.id, files=[item.reference])]
    if field.kind == "tick":
        return [act(reason, "check" if as_bool(item.value or "") else "uncheck", element_id=one.id)]
    if field.kind in ("radios", "ticks"):
        wanted = _chosen(item, field)
        return [act(reason, "check", element_id=each.id) for each in field.elements if caption(each) in wanted]
    if field.kind == "select":
        options = [_option(item, text, field) for text in _chosen(item, field)] or [item.reference]
        if one.multiple:
            return [act(reason, "select_several", element_id=one.id, values=options)]
        return [act(reason, "select", element_id=one.id, value=options[0])]
    return [act(reason, "fill", element_id=one.id, value=value or _typed(item, field))]


def holds(item: Item, field: Field) -> bool:
    """Whether the field already shows the item's value. A secret is never known to be there."""
    if item.value is None or field.kind == "file":
        return False
    if field.kind == "tick":
        return field.element.checked is as_bool(item.value)
    if field.kind in ("radios", "ticks"):
        return {caption(each) for each in field.elements if each.checked} == set(_chosen(item, field))
    if field.kind == "select":
        chosen = {option.label for option in field.element.options if option.selected and not option.disabled}
        return bool(chosen) and chosen == set(_chosen(item, field))
    if field.element.secret or field.element.type == "password":
        return False
    return _same_value(field.element.value or "", spell(item.value, field))


def _same_value(one: str, other: str) -> bool:
    """Whether two field values are the same text or the same number."""
    numbers = number_of(one), number_of(other)
    if numbers[0] is not None and numbers[1] is not None:
        return float(numbers[0]) == float(numbers[1])
    return one_line(one) == one_line(other)


def _typed(item: Item, field: Field) -> str:
    """What to type: the reference, wherever the value can be typed as it is."""
    if item.value is None:
        return item.reference
    spelled = spell(item.value, field)
    return item.reference if spelled == item.value else spelled


def _chosen(item: Item, field: Field) -> tuple[str, ...]:
    return tuple(choice.found for choice in options_for(item.value or "", field) if choice.found is not None)


def _option(item: Item, label: str, field: Field) -> str:
    alone = len(_chosen(item, field)) == 1
    return item.reference if alone and text_similarity(item.value or "", label) >= 98.0 else label
