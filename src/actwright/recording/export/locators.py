"""Locators as data, which can be written into a program and also used on a live page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from actwright.engine.matching.references import filled_text
from actwright.recording.export.literals import pattern_filled


@dataclass(frozen=True, slots=True)
class LocatorText:
    """A text with `{{name}}` for values of the data."""

    template: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression with `{{name}}` for values of the data, which are escaped."""

    template: str


@dataclass(frozen=True, slots=True)
class Address:
    """A URL without its host, with `{{name}}` for values of the data."""

    template: str


@dataclass(frozen=True, slots=True)
class PointOf:
    """A coordinate on an element: a fraction of its bounding box, and an offset.

    Attributes:
        box: The variable of the bounding box.
        axis: `x` or `y`.
        part: The fraction of its width or height.
        px: The offset in CSS px.
    """

    box: str
    axis: Literal["x", "y"]
    part: float
    px: float = 0.0

    def code(self, member: Callable[[str], str]) -> str:
        """The source code; `member` is that of a member of the box."""
        size = member("width" if self.axis == "x" else "height")
        offset = f" {'+' if self.px > 0 else '-'} {abs(self.px):g}" if self.px else ""
        return f"{member(self.axis)} + {size} * {self.part:g}{offset}"


@dataclass(frozen=True, slots=True)
class Answer:
    """A function that accepts a dialog, with a text if there is one, or dismisses it."""

    accepts: bool
    text: str = ""


@dataclass(frozen=True, slots=True)
class LocatorCall:
    """One call of a chain, such as `.get_by_role("button", name="Buy", exact=True)`, or a property.

    Attributes:
        method: The name of the method or property.
        given: The positional arguments.
        named: The keyword arguments.
        kind: The kind of element it finds, for the name of a variable: `button`.
        is_property: Whether it is a property and not a call.
    """

    method: str
    given: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()
    kind: str = ""
    is_property: bool = False


@dataclass(frozen=True, slots=True)
class Chain:
    """A locator: a variable that holds a page or a locator, and the calls that follow it."""

    base: str
    calls: tuple[LocatorCall, ...] = ()

    def then(self, *calls: LocatorCall) -> Chain:
        """The same chain with more calls at its end."""
        return replace(self, calls=(*self.calls, *calls))

    @property
    def kind(self) -> str:
        """The kind of element that it finds, for the name of a variable."""
        return next((call.kind for call in reversed(self.calls) if call.kind), "element")

    @property
    def frame(self) -> Chain:
        """The page, or the innermost frame, that it searches in."""
        entered = [at for at, call in enumerate(self.calls) if call.method == "content_frame"]
        return replace(self, calls=self.calls[: entered[-1] + 1] if entered else ())

    def live(self, roots: Mapping[str, Any], data: Mapping[str, str]) -> Any:
        """Playwright's object for the chain.

        Args:
            roots: The objects that the base variables hold.
            data: The values of the references in the chain.
        """
        found: Any = roots[self.base]
        for call in self.calls:
            found = getattr(found, call.method)
            if not call.is_property:
                given = [_live(each, roots, data) for each in call.given]
                found = found(*given, **{name: _live(each, roots, data) for name, each in call.named})
        return found


def call(method: str, *given: Any, kind: str = "", **named: Any) -> LocatorCall:
    """A call as it is written: `call("get_by_role", "button", name="Buy", exact=True)`."""
    return LocatorCall(method, given, tuple(named.items()), kind)


def prop(name: str) -> LocatorCall:
    """A property, such as `keyboard`."""
    return LocatorCall(name, is_property=True)


def named(role: str, name: str, kind: str = "") -> LocatorCall:
    """A call that finds elements by their role and their exact name."""
    return call("get_by_role", role, name=LocatorText(name), exact=True, kind=kind or role)


def texted(text: str, kind: str = "text") -> LocatorCall:
    """A call that finds elements by their exact text."""
    return call("get_by_text", LocatorText(text), exact=True, kind=kind)


BODY = call("locator", "body", kind="body")


def _live(argument: Any, roots: Mapping[str, Any], data: Mapping[str, str]) -> Any:
    if isinstance(argument, LocatorText):
        return filled_text(argument.template, data)
    if isinstance(argument, Pattern):
        return re.compile(pattern_filled(argument.template, data))
    if isinstance(argument, Chain):
        return argument.live(roots, data)
    return argument
