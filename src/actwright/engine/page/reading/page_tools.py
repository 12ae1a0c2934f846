"""The tools that the documents of a page offer to agents (WebMCP): what is shown of them, and what they are now."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from playwright.async_api import Error, Frame, Page

from actwright.engine.page.browser.routing import place_of
from actwright.engine.page.reading.capture import PageReader
from actwright.engine.page.reading.page_text import clean
from actwright.errors import ConfigError, ToolError
from actwright.schemas.inlined_schema import inlined
from actwright.schemas.page import PageTool
from actwright.schemas.page_tool_line import tool_line
from actwright.text import counted, estimated_tokens

LIST_SECONDS = 1.0
"""How long the documents may take to list their tools."""
MOST_TOOLS, MOST_TOKENS, MOST_FRAMES = 20, 1_500, 32
"""What is shown of the tools of a page, and how many of its frames are asked."""
LARGEST_SCHEMA, DEEPEST_SCHEMA = 10_000, 16
"""Characters and levels of a schema that a call can be checked against."""
DROPPED = frozenset({"pattern", "patternProperties"})
"""Keywords that are not checked: a page could write an expression that keeps a program busy forever."""
NOT_ENABLED = "WebMCP is not enabled"


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """A tool as its document offers it.

    Attributes:
        frame: The frame of the document.
        origin: The place of the frame; see `PermissionRules`.
        name, description: As the page wrote them.
        schema: The JSON schema of the arguments, without references; empty if it takes none.
        problem: Why it cannot be called; empty if it can.
        consequential: Whether the page says that a person should confirm each call.
        form: The form that it is, as `inject/input/tool_forms.js` answers; None if it is a script.
        signature: See `PageTool`.
    """

    frame: Frame
    origin: str
    name: str
    description: str
    schema: Mapping[str, Any]
    problem: str
    consequential: bool
    form: Mapping[str, Any] | None
    signature: str

    @property
    def fills_form(self) -> bool:
        """Whether a call only fills a form."""
        return self.form is not None and not self.form["sends"]


class PageTools:
    """The tools of one run's pages. The ID of a tool stands for its frame, origin, name, description and schema.

    Args:
        reader: Numbers the tools, and asks the documents about their forms.
        mask: Hides what no model may see.
    """

    def __init__(self, reader: PageReader, mask: Callable[[str], str]) -> None:
        self._reader = reader
        self._mask = mask
        self._ids: dict[tuple[Frame, str, str], str] = {}

    async def read(self, page: Page) -> tuple[tuple[PageTool, ...], str]:
        """The tools of a page within the budget, and a note about those that are left out; empty if none are.

        Raises:
            ConfigError: The browser was started without WebMCP.
        """
        frames = page.frames[:MOST_FRAMES]
        answers = await asyncio.gather(*map(self._offered, frames), return_exceptions=True)
        for answer in answers:
            if isinstance(answer, Error) and NOT_ENABLED in answer.message:
                raise ConfigError(
                    "webmcp: the browser of this page was started without it; start it with --enable-features=WebMCP"
                ) from answer
        offered = [each for answer in answers if not isinstance(answer, BaseException) for each in answer]
        shown: list[PageTool] = []
        tokens = 0.0
        for each in offered[:MOST_TOOLS]:
            tool = self._shown(each)
            tokens += estimated_tokens(tool_line(tool))
            if tokens > MOST_TOKENS:
                break
            shown.append(tool)
        left = len(offered) - len(shown)
        note = f"{counted(left, 'tool')} of the page {'is' if left == 1 else 'are'} not shown: there are too many"
        return tuple(shown), note if left else ""

    async def now(self, tool: PageTool) -> OfferedTool:
        """The tool as its document offers it now.

        Raises:
            ToolError: It is gone, or another one has taken its name.
        """
        frame = self._reader.frames.frame_of(tool.id)
        offered: list[OfferedTool] = []
        if frame is not None and not frame.is_detached():
            try:
                offered = await self._offered(frame)
            except (Error, TimeoutError) as error:
                raise ToolError(f"{tool.title}: its page does not answer; nothing was done") from error
        same = next((each for each in offered if each.signature == tool.signature), None)
        if same is not None and same.origin == tool.origin:
            return same
        named = any(clean(each.name) == tool.name for each in offered)
        how = "is not what you saw any more: its description or input changed" if named else "is no longer offered"
        raise ToolError(f"{tool.title} {how}; nothing was done, look again")

    async def _offered(self, frame: Frame) -> list[OfferedTool]:
        """The tools of a frame. Raises Playwright's Error or TimeoutError if it does not answer."""
        origin = place_of(frame)
        async with asyncio.timeout(LIST_SECONDS):
            listed = await frame.webmcp.tools(timeout=LIST_SECONDS * 1000)
            if not listed:
                return []
            found = await self._reader.frames.ask(frame, "tool_forms", seconds=LIST_SECONDS)
        forms = {each["name"]: each for each in found}
        return [_offered(frame, origin, dict(each), forms) for each in listed]

    def _shown(self, offered: OfferedTool) -> PageTool:
        key = (offered.frame, offered.origin, offered.signature)
        self._ids[key] = element_id = self._reader.numbered(offered.frame, "tool", self._ids.get(key, ""))
        return PageTool(
            id=element_id,
            name=self._mask(clean(offered.name)),
            description=self._mask(clean(offered.description)),
            origin=offered.origin,
            input_schema=self._masked(offered.schema),
            signature=offered.signature,
            consequential=offered.consequential,
            fills_form=offered.fills_form,
            problem=self._mask(offered.problem),
        )

    def _masked(self, node: Any) -> Any:
        if isinstance(node, str):
            return self._mask(clean(node))
        if isinstance(node, list):
            return [self._masked(each) for each in cast("list[Any]", node)]
        if isinstance(node, Mapping):
            return {self._masked(name): self._masked(each) for name, each in cast("Mapping[str, Any]", node).items()}
        return node


def _offered(frame: Frame, origin: str, listed: Mapping[str, Any], forms: Mapping[str, Any]) -> OfferedTool:
    given: Any = listed.get("inputSchema") or {}
    form = forms.get(listed["name"])
    kind = "" if form is None else "sends" if form["sends"] else "fills"
    hints: Mapping[str, Any] = listed.get("annotations") or {}
    said = json.dumps([listed["name"], listed["description"], given, hints, kind], sort_keys=True)
    schema, problem = _usable(given)
    return OfferedTool(
        frame=frame,
        origin=origin,
        name=listed["name"],
        description=listed["description"],
        schema=schema,
        problem=problem,
        consequential=bool(hints.get("consequential")),
        form=form,
        signature=hashlib.sha256(said.encode()).hexdigest()[:16],
    )


def _usable(given: Any) -> tuple[Mapping[str, Any], str]:
    """A schema that arguments can be checked against, or why there is none."""
    if not isinstance(given, dict):
        return {}, "its input schema is not an object"
    try:
        if len(json.dumps(given)) > LARGEST_SCHEMA:
            return {}, f"its input schema has more than {LARGEST_SCHEMA:,} characters"
        schema = inlined(cast("dict[str, Any]", given), dropped=DROPPED, most_depth=DEEPEST_SCHEMA)
    except (ValueError, RecursionError) as error:
        return {}, f"its input schema cannot be used: {clean(str(error))[:200]}"
    properties: Any = schema.get("properties", {})
    if schema.get("type", "object") != "object" or not isinstance(properties, dict):
        return {}, "its input schema does not describe an object"
    return schema, ""
