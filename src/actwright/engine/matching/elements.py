"""Finds a recorded element on a live page, by a score with a margin; in doubt, it finds none.

Every recorded feature has a weight, and a candidate that lacks the feature gets nothing for it. What a release changes
at will (classes, generated IDs, the place in the document) is not a feature.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from actwright.engine.matching.table_cells import CELLS, has_cell
from actwright.schemas.recording import RecordedTarget
from actwright.schemas.typed_text import HOLE, pattern_for, without_types
from actwright.text import one_line

ENOUGH, MARGIN = 0.70, 0.10
"""The least score of a match, and how much better than the next one it must be."""
LEAST_NAME, SAME_TEXT = 0.60, 0.80
"""Below these similarities, a link to the same address is another link, and a text around an element another text."""
NEAR, MOST_NEAREST = 0.40, 2
"""From this likeness on, an element is worth naming in a message, and how many are named."""
COUNTER = re.compile(r"\s*[(\[]\d[\d.,+]*[)\]]")
"""A number in brackets, such as a count of unread messages; it is not part of a name."""
NUMBERS = re.compile(r"\d+")
RECORD_NUMBER = re.compile(
    r"(?<=#)\d+|(?<![\w.,:/$\u20ac\u00a3\u00a5-])\d{4,}(?![\w.,:/-])|^(?:\W*|[^\W\d_]{1,3}\.? ?)\d+(?= \| |$)"
)
"""A number such as an order number, or in the first cell: it shows which record a row or a group is about."""
IDENTIFIER = re.compile(r"\S+@\S+|\b[^\W\d_]{1,6}[-_#]\d+\b")
"""What distinguishes a record from others of its name: an address, a number with letters before it."""
FILLERS = frozenset({"a", "an", "the", "of", "for", "your", "my", "our"})
"""Words of a label that say nothing about its field."""
CHOICES = frozenset({"radio", "checkbox", "submit", "button", "image", "reset"})
"""Types of inputs that share one `name` attribute, which therefore identifies none of them."""
DESTRUCTIVE = re.compile(
    r"\b(delete|remove|discard|erase|destroy|cancel|clear|reset|revoke|terminate|unsubscribe|deactivate|close account|"
    r"löschen|entfernen|verwerfen|abbrechen|stornieren|supprimer|annuler|eliminar|cancelar|borrar)\b",
    re.IGNORECASE,
)
ELSEWHERE = "it is in another place"
"""Why an element that says the same may be another one."""
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
        id: The ID of the element; empty if none matches beyond doubt.
        why: Why there is none, in a sentence for people.
        score, runner_up: The scores of the best candidate and the next, 0 to 1.
    """

    id: str = ""
    why: str = ""
    score: float = 0.0
    runner_up: float = 0.0


def find(sought: RecordedTarget, page: Mapping[str, RecordedTarget]) -> Match:
    """Finds a recorded element among the elements of a page.

    Args:
        sought: The recorded element, with all `{{name}}` in its texts replaced.
        page: The elements of the page, by their IDs.
    """
    named = {(found.form, found.name) for found in page.values()}
    times = Counter(form for form, _ in named if form)
    differs = {id: next(_differences(sought, found, alone=times[found.form] == 1), "") for id, found in page.items()}
    allowed = {id: page[id] for id, why in differs.items() if not why}
    if not allowed:
        return Match(why=f"there is no {sought}{_nearest(sought, page, differs)}")
    if sought.cells and len({found.row for found in allowed.values()}) > 1:
        allowed = {
            id: found for id, found in allowed.items() if record_numbers(found.row) == record_numbers(sought.row)
        }
        if not allowed:
            named = CELLS.join(sought.cells.values())
            return Match(why=f'several rows have "{named}", and none is "{sought.row}"')
    if same := {(found.name, found.field): id for id, found in reversed(allowed.items()) if _same_form(sought, found)}:
        allowed = {id: allowed[id] for id in same.values()}  # a form may have its button twice, at both ends
    ranked = sorted(((_score(sought, found), id) for id, found in allowed.items()), key=lambda each: -each[0])
    best, id = ranked[0]
    runner_up = ranked[1][0] if len(ranked) > 1 else 0.0
    twins = [(score, id) for score, id in ranked if sought.name and _says_the_same(sought, allowed[id])]
    single = twins[0][1] if len(twins) == 1 else id
    rivals = [page[each] for each, why in differs.items() if _is_rival(sought, page[each], page[single], why)]
    if not rivals and len(twins) == 1 and best - twins[0][0] < MARGIN:
        others = (score for score, id in ranked if id != single)
        return Match(single, "", twins[0][0], max(others, default=0.0))
    if best < ENOUGH:
        return Match("", f"nothing is similar enough to {sought}; the closest is {allowed[id]}", best, runner_up)
    if rivals or best - runner_up < MARGIN:
        first, second = (page[single], rivals[0]) if rivals else (allowed[id], allowed[ranked[1][1]])
        return Match("", f"two elements are alike for {sought}: {first}, and {second}", best, runner_up)
    return Match(id, "", best, runner_up)


