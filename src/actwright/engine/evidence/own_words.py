"""The words that a run brought with it: the task's, the data's, and what it typed. They prove nothing that was done."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from actwright.engine.matching.references import filled_text
from actwright.schemas.step import Effect, Evidence, Outcome
from actwright.schemas.task import Task
from actwright.text import one_line, texts_in

WORD = re.compile(r"[^\W_]+")
LITERAL = re.compile(
    r'"([^"\n]{1,300})"|\u201c([^\u201c\u201d\n]{1,300})\u201d|\u201e([^\u201e\u201c\u201d\n]{1,300})[\u201c\u201d]'
    r"|\u00ab\s?([^\u00ab\u00bb\n]{1,300}?)\s?\u00bb|`([^`\n]{1,300})`"
    r"|(?<!\w)['\u2018]([^'\u2018\u2019\n]{1,300})['\u2019](?!\w)"
)
"""A text in quotation marks of any kind; an apostrophe in a word is none."""
_NAME = r"[A-Z\u00c0-\u00de\u0391-\u03a9\u0410-\u042f][\w'\u2019.-]*\w"
NAME = re.compile(rf"(?<=[^\s.:!?]) ({_NAME}(?: {_NAME})*)")
"""Words with capitals that do not begin a sentence."""
BETWEEN = re.compile(r"\s*(?:,|&|,?\s*(?:and|und|et|y|e|en|i))\s*")
"""What stands between two texts of a list."""
QUESTION = re.compile(
    r"(?:^|[.!:\n]\s*+)(?!(?:please|can|could|would|will)\b)[^.!?\n\uff1f\u061f]+[?\uff1f\u061f]\W*$", re.IGNORECASE
)
"""A task that asks; a request in the form of a question, such as "could you …?", does not."""

TEXT_KINDS = frozenset({"text", "quote", "count", "shown"})
"""Kinds of facts about texts that a page shows."""

STEM, ENDING = 4, 3
"""The fewest letters that two forms of a word share, and the most in which they differ."""

CALENDAR = frozenset(f"{day}day" for day in ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")) | frozenset(
    ("january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december")
)
"""Words of which the first three letters stand for them."""
SHORT = 3
STROKES = str.maketrans({"\u0131": "i", "\u0142": "l", "\u00f8": "o", "\u0111": "d", "\u00e6": "ae", "\u0153": "oe"})
"""Letters with marks that Unicode does not take apart."""


def words_of(text: str) -> tuple[str, ...]:
    """The words and numbers of a text without case, width and diacritics."""
    return tuple(WORD.findall(without_marks(text)))


def without_marks(text: str) -> str:
    """A text without case, width and diacritics."""
    plain = unicodedata.normalize("NFKD", text).casefold().translate(STROKES)
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def with_values(text: str, task: Task) -> str:
    """A text with the data of the task in place of its references; withheld values stay references."""
    return filled_text(text, task.data)


def literals_in(text: str) -> tuple[str, ...]:
    """The texts that a text has in quotation marks, each once."""
    found = (one_line(match[match.lastindex or 0]) for match in LITERAL.finditer(text))
    return tuple(dict.fromkeys(each for each in found if WORD.search(each)))


def entered_texts(outcomes: Sequence[Outcome], task: Task) -> tuple[str, ...]:
    """What actions entered: as they wrote it, as it was meant, and as the fields held it."""
    receipts = (text for each in outcomes for receipt in each.receipts for text in (receipt.wanted, receipt.got))
    written = (
        with_values(text, task)
        for each in outcomes
        if each.effect is not Effect.READ
        for name, value in each.action.parameters.items()
        if name != "element_id"
        for text in texts_in(value)
    )
    return tuple(dict.fromkeys((*receipts, *written)))


def enumerated_in(text: str, kind: re.Pattern[str] = LITERAL) -> tuple[tuple[str, ...], ...]:
    """The texts in quotation marks that a text enumerates, list by list: `"a", "b" and "c"`; or the names (`NAME`)."""
    lists: list[list[str]] = []
    end = -1
    for match in kind.finditer(text):
        if end < 0 or not BETWEEN.fullmatch(text[end : match.start()]):
            lists.append([])
        lists[-1].append(one_line(match[match.lastindex or 0]))
        end = match.end()
    return tuple(tuple(each) for each in lists if len(each) > 1)


def has_words(phrases: Iterable[str], text: str) -> bool:
    """Whether a text is nothing but words that stand in one of these phrases in the same order."""
    wanted = " ".join(words_of(text))
    return bool(wanted) and any(f" {wanted} " in f" {' '.join(words_of(phrase))} " for phrase in phrases)


def is_form_of(one: str, other: str) -> bool:
    """Whether two words are the same, or one is the other with a short ending, or the first letters of a day or month."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if not long.startswith(short):
        return False
    return len(short) == SHORT and long in CALENDAR if len(short) < STEM else len(long) - len(short) <= ENDING


def has_form(words: Iterable[str], word: str) -> bool:
    """Whether a word or another form of it is among these words."""
    return any(each.startswith(word[:SHORT]) and is_form_of(word, each) for each in words)


def has_digit(text: str) -> bool:
    """Whether a text has a digit."""
    return any(each.isdigit() for each in text)


def shown_texts(evidence: Evidence) -> tuple[str, ...]:
    """The texts that a fact is about; none if it is about something else, such as a state or an address."""
    if evidence.kind not in TEXT_KINDS:
        return ()
    if evidence.kind == "quote":
        return (evidence.wanted,)
    return tuple(literals_in(evidence.wanted)) or (evidence.wanted,)
