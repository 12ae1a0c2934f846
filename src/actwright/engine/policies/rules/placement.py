"""Assigns items to fields of a page, within the form that takes most of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from actwright.engine.policies.rules.assignment import assign
from actwright.engine.policies.rules.fields import Field
from actwright.engine.policies.rules.match_score import match_score, obstacle, title_score
from actwright.engine.policies.rules.parts import Item
from actwright.engine.policies.rules.similarity import MARGIN
from actwright.engine.policies.rules.words import terms

__all__ = ["Placement", "Scope", "explain", "place_items", "repeats"]

NAMING = 0.9
"""Texts of a field with at least this weight are its names."""
NEAR = 40.0
"""From this similarity on, a message says why a field does not take an item."""

Scope = tuple[str, int | None]
"""The frame and the form; None for fields outside of forms."""


@dataclass(frozen=True, slots=True)
class Placement:
    """What goes where.

    Attributes:
        pairs: The field of each item, by the item's key.
        ties: The fields that fit an item equally well, by its key.
        scope: The form that takes most; None if nothing matched.
        rivals: Two forms that fit equally well; nothing is paired then.
    """

    pairs: Mapping[str, Field]
    ties: Mapping[str, tuple[Field, ...]]
    scope: Scope | None = None
    rivals: tuple[Scope, ...] = ()


def place_items(
    items: Sequence[Item], fields: Sequence[Field], *, one_form: bool, bonus: Callable[[Scope], float] | None = None
) -> Placement:
    """The best placement; ties are named, not resolved.

    Args:
        items: What is to be entered.
        fields: Where it may go.
        one_form: Whether only fields that are sent together may be used, because something will be submitted.
        bonus: Points for a form that the task mentions.
    """
    scopes = sorted({field.form for field in fields}, key=str)
    rated = sorted(
        ((_points(items, fields, scope) + (bonus(scope) if bonus else 0.0), scope) for scope in scopes),
        key=lambda pair: -pair[0],
    )
    rated = [(points, scope) for points, scope in rated if points >= 1.0]
    if not rated:
        return Placement({}, {})
    best, scope = rated[0]
    if len(rated) > 1 and best - rated[1][0] < 1.0 and _points(items, fields, scope):
        return Placement({}, {}, None, tuple(form for points, form in rated if best - points < 1.0))
    pairs, ties = _within(items, [field for field in fields if field.form == scope])
    left = [item for item in items if item.key not in pairs and item.key not in ties]
    others = [field for field in fields if field.form != scope and (not one_form or field.form == (scope[0], None))]
    more, more_ties = _within(left, others)
    return Placement({**pairs, **more}, {**ties, **more_ties}, scope)


def repeats(fields: Sequence[Field], pairs: Mapping[str, Field]) -> dict[str, list[Field]]:
    """Fields that ask for a value again (`Confirm password`), by the key of the item that they repeat."""
    taken = {field.element.id for field in pairs.values()}
    found: dict[str, list[Field]] = {}
    for field in fields:
        asked = set(terms(field.element.label or field.element.name or field.element.attribute_name))
        again = any("confirm" in terms(text) for text, _ in field.sources())
        if field.element.id in taken or field.kind != "text" or not again:
            continue
        meant = [
            key
            for key, original in pairs.items()
            if original.form == field.form
            and original.kind == "text"
            and (_named(original) & asked or (not asked - {"confirm"} and original.element.type == field.element.type))
        ]
        if len(meant) == 1:
            found.setdefault(meant[0], []).append(field)
    return found


def explain(
    item: Item, fields: Sequence[Field], ties: Mapping[str, tuple[Field, ...]], *, items: Sequence[Item]
) -> str:
    """Why an item found no field, with the candidates, for a message; `items` are all that looked for one."""
    if tied := ties.get(item.key):
        least = match_score(item, tied[0]) - MARGIN
        if len(tied) == 1 and len(rivals := [one.title for one in items if match_score(one, tied[0]) >= least]) > 1:
            return f"several values ({', '.join(rivals)}) fit {_names(tied)} equally well"
        return f"{item.title} fits {_names(tied)} equally well"
    near = sorted(((title_score(item, field), field) for field in fields), key=lambda pair: -pair[0])[:3]
    if near and near[0][0] >= NEAR and (reason := obstacle(item, near[0][1])):
        return f'{item.title} cannot go into "{near[0][1].name}": {reason}'
    close = _names([field for points, field in near if points > 0])
    every = _names(fields[:15])
    return f"{item.title} fits no field (closest: {close or 'none'}; on the page: {every or 'no fields'})"


def _names(fields: Sequence[Field]) -> str:
    return ", ".join(f'{field.element.id} "{field.name}"' for field in fields)


def _named(field: Field) -> set[str]:
    return {term for text, weight in field.sources() if weight >= NAMING for term in terms(text)} - {"confirm"}


def _points(items: Sequence[Item], fields: Sequence[Field], scope: Scope) -> float:
    """How many of the items a form takes, weighted by how well they fit. Ties count as taken."""
    inside = [field for field in fields if field.form == scope]
    pairs, ties = _within(items, inside)
    by_key = {item.key: item for item in items}
    fits = [match_score(by_key[key], field) for key, field in pairs.items()]
    fits += [max(match_score(by_key[key], field) for field in tied) for key, tied in ties.items()]
    return sum(_as_points(points) for points in fits)


def _as_points(points: float) -> float:
    """A fit as points for its form: 1 to 4, so that three good fits weigh more than any one."""
    return 1.0 + 3.0 * max(points - 60.0, 0.0) / 40.0


def _within(items: Sequence[Item], fields: Sequence[Field]) -> tuple[dict[str, Field], dict[str, tuple[Field, ...]]]:
    if not items or not fields:
        return {}, {}
    found = assign([[match_score(item, field) for field in fields] for item in items])
    pairs = {items[row].key: fields[column] for row, column in found.pairs.items()}
    ties = {items[row].key: tuple(fields[column] for column in columns) for row, columns in found.ties.items()}
    return pairs, ties
