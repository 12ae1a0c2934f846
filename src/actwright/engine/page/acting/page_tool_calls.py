"""Calls the tools that the page offers (WebMCP), and waits for what they set off."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout
from pydantic import JsonValue

from actwright.engine.page.acting.action_watch import ActionWatch
from actwright.engine.page.acting.page_view import PageView
from actwright.engine.page.reading.page_text import quote
from actwright.engine.page.reading.page_tools import OfferedTool, PageTools
from actwright.engine.playwright_errors import is_gone
from actwright.engine.values.run_values import RunValues
from actwright.engine.values.values import Values
from actwright.errors import ToolError
from actwright.schemas.page import Element, PageTool
from actwright.schemas.task import only_reference
from actwright.text import first_line, with_texts
from actwright.tools.page_tool_access import FormField, ToolForm

CALL_SECONDS = 10.0
LATE_SECONDS = 3.0
"""How long to wait for what the script of a tool goes on with after it has answered."""
TIMED_SECONDS = 2.0
"""The least of that if it set a timer, which may send something although the page looks idle."""
POLL_SECONDS = 0.1
LONGEST_ANSWER, MOST_MASKED = 2_000, 20_000
LONGEST_PROBLEM = 300
REFUSED = ("Input contains a parameter", "Invalid value", "Failed to parse input")
"""What Chromium says if a form does not take the arguments; nothing is written then."""
LEFT = ("Execution context was destroyed", "Frame was detached", "navigat")


class PageToolCalls:
    """Calls the tools of one run's pages; see `PageToolAccess`.

    Args:
        offers: The tools as their documents offer them; None if the run calls none.
        view: The page in front.
        watch: Whether the page is idle.
        run_values: Learns what was entered.
        known: The element as the model saw it.
    """

    def __init__(
        self,
        offers: PageTools | None,
        view: PageView,
        watch: ActionWatch,
        run_values: RunValues,
        *,
        known: Callable[[str], Element],
    ) -> None:
        self._offers = offers
        self._view = view
        self._watch = watch
        self._run_values = run_values
        self._values: Values = view.values
        self._known = known

    async def checked(self, tool_id: str, arguments: Mapping[str, JsonValue]) -> tuple[PageTool, ToolForm | None]:
        """The tool, if it is still what the model saw and takes these arguments; see `PageToolAccess`."""
        tool, offered = await self._now(tool_id)
        self._check(tool, offered, _fitted(self.resolved(dict(arguments)), arguments, offered.schema))
        if not offered.fills_form or offered.form is None:
            return tool, None
        prefix, _, _ = tool_id.rpartition("tool-")
        known = self._view.observer.last.by_id

        def shown(element_id: str) -> str:
            return prefix + element_id if prefix + element_id in known else ""

        fields = [FormField(**{**each, "id": shown(each["id"])}) for each in offered.form["fields"]]
        return tool, ToolForm(fields, shown(offered.form["button"]))

    async def _now(self, tool_id: str) -> tuple[PageTool, OfferedTool]:
        tool = self._known(tool_id)
        if self._offers is None or not isinstance(tool, PageTool):
            raise ToolError(f"{tool.title} is not a tool of the page")
        if tool.problem:
            raise ToolError(f"{tool.title} cannot be called: {tool.problem}")
        return tool, await self._offers.now(tool)

    def resolved(self, value: JsonValue) -> JsonValue:
        """An argument with references to data resolved; a private value or secret stays a reference."""
        return with_texts(value, lambda text: text if self._values.withholds(text) else self._values.expand(text))

    def _check(self, tool: PageTool, offered: OfferedTool, arguments: object) -> None:
        """Checks arguments against the schema, which Chromium does not do. Raises ToolError if they do not fit."""
        from jsonschema import Draft202012Validator  # noqa: PLC0415 - of an extra, and slow to load
        from jsonschema.exceptions import SchemaError  # noqa: PLC0415

        validator: Any = Draft202012Validator(offered.schema)
        try:
            validator.check_schema(offered.schema)
            problem = next(validator.iter_errors(arguments), None)
        except (SchemaError, RecursionError) as error:
            raise ToolError(f"{tool.title} cannot be called: its input schema is not valid") from error
        if problem is not None:
            where = ".".join(map(str, problem.absolute_path)) or "its arguments"
            said = quote(self._values.mask(f"{where}: {problem.message}"), LONGEST_PROBLEM)
            raise ToolError(f"{tool.title} does not take this: {said}; nothing was done")

    async def call(self, tool: PageTool, arguments: Mapping[str, JsonValue]) -> tuple[str, bool]:
        """Runs the script of a tool, and waits until what it set off is done; see `PageToolAccess`."""
        given = with_texts(dict(arguments), self._values.expand)  # refuses private values and secrets
        tool, offered = await self._now(tool.id)
        given = _fitted(given, arguments, offered.schema)
        for path, written, text in _leaves("", arguments, given):
            field = f"{tool.title} {path}"
            self._run_values.enter(field, text, written_as=written, field=field, names=(), forms=())
        seconds = self._view.clock.within(CALL_SECONDS)
        try:
            answer = await offered.frame.webmcp.call_tool(offered.name, given, timeout=seconds * 1000)
        except PlaywrightTimeout as error:
            said = f"{tool.title} did not answer within {seconds:.3g} s, and its script may go on"
            raise ToolError(said, may_have_acted=True) from error
        except PlaywrightError as error:
            return await self._failed(tool, offered, error), await self._is_over()
        return self._shown(answer), await self._is_over()

    async def _failed(self, tool: PageTool, offered: OfferedTool, error: PlaywrightError) -> str:
        """What to say of a call that gave no answer because its page was left. Raises ToolError for any other failure."""
        said = first_line(error.message)
        if is_gone(offered.frame.page, error):
            raise error
        if any(each in said for each in LEFT) or offered.frame.is_detached():
            return "nothing, because the page was left meanwhile"
        if "No WebMCP tool named" in said or any(each in said for each in REFUSED):
            said = quote(self._values.mask(said.partition(". Available")[0].rpartition("Error: ")[2]), LONGEST_PROBLEM)
            raise ToolError(f"{tool.title} was not run: {said}")
        over = await self._is_over()
        raise ToolError(f"the page's script for {tool.title} failed", may_have_acted=not over)

    async def _is_over(self) -> bool:
        """Whether what a script set off is done; waits for it for a while."""
        began, observer = time.monotonic(), self._view.observer
        while (passed := time.monotonic() - began) < self._view.clock.within(LATE_SECONDS):
            idle = await self._watch.is_idle(since=began)
            if idle and (not observer.is_timed or passed >= TIMED_SECONDS):
                return True
            await self._view.activity.change(within=POLL_SECONDS)
        return False

    def _shown(self, answer: object) -> str:
        if answer is None:
            return "nothing"
        text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False, default=str)
        return quote(self._values.mask(text[:MOST_MASKED]), LONGEST_ANSWER, lines=True)


def _fitted(value: Any, written: Any, schema: Any) -> Any:
    """Arguments in which a reference that stands alone has the type that the schema asks for, such as a number."""
    part: Mapping[str, Any] = cast("Mapping[str, Any]", schema) if isinstance(schema, Mapping) else {}
    if isinstance(value, dict):
        inner: Any = part.get("properties")
        types: Mapping[str, Any] = cast("Mapping[str, Any]", inner) if isinstance(inner, Mapping) else {}
        pairs = cast("dict[str, Any]", value).items()
        return {name: _fitted(each, written[name], types.get(name)) for name, each in pairs}
    if isinstance(value, list):
        several = zip(cast("list[Any]", value), written, strict=True)
        return [_fitted(each, raw, part.get("items")) for each, raw in several]
    if not (
        isinstance(value, str) and part.get("type") in {"number", "integer", "boolean"} and only_reference(written)
    ):
        return value
    try:
        typed = json.loads(value.strip().lower())
    except ValueError:
        return value
    return typed if isinstance(typed, bool) == (part["type"] == "boolean") else value


def _leaves(path: str, written: Any, value: Any) -> Iterator[tuple[str, str, str]]:
    """The texts and numbers of arguments, each with its path and as it was written."""
    if isinstance(value, dict):
        for name, each in cast("dict[str, Any]", value).items():
            yield from _leaves(f"{path}.{name}".strip("."), written[name], each)
    elif isinstance(value, list):
        for at, each in enumerate(cast("list[Any]", value)):
            yield from _leaves(f"{path}.{at}".strip("."), written[at], each)
    elif isinstance(value, str | int | float) and not isinstance(value, bool) and str(value):
        yield path, str(written), str(value)
