"""Checks the answers of a model about the fields of a form against the words of the task."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import cast

from actwright.engine.policies.rules.option_matching import as_bool
from actwright.engine.policies.rules.phrases import plain
from actwright.prompts.fields import Question
from actwright.schemas.task import Task

ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
LAST_MONTH = 12
SHORT = 3
"""Words of this many letters tell little, and fewer nothing."""
STEM = 5
"""Letters that words of one kind share: `guests` and `guest`."""
FORMS: Mapping[str, str] = {"email": "@", "number": r"\d", "tel": r"\d"}
"""What a value for a type of control must have."""
BESIDE = 3
"""Words between the name of a field and its value: `the postcode is now 1090`."""
LITERAL = re.compile(r"(?<!\d )(?<![.!?]\s)(?<!\A)(?<!^)\b[A-Z]\w+\b(?! \d)|\S*[\d@]\S*", re.MULTILINE)
"""What a task hardly has but for a value: a name, a number, an address."""


def known_in(task: Task) -> str:
    """All that a value may come from."""
    return "\n".join((task.text, *task.data.values()))


def value_of(said: object, question: Question, known: str) -> str | None:
    """An answer as data have it; None for none, and empty if it stands neither in the task nor among the options."""
    if question.kind == "tick":
        return _tick(said, question, known)
    if isinstance(said, list):
        chosen = [option for each in cast("list[object]", said) if (option := _option(str(each), question, known))]
        return " | ".join(chosen) if chosen or said else None
    if isinstance(said, bool) or not isinstance(said, str | int | float) or not str(said).strip():
        return None
    value = str(said).strip()
    if question.options:
        return _option(value, question, known)
    is_title = plain(value) == plain(question.title)
    has_form = re.search(FORMS.get(question.type, ""), value)
    if not has_form or is_title or not _stands_in(value, known):
        return ""
    area = r"[+(]?\d[\d ()/-]*[ )/-]" if question.type == "tel" else r"\+\d{1,3}[ (/-]+"  # or the country, cut off
    written = re.findall(rf"(?:{area})?{re.escape(value)}", known, re.IGNORECASE)
    return value if value in written or not written else written[0]


def _tick(said: object, question: Question, known: str) -> str | None:
    """A tick or none, if the task is about it; as the task itself says behind its name, if it does."""
    stated = [as_bool(word) for text in _behind(question.title, known) for word in _words(text)[:1]]
    found = stated[0] if len(stated) == 1 and stated[0] is not None else said
    is_told = found is not said or _share_named(question.title, _words(known)) > 0
    return ("yes" if found else "no") if isinstance(found, bool) and is_told else None


def _option(said: str, question: Question, known: str) -> str:
    """An option, unless the task names another one better; in other words than all of them if it names the field."""
    if said not in question.options:
        return ""
    words = _words(known)
    share, best = _share_named(said, words), max(_share_named(option, words) for option in question.options)
    is_told = share > 0 or _share_named(question.title, words) > 0
    return said if not _telling_words(said) or (is_told and share >= best) else ""


def doubt_of(answers: Mapping[str, str | None], questions: Sequence[Question], task: Task) -> str:
    """Why answers cannot be right as a whole, in words; empty if nothing says so.

    Args:
        answers: The value of each field by its title; None for none, empty for one that the task does not have.
        questions: The fields of the page.
        task: Where the values come from.
    """
    known = known_in(task)
    asked = [each for each in questions if each.title in answers and each.kind != "tick"]
    for each in asked:
        value, texts = answers[each.title], _behind(each.title, known)
        if not each.options and texts and not any(_begins(text, value) for text in texts):
            return f'the task gives "{each.title}" a value, and the model answered {repr(value) if value else "none"}'
        if not value or not (count := _count(value, known)):
            continue
        others = [other for other in asked if _is_other(each.title, other.title)]
        twins = [other for other in others if answers[other.title] == value and not (each.options and other.options)]
        if len(twins) >= count:
            return f'the model answered {value!r} for "{each.title}" and "{twins[0].title}", which the task says once'
        open_ones = [other for other in others if not answers[other.title] and _takes(other, value)]
        if named := next((other for other in open_ones if not each.options and _is_beside(other, value, known)), None):
            return f'the model answered {value!r} for "{each.title}", which the task says about "{named.title}"'
    return _left_over(answers, asked, task)


def _left_over(answers: Mapping[str, str | None], asked: Sequence[Question], task: Task) -> str:
    """A field whose answer the task does not have, while the task has something that was not used; empty if none is."""
    used = {_bare(word) for value in (*answers, *answers.values(), *task.data.values()) for word in _words(value or "")}
    left = [match[0] for match in LITERAL.finditer(task.text) if not {*map(_bare, _words(match[0]))} <= used]
    for each in asked:
        named = [one for one in each.options if _telling_words(one) <= {*_words(task.text)} - used]
        if answers[each.title] == "" and (unused := [*named, *left]):
            return f'the answer for "{each.title}" is not in the task, of which {unused[0]!r} was not used'
    return ""


def _behind(title: str, known: str) -> list[str]:
    """The rest of each line in which the name of a field and a colon stand."""
    return re.findall(rf"(?<!\w){re.escape(title)}\s*[:=]\s*(\S.*)", known, re.IGNORECASE)


def _begins(text: str, value: str | None) -> bool:
    """Whether a text begins with a whole value; in another form, with a digit of a number or day that it may be."""
    if not value:
        return False
    rest = plain(text)[len(plain(value)) :]
    is_same = plain(text).startswith(plain(value)) and not re.match(r"\w| \w", rest)
    return is_same or (bool(ISO_DATE.fullmatch(value)) and any(char.isdigit() for char in text))


def _count(value: str, known: str) -> int:
    """How often a text has a value as whole words."""
    return f" {' '.join(_words(known))} ".replace(" ", "  ").count(f" {'  '.join(_words(value))} ")


def _is_other(one: str, other: str) -> bool:
    """Whether the names of two fields do not say that they take the same: `E-mail` and `Repeat e-mail` do."""
    words, others = set(_words(one)), set(_words(other))
    return not (words <= others or others <= words)


def _takes(question: Question, value: str) -> bool:
    has_form = re.search(FORMS.get(question.type, ""), value)
    return not question.options and bool(has_form) and (question.type != "date" or bool(ISO_DATE.fullmatch(value)))


def _is_beside(question: Question, value: str, known: str) -> bool:
    """Whether the name of a field stands before a value wherever that is, in the same sentence and close to it."""
    title, wanted = " ".join(_words(question.title)), " ".join(_words(value))
    sentences = [" ".join(_words(each)) for each in re.split(r"[.!?;]\s|\n", known)]
    places = [each for each in sentences if wanted and re.search(rf"\b{re.escape(wanted)}\b", each)]
    near = rf"\b{re.escape(title)}(?: \w+){{0,{BESIDE}}} {re.escape(wanted)}\b"
    return bool(places) and all(re.search(near, each) for each in places)


def _share_named(option: str, words: Sequence[str]) -> float:
    telling, stems = _telling_words(option), {word[:STEM] for word in words}
    return sum(word[:STEM] in stems for word in telling) / max(1, len(telling))


def _telling_words(name: str) -> set[str]:
    """The words of a name that a task would hardly have for another reason, unlike "no"."""
    words = {word for word in _words(name) if len(word) >= SHORT or word.isdecimal()}
    return {word for word in words if len(word) > SHORT or word.isdecimal()} or words


def _stands_in(value: str, known: str) -> bool:
    """Whether the words and numbers of a value stand near each other; the month of a date may stand there as a word."""
    words, wanted = [_bare(word) for word in _words(known)], {_bare(word) for word in _words(value)}
    if _count(value, known):
        return True
    windows = (wanted & set(words[at : at + 2 * len(wanted)]) for at in range(len(words)))
    missing = wanted - max(windows, key=len, default=set[str]())
    is_month = ISO_DATE.fullmatch(value) and len(missing) == 1 and int(min(missing)) <= LAST_MONTH
    return not missing or bool(is_month)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", plain(text))


def _bare(word: str) -> str:
    """A number without leading zeros, any other word as it is."""
    return word.lstrip("0") or "0" if word.isdecimal() else word
