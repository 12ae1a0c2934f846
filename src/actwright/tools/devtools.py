"""What developers use on a page: scripts, the console and the list of requests. A run has these only if they are named."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from pydantic import Field

from actwright.schemas.step import Effect
from actwright.text import one_line, shortened
from actwright.tools.base import Done, Tool
from actwright.tools.parameters import Words
from actwright.tools.surface import Surface

LONGEST_RESULT = 10_000
LONGEST_LINE = 300
"""Characters of a result, and of a line in it."""
LONGEST_READ = 100_000
"""Characters of a result that are masked before the rest is cut off, so that no part of a value is left over."""
AS_TEXT = """value => { let text; try { text = JSON.stringify(value) ?? String(value) } catch { text = String(value) }
return text.slice(0, %d) }"""


class RunScript(Tool):
    """Run JavaScript in the page and return the value of its last expression."""

    effect: ClassVar[Effect] = Effect.EFFECT

    script: Words = Field(min_length=1, max_length=20_000)

    async def run(self, surface: Surface) -> Done:
        """Evaluates it among the page's own scripts, which can notice and falsify it. What it does has no receipts.

        Raises:
            ToolError: A field holds a private value or a secret, which the script could read and send.
        """
        await surface.fields.open_to_scripts()
        value = await surface.page.evaluate_handle(self.script)
        text = surface.view.shown(str(await value.evaluate(AS_TEXT % LONGEST_READ)))
        return Done(f"the script returned (data of the page): {shortened(text, LONGEST_RESULT)}", goes_on=True)


class ReadConsole(Tool):
    """List the last messages of the page's console and its errors."""

    effect: ClassVar[Effect] = Effect.READ

    async def run(self, surface: Surface) -> Done:
        """Lists up to 200 messages and then up to 200 errors, oldest first."""
        page = surface.page
        errors = (f"not caught: {error}" for error in await page.page_errors())
        return _list(
            surface, "console", [*(f"{each.type}: {each.text}" for each in await page.console_messages()), *errors]
        )


class ReadNetwork(Tool):
    """List the last requests of the page: method, URL, status, type and time."""

    effect: ClassVar[Effect] = Effect.READ

    async def run(self, surface: Surface) -> Done:
        """Lists up to 100 requests, oldest first."""
        lines = list[str]()
        for request in await surface.page.requests():
            response, took = request.existing_response, request.timing["responseEnd"]
            kind = (response.headers.get("content-type", "") if response else request.failure) or "no answer yet"
            status = f"{response.status} " if response else ""
            lines.append(f"{request.method} {request.url} {status}{kind}{f' {took:.0f} ms' if took >= 0 else ''}")
        return _list(surface, "requests", lines)


def _list(surface: Surface, what: str, lines: Iterable[str]) -> Done:
    """The last lines that fit in, without line breaks of their own."""
    shown, room = list[str](), LONGEST_RESULT
    for line in reversed(
        [shortened(one_line(surface.view.shown(each[:LONGEST_READ])), LONGEST_LINE) for each in lines]
    ):
        room -= len(line) + 1
        if room < 0:
            break
        shown.insert(0, line)
    return Done("\n".join([f"{what} (data of the page):", *(shown or ["nothing"])]))
