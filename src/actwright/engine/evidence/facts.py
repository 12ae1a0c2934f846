"""Finds the elements of recorded facts on a page again, and reports whether each fact holds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, cast
from urllib.parse import urlsplit

from pydantic import JsonValue

from actwright.engine.evidence.fact_words import AUXILIARY, PLAIN
from actwright.engine.evidence.own_words import with_values
from actwright.engine.evidence.uncovered import is_universal
from actwright.engine.matching.elements import find
from actwright.engine.matching.named_cells import with_named_cells
from actwright.engine.matching.references import filled, referred_text, with_references
from actwright.engine.matching.surroundings import described
from actwright.engine.values.values import Values
from actwright.errors import ReplyError, ToolError
from actwright.schemas.check import CheckedFact, GivenFact
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action
from actwright.schemas.recording import RecordedAction, RecordedTarget
from actwright.schemas.task import Task, references_in
from actwright.schemas.typed_text import is_typed
from actwright.text import one_line
from actwright.tools.column_facts import ColumnFact
from actwright.tools.expect import ExpectGone, ExpectUrl, PageCheck
from actwright.tools.expect_request import ExpectRequest
from actwright.tools.outline import outline_of, words_in
from actwright.tools.outline_fact import OutlineFact
from actwright.tools.parameters import ELEMENT_ID, marked_fields
from actwright.tools.rest_of_list import rest_of_list
from actwright.tools.table_facts import FACTS, ExpectNumber, ExpectOrder, ExpectRows, ExpectShown
from actwright.tools.toolbox import Toolbox
from actwright.tools.units import quantities_in, with_unit

BLANK = Observation(url="about:blank", tree="- page")
"""A page that shows nothing."""
UNREAD = re.compile(r"does not answer|do not answer|could not be read|are shown only if")
"""Notes of looks that missed a part of the page: what seems gone, was counted or compared may be there."""
NO_REQUESTS = "a check of a page does not know what was sent before; use expect_request in a run"
OF_THIS_PAGE = re.compile(
    r"(?<!any )(?<!every )(?<!each )(?<!all )(?<!no )(?<!jede )(?<!alle )(?<!keine )\b(?:page|rows?|shown|visible|displayed|Seite|Treffer|Zeilen?)\b",
    re.IGNORECASE,
)
"""Words of a statement about what is shown, not about all that there is."""
ORDINAL = re.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|latest|\d+(?:st|nd|rd|th)"
    r"|erste[rsnm]?|zweite[rsnm]?|dritte[rsnm]?|letzte[rsnm]?)\b(?! name)",
    re.IGNORECASE,
)
LAST = frozenset({"last", "latest", "letzte", "letzter", "letztes", "letzten", "letztem"})
PLACES = (
    "first 1st erste erster erstes ersten", "second 2nd zweite zweiter zweites zweiten", "third 3rd dritte dritter drittes dritten",
    "fourth 4th", "fifth 5th", "sixth 6th", "seventh 7th", "eighth 8th", "ninth 9th", "tenth 10th",
)  # fmt: skip
WORD = re.compile(r"\w{4,}")
LEAST_SAID = 3
"""From so many words on, a text that a statement repeats is what it means, whatever heading is above."""
SMALL = frozenset(
    {"your", "with", "from", "this", "that", "these", "those", "what", "have", "here", "there", "more", "about", "page"}
)
"""Words of headings that any statement may have; they do not name a heading."""


@cache
def _toolbox() -> Toolbox:
    return Toolbox(FACTS.values())


def checked(
    facts: Iterable[RecordedAction], page: Observation, *, task: Task, values: Values
) -> tuple[CheckedFact, ...]:
    """Checks facts on a page.

    Args:
        facts: The facts, with `{{name}}` for values from the data.
        page: The whole page, as `BrowserSurface.survey` returns it.
        task: The task, whose text is the statement and whose data the facts refer to.
        values: Resolves the references; a fact that refers to a private value or a secret is not decided.
    """
    facts = tuple(facts)
    there = described(page) if any(fact.targets for fact in facts) else {}
    return tuple(_checked(fact, page, there, task=task, values=values) for fact in facts)


def _checked(
    fact: RecordedAction, page: Observation, there: Mapping[str, RecordedTarget], *, task: Task, values: Values
) -> CheckedFact:
    if fact.tool == ExpectRequest.name:
        return CheckedFact(fact=fact, wanted=_said(fact), found=NO_REQUESTS, passed=None)
    sought = {name: filled(target, task) for name, target in fact.targets.items()}
    found = {name: find(target, there) for name, target in sought.items()}
    about = ", ".join(map(str, sought.values()))
    if missing := next((match for match in found.values() if not match.id), None):
        surely = fact.tool == ExpectGone.name and not missing.score and not _unread(page)
        wanted = f"{about} is gone" if fact.tool == ExpectGone.name else f"{about}: {_said(fact)}"
        return CheckedFact(fact=fact, wanted=wanted, found="it is" if surely else missing.why, passed=surely or None)
    parameters = dict(fact.parameters) | {name: match.id for name, match in found.items()}
    try:
        check = _toolbox().bind(Action(reason="", tool=fact.tool, parameters=parameters), expand=values.expand)
    except (ReplyError, ToolError) as error:
        return CheckedFact(fact=fact, wanted=_said(fact), found=str(error), passed=None)
    assert isinstance(check, PageCheck)
    statement = with_values(task.text, task)
    if isinstance(check, ExpectNumber):
        check = _with_unit(check, statement)
    evidence, doubt = check.probe(page)[0], check.doubt(page) or _hidden(check, page)
    if evidence.passed and not doubt:
        doubt = (
            _elsewhere(check, page, statement)
            or _goes_on_elsewhere(check, page, statement)
            or _other_place(check, page, statement)
        )
    if not evidence.passed and not doubt:
        doubt = _in_another_place(check, page, statement)
    wanted, shown = evidence.wanted, evidence.found
    for name, match in found.items():
        title = page.by_id[match.id].title
        wanted, shown = wanted.replace(title, str(sought[name])), shown.replace(title, str(sought[name]))
    return CheckedFact(fact=fact, wanted=wanted, found=doubt or shown, passed=None if doubt else evidence.passed)


def _elsewhere(check: PageCheck, page: Observation, statement: str) -> str:
    """Why a fact may hold for another reason than stated: only a part of the page that was not named shows it."""
    headings = check.only_under(page) if isinstance(check, OutlineFact) else ()
    if (
        not headings
        or _is_the_only(check, page, statement)
        or _is_said_whole(check, page, statement)
        or any(_is_named(heading, statement) for heading in headings)
    ):
        return ""
    where = " and under ".join(f'"{heading}"' for heading in headings)
    return f"it is so only under {where}, which neither the statement nor the fact names"


def _in_another_place(check: PageCheck, page: Observation, statement: str) -> str:
    """Why a fact may fail only because it names a heading that the statement does not; empty if that is not so."""
    under = one_line(str(getattr(check, "under", "")))
    is_named = _is_named(under, statement) or words_in(statement, under.removesuffix("s"), any_case=True)
    if not isinstance(check, OutlineFact) or not under or is_named:
        return ""
    anywhere = check.model_copy(update={"under": ""})
    is_in_main_part = anywhere.probe(page)[0].passed and not anywhere.only_under(page)
    return f'it is so, but not under "{under}"' if is_in_main_part else ""


def _is_the_only(check: PageCheck, page: Observation, statement: str) -> bool:
    """Whether a statement names a label or the first cell of a row that the page has only once."""
    label = one_line(str(getattr(check, "label", "") or getattr(check, "row", ""))).lstrip("#")
    if not label or not words_in(statement, label, any_case=True):
        return False
    return sum(bool(words_in(line, label, any_case=True)) for line in outline_of(page).said) == 1


def _is_said_whole(check: PageCheck, page: Observation, statement: str) -> bool:
    """Whether a statement has most words of a text that only one line has, and names no other heading of the page."""
    text = one_line(str(getattr(check, "text", ""))) if isinstance(check, ExpectShown) else ""
    outline = outline_of(page)
    lines = [at for at, line in enumerate(outline.said) if words_in(line, text)]
    said = [word for word in re.findall(r"\w+", text) if words_in(statement, word, any_case=True)]
    named = [word for word in said if WORD.fullmatch(word) and not word[0].isdigit()]
    headings = [outline.said[at] for at in range(len(outline.lines)) if outline.is_heading(at)][1:]
    is_alone = len(lines) == 1 and not outline.is_row(outline.rows[lines[0]])
    asked = [word for word in WORD.findall(statement) if word.casefold() not in PLAIN | AUXILIARY]
    is_all = (
        len(lines) == 1
        and outline.said[lines[0]].rstrip(".!") == text.rstrip(".!")
        and len(asked) > 1
        and all(words_in(text, each, any_case=True) for each in asked)
    )
    return (is_all or (is_alone and len(said) >= LEAST_SAID and len(named) > 1)) and not any(
        _is_named(each, statement) for each in headings
    )


def _with_unit(check: ExpectNumber, statement: str) -> ExpectNumber:
    """The fact with the unit that the statement gives its number, if it has none itself."""
    [number] = quantities_in(check.number)
    said = (each.unit for each in quantities_in(statement) if each.unit and each.values & number.values)
    unit = "" if number.unit else next(said, "")
    return check.model_copy(update={"number": with_unit(check.number, unit)}) if unit else check


def _goes_on_elsewhere(check: PageCheck, page: Observation, statement: str) -> str:
    """Why a fact about all of a list is not decided by this page, which shows a part of it."""
    counts = isinstance(check, ExpectRows) and check.compare in {"=", "<", "<="}
    absent = isinstance(check, ExpectGone) and bool(check.value)
    of_rows = isinstance(check, ColumnFact) and (not check.row.strip() or is_universal(statement))
    if not (counts or absent or of_rows) or OF_THIS_PAGE.search(statement):
        return ""
    if sought := next(filter(None, (each.value for each in page.elements if each.type == "search")), ""):
        return "" if sought.casefold() in statement.casefold() else f'the list has only what "{sought}" finds'
    more = rest_of_list(page)
    return f'the list goes on ("{more}"), and what is there is not known' if more else ""


def _other_place(check: PageCheck, page: Observation, statement: str) -> str:
    """Why an order of texts does not show which place of a list one of them has, as a statement says."""
    ordinal = ORDINAL.search(statement)
    if ordinal is None or not isinstance(check, ExpectOrder):
        return ""
    outline = outline_of(page)
    places = {at for section in outline.sections(check.under)[:1] for at in section}
    rows = [row for each in check.texts for row in outline.rows_with(each) if outline.is_row(row) and row in places]
    table = outline.table(rows[0]) if rows else []
    word = ordinal[0].casefold()
    place = len(rows) if word in LAST else next((at for at, words in enumerate(PLACES, 1) if word in words.split()), 0)
    named = words_in(statement, check.texts[place - 1], any_case=True) if 0 < place <= len(check.texts) else not place
    if word in LAST:
        passed = bool(rows and named) and rows[-1] == table[-1] and not rest_of_list(page)
    else:  # the head of a table is a row as well
        passed = (
            bool(named) and len(rows) == len(check.texts) and rows in (table[: len(rows)], table[1 : len(rows) + 1])
        )
    return "" if passed else f'nothing says which row is the "{ordinal[0]}"'


def _is_named(heading: str, statement: str) -> bool:
    """Whether a statement has a significant word of a heading."""
    words = {word for word in WORD.findall(heading.casefold()) if word not in SMALL}
    return any(words_in(statement.casefold(), word) for word in words)


def _said(fact: RecordedAction) -> str:
    given = ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in fact.parameters.items())
    return f"{fact.tool}({given})"


def _hidden(check: PageCheck, page: Observation) -> str:
    """Why a look at a page may have missed what decides a fact; empty if it has not."""
    if not page.tree:
        return "a dialog hides the page" if page.dialog else "; ".join(page.notes) or "the page could not be read"
    return "" if isinstance(check, ExpectUrl) else _unread(page)


def _unread(page: Observation) -> str:
    """Which part of a page could not be read; empty if all of it could."""
    return next((note for note in page.notes if UNREAD.search(note)), "" if page.tree else "the page could not be read")


def as_recorded(given: GivenFact, page: Observation, there: Mapping[str, RecordedTarget], task: Task) -> RecordedAction:
    """A model's fact in the form of a recording, with references for values that the statement names.

    Raises:
        ReplyError: There is no such kind of fact, its parameters do not fit, or an element is not on the page or cannot
            be distinguished from others.
    """
    kind = FACTS.get(given.fact)
    named = [name for name in (marked_fields(kind, ELEMENT_ID) if kind else ()) if given.parameters.get(name)]
    ids = {name: str(given.parameters[name]) for name in named}
    targets: dict[str, RecordedTarget] = {}
    for name, id in ids.items():
        if id not in there:
            raise ReplyError(f"{given.fact}: there is no element {id!r} on the page")
        match = find(there[id], there)
        if match.id != id:
            raise ReplyError(f"{given.fact}: {there[id]} cannot be distinguished from others: {match.why}")
        named = with_named_cells(id, there, with_values(task.text, task), tuple(task.data.values()))
        targets[name] = with_references(named, task.data)
    action = Action(reason="", tool=given.fact, parameters=dict(given.parameters))
    check = _toolbox().bind(action, expand=lambda text: text)
    defaults = {name: field.default for name, field in type(check).model_fields.items()}
    written = {name: getattr(check, name) for name in defaults if name not in targets}
    if typed := next((text for value in written.values() for text in _texts(value) if is_typed(text)), ""):
        raise ReplyError(f"{given.fact}: {typed!r} has a type, which matches more than the statement says")
    kept: dict[str, JsonValue] = {
        name: _referred(_from_home(value, page) if given.fact == ExpectUrl.name else value, task)
        for name, value in written.items()
        if value != defaults[name]
    }
    return RecordedAction(tool=given.fact, targets=targets, parameters=kept)


def _texts(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else [*value] if isinstance(value, list) else []


def _from_home(url: str, page: Observation) -> str:
    """A URL on the page's own site without its host, so that the fact also holds where the site has another host."""
    parts, home = urlsplit(url), urlsplit(page.url)
    if "*" in url or (parts.scheme, parts.netloc) != (home.scheme, home.netloc) or not parts.path.strip("/"):
        return url
    return parts._replace(scheme="", netloc="").geturl()


def _referred(value: Any, task: Task) -> JsonValue:
    if isinstance(value, str):
        return referred_text(value, {name: task.data[name] for name in references_in(task.text) if name in task.data})
    if isinstance(value, list | tuple):
        return [_referred(each, task) for each in cast("Sequence[Any]", value)]
    return value
