"""Plans what to enter on the current page: the actions, and what prevents them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from actwright.engine.policies.rules.entering import box_for, enter, holds, proof_of, tick
from actwright.engine.policies.rules.fields import Field, caption, fields_of
from actwright.engine.policies.rules.history import History
from actwright.engine.policies.rules.match_score import match_score, obstacle, title_score
from actwright.engine.policies.rules.parts import Item
from actwright.engine.policies.rules.placement import Placement, Scope, explain, place_items, repeats
from actwright.engine.policies.rules.spelling import other_spellings
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action
from actwright.schemas.status import FailKind

__all__ = ["FormPlan", "plan_form"]

CERTAIN = 90.0
"""A value from an earlier page is used again only for a required field that fits this well."""
TRIES = 2


@dataclass(slots=True)
class FormPlan:
    """The plan for a page, made by `plan_form`.

    Attributes:
        actions: The actions that enter what has a place here, in document order.
        proofs: Checks that the fields hold it.
        scope: The form that the fields belong to; None if nothing has a place here.
        filled: The fields that hold an item, or will.
        unplaced: Why an item has no place on this page, by its key.
        blocked: Keys of unplaced items that belong here but cannot be entered: ties, and values that a field does not
            take.
        missing: Required fields that nothing fills.
        tied: Whether something of the task fits several places equally well.
        stuck: What forbids going on in any case: a field that keeps refusing its value, or rival forms.
    """

    actions: list[Action] = field(default_factory=list[Action])
    proofs: list[Action] = field(default_factory=list[Action])
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


def plan_form(
    page: Observation,
    items: Sequence[Item],
    history: History,
    *,
    part: int,
    one_form: bool,
    again: bool = False,
    bonus: Callable[[Scope], float] | None = None,
) -> FormPlan:
    """Plans which item goes into which field of this page.

    Args:
        page: The page.
        items: What may be entered.
        history: What was done so far.
        part: The part that the plan serves.
        again: Whether the form came back with errors: what it lost is entered again, what it refused in another
            spelling.
        one_form: Whether something will be submitted, so only fields that are sent together count.
        bonus: Points for a form that the task mentions.
    """
    fields = fields_of(page)
    plan = FormPlan()
    boxes = [item for item in items if item.want in ("tick", "untick")]
    values = [item for item in items if item not in boxes]
    fresh = [item for item in values if again or not _elsewhere(item, page, history)]
    found = place_items(fresh, fields, one_form=one_form, bonus=bonus)
    plan.tied = bool(found.rivals) or any(item.key in found.ties for item in fresh)
    if found.rivals:
        forms = "; ".join(_form_name(scope, fields) for scope in found.rivals)
        plan.stuck = f"{len(found.rivals)} forms fit equally well: {forms}. Say which button to press"
    plan.scope = found.scope
    used = {item.key: item for item in values if item not in fresh}
    pairs = {**dict(found.pairs), **_reused(list(used.values()), fields, found)}
    for item in values:
        if item.key in pairs:
            continue
        if item in fresh:
            plan.unplaced[item.key] = explain(item, fields, found.ties, items=fresh)
            if item.key in found.ties or _belongs_here(item, fields, pairs):
                plan.blocked.append(item.key)
    by_key = {item.key: item for item in items}
    for key, extra in repeats(fields, pairs).items():
        pairs.update({f"{key} again {number}": each for number, each in enumerate(extra)})
        by_key.update({f"{key} again {number}": by_key[key] for number in range(len(extra))})
    place = {each.element.id: number for number, each in enumerate(fields)}
    for key in sorted(pairs, key=lambda one: place[pairs[one].element.id]):
        _add(plan, by_key[key], pairs[key], history, part=part, again=again)
    for item in boxes:
        _add_box(plan, item, fields, page, history, part=part)
    plan.missing = _missing(plan, fields)
    return plan


def _belongs_here(item: Item, fields: Sequence[Field], pairs: Mapping[str, Field]) -> bool:
    """Whether a free field clearly has the item's name, but cannot take its value."""
    taken = {each.element.id for each in pairs.values()}
    free = [each for each in fields if each.element.id not in taken]
    return any(title_score(item, each) >= CERTAIN and obstacle(item, each) for each in free)


