"""What a statement says that no fact is about, so that facts about something else do not stand in for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from actwright.engine.evidence.compared_numbers import compared, invented, more_than_none, other_bound, unbounded
from actwright.engine.evidence.fact_words import (
    DAY,
    PLAIN,
    SMALL,
    STEM,
    adds_words,
    has_word,
    left_over,
    shares,
    strings_in,
    words_in_text,
)
from actwright.engine.evidence.not_done import not_done
from actwright.engine.evidence.number_words import numbers_in_words
from actwright.engine.evidence.other_place import (
    TEXTS,
    TIME,
    heads_of,
    in_other_rows,
    other_place,
    time_left_out,
    unsorted,
)
from actwright.engine.evidence.other_wording import other_wording
from actwright.engine.evidence.own_words import with_values
from actwright.engine.evidence.page_after import dates_in
from actwright.engine.evidence.unnamed_place import (
    apart,
    narrower,
    only_label,
    other_ending,
    other_thing,
    unsaid_state,
)
from actwright.engine.matching.references import filled, value_filled
from actwright.schemas.check import FactsReply
from actwright.schemas.page import Observation
from actwright.schemas.recording import RecordedAction
from actwright.schemas.task import REFERENCE, Task, references_in
from actwright.text import one_line
from actwright.tools.outline import outline_of
from actwright.tools.units import quantities_in, unit_in, with_unit

SAYS = re.compile(
    r"^(?:an?|the) (?:message|toast|notice|alert|notification) (?:says|said|tells|reads)\b", re.IGNORECASE
)
"""How a statement begins that is about any message, not about a field of that name."""
OF_ELEMENT = frozenset({"expect_state", "expect_value"})
BOTH = re.compile(r"\b(?:both|beide[ns]?)\b", re.IGNORECASE)
LEAST_IN_WORDS = 2
QUOTED = re.compile(r'["\u201c]([^"\u201c\u201d]+)["\u201d]')
UNIVERSAL = re.compile(
    r"\b(every|each|(?<!in )(?<!after )all|only|always|everyone|everybody|everything|jede[rsnm]?|alle[rsnm]?|nur)\b",
    re.IGNORECASE,
)
NONE = re.compile(
    r"\b(no(?! more| less| fewer)|none|nobody|nothing|never|neither|kein\w*|niemand|nichts|nie)\b", re.IGNORECASE
)
NOBODY = re.compile(r"no one|nobody|none|neither|niemand", re.IGNORECASE)
NOT = r"(?:\bnot|n['\u2019]t|\bnever|\bnicht|\bwithout|\bohne|\bpas|\bnon|\bjamais|\bnunca|\bsans|\bsin|\bno (?=es |est\u00e1 |son |fue |ha )\w+)\s+(?:(?:yet|been|be|an?|the|any|longer|in|on|at|mehr|noch)\s+)*"
DENIED = re.compile(NOT, re.IGNORECASE)
NEGATIVE = re.compile(
    r"\b(?:no|not|none|nobody|nothing|never|without|0|zero|off|kein\w*|nicht|nein|ohne|leer|empty|un\w{3,}|in?\w{4,}able)\b|n['\u2019]t\b|^\W*$",
    re.IGNORECASE,
)
"""A value that denies something."""
ANSWER = re.compile(rf"{NEGATIVE.pattern}|^(?:yes|ja|oui|s\u00ed|si|sim|true|on|an|ok)$", re.IGNORECASE)
"""A value that denies or confirms what its label says."""
SAME = re.compile(r"\b(?:the same(?: as)?|identical|d(?:er|ie|as)selben?|gleich)\b", re.IGNORECASE)
LOOKS = re.compile(
    r"\b(red|green|blue|yellow|orange|purple|violet|pink|brown|black|white|gr[ae]y|golden|silver|turquoise|magenta|colou?r\w*"
    r"|bold|italics?|underlined|blurr\w+|highlighted|aligned|cent(?:er|re)d|bigger|larger than the|icons?|pictures?|photos?|images?|logos?|new tab|new window"
    r"|rote?[rsnm]?|gr\u00fcn\w*|blau\w*|gelb\w*|schwarz\w*|wei\u00df\w*|grau\w*|farbe\w*|fett|kursiv|bild\w*|fotos?)\b",
    re.IGNORECASE,
)
"""What no fact about texts and states is about: how something looks, and what a picture shows."""
PREDICATE = re.compile(
    r"\b(?:am|is|are|was|were|has|have|had|ist|sind|wurden?|hat|haben)\s+(?:(?:been|had|not|yet|already|now|still|just|both|currently)\s+)*(?:([^\W\d_]{3,})|(on|off|an|aus)\W*$)",
    re.IGNORECASE,
)
ONE_THING = TEXTS | {"expect_state", "expect_value", "expect_number"}
ABOUT_A_PLACE = frozenset(
    {"expect_shown", "expect_number", "expect_value", "expect_same", "expect_every", "expect_sum"}
)
PLACES = ("row", "label", "column", "under")
GERMAN = re.compile(r"\b(?:der|die|das|ist|sind|nicht|keine?|es gibt|hat|wurde)\b")
"""German writes each noun with a capital, so that one is no name."""


def uncovered(statement: str, facts: Sequence[RecordedAction], reply: FactsReply, task: Task, page: Observation) -> str:
    """Why facts do not decide a statement: it says something that no fact is about, or they say something else.

    This keeps facts that a page talked a model into from standing in for a statement about something else, and facts
    about one place from standing in for one about all. Empty if there is no such reason.
    """
    said = [*strings_in([fact.model_dump(mode="json") for fact in facts]), reply.picture.about if reply.picture else ""]
    plain = with_values(QUOTED.sub(" ", REFERENCE.sub(" ", statement)), task)
    left_out = (
        _value_left_out(statement, said, task)
        or _number_left_out(plain, facts, said, task)
        or _time_left_out(plain, said, task)
        or _left_out(
            DAY.sub(" then ", with_values(statement, task)),
            facts,
            with_values("\n".join(said), task),
            page,
            pictured=reply.picture is not None,
        )
    )
    if left_out:
        return f"no fact is about {left_out}, which the statement names"
    number = "" if reply.picture else invented(with_values(statement, task), facts)
    if number:
        return f"a fact compares with {number}, which the statement does not name"
    full, given = SAYS.sub(" ", with_values(statement, task)), [_filled(fact, task) for fact in facts]
    if other := _thing_left_out(full, given, reply, page, whole=with_values(statement, task)):
        return f"no fact is about {other}, which the statement names"
    named = " ".join([full, *(name.replace("_", " ") for name in references_in(statement))])
    foreign = "" if reply.picture else _foreign(named, given)
    return f'a fact is about "{foreign}", which the statement does not name' if foreign else ""


def _foreign(statement: str, facts: Sequence[RecordedAction]) -> str:
    """A row, a label or a text of a fact that no word of a statement names; empty if there is none.

    What is expected comes from the statement, so a text that was only read from the page, as one in another language,
    decides nothing.
    """
    named = words_in_text(statement) - SMALL  # "it is 80" names nothing
    alone = all(fact.tool == "expect_state" for fact in facts)
    controls = [target for fact in facts for target in fact.targets.values()] if alone else []
    for words in (words_in_text(f"{each.name} {each.group} {each.row}") for each in controls if each.name):
        if named and words and not any(has_word(statement, word) or shares(statement, word) for word in words):
            return " ".join(sorted(words))
    for fact in (each for each in facts if each.tool in ABOUT_A_PLACE and named):
        row, label, column, under = (one_line(str(fact.parameters.get(name) or "")) for name in PLACES)
        place = column if fact.tool == "expect_same" else row or label
        of_rows = fact.tool in {"expect_every", "expect_sum"}
        places = {place} if of_rows else {place, column, under}
        is_other = not any(shares(statement, each) for each in places)
        if (words_in_text(place) and is_other) or _is_otherwise_qualified(statement, place):
            return place
        is_value = fact.tool == "expect_value"
        text = one_line(str(fact.parameters.get("value" if is_value else "text") or ""))
        if fact.tool == "expect_every" and words_in_text(text) and not shares(statement, text):
            return text
        text = "" if of_rows else text
        before, colon, after = text.partition(": ")
        row, text = (row or before, after) if colon else (row, text)
        odd = [word for word in words_in_text(text) - PLAIN if not shares(statement, word)]
        unsaid = any(not has_word(text, each[1] or each[2]) for each in PREDICATE.finditer(statement))
        is_strange = unsaid or not shares(statement, text)
        if odd and is_strange and (is_value or row or under) and not (ANSWER.search(text) or list(dates_in(text))):
            return text
    return ""


def _is_otherwise_qualified(statement: str, label: str) -> bool:
    """Whether a statement says another word before a noun than a label does: "weekly limit" for "Daily limit"."""
    words = [word for word in re.findall(r"[^\W\d_]{3,}", label.casefold()) if word not in SMALL]
    for before, noun in pairwise(words):
        said = re.search(rf"\b([^\W\d_]{{4,}}) {re.escape(noun)}\b", statement.casefold())
        if said and said[1] not in SMALL and not shares(said[1], label) and not shares(statement, before):
            return True
    return False


def _unsaid_in_line(statement: str, facts: Sequence[RecordedAction], page: Observation) -> str:
    """What a message says by a statement, if no line of the page has it together with the text of a fact; else empty."""
    found = SAYS.search(statement)
    texts = [one_line(str(fact.parameters.get("text", ""))) for fact in facts if fact.tool in TEXTS]
    if not found or not texts:
        return ""
    claimed = {word for word in words_in_text(statement[found.end() :]) - SMALL if len(word) >= STEM}
    lines = [line for line in outline_of(page).said if any(text in line for text in texts)]
    together = not lines or any(all(shares(line, word) for word in claimed) for line in lines)
    return "" if together else f'"{next(iter(sorted(claimed)))}" in that message'


def _value_left_out(statement: str, said: Sequence[str], task: Task) -> str:
    """The first `{{name}}` or quoted text of a statement that no fact is about; empty if there is none."""
    blob = "\n".join(map(one_line, said))
    covered = f"{blob}\n{with_values(blob, task)}"
    for name in references_in(statement):
        value = one_line(task.data.get(name, ""))
        if f"{{{{{name}}}}}" not in covered and not (value and value in covered):
            return f"{{{{{name}}}}}"
    quotes = (each for each in QUOTED.findall(statement) if one_line(with_values(each, task)) not in covered)
    return next((f'"{each}"' for each in quotes), "")


def _number_left_out(statement: str, facts: Sequence[RecordedAction], said: Sequence[str], task: Task) -> str:
    """The first number or unit of a statement that no fact is about; empty if there is none."""
    sizes = {float(len(facts))} | {
        float(len(each)) for fact in facts for each in fact.parameters.values() if isinstance(each, list)
    }
    given = [each for text in said for each in quantities_in(with_values(text, task))]
    known = {value for each in given for value in each.values}
    covered = {day for text in said for day in dates_in(with_values(text, task))}
    if covered and covered >= set(dates_in(statement)):
        statement = DAY.sub(" ", statement)
    asked = quantities_in(TIME.sub(" ", statement))
    words = {number for _, number in numbers_in_words(statement) if number >= LEAST_IN_WORDS}
    said_words = {number for text in said for _, number in numbers_in_words(text)}
    if missing := words - sizes - known - said_words:
        return f"the number {min(missing):g}"
    if values := next((each.values for each in asked if each.values.isdisjoint(known)), None):
        return f"the number {min(values):g}"
    wanted = [str(fact.parameters.get("number")) for fact in facts if fact.tool == "expect_number"]
    numbers = {value for text in wanted for each in quantities_in(text) for value in each.values}
    heads = [
        name for fact in facts for name in (fact.parameters.get("column", ""), *(t.name for t in fact.targets.values()))
    ]
    units = {each.unit for each in given} | {unit_in(str(name)) for name in heads}
    bare = (each for each in asked if each.unit and not each.values & numbers)
    return next((with_unit(f"{min(each.values):g}", each.unit) for each in bare if each.unit not in units), "")


def _time_left_out(statement: str, said: Sequence[str], task: Task) -> str:
    """The first day, time or path of a statement that no fact is about; empty if there is none."""
    covered = [with_values(text, task) for text in said]
    days = {day for text in covered for day in dates_in(text)}
    if missing := next((day for day in dates_in(statement) if day not in days), None):
        return f"the day {missing}"
    return time_left_out(statement, covered)


def _thing_left_out(
    statement: str, facts: Sequence[RecordedAction], reply: FactsReply, page: Observation, *, whole: str
) -> str:
    """What a statement names of a page, or says of it, while the facts are about something else; empty if nothing."""
    if reply.picture is not None or not facts:
        return ""
    alone = len(facts) == 1 and facts[0].tool in ONE_THING and not _is_list(facts[0])
    if BOTH.search(statement) and alone:
        return '"both"'
    return (
        other_thing(statement, facts, page)
        or (narrower(statement, facts, page) if is_universal(statement) else "")
        or unsaid_state(statement, facts)
        or only_label(statement, facts, page)
        or apart(statement, facts, page)
        or _unsaid_in_line(whole, facts, page)
        or other_ending(statement, facts, page)
        or in_other_rows(statement, facts, page)
        or left_over(statement, facts, page)
        or other_wording(statement, facts, page)
        or other_place(statement, facts, page, small=SMALL)
        or not_done(statement, facts, page, small=SMALL)
    )


def _filled(fact: RecordedAction, task: Task) -> RecordedAction:
    """A fact with the values of the data in place of their references."""
    targets = {name: filled(target, task) for name, target in fact.targets.items()}
    parameters = {name: value_filled(value, task.data) for name, value in fact.parameters.items()}
    return RecordedAction(tool=fact.tool, targets=targets, parameters=parameters)


def _is_list(fact: RecordedAction) -> bool:
    return any(isinstance(each, list) and len(each) > 1 for each in fact.parameters.values())


def _left_out(statement: str, facts: Sequence[RecordedAction], said: str, page: Observation, *, pictured: bool) -> str:
    """The first word of a statement that no fact is about; empty if there is none, as far as code can know."""
    looks = (each[1] for each in LOOKS.finditer(statement) if not has_word(said, each[1]))
    if pictured or not facts:
        return ""
    if look := next(looks, ""):
        return f'"{look}", which needs a look at the screenshot'
    denied = bool(NONE.search(statement) or DENIED.search(statement))
    found = (
        _all_of_it(statement, facts, said, page),
        unsorted(statement, facts),
        "" if denied else other_bound(statement, facts),
        more_than_none(statement, facts),
        unbounded(statement, facts),
        _same(statement, facts),
        _asserted(statement, facts),
        _missing_word(statement, "\n".join([said, *heads_of(facts, page)]), facts),
    )
    return next(filter(None, found), "")


def _of_some(facts: Sequence[RecordedAction], page: Observation) -> bool:
    """Whether facts are about some of the elements of a kind only."""
    roles = [target.role for fact in facts for target in fact.targets.values()]
    return any(roles.count(role) < sum(each.role == role for each in page.elements) for role in roles)


def _all_of_it(statement: str, facts: Sequence[RecordedAction], said: str, page: Observation) -> str:
    """The word of a statement about all of a list, or about nothing of it, if every fact is about one place."""
    every = next((each[1] for each in UNIVERSAL.finditer(statement) if not has_word(said, each[1])), "")
    if every and all(fact.tool in OF_ELEMENT for fact in facts) and _of_some(facts, page):
        return f'"{every}"'
    if any(map(_is_about_all, facts)):
        return ""
    if every:
        return f'"{every}"'
    none = NONE.search(statement)
    in_other_words = all(fact.tool in TEXTS for fact in facts) and adds_words(statement, facts)
    texts = "\n".join(str(fact.parameters.get("text", fact.parameters.get("value", "x"))) for fact in facts)
    counted = any(compare in {"=", "<", "<="} and number <= 1 for compare, number in compared(facts))
    of_nobody = none is not None and NOBODY.fullmatch(none[0]) is not None
    denies = counted or any((NONE if of_nobody else NEGATIVE).search(text) for text in texts.split("\n"))
    in_other_words = in_other_words and (denies or not of_nobody)
    return f'"{none[1]}"' if none and not denies and not in_other_words else ""


def is_universal(statement: str) -> bool:
    """Whether a statement is about all of a list, or says that something is nowhere in it."""
    return UNIVERSAL.search(statement) is not None or NONE.search(statement) is not None


def _is_about_all(fact: RecordedAction) -> bool:
    """Whether a fact is about all of a list, or about the one element that has a state."""
    kinds = {
        "expect_every",
        "expect_sum",
        "expect_sorted",
        "expect_gone",
        "expect_state",
        "expect_value",
        "expect_same",
    }
    return fact.tool in kinds or (fact.tool == "expect_rows" and fact.parameters.get("compare") in {"=", "<", "<="})


def _same(statement: str, facts: Sequence[RecordedAction]) -> str:
    """The words of a statement that two things are the same, if no fact is about that; empty if there are none."""
    word = SAME.search(statement)
    return f'"{word[0]}"' if word and all(fact.tool not in {"expect_same", "expect_sum"} for fact in facts) else ""


def _asserted(statement: str, facts: Sequence[RecordedAction]) -> str:
    """What a statement denies, if a fact says that it is so."""
    texts = (one_line(str(fact.parameters.get("text", ""))) for fact in facts if fact.tool in TEXTS)
    denied = (
        text for text in texts if text and re.search(rf"{NOT}(?<=\s){re.escape(text)}(?!\w)", statement, re.IGNORECASE)
    )
    if found := next((f'"not {text}"' for text in denied), ""):
        return found
    texts = [one_line(str(fact.parameters.get("text", ""))) for fact in facts if fact.tool in TEXTS]
    word = re.search(rf"{NOT}([^\W\d_]{{4,}})", statement, re.IGNORECASE)
    said_so = word and any(has_word(text, word[1]) and not NEGATIVE.search(text) for text in texts)
    return f'"not {word[1]}"' if word and said_so else ""


def _missing_word(statement: str, said: str, facts: Sequence[RecordedAction]) -> str:
    """What a statement says of something, if the facts are only about the thing: that it is there."""
    if not all(fact.tool in TEXTS for fact in facts):
        return ""
    names = () if GERMAN.search(statement) else re.findall(r"(?<=\w )[A-Z][^\W\d_]{2,}", statement)
    if adds_words(statement, facts):
        return next((f'"{each}"' for each in names if not has_word(said, each)), "")
    exact = all(
        (fact.parameters.get("row") or fact.parameters.get("under"))
        and not re.search(r"[^\W\d_]{3}", DAY.sub("", str(fact.parameters.get("text", "x"))))
        for fact in facts
    )
    predicates = () if exact else (each[1] or each[2] for each in PREDICATE.finditer(statement))
    missing = (each for each in (*predicates, *names) if each.casefold() not in PLAIN and not has_word(said, each))
    return next((f'"{each}"' for each in missing), "")
