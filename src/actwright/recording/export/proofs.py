"""Translates recorded checks into web-first assertions, and tries each one on the page on which the check held."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from playwright.async_api import Error, Page, expect

from actwright.errors import ConfigError
from actwright.recording.export.finding import Finder
from actwright.recording.export.layout import Statement
from actwright.recording.export.locators import Chain, LocatorCall, LocatorText, Pattern, call_code
from actwright.recording.export.words import escaped, filled
from actwright.schemas.page import Element
from actwright.schemas.recording import RecordedAction
from actwright.schemas.task import REFERENCE

__all__ = ["PROOFS", "ShownCheck", "proved"]

TRIED = 500
"""Milliseconds within which an assertion must hold on a page where the check already held."""
VISIBLE = LocatorCall("to_be_visible")


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """A check and what it applies to on the live page.

    Attributes:
        action: The recorded check.
        page: The page in front.
        finder: Turns chains into Playwright's objects.
        names: The variable for each value, by the name of the value.
        found: The locator of its element; None if it has none.
        element: That element as it was last seen; None if it has none.
    """

    action: RecordedAction
    page: Page
    finder: Finder
    names: Mapping[str, str]
    found: Chain | None = None
    element: Element | None = None

    @property
    def root(self) -> Chain:
        """The page in front."""
        return Chain(self.finder.variable(self.page))

    def said(self, name: str) -> str:
        """A parameter as text, which may contain references."""
        return str(self.action.parameters.get(name, ""))


Fact = tuple[Chain, LocatorCall]
"""A locator or page, and the assertion about it."""


async def proved(shown: ShownCheck) -> list[Statement]:
    """The first assertion that is equivalent to the check and holds on this page.

    Raises:
        ConfigError: No such assertion holds.
    """
    for chain, call in PROOFS[shown.action.tool](shown):
        if await _passes(shown, chain, call):
            return [Statement(chain, before="expect(", after=f"){call_code(call, shown.names)}")]
    said = ", ".join(f"{name}={value!r}" for name, value in shown.action.parameters.items())
    raise ConfigError(f"{shown.action.tool}({said}) held, but no equivalent Playwright assertion does")


async def _passes(shown: ShownCheck, chain: Chain, call: LocatorCall) -> bool:
    live: Any = shown.finder.live(chain)
    asserted: Any = cast("Any", expect)(live)
    asserting = LocatorCall(call.method, call.given, (*call.named, ("timeout", TRIED)))
    try:
        await Chain("asserted", (asserting,)).live({**shown.finder.roots, "asserted": asserted}, shown.finder.data)
    except (AssertionError, Error):
        return False
    return True


def _text(shown: ShownCheck) -> Iterator[Fact]:
    texts = shown.action.parameters["text"]
    several: list[str] = (
        [texts] if isinstance(texts, str) else [str(text) for text in texts] if isinstance(texts, list) else []
    )
    body = shown.root.then(LocatorCall("locator", ("body",), kind="body"))
    visible = ("use_inner_text", True)
    if len(several) > 1:
        yield body, LocatorCall("to_contain_text", (Pattern("|".join(map(_pattern, several))),), (visible,))
        return
    text = LocatorText(several[0])
    for root in _roots(shown):
        exact = (("name", text), ("exact", True))
        yield root.then(LocatorCall("get_by_role", ("heading",), exact, "heading")), VISIBLE
        yield root.then(LocatorCall("get_by_text", (text,), (("exact", True),), "text")), VISIBLE
    yield body, LocatorCall("to_contain_text", (text,), (visible,))
    for root in _roots(shown):
        found = LocatorCall("get_by_text", (Pattern(_pattern(several[0])),), kind="text")
        yield root.then(found), VISIBLE
        yield root.then(found, LocatorCall("first", is_property=True)), VISIBLE


def _roots(shown: ShownCheck) -> Iterator[Chain]:
    """The page, and the frames in it in which something was done."""
    yield shown.root
    yield from shown.finder.frames(shown.page)


def _starred(wanted: str, anything: str) -> str:
    return anything.join(map(_pattern, wanted.split("*")))


def _url(shown: ShownCheck) -> Iterator[Fact]:
    wanted = shown.said("url")
    if wanted.startswith("/"):
        path, mark, rest = (_starred(part, "[^/?#&]*") for part in wanted.partition("?"))
        end = rf"\?{rest}(#.*)?$" if mark else r"/?([?#].*)?$"
        source = f"{path.rstrip('/')}{end}" if path.rstrip("/") else rf"^\w+://[^/]+{end}"
    elif "*" in wanted:
        source = f"^{_starred(wanted, '.*')}$"
    else:
        source = f"^{_pattern(wanted.removesuffix('/'))}/?$"
    yield shown.root, LocatorCall("to_have_url", (Pattern(source),))


def _value(shown: ShownCheck) -> Iterator[Fact]:
    assert shown.found
    value = LocatorText(shown.said("value"))
    options = shown.element.options if shown.element else ()
    for option in options:
        if filled(value.template, shown.finder.data) in {option.value, option.label} and option.value:
            same = filled(value.template, shown.finder.data) == option.value
            yield shown.found, LocatorCall("to_have_value", (value if same else LocatorText(option.value),))
    if shown.element is None or shown.element.value is not None:
        yield shown.found, LocatorCall("to_have_value", (value,))
    yield shown.found, LocatorCall("to_have_text", (value,))
    yield shown.found, LocatorCall("to_contain_text", (value,))


STATES: Mapping[str, tuple[LocatorCall, ...]] = {
    "checked": (LocatorCall("to_be_checked"),),
    "unchecked": (LocatorCall("not_to_be_checked"),),
    "selected": (
        LocatorCall("to_have_attribute", ("aria-selected", "true")),
        LocatorCall("to_have_js_property", ("selected", True)),
    ),
    "expanded": (
        LocatorCall("to_have_attribute", ("aria-expanded", "true")),
        LocatorCall("to_have_js_property", ("open", True)),
    ),
    "collapsed": (
        LocatorCall("to_have_attribute", ("aria-expanded", "false")),
        LocatorCall("to_have_js_property", ("open", False)),
    ),
    "enabled": (LocatorCall("to_be_enabled"),),
    "disabled": (LocatorCall("to_be_disabled"),),
    "readonly": (LocatorCall("not_to_be_editable"),),
    "required": (
        LocatorCall("to_have_js_property", ("required", True)),
        LocatorCall("to_have_attribute", ("aria-required", "true")),
    ),
    "focused": (LocatorCall("to_be_focused"),),
}
"""For each state of an element, the assertions that may express it."""


def _state(shown: ShownCheck) -> Iterator[Fact]:
    assert shown.found
    state = shown.said("value")
    yield from ((shown.found, call) for call in STATES.get(state, ()))
    if state in {"valid", "invalid"}:
        matching = shown.found.frame.then(LocatorCall("locator", (f":{state}",)))
        if state == "invalid":
            yield shown.found, LocatorCall("to_have_attribute", ("aria-invalid", "true"))
        yield shown.found.then(LocatorCall("and_", (matching,))), VISIBLE


def _gone(shown: ShownCheck) -> Iterator[Fact]:
    if shown.found:
        yield shown.found, LocatorCall("to_have_count", (0,))
        yield shown.found, LocatorCall("to_be_hidden")
        return
    for root in _roots(shown):
        yield (
            root.then(LocatorCall("locator", ("body",), kind="body")),
            LocatorCall("not_to_contain_text", (LocatorText(shown.said("value")),), (("use_inner_text", True),)),
        )


def _count(shown: ShownCheck) -> Iterator[Fact]:
    text, count = shown.said("text"), int(str(shown.action.parameters["count"]))
    body = shown.root.then(LocatorCall("locator", ("body",), kind="body"))
    if count == 0:
        yield body, LocatorCall("not_to_contain_text", (LocatorText(text),), (("use_inner_text", True),))
        return
    for root in _roots(shown):
        yield (
            root.then(LocatorCall("get_by_text", (LocatorText(text),), (("exact", True),), "texts")),
            LocatorCall("to_have_count", (count,)),
        )
        yield (
            root.then(LocatorCall("get_by_text", (Pattern(_pattern(text)),), kind="texts")),
            LocatorCall("to_have_count", (count,)),
        )


def _in_row(shown: ShownCheck) -> Iterator[Fact]:
    _check_whole_page(shown)
    row, text = shown.said("row").strip(), LocatorText(shown.said("text"))
    if not row:
        return _text(shown)
    holds = (("has_text", Pattern(rf"(?<!\w){_pattern(row)}(?!\w)")),)
    return (
        (root.then(LocatorCall("get_by_role", (role,), kind=f"{role}s"), LocatorCall("filter", (), holds, role)), each)
        for root in _roots(shown)
        for role in ("row", "listitem", "article")
        for each in (LocatorCall("to_contain_text", (text,), (("use_inner_text", True),)),)
    )


def _order(shown: ShownCheck) -> Iterator[Fact]:
    _check_whole_page(shown)
    texts = shown.action.parameters["texts"]
    several = [_pattern(str(text)) for text in texts] if isinstance(texts, list) else []
    body = shown.root.then(LocatorCall("locator", ("body",), kind="body"))
    yield body, LocatorCall("to_contain_text", (Pattern(r"[\s\S]*".join(several)),), (("use_inner_text", True),))


def _check_whole_page(shown: ShownCheck) -> None:
    """Raises ConfigError for a check of one section of the page only."""
    if heading := shown.said("under"):
        raise ConfigError(
            f"{shown.action.tool} cannot be exported: Playwright has no locator for what is under the heading {heading!r}"
        )


def _pattern(text: str) -> str:
    """A text as a regular expression in which each `{{name}}` is kept."""
    pieces = REFERENCE.split(text)
    return "".join(
        f"{{{{{piece}}}}}" if at % 2 else re.sub(r"\s+", r"\\s+", escaped(piece)) for at, piece in enumerate(pieces)
    )


PROOFS: Mapping[str, Callable[[ShownCheck], Iterator[Fact]]] = {
    "expect": _text,
    "expect_url": _url,
    "expect_value": _value,
    "expect_state": _state,
    "expect_gone": _gone,
    "expect_count": _count,
    "expect_shown": _in_row,
    "expect_order": _order,
}
"""The possible assertions, by the name of the check. A download is not a fact about a page; it is asserted in `live`."""
