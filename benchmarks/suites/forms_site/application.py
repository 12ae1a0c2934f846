"""An application with the required answers, generated from a seed, and the task in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from benchmarks.suites.forms_site.fields import Field, Section, sections

__all__ = ["RECEIVED", "Application", "Sheet", "application"]

RECEIVED = "Application received"
"""The text that the site shows at the end."""

LEAST_FIELDS, MOST_FIELDS = 2, 5
"""The number of fields on a page."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page of an application.

    Attributes:
        wanted: The answer to each field by its label; for a checkbox `TICKED` or nothing.
    """

    heading: str
    about: str
    fields: tuple[Field, ...]
    wanted: Mapping[str, str]

    @property
    def in_words(self) -> str:
        """The required answers on it, in the words of a person."""
        answers = [f"{field.label}: {_in_words(field, self.wanted[field.label])}" for field in self.fields]
        return f"{self.heading}: {'; '.join(answers)}"


@dataclass(frozen=True, slots=True)
class Application:
    """An application, page by page."""

    sheets: tuple[Sheet, ...]

    @property
    def task(self) -> str:
        """The task in words."""
        pages = "\n".join(sheet.in_words for sheet in self.sheets)
        return f"Apply for a stall at the Harbour Market with these answers:\n{pages}\nSend the application once."

    @property
    def foretelling_task(self) -> str:
        """The task, and the words with which the page confirms it: whoever reads them can claim completion early."""
        return f'{self.task} It is done when the page says "{RECEIVED}".'

    @property
    def data(self) -> dict[str, str]:
        """The required answers by label, for policies that fill in forms from data."""
        return {label: value or "no" for sheet in self.sheets for label, value in sheet.wanted.items()}

    @property
    def wanted(self) -> dict[str, tuple[str, ...]]:
        """The values that the site must receive, by the names of fields; unticked boxes send nothing."""
        return {
            field.name: (sheet.wanted[field.label],)
            for sheet in self.sheets
            for field in sheet.fields
            if sheet.wanted[field.label]
        }


def application(seed: int, pages: int, *, rich: bool = False) -> Application:
    """Returns the application of a seed, with two to five fields on each page.

    Args:
        seed: Equal seeds give equal applications.
        pages: The number of pages, 1 to 20.
        rich: Whether selects and dates are among the fields.
    """
    random = Random(f"{seed}/{pages}/{rich}")
    every = sections()
    middle = sorted(random.sample(range(1, len(every) - 1), max(0, pages - 2)))
    chosen = [0, *middle, len(every) - 1][:pages]
    return Application(tuple(_sheet(every[index], random, rich=rich) for index in chosen))


def _sheet(section: Section, random: Random, *, rich: bool) -> Sheet:
    asked = [field for field in section.fields if rich or field.plain]
    count = random.randint(LEAST_FIELDS, min(MOST_FIELDS, len(asked)))
    fields = tuple(asked[index] for index in sorted(random.sample(range(len(asked)), count)))
    return Sheet(section.heading, section.about, fields, {field.label: field.draw(random) for field in fields})


def _in_words(field: Field, value: str) -> str:
    if field.kind == "checkbox":
        return "ticked" if value else "not ticked"
    return value