def _is_rival(sought: RecordedTarget, found: RecordedTarget, chosen: RecordedTarget, why: str) -> bool:
    """Whether an element that only stands beside others is of the recorded kind, and the chosen one is not."""
    recorded = (sought.tag, sought.type, sought.field)
    return (
        why == ELSEWHERE
        and bool(sought.name)
        and _says_the_same(sought, found)
        and _same_text(sought.heading, found.heading)
        and (found.tag, found.type, found.field) == recorded != (chosen.tag, chosen.type, chosen.field)
    )


def likeness(sought: RecordedTarget, found: RecordedTarget) -> float:
    """How alike two elements are, 0 to 1, by what was recorded about the first."""
    return _score(sought, found)


def same_place(one: RecordedTarget, other: RecordedTarget) -> bool:
    """Whether two elements say the same in the same place: under the same heading, in the same row and group."""
    if (one.frame, _family(one)) != (other.frame, _family(other)):
        return False
    texts = ((one.heading, other.heading), (one.name, other.name), (one.row, other.row), (one.group, other.group))
    return all(_same_text(first, second) for first, second in texts)


def takes_text(target: RecordedTarget) -> bool:
    """Whether an element is a field that takes typed text."""
    return _family(target) == FAMILIES["textbox"]


def _says_the_same(sought: RecordedTarget, found: RecordedTarget) -> bool:
    """Whether name, row and group are the recorded ones; their types match any value.

    What stands under the heading of an element is its row only if it was recorded in one.
    """
    is_card = not sought.row and found.heading and found.row.startswith(f"{found.heading}{CELLS}")
    same_row = is_card or _same_row(sought, found)
    return _same_text(sought.name, found.name) and bool(same_row) and _same_text(sought.group, found.group)


def _same_text(one: str, other: str) -> bool:
    """Whether two texts are the same; either may have types such as `{int}`."""
    first, second = _folded(one), _folded(other)
    return first == second or any(
        HOLE.search(typed) and pattern_for(typed).fullmatch(text) for typed, text in ((first, second), (second, first))
    )


def _same_row(sought: RecordedTarget, found: RecordedTarget) -> bool:
    """Whether the rows of two elements are about the same record.

    They are if the row has what the task names, where that identified the recorded row alone; otherwise if the number of
    the record is the same, and what the row is about.
    """
    if sought.cells:
        return all(
            has_cell(_folded(found.cells.get(head, found.row)), _folded(cell)) for head, cell in sought.cells.items()
        )
    if HOLE.search(sought.row):
        return _same_text(sought.row, found.row) or _key(sought.row) == _key(found.row)
    if not set(record_numbers(sought.row)) <= set(record_numbers(found.row)):
        return False
    return _key(sought.row) == _key(found.row) or _same_text(sought.row, found.row)


def record_numbers(row: str) -> list[str]:
    """The numbers of a row or a group that show which record it is about."""
    return [number for match in RECORD_NUMBER.findall(row) for number in NUMBERS.findall(match)]


