"""What a statement says that no fact is about, so that facts about something else do not stand in for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from actwright.engine.evidence.number_words import numbers_in_words
from actwright.engine.evidence.page_after import dates_in
from actwright.engine.evidence.unnamed_place import apart, narrower, only_label, other_thing, unsaid_state
from actwright.engine.matching.references import filled, value_filled
from actwright.schemas.check import FactsReply
from actwright.schemas.page import Observation
from actwright.schemas.recording import RecordedAction
from actwright.schemas.task import REFERENCE, Task, references_in
from actwright.text import one_line
from actwright.tools.units import quantities_in, with_unit

DAY = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?[^\W\d_]{3,12}\.?,? \d{4}|[^\W\d_]{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}"
)
EXACT = re.compile(r"\b\d{1,2}:\d{2}\b|(?<![\w/])/[\w-][\w/.-]*\w")
"""Times, and paths of addresses."""
SORTED = re.compile(
    r"\b(?:sorted|sortiert|ordered by|in alphabetical order|alphabetically|(?:newest|oldest|cheapest|lowest|highest) first)\b",
    re.IGNORECASE,
)
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
NOT = r"(?:\bnot|n['\u2019]t|\bnever|\bnicht|\bwithout|\bohne)\s+(?:(?:yet|been|be|an?|the|any|longer|in|on|at|mehr|noch)\s+)*"
DENIED = re.compile(NOT, re.IGNORECASE)
NEGATIVE = re.compile(
    r"\b(?:no|not|none|nothing|never|without|0|zero|off|kein\w*|nicht|nein|ohne|leer|empty|un\w{3,}|in?\w{4,}able)\b|n['\u2019]t\b|^\W*$",
    re.IGNORECASE,
)
"""A value that denies something."""
AMOUNT = re.compile(r"\b(?:thrice|triple|double|\w*(?:zig|hundert|tausend)|dutzend|halb\w*)\b", re.IGNORECASE)
"""Words for numbers that `numbers_in_words` does not read."""
LOWEST = re.compile(
    r"\b(?:at least|more than|over|above|exceeds?|greater than|larger than|no less than|no fewer than|mindestens|mehr als|\u00fcber)\s+(?:[^\W\d_]+\s+)?$",
    re.IGNORECASE,
)
HIGHEST = re.compile(
    r"\b(?:at most|less than|fewer than|under|below|up to|no more than|lower than|smaller than|h\u00f6chstens|weniger als|unter)\s+(?:[^\W\d_]+\s+)?$",
    re.IGNORECASE,
)
"""What stands before the least or the greatest number of a statement."""
LOOKS = re.compile(
    r"\b(red|green|blue|yellow|orange|purple|violet|pink|brown|black|white|gr[ae]y|golden|silver|turquoise|magenta|colou?r\w*"
    r"|bold|italics?|underlined|blurr\w+|highlighted|aligned|cent(?:er|re)d|bigger|larger than the|icons?|pictures?|photos?|images?|logos?|new tab|new window"
    r"|rote?[rsnm]?|gr\u00fcn\w*|blau\w*|gelb\w*|schwarz\w*|wei\u00df\w*|grau\w*|farbe\w*|fett|kursiv|bild\w*|fotos?)\b",
    re.IGNORECASE,
)
"""What no fact about texts and states is about: how something looks, and what a picture shows."""
PREDICATE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|ist|sind|wurden?|hat|haben)\s+(?:(?:been|not|yet|already|now|still|just|both|currently)\s+)*(?:([^\W\d_]{3,})|(on|off|an|aus)\W*$)",
    re.IGNORECASE,
)
PLAIN = frozenset(
    re.findall(
        r"\w+",
        "not yet due the and for with from this that these those there here its their his her one two three "
        "four five six seven eight nine ten our your who what which listed shown displayed called named "
        "visible present available sorted ordered marked labelled labeled titled headed before after between "
        "above below under over more less most least than same exactly only das die der den dem ein eine "
        "einen ihr sein auf bei von mit vor nach",
    )
)
"""Words that say nothing by themselves, or what kinds of facts say."""
PRESENCE = frozenset({"expect", "expect_shown"})
ONE_THING = PRESENCE | {"expect_state", "expect_value", "expect_number"}
GERMAN = re.compile(r"\b(?:der|die|das|ist|sind|nicht|keine?|es gibt|hat|wurde)\b")
"""German writes each noun with a capital, so that one is no name."""
STEM = 4
"""The fewest letters that two forms of a word share."""


def uncovered(statement: str, facts: Sequence[RecordedAction], reply: FactsReply, task: Task, page: Observation) -> str:
    """Why facts do not decide a statement: it says something that no fact is about, or they say something else.

    This keeps facts that a page talked a model into from standing in for a statement about something else, and facts
    about one place from standing in for one about all. Empty if there is no such reason.
    """
    said = [*_strings([fact.model_dump(mode="json") for fact in facts]), reply.picture.about if reply.picture else ""]
    plain = with_values(QUOTED.sub(" ", REFERENCE.sub(" ", statement)), task)
    left_out = (
        _value_left_out(statement, said, task)
        or _number_left_out(plain, facts, said, task)
        or _time_left_out(plain, said, task)
        or _left_out(
            DAY.sub(" ", with_values(statement, task)),
            facts,
            with_values("\n".join(said), task),
            page,
            pictured=reply.picture is not None,
        )
    )
    if left_out:
        return f"no fact is about {left_out}, which the statement names"
    invented = "" if reply.picture else _invented(with_values(statement, task), facts)
    if invented:
        return f"a fact compares with {invented}, which the statement does not name"
    other = _thing_left_out(with_values(statement, task), [_filled(fact, task) for fact in facts], reply, page)
    return f"no fact is about {other}, which the statement names" if other else ""


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
    known = sizes | {value for each in given for value in each.values}
    covered = {day for text in said for day in dates_in(with_values(text, task))}
    if covered and covered >= set(dates_in(statement)):
        statement = DAY.sub(" ", statement)
    asked = quantities_in(statement)
    words = {number for _, number in numbers_in_words(statement) if number >= LEAST_IN_WORDS}
    said_words = {number for text in said for _, number in numbers_in_words(text)}
    if missing := words - known - said_words:
        return f"the number {min(missing):g}"
    if values := next((each.values for each in asked if each.values.isdisjoint(known)), None):
        return f"the number {min(values):g}"
    compared = [str(fact.parameters.get("number")) for fact in facts if fact.tool == "expect_number"]
    numbers = {value for text in compared for each in quantities_in(text) for value in each.values}
    units = {each.unit for each in given}
    bare = (each for each in asked if each.unit and not each.values & numbers)
    return next((with_unit(f"{min(each.values):g}", each.unit) for each in bare if each.unit not in units), "")


def _time_left_out(statement: str, said: Sequence[str], task: Task) -> str:
    """The first day, time or path of a statement that no fact is about; empty if there is none."""
    covered = [with_values(text, task) for text in said]
    days = {day for text in covered for day in dates_in(text)}
    if missing := next((day for day in dates_in(statement) if day not in days), None):
        return f"the day {missing}"
    return next((each[0] for each in EXACT.finditer(statement) if not any(each[0] in text for text in covered)), "")


def _thing_left_out(statement: str, facts: Sequence[RecordedAction], reply: FactsReply, page: Observation) -> str:
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
    )


def _filled(fact: RecordedAction, task: Task) -> RecordedAction:
    """A fact with the values of the data in place of their references."""
    targets = {name: filled(target, task) for name, target in fact.targets.items()}
    parameters = {name: value_filled(value, task.data) for name, value in fact.parameters.items()}
    return RecordedAction(tool=fact.tool, targets=targets, parameters=parameters)


def _is_list(fact: RecordedAction) -> bool:
    return any(isinstance(each, list) and len(each) > 1 for each in fact.parameters.values())


def with_values(text: str, task: Task) -> str:
    """The text with the values of the data in place of their references."""
    return REFERENCE.sub(lambda match: task.data.get(one_line(match[1]), match[0]), text)


def _unsorted(statement: str, facts: Sequence[RecordedAction]) -> str:
    """The word of a statement that a list is sorted, if no fact is about that; empty if there is none."""
    word = SORTED.search(statement)
    return f'"{word[0]}"' if word and all(fact.tool != "expect_sorted" for fact in facts) else ""


def _left_out(statement: str, facts: Sequence[RecordedAction], said: str, page: Observation, *, pictured: bool) -> str:
    """The first word of a statement that no fact is about; empty if there is none, as far as code can know."""
    looks = (each[1] for each in LOOKS.finditer(statement) if not _has(said, each[1]))
    if pictured or not facts:
        return ""
    if look := next(looks, ""):
        return f'"{look}", which needs a look at the screenshot'
    denied = bool(NONE.search(statement) or DENIED.search(statement))
    found = (
        _all_of_it(statement, facts, said, page),
        _unsorted(statement, facts),
        "" if denied else _other_bound(statement, facts),
        _asserted(statement, facts),
        _missing_word(statement, said, facts),
    )
    return next(filter(None, found), "")


def _of_some(facts: Sequence[RecordedAction], page: Observation) -> bool:
    """Whether facts are about some of the elements of a kind only."""
    roles = [target.role for fact in facts for target in fact.targets.values()]
    return any(roles.count(role) < sum(each.role == role for each in page.elements) for role in roles)


def _all_of_it(statement: str, facts: Sequence[RecordedAction], said: str, page: Observation) -> str:
    """The word of a statement about all of a list, or about nothing of it, if every fact is about one place."""
    every = next((each[1] for each in UNIVERSAL.finditer(statement) if not _has(said, each[1])), "")
    if every and all(fact.tool in OF_ELEMENT for fact in facts) and _of_some(facts, page):
        return f'"{every}"'
    if any(map(_is_about_all, facts)):
        return ""
    if every:
        return f'"{every}"'
    none = NONE.search(statement)
    in_other_words = all(fact.tool in PRESENCE for fact in facts) and _adds_words(statement, facts)
    texts = "\n".join(str(fact.parameters.get("text", fact.parameters.get("value", "x"))) for fact in facts)
    counted = any(compare in {"=", "<", "<="} and number <= 1 for compare, number in _compared(facts))
    denies = counted or any(map(NEGATIVE.search, texts.split("\n")))
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


def _other_bound(statement: str, facts: Sequence[RecordedAction]) -> str:
    """The bound of a statement, such as "at least 3", that a fact has the other way round."""
    for at, values in _numbers(statement):
        for bound, other in ((LOWEST.search(statement[:at]), "<"), (HIGHEST.search(statement[:at]), ">")):
            if bound and any(other in compare and number in values for compare, number in _compared(facts)):
                return f'"{one_line(bound[0])} {min(values):g}"'
    return ""


def _invented(statement: str, facts: Sequence[RecordedAction]) -> str:
    """A number with which a fact compares, but which the statement does not name; empty if there is none."""
    if AMOUNT.search(statement):
        return ""
    named = {value for _, values in _numbers(statement) for value in values} | {0.0, 1.0}
    named |= {float(digits) for digits in re.findall(r"\d+", statement)}
    return next((f"{number:g}" for _, number in _compared(facts) if number not in named), "")


def _numbers(statement: str) -> Iterator[tuple[int, frozenset[float]]]:
    """The numbers of a statement, in digits and in words, with their places."""
    yield from ((each.at, each.values) for each in quantities_in(statement))
    yield from ((at, frozenset({number})) for at, number in numbers_in_words(statement))


def _compared(facts: Sequence[RecordedAction]) -> Iterator[tuple[str, float]]:
    """What facts compare numbers with, and how."""
    for fact in facts:
        compare = str(fact.parameters.get("compare", ""))
        number = str(fact.parameters.get("number", fact.parameters.get("text", ""))) if compare else ""
        yield from ((compare, value) for each in quantities_in(number) for value in each.values)


def _asserted(statement: str, facts: Sequence[RecordedAction]) -> str:
    """What a statement denies, if a fact says that it is so."""
    texts = (one_line(str(fact.parameters.get("text", ""))) for fact in facts if fact.tool in PRESENCE)
    denied = (
        text for text in texts if text and re.search(rf"{NOT}(?<=\s){re.escape(text)}(?!\w)", statement, re.IGNORECASE)
    )
    if found := next((f'"not {text}"' for text in denied), ""):
        return found
    texts = [one_line(str(fact.parameters.get("text", ""))) for fact in facts if fact.tool in PRESENCE]
    word = re.search(rf"{NOT}([^\W\d_]{{4,}})", statement, re.IGNORECASE)
    said_so = word and any(_has(text, word[1]) and not NEGATIVE.search(text) for text in texts)
    return f'"not {word[1]}"' if word and said_so else ""


def _missing_word(statement: str, said: str, facts: Sequence[RecordedAction]) -> str:
    """What a statement says of something, if the facts are only about the thing: that it is there."""
    if not all(fact.tool in PRESENCE for fact in facts) or _adds_words(statement, facts):
        return ""
    exact = all(
        (fact.parameters.get("row") or fact.parameters.get("under"))
        and not re.search(r"[^\W\d_]{3}", str(fact.parameters.get("text", "x")))
        for fact in facts
    )
    predicates = () if exact else (each[1] or each[2] for each in PREDICATE.finditer(statement))
    names = () if GERMAN.search(statement) else re.findall(r"(?<=\w )[A-Z][^\W\d_]{2,}", statement)
    missing = (each for each in (*predicates, *names) if each.casefold() not in PLAIN and not _has(said, each))
    return next((f'"{each}"' for each in missing), "")


def _adds_words(statement: str, facts: Sequence[RecordedAction]) -> bool:
    """Whether facts have words of their own, as they do where a page says the same in other words."""
    words = {word for fact in facts for word in _words(" ".join(_strings(fact.model_dump(mode="json"))))}
    return any(not _has(statement, word) for word in words - PLAIN)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{3,}", text.casefold()))


def _has(text: str, word: str, *, part: bool = True) -> bool:
    """Whether a text has a word, or, with `part`, another form of it."""
    sought, words = word.casefold(), _words(text)
    if sought in words or re.search(rf"\b{re.escape(sought)}\b", text.casefold()):
        return True
    stem = sought[: max(STEM, len(sought) - 2)]
    return part and len(sought) >= STEM and any(each.startswith(stem) for each in words)


def _strings(value: Any) -> list[str]:
    """All texts and numbers in a JSON value, except the names of tools."""
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        return [text for key, each in members.items() if key != "tool" for text in _strings(each)]
    if isinstance(value, list | tuple):
        return [text for each in cast("Sequence[Any]", value) for text in _strings(each)]
    return [f"{value}"] if isinstance(value, str | int | float) else []
