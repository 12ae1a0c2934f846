"""Evidence: facts about the page that code checks, one tool per kind."""

from __future__ import annotations

import re
import time
from abc import abstractmethod
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from functools import partial
from typing import Annotated, Any, ClassVar, Literal
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, field_validator, model_validator

from actwright.errors import ToolError
from actwright.schemas.page import Element, Observation
from actwright.schemas.step import Effect, Evidence
from actwright.schemas.typed_text import is_typed, pattern_for
from actwright.suggestions import closest_text
from actwright.text import counted, one_line, shortened
from actwright.tools.base import Done, Tool
from actwright.tools.denial import denied
from actwright.tools.outline import CELLS, outline_of
from actwright.tools.parameters import ElementId
from actwright.tools.polling import until
from actwright.tools.surface import Surface

Kind = Literal[
    "text", "url", "value", "state", "gone", "count", "download", "request", "shown", "rows", "number", "order", "sorted",
    "every", "sum", "same",
]  # fmt: skip

STATES: dict[str, Callable[[Element], bool]] = {
    "checked": lambda element: element.checked is True,
    "unchecked": lambda element: element.checked is False,
    "selected": lambda element: element.selected is True or (element.role == "radio" and element.checked is True),
    "expanded": lambda element: element.expanded is True,
    "collapsed": lambda element: element.expanded is False,
    "enabled": lambda element: not element.disabled,
    "disabled": lambda element: element.disabled,
    "readonly": lambda element: element.readonly,
    "required": lambda element: element.required,
    "invalid": lambda element: element.invalid,
    "valid": lambda element: not element.invalid,
    "focused": lambda element: element.focused or element.had_focus,
}
STATE_OF = {
    "checked": "checked",
    "unchecked": "checked",
    "selected": "selected",
    "expanded": "expanded",
    "collapsed": "expanded",
}
"""The attributes that are None for an element without such a state."""
SECONDS = 5.0
"""How long a fact may take to come true."""
LEAST_SECONDS = 1.0
"""How long to wait for it on a page that has settled without it."""
MOST_TEXTS = 10
MOST_NAMED = 2
"""How many of the facts that would do a refusal names; the action lists them all."""

Finding = tuple[str, str, bool]
"""What was wanted, what was found, and whether that is the same."""


class PageCheck(Tool):
    """A fact that is checked on the live page: what the tools for each kind share."""

    effect: ClassVar[Effect] = Effect.READ
    kind: ClassVar[Kind]

    async def run(self, surface: Surface) -> Done:
        """Waits until the fact holds.

        Raises:
            ToolError: It did not hold in time; the message says what the page shows instead.
        """

        async def look() -> tuple[Evidence, ...]:
            return self.probe(await surface.look())

        async def over(since: float) -> bool:
            return time.monotonic() - since >= LEAST_SECONDS and await surface.is_idle(since=since)

        passed, facts = await until(look, lambda found: any(each.passed for each in found), seconds=SECONDS, over=over)
        if not passed and (seen := self._seen_before(surface)):
            passed, facts = True, seen
        if not passed:
            wanted = " or ".join(each.wanted for each in facts[:MOST_NAMED])
            wanted += f" or one of {len(facts) - MOST_NAMED} others" if len(facts) > MOST_NAMED else ""
            raise ToolError(f"expected that {wanted}, but {facts[0].found}{await self._vanished(surface)}")
        proven = tuple(each for each in facts if each.passed)
        return Done(f"{' and '.join(each.wanted for each in proven)}: yes", evidence=proven)

    def _seen_before(self, surface: Surface) -> tuple[Evidence, ...]:  # noqa: ARG002 - most facts are about the page as it is
        """The evidence in what the page has shown since the last effect and shows no more; empty if there is none."""
        return ()

    async def _vanished(self, surface: Surface) -> str:  # noqa: ARG002 - as for `_seen_before`
        """What is like the fact and stands in such a message only, as the end of a sentence; empty if nothing does."""
        return ""

    @abstractmethod
    def probe(self, page: Observation) -> tuple[Evidence, ...]:
        """The evidence in a look at the page, one for each fact that would do. Nothing matches a withheld secret."""

    def doubt(self, page: Observation) -> str:  # noqa: ARG002 - most facts can be decided on any page
        """Why a page does not decide whether the fact holds, as when its element is missing; empty if it does."""
        return ""

    def _fact(self, finding: Finding) -> Evidence:
        wanted, found, passed = finding
        return Evidence(kind=self.kind, wanted=wanted, found=found, passed=passed, parameters=self.model_dump_json())


