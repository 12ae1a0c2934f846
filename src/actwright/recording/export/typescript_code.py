"""Source code in TypeScript, for Playwright's own test runner: of arguments, calls, statements and the whole file."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from actwright.recording.export.line_layout import FILE_NAME, Code, Statement
from actwright.recording.export.literals import escaped, pieces_of
from actwright.recording.export.locators import Address, Answer, LocatorCall, LocatorText, Pattern, PointOf
from actwright.text import one_line

IRREGULAR = {"to_have_url": "toHaveURL", "to_have_js_property": "toHaveJSProperty", "and_": "and"}
"""Methods whose names in JavaScript are not those in Python in another case."""
EVENTS = {"expect_popup": "popup", "expect_download": "download", "expect_file_chooser": "filechooser"}
QUOTE = '\\"'
ESCAPED = r"const escaped = (text: string) => text.replace(/[\\^$.*+?{}()|[\]]/g, '\\$&');"


@dataclass(frozen=True, slots=True)
class TypeScriptCode(Code):
    """Writes TypeScript."""

    @classmethod
    def of(cls, names: Mapping[str, str]) -> TypeScriptCode:
        """With the variables of a program in Python, in the case of JavaScript where that keeps them apart."""
        changed = {name: camel(variable) for name, variable in names.items()}
        return cls(changed if len(set(changed.values())) == len(names) else names)

    def variable(self, name: str) -> str:
        """The variable in the case of JavaScript."""
        return camel(name)

    def assigned(self, variable: str, code: str) -> str:
        """`const variable = code;`."""
        return f"const {camel(variable)} = {code};"

    def statement(self, statement: Statement, locator: str) -> list[str]:
        """One line."""
        if statement.comment:
            return [f"// {one_line(statement.comment)}"]
        if statement.opens and statement.does:
            return [self.assigned(statement.assign, f'{locator}.waitForEvent("{EVENTS[statement.does.method]}")')]
        if statement.does and statement.does.method != "value":
            locator += self.call(statement.does)
        if statement.expects:
            locator = f"expect({locator}){self._asserted(statement.expects)}"
        code = f"await {locator}" if statement.awaits else locator
        if not statement.assign:
            return [f"{code};"]
        return [self.assigned(statement.assign, f"({code})!" if statement.required else code)]

    def file(self, head: Sequence[str], title: str, url: str, values: Mapping[str, str], body: Sequence[str]) -> str:
        """The whole file.

        Args:
            head: What it says at its beginning.
            title: The name of the test.
            url: Where it starts.
            values: The values of the data, by variable.
            body: The lines of the test, indented by four spaces.
        """
        used = "expect, test" if any("expect(" in line for line in body) else "test"
        lines = [
            f'import {{ {used} }} from "@playwright/test";',
            "",
            *(f"// {one_line(line)}".rstrip() for line in head),
            "",
        ]
        lines.append(f"const START = {_literal(url)};")
        if any("escaped(" in line for line in body):
            lines.append(ESCAPED)
        body = [line.removeprefix("  ") for line in body]
        if not values:
            return "\n".join([*lines, "", f"test({_literal(title)}, async ({{ page }}) => {{", *body, "});", ""])
        members = [f"    {variable}: {_literal(value)}," for variable, value in values.items()]
        unpacked = f"const {{ {', '.join(values)} }} = given;"
        return "\n".join([
            *lines, "const ROWS = [", "  {", *members, "  },", "];", "", "for (const [at, given] of ROWS.entries()) {",
            f"  test(`{_inner(title)}, row ${{at + 1}}`, async ({{ page }}) => {{", f"    {unpacked}",
            *(f"  {line}" for line in body), "  });", "}", "",
        ])  # fmt: skip

    def _asserted(self, asserted: LocatorCall) -> str:
        if asserted.method == FILE_NAME:
            return f".toMatch({_regex(f'^{_glob(asserted.given[0])}$')})"
        denied = asserted.method.startswith("not_")
        return (".not" if denied else "") + self.call(replace(asserted, method=asserted.method.removeprefix("not_")))

    def call(self, call: LocatorCall) -> str:
        """`.method(given, { name: value })`; what is a property in Python is a method."""
        given = [self.argument(each) for each in call.given]
        if call.named:
            given.append(f"{{ {', '.join(f'{camel(name)}: {self.argument(each)}' for name, each in call.named)} }}")
        return f".{IRREGULAR.get(call.method) or camel(call.method)}({', '.join(given)})"

    def text(self, text: LocatorText) -> str:
        """A variable, a template literal or a plain literal."""
        pieces = pieces_of(text.template, self.names)
        if all(plain for plain, _ in pieces):
            return self.literal(text.template)
        if len(pieces) == 1:
            return pieces[0][1]
        return f"`{''.join(_inner(piece) if plain else f'${{{piece}}}' for plain, piece in pieces)}`"

    def pattern(self, pattern: Pattern) -> str:
        """A regular expression literal, or `new RegExp(…)` with escaped variables."""
        pieces = pieces_of(pattern.template, self.names)
        if all(plain for plain, _ in pieces):
            return _regex(pattern.template)
        inner = (_raw(piece, "`") if plain else f"${{escaped({piece})}}" for plain, piece in pieces)
        return f"new RegExp(String.raw`{''.join(inner)}`)"

    def address(self, address: Address) -> str:
        """`new URL(…, START).href`."""
        return f"new URL({self.text(LocatorText(address.template))}, START).href"

    def point(self, point: PointOf) -> str:
        """A sum of members of the box."""
        return point.code(lambda name: f"{point.box}.{name}")

    def answer(self, answer: Answer) -> str:
        """An arrow function."""
        given = _literal(answer.text) if answer.text else ""
        return f"(dialog) => dialog.{f'accept({given})' if answer.accepts else 'dismiss()'}"

    def literal(self, value: Any) -> str:
        """As JSON, which is JavaScript."""
        return _literal(value) if isinstance(value, str) else json.dumps(value)


def variables_once(lines: Sequence[str]) -> list[str]:
    """The lines, in which a variable that is assigned several times is declared once, with `let`."""
    declared = re.compile(r"(?<=^    )const (?=(\w+) = )")
    counts = Counter(match[1] for line in lines if (match := declared.search(line)))
    seen: set[str] = set()

    def keyword(match: re.Match[str]) -> str:
        first = match[1] not in seen
        seen.add(match[1])
        if counts[match[1]] == 1:
            return match[0]
        return "let " if first else ""

    return [declared.sub(keyword, line) for line in lines]


def camel(name: str) -> str:
    """A name in Python as one in JavaScript: `fullName` for `full_name`."""
    return re.sub(r"(?<=[a-z0-9])_([a-z0-9])", lambda match: match[1].upper(), name)


def _literal(value: str) -> str:
    """In double quotes, unless that needs more escapes."""
    code = json.dumps(value, ensure_ascii=False)
    if QUOTE not in code or "'" in code:
        return code
    return "'" + code[1:-1].replace(QUOTE, '"') + "'"


def _inner(text: str) -> str:
    """A text within backticks."""
    return json.dumps(text, ensure_ascii=False)[1:-1].replace(QUOTE, '"').replace("`", "\\`").replace("${", "\\${")


def _regex(source: str) -> str:
    """A regular expression; `.` stands for each character that a literal cannot have."""
    whole = re.sub(r"\\.|/", lambda match: r"\/" if match[0] == "/" else match[0], source)
    return f"/{_raw(whole, '')}/"


def _raw(source: str, quote: str) -> str:
    return re.sub(f"[{quote}\u0000-\u001f\u007f\u2028\u2029]", ".", source)


def _glob(wanted: str) -> str:
    """A pattern for names of files as a regular expression."""
    signs = {"*": ".*", "?": ".", "[": "[", "]": "]"}
    return "".join(signs.get(sign) or escaped(sign) for sign in wanted).replace("[!", "[^")
