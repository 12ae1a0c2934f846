"""Plans what to enter on the current page: the actions, and what prevents them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from actwright.engine.policies.rules.buttons import words_said
from actwright.engine.policies.rules.entries import Way, enter, has_value
from actwright.engine.policies.rules.field_values import other_spellings, pick_option
from actwright.engine.policies.rules.page_fields import Field, Scope, fields_of
from actwright.engine.policies.rules.placement import (
    CERTAIN,
    Placement,
    explain,
    match_score,
    obstacle,
    place_items,
    repeats,
    stays_empty,
    title_score,
)
from actwright.engine.policies.rules.progress import History, Item, Progress
from actwright.schemas.page import Element
from actwright.schemas.proposal import Action
from actwright.schemas.status import FailKind

TRIES = 2
_NO_LIST = "opened no list"
_OTHER_WAYS: tuple[tuple[re.Pattern[str], Way], ...] = (
    (re.compile(r"takes a choice from a list|type each and press Enter"), "tags"),
    (re.compile(r"is read-only: click it if it opens"), "choose"),
    (re.compile(_NO_LIST), "unlisted"),
    (re.compile(r"has no option|takes several"), "pieces"),
    (re.compile(r"is not a select|is not a native select"), "text"),
)
"""How a value is entered after a tool has said why it could not be entered so; the first that was said counts."""
_NOT_TAKEN = re.compile(r"did not take|it takes no more")
"""What a tool says of a field that cut a text off or changed it at once: it may take another spelling."""


@dataclass(slots=True)
class FormPlan:
    """The plan for a page, made by `plan_form`.

    Attributes:
        actions: The actions that enter what has a place here, in document order.
        scope: The form that the fields belong to; None if nothing has a place here.
        pairs: The field of each item that has a place, by the item's name.
        filled: The fields that hold an item, or will.
        unplaced: Why an item has no place on this page, by its name.
        blocked: Names of unplaced items that belong here but cannot be entered: ties, and values that a field does not
            take.
        missing: Required fields that nothing fills.
        tied: Whether something of the task fits several places equally well.
        refused: Whether a field does not take the value that it is surely meant for.
        stuck: What forbids going on in any case: a field that keeps refusing its value, or rival forms.
    """

    actions: list[Action] = field(default_factory=list[Action])
    scope: Scope | None = None
    pairs: Mapping[str, Field] = field(default_factory=dict[str, Field])
    filled: list[Field] = field(default_factory=list[Field])
    unplaced: dict[str, str] = field(default_factory=dict[str, str])
    blocked: list[str] = field(default_factory=list[str])
    missing: list[Field] = field(default_factory=list[Field])
    tied: bool = False
    refused: bool = False
    stuck: str = ""

    @property
    def kind(self) -> FailKind:
        """Why an item has no place, as a fixed word."""
        return "unclear" if self.tied and not self.refused else "invalid_data"

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
    asked = [item.name for item in progress.items]
    fields = fields_of(progress.page, asked=asked)
    if again:
        fields = _of_the_form_sent(fields, progress.history, asked)
    fresh = [item for item in progress.items if again or not _entered_elsewhere(item, progress)]
    found = place_items(fresh, fields, said=lambda scope: words_said(progress.page, scope, progress.words))
    plan = FormPlan(scope=found.scope, tied=bool(found.rivals) or any(item.name in found.ties for item in fresh))
    if found.rivals:
        forms = "; ".join(_form_name(scope, fields) for scope in found.rivals)
        plan.stuck = f"{len(found.rivals)} forms fit equally well: {forms}. Name the intended one in the task"
    used = [item for item in progress.items if item not in fresh]
    pairs = plan.pairs = {**found.pairs, **_reused(used, fields, found)}
    for item in fresh:
        if item.name not in pairs:
            is_refused = _belongs_here(item, fields, pairs)
            if item.optional and not is_refused and item.name not in found.ties:
                continue
            plan.unplaced[item.name] = explain(item, fields, found.ties, items=fresh)
            plan.refused |= is_refused
            if item.name in found.ties or is_refused:
                plan.blocked.append(item.name)
    for item, into in _in_document_order(progress.items, pairs, fields):
        plan.filled.append(into)
        _enter(plan, item, into, progress.history, again=again)
    plan.missing = _missing(plan, fields)
    return plan


def _of_the_form_sent(fields: Sequence[Field], history: History, asked: Sequence[str]) -> tuple[Field, ...]:
    """The fields of the form that was sent, if it came back; what it was sent with goes into no other form of the page."""
    press = next(reversed(history.begun("onward", "finish")), None)
    if press is None:
        return tuple(fields)
    entered = {past.element_id for past in history.begun("enter")}
    before = fields_of(press.page, asked=asked)
    sent = {each.form for each in before if any(one.id in entered for one in each.elements)}
    keys = Counter(each.key for each in fields)
    keys.subtract(each.key for each in before if each.form not in sent)
    ours = {each.key for each in before if each.form in sent and keys[each.key] > 0}
    back = {each.form for each in fields if each.key in ours}
    return tuple(each for each in fields if each.form in back)


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
    if stays_empty(item, into):
        return
    here = any(past.element_id in {one.id for one in into.elements} for past in history.entered(item.reference))
    is_known = here or into.kind == "text"  # what was chosen before is chosen again, so that a receipt says it
    is_entered = here and (not into.empty or (into.kind == "choice" and into.element.value is None))
    is_free = bool(into.element.attribute_name) and _NO_LIST in _last_words(
        item, history
    )  # its form sends what it shows
    if not into.error and (((is_known or is_free) and has_value(item, into)) or is_entered):
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
        said = _last_words(item, history)
        spelling = _other_spelling(item, into) if _NOT_TAKEN.search(said) else _offered(item, into, said)
        plan.actions += enter(item, into, value=spelling, instead=_other_way(said))


def _other_spelling(item: Item, into: Field) -> str | None:
    """Another form of the value, if the field takes typed text and does not hold that form already."""
    if into.kind != "text" or item.value is None:
        return None
    return next((text for text in other_spellings(item.value, into) if text != into.element.value), None)


def _offered(item: Item, into: Field, said: str) -> str | None:
    """The option of a drawn list that the value names, of those that a tool listed because none has just its text."""
    listed = tuple(re.findall('"([^"]+)"', said.partition("; it has ")[2]))
    return pick_option(item.value, listed).found if into.kind == "choice" and item.value and listed else None


def _missing(plan: FormPlan, fields: Sequence[Field]) -> list[Field]:
    taken = {one.id for one in plan.targets}
    return [
        each
        for each in fields
        if each.form == plan.scope and each.required and each.empty and each.element.id not in taken
    ]


def _other_way(said: str) -> Way | None:
    return next((way for pattern, way in _OTHER_WAYS if pattern.search(said)), None)


def _last_words(item: Item, history: History) -> str:
    entered = (past.outcome.detail for past in reversed(history.actions) if past.reference == item.reference)
    return next(entered, "")


def _form_name(scope: Scope, fields: Sequence[Field]) -> str:
    return "the form with " + ", ".join(f'{one.element.id} "{one.name}"' for one in fields if one.form == scope)
