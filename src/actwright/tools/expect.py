"""Evidence: a fact about the page that code checks."""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import ClassVar, Literal
from urllib.parse import urlsplit

from pydantic import Field, model_validator

from actwright.errors import ToolError
from actwright.schemas.page import Element, Observation
from actwright.schemas.step import Effect, Evidence
from actwright.text import counted, one_line
from actwright.tools.base import Done, ElementId, Surface, Tool
from actwright.tools.polling import until

__all__ = ["Expect", "evaluate", "shows", "url_matches"]

Kind = Literal["text", "url", "value", "state", "gone", "count", "download"]

STATES: dict[str, Callable[[Element], bool]] = {
    "checked": lambda element: element.checked is True,
    "unchecked": lambda element: element.checked is False,
    "selected": lambda element: element.selected is True,
    "expanded": lambda element: element.expanded is True,
    "collapsed": lambda element: element.expanded is False,
    "enabled": lambda element: not element.disabled,
    "disabled": lambda element: element.disabled,
    "readonly": lambda element: element.readonly,
    "required": lambda element: element.required,
    "invalid": lambda element: element.invalid,
    "valid": lambda element: not element.invalid,
    "focused": lambda element: element.focused,
}
CLOSE_ENOUGH = 60
"""From this similarity (0 to 100, `rapidfuzz.fuzz.partial_ratio`) on, the closest text is worth showing."""
SEARCHED = 50_000
SHOWN = 120


class Expect(Tool):
    """Check a fact on the live page, waiting until it holds; also tried after a navigation.

    Kinds: text (the page shows `expected`, case-sensitive); url (whole, with * as a pattern, or its path's end:
    /items/7); value (of the element); state (checked, unchecked, selected, expanded, collapsed, enabled, disabled,
    readonly, required, valid, invalid, focused); gone (the element or text); count (`expected` occurs `count` times);
    download (a file of this name or pattern).
    """

    effect: ClassVar[Effect] = Effect.READ

    kind: Kind
    expected: str = ""
    element_id: ElementId | None = None
    count: int = Field(default=1, ge=0)
    seconds: float = Field(default=5, ge=0, le=25)

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Expect:
        needs_expected = self.kind != "gone" or self.element_id is None
        if needs_expected and self.kind != "value" and not self.expected.strip():
            message = f"`{self.kind}` needs `expected`"
            raise ValueError(message)
        if self.kind in {"value", "state"} and self.element_id is None:
            message = f"`{self.kind}` needs `element_id`"
            raise ValueError(message)
        if self.kind == "state" and self.expected not in STATES:
            message = f"`expected` must be one of {', '.join(STATES)}"
            raise ValueError(message)
        return self

    async def run(self, surface: Surface) -> Done:
        """Waits until it holds.

        Raises:
            ToolError: It did not; says what the page shows instead.
        """

        async def look() -> Evidence:
            return evaluate(await surface.look(), self)

        held, evidence = await until(look, lambda found: found.held, seconds=self.seconds)
        if not held:
            raise ToolError(f"expected that {evidence.wanted}, but {evidence.found}")
        return Done(f"{evidence.wanted}: yes", evidence=(evidence,))

    async def probe(self, surface: Surface) -> Evidence:
        """Whether it holds now, without waiting."""
        return evaluate(await surface.look(), self)


def evaluate(page: Observation, check: Expect) -> Evidence:
    """What a look at the page says about a check. Nothing matches text that was withheld because it is secret."""
    wanted, found, held = _CHECKS[check.kind](page, check)
    parameters = check.model_dump_json(exclude={"seconds"}, exclude_none=True)
    return Evidence(kind=check.kind, wanted=wanted, found=found, held=held, parameters=parameters)


def shows(text: str, wanted: str) -> bool:
    """Whether a page's text contains another, white space folded, upper and lower case apart.

    A `{{name}}` in it stands for a withheld secret and matches nothing.
    """
    return bool(wanted.strip()) and "{{" not in wanted and one_line(wanted) in one_line(text)


def url_matches(url: str, expected: str) -> bool:
    """Whether a URL is the expected one: whole, by a pattern with `*`, or by the end of its path (`/listings/7`).

    A path is compared from a slash on, a closing slash aside; query and fragment count only if they are expected.
    """
    if "*" in expected:
        return fnmatchcase(url, expected.replace("[", "[[]").replace("?", "[?]"))
    if not expected.startswith("/"):
        return url.removesuffix("/") == expected.removesuffix("/")
    parts, tail = urlsplit(url), urlsplit(expected)
    path, end = parts.path.rstrip("/"), tail.path.rstrip("/")
    same_path = path.endswith(end) if end else not path
    return (
        same_path
        and (not tail.query or tail.query == parts.query)
        and (not tail.fragment or tail.fragment == parts.fragment)
    )


