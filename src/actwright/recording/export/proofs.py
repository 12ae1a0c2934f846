"""Translates recorded checks into web-first assertions, and tries each one on the page on which the check held."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from playwright.async_api import Error, Page, expect

from actwright.engine.matching.references import filled_text
from actwright.errors import ConfigError
from actwright.recording.export.finding import Finder
from actwright.recording.export.line_layout import Statement
from actwright.recording.export.literals import escaped, pattern_of
from actwright.recording.export.locators import (
    BODY,
    Chain,
    LocatorCall,
    LocatorText,
    Pattern,
    call,
    named,
    texted,
)
from actwright.schemas.page import Element
from actwright.schemas.recording import RecordedAction
from actwright.schemas.typed_text import HOLE, KINDS, is_typed

TRIED = 500
"""Milliseconds within which an assertion must hold on a page where the check already held."""
VISIBLE = call("to_be_visible")


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
    for chain, asserted in PROOFS[shown.action.tool](shown):
        if await _passes(shown, chain, asserted):
            return [Statement(chain, expects=asserted)]
    said = ", ".join(f"{name}={value!r}" for name, value in shown.action.parameters.items())
    raise ConfigError(f"{shown.action.tool}({said}) held, but no equivalent Playwright assertion does")


async def _passes(shown: ShownCheck, chain: Chain, asserted: LocatorCall) -> bool:
    expected: Any = cast("Any", expect)(shown.finder.live(chain))
    briefly = replace(asserted, named=(*asserted.named, ("timeout", TRIED)))
    try:
        await Chain("expected", (briefly,)).live({**shown.finder.roots, "expected": expected}, shown.finder.data)
    except (AssertionError, Error):
        return False
    return True


def _text(shown: ShownCheck) -> Iterator[Fact]:
    several = _texts(shown, "text")
    body = shown.root.then(BODY)
    if len(several) > 1:
        yield body, call("to_contain_text", Pattern("|".join(map(_pattern, several))), use_inner_text=True)
        return
    [text] = several
    if is_typed(text):
        yield body, call("to_contain_text", Pattern(_pattern(text)), use_inner_text=True)
    else:
        for root in _roots(shown):
            yield root.then(named("heading", text)), VISIBLE
            yield root.then(texted(text)), VISIBLE
        yield body, _contains(text)
    for root in _roots(shown):
        found = call("get_by_text", Pattern(_pattern(text)), kind="text")
        yield root.then(found), VISIBLE
        yield root.then(found, LocatorCall("first", is_property=True)), VISIBLE


def _texts(shown: ShownCheck, name: str) -> list[str]:
    """A parameter that is a text or a list of texts."""
    texts = shown.action.parameters[name]
    return [str(text) for text in texts] if isinstance(texts, list) else [str(texts)]


def _contains(text: str, *, gone: bool = False) -> LocatorCall:
    method = "not_to_contain_text" if gone else "to_contain_text"
    return call(method, LocatorText(text), use_inner_text=True)


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
    yield shown.root, call("to_have_url", Pattern(source))


def _value(shown: ShownCheck) -> Iterator[Fact]:
    assert shown.found
    value = LocatorText(shown.said("value"))
    text = filled_text(value.template, shown.finder.data)
    for option in shown.element.options if shown.element else ():
        if text in {option.value, option.label} and option.value:
            yield shown.found, call("to_have_value", value if text == option.value else LocatorText(option.value))
    if shown.element is None or shown.element.value is not None:
        yield shown.found, call("to_have_value", value)
    yield shown.found, call("to_have_text", value)
    yield shown.found, call("to_contain_text", value)


STATES: Mapping[str, tuple[LocatorCall, ...]] = {
    "checked": (call("to_be_checked"),),
    "unchecked": (call("not_to_be_checked"),),
    "selected": (
        call("to_have_attribute", "aria-selected", "true"),
        call("to_have_js_property", "selected", True),
    ),
    "expanded": (
        call("to_have_attribute", "aria-expanded", "true"),
        call("to_have_js_property", "open", True),
    ),
    "collapsed": (
        call("to_have_attribute", "aria-expanded", "false"),
        call("to_have_js_property", "open", False),
    ),
    "enabled": (call("to_be_enabled"),),
    "disabled": (call("to_be_disabled"),),
    "readonly": (call("not_to_be_editable"),),
    "required": (
        call("to_have_js_property", "required", True),
        call("to_have_attribute", "aria-required", "true"),
    ),
    "focused": (call("to_be_focused"),),
}
"""For each state of an element, the assertions that may express it."""


def _state(shown: ShownCheck) -> Iterator[Fact]:
    assert shown.found
    state = shown.said("value")
    yield from ((shown.found, each) for each in STATES.get(state, ()))
    if state in {"valid", "invalid"}:
        matching = shown.found.frame.then(call("locator", f":{state}"))
        if state == "invalid":
            yield shown.found, call("to_have_attribute", "aria-invalid", "true")
        yield shown.found.then(call("and_", matching)), VISIBLE


def _gone(shown: ShownCheck) -> Iterator[Fact]:
    if shown.found:
        yield shown.found, call("to_have_count", 0)
        yield shown.found, call("to_be_hidden")
        return
    for root in _roots(shown):
        yield root.then(BODY), _contains(shown.said("value"), gone=True)


def _count(shown: ShownCheck) -> Iterator[Fact]:
    text, count = shown.said("text"), int(str(shown.action.parameters["count"]))
    if count == 0:
        yield shown.root.then(BODY), _contains(text, gone=True)
        return
    for root in _roots(shown):
        for found in (texted(text, kind="texts"), call("get_by_text", Pattern(_pattern(text)), kind="texts")):
            yield root.then(found), call("to_have_count", count)


def _in_row(shown: ShownCheck) -> Iterator[Fact]:
    _check_whole_page(shown)
    row = shown.said("row").strip()
    if not row:
        return _text(shown)
    holds = Pattern(rf"(?<!\w){_pattern(row)}(?!\w)")
    return (
        (
            root.then(call("get_by_role", role, kind=f"{role}s"), call("filter", has_text=holds, kind=role)),
            _contains(shown.said("text")),
        )
        for root in _roots(shown)
        for role in ("row", "listitem", "article")
    )


def _order(shown: ShownCheck) -> Iterator[Fact]:
    _check_whole_page(shown)
    pattern = r"[\s\S]*".join(map(_pattern, _texts(shown, "texts")))
    yield shown.root.then(BODY), call("to_contain_text", Pattern(pattern), use_inner_text=True)


def _check_whole_page(shown: ShownCheck) -> None:
    """Raises ConfigError for a check of one section of the page only."""
    if heading := shown.said("under"):
        raise ConfigError(
            f"{shown.action.tool} cannot be exported: Playwright has no locator for what is under the heading {heading!r}"
        )


def _pattern(text: str) -> str:
    """A text as a regular expression in which each `{{name}}` is kept, each type is its pattern, and any white space fits."""
    return pattern_of(text, _source)


def _source(piece: str) -> str:
    end, made = 0, ""
    for hole in HOLE.finditer(piece):
        made += f"{_spaced(piece[end : hole.start()])}({KINDS[hole[1]]})"
        end = hole.end()
    return made + _spaced(piece[end:])


def _spaced(text: str) -> str:
    return re.sub(r"\s+", r"\\s+", escaped(text))


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