def _elsewhere(item: Item, page: Observation, history: History) -> bool:
    """Whether it was entered on a page that is gone."""
    entered = history.entered(item.key)
    return bool(entered) and not any(deed.element_id in page.by_id for deed in entered)


def _reused(used: Sequence[Item], fields: Sequence[Field], found: Placement) -> dict[str, Field]:
    taken = {each.element.id for each in found.pairs.values()}
    open_fields = [
        each
        for each in fields
        if each.required and each.empty and each.element.id not in taken and each.form == found.scope
    ]
    again = place_items(used, open_fields, one_form=True)
    by_key = {item.key: item for item in used}
    return {key: each for key, each in again.pairs.items() if match_score(by_key[key], each) >= CERTAIN}


def _add(plan: FormPlan, item: Item, into: Field, history: History, *, part: int, again: bool) -> None:
    here = any(deed.element_id in {one.id for one in into.elements} for deed in history.entered(item.key))
    plan.filled.append(into)
    if proof := proof_of(item, into, part=part, live=here):
        plan.proofs.append(proof)
    if not into.error and (holds(item, into) or (here and not into.empty)):
        return
    if again and into.error:
        _add_other_spelling(plan, item, into, history, part=part)
        return
    if history.tries(item.key, into.name) >= TRIES:
        plan.stuck = (
            plan.stuck or f'"{into.name}" did not take {item.title}: {into.error or _last_words(item, history)}'
        )
        return
    plan.actions += enter(item, into, part=part)


def _add_other_spelling(plan: FormPlan, item: Item, into: Field, history: History, *, part: int) -> None:
    current = into.element.value or ""
    typed = into.kind == "text" and item.value is not None
    spellings = [text for text in other_spellings(item.value or "", into) if typed and text != current]
    if not spellings or history.tries(item.key, into.name) >= TRIES:
        plan.stuck = plan.stuck or f'"{into.name}" refuses {item.title}: "{into.error}"'
        return
    plan.actions += enter(item, into, part=part, value=spellings[0])


def _add_box(
    plan: FormPlan, item: Item, fields: Sequence[Field], page: Observation, history: History, *, part: int
) -> None:
    if _elsewhere(item, page, history):
        return
    chosen = box_for(item, fields)
    if chosen.found is None:
        near = ", ".join(f'{one.id} "{caption(one)}"' for _, one in chosen.near) or "none"
        plan.tied = plan.tied or bool(chosen.tied)
        plan.unplaced[item.key] = (
            f"{item.title} fits {'several boxes' if chosen.tied else 'no box'} (candidates: {near})"
        )
        return
    into, box = chosen.found
    plan.filled.append(into)
    plan.scope = plan.scope or into.form
    if history.tries(item.key, caption(box)) >= TRIES:
        plan.stuck = plan.stuck or f'"{caption(box)}" did not change: {_last_words(item, history)}'
    elif action := tick(item, box, part=part):
        plan.actions.append(action)
    state = Item(item.key, item.name, "true" if item.want == "tick" else "false")
    if proof := proof_of(state, Field("tick", (box,)), part=part):
        plan.proofs.append(proof)


def _missing(plan: FormPlan, fields: Sequence[Field]) -> list[Field]:
    taken = {one.id for one in plan.targets}
    return [
        each
        for each in fields
        if each.form == plan.scope and each.required and each.empty and each.element.id not in taken
    ]


def _last_words(item: Item, history: History) -> str:
    return next((deed.outcome.detail for deed in reversed(history.deeds) if deed.key == item.key), "")


def _form_name(scope: Scope, fields: Sequence[Field]) -> str:
    return "the form with " + ", ".join(f'{one.element.id} "{one.name}"' for one in fields if one.form == scope)