def _several(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Said = Annotated[str, Field(pattern=r"\S")]
"""Text with something to look for in it."""


class Expect(PageCheck):
    """The page shows one of these texts (case-sensitive). Checks wait, also after a navigation."""

    kind: ClassVar[Kind] = "text"

    text: Annotated[list[Said], BeforeValidator(_several), Field(min_length=1, max_length=MOST_TEXTS)]

    def probe(self, page: Observation) -> tuple[Evidence, ...]:
        """One for each text."""
        return tuple(map(partial(_one_text, page), self.text))

    def _seen_before(self, surface: Surface) -> tuple[Evidence, ...]:
        """The evidence in a message that was there only for a moment."""
        found = (each for page in surface.seen for each in self.probe(page))
        return tuple(each.model_copy(update={"found": "it did so only for a moment"}) for each in found if each.passed)[
            :1
        ]

    async def _vanished(self, surface: Surface) -> str:
        shown = one_line((await surface.look()).text)
        lines = dict.fromkeys(one_line(line) for page in surface.seen for line in page.text.splitlines())
        gone = (line for line in lines if line not in shown and any(closest_text(line, each) for each in self.text))
        said = next(gone, "")
        return f'; for a moment it showed "{shortened(said, 120)}"' if said else ""


def _one_text(page: Observation, expected: str) -> Evidence:
    wanted = f'the page shows "{expected}"'
    if (cells := as_cells(expected)) and one_line(expected) not in one_line(page.text):
        passed = bool(outline_of(page).rows_with(cells))
    else:
        passed = shows(page.text, expected)
    closest = "" if passed else closest_text(page.text, expected)
    near = f'; the closest is "{closest}"' if closest else ""
    found = "it does" if passed else f"it does not{near}; the page is {page.url}"
    lines = "\n".join(outline_of(page).said)  # the text alone does not say where a sentence without a full stop ends
    if passed and (clause := denied(lines or page.text, expected)):
        passed, found = False, f'it says "{clause}"'
    parameters = Expect(text=[expected]).model_dump_json()
    return Evidence(kind=Expect.kind, wanted=wanted, found=found, passed=passed, parameters=parameters)


class ExpectUrl(PageCheck):
    """The URL: whole, with * as a pattern, or its path's end: /items/7."""

    kind: ClassVar[Kind] = "url"

    url: Said

    def probe(self, page: Observation) -> tuple[Evidence, ...]:
        """Whether it is the URL."""
        return (self._fact((f"the URL is {self.url}", f"the URL is {page.url}", url_matches(page.url, self.url))),)


class ExpectValue(PageCheck):
    """What a field holds or an element shows."""

    kind: ClassVar[Kind] = "value"

    element_id: ElementId
    value: str

    def probe(self, page: Observation) -> tuple[Evidence, ...]:
        """Whether it holds that."""
        return (self._fact(_value(page, self.element_id, self.value)),)

    def doubt(self, page: Observation) -> str:
        """See `PageCheck.doubt`: without the element, or if its value is withheld."""
        element = page.by_id.get(self.element_id)
        withheld = element is not None and (element.secret or element.type == "password")
        return f"the value of {element.title} is withheld" if element and withheld else _missing(page, self.element_id)


class ExpectState(PageCheck):
    """checked, unchecked, selected, expanded, collapsed, enabled, disabled, readonly, required, valid, invalid, focused."""

    kind: ClassVar[Kind] = "state"

    element_id: ElementId
    value: str

    @field_validator("value")
    @classmethod
    def _is_a_state(cls, value: str) -> str:
        if value not in STATES:
            message = f"must be one of {', '.join(STATES)}"
            raise ValueError(message)
        return value

    def probe(self, page: Observation) -> tuple[Evidence, ...]:
        """Whether it is in that state."""
        return (self._fact(_state(page, self.element_id, self.value)),)

    def doubt(self, page: Observation) -> str:
        """See `PageCheck.doubt`: without the element, or if it has no such state."""
        element, name = page.by_id.get(self.element_id), STATE_OF.get(self.value)
        if element is None or name is None or getattr(element, name) is not None or STATES[self.value](element):
            return _missing(page, self.element_id)
        return f"{element.title} has no such state"


class ExpectGone(PageCheck):
    """The element, or the text `value`, is gone."""

    kind: ClassVar[Kind] = "gone"

    element_id: ElementId = ""
    value: str = ""

    @model_validator(mode="after")
    def _names_one(self) -> ExpectGone:
        if bool(self.element_id) is bool(self.value.strip()):
            message = "give an element_id or a value"
            raise ValueError(message)
        return self

    def probe(self, page: Observation) -> tuple[Evidence, ...]:
        """Whether it is gone."""
        if self.value:
            return (self._fact(_count(page, self.value, 0)),)
        element = page.by_id.get(self.element_id)
        cover = f", covered by {element.covered_by}" if element and element.covered_by else ""
        found = f"{element.title} is there{cover}" if element else "it is"
        return (self._fact((f"{self.element_id} is gone", found, element is None)),)

    def doubt(self, page: Observation) -> str:
        """See `PageCheck.doubt`; also if the text is there in another case, `ERROR` for `Error`."""
        if (cells := as_cells(self.value)) and not outline_of(page).rows_with(cells):
            nearly = outline_of(page).rows_with(cells, loosely=True)
            return f'a row of nearly these cells is there: "{self.value}"' if nearly else ""
        text, value = one_line(page.text), one_line(self.value)
        listed = as_cells(value.replace(", ", "|")) if value not in text else ""
        if listed and not cells and outline_of(page).rows_with(listed, loosely=True):
            return f'a row of these parts is there: "{self.value}"'
        at = text.casefold().find(value.casefold()) if value and value not in text else -1
        return "" if at < 0 else f'it is there in another case: "{text[at : at + len(value)]}"'


class ExpectCount(PageCheck):
    """The text occurs this often."""

    kind: ClassVar[Kind] = "count"

    text: Said
    count: int = Field(ge=0)

    def probe(self, page: Observation) -> tuple[Evidence, ...]:
        """Whether it occurs that often."""
        return (self._fact(_count(page, self.text, self.count)),)


class ExpectDownload(PageCheck):
    """A file of this name or pattern."""

    kind: ClassVar[Kind] = "download"

    file: Said

    def probe(self, page: Observation) -> tuple[Evidence, ...]:
        """Whether it arrived."""
        return (self._fact(_download(page, self.file)),)


CHECKS: Mapping[str, type[PageCheck]] = {
    each.kind: each for each in (Expect, ExpectUrl, ExpectValue, ExpectState, ExpectGone, ExpectCount, ExpectDownload)
}
"""The checks by the kind of their evidence, to repeat one from its parameters."""


def as_cells(text: str) -> str:
    """A text as a page tree prints a row, if it has bars between its parts, with spaces around them or without; else empty."""
    parts = [part.strip() for part in text.split("|") if part.strip()]
    return CELLS.join(parts) if len(parts) > 1 else ""


def shows(text: str, wanted: str) -> bool:
    """Whether a page's text contains another text. White space is folded; upper and lower case differ.

    Cells may be written as a page tree prints them, with ` | ` between them, and what differs from run to run as a
    type, such as `{int}`. A `{{name}}` in the wanted text stands for a withheld secret and matches nothing.
    """
    if not wanted.strip() or "{{" in wanted:
        return False
    said, sought = one_line(text), one_line(wanted)
    return any(
        form in said or (is_typed(form) and pattern_for(form, any_case=False).search(said) is not None)
        for form in {sought, as_cells(sought).replace(CELLS, " ") or sought}
    )


def url_matches(url: str, expected: str) -> bool:
    """Whether a URL is the expected one: whole, by a pattern with `*`, or by the end of its path (`/listings/7`).

    A path is compared from a slash on, and without a closing slash; query and fragment count only if they are expected.
    A `*` in a path does not match a slash: `/orders/*` is the page of an order, and not what is beneath it.
    """
    if not expected.startswith("/"):
        if "*" in expected:
            return fnmatchcase(url, expected.replace("[", "[[]").replace("?", "[?]"))
        return url.removesuffix("/") == expected.removesuffix("/")
    try:
        parts, tail = urlsplit(url), urlsplit(expected)
    except ValueError:  # `//[x` would be the start of an address
        return False
    path, end = parts.path.rstrip("/"), tail.path.rstrip("/")
    same_path = re.search(rf"{starred(end)}\Z", path) is not None if end.strip("/*") else path == end
    return (
        same_path
        and (not tail.query or re.fullmatch(starred(tail.query), parts.query) is not None)
        and (not tail.fragment or re.fullmatch(starred(tail.fragment), parts.fragment) is not None)
    )


def starred(expected: str) -> str:
    """A regular expression for a part of a URL, in which `*` matches no further than a segment or a value.

    What follows each `*` but the last is matched where it comes first, so that many of them take no longer than one.
    """
    first, *others = (pattern_for(part).pattern for part in expected.split("*"))
    if not others:
        return first
    return first + "".join(f"(?>[^/&]*?{part})" for part in others[:-1]) + f"[^/&]*{others[-1]}"


def _value(page: Observation, element_id: str, expected: str) -> Finding:
    element = page.by_id.get(element_id)
    if element is None:
        return f'{element_id} holds "{expected}"', f"{element_id} is not there; the page is {page.url}", False
    wanted = f'{element.title} holds "{expected}"'
    if element.secret or element.type == "password":
        return wanted, "its value is withheld, a secret proves nothing", False
    if element.value is None:
        return f'{element.title} shows "{expected}"', f'it shows "{element.name}"', shows(element.name, expected)
    folded = one_line(expected)
    labels = [one_line(option.label) for option in element.options if option.selected]
    is_label = element.tag == "select" and any(one_line(option.label) == folded for option in element.options)
    passed = folded in labels or (folded == one_line(element.value) and not is_label)
    return wanted, f'it holds "{", ".join(labels) or element.value}"', passed


def _state(page: Observation, element_id: str, expected: str) -> Finding:
    element = page.by_id.get(element_id)
    if element is None:
        return f"{element_id} is {expected}", f"{element_id} is not there; the page is {page.url}", False
    actual = ", ".join(name for name, holds in STATES.items() if holds(element))
    return f"{element.title} is {expected}", f"it is {actual}", STATES[expected](element)


def _missing(page: Observation, element_id: str) -> str:
    return "" if element_id in page.by_id else f"{element_id} is not there"


def _count(page: Observation, expected: str, count: int) -> Finding:
    wanted = f'"{expected}" occurs {counted(count, "time")} on the page' if count else f'"{expected}" is gone'
    if "{{" in expected:
        return wanted, "secrets are withheld from the text, so this proves nothing", False
    occurrences = one_line(page.text).count(one_line(expected))
    if cells := as_cells(expected):
        occurrences = max(occurrences, len(outline_of(page).rows_with(cells)))
    return wanted, f"it occurs {counted(occurrences, 'time')}", occurrences == count


def _download(page: Observation, expected: str) -> Finding:
    wanted = f"the file {expected} arrived"
    matching = [file for file in page.downloads if fnmatchcase(file.name, expected)]
    if whole := [file for file in matching if not file.error]:
        return wanted, f"{whole[-1].name} arrived, {whole[-1].bytes:,} bytes", True
    if matching:
        return wanted, f"{matching[-1].name} is incomplete: {matching[-1].error}", False
    names = ", ".join(file.name for file in page.downloads)
    return wanted, f"there are only {names}" if names else "nothing was downloaded", False
