"""Numbers with which facts compare, beside those that a statement names and the bounds that it sets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from actwright.engine.evidence.number_words import numbers_in_words
from actwright.schemas.recording import RecordedAction
from actwright.text import one_line
from actwright.tools.units import quantities_in

AMOUNT = re.compile(r"\b(?:triple|double|\w*(?:zig|hundert|tausend)|dutzend|halb\w*)\b", re.IGNORECASE)
"""Words for numbers that `numbers_in_words` does not read."""
_MORE = r"at least|more than|over|above|exceeds?|greater than|larger than|no less than|no fewer than|mindestens|mehr als|\u00fcber|m\u00e1s de|al menos|plus de|au moins|pi\u00f9 di|almeno"
_LESS = r"at most|less than|fewer than|under|below|(?<!add )(?<!adds )up to|no more than|lower than|smaller than|h\u00f6chstens|weniger als|unter|menos de|como m\u00e1ximo|moins de|au plus|meno di|al massimo"
LOWEST = re.compile(rf"\b(?:{_MORE})\s+(?:[^\W\d_]+\s+)?$", re.IGNORECASE)
HIGHEST = re.compile(rf"\b(?:{_LESS})\s+(?:[^\W\d_]+\s+)?$", re.IGNORECASE)
"""What stands before the least or the greatest number of a statement."""
STRICT = re.compile(
    r"more than|over|above|exceeds?|(?:greater|larger|lower|smaller) than|mehr als|\u00fcber|less than|fewer than|under|below|weniger als|unter|m\u00e1s de|menos de|plus de|moins de|pi\u00f9 di|meno di",
    re.IGNORECASE,
)
"""A bound that leaves its number out; after "no", it does not."""
NEVER = re.compile(
    r"\b(?:never|nobody|none|no one|nothing|niemand|nie|nichts|jamais|nunca|nadie)\b(?! more than)", re.IGNORECASE
)
SIGN = re.compile(r"\b(?:(positiv(?:e|er|es)?)|negativ(?:e|er|es)?)\b", re.IGNORECASE)
BOUND = re.compile(
    rf"\b(?:{_MORE}|{_LESS}|than|between|from|until|within|minimum|maximum|limit|or|zwischen|bis|ab|mehr|weniger|als|m\u00e1s|menos|plus|moins)\b|[<>\u2264\u2265+]",
    re.IGNORECASE,
)
"""Words of a statement that does not say a number exactly."""


def other_bound(statement: str, facts: Sequence[RecordedAction]) -> str:
    """The bound of a statement, such as "at least 3", that a fact has the other way round."""
    sign = SIGN.search(statement)
    if sign and any(("<" in compare) == bool(sign[1]) and not number for compare, number in compared(facts)):
        return f'"{sign[0]}"'
    for at, values in _numbers(statement):
        for bound, other in ((LOWEST.search(statement[:at]), "<"), (HIGHEST.search(statement[:at]), ">")):
            loose = {">": "<=", "<": ">="}[other] if bound and STRICT.search(bound[0]) else ""
            if bound and any(
                (other in compare or compare == loose) and number in values for compare, number in compared(facts)
            ):
                return f'"{one_line(bound[0])} {min(values):g}"'
    return ""


def more_than_none(statement: str, facts: Sequence[RecordedAction]) -> str:
    """What a fact permits, if a statement says that there is nothing of it; empty if it permits nothing."""
    one = [number for compare, number in compared(facts) if (compare, number) in {("<=", 1.0), ("<", 2.0)}]
    return f"less than {one[0]:g}" if one and NEVER.search(statement) else ""


def unbounded(statement: str, facts: Sequence[RecordedAction]) -> str:
    """The number of a statement that sets no bound to it, if facts only have it as one bound; empty if there is none."""
    if BOUND.search(statement):
        return ""
    bounds = [*compared(facts)]
    named = {value for _, values in _numbers(statement) for value in values}
    alone = (
        number
        for compare, number in bounds
        if compare in {">=", "<=", ">", "<"} and number in named - {0.0} and len(bounds) == 1
    )
    return next((f"exactly {number:g}" for number in alone), "")


def invented(statement: str, facts: Sequence[RecordedAction]) -> str:
    """A number with which a fact compares, but which the statement does not name; empty if there is none."""
    if AMOUNT.search(statement):
        return ""
    named = {value for _, values in _numbers(statement) for value in values} | {0.0, 1.0}
    named |= {float(digits) for digits in re.findall(r"\d+", statement)}
    given = (each.values for text in _compared_texts(facts) for each in quantities_in(text))
    return next((f"{min(values):g}" for values in given if values.isdisjoint(named)), "")


def _numbers(statement: str) -> Iterator[tuple[int, frozenset[float]]]:
    """The numbers of a statement, in digits and in words, with their places."""
    yield from ((each.at, each.values) for each in quantities_in(statement))
    yield from ((at, frozenset({number})) for at, number in numbers_in_words(statement))


def compared(facts: Sequence[RecordedAction]) -> Iterator[tuple[str, float]]:
    """What facts compare numbers with, and how."""
    for fact in facts:
        for text in _compared_texts([fact]):
            yield from (
                (str(fact.parameters["compare"]), value) for each in quantities_in(text) for value in each.values
            )


def _compared_texts(facts: Sequence[RecordedAction]) -> list[str]:
    given = (fact.parameters for fact in facts if fact.parameters.get("compare"))
    return [str(each.get("number", each.get("text", ""))) for each in given]