Finding = tuple[str, str, bool]
"""What was wanted, what was found, and whether that is the same."""


def _text(page: Observation, check: Expect) -> Finding:
    expected = check.expected
    if check.element_id is None:
        where, text = "the page", page.text
    else:
        element = page.by_id.get(check.element_id)
        where = element.title if element else check.element_id
        if element is None:
            return f'{where} shows "{expected}"', f"{where} is not there", False
        text = f"{element.name}\n{'' if element.secret else element.value or ''}"
    wanted = f'{where} shows "{expected}"'
    if shows(text, expected):
        return wanted, "it does", True
    return wanted, f"it does not{_closest(text, expected)}; the page is {page.url}", False


def _url(page: Observation, check: Expect) -> Finding:
    expected = check.expected
    return f"the URL is {expected}", f"the URL is {page.url}", url_matches(page.url, expected)


def _value(page: Observation, check: Expect) -> Finding:
    element = page.by_id.get(check.element_id or "")
    title = element.title if element else check.element_id
    wanted = f'{title} holds "{check.expected}"'
    if element is None:
        return wanted, f"{title} is not there; the page is {page.url}", False
    if element.secret or element.type == "password":
        return wanted, "its value is withheld, a secret proves nothing", False
    if element.value is None:
        return wanted, f"{title} is a {element.tag} and holds no value", False
    expected = one_line(check.expected)
    labels = [one_line(option.label) for option in element.options if option.selected]
    held = expected in {one_line(element.value), *labels}
    return wanted, f'it holds "{", ".join(labels) or element.value}"', held


def _state(page: Observation, check: Expect) -> Finding:
    element = page.by_id.get(check.element_id or "")
    title = element.title if element else check.element_id
    expected = check.expected
    wanted = f"{title} is {expected}"
    if element is None:
        return wanted, f"{title} is not there; the page is {page.url}", False
    actual = ", ".join(name for name, holds in STATES.items() if holds(element))
    return wanted, f"it is {actual}", STATES[expected](element)


def _gone(page: Observation, check: Expect) -> Finding:
    if check.element_id is not None:
        element = page.by_id.get(check.element_id)
        wanted = f"{check.element_id} is gone"
        return (wanted, f"{element.title} is there", False) if element else (wanted, "it is", True)
    expected = check.expected
    wanted = f'"{expected}" is gone'
    if "{{" in expected:
        return wanted, "secrets are withheld from the text, so this proves nothing", False
    held = not shows(page.text, expected)
    return wanted, "it is" if held else "the page shows it", held


def _count(page: Observation, check: Expect) -> Finding:
    expected = check.expected
    occurrences = 0 if "{{" in expected else one_line(page.text).count(one_line(expected))
    wanted = f'"{expected}" occurs {counted(check.count, "time")} on the page'
    return wanted, f"it occurs {counted(occurrences, 'time')}", occurrences == check.count and "{{" not in expected


def _download(page: Observation, check: Expect) -> Finding:
    expected = check.expected
    wanted = f"the file {expected} arrived"
    matching = [file for file in page.downloads if fnmatchcase(file.name, expected)]
    if whole := [file for file in matching if not file.error]:
        return wanted, f"{whole[-1].name} arrived, {whole[-1].bytes:,} bytes", True
    if matching:
        return wanted, f"{matching[-1].name} is incomplete: {matching[-1].error}", False
    names = ", ".join(file.name for file in page.downloads)
    return wanted, f"there are only {names}" if names else "nothing was downloaded", False


_CHECKS: dict[Kind, Callable[[Observation, Expect], Finding]] = {
    "text": _text,
    "url": _url,
    "value": _value,
    "state": _state,
    "gone": _gone,
    "count": _count,
    "download": _download,
}


def _closest(text: str, expected: str) -> str:
    """The words of the page that come closest to an expected text, as the end of a sentence; empty if none do."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - only a check that failed needs it

    folded, wanted = one_line(text)[:SEARCHED], one_line(expected)
    alignment = fuzz.partial_ratio_alignment(wanted.lower(), folded.lower(), score_cutoff=CLOSE_ENOUGH)
    if alignment is None:
        return ""
    start = folded.rfind(" ", 0, alignment.dest_start + 1) + 1
    end = re.compile(r"\s|$").search(folded, max(alignment.dest_end, start + len(wanted)) - 1)
    return f'; the closest is "{folded[start : end.start() if end else None][:SHOWN]}"'
