"""Facts that a page denies, refuses or only announces, while a statement says that it is so."""

from __future__ import annotations

import re
from collections.abc import Sequence

from actwright.engine.evidence.other_place import TEXTS, names, parameter, rows_of, text_of, words_of_text
from actwright.engine.evidence.unnamed_place import EXISTS
from actwright.schemas.page import Observation
from actwright.schemas.recording import RecordedAction
from actwright.tools.denial import CLAUSE, INSIDE, denied
from actwright.tools.outline import Outline, outline_of, words_in

REFUSED = re.compile(
    r"(?:was |is |has been )?(?:denied|failed|failure|rejected|refused|declined|cancell?ed|aborted|error|expired|reverted|undone|draft"
    r"|abgelehnt|fehlgeschlagen|storniert|verweigert|abgebrochen|refus\u00e9e?|\u00e9chec|annul\u00e9e?)\W*",
    re.IGNORECASE,
)
"""What a row has in one cell if what another cell says was not done."""
DONE = re.compile(r"\b(?:is|are|was|were|has|have|been|ist|wurde|sind|wurden)\b", re.IGNORECASE)
_MODAL = r"will|shall|must|should|can|cannot|could|may|might|would|to|wird|werden|muss|kann|soll"
TO_COME = re.compile(rf"\b(?:{_MODAL})\b", re.IGNORECASE)
TO_COME_BEFORE = re.compile(rf"\b(?:{_MODAL})\s+(?:(?:not|now|then|soon|first)\s+)?(?:be|been|get)?$", re.IGNORECASE)
CONDITION = re.compile(r"\b(?:if|unless|until|once|when|as soon as|wenn|falls|sobald|bis)\b", re.IGNORECASE)
CONDITION_BEFORE = re.compile(rf"{CONDITION.pattern}\s+(?:[^\W\d_]+\s+){{0,2}}$", re.IGNORECASE)
"""What stands before something that is only a condition of something else."""
NOUN = r"(?:e?s?|ing|y|s?als?|ments?|(?:at)?ions?)"
"""Endings with which a verb is an order, a thing to come, or the name of what may be done."""
PARTICIPLE = re.compile(
    r"\b(?:has|have|was|were|is|are|wurden?|ist|sind)\s+(?:(?:been|already|just|now|bereits|schon)\s+)*([^\W\d_]{3,}(?:ed|iert))\b",
    re.IGNORECASE,
)
IN_FIELD = re.compile(
    r"(?:enter|fill|typ|choos|select|chang|clear|empti|prefill|pre-fill|stor|remember|updat|assign|nam|call|list|display|limit|us|check|tick|answer|titl|label|locat|suggest|default|requir|allow|need|expect)e?d|(?:aus|ein)?\w*iert",
    re.IGNORECASE,
)
"""What is said of a field because of what it holds."""
THERE_IS = re.compile(r"\b(?:there (?:is|are)|es gibt|il y a|hay|c'\u00e8|ci sono)\b", re.IGNORECASE)
OVER = re.compile(
    r"\b(?:closed|sold out|unavailable|fully booked|ended|expired|cancelled|deleted|archived|geschlossen|ausverkauft)\b",
    re.IGNORECASE,
)


def not_done(statement: str, facts: Sequence[RecordedAction], page: Observation, *, small: frozenset[str]) -> str:
    """What a page says of the texts of facts, if that is not what a statement says of them; empty if it is.

    Args:
        statement: The statement, with its values.
        facts: The facts, with their values.
        page: The page.
        small: Words that say nothing by themselves.
    """
    outline, named = outline_of(page), words_of_text(statement) - small
    return (
        _only_to_come(statement, facts, outline)
        or _in_denial(statement, facts, outline)
        or _of_denied_row(named, facts, outline)
        or _not_yet(statement, facts)
        or _only_in_field(statement, facts)
        or _over(statement, facts, outline)
        or _refused(statement, facts, outline)
    )


