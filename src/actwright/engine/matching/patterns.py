"""Numbers, dates and times that differ from run to run: types in recorded texts, and values on a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from actwright.schemas.page import Observation, tree_line
from actwright.schemas.task import REFERENCE
from actwright.schemas.typed_text import HOLE, kind_of, pattern_for, without_types
from actwright.text import one_line

_DATES = (
    r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|\b\d{1,2}(?:st|nd|rd|th|\.)? (?:MONTH)[^\W\d_]*\.?,? \d{4}\b"
    r"|\b(?:MONTH)[^\W\d_]*\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b"
).replace(
    "MONTH",
    "Jan|Feb|Mar|M\u00e4r|Apr|May|Mai|Jun|Jul|Aug|Sep|Oct|Okt|Nov|Dec|Dez|janv|f\u00e9vr|mars|avr|juin|juil|ao\u00fbt|d\u00e9c"
    "|ene|abr|ago|dic|genn|magg|giu|lug|sett|ott|fev|out|mrt|mei|maa|sty|lut|kwi|maj|cze|lip|sie|wrz|pa\u017a|lis|gru",
)
VOLATILE = re.compile(rf"(?i:{_DATES})|\b\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?: ?[AaPp]\.?[Mm]\b\.?)?|#?\d{{4,}}|#\d+")
"""What differs in another run: dates, times, and numbers such as order numbers."""
CODE = re.compile(
    r"(?<![\w.-])(?:\d{4,}|(?=[A-Za-z_-]*\d[\w-]*\d)(?=[\d_-]*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9_-]{2,}[A-Za-z0-9]))(?![\w-])"
)
"""Numbers and codes that a page may give to a later step: four digits or more, or letters and digits together."""
NUMBERED = re.compile(
    r"\b(?:order|invoice|ticket|case|booking|reservation|reference|ref|request|issue|receipt|number|no|nr|id|bestellung|auftrag"
    r"|rechnung|nummer)\b[.:]?(?: (?:no|nr|number|id)\b[.:]?)? ?(\d+(?:,\d{3})+|\d[\d-]*\d|\d)(?![\w.,]?\d|\w)",
    re.IGNORECASE,
)
"""A number right after what it numbers, however short it is: `Order 7`."""
GROUPED = re.compile(r"\d+(?:,\d{3})+")
BEFORE, AFTER = 40, 20
"""The most characters before and after a number that distinguish it from others on the page."""


def generalised(text: str, keeps: Callable[[str], bool]) -> str:
    """The text with types for what differs in another run, except what `keeps` accepts: `Order #{int}`."""
    references = _references(text)

    def typed(match: re.Match[str]) -> str:
        number = match[0].lstrip("#")
        if keeps(number) or match.start() in references:
            return match[0]
        return f"{'#' if match[0] != number else ''}{{{kind_of(number)}}}"

    return VOLATILE.sub(typed, text)


def _references(text: str) -> frozenset[int]:
    """The places in a text that are in a `{{name}}`, whose name may have digits."""
    return frozenset(place for match in REFERENCE.finditer(text) for place in range(*match.span()))


def _type(found: str) -> str:
    return re.sub(r"\d+", "{int}", found) if GROUPED.fullmatch(found) else f"{{{kind_of(found)}}}"


def repeatable(text: str, keeps: Callable[[str], bool]) -> str:
    """A text that proves something, with types for what its page invented: numbers, dates, times and codes."""
    spans = [match.span() for match in VOLATILE.finditer(text)]
    spans += [match.span() for match in CODE.finditer(text)] + [match.span(1) for match in NUMBERED.finditer(text)]
    references = _references(text)
    spans = [span for span in spans if span[0] not in references]
    made, end = "", 0
    for start, stop in sorted(spans, key=lambda span: (span[0], -span[1])):
        found = text[start:stop].lstrip("#")
        if start >= end and not keeps(found):
            made += f"{text[end:start]}{'#' if text[start] == '#' else ''}{_type(found)}"
            end = stop
    return made + text[end:]


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