def _differences(sought: RecordedTarget, found: RecordedTarget, *, alone: bool) -> Iterator[str]:
    """Why an element cannot be the recorded one, however alike the rest is; none if it can.

    With `alone`, only buttons of its name submit the form that it submits.
    """
    if found.frame != sought.frame:
        yield "it is in another frame"
    if _family(found) != _family(sought):
        yield f"it is a {found.role or found.tag}"
    if (found.origin, found.signature) != (sought.origin, sought.signature):
        yield "its description or input changed"
    if not _is_called(sought, found) and not (
        alone and _same_form(sought, found) and _more_or_fewer_words(sought, found)
    ):
        same_field = sought.field and sought.field == found.field
        yield "it has another name" + (f', though the same field name "{found.field}"' if same_field else "")
    if DESTRUCTIVE.search(found.name) and not DESTRUCTIVE.search(sought.name):
        yield "it would delete something"
    if sought.row and found.row and not _same_row(sought, found):
        yield "it is in another row"
    if sought.cells and not found.row:
        yield "it is in no row"
    if not sought.cells:
        yield from _other_places(sought, found)
    if sought.form and found.form and _label_words(*sought.form).isdisjoint(_label_words(*found.form)):
        yield "it submits another form"


def _other_places(sought: RecordedTarget, found: RecordedTarget) -> Iterator[str]:
    """Why what is around an element, which no cells of a row identify, keeps it from being the recorded one."""
    if DESTRUCTIVE.search(sought.name) and _of_another_record(sought, found):
        yield "it is about another record"
    if _is_elsewhere(sought, found):
        yield ELSEWHERE


def _of_another_record(sought: RecordedTarget, found: RecordedTarget) -> bool:
    """Whether name, row or group has a different number from the recorded one, such as another order's.

    What destroys one record must not be used on another.
    """
    return not _numbers(sought) <= _numbers(found)


def _numbers(target: RecordedTarget) -> set[str]:
    """All numbers of a name, and the numbers of its row and group that show which record it is about."""
    row_and_group = record_numbers(target.row) + record_numbers(target.group)
    return {*NUMBERS.findall(_folded(target.name)), *row_and_group}


def _is_called(sought: RecordedTarget, found: RecordedTarget) -> bool:
    """Whether it has the recorded name, or a similar name and is the same field or a link to the same page.

    Without such support, one more word makes it another button: Save and Save all. If a label has none of the recorded
    words any more, the `name` attribute says little: another field may have taken it.
    """
    if _same_text(sought.name, found.name) or (_same_field(sought, found) and _more_or_fewer_words(sought, found)):
        return True
    return _same_address(sought, found) and _name_alike(sought, found) >= LEAST_NAME


def _is_elsewhere(sought: RecordedTarget, found: RecordedTarget) -> bool:
    """Whether nothing around it is what was around the recorded one: it is one of the same name in another place."""
    around = ("heading", "group", "row", "field", "placeholder", "href")
    recorded = [(getattr(sought, name), getattr(found, name)) for name in around if getattr(sought, name)]
    near = [max((_alike_but_numbers(text, other) for other in found.near), default=0.0) for text in sought.near]
    likeness = [_alike_but_numbers(one, other) for one, other in recorded] + near
    return bool(likeness) and max(likeness) < SAME_TEXT


def _key(row: str) -> tuple[str, ...]:
    """What a row is about, whatever its other cells hold: its first cell that has a word in it, and its identifiers."""
    if not row:
        return ()
    first = next((cell for cell in row.split(" | ") if re.search(r"[^\W\d_]", without_types(cell))), row)
    return (_folded(first), *sorted(set(map(str.casefold, IDENTIFIER.findall(row)))))


def _same_field(sought: RecordedTarget, found: RecordedTarget) -> bool:
    """Whether it is the same field of a form, although its label may have been reworded."""
    if sought.type in CHOICES or not sought.field:
        return False
    return (sought.field, sought.type, sought.tag) == (found.field, found.type, found.tag)


def _same_form(sought: RecordedTarget, found: RecordedTarget) -> bool:
    """Whether both submit a form, and half of the words of its recorded labels are in that form now."""
    words = _label_words(*sought.form)
    return bool(words) and len(words & _label_words(*found.form)) * 2 >= len(words)


