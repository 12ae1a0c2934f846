"""Source code in Python: of the arguments, calls and statements of an exported program."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from actwright.recording.export.line_layout import FILE_NAME, Code, Statement
from actwright.recording.export.literals import pieces_of
from actwright.recording.export.locators import Address, Answer, LocatorCall, LocatorText, Pattern, PointOf
from actwright.schemas.task import REFERENCE
from actwright.text import one_line


@dataclass(frozen=True, slots=True)
class PythonCode(Code):
    """Writes Python.

    Attributes:
        is_async: Whether the calls are awaited.
    """

    is_async: bool = False

    def variable(self, name: str) -> str:
        """The variable itself."""
        return name

    def assigned(self, variable: str, code: str) -> str:
        """`variable = code`."""
        return f"{variable} = {code}"

    def statement(self, statement: Statement, locator: str) -> list[str]:
        """A line, or two if the value of a call must be there."""
        if statement.comment:
            return [f"# {statement.comment}"]
        code = locator + (self.call(statement.does) if statement.does else "")
        if statement.opens:
            return [f"{'async ' if self.is_async else ''}with {code} as {statement.assign}:"]
        if statement.expects and statement.expects.method == FILE_NAME:
            wanted = statement.expects.given[0]
            is_glob = any(sign in wanted for sign in "*?[")
            return [f"assert fnmatch({code}, {literal(wanted)})" if is_glob else f"assert {code} == {literal(wanted)}"]
        if statement.expects:
            code = f"expect({code}){self.call(statement.expects)}"
        code = f"await {code}" if self.is_async and statement.awaits else code
        if not statement.assign:
            return [code]
        checked = [f"assert {statement.assign}"] if statement.required else []
        return [self.assigned(statement.assign, code), *checked]

    def call(self, call: LocatorCall) -> str:
        """`.method(given, name=value)`."""
        if call.is_property:
            return f".{call.method}"
        given = [self.argument(each) for each in call.given]
        given += [f"{name}={self.argument(each)}" for name, each in call.named]
        return f".{call.method}({', '.join(given)})"

    def text(self, text: LocatorText) -> str:
        """A variable, an f-string or a plain literal."""
        return template_literal(text.template, self.names)

    def pattern(self, pattern: Pattern) -> str:
        """`re.compile(…)`."""
        return pattern_literal(pattern.template, self.names)

    def address(self, address: Address) -> str:
        """`urljoin(URL, …)`."""
        return f"urljoin(URL, {template_literal(address.template, self.names)})"

    def point(self, point: PointOf) -> str:
        """A sum of members of the box, which is a dictionary."""
        return point.code(lambda name: f'{point.box}["{name}"]')

    def answer(self, answer: Answer) -> str:
        """A lambda."""
        given = literal(answer.text) if answer.text else ""
        return f"lambda dialog: dialog.{f'accept({given})' if answer.accepts else 'dismiss()'}"

    def literal(self, value: Any) -> str:
        """As formatters write it."""
        return literal(value) if isinstance(value, str) else repr(value).replace("'", '"')


def literal(text: str) -> str:
    """A string literal as formatters write it: in double quotes, unless that needs more escapes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + _escaped(text, quote) + quote


def template_literal(template: str, names: Mapping[str, str]) -> str:
    """The source code for a template: a variable, an f-string or a plain literal."""
    whole = REFERENCE.fullmatch(template)
    if whole and one_line(whole[1]) in names:
        return names[one_line(whole[1])]
    pieces = pieces_of(template, names)
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
    pieces = pieces_of(template, names)
    if all(plain for plain, _ in pieces):
        return f"re.compile({_raw(template)})"
    inner = (
        piece.replace("{", "{{").replace("}", "}}") if plain else f"{{re.escape({piece})}}" for plain, piece in pieces
    )
    return f"re.compile({'rf' + _raw(''.join(inner)).removeprefix('r')})"


def _raw(source: str) -> str:
    """A regular expression as a raw literal; `.` stands for each character that a raw literal cannot hold."""
    quote = "'" if '"' in source and "'" not in source else '"'
    content = re.sub(f"[{quote}\u0000-\u001f\u007f]", ".", source)
    return f"r{quote}{content}{quote}"


def _escaped(text: str, quote: str) -> str:
    inner = repr(f"{text}\"'")[1:-1]  # repr uses single quotes for a text that contains both kinds
    inner = inner.removesuffix("\"\\'").replace("\\'", "'")
    return inner.replace(quote, f"\\{quote}")
