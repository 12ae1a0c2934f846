"""The known defects of the published evaluators, which are reproduced only on request."""

from __future__ import annotations

from dataclasses import dataclass, fields

from actwright.webarena.dialect import Compat

__all__ = ["FIXED", "UPSTREAM", "Quirks", "quirks_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quirks:
    """Each defect, and whether it is reproduced."""

    bound_included: bool = False
    """`< 5` and `> 5` hold for 5 itself."""

    number_stays: bool = False
    """After `required_values`, the later keys of `reference_answers` compare the number that it made of the answer."""

    reason_discards: bool = False
    """`fuzzy_match: "N/A"` discards earlier results once the reason is judged, even if the answer is "N/A"."""

    reason_without_note: bool = False
    """`fuzzy_match: "N/A"` has a reason judged even if the config gives none to compare it with."""

    nothing_judged: bool = False
    """The judge is asked even about an empty answer."""

    late_url: bool = False
    """`url_match` and `__last_url__` use where the page is at their turn, and not where the agent ended."""

    lambda_stripped: bool = False
    """All characters of `lambda:` are stripped from the beginning of a locator, however many there are."""

    first_key_alone: bool = False
    """Only the first key of `required_contents` is checked."""

    every_choice: bool = False
    """The content of a page must match all alternatives of a `fuzzy_match` with ` |OR| `."""

    last_query_alone: bool = False
    """Only the last query of `page_image_query` decides, or the first that finds no picture."""

    thousands_cut: bool = False
    """A price of $1,299.00 is read as 1."""


FIXED = Quirks()
UPSTREAM = Quirks(**{each.name: True for each in fields(Quirks)})


def quirks_of(compat: Compat) -> Quirks:
    """Returns the defects to reproduce with this `compat`."""
    return UPSTREAM if compat == "upstream" else FIXED
