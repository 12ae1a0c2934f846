"""Facts whose text says something else than a statement, though both have words in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from actwright.engine.evidence.fact_words import AUXILIARY, PLAIN, has_word, strings_in
from actwright.engine.evidence.number_words import numbers_in_words
from actwright.engine.evidence.other_place import TEXTS, lines_with, parameter, rows_of, text_of
from actwright.schemas.page import Observation
from actwright.schemas.recording import RecordedAction
from actwright.tools.outline import Outline, outline_of, words_in
from actwright.tools.units import quantities_in

NAME = r"[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+)*"
VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|been|got)\s+(?:(?:been|had|not|yet|already|now|still|just)\s+)*([^\W\d_]{4,})"
    rf"|^{NAME} ([a-z]{{4,}}(?:s|ed))\b"
)
"""What a statement says of its subject."""
OF_OTHERS = re.compile(rf"\s*({NAME}) (?:[a-z]+(?:ed|s)|gave|sent|told|took|paid|made|left|wrote|bought|sold) ")
"""How a sentence begins that says what somebody did."""
COUNTED = re.compile(r"(?<!of )(?<!/)\b(\d+) ([^\W\d_]{4,})")
"""A number, and the word of what it counts."""


def other_wording(statement: str, facts: Sequence[RecordedAction], page: Observation) -> str:
    """What a statement says, if a fact has the page's words for something else; empty if it is not so."""
    if not all(fact.tool in TEXTS and not parameter(fact, "row") for fact in facts):
        return ""
    outline = outline_of(page)
    lines = [[outline.said[at] for at in rows_of(fact, outline)] for fact in facts]
    return (
        next(_counts_of_others(statement, lines), "")
        or next(_deeds_of_others(statement, facts, lines), "")
        or _verb_elsewhere(statement, facts, page, outline)
    )


def _verb_elsewhere(statement: str, facts: Sequence[RecordedAction], page: Observation, outline: Outline) -> str:
    """The verb of a statement that another line has and the facts have not, nor their lines."""
    texts = [text_of(fact) for fact in facts]
    known = " ".join([*strings_in([fact.model_dump(mode="json") for fact in facts]), *lines_with(texts, page)])
    headings = [text for at, text in enumerate(outline.said) if outline.is_heading(at)]
    only_headings = all(any(words_in(each, text) for each in headings) for text in texts)
    controls = {each.name for each in page.elements}
    elsewhere = " ".join(text for text in outline.said if only_headings or text not in controls)
    verbs = [(each[1] or each[2]) for each in VERB.finditer(statement)]
    missing = (each for each in verbs if each.casefold() not in PLAIN | AUXILIARY and not has_word(known, each))
    return next((f'"{each}"' for each in missing if has_word(elsewhere, each)), "")


def _deeds_of_others(statement: str, facts: Sequence[RecordedAction], lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """What a statement says that somebody did, if all lines of a fact say it of a person whom it does not name."""
    subject = re.match(NAME, statement)
    for fact, said in zip(facts, lines, strict=True):
        others = [match for match in map(OF_OTHERS.match, said) if match and match[1] not in statement]
        at = [line.find(subject[0]) for line in said] if subject else []
        if subject and said and len(others) == len(said) and min(at) > 0:
            yield f'"{subject[0]}" before "{text_of(fact)}"'


def _counts_of_others(statement: str, lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """A word of a statement that all lines of a fact count with numbers which the statement does not name."""
    named = {value for each in quantities_in(statement) for value in each.values}
    named |= {number for _, number in numbers_in_words(statement)}
    for said in lines if named else ():
        counts = [{match[2].casefold(): float(match[1]) for match in COUNTED.finditer(line)} for line in said]
        for word in counts[0] if counts else ():
            if has_word(statement, word) and all(each.get(word, 0.0) not in named for each in counts):
                yield f'the number of "{word}"'
