"""Playwright MCP in a plain tool loop: calls the model's tools and returns the results, until the model calls none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters

from actwright.compare.case import OracleStep, Solver
from actwright.compare.oracle import quoting, why_not
from actwright.schemas.exchange import Request, ToolCall, ToolResult
from actwright.testing import Answer
from benchmarks.peers.peer import Ended, Errand
from benchmarks.suites.reading import read

__all__ = ["PlaywrightMcp", "answers"]

SYSTEM = (
    "You use a web browser through its tools. Do what the task asks. "
    "When it is done, say so in one sentence and call no tool."
)
SNAPSHOT = re.compile(r"### Snapshot\n```yaml\n(.*?)\n```", re.DOTALL)
LOOK = "browser_snapshot"
"""The tool that returns the snapshot; other tools only name a file with it (0.0.83), so the model asks for it."""
FIELDS = {"spinbutton": "textbox"}
"""The names of roles in `browser_fill_form`."""
SECONDS = 120.0
"""The longest time for an answer of the server."""

Call = tuple[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class PlaywrightMcp:
    """Playwright MCP as its npm package starts it.

    Attributes:
        folder: The npm folder of the package.
        several: Whether a reply may call several tools.
    """

    folder: Path
    several: bool = False
    pictures: bool = False

    def answers(self, solver: Solver) -> Callable[[Request], Answer]:
        """See `Peer`."""
        return answers(solver, several=self.several)

    def looks(self, requests: Sequence[Request]) -> int:
        """See `Peer`: the last request has all snapshots."""
        return len(_snapshots(requests[-1])) if requests else 0

    async def run(self, errand: Errand) -> Ended:
        """See `Peer`."""
        package = self.folder / "node_modules" / "@playwright" / "mcp"
        options = [str(package / "cli.js"), "--cdp-endpoint", errand.browser, "--output-dir", str(errand.work)]
        version = json.loads((package / "package.json").read_text("utf-8"))["version"]
        command = StdioServerParameters(command="node", args=options, cwd=errand.work)
        async with Client(command, read_timeout_seconds=SECONDS) as server:
            await server.call_tool("browser_navigate", {"url": errand.url})
            done = await self._conversation(server, errand)
        return Ended(done=done, version=f"@playwright/mcp {version}")

    async def _conversation(self, server: Client, errand: Errand) -> bool:
        """Whether the model ended the run."""
        from openai import AsyncOpenAI  # noqa: PLC0415 - loads slowly

        tools: list[Any] = [
            {"type": "function", "function": {"name": each.name, "description": each.description, "parameters": each.input_schema}}
            for each in (await server.list_tools()).tools
        ]  # fmt: skip
        messages: list[Any] = [
            {"role": "system", "content": SYSTEM},
            {"role": "user", "content": f"{errand.task}\n\nThe browser shows {errand.url}"},
        ]
        async with AsyncOpenAI(api_key="none", base_url=errand.model_url, max_retries=0) as client:
            for _ in range(errand.steps):
                said = await client.chat.completions.create(
                    model=errand.model, messages=messages, tools=tools, parallel_tool_calls=self.several
                )
                message = said.choices[0].message
                messages.append(message.model_dump(include={"role", "content", "tool_calls"}, exclude_none=True))
                if not message.tool_calls:
                    return True
                for call in message.tool_calls:
                    assert call.type == "function"
                    result = await server.call_tool(call.function.name, json.loads(call.function.arguments))
                    content = "\n".join(part.text for part in result.content if part.type == "text")
                    messages.append({"role": "tool", "tool_call_id": call.id, "content": content})
        return False


def answers(solver: Solver, *, several: bool) -> Callable[[Request], Answer]:
    """Returns the oracle's answer to each request: the next tool, or all tools for the page and a look at the next."""
    numbers = count(1)

    def answer(request: Request) -> Answer:
        snapshot, since = _newest(request)
        try:
            step = solver(snapshot) if snapshot else OracleStep()
        except LookupError as error:
            return Answer(said=why_not(error))
        if step.finished:
            return Answer(said=quoting(step.finished))
        left = [*_calls(step, snapshot), (LOOK, {})][since:] or [(LOOK, {})]
        return Answer(
            calls=tuple(
                ToolCall(call_id=f"call_{next(numbers)}", tool=tool, arguments=json.dumps(arguments))
                for tool, arguments in (left if several else left[:1])
            )
        )

    return answer


def _snapshots(request: Request) -> list[str]:
    """Returns the snapshots in a request, oldest first."""
    return [found for result in _told(request) for found in SNAPSHOT.findall(result.text)]


def _newest(request: Request) -> tuple[str, int]:
    """Returns the newest snapshot, empty if there is none, and the number of tools called since."""
    for since, result in enumerate(reversed(_told(request))):
        if found := SNAPSHOT.findall(result.text):
            return found[-1], since
    return "", 0


def _told(request: Request) -> list[ToolResult]:
    blocks = (block for message in request.messages for block in message.blocks)
    return [block for block in blocks if isinstance(block, ToolResult)]


def _calls(step: OracleStep, snapshot: str) -> Sequence[Call]:
    """Returns one call that fills in all fields, then one for each element to click."""
    controls = {control.id: control for control in read(snapshot).controls} if snapshot else {}
    fields: list[Mapping[str, object]] = []
    clicks: list[Call] = []
    for tool, parameters in step.actions:
        target = str(parameters["element_id"])
        if tool == "click":
            clicks.append(("browser_click", {"target": target}))
        else:
            kind = FIELDS.get(controls[target].role, controls[target].role)
            value = {"check": "true", "uncheck": "false"}.get(tool) or parameters["value"]
            fields.append({"target": target, "name": controls[target].label, "type": kind, "value": value})
    return [*([("browser_fill_form", {"fields": fields})] if fields else []), *clicks]
