"""The result of a press: compares the page after it with the page before it."""

# ruff: noqa: PLR2004 - lengths of words are said where they count

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from actwright.engine.policies.rules.page_fields import Field, Scope, fields_of
from actwright.folding import plain
from actwright.schemas.page import Observation
from actwright.text import one_line

_SUCCESS = re.compile(
    r"\b(success\w*|thank(?:s| you)|created|saved|sent|received|submitted|published|posted|updated|added|confirmed"
    r"|completed?|registered|welcome|booked|ordered|placed|done|logged in|signed in|accepted|deleted|removed|changed"
    r"|uploaded|subscribed|your \w+ (?:has been|was|is)|congratulations|all set"
    r"|danke|dank|erfolgreich|gesendet|gespeichert|eingegangen|erhalten|ubermittelt|bestatigt|willkommen"
    r"|merci|succes|envoyee?|enregistree?|recue?|confirmee?|bienvenue"
    r"|gracias|exito|enviad[oa]|guardad[oa]|recibid[oa]|registrad[oa]|confirmad[oa]|bienvenid[oa]"
    r"|grazie|inviat[oa]|salvat[oa]|ricevut[oa]|registrat[oa]|confermat[oa]|obrigad[oa]|sucesso|salv[oa]|recebid[oa]"
    r"|bedankt|verzonden|opgeslagen|ontvangen|gelukt|bevestigd)\b"
)
"""What a page says that took a form, in plain form, in several languages."""
_FAILURE = re.compile(
    r"\b(errors?|invalid|incorrect|wrong|failed|failure|denied|not (?:found|allowed|valid|accepted|saved|sent)|problem"
    r"|try again|must|cannot|can't|could not|couldn't|required|missing|expired|forbidden|unable|please (?:enter|choose|select"
    r"|fill|provide|correct|check)"
    r"|fehler\w*|ungultig\w*|fehlgeschlagen|erforderlich|pflichtfeld|bitte (?:geben|wahlen|fullen|prufen|korrigieren)"
    r"|erreurs?|invalide|incorrecte?|obligatoire|echec|echoue|veuillez|errores|invalid[oa]|incorrect[oa]|obligatori[oa]"
    r"|errore|errori|non valid[oa]|erro|erros|campo obrigatorio|ongeldige?|verplicht|mislukt|fout)\b"
)
"""What a page says that refused a form."""
_NEGATED = re.compile(
    r"\b(not|\w+n't|never|no|un|nicht|kein\w*|pas|non|nao|niet|geen)(\s+(be|been|yet|successfully|ete|sido|stato|stata))*\s*$"
)
_TROUBLE = re.compile(
    r"\b(error|failed|invalid|problem|fehler|fehlgeschlagen|erreur|errore|erro|fout|mislukt)\b|\bfalse$"
)
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)+)"\s*$', re.MULTILINE)
_SHORTEST, _LONGEST = 3, 160
_SHORT_ANSWERS = frozenset({"ok", "okay"})
"""What a page consists of that says no more than that it took a form."""
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?')
_MEMBER = re.compile(r'"(?:ok|success|successful|accepted|saved|created)"\s*:\s*(?:true|false)\b', re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?;\u3002])\s+|\s*\|\s*")


@dataclass(frozen=True, slots=True)
class PressResult:
    """What is known after a press.

    Attributes:
        kind: `accepted`; `refused` (the page names errors); `moved` (something changed, but nothing says success);
            `nothing` (no visible change).
        proof: Texts that are new on the page, the most telling first.
        errors: What the page objects to, quoted.
        left: True if the URL changed or the form is gone.
    """

    kind: Literal["accepted", "refused", "moved", "nothing"]
    proof: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    left: bool = False


