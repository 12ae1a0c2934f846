"""Plans what to enter on the current page: the actions, and what prevents them."""

# ruff: noqa: PLR2004 - scores are said where they count

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from actwright.engine.policies.rules.buttons import words_said
from actwright.engine.policies.rules.field_values import as_bool, number_of, options_for, other_spellings, spell
from actwright.engine.policies.rules.page_fields import Field, Scope, caption, fields_of
from actwright.engine.policies.rules.placement import (
    Placement,
    explain,
    match_score,
    obstacle,
    place_items,
    repeats,
    title_score,
)
from actwright.engine.policies.rules.progress import History, Item, Progress, act, marked
from actwright.engine.policies.rules.similarity import text_similarity
from actwright.schemas.page import Element
from actwright.schemas.proposal import Action
from actwright.schemas.status import FailKind
from actwright.text import one_line

__all__ = ["FormPlan", "plan_form"]


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
        return [
            act(reason, "check" if caption(each) in wanted else "uncheck", element_id=each.id)
            for each in field.elements
            if caption(each) in wanted or (each.checked and field.kind == "ticks")
        ]
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


CERTAIN = 90.0
"""A value from an earlier page is used again only for a required field that fits this well."""
TRIES = 2


@dataclass(slots=True)
class FormPlan:
    """The plan for a page, made by `plan_form`.

    Attributes:
        actions: The actions that enter what has a place here, in document order.
        scope: The form that the fields belong to; None if nothing has a place here.
        filled: The fields that hold an item, or will.
        unplaced: Why an item has no place on this page, by its name.
        blocked: Names of unplaced items that belong here but cannot be entered: ties, and values that a field does not
            take.
        missing: Required fields that nothing fills.
        tied: Whether something of the task fits several places equally well.
        stuck: What forbids going on in any case: a field that keeps refusing its value, or rival forms.
    """

    actions: list[Action] = field(default_factory=list[Action])
    scope: Scope | None = None
    filled: list[Field] = field(default_factory=list[Field])
    unplaced: dict[str, str] = field(default_factory=dict[str, str])
    blocked: list[str] = field(default_factory=list[str])
    missing: list[Field] = field(default_factory=list[Field])
    tied: bool = False
    stuck: str = ""

    @property
    def kind(self) -> FailKind:
        """Why an item has no place, as a fixed word."""
        return "unclear" if self.tied else "invalid_data"

    @property
    def targets(self) -> list[Element]:
        """The controls that it acts on."""
        return [one for each in self.filled for one in each.elements]


def plan_form(progress: Progress, *, again: bool = False) -> FormPlan:
    """Plans which item goes into which field of the page.

    Args:
        progress: The values, the words of the task, the steps so far and the page.
        again: Whether the form came back with errors: what it lost is entered again, what it refused in another
            spelling.
    """
    fields = fields_of(progress.page)
    fresh = [item for item in progress.items if again or not _entered_elsewhere(item, progress)]
    found = place_items(fresh, fields, said=lambda scope: words_said(progress.page, scope, progress.words))
    plan = FormPlan(scope=found.scope, tied=bool(found.rivals) or any(item.name in found.ties for item in fresh))
    if found.rivals:
        forms = "; ".join(_form_name(scope, fields) for scope in found.rivals)
        plan.stuck = f"{len(found.rivals)} forms fit equally well: {forms}. Name the one that is meant in the task"
    used = [item for item in progress.items if item not in fresh]
    pairs = {**found.pairs, **_reused(used, fields, found)}
    for item in fresh:
        if item.name not in pairs:
            plan.unplaced[item.name] = explain(item, fields, found.ties, items=fresh)
            if item.name in found.ties or _belongs_here(item, fields, pairs):
                plan.blocked.append(item.name)
    for item, into in _in_document_order(progress.items, pairs, fields):
        plan.filled.append(into)
        _enter(plan, item, into, progress.history, again=again)
    plan.missing = _missing(plan, fields)
    return plan


def _in_document_order(
    items: Sequence[Item], pairs: Mapping[str, Field], fields: Sequence[Field]
) -> Iterator[tuple[Item, Field]]:
    """What goes where, with the fields that ask for a value again."""
    by_name = {item.name: item for item in items}
    into = {each.element.id: by_name[name] for name, each in pairs.items()}
    into |= {each.element.id: by_name[name] for name, more in repeats(fields, pairs).items() for each in more}
    return ((into[each.element.id], each) for each in fields if each.element.id in into)


def _belongs_here(item: Item, fields: Sequence[Field], pairs: Mapping[str, Field]) -> bool:
    """Whether a free field clearly has the item's name, but cannot take its value."""
    taken = {each.element.id for each in pairs.values()}
    free = [each for each in fields if each.element.id not in taken]
    return any(title_score(item, each) >= CERTAIN and obstacle(item, each) for each in free)


def _entered_elsewhere(item: Item, progress: Progress) -> bool:
    """Whether it was entered on a page that is gone."""
    entered = progress.history.entered(item.reference)
    return bool(entered) and not any(past.element_id in progress.page.by_id for past in entered)


def _reused(used: Sequence[Item], fields: Sequence[Field], found: Placement) -> dict[str, Field]:
    taken = {each.element.id for each in found.pairs.values()}
    empty = [
        each
        for each in fields
        if each.required and each.empty and each.element.id not in taken and each.form == found.scope
    ]
    by_name = {item.name: item for item in used}
    again = place_items(used, empty).pairs
    return {name: each for name, each in again.items() if match_score(by_name[name], each) >= CERTAIN}


def _enter(plan: FormPlan, item: Item, into: Field, history: History, *, again: bool) -> None:
    here = any(past.element_id in {one.id for one in into.elements} for past in history.entered(item.reference))
    if not into.error and (holds(item, into) or (here and not into.empty)):
        return
    tried_enough = history.tries(item.reference, into.name) >= TRIES
    if again and into.error:
        spelling = _other_spelling(item, into)
        if spelling is None or tried_enough:
            plan.stuck = plan.stuck or f'"{into.name}" refuses {item.title}: "{into.error}"'
        else:
            plan.actions += enter(item, into, value=spelling)
    elif tried_enough:
        why = into.error or _last_words(item, history)
        plan.stuck = plan.stuck or f'"{into.name}" did not take {item.title}: {why}'
    else:
        plan.actions += enter(item, into)


def _other_spelling(item: Item, into: Field) -> str | None:
    """Another form of the value, if the field takes typed text and does not hold that form already."""
    if into.kind != "text" or item.value is None:
        return None
    return next((text for text in other_spellings(item.value, into) if text != into.element.value), None)


def _missing(plan: FormPlan, fields: Sequence[Field]) -> list[Field]:
    taken = {one.id for one in plan.targets}
    return [
        each
        for each in fields
        if each.form == plan.scope and each.required and each.empty and each.element.id not in taken
    ]


def _last_words(item: Item, history: History) -> str:
    entered = (past.outcome.detail for past in reversed(history.actions) if past.reference == item.reference)
    return next(entered, "")


def _form_name(scope: Scope, fields: Sequence[Field]) -> str:
    return "the form with " + ", ".join(f'{one.element.id} "{one.name}"' for one in fields if one.form == scope)
