"""Texts of an exported test in TypeScript: none ends its literal or its comment, whatever is in it."""

import pytest

from actwright.recording.export.line_layout import FILE_NAME, Statement
from actwright.recording.export.locators import Address, Chain, LocatorText, Pattern, call
from actwright.recording.export.typescript_code import TypeScriptCode, variables_once

CODE = TypeScriptCode.of({"full name": "full_name"})


@pytest.mark.parametrize(
    ("argument", "written"),
    [
        ('it\'s "x"', r'"it\'s \"x\""'.replace("\\'", "'")),
        ('say "x"', "'say \"x\"'"),
        (LocatorText("{{full name}}"), "fullName"),
        (LocatorText("hi {{full name}} `${y}` \\ \n"), r"`hi ${fullName} \`\${y}\` \\ \n`"),
        (Pattern("a/b\\/c[/]\n"), r"/a\/b\/c[\/]./"),
        (Pattern("^a/{{full name}}`$"), "new RegExp(String.raw`^a/${escaped(fullName)}.$`)"),
        (Address("/orders"), 'new URL("/orders", START).href'),
        ([True, 2], "[true, 2]"),
    ],
)
def test_arguments(argument, written):
    assert CODE.argument(argument) == written


def test_statements():
    comment = Statement(comment="one\u2028two\nthree")
    assert CODE.statement(comment, "") == ["// one two three"]
    file = Statement(Chain("download"), expects=call(FILE_NAME, "list-*.[!c]sv"), awaits=False)
    assert CODE.statement(file, "name") == [r"expect(name).toMatch(/^list-.*\.[^c]sv$/);"]
    denied = Statement(Chain("page"), expects=call("not_to_be_checked"))
    assert CODE.statement(denied, "box") == ["await expect(box).not.toBeChecked();"]


def test_a_variable_is_declared_once():
    lines = ["    const b = 1;", "    use(b);", "    const b = 2;", "    const c = 3;"]
    assert variables_once(lines) == ["    let b = 1;", "    use(b);", "    b = 2;", "    const c = 3;"]