def judge(before: Observation, now: Observation, *, values: Sequence[str], scope: Scope | None) -> PressResult:
    """Compares two looks.

    Args:
        before: The page before the press.
        now: The page as it is.
        values: What was entered; if the page shows it again, the page has accepted it.
        scope: The form that was submitted; None if no form was.
    """
    fields = fields_of(now)
    new = _new_texts(before, now)
    wrong = tuple(field for field in fields if field.error)
    left = _left(before, now, scope) and not (_emptied(before, now, scope) and _masked_texts(before, now))
    objections = [text for text in new if _is_failure(text)]
    fresh_wrong = [field for field in wrong if not left or _was_there(field, before)]
    telling = sorted((text for text in new if _is_success(text)), key=_telling)
    if fresh_wrong and not (left and telling):
        errors = [f'"{field.name}": {field.error}' for field in fresh_wrong]
        return PressResult("refused", errors=tuple(errors), left=left)
    shown = [text for text in new if any(_shows(text, value) for value in values)]
    if left and not telling and one_line(now.text).casefold().strip(" .!") in _SHORT_ANSWERS:
        telling = [one_line(now.text)]
    if objections and not telling and (not left or _is_error_page(now, objections)):
        errors = dict.fromkeys([*objections, *new])
        return PressResult("refused", errors=tuple(errors)[:3], left=left)
    if telling or ((left or _emptied(before, now, scope)) and shown):
        return PressResult("accepted", tuple(dict.fromkeys(telling + shown))[:3], left=left)
    if new or left or before.tree.replace("*", "") != now.tree.replace("*", ""):
        return PressResult("moved", tuple(sorted(new, key=_telling)[:3]), left=left)
    return PressResult("nothing")


def _left(before: Observation, now: Observation, scope: Scope | None) -> bool:
    if _place(before.url) != _place(now.url):
        return True
    if scope is None:
        return False
    there = {element.id for element in now.elements}
    asked = [field for field in fields_of(before) if field.form == scope]
    same_names = {field.key for field in fields_of(now)}
    return bool(asked) and not any(field.element.id in there or field.key in same_names for field in asked)


def _emptied(before: Observation, now: Observation, scope: Scope | None) -> bool:
    """Whether the form is there again without what was entered, though perhaps at another URL."""
    filled = {field.key for field in fields_of(before) if scope is not None and field.form == scope}
    return bool(filled) and filled <= {field.key for field in fields_of(now) if field.empty}


def _masked_texts(before: Observation, now: Observation) -> bool:
    """Whether new text is partly masked; the masked part may be the word that says that the form was refused."""
    old = one_line(before.text)
    return any("{{" in line and one_line(line) not in old for line in now.text.splitlines())


def _place(url: str) -> str:
    return urlsplit(url)._replace(fragment="").geturl()


def _new_texts(before: Observation, now: Observation) -> list[str]:
    """Texts of the page that were not there before, without the contents of fields."""
    old = one_line(before.text)
    whole = one_line(now.text)
    texts = [_unescaped(text) for text in _QUOTED.findall(now.tree)] or now.text.splitlines()
    long = [line for line in map(one_line, now.text.splitlines()) if len(line) > _LONGEST or line[:1] in {"{", "["}]
    moments = [part for each in now.moments for part in _parts(one_line(each))]
    clean = dict.fromkeys(
        one_line(text) for text in (*texts, *moments, *(part for line in long for part in _parts(line)))
    )
    return [
        text
        for text in clean
        if _SHORTEST <= len(text) <= _LONGEST
        and re.search(r"\w{2}", text)
        and (text in whole or text in moments)
        and text not in old
        and "{{" not in text
    ]


def _parts(line: str) -> list[str]:
    """The parts of a line in which a page may say something: the texts of a JSON answer, or sentences."""
    if line[:1] in {"{", "["}:
        return [*(text for text, is_name in _STRING.findall(line) if not is_name), *_MEMBER.findall(line)]
    return _SENTENCE.split(line)


def _unescaped(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"'))
    except json.JSONDecodeError:
        return text


def _is_success(text: str) -> bool:
    said = plain(text)
    found = _SUCCESS.search(said)
    return bool(found) and not _NEGATED.search(said[: found.start()] if found else "") and not _TROUBLE.search(said)


def _is_failure(text: str) -> bool:
    """Whether a text names a failure, or denies a success, as in "was not submitted"."""
    said = plain(text)
    return not _is_success(text) and bool(_FAILURE.search(said) or _SUCCESS.search(said))


def _telling(text: str) -> tuple[bool, int]:
    """Success words first, then short texts."""
    return (not _SUCCESS.search(plain(text)), len(text))


def _shows(text: str, value: str) -> bool:
    return len(value.strip()) >= 2 and plain(value) in plain(text)


def _was_there(field: Field, before: Observation) -> bool:
    return any(old.key == field.key for old in fields_of(before))


def _is_error_page(now: Observation, objections: Sequence[str]) -> bool:
    """Whether the page that followed is about the problem: its title or a text of few words says so."""
    return bool(_FAILURE.search(plain(now.title))) or any(len(text.split()) <= 12 for text in objections)
