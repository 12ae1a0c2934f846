"""Texts of an exported program: literals, and templates in which each `{{name}}` becomes a variable."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable, Mapping

from actwright.schemas.task import REFERENCE
from actwright.text import one_line

__all__ = [
    "escaped",
    "filled",
    "literal",
    "pattern_filled",
    "pattern_literal",
    "pattern_of",
    "template_literal",
    "variables",
]

TAKEN = frozenset({"URL", "browser", "expect", "main", "os", "page", "playwright", "pytest", "re", "run", "urljoin"})
"""Names that an exported program uses for something else."""


def variables(names: Iterable[str]) -> dict[str, str]:
    """A variable for each name of a value: `full_name` for `Full name`."""
    chosen: dict[str, str] = {}
    for name in names:
        plain = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_").lower() or "value"
        plain = f"value_{plain}" if plain[0].isdigit() else plain
        plain = f"{plain}_" if keyword.iskeyword(plain) or plain in TAKEN else plain
        count, free = 2, plain
        while free in chosen.values():
            free, count = f"{plain}_{count}", count + 1
        chosen[name] = free
    return chosen


def filled(template: str, data: Mapping[str, str]) -> str:
    """The text with values in place of each `{{name}}`; a reference without a value stays."""
    return REFERENCE.sub(lambda match: data.get(one_line(match[1]), match[0]), template)


def pattern_filled(template: str, data: Mapping[str, str]) -> str:
    """The regular expression with escaped values in place of each `{{name}}`."""
    return REFERENCE.sub(lambda match: escaped(data.get(one_line(match[1]), match[0])), template)


def escaped(text: str) -> str:
    """The text as a regular expression for both Python and JavaScript; `re.escape` escapes more than is needed."""
    return re.sub(r"([\\^$.*+?{}\[\]|()])", r"\\\1", text)


def pattern_of(template: str, source: Callable[[str], str] = escaped) -> str:
    """A template as a regular expression in which each `{{name}}` is kept; `source` makes it of the texts between."""
    pieces = REFERENCE.split(template)
    return "".join(f"{{{{{piece}}}}}" if at % 2 else source(piece) for at, piece in enumerate(pieces))


def literal(text: str) -> str:
    """A string literal as formatters write it: in double quotes, unless that needs more escapes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + _escaped(text, quote) + quote


def template_literal(template: str, names: Mapping[str, str]) -> str:
    """The source code for a template: a variable, an f-string or a plain literal."""
    whole = REFERENCE.fullmatch(template)
    if whole and one_line(whole[1]) in names:
        return names[one_line(whole[1])]
    pieces = _pieces(template, names)
    if all(plain for plain, _ in pieces):
        return literal(template)
    text = "".join(piece for plain, piece in pieces if plain)
    quote = "'" if text.count('"') > text.count("'") else '"'
    inner = (
        _escaped(piece, quote).replace("{", "{{").replace("}", "}}") if plain else f"{{{piece}}}"
        for plain, piece in pieces
    )
    return f"f{quote}{''.join(inner)}{quote}"


def pattern_literal(template: str, names: Mapping[str, str]) -> str:
    """The source code `re.compile(…)` for a regular expression that may contain `{{name}}`."""
    pieces = _pieces(template, names)
    if all(plain for plain, _ in pieces):
        return f"re.compile({_raw(template)})"
    inner = (
        piece.replace("{", "{{").replace("}", "}}") if plain else f"{{re.escape({piece})}}" for plain, piece in pieces
    )
    return f"re.compile({'rf' + _raw(''.join(inner)).removeprefix('r')})"


def _pieces(template: str, names: Mapping[str, str]) -> list[tuple[bool, str]]:
    """The pieces of a template, each with whether it is literal text; the others are variables."""
    pieces: list[tuple[bool, str]] = []
    end = 0
    for match in REFERENCE.finditer(template):
        if variable := names.get(one_line(match[1])):
            pieces += [(True, template[end : match.start()])] if match.start() > end else []
            pieces.append((False, variable))
            end = match.end()
    return [*pieces, (True, template[end:])] if end < len(template) or not pieces else pieces


def _raw(source: str) -> str:
    """A regular expression as a raw literal; `.` stands for each character that a raw literal cannot hold."""
    quote = "'" if '"' in source and "'" not in source else '"'
    content = re.sub(f"[{quote}\u0000-\u001f\u007f]", ".", source)
    return f"r{quote}{content}{quote}"


def _escaped(text: str, quote: str) -> str:
    inner = repr(f"{text}\"'")[1:-1]  # repr uses single quotes for a text that contains both kinds
    inner = inner.removesuffix("\"\\'").replace("\\'", "'")
    return inner.replace(quote, f"\\{quote}")
