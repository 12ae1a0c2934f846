"""Whether a button is the one that a task means: what it is called, and what stands around it, must speak of it."""

# ruff: noqa: PLR2004 - lengths of words are said where they count

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from actwright.engine.policies.rules.surroundings import surroundings_of
from actwright.engine.policies.rules.words import plain_case, terms
from actwright.schemas.page import Element, Observation

__all__ = ["does_something_else", "is_about", "is_plain", "says_act", "texts_around", "unmentioned", "verb_of"]

ACTS = """
    create add new publish post list sell place make upload
    buy order purchase pay place checkout
    book reserve schedule request
    signup register join subscribe create enrol enroll
    update save change edit set apply upgrade
    send contact message post reply comment leave share ask request report
    search find
    login
    donate pay give
    vote
    start
    rate
    follow
    download
"""
"""One line per act: verbs that say it. A verb may say several."""

_PLAIN = frozenset({"submit", "save", "send", "continue", "finish", "complete", "proceed"})
"""Verbs that fit the button of any form."""
_NEUTRAL = frozenset({"submit", "save", "send"})
"""Verbs on buttons that do whatever their form is for."""
_GENERIC = frozenset({"action", "actions", "danger", "zone", "delete", "remove", "manage", "options", "settings"})
"""Words of headings that say nothing of what is below them."""
_TWO_WORDS = re.compile(r"\b(sign|check|log) ?(up|out|in|on)\b")
_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(r"(?:ations?|ings?|ments?|ed|es|e|s)$")


def verb_of(hint: str) -> str:
    """The verb that what a task wants begins with: `signup` of `sign up for the fair`."""
    return next(iter(_words(hint)), "")


def is_plain(verb: str) -> bool:
    """Whether a verb fits the button of any form."""
    return verb in _PLAIN


def does_something_else(hint: str, name: str) -> bool:
    """Whether a button says that it does another thing than the task wants: `Subscribe` where it says `buy`.

    A login may stand before anything, so it is none.
    """
    acts = {verb for line in ACTS.splitlines() for verb in line.split()}
    others = set(_words(name)) & acts - _NEUTRAL - {"login"}
    return bool(others) and not is_plain(verb_of(hint)) and not says_act(verb_of(hint), name)


def says_act(verb: str, name: str) -> bool:
    """Whether a button says that it does what a verb asks for, in the same or in another word."""
    said = set(_words(name))
    alike = {other for line in ACTS.splitlines() if verb in line.split() for other in line.split()}
    return bool(said & alike - _NEUTRAL) or _stem(verb) in map(_stem, said)


def unmentioned(words: Iterable[str], texts: Sequence[str]) -> list[str]:
    """Those of a task's words that no text has."""
    return [word for word in words if not _occurs(word, texts)]


def texts_around(page: Observation, element: Element) -> tuple[str, ...]:
    """What can say what a button is for: its name, row and form, the headings above it, the page's title and path."""
    around = surroundings_of(page, element)
    return (
        *(element.name, element.value or "", element.description, element.group),
        *(*(around.row or ()), *around.headings, *around.form),
        *(page.title, urlsplit(page.url).path),
    )


def is_about(page: Observation, element: Element, words: Sequence[str]) -> bool:
    """Whether a button acts on the record that the words name.

    Names and numbers must stand in the button's own row, or in the heading that it stands under if it is in none; other
    words may stand in any heading above it or in the title, but one word at least must be its own.
    """
    around = surroundings_of(page, element)
    under = [text for text in around.headings if not _GENERIC.issuperset(_words(text))] or [page.title]
    nearest = under[:1] if around.row is None else around.row
    own = (element.name, element.value or "", element.description, element.group, *nearest)
    names = [word for word in words if _is_name(word)]
    no_own = bool(words) and unmentioned(words, (*own, *around.columns)) == [*words]
    whole = (*own, *around.columns, *around.headings, page.title, urlsplit(page.url).path)
    return not (no_own or unmentioned(names, own) or unmentioned(words, whole))


def _occurs(word: str, texts: Sequence[str]) -> bool:
    asked = _words(word)
    said = [_words(text) for text in texts]
    if _is_name(word):
        return any(asked == line[n : n + len(asked)] for line in said for n in range(len(line)))
    stems = {_stem(one) for line in said for one in line}
    return _stem(word.casefold()) in stems or any(set(terms(word)) <= set(terms(text)) for text in texts)


def _is_name(word: str) -> bool:
    """Whether it stands for one thing, so that no other word will do: a number, a proper name, quoted text."""
    return word[:1].isupper() or bool(re.search(r"[\d\s]", word))


def _words(text: str) -> list[str]:
    bare = re.sub(r"['\N{RIGHT SINGLE QUOTATION MARK}]", "", plain_case(text)).casefold()
    joined = _TWO_WORDS.sub(lambda match: "login" if match[2] in ("in", "on") else match[1] + match[2], bare)
    return _WORD.findall(joined)


def _stem(word: str) -> str:
    found = _ENDING.sub("", word)
    return found if len(found) >= 4 else word.removesuffix("s") if len(word) > 3 else word
