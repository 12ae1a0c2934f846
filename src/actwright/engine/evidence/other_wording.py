"""Facts whose text says something else than a statement, though both have words in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from actwright.engine.evidence.fact_words import AUXILIARY, PLAIN, has_word, strings_in
from actwright.engine.evidence.number_words import numbers_in_words
from actwright.engine.evidence.other_place import TEXTS, heads_of, lines_with, parameter, rows_of, text_of
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
DEED = re.compile(
    r"(?:\b(?:is|are)(?: not)?(?: [a-z]+ly)? [a-z]+|"
    r"\b((?!(?:need|seed|speed|feed|deed|breed|exceed|red|used|bed|shed)\b)[a-z]{3,}ed|paid|sold|bought|sent|spent|won|lost|owes?|earns?))\b"
)
"""What a statement says that somebody did or owes, or that was done; empty where it says how something is."""
PLACED = frozenset(
    re.findall(
        r"\w+",
        "listed shown displayed called named placed priced dated located titled labelled labeled marked sorted ordered selected "
        "filtered rated required enabled disabled checked unchecked expanded collapsed based needed added",
    )
)
"""Deeds that only say where something is or how a control stands."""
HABIT = re.compile(r"(?:^|\s)(?:are|will be|can be|may be|to be)(?: \w+ly)? ([a-z]{4,})\b", re.IGNORECASE)
"""What a text says is done as a rule."""
PAST = re.compile(r"\b(?:was|were|has been|have been|had been|got) ([a-z]{4,})\b")
COUNTED = re.compile(r"(?<!of )(?<!/)\b(\d+) ([^\W\d_]{4,})")
"""A number, and the word of what it counts."""
OF_MANY = re.compile(
    r"(?<!of )(?<![/\d.])\b(?!1 )\d+ ([^\W\d_]{4,}) (?:(?:are|were|have|been|already) )*([a-z]{3,}ed)\b"
)
"""How many did something, as "24 guests enrolled"."""


def other_wording(statement: str, facts: Sequence[RecordedAction], page: Observation) -> str:
    """What a statement says, if a fact has the page's words for something else; empty if it is not so."""
    if not all(fact.tool in TEXTS for fact in facts):
        return ""
    outline, texts = outline_of(page), [text_of(fact) for fact in facts]
    known = " ".join([*strings_in([fact.model_dump(mode="json") for fact in facts]), *lines_with(texts, page)])
    if any(parameter(fact, "row") for fact in facts):
        return _deed_of_row(statement, facts, known, page)
    lines = [[outline.said[at] for at in rows_of(fact, outline)] for fact in facts]
    return (
        next(_counts_of_others(statement, lines), "")
        or next(_deeds_of_others(statement, facts, lines), "")
        or _deed_as_a_rule(statement, lines)
        or _verb_of_object(statement, facts)
        or _verb_elsewhere(statement, texts, known, page)
        or _in_another_list(statement, facts, outline)
        or _in_parallel_line(statement, texts, known, outline)
    )


def _deed_of_row(statement: str, facts: Sequence[RecordedAction], known: str, page: Observation) -> str:
    """What a statement says that was done, if neither the row of a fact nor what stands above it says so."""
    outline = outline_of(page)
    heads = [text for at, text in enumerate(outline.said) if outline.is_heading(at)]
    known = " ".join([known, page.title, *heads, *heads_of(facts, page)])
    deeds = (each for each in DEED.findall(statement) if each and each not in PLACED)
    return next((f'"{deed}"' for deed in deeds if not has_word(known, deed)), "")


def _deed_as_a_rule(statement: str, lines: Sequence[Sequence[str]]) -> str:
    """What a statement says that was done, if all lines of a fact say that it is done as a rule: "orders are placed"."""
    for deed in PAST.findall(statement):
        for said in lines:
            rules = [HABIT.findall(line) for line in said]
            if said and all(deed in rule for rule in rules):
                return f'"{deed}" once'
    return ""


def _verb_of_object(statement: str, facts: Sequence[RecordedAction]) -> str:
    """What a statement says that somebody did, if a text has another verb, of which the statement only has the noun."""
    deed = re.match(rf"(?:{NAME}|\S+@\S+) ([a-z]{{4,}}ed)\b(.*)", statement)
    for text in (text_of(fact) for fact in facts if deed):
        verbs = re.findall(r"\b([a-z]{4,})ed\b", text)
        if deed and not has_word(text, deed[1]) and any(re.search(rf"\b{verb}\w+", deed[2]) for verb in verbs):
            return f'"{deed[1]}"'
    return ""


def _verb_elsewhere(statement: str, texts: Sequence[str], known: str, page: Observation) -> str:
    """The verb of a statement that another line has and the facts have not, nor their lines."""
    outline = outline_of(page)
    headings = [text for at, text in enumerate(outline.said) if outline.is_heading(at)]
    only_headings = all(any(words_in(each, text) for each in headings) for text in texts)
    controls = {each.name for each in page.elements}
    elsewhere = " ".join(text for text in outline.said if only_headings or text not in controls)
    verbs = [(each[1] or each[2]) for each in VERB.finditer(statement)]
    missing = (each for each in verbs if each.casefold() not in PLAIN | AUXILIARY and not has_word(known, each))
    return next((f'"{each}"' for each in missing if has_word(elsewhere, each)), "")


def _in_parallel_line(statement: str, texts: Sequence[str], known: str, outline: Outline) -> str:
    """A word of a statement that another line has which begins like the line of a fact: "Sent by Ann" beside "Sent by Bo"."""
    begins = {text.split()[0] for text in texts if re.match(r"[^\W\d_]{4,}\s", text)}
    parallel = [line for line in outline.said if line.split()[:1] and line.split()[0] in begins]
    words = (word for word in re.findall(r"[^\W\d_]{3,}", statement) if word.casefold() not in PLAIN | AUXILIARY)
    missing = (word for word in words if not has_word(known, word))
    return next((f'"{word}"' for word in missing if any(has_word(line, word, part=False) for line in parallel)), "")


def _in_another_list(statement: str, facts: Sequence[RecordedAction], outline: Outline) -> str:
    """The first heading, which says what its list is of, if a statement names it and facts are under another one."""
    first = next((outline.said[at] for at in range(len(outline.lines)) if outline.is_heading(at)), "")
    one = re.fullmatch(r"(?:(?:your|my|our|the|all) )?([^\W\d_]{4,}?)s?", first, re.IGNORECASE)
    others = [heading for fact in facts if (heading := parameter(fact, "under")) and heading != first]
    strange = [each for each in others if not any(has_word(statement, word) for word in each.split())]
    is_named = one and re.search(rf"\b{one[1]}s?\b", statement, re.IGNORECASE)
    return f'"{first}"' if is_named and strange and len(strange) == len(facts) else ""


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
    for said in lines if not named else ():
        of_many = [OF_MANY.search(line) for line in said]
        if said and all(each and not has_word(statement, each[1]) and has_word(statement, each[2]) for each in of_many):
            yield f'more than "{said[0]}"'
