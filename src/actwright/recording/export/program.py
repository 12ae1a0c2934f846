"""The exported program: a pytest test for sync or async pages, a script, or a test for Playwright's own runner."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from actwright.recording.export.line_layout import Code, Statement, written
from actwright.recording.export.live_pass import ProgramAction
from actwright.recording.export.locators import Chain, call, prop
from actwright.recording.export.python_code import PythonCode, literal
from actwright.recording.export.typescript_code import TypeScriptCode, variables_once

Form = Literal["pytest", "pytest-async", "script", "ts"]
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Program:
    """Everything that goes into an exported program.

    Attributes:
        task: What it does, in words.
        url: Where it starts.
        entries: The translated actions.
        names: The variable for each value, by the name of the value.
        values: The values that may be written down, by name; the others come from the environment.
    """

    task: str
    url: str
    entries: Sequence[ProgramAction]
    names: Mapping[str, str]
    values: Mapping[str, str]

    def code(self, form: Form) -> str:
        """The source code of the whole file; Python as black and ruff format it."""
        if form == "ts":
            return self._typescript()
        from black import Mode, format_str  # noqa: PLC0415 - it takes a second to load

        is_async = form == "pytest-async"
        body = list(self._body(is_async=is_async))
        defined = list(self._script(body) if form == "script" else self._test(body, is_async=is_async))
        title, *more = self._head()
        lines = [f'"""{title}', *more, '"""', ""]
        lines += [*self._imports(form, "\n".join([*body, *defined])), "", f"URL = {literal(self.url)}"]
        return format_str("\n".join([*lines, "", "", *defined, ""]), mode=Mode())

    @property
    def hidden(self) -> list[str]:
        """The names of the values that come from the environment."""
        return [name for name in self.names if name not in self.values]

    def _head(self) -> Iterator[str]:
        said = " ".join(self.task.split()).replace("\\", "/").replace('"""', "'''")
        first = said if said.endswith((".", "!", "?")) else f"{said}."
        first = first.replace('"', "'") if first.endswith('"') else first
        yield f"{first[:1].upper()}{first[1:]}"
        yield ""
        yield "Written by `actwright export`. Each locator was checked on the live page:"
        yield "it found one element, and the one that was recorded."
        for name in self.hidden:
            yield ""
            yield f"Set the environment variable {variable_of(name)} to the value of {{{{{name}}}}}."

    def _imports(self, form: Form, code: str) -> Iterator[str]:
        standard = [name for name in ("os", "re") if re.search(rf"\b{name}\.", code)]
        modules = [f"import {name}" for name in standard]
        froms = ["from fnmatch import fnmatch"] * ("fnmatch(" in code)
        froms += ["from urllib.parse import urljoin"] * ("urljoin(" in code)
        yield from [*modules, *froms]
        if modules or froms:
            yield ""
        if form != "script" and "pytest." in code:
            yield "import pytest"
        kind = "async_api" if form == "pytest-async" else "sync_api"
        used = ["Page", *(["expect"] * ("expect(" in code)), *(["sync_playwright"] * (form == "script"))]
        yield f"from playwright.{kind} import {', '.join(used)}"

    def _test(self, body: Sequence[str], *, is_async: bool) -> Iterator[str]:
        variables = [self.names[name] for name in self.values]
        if is_async:
            yield '@pytest.mark.asyncio(loop_scope="session")'
        if self.values:
            values = _tuple(list(map(literal, self.values.values())))
            yield f"@pytest.mark.parametrize({_tuple(list(map(literal, variables)))}, [{values}])"
        given = ", ".join(["page: Page", *(f"{name}: str" for name in variables)])
        yield f"{'async ' if is_async else ''}def test_{self._slug}({given}) -> None:"
        yield from body

    def _script(self, body: Sequence[str]) -> Iterator[str]:
        given = [f"{self.names[name]}: str" for name in self.values]
        yield f"def run({', '.join(['page: Page', *(['*'] if given else []), *given])}) -> None:"
        yield from body
        yield 'if __name__ == "__main__":'
        yield "    with sync_playwright() as playwright:"
        yield "        browser = playwright.chromium.launch()"
        values = "".join(f", {self.names[name]}={literal(value)}" for name, value in self.values.items())
        yield f"        run(browser.new_page(){values})"
        yield "        browser.close()"

    def _body(self, *, is_async: bool) -> Iterator[str]:
        for name in self.hidden:
            yield f"    {self.names[name]} = os.environ[{literal(variable_of(name))}]"
        yield f"    {'await ' if is_async else ''}page.goto(URL)"
        yield from self._statements(PythonCode(self.names, is_async))

    def _statements(self, code: Code) -> Iterator[str]:
        content: dict[str, str] = {}
        for entry in self.entries:
            for statement in _whole(entry):
                yield from written(statement, code, content)

    def _typescript(self) -> str:
        code = TypeScriptCode.of(self.names)
        given = {code.names[name]: value for name, value in self.values.items()}
        hidden = [f"    const {code.names[name]} = process.env.{variable_of(name)}!;" for name in self.hidden]
        body = [*hidden, "    await page.goto(START);", *variables_once(list(self._statements(code)))]
        return code.file(list(self._head()), " ".join(self.task.split()), self.url, given, body)

    @property
    def _slug(self) -> str:
        words = re.sub(r"[^a-z0-9]+", "_", self.task.lower().encode("ascii", "ignore").decode()).strip("_")
        whole = words if len(words) <= LONGEST_NAME else words[:LONGEST_NAME].rpartition("_")[0]
        return whole or "recording"


def variable_of(name: str) -> str:
    """The environment variable for a value: `CARD_NUMBER` for `Card number`."""
    words = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").upper() or "VALUE"
    return f"_{words}" if words[0].isdigit() else words


def _whole(entry: ProgramAction) -> Iterator[Statement]:
    """The statements of an action, with those that handle the dialogs, pages and downloads that it opens."""
    page = Chain(entry.page)
    for answer in entry.answers:
        yield Statement(page, call("once", "dialog", answer), awaits=False)
    if not (entry.opened or entry.saved):
        yield from entry.statements
        return
    *first, last = entry.statements
    yield from first
    variable = entry.saved or entry.opened[0]
    event = call("expect_download" if entry.saved else "expect_popup")
    yield Statement(page, event, assign=f"{variable}_info", opens=True)
    yield replace(last, inside=True)
    yield Statement(Chain(f"{variable}_info"), prop("value"), assign=variable)


def _tuple(items: Sequence[str]) -> str:
    """Several items as a tuple; a single item as it is."""
    return f"({', '.join(items)})" if len(items) > 1 else items[0]
