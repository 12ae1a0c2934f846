"""Whether a value names an option: texts that read the same, and numbers that lie in the range of one option."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from dateutil.parser import parserinfo

from actwright.folding import plain
from actwright.written_dates import named_month

_APOSTROPHES = re.compile("['\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}`\u00b4]")
_DASHES = r"\-\u2010\u2011\u2012\u2013\u2014\u2212"
_BETWEEN = re.compile(rf"(?<=[^\W_])(?:(?<!\d)[.,]|[.,](?!\d)|[\s_/:;()&{_DASHES}])+(?=[^\W_]|[$\u20ac\u00a3]\d)")
_NOTE = re.compile(
    rf"(?:(?<=[^\W\d_])(?:,\s.*|\s+[{_DASHES}]\s.*|\s*(?:[$\u20ac\u00a3]\s?\d|\d[\d.,]*\s?[$\u20ac\u00a3]).*)"
    rf"|(?<=\w)(?:\s*\(.*\)\s*(?:[,:].*)?|:\s.*|\s+[{_DASHES}]\s+[^\W\d_].*))$",
    re.DOTALL,
)
"""What is said of an option after its name; between two numbers, a dash is that of a range."""
_LEAD = re.compile(
    rf"(?:[^\W\d_]+\s)?(?P<code>[A-Z]{{1,4}}(?:[\- ]?\d{{1,5}})?|\d{{1,3}}[A-Za-z]?|[IVX]+)(?:\s*[:.)]|\s+[{_DASHES}])\s+(?=[^\W\d_])(?P<rest>.+)",
    re.DOTALL,
)
"""What numbers an option: `Track A: Robotics`, `2 - Good`, `CS-101: Algebra`; not `IT Support` or `5 - 10 years`."""
_EXPLAINED = re.compile(r"(?P<one>[^()]+?)\s*\((?P<other>[^()]+)\)")
_AND = re.compile(r"(?<=\w)\s+and\s+(?=\w)")
_NOT_APPLICABLE = re.compile(r"\bn/a\b")
_MONTHS = parserinfo()  # English names, and what they are shortened to
_SENTENCE = re.compile(r"(?<=[^\W\d_A-Z])\s+[A-Z\u00c0-\u00de][^\W_]*(?:\s+\S+){2,}\.$")
"""What a page says below the name of an option: `You file one return.`"""
_END = re.compile(r"[\s.:;*)]+$")

_YES = frozenset(
    {"true", "yes", "y", "on", "1", "x", "checked", "ticked", "agree", "agreed", "accept", "accepted"}
    | {"ja", "oui", "si", "sim", "tak"}
)
_NO = frozenset(
    {"false", "no", "n", "off", "0", "", "unchecked", "unticked", "none"} | {"nein", "non", "nao", "nee", "nej", "nie"}
)
_NONE = frozenset(["none", "n/a", "not applicable", "nil", "-", "\u2013", "\u2014"])
_CURRENCIES = {"$": "usd", "usd": "usd", "\u20ac": "eur", "eur": "eur", "\u00a3": "gbp", "gbp": "gbp", "chf": "chf"}
_NUMBER = (
    r"(?P<{0}>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)\s?(?P<{0}_unit>k|m|bn|b|thousand|million|billion)?\b"
)
_LOW, _HIGH, _ONE = (_NUMBER.format(name) for name in ("low", "high", "one"))
_TIMES = {
    "k": 1_000, "thousand": 1_000, "m": 1_000_000, "million": 1_000_000,
    "b": 1_000_000_000, "bn": 1_000_000_000, "billion": 1_000_000_000,
}  # fmt: skip
_BOUNDS = re.compile(rf"(?:between |from )?{_LOW}\s?(?:-|to|and|until|up to)\s?{_HIGH}")
_OPEN = (
    (re.compile(rf"{_ONE}\s?(?:\+|(?:and|or) (?:more|over|above|older|up|greater|longer|higher))"), "from"),
    (re.compile(rf"(?:at least|minimum|min|from|>=|\u2265)\s?{_ONE}"), "from"),
    (re.compile(rf"(?:over|above|more than|greater than|older than|longer than|>)\s?{_ONE}(?!\s?\+)"), "above"),
    (re.compile(rf"{_ONE} (?:and|or) (?:less|under|below|younger|fewer|lower|shorter)"), "to"),
    (re.compile(rf"(?:up to|at most|maximum|max|<=|\u2264)\s?{_ONE}"), "to"),
    (re.compile(rf"(?:under|below|less than|fewer than|younger than|shorter than|<)\s?{_ONE}"), "below"),
)
_UNITS = frozenset(
    """
    year yr month week day hour hr minute min mile km kilometer kilometre kg lb pound employee people person user
    member staff student guest attendee participant unit item time percent sqft sq ft m2 acre
    """.split()  # noqa: SIM905
)
_FILLERS = frozenset("of a an per annually annum monthly yearly old experience age in the each".split())  # noqa: SIM905
_FEWEST = 2
"""Options of which so many are ranges divide a scale; a single one may be anything."""


def as_bool(value: str) -> bool | None:
    """True for yes/on/1, False for no/off/0, None for anything else."""
    word = plain(value)
    return True if word in _YES else False if word in _NO else None


def says_none(value: str) -> bool:
    """Whether a value says that there is none."""
    return plain(value) in _NONE


def reads_like(value: str, option: str) -> bool:
    """Whether a value is the text of an option, apart from case, accents and what stands between its words.

    `Part time` is `Part-time`, and `R & D` is `R and D`; but `A+` is not `A-`, and `1.5` is not `1 5`.
    """
    one, other = _read(value), _read(option)
    if not one or one == other:
        return bool(one)
    bare = one.replace(" ", ""), other.replace(" ", "")
    return bare[0] == bare[1] and not re.search(r"\d", one)


def is_answer(value: str, code: str) -> bool:
    """Whether a value is a yes or a no that only reads like a code of two letters: `No`, but not `NO`, of `NO - Norway`."""
    return as_bool(value) is not None and re.fullmatch("[A-Z]{2}", code) is not None and value.strip() != code


def counts_like(value: str, option: str) -> bool:
    """Whether a number is that of an option that counts something: `2` of `2 adults`, `1st` of `1st of the month`."""
    if re.fullmatch(r"\d+(?:st|nd|rd|th)", plain(value)):
        return plain(option).startswith(f"{plain(value)} ")
    return value.strip().isdecimal() and re.fullmatch(rf"0*{value.strip()}\s+[^\W\d_]+", plain(option)) is not None


def is_same_number(value: str, option: str) -> bool:
    """Whether both are one whole number, with or without zeros before it."""
    one, other = value.strip(), option.strip()
    return one.isdecimal() and other.isdecimal() and int(one) == int(other)


def is_same_month(value: str, option: str) -> bool:
    """Whether an option names the month that a value names or counts: `March` or `März` of `Mar`, `3` or `03`."""
    named, text = _month(option), value.strip()
    return named is not None and named == (int(text) if re.fullmatch(r"\d{1,2}", text) else _month(text))


def _month(name: str) -> int | None:
    return named_month(name) or _MONTHS.month(name.strip().rstrip("."))


def without_note(option: str) -> str:
    """An option without what is said of it after a comma, a dash, in brackets or in a sentence, and without its price."""
    return _NOTE.sub("", _SENTENCE.sub("", option))


def names_part(value: str, option: str) -> bool:
    """Whether a value is what an option numbers, or the number: `Good` or `4` of `4 - Good`; or what it shortens a name to.

    `LLC` is `Limited Liability Company (LLC)`; but `please specify` is not `Other (please specify)`, and the answer `No`
    is not the code of `NO - Norway`.
    """
    if lead := _LEAD.fullmatch(option.strip()):
        is_code = plain(value) == plain(lead["code"]) and not is_answer(value, lead["code"])
        return is_code or reads_like(value, lead["rest"])
    explained = _EXPLAINED.fullmatch(option.strip())
    return (
        explained is not None
        and _is_short_for(explained["other"], explained["one"])
        and reads_like(value, explained["other"])
    )


def _is_short_for(one: str, other: str) -> bool:
    """Whether one of two texts is the initials of the other."""
    return any(
        _letters(short) == "".join(word[0] for word in _read(long).split())
        for short, long in ((one, other), (other, one))
    )


def _letters(text: str) -> str:
    return re.sub(r"\W", "", plain(text))


def is_same_range(value: str, option: str) -> bool:
    """Whether both are one range of one unit, however it is written: `10+` of `10 or more years`."""
    one, other = _range(value), _range(option)
    if one is None or other is None:
        return False
    words, currency = one.words or other.words, one.currency or other.currency
    mine, yours = replace(one, words=words, currency=currency), replace(other, words=other.words or words)
    return mine == replace(yours, currency=other.currency or currency)


@dataclass(frozen=True, slots=True)
class _Range:
    """The numbers of an option, with the unit and the currency that it names."""

    low: Decimal | None
    high: Decimal | None
    words: frozenset[str]
    currency: str
    has_low: bool = True
    has_high: bool = True

    def has(self, number: Decimal) -> bool:
        above = self.low is None or number > self.low or (self.has_low and number == self.low)
        return above and (self.high is None or number < self.high or (self.has_high and number == self.high))


def option_in_range(value: str, options: Sequence[str]) -> tuple[str, ...] | None:
    """The options whose range a number lies in: `34` in `25-34`, `70` in `65+`, `$42,000` in `Under $50,000`.

    Returns:
        Those options, several if their ranges overlap; None if the value is no number, or the options are no ranges of
        one unit.
    """
    number = _number(value)
    ranges = {option: found for option in options if (found := _range(option))}
    if number is None or len(ranges) < _FEWEST:
        return None
    amount, words, currency = number
    units = {each.words for each in ranges.values() if each.words}
    currencies = {each.currency for each in ranges.values() if each.currency}
    if len(units) > 1 or (words and words not in units) or (currency and currencies - {currency}):
        return ()
    return tuple(option for option, each in ranges.items() if each.has(amount))


def _read(text: str) -> str:
    return _END.sub(
        "", _BETWEEN.sub(" ", _APOSTROPHES.sub("", _AND.sub(" ", _NOT_APPLICABLE.sub("not applicable", plain(text)))))
    )


def _prepared(text: str) -> tuple[str, str]:
    """A text without its currencies, and the first of them."""
    low = re.sub(f"[{_DASHES}]", "-", plain(text))
    found = [_CURRENCIES[name] for name in re.findall(r"[$\u20ac\u00a3]|\b(?:usd|eur|gbp|chf)\b", low)]
    return re.sub(r"[$\u20ac\u00a3%]|\b(?:usd|eur|gbp|chf)\b", "", low).strip(), found[0] if found else ""


def _range(option: str) -> _Range | None:
    whole, currency = _prepared(option)
    noted = re.fullmatch(r"[^\d()]*\((.*)\)", whole)
    text = " ".join((noted[1] if noted else whole).split())
    bounds = _BOUNDS.search(text)
    if bounds:
        low, high = _amount(bounds, "low", unit=bounds["high_unit"]), _amount(bounds, "high")
        words = _words(text, bounds)
        return None if words is None or low > high else _Range(low, high, words, currency)
    for pattern, kind in _OPEN:
        if (match := pattern.search(text)) and (words := _words(text, match)) is not None:
            one = _amount(match, "one")
            low, high = (one, None) if kind in ("from", "above") else (None, one)
            return _Range(low, high, words, currency, has_low=kind != "above", has_high=kind != "below")
    return None


def _words(text: str, match: re.Match[str]) -> frozenset[str] | None:
    """The units beside a range; None if other words or numbers stand there, so that it may be something else."""
    left = re.findall(r"[^\W_]+", text[: match.start()] + " " + text[match.end() :])
    words = {word.removesuffix("s") for word in left} - _FILLERS
    return frozenset(words) if words <= _UNITS else None


def _amount(match: re.Match[str], name: str, *, unit: str | None = None) -> Decimal:
    times = _TIMES.get(match[f"{name}_unit"] or unit or "", 1)
    return Decimal(match[name].replace(",", "")) * times


def _number(value: str) -> tuple[Decimal, frozenset[str], str] | None:
    text, currency = _prepared(value)
    match = re.match(_ONE, text)
    if match is None or (words := _words(text, match)) is None:
        return None
    return _amount(match, "one"), words, currency
