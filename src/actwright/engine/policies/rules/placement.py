"""Which value goes into which field: by their names, by what a field accepts, and within the form that takes most."""

# ruff: noqa: PLR2004 - scores are said where they count

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from actwright.engine.policies.rules.field_values import (
    SEPARATOR,
    RefusedValueError,
    asks_for_date,
    looks_like,
    options_for,
    spell,
)
from actwright.engine.policies.rules.option_matching import as_bool, says_none
from actwright.engine.policies.rules.page_fields import Field, Scope, caption
from actwright.engine.policies.rules.phrases import PERSONAL, PERSONS, WEAK, terms
from actwright.engine.policies.rules.progress import Item
from actwright.engine.policies.rules.similarity import ENOUGH, MARGIN, assign, similarity, text_similarity
from actwright.folding import plain

CERTAIN = 90.0
"""From this similarity on, a field is surely the one that a name is about."""
OWN = 94.0
"""From this similarity on, a field is called as a name is, but for synonyms and notes."""
NAMING = 0.9
"""Texts of a field with at least this weight are its names."""
NEAR = 40.0
"""From this similarity on, a message says why a field does not take an item."""
NO_FIELD = "fits no field"
"""Words of a message about an item that nothing on the page is called like."""
_BY_SHAPE = ENOUGH + 2
_BY_OPTION = ENOUGH + 4
_AGREES = 6.0
_OF_ANOTHER, _ONLY_AROUND, _ALIAS = 0.6, 0.8, 0.96
_SHAPE_OF_TYPE = {"email": "email", "url": "website", "date": "date", "color": "color", "file": "file"}


@dataclass(frozen=True, slots=True)
class Placement:
    """What goes where.

    Attributes:
        pairs: The field of each item, by the item's name.
        ties: The fields that fit an item equally well, by its name.
        scope: The form that takes most; None if nothing matched.
        rivals: Forms that fit equally well; nothing is paired then.
    """

    pairs: Mapping[str, Field]
    ties: Mapping[str, tuple[Field, ...]]
    scope: Scope | None = None
    rivals: tuple[Scope, ...] = ()


def place_items(
    items: Sequence[Item], fields: Sequence[Field], *, said: Callable[[Scope], float] = lambda _: 0.0
) -> Placement:
    """The best placement among fields that are sent together; ties are named, not resolved.

    Args:
        items: What is to be entered.
        fields: Where it may go.
        said: How much the task says of a form. It chooses between forms that take the values equally well.
    """
    points = {scope: _points(items, fields, scope) for scope in {field.form for field in fields}}
    best = max(points.values(), default=0.0)
    if best < 1.0:
        return Placement({}, {})
    rivals = sorted((scope for scope in points if best - points[scope] < 1.0), key=str)
    most = max(map(said, rivals)) if len(rivals) > 1 else 0.0
    meant = [scope for scope in rivals if len(rivals) == 1 or said(scope) >= most]
    if len(meant) > 1:
        return Placement({}, {}, None, tuple(meant))
    scope = meant[0]
    pairs, ties = _within(items, [field for field in fields if field.form == scope])
    left = [item for item in items if item.name not in pairs and item.name not in ties]
    outside = [field for field in fields if field.form != scope and field.form == (scope[0], None)]
    more, more_ties = _within(left, outside)
    return Placement({**pairs, **more}, {**ties, **more_ties}, scope)


def match_score(item: Item, field: Field) -> float:
    """How well an item fits a field, 0 to 100; 0 if the field cannot take the value."""
    if obstacle(item, field):
        return 0.0
    named = title_score(item, field)
    if field.only_in_code:
        return named
    agreed = max(named, min(named + _AGREES, 99.0))
    if _offers(item, field):
        return max(agreed, _BY_OPTION)
    shape = looks_like(item.value) if item.value else ""
    if shape and (shape == _SHAPE_OF_TYPE.get(field.element.type) or (shape == "date" and asks_for_date(field))):
        return max(agreed, _BY_SHAPE)
    return named


def title_score(item: Item, field: Field) -> float:
    """How alike the item's name and the field's texts are, whatever its value.

    A name that only the code has must be given as it is: it may say something else than the page shows.
    """
    if field.only_in_code:
        return 100.0 if item.name == field.element.attribute_name else 0.0
    return max(_name_score(item.name, field), *(_ALIAS * _name_score(name, field) for name in item.aliases), 0.0)


