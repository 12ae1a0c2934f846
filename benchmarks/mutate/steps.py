"""What a scenario is made of: steps on elements, each named in the ways of a tester and by its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.async_api import FrameLocator, Locator, Page

Scope = Page | FrameLocator
Locate = Callable[[Scope], Locator]


@dataclass(frozen=True, slots=True)
class Place:
    """Where an element is on the unchanged page.

    Attributes:
        path: A pattern that matches the path of its document.
        css: A selector; if it finds several elements, the first one counts.
        row: Text in the element, if the selector finds rows.
        named: Text in the row by which it is found if no row has `row`, as where keys are new at each run.
        inner: A selector of the element in that row.
        says: The text that the page shows after a click, if the saved application has no answer of its own.
    """

    path: str
    css: str
    row: str = ""
    inner: str = ""
    says: str = ""
    named: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One action.

    Attributes:
        id: The ID of the element within the scenario.
        does: `fill`, `select`, `check` or `click`.
        place: The place of the element.
        role: The locator that a tester writes with roles and labels.
        css: The locator that a tester writes with CSS.
        value: The value that is filled in or selected.
        kind, name: The role and the accessible name of the element.
    """

    id: str
    does: str
    place: Place
    role: Locate
    css: str
    value: str = ""
    kind: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A flow through an application.

    Attributes:
        name: `application/flow`.
        start: The path on which it begins.
        steps: The steps in order.
        proof: The text on the page that shows that the flow is done.
        css_proof: The selector of the element with that text, for the test with CSS.
        frame: The selector of the frame with the flow, if it is in a frame.
        logged_in: Whether the flow begins with a user who is logged in.
        task: What the user wants done; the name by default.
        record: The customer whose order the task is about.
        by_name: Whether the task names that customer, and not the number of the order.
    """

    name: str
    start: str
    steps: tuple[Step, ...]
    proof: str
    css_proof: str
    frame: str = ""
    logged_in: bool = False
    task: str = ""
    record: str = ""
    by_name: bool = False

    @property
    def wanted(self) -> str:
        """The task as a run gets it."""
        return self.task or self.name

    @property
    def application(self) -> str:
        """The name of the application."""
        return self.name.partition("/")[0]


def field(
    path: str,
    id: str,
    label: str,
    value: str,
    *,
    css: str = "",
    does: str = "fill",
    kind: str = "textbox",
    exact: bool = False,
    labelled: bool = True,
) -> Step:
    """Returns a step on a field, which a tester finds by its label or else by its role and name."""
    selector = css or f"#{id}"

    def role(page: Scope) -> Locator:
        if labelled:
            return page.get_by_label(label, exact=exact)
        return page.get_by_role(kind, name=label)  # type: ignore[arg-type]

    return Step(id, does, Place(path, selector), role, selector, value, kind, label)


def press(
    path: str, id: str, name: str, css: str, *, kind: str = "button", exact: bool = False, says: str = ""
) -> Step:
    role: Locate = lambda page: page.get_by_role(kind, name=name, exact=exact)  # type: ignore[arg-type]  # noqa: E731
    return Step(id, "click", Place(path, css, says=says), role, css, kind=kind, name=name)


def choice(path: str, id: str, name: str, css: str, *, kind: str = "checkbox") -> Step:
    return Step(id, "check", Place(path, css), lambda page: page.get_by_label(name), css, kind=kind, name=name)


def in_row(
    path: str, id: str, name: str, *, row: str, css: str, inner: str, nth: int, kind: str = "button", does: str = "click",
    rows: str = "row", says: str = "", named: str = "",
) -> Step:  # fmt: skip
    """Returns a step on an element in a row. The text identifies the row; the test with CSS counts rows."""

    def role(page: Scope) -> Locator:
        return page.get_by_role(rows).filter(has_text=named or row).get_by_role(kind, name=name)  # type: ignore[arg-type]

    place = Place(path, css, row=row, inner=inner, says=says, named=named)
    return Step(id, does, place, role, f"{css}:nth-child({nth}) {inner}", kind=kind, name=name)
