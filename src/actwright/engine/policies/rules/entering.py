"""The actions that put an item into a field, and whether the field already holds it."""

# ruff: noqa: PLR2004 - scores are said where they count

from __future__ import annotations

from collections.abc import Sequence

from actwright.engine.policies.rules.fields import Field, caption
from actwright.engine.policies.rules.history import act, marked
from actwright.engine.policies.rules.match_score import options_for
from actwright.engine.policies.rules.parts import Item
from actwright.engine.policies.rules.similarity import Choice, choose, similarity, text_similarity
from actwright.engine.policies.rules.spelling import as_bool, number_of, spell
from actwright.schemas.page import Element
from actwright.schemas.proposal import Action
from actwright.text import one_line

__all__ = ["box_for", "enter", "holds", "proof_of", "tick"]


def enter(item: Item, field: Field, *, part: int, value: str | None = None) -> list[Action]:
    """The actions that make the field hold the item.

    Args:
        item: What to enter.
        field: Where.
        part: The part that it serves.
        value: The text to enter instead of the item's own, in another spelling.
    """
    reason = marked(part, "enter", _from(item, f'into "{field.name}"'), key=item.key)
    one = field.element
    if field.kind == "file":
        return [act(reason, "upload", element_id=one.id, files=[item.reference or item.value or ""])]
    if field.kind == "tick":
        return [act(reason, "check" if as_bool(item.value or "") else "uncheck", element_id=one.id)]
    if field.kind in ("radios", "ticks"):
        wanted = _chosen(item, field)
        return [act(reason, "check", element_id=each.id) for each in field.elements if caption(each) in wanted]
    if field.kind == "select":
        options = [_option(item, text, field) for text in _chosen(item, field)] or [item.reference or item.value or ""]
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
    return same_value(field.element.value or "", spell(item.value, field))


def same_value(one: str, other: str) -> bool:
    """Whether two field values are the same text or the same number."""
    numbers = number_of(one), number_of(other)
    if numbers[0] is not None and numbers[1] is not None:
        return float(numbers[0]) == float(numbers[1])
    return one_line(one) == one_line(other)


def proof_of(item: Item, field: Field, *, part: int, live: bool = False) -> Action | None:
    """The check that the field holds the item; None if nothing visible could prove it.

    Args:
        item: What was entered.
        field: Where.
        part: The part it serves.
        live: Whether to check for what the field holds now, instead of what was to be typed.
    """
    reason = marked(part, "prove", f'"{field.name}" holds {item.title}')
    one = field.element
    if item.value is None or one.secret or one.type == "password" or field.kind == "file":
        return None
    if field.kind == "tick":
        state = "checked" if as_bool(item.value) else "unchecked"
        return act(reason, "expect_state", element_id=one.id, value=state)
    if field.kind in ("radios", "ticks"):
        wanted = _chosen(item, field)
        chosen = next((each for each in field.elements if caption(each) in wanted), None)
        return act(reason, "expect_state", element_id=chosen.id, value="checked") if chosen else None
    if field.kind == "select":
        wanted = _chosen(item, field)
        return act(reason, "expect_value", element_id=one.id, value=wanted[0]) if len(wanted) == 1 else None
    expected = one.value if live and one.value else _typed(item, field)
    return act(reason, "expect_value", element_id=one.id, value=expected)


def box_for(item: Item, fields: Sequence[Field]) -> Choice[tuple[Field, Element]]:
    """The checkbox, switch or radio button that an instruction to tick refers to."""
    boxes = [(field, each) for field in fields if field.kind in ("tick", "ticks", "radios") for each in field.elements]
    chosen = choose(boxes, lambda pair: _box_likeness(item.name, pair[1]))
    if chosen.found is None and len(boxes) == 1 and not item.name:
        return Choice(boxes[0], (boxes[0],))
    return chosen


def tick(item: Item, element: Element, *, part: int) -> Action | None:
    """The action that ticks or unticks a box; None if its state is right already."""
    wanted = item.want == "tick"
    if element.checked is wanted:
        return None
    reason = marked(part, "enter", _from(item, f'"{caption(element)}"'), key=item.key)
    return act(reason, "check" if wanted else "uncheck", element_id=element.id)


def _from(item: Item, where: str) -> str:
    """Where an item goes, after its reference if it has one."""
    return f"{item.reference} {where}".lstrip()


def _box_likeness(name: str, element: Element) -> float:
    texts = filter(
        None, (element.label, element.name, element.attribute_name, element.value or "", element.description)
    )
    return max((max(text_similarity(name, text), 0.97 * similarity(name, text)) for text in texts), default=0.0)


def _typed(item: Item, field: Field) -> str:
    """What to type: the reference, wherever the value can be typed as it is."""
    if item.value is None:
        return item.reference
    spelled = spell(item.value, field)
    return item.reference if item.reference and spelled == item.value else spelled


def _chosen(item: Item, field: Field) -> tuple[str, ...]:
    return tuple(choice.found for choice in options_for(item.value or "", field) if choice.found is not None)


def _option(item: Item, label: str, field: Field) -> str:
    alone = len(_chosen(item, field)) == 1
    return item.reference if item.reference and alone and text_similarity(item.value or "", label) >= 98.0 else label