def _name_score(name: str, field: Field) -> float:
    exact = text_similarity(name, field.name)
    best = max((similarity(name, text) * weight for text, weight in field.sources()), default=0.0)
    best = max(best, exact if exact >= 94.0 else 0.0, *(_score_within(name, each, field) for each in field.within))
    return best * _OF_ANOTHER if _is_of_another_person(name, field) else best


def _score_within(name: str, around: str, field: Field) -> float:
    """How alike a name is to a label and what it stands under, if it has something of the label that says anything."""
    label = field.sources()[0][0] if field.sources() else ""
    if similarity(name, label):
        return similarity(name, f"{around} {label}")
    return _ONLY_AROUND * similarity(name, f"{around} {label}") if WEAK.issuperset(terms(label)) else 0.0


def _is_of_another_person(name: str, field: Field) -> bool:
    """Whether a field is for the name or the address of somebody else, such as an emergency contact, as it stands under."""
    others = {term for each in field.within for term in terms(each)} & PERSONS
    label = {*terms(field.sources()[0][0])} if field.sources() else set[str]()
    return bool(others) and others.isdisjoint(terms(name)) and PERSONAL.issuperset(label - WEAK)


def unlabelled_field(item: Item, fields: Sequence[Field]) -> Field | None:
    """The first field that the page does not label, and whose name in the code is like the item's."""
    unlabelled = (one for one in fields if one.only_in_code)
    return next((one for one in unlabelled if similarity(item.name, one.element.attribute_name) >= ENOUGH), None)


def obstacle(item: Item, field: Field) -> str:
    """Why a field cannot take the item, whatever it is called; empty if it can."""
    return "" if stays_empty(item, field) else _obstacle(item, field)


def stays_empty(item: Item, field: Field) -> bool:
    """Whether the value says that there is none, for a field that may be empty and does not take the word for it."""
    if item.value is None or not says_none(item.value) or field.required or not field.empty:
        return False
    if any("*" in text for text, weight in field.sources() if weight >= NAMING):
        return False
    return field.element.type in ("email", "url") or bool(_obstacle(item, field))


def _obstacle(item: Item, field: Field) -> str:
    if item.value is None:
        return "" if field.kind == "text" else "a value that is withheld can only be typed"
    if field.kind == "file":
        return "" if item.is_file else _not_a_file(item.value)
    if item.is_file:
        return "a file can only be uploaded"
    if field.kind == "text":
        return _not_written(item, field)
    return _not_a_state(item.value) if field.kind == "tick" else _no_option(item.value, field)


