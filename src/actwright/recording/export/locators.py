"""Locators as data: written into a program, and made on a live page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from actwright.recording.export.words import (
    filled,
    literal,
    pattern_filled,
    pattern_literal,
    template_literal,
)

__all__ = ["Call", "Chain", "Pattern", "Text", "argument_code", "call_code"]


@dataclass(frozen=True, slots=True)
class Text:
    """A text with `{{name}}` for values of the data."""

    template: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression with `{{name}}` for values of the data, which are escaped."""

    template: str


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a chain: `.get_by_role("button", name="Buy", exact=True)`; without parentheses, a property.

    Attributes:
        method: Its name.
        given: What stands first in the parentheses.
        named: The keyword arguments.
        kind: What its element is, for the name of a variable: `button`.
    """

    method: str
    given: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()
    kind: str = ""
    is_property: bool = False


@dataclass(frozen=True, slots=True)
class Chain:
    """A locator: a variable that holds a page or a locator, and calls from there."""

    base: str
    calls: tuple[Call, ...] = ()

    def then(self, *calls: Call) -> Chain:
        """The same with more calls at its end."""
        return replace(self, calls=(*self.calls, *calls))

    @property
    def kind(self) -> str:
        """What it finds, as a name of a variable."""
        return next((call.kind for call in reversed(self.calls) if call.kind), "element")

    @property
    def frame(self) -> Chain:
        """The page or frame that it begins in."""
        entered = [at for at, call in enumerate(self.calls) if call.method == "content_frame"]
        return replace(self, calls=self.calls[: entered[-1] + 1] if entered else ())

    def code(self, names: Mapping[str, str]) -> str:
        """As it is written in a program whose values have these variables."""
        return self.base + "".join(call_code(call, names) for call in self.calls)

    def live(self, roots: Mapping[str, Any], data: Mapping[str, str]) -> Any:
        """Playwright's object for it.

        Args:
            roots: What the base variables hold.
            data: The values of the references in it.
        """
        found: Any = roots[self.base]
        for call in self.calls:
            found = getattr(found, call.method)
            if not call.is_property:
                given = [_live(each, roots, data) for each in call.given]
                found = found(*given, **{name: _live(each, roots, data) for name, each in call.named})
        return found


def call_code(call: Call, names: Mapping[str, str]) -> str:
    """A call as it is written."""
    if call.is_property:
        return f".{call.method}"
    given = [argument_code(each, names) for each in call.given]
    named = [f"{name}={argument_code(each, names)}" for name, each in call.named]
    return f".{call.method}({', '.join([*given, *named])})"


def argument_code(argument: Any, names: Mapping[str, str]) -> str:
    """An argument as it is written."""
    if isinstance(argument, Text):
        return template_literal(argument.template, names)
    if isinstance(argument, Pattern):
        return pattern_literal(argument.template, names)
    if isinstance(argument, Chain):
        return argument.code(names)
    return literal(argument) if isinstance(argument, str) else repr(argument)


def _live(argument: Any, roots: Mapping[str, Any], data: Mapping[str, str]) -> Any:
    if isinstance(argument, Text):
        return filled(argument.template, data)
    if isinstance(argument, Pattern):
        return re.compile(pattern_filled(argument.template, data))
    if isinstance(argument, Chain):
        return argument.live(roots, data)
    return argument