def _label_words(*labels: str) -> set[str]:
    return {word for each in labels for word in re.findall(r"\w+", _folded(each).replace("-", ""))} - FILLERS


def _more_or_fewer_words(sought: RecordedTarget, found: RecordedTarget) -> bool:
    """Whether one name is the other with words left out; those that say nothing of the field do not count."""
    one, other = _label_words(sought.name), _label_words(found.name)
    return one <= other or other <= one


def _same_address(sought: RecordedTarget, found: RecordedTarget) -> bool:
    """Whether both are links to the same page."""
    return sought.href.strip("/#") != "" and sought.href == found.href


def _name_alike(sought: RecordedTarget, found: RecordedTarget) -> float:
    """How alike the names are, 0 to 1. A link to the same page may show other numbers, such as a price."""
    if not _same_address(sought, found):
        return _alike(sought.name, found.name)
    one, other = (one_line(NUMBERS.sub("", target.name)) or target.name for target in (sought, found))
    return max(_alike_but_numbers(sought.name, found.name), _alike(one, other))


def _family(target: RecordedTarget) -> str:
    if target.tag == "select":
        return "select"
    return FAMILIES.get(target.role, target.role or target.tag)


def _score(sought: RecordedTarget, found: RecordedTarget) -> float:
    features = list(_features(sought, found))
    return sum(weight * alike for weight, alike in features) / sum(weight for weight, _ in features)


def _features(sought: RecordedTarget, found: RecordedTarget) -> Iterator[tuple[float, float]]:
    """The weight of each recorded feature, and how well it fits, 0 to 1."""
    exactly: Callable[[str, str], float] = lambda one, other: float(one == other)  # noqa: E731
    compared: tuple[tuple[float, str, Callable[[str, str], float]], ...] = (
        (2.0, "role", exactly), (2.0, "field", exactly), (2.0, "row", _alike), (1.0, "type", exactly),
        (1.0, "group", _alike), (1.0, "heading", _alike), (1.0, "href", exactly), (1.0, "placeholder", _alike), (0.5, "tag", exactly),
    )  # fmt: skip
    if sought.name:
        yield 3.0, _name_alike(sought, found)
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
    """How alike two texts are, 0 to 1. Texts with different numbers are not alike, counters in brackets aside."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - loaded when used, so that importing actwright stays fast

    first, second = _folded(one), _folded(other)
    if first == second:
        return 1.0
    if HOLE.search(one):
        return float(pattern_for(first).fullmatch(second) is not None)
    if not first or not second or NUMBERS.findall(first) != NUMBERS.findall(second):
        return 0.0
    return fuzz.ratio(first, second) / 100


def _alike_but_numbers(one: str, other: str) -> float:
    if _same_text(one, other):
        return 1.0
    return _alike(NUMBERS.sub("0", one), NUMBERS.sub("0", other))


def _folded(text: str) -> str:
    return COUNTER.sub("", text).strip(" *:").casefold()


def _nearest(sought: RecordedTarget, page: Mapping[str, RecordedTarget], differs: Mapping[str, str]) -> str:
    """The nearest elements and why they were not taken, in words that end a message; empty if nothing is near."""
    scores = ((_nearness(sought, found), _alike_but_numbers(sought.row, found.row), id) for id, found in page.items())
    near = [id for score, _, id in sorted(scores, key=lambda each: (-each[0], -each[1])) if score >= NEAR][
        :MOST_NEAREST
    ]
    if not near:
        return ""
    listed = "; ".join(f"{page[id]} ({differs[id]})" for id in near)
    return f"; the nearest {'is' if len(near) == 1 else 'are'} {listed}"


def _nearness(sought: RecordedTarget, found: RecordedTarget) -> float:
    """How near an element comes to the recorded one for a person: by its name, or by all that was recorded."""
    score = _score(sought, found) if _family(sought) == _family(found) else 0.0
    return max(score, _alike(sought.name, found.name) if sought.name else 0.0)