def repeats(fields: Sequence[Field], pairs: Mapping[str, Field]) -> dict[str, list[Field]]:
    """Fields that ask for a value again (`Confirm password`), by the name of the item that they repeat."""
    taken = {field.element.id for field in pairs.values()}
    found: dict[str, list[Field]] = {}
    for field in fields:
        asked = set(terms(caption(field.element) or field.element.attribute_name))
        again = any("confirm" in terms(text) for text, _ in field.sources())
        if field.element.id in taken or field.kind != "text" or not again:
            continue
        meant = [
            name
            for name, original in pairs.items()
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
    if tied := ties.get(item.name):
        least = match_score(item, tied[0]) - MARGIN
        if len(tied) == 1 and len(rivals := [one.title for one in items if match_score(one, tied[0]) >= least]) > 1:
            return f"several values ({', '.join(rivals)}) fit {_names(tied)} equally well"
        return f"{item.title} fits {_names(tied)} equally well"
    near = sorted(((title_score(item, field), field) for field in fields), key=lambda pair: -pair[0])[:3]
    if near and near[0][0] >= NEAR and (reason := obstacle(item, near[0][1])):
        return f'{item.title} cannot go into "{near[0][1].name}": {reason}'
    if unlabelled := unlabelled_field(item, fields):
        return f"{item.title} fits no label; if it belongs in {_names([unlabelled])}, which has no label, give it that name"
    close = _names([field for points, field in near if points > 0])
    every = _names(fields[:15])
    return f"{item.title} {NO_FIELD} (closest: {close or 'none'}; on the page: {every or 'no fields'})"


def _not_a_file(value: str) -> str:
    if looks_like(value) != "file":
        return f'"{value}" is not a file'
    return f'"{value}" is not a file that may be uploaded; a job\'s files are in the folder that files (--files) names'


def _not_a_state(value: str) -> str:
    return "" if as_bool(value) is not None else f'it can only be ticked or left empty, and "{value}" is neither'


def _not_written(item: Item, field: Field) -> str:
    try:
        spell(item.value or "", field, item.reading)
    except RefusedValueError as error:
        return str(error)
    return ""


def _no_option(value: str, field: Field) -> str:
    if field.kind == "choice":
        return ""
    missing = next((choice for choice in options_for(value, field) if choice.found is None), None)
    if missing is None or not _settled(field):
        return ""
    offered = ", ".join(f'"{choice}"' for choice in field.choices[:12])
    several = "several options fit" if missing.tied else "no option fits"
    return f'{several} "{value}"; there are {offered or "none"}'


def _settled(field: Field) -> bool:
    """Whether a select's options are there; the page fills a dependent select only once another one is chosen."""
    return field.kind != "select" or any(one.value and not one.disabled for one in field.element.options)


def _offers(item: Item, field: Field) -> bool:
    """Whether the value is one of the field's own options; yes, no and bare numbers are too common to count."""
    if not item.value or not field.choices or as_bool(item.value) is not None or item.value.strip().isdigit():
        return False
    pieces = SEPARATOR.split(item.value.strip()) if field.kind == "ticks" or field.element.multiple else ()
    return any(
        all(any(text_similarity(each, choice) >= 98.0 for choice in field.choices) for each in texts)
        for texts in ((item.value,), pieces)
        if texts
    )


def _names(fields: Sequence[Field]) -> str:
    return ", ".join(f'{field.element.id} "{field.name}"' for field in fields)


def _named(field: Field) -> set[str]:
    return {term for text, weight in field.sources() if weight >= NAMING for term in terms(text)} - {"confirm"}


def _points(items: Sequence[Item], fields: Sequence[Field], scope: Scope) -> float:
    """How many of the items a form takes, weighted by how well they fit. Ties count as taken."""
    pairs, ties = _within(items, [field for field in fields if field.form == scope])
    by_name = {item.name: item for item in items}
    fits = [match_score(by_name[name], field) for name, field in pairs.items()]
    fits += [max(match_score(by_name[name], field) for field in tied) for name, tied in ties.items()]
    return sum(_as_points(points) for points in fits)


def _as_points(points: float) -> float:
    """A fit as points for its form: 1 to 4, so that three good fits weigh more than any one."""
    return 1.0 + 3.0 * max(points - 60.0, 0.0) / 40.0


def _scores(item: Item, fields: Sequence[Field]) -> list[float]:
    """How well an item fits each field. If its own field cannot take its value, no field that fits less is meant."""
    refusing = [title_score(item, field) for field in fields if obstacle(item, field)]
    least = max((score for score in refusing if score >= OWN), default=0.0)
    scores = [match_score(item, field) for field in fields]
    return _by_place(item, fields, [score if score >= least else 0.0 for score in scores])


def _by_place(item: Item, fields: Sequence[Field], scores: Sequence[float]) -> list[float]:
    """The scores, where only what fields of one label stand under says which of them an item is about."""
    wanted = {term for name in (item.name, *item.aliases) for term in terms(name)}
    around = [{term for each in field.within for term in terms(each)} for field in fields]
    labels, found = [plain(field.name) for field in fields], list(scores)
    for label in {each for each in labels if labels.count(each) > 1}:
        own, same = {*terms(label)}, [place for place, each in enumerate(labels) if each == label]
        shared = around[same[0]].intersection(*(around[place] for place in same))
        said = {place: (around[place] - shared) & (wanted - own) for place in same}
        for place in same if any(said.values()) else ():
            if not said[place]:
                found[place] *= _OF_ANOTHER
            elif scores[place] and wanted <= own | around[place]:
                found[place] = max(scores[place], OWN)
    return found


def _within(items: Sequence[Item], fields: Sequence[Field]) -> tuple[dict[str, Field], dict[str, tuple[Field, ...]]]:
    if not items or not fields:
        return {}, {}
    found = assign([_scores(item, fields) for item in items])
    pairs = {items[row].name: fields[column] for row, column in found.pairs.items()}
    ties = {items[row].name: tuple(fields[column] for column in columns) for row, columns in found.ties.items()}
    return pairs, ties
