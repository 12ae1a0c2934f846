"""Finds a recorded element on a live page: by a score with a margin, and not at all where a doubt is left.

Every feature that was recorded has a weight, and a candidate that lacks it gets nothing for it. What a release changes at will
(classes, generated IDs, the place in the document) is no feature.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from actwright.engine.policies.replay.patterns import HOLE, pattern_for, without_types
from actwright.schemas.recording import Target

__all__ = ["Match", "find", "likeness", "same_place", "takes_text"]

ENOUGH, MARGIN = 0.70, 0.10
"""The least score of a match, and how much better than the next it is."""
LEAST_NAME, SAME_ROW = 0.60, 0.80
"""Below these similarities a name is another name, and a row another row."""
COUNTER = re.compile(r"\s*[(\[]\d[\d.,+]*[)\]]")
"""A number in brackets, as of unread messages, is no part of a name."""
NUMBERS = re.compile(r"\d+")
RECORD_NUMBER = re.compile(r"(?<=#)\d+|(?<![\w.,:/-])\d{4,}(?![\w.,:/-])")
"""A number as of an order: it says which record a row or a group is about."""
DESTRUCTIVE = re.compile(
    r"\b(delete|remove|discard|erase|destroy|cancel|clear|reset|revoke|terminate|unsubscribe|deactivate|close account|"
    r"löschen|entfernen|verwerfen|abbrechen|stornieren|supprimer|annuler|eliminar|cancelar|borrar)\b",
    re.IGNORECASE,
)
FAMILIES: Mapping[str, str] = {
    **dict.fromkeys(("button", "link", "menuitem", "tab", "option", "treeitem"), "press"),
    **dict.fromkeys(("textbox", "searchbox", "spinbutton"), "text"),
    **dict.fromkeys(("checkbox", "switch", "menuitemcheckbox"), "check"),
}
"""Roles that a release may exchange for each other."""


@dataclass(frozen=True, slots=True)
class Match:
    """What was found.

    Attributes:
        id: The element; empty if none is the one, beyond doubt.
        why: Why there is none, in a sentence for people.
        score, runner_up: Of the best candidate and the next, 0 to 1.
    """

    id: str = ""
    why: str = ""
    score: float = 0.0
    runner_up: float = 0.0


def find(sought: Target, page: Mapping[str, Target]) -> Match:
    """The element of a page that a recorded one is now.

    Args:
        sought: The recorded one, with all `{{name}}` in its texts replaced.
        page: The elements that are there, by their IDs.
    """
    allowed = {id: found for id, found in page.items() if not _vetoed(sought, found)}
    if not allowed:
        return Match(why=f"there is no {sought}{_closest(sought, page)}")
    ranked = sorted(((_score(sought, found), id) for id, found in allowed.items()), key=lambda each: -each[0])
    best, id = ranked[0]
    runner_up = ranked[1][0] if len(ranked) > 1 else 0.0
    twins = [id for id, found in allowed.items() if sought.name and _says_the_same(sought, found)]
    if twins == [id]:
        return Match(id, "", best, runner_up)
    if best < ENOUGH:
        return Match("", f"nothing is enough like {sought}; the closest is {allowed[id]}", best, runner_up)
    if best - runner_up < MARGIN:
        return Match(
            "", f"two elements are alike for {sought}: {allowed[id]}, and {allowed[ranked[1][1]]}", best, runner_up
        )
    return Match(id, "", best, runner_up)


def likeness(sought: Target, found: Target) -> float:
    """How alike two elements are, 0 to 1, by what was recorded of the first."""
    return _score(sought, found)


def same_place(one: Target, other: Target) -> bool:
    """Whether two elements say the same in the same place: under the same heading, in the same row and group."""
    if (one.frame, _family(one)) != (other.frame, _family(other)):
        return False
    texts = ((one.heading, other.heading), (one.name, other.name), (one.row, other.row), (one.group, other.group))
    return all(_same_text(first, second) for first, second in texts)


def takes_text(target: Target) -> bool:
    """Whether it is a field that is typed into."""
    return _family(target) == FAMILIES["textbox"]


def _says_the_same(sought: Target, found: Target) -> bool:
    """Whether it is of the same role, and its name, row and group are the recorded ones, types filled in."""
    texts = ((sought.name, found.name), (sought.row, found.row), (sought.group, found.group))
    return sought.role == found.role and all(_same_text(one, other) for one, other in texts)


def _same_text(one: str, other: str) -> bool:
    """Whether two texts are the same; either may have types."""
    first, second = _folded(one), _folded(other)
    return first == second or any(
        HOLE.search(typed) and pattern_for(typed).fullmatch(text) for typed, text in ((first, second), (second, first))
    )


def _vetoed(sought: Target, found: Target) -> bool:
    """Whether this cannot be it, however alike the rest is."""
    if found.frame != sought.frame or _family(found) != _family(sought):
        return True
    if sought.name and _alike(sought.name, found.name) < LEAST_NAME and not _same_field(sought, found):
        return True
    if not sought.name and found.name:
        return not _same_field(sought, found)
    if DESTRUCTIVE.search(found.name) and not DESTRUCTIVE.search(sought.name):
        return True
    if DESTRUCTIVE.search(sought.name) and _of_another_record(sought, found):
        return True
    return bool(sought.row and found.row) and _alike(_key(sought.row), _key(found.row)) < SAME_ROW


def _of_another_record(sought: Target, found: Target) -> bool:
    """Whether the name, row or group has another number than the recorded one, as of an order: what ends one is not for another."""
    return not _numbers(sought) <= _numbers(found)


def _numbers(target: Target) -> set[str]:
    """All numbers of a name, and those of its row and group that say which record it is about."""
    return {*NUMBERS.findall(_folded(target.name)), *RECORD_NUMBER.findall(f"{target.row} | {target.group}")}


def _key(row: str) -> str:
    """The first cell of a row that has a word in it: what the row is about, whatever its other cells hold by now."""
    return next((cell for cell in row.split(" | ") if re.search(r"[^\W\d_]", without_types(cell))), row)


def _same_field(sought: Target, found: Target) -> bool:
    """Whether it is the same field of a form though its label was reworded."""
    return bool(sought.field) and (sought.field, sought.type, sought.tag) == (found.field, found.type, found.tag)


def _family(target: Target) -> str:
    if target.tag == "select":
        return "select"
    return FAMILIES.get(target.role, target.role or target.tag)


def _score(sought: Target, found: Target) -> float:
    features = list(_features(sought, found))
    return sum(weight * alike for weight, alike in features) / sum(weight for weight, _ in features)


def _features(sought: Target, found: Target) -> Iterator[tuple[float, float]]:
    """The weight of each recorded feature, and how well it fits, 0 to 1."""
    exactly: Callable[[str, str], float] = lambda one, other: float(one == other)  # noqa: E731
    compared: tuple[tuple[float, str, Callable[[str, str], float]], ...] = (
        (3.0, "name", _alike), (2.0, "role", exactly), (2.0, "field", exactly), (2.0, "row", _alike), (1.0, "type", exactly),
        (1.0, "group", _alike), (1.0, "heading", _alike), (1.0, "href", exactly), (1.0, "placeholder", _alike), (0.5, "tag", exactly),
    )  # fmt: skip
    for weight, name, alike in compared:
        if recorded := getattr(sought, name):
            yield weight, alike(recorded, getattr(found, name))
    if sought.near:
        yield (
            1.0,
            sum(max((_alike(text, other) for other in found.near), default=0.0) for text in sought.near)
            / len(sought.near),
        )


def _alike(one: str, other: str) -> float:
    """How alike two texts are, 0 to 1. Another number makes another thing of it; a counter in brackets does not."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - loaded when used, so that importing actwright stays fast

    first, second = _folded(one), _folded(other)
    if first == second:
        return 1.0
    if HOLE.search(one):
        return float(pattern_for(first).fullmatch(second) is not None)
    if not first or not second or NUMBERS.findall(first) != NUMBERS.findall(second):
        return 0.0
    return fuzz.ratio(first, second) / 100


def _folded(text: str) -> str:
    return COUNTER.sub("", text).strip(" *:").casefold()


def _closest(sought: Target, page: Mapping[str, Target]) -> str:
    """What comes nearest by its name, for people; empty if nothing does."""
    near = max(page.values(), key=lambda found: _alike(sought.name, found.name), default=None)
    return f"; the closest is {near}" if near and _alike(sought.name, near.name) >= LEAST_NAME else ""
