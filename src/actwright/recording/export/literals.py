"""Texts of an exported program: templates in which each `{{name}}` becomes a variable, and their names."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable, Mapping

from actwright.schemas.task import REFERENCE
from actwright.text import one_line

TAKEN = frozenset({
    "browser", "expect", "main", "os", "page", "playwright", "pytest", "re", "run", "urljoin", "fnmatch",
    "test", "start", "process", "escaped", "at", "given", "case", "catch", "const", "debugger", "default", "delete", "do",
    "enum", "export", "extends", "function", "instanceof", "interface", "let", "new", "null", "package", "private",
    "protected", "public", "static", "super", "switch", "this", "throw", "typeof", "undefined", "var", "void",
})  # fmt: skip
"""Names that an exported program uses for something else, or that are words of JavaScript."""


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


def pieces_of(template: str, names: Mapping[str, str]) -> list[tuple[bool, str]]:
    """The pieces of a template, each with whether it is literal text; the others are variables."""
    pieces: list[tuple[bool, str]] = []
    end = 0
    for match in REFERENCE.finditer(template):
        if variable := names.get(one_line(match[1])):
            pieces += [(True, template[end : match.start()])] if match.start() > end else []
            pieces.append((False, variable))
            end = match.end()
    return [*pieces, (True, template[end:])] if end < len(template) or not pieces else pieces
