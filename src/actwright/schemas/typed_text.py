"""Texts with types in place of what differs from run to run: `Order {int} saved`, `Sent on {date}`."""

from __future__ import annotations

import re

from actwright.text import one_line

KINDS = {
    "int": r"\d+",
    "date": r"(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}(?:st|nd|rd|th|\.)? [^\W\d_]{3,12}\.?,? \d{4}|[^\W\d_]{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})",
    "time": r"\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp]\.?[Mm]\b\.?)?",
    "code": r"(?=[A-Za-z_-]*\d)[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?",
}
"""What each type matches, in regular expressions of Python and JavaScript; a recorded text has it as `{int}`."""
_BOUNDED = KINDS | {
    "int": r"(?>\d{1,99})",
    "code": r"(?>(?=[A-Za-z_-]{0,99}\d)[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99}[A-Za-z0-9])?)",
}
"""The same for Python alone, atomic and bounded: many types in a row take time in proportion to the page's text then."""
HOLE = re.compile(rf"(?<!\{{)\{{({'|'.join(KINDS)})\}}(?!\}})")


def kind_of(text: str) -> str:
    """The type of a number, date, time or code."""
    return next(kind for kind in ("int", "date", "time", "code") if kind == "code" or re.fullmatch(KINDS[kind], text))


def is_typed(text: str) -> bool:
    """Whether a text has a type in it."""
    return HOLE.search(text) is not None


def pattern_for(text: str, *, any_case: bool = True) -> re.Pattern[str]:
    """The pattern of a recorded text with types; each type is a group, and white space is folded."""
    parts = HOLE.split(one_line(text))
    made = (re.escape(part) if at % 2 == 0 else f"({_BOUNDED[part]})" for at, part in enumerate(parts))
    return re.compile("".join(made), re.IGNORECASE if any_case else 0)


def without_types(text: str) -> str:
    """The text without its types."""
    return one_line(HOLE.sub(" ", text))
