"""The words that statements and facts share, and those of a statement that no fact has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

from actwright.engine.evidence.other_place import AMOUNTS, TEXTS, lines_with
from actwright.engine.evidence.unnamed_place import EXISTS
from actwright.schemas.page import Observation
from actwright.schemas.recording import RecordedAction
from actwright.text import one_line
from actwright.tools.outline import outline_of

DAY = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?[^\W\d_]{3,12}\.?,? \d{4}|[^\W\d_]{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
)
PLAIN = frozenset(
    re.findall(
        r"\w+",
        "then not yet been due the and for with from this that these those there here its their his her one two three "
        "four five six seven eight nine ten our your who what which listed shown displayed called named "
        "visible present available sorted ordered marked labelled labeled titled headed before after between "
        "above below under over more less most least than same exactly only das die der den dem ein eine "
        "einen ihr sein auf bei von mit vor nach",
    )
)
"""Words that say nothing by themselves, or what kinds of facts say."""
AUXILIARY = frozenset(
    re.findall(
        r"\w+",
        "does did were have been will with into from back next last since their number version page statement says said tells "
        "message alle until comes goes takes allow allows kommt geht wird werden wurde haben sind sagt dass eine meldung keine einen sont dans",
    )
)
"""Words that a text with all others of a statement may leave out."""
SMALL = PLAIN - {"due", "listed"}
"""Words that two texts may have in common by chance."""
STEM = 4
"""The fewest letters that two forms of a word share."""

SUBJECT = re.compile(
    r"\W*(?:the|an?|this|der|die|das)\s+((?:[^\W\d_]+\s+)?[^\W\d_]+)\s+(?:is|are|was|were|has|shows?|says|ist|sind|hat)\b",
    re.IGNORECASE,
)
"""What a statement is about. A word that labels nothing on the page is the author's name for what the page shows."""


def shares(statement: str, text: str) -> bool:
    """Whether a statement and a text have a word in common, or two forms of one."""
    return any(
        has_word(one, word) or (word[-1] == "s" and any(each.startswith(word[:-1]) for each in words_in_text(one)))
        for one, other in ((statement, text), (text, statement))
        for word in words_in_text(other) - SMALL
    )


def left_over(statement: str, facts: Sequence[RecordedAction], page: Observation) -> str:
    """A word of a statement that neither facts nor their lines have, if facts have no words but those of the statement.

    Words such as "half" or "cheapest" change what a statement says, so they count wherever facts look.
    """
    texts = [one_line(str(fact.parameters.get("text", ""))) for fact in facts]
    strings = strings_in([fact.model_dump(mode="json") for fact in facts])
    looks = {fact.tool for fact in facts} <= TEXTS
    known = " ".join([*strings, *lines_with(texts, page), page.title]) if looks else " ".join(strings)
    decides = any(fact.tool in {"expect_every", "expect_sorted", "expect_sum"} for fact in facts)
    said = (each[0] for each in AMOUNTS.finditer(statement) if not decides and not has_word(known, each[0].split()[-1]))
    if amount := next(said, ""):
        return f'"{amount}"'
    tied = any(fact.parameters.get("row") for fact in facts)
    if not looks or tied or adds_words(statement, facts) or EXISTS.search(statement):
        return ""
    words = re.findall(r"[^\W\d_]{4,}", DAY.sub(" ", statement))
    subject = SUBJECT.match(statement)
    outline = outline_of(page)
    cells = [cell for row in outline.members for cell in outline.cells(row)]
    own = {word for word in (subject[1].split() if subject else ()) if word.islower() and not _is_label(word, cells)}
    left = (word for word in words if word.casefold() not in PLAIN | AUXILIARY | own and not shares(known, word))
    return next((f'"{word}"' for word in left), "")


def _is_label(word: str, cells: Sequence[str]) -> bool:
    return any(re.match(rf"{re.escape(word)}\W*(?:\d|$)", cell, re.IGNORECASE) for cell in cells)


def adds_words(statement: str, facts: Sequence[RecordedAction]) -> bool:
    """Whether facts have words of their own, as they do where a page says the same in other words."""
    own = (
        {**fact.model_dump(mode="json"), "parameters": {**fact.parameters, "under": ""}} for fact in facts
    )  # a heading is only a place
    words = {word for fact in own for word in words_in_text(DAY.sub(" ", " ".join(strings_in(fact))))}
    return any(not has_word(statement, word) for word in words - PLAIN)


def words_in_text(text: str) -> set[str]:
    """The words of three letters or more, in lower case."""
    return set(re.findall(r"[^\W\d_]{3,}", text.casefold()))


def has_word(text: str, word: str, *, part: bool = True) -> bool:
    """Whether a text has a word, or, with `part`, another form of it."""
    sought, words = word.casefold(), words_in_text(text)
    if sought in words or re.search(rf"\b{re.escape(sought)}\b", text.casefold()):
        return True
    stem = sought[: max(STEM, len(sought) - 2)]
    return part and len(sought) >= STEM and any(each.startswith(stem) for each in words)


def strings_in(value: Any) -> list[str]:
    """All texts and numbers in a JSON value, except the names of tools."""
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        return [text for key, each in members.items() if key != "tool" for text in strings_in(each)]
    if isinstance(value, list | tuple):
        return [text for each in cast("Sequence[Any]", value) for text in strings_in(each)]
    return [f"{value}"] if isinstance(value, str | int | float) else []
