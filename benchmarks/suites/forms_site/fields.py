"""The fields on the pages of the application, how values for them are drawn, and which values the site refuses.

`catalogue.yaml` has all questions that the application may ask.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal

import yaml

__all__ = ["TICKED", "Field", "Section", "sections"]

CATALOGUE = Path(__file__).with_name("catalogue.yaml")

TICKED = "yes"
"""The value that a ticked checkbox sends."""

Kind = Literal["text", "email", "number", "textarea", "radio", "checkbox", "select", "date"]


@dataclass(frozen=True, slots=True)
class Field:
    """One question of a page.

    Attributes:
        label: The label, unique in the whole application, as is the `name` made from it.
        draw: Draws a value that the site accepts; for a checkbox `TICKED` or nothing.
        options: The options of radio buttons and selects.
        help: A sentence beside the field.
        pattern: The pattern that a text must match.
        least, most: The limits of numbers and dates.
        ticked: Whether a checkbox is ticked at first.
    """

    label: str
    kind: Kind
    draw: Callable[[Random], str] = field(repr=False)
    options: tuple[str, ...] = ()
    help: str = ""
    pattern: str = ""
    least: str = ""
    most: str = ""
    ticked: bool = False

    @property
    def name(self) -> str:
        """The name of the field in the form."""
        return re.sub(r"\W+", "_", self.label.lower()).strip("_")

    @property
    def plain(self) -> bool:
        """Whether a value is typed or clicked: it is no select, and has no format for which a browser has a picker."""
        return self.kind not in {"select", "date"}

    def problem(self, value: str) -> str:
        """Returns why the site refuses a value; empty if it accepts it."""
        if self.kind == "checkbox":
            return ""
        if not value.strip():
            return f"{self.label}: this is needed." if not self.options else f"{self.label}: choose one."
        if self.options:
            return "" if value in self.options else f"{self.label}: choose one of the answers."
        return "" if self._fits(value) else f"{self.label}: {self._wanted}."

    def _fits(self, value: str) -> bool:
        match self.kind:
            case "email":
                return re.fullmatch(r"[^@\s]+@[^@\s]+\.[a-z]+", value) is not None
            case "number":
                return value.isascii() and value.isdigit() and int(self.least) <= int(value) <= int(self.most)
            case "date":
                return re.fullmatch(r"\d{4}-\d\d-\d\d", value) is not None and self.least <= value <= self.most
            case _:
                return not self.pattern or re.fullmatch(self.pattern, value) is not None

    @property
    def _wanted(self) -> str:
        match self.kind:
            case "email":
                return "write an address such as name@example.org"
            case "number" | "date":
                return f"from {self.least} to {self.most}"
            case _:
                return "this does not look right"


@dataclass(frozen=True, slots=True)
class Section:
    """The subject of a page, and the questions that it may ask."""

    heading: str
    about: str
    fields: tuple[Field, ...]


def text(label: str, values: Sequence[str], *, help: str = "", pattern: str = "") -> Field:
    """Returns a field for a line of text."""
    return Field(label, "text", lambda random: random.choice(values), help=help, pattern=pattern)


def email(label: str, *, help: str = "") -> Field:
    """Returns a field for an email address."""
    people, places = ("ada", "grace", "alan", "edith", "niels", "rosa"), ("example.org", "example.net", "mail.example")
    return Field(
        label,
        "email",
        lambda random: f"{random.choice(people)}{random.randint(10, 99)}@{random.choice(places)}",
        help=help,
    )


def number(label: str, least: int, most: int, *, help: str = "") -> Field:
    """Returns a field for a whole number."""
    drawn = (least, most)
    return Field(
        label, "number", lambda random: str(random.randint(*drawn)), help=help, least=str(least), most=str(most)
    )


def area(label: str, values: Sequence[str]) -> Field:
    """Returns a field for some sentences."""
    return Field(label, "textarea", lambda random: random.choice(values))


def choice(label: str, options: Sequence[str]) -> Field:
    """Returns a field of radio buttons."""
    return Field(label, "radio", lambda random: random.choice(options), options=tuple(options))


def tick(label: str, *, ticked: bool = False) -> Field:
    """Returns a checkbox."""
    return Field(label, "checkbox", lambda random: random.choice((TICKED, "")), ticked=ticked)


def listed(label: str, options: Sequence[str]) -> Field:
    """Returns a select."""
    return Field(label, "select", lambda random: random.choice(options), options=tuple(options))


def day(label: str, first: date, days: int) -> Field:
    """Returns a field for a date within this many days."""
    last = first + timedelta(days=days)
    return Field(
        label,
        "date",
        lambda random: (first + timedelta(days=random.randint(0, days))).isoformat(),
        least=first.isoformat(),
        most=last.isoformat(),
    )


KINDS: dict[str, Callable[..., Field]] = {
    made.__name__: made for made in (area, choice, day, email, listed, number, text, tick)
}


@cache
def sections() -> tuple[Section, ...]:
    """Returns the pages of the catalogue."""

    def field_of(row: dict[str, Any]) -> Field:
        return KINDS[row["kind"]](**{name: value for name, value in row.items() if name != "kind"})

    rows = yaml.safe_load(CATALOGUE.read_text("utf-8"))
    return tuple(Section(row["heading"], row["about"], tuple(map(field_of, row["fields"]))) for row in rows)
