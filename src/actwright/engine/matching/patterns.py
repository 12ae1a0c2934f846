"""Numbers, dates and times that differ from run to run: types in recorded texts, and values on a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from actwright.schemas.page import Observation
from actwright.schemas.tree_line import tree_line
from actwright.text import one_line

__all__ = [
    "HOLE",
    "VOLATILE",
    "generalised",
    "given_by",
    "lines_of",
    "name_for",
    "newest_in",
    "pattern_for",
    "values_in",
    "without_types",
]

KINDS = {
    "int": r"\d+",
    "date": r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}",
    "time": r"\d{1,2}:\d{2}(?::\d{2})?",
    "code": r"(?=[A-Za-z-]*\d)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?",
}
"""What each type matches; a recorded text has it as `{int}`."""
HOLE = re.compile(rf"(?<!\{{)\{{({'|'.join(KINDS)})\}}(?!\}})")
VOLATILE = re.compile(r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|\b\d{1,2}:\d{2}(?::\d{2})?\b|#?\d{4,}|#\d+")
"""What differs in another run: dates, times, and numbers such as order numbers."""
BEFORE, AFTER = 40, 20
"""The most characters before and after a number that distinguish it from others on the page."""


def kind_of(text: str) -> str:
    """The type of a number, date, time or code."""
    return next(kind for kind in ("int", "date", "time", "code") if kind == "code" or re.fullmatch(KINDS[kind], text))


def generalised(text: str, keeps: Callable[[str], bool]) -> str:
    """The text with types for what differs in another run, except what `keeps` accepts: `Order #{int}`."""

    def typed(match: re.Match[str]) -> str:
        number = match[0].lstrip("#")
        if keeps(number):
            return match[0]
        return f"{'#' if match[0] != number else ''}{{{kind_of(number)}}}"

    return VOLATILE.sub(typed, text)


def pattern_for(text: str) -> re.Pattern[str]:
    """The pattern of a recorded text with types; each type is a group, and white space is folded."""
    parts = HOLE.split(one_line(text))
    made = (re.escape(part) if at % 2 == 0 else f"({KINDS[part]})" for at, part in enumerate(parts))
    return re.compile("".join(made), re.IGNORECASE)


def without_types(text: str) -> str:
    """The text without its types."""
    return one_line(HOLE.sub(" ", text))


def values_in(text: str, pattern: str) -> list[str]:
    """The values that the lines of a text have for the one type in a pattern, each once."""
    sought = re.compile(rf"(?<!\w){pattern_for(pattern).pattern}(?!\w)", re.IGNORECASE)
    found = (match[1] for line in text.splitlines() for match in sought.finditer(one_line(line)))
    return list(dict.fromkeys(found))


def lines_of(page: Observation) -> str:
    """The texts of a page, one line for each element, so that a number has only its own words beside it."""
    read = filter(None, map(tree_line, page.tree.splitlines()))
    return "\n".join(one_line(line.text) for line in read if line.text)


def newest_in(texts: Sequence[str], pattern: str) -> list[str]:
    """The values for the one type in a pattern, from the newest of several texts that has any."""
    return next(filter(None, (values_in(text, pattern) for text in reversed(texts))), list[str]())


def given_by(value: str, text: str) -> str:
    """A pattern that finds a value, and nothing else, in a page's text; empty if there is none.

    The words before the value in its line distinguish it, or those after it where it begins the line.
    """
    for line in map(one_line, text.splitlines()):
        for match in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", line):
            before = _words_before(line[max(0, match.start() - BEFORE) : match.start()])
            after = "" if before else _words_after(line[match.end() :][:AFTER])
            pattern = f"{before}{{{kind_of(value)}}}{after}"
            if re.search(r"[^\W\d_]{2}", before + after) and values_in(text, pattern) == [value]:
                return pattern
    return ""


def _words_before(before: str) -> str:
    """The end of a text from its first whole word on, without other numbers."""
    whole = before if len(before) < BEFORE else before.partition(" ")[2]
    return re.split(r"\S*\d\S*\s*", whole)[-1].lstrip()


def _words_after(after: str) -> str:
    """The start of a text up to its last whole word, or up to another number."""
    whole = after if len(after) < AFTER else after.rpartition(" ")[0]
    return re.split(r"\s*\S*\d", whole)[0].rstrip()


def name_for(pattern: str, taken: Iterable[str]) -> str:
    """A name for the value of a pattern: the last word before it, as in `order`, with a number if that is taken."""
    words = re.findall(r"[^\W\d_]{3,}", HOLE.split(pattern)[0]) or re.findall(r"[^\W\d_]{3,}", without_types(pattern))
    name, names = (words[-1].lower() if words else "value"), set(taken)
    return next(each for each in (name, *(f"{name}_{number}" for number in range(2, 100))) if each not in names)
