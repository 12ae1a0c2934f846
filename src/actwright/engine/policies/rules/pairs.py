"""Splits a clause into pairs of field and value: `the price as $50`, `"Ada" into Name`, `email ada@example.org`."""

# ruff: noqa: PLR2004 - lengths of phrases are said where they count

from __future__ import annotations

import re

from actwright.engine.policies.rules.literals import Literals
from actwright.engine.policies.rules.words import is_synonym

__all__ = ["listed", "split_pairs", "target_of", "value_of"]

_LITERAL = "[\ue000-\uf8ff]"
_FIELD_FIRST = re.compile(
    r"(?P<target>.+?)(?:\s+(?:to be|to|with|is|equals?|being)\s+|\s*=\s*|\s*:\s+|\s*:(?=\S))(?P<value>.+)",
    re.IGNORECASE | re.DOTALL,
)
_AS = re.compile(r"(?P<one>.+?)\s+as\s+(?P<other>.+)", re.IGNORECASE | re.DOTALL)
_INTO = re.compile(r"(?P<value>.+)\s+(?:into|in)\s+(?P<target>.+)", re.IGNORECASE | re.DOTALL)
_FOR = re.compile(r"(?P<value>.+)\s+for\s+(?P<target>.+)", re.IGNORECASE | re.DOTALL)
_OF = re.compile(r"(?P<target>.+?)\s+of\s+(?P<value>.+)", re.IGNORECASE | re.DOTALL)
_TYPED = re.compile(rf"{_LITERAL}|\S+@\S+|https?://\S+|[$€£¥]?\d\S*", re.IGNORECASE)
_SEGMENT = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|a|an|my|your|our|its|his|her|their)\s+", re.IGNORECASE)
_FIELD_WORD = re.compile(
    r"\s+(?:input field|text field|field|text ?box|box|input|drop-?down(?: menu| list)?|select|menu|list|check ?box|radio button|option|button|link|tab|page|section)$",
    re.IGNORECASE,
)


def target_of(text: str) -> str:
    """The words for a field or button, without article and kind: `the Price field` -> `Price`."""
    bare = _ARTICLE.sub("", text.strip(" ,.;"))
    found = _FIELD_WORD.sub("", bare)
    return re.sub(r"^(?:button|link|field|checkbox|tab)\s+(?=[\ue000-\uf8ff])", "", found)


def value_of(text: str) -> str:
    """A value as written, without what surrounds it."""
    stripped = text.strip().strip(",;")
    return re.sub(
        rf"^(?:the\s+)?(?:value|option|text)\s+(?={_LITERAL})",
        "",
        stripped.removesuffix(".") if not stripped.endswith("..") else stripped,
    )


def split_pairs(text: str, literals: Literals, *, value_first: bool) -> list[tuple[str, str]]:
    """The (field, value) pairs after a verb; a value is empty if only the field is named.

    Args:
        text: What follows the verb.
        literals: The sentence's literals.
        value_first: Whether the verb takes the value first (`enter $50 as price`) if the words do not decide that.
    """
    segments: list[str] = []
    for segment, separator in _segments(text):
        if segments and not _starts_a_pair(segment):
            segments[-1] += separator + segment
        else:
            segments.append(segment)
    pairs = [_pair(segment, literals, value_first=value_first) for segment in segments]
    if len(pairs) == 1 and not pairs[0][1]:
        return [_pair(part, literals, value_first=value_first) for part, _ in _segments(text)]
    return pairs


def listed(text: str, literals: Literals) -> list[tuple[str, str]]:
    """The pairs of a list: `email ada@example.org and password {{password}}`, `title "Road bike", price of $50`."""
    pairs: list[tuple[str, str]] = []
    for segment, separator in _segments(text):
        match = _OF.fullmatch(segment)
        pair = (target_of(match["target"]), value_of(match["value"])) if match else name_and_value(segment)
        if pair is None and (_starts_a_pair(segment) or re.fullmatch(_LITERAL, segment.strip())):
            pair = _pair(segment, literals, value_first=False)
        if pair:
            pairs.append(pair)
        elif pairs and pairs[-1][1]:
            pairs[-1] = (pairs[-1][0], pairs[-1][1] + separator + segment)
        else:
            pairs.append((target_of(segment), ""))
    return pairs


def name_and_value(segment: str) -> tuple[str, str] | None:
    """`first name Ada` as field and value: by connector, the shape of the last word, or the longest known name."""
    bare = _ARTICLE.sub("", segment.strip())
    if re.fullmatch(_LITERAL, bare):
        return None
    if match := _FIELD_FIRST.fullmatch(bare) or _AS.fullmatch(bare):
        first, last = match.groups()
        return target_of(first), value_of(last)
    words = bare.split()
    if len(words) < 2:
        return None
    if _TYPED.fullmatch(words[-1]) and not re.search(r"\d", " ".join(words[:-1])):
        return target_of(" ".join(words[:-1])), value_of(words[-1])
    known = next((n for n in range(min(4, len(words) - 1), 0, -1) if is_synonym(" ".join(words[:n]))), 1)
    return target_of(" ".join(words[:known])), value_of(" ".join(words[known:]))


def _segments(text: str) -> list[tuple[str, str]]:
    """The parts between commas and `and`s, each with the separator before it."""
    parts: list[tuple[str, str]] = []
    start, separator = 0, ""
    for match in _SEGMENT.finditer(text):
        parts.append((text[start : match.start()], separator))
        start, separator = match.end(), match[0]
    parts.append((text[start:], separator))
    return [(part, before) for part, before in parts if part.strip()]


def _starts_a_pair(segment: str) -> bool:
    return any(shape.fullmatch(segment) for shape in (_FIELD_FIRST, _AS)) or bool(
        re.fullmatch(rf".*{_LITERAL}\s+(?:into|in|for)\s+.+", segment, re.IGNORECASE | re.DOTALL)
    )


def _pair(segment: str, literals: Literals, *, value_first: bool) -> tuple[str, str]:
    shapes = (_INTO, _FIELD_FIRST, _AS, _FOR) if value_first else (_FIELD_FIRST, _AS, _INTO, _FOR)
    for shape in shapes:
        if match := shape.fullmatch(segment):
            if shape is _AS:
                return _as_pair(match["one"], match["other"])
            return target_of(match["target"]), value_of(match["value"])
    alone = segment.strip()
    if re.fullmatch(_LITERAL, alone):
        meant = literals.restore(alone)
        return (meant.strip("{}"), alone) if meant.startswith("{{") else ("", alone)
    words = _ARTICLE.sub("", alone).split()
    if len(words) > 1 and _TYPED.fullmatch(words[-1]):
        return target_of(" ".join(words[:-1])), value_of(words[-1])
    return target_of(alone), ""


def _as_pair(one: str, other: str) -> tuple[str, str]:
    """`price as $50` and `$50 as price`: the part that looks typed is the value; else the first is the field."""
    typed = _TYPED.fullmatch(one.strip()) and not _TYPED.fullmatch(other.strip())
    if typed or (is_synonym(target_of(other)) and not is_synonym(target_of(one))):
        return target_of(other), value_of(one)
    return target_of(one), value_of(other)