def _only_to_come(statement: str, facts: Sequence[RecordedAction], outline: Outline) -> str:
    """What a page says of something that may or will be done, if a statement says that it is done; empty if nothing."""
    for fact in facts:
        text = text_of(fact) if fact.tool in TEXTS else ""
        lines = [line for line in outline.said if text and words_in(line, text)]
        before = [f"{line[: words_in(line, text)[0][0]].rstrip()} " for line in lines]
        if lines and not CONDITION.search(statement) and all(map(CONDITION_BEFORE.search, before)):
            return f'"{text}" in "{lines[0][:60]}"'
        if not text or TO_COME.search(statement) or not DONE.search(statement) or TO_COME.search(text):
            continue
        if lines and all(TO_COME_BEFORE.search(each.rstrip()) for each in before):
            return f'"{text}" in "{lines[0][:60]}"'
    return ""


def _in_denial(statement: str, facts: Sequence[RecordedAction], outline: Outline) -> str:
    """The clause of a page that denies something and has the text of a fact, if neither the fact nor the statement do."""
    for fact in facts:
        text = text_of(fact) if fact.tool in TEXTS and not parameter(fact, "row") else ""
        if not text or INSIDE.search(statement) or INSIDE.search(text) or EXISTS.search(statement):
            continue
        clauses = [clause for line in outline.said for clause in CLAUSE.split(line) if words_in(clause, text)]
        if clauses and all(map(INSIDE.search, clauses)):
            return f'"{clauses[0].strip()}"'
    return ""


def _of_denied_row(named: set[str], facts: Sequence[RecordedAction], outline: Outline) -> str:
    """The row that has most words of a statement, if it denies the text of a fact; empty if not."""
    for fact in facts:
        text = text_of(fact) if fact.tool in TEXTS and not parameter(fact, "row") else ""
        rows = [" ".join(outline.cells(row)) for row in rows_of(fact, outline)] if text else []
        sought = named - words_of_text(text)
        best = max((len(words_of_text(row) & sought) for row in rows), default=0)
        meant = [row for row in rows if best and len(words_of_text(row) & sought) == best]
        if len(rows) > len(meant) > 0 and all(denied(row, text) for row in meant):
            return f'"{meant[0]}"'
    return ""


def _not_yet(statement: str, facts: Sequence[RecordedAction]) -> str:
    """What a statement says was done, if a text has the verb only as an order or a thing to come: "Repair" for "repaired"."""
    done = PARTICIPLE.search(statement)
    base = re.sub(r"(?:ed|t)$", "", done[1].casefold()) if done else ""
    noun = "(?:ung(?:en)?|en)" if base.endswith("ier") else NOUN
    for fact in facts if done else ():
        forms = [word for word in words_of_text(text_of(fact)) if word.startswith(base)] if fact.tool in TEXTS else []
        if done and forms and all(re.fullmatch(rf"{base}{noun}", word) for word in forms):
            return f'"{done[1]}"'
    return ""


def _only_in_field(statement: str, facts: Sequence[RecordedAction]) -> str:
    """What a statement says was done, if facts only say what fields hold."""
    done = PARTICIPLE.search(statement)
    alone = bool(facts) and all(fact.tool == "expect_value" for fact in facts)
    return f'"{done[1]}"' if done and alone and not IN_FIELD.fullmatch(done[1]) else ""


def _over(statement: str, facts: Sequence[RecordedAction], outline: Outline) -> str:
    """The line of a thing that a statement says is there, if the line says that it is closed or gone."""
    for fact in facts:
        text = text_of(fact) if fact.tool in TEXTS and not parameter(fact, "row") else ""
        if not text or not THERE_IS.search(statement) or OVER.search(statement) or OVER.search(text):
            continue
        lines = [" | ".join(outline.cells(row)) for row in rows_of(fact, outline)]
        if lines and all(map(OVER.search, lines)):
            return f'"{lines[0]}"'
    return ""


def _refused(statement: str, facts: Sequence[RecordedAction], outline: Outline) -> str:
    """What another cell of the row says, if that is that it was not done; empty if the statement says so, too."""
    if not DONE.search(statement):
        return ""
    for fact in (each for each in facts if each.tool in TEXTS and not REFUSED.fullmatch(text_of(each))):
        if not any(word in statement.casefold() for word in words_of_text(text_of(fact))):
            continue
        cells = [cell for row in rows_of(fact, outline) if outline.is_row(row) for cell in outline.cells(row)]
        if cell := next((cell for cell in cells if REFUSED.fullmatch(cell) and not names(statement, cell)), ""):
            return f'"{cell}"'
    return ""
