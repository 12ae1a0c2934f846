"""Drives browser-use through its `Agent`, in its own environment, with the oracle's answers in its action schema."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from actwright.compare.case import OracleStep, Solver
from actwright.compare.oracle import LAST_MEANING, MEANING, WHY, quoting, why_not
from actwright.schemas.exchange import Request, text_of
from actwright.testing import Answer
from benchmarks.peers.peer import Ended, Errand

__all__ = ["BrowserUse", "answers", "newest_page"]

AGENT = Path(__file__).with_name("browser_use_agent.py")
STATE = re.compile(r"<browser_state>\n(.*?)\n</browser_state>", re.DOTALL)
RESULT = "peer:"
MOST_ACTIONS = 5
"""The number of actions in a step, by browser-use's own default, which its prompt states."""
SECONDS = 3_600.0
CLICKS = {"check", "click", "uncheck"}

Action = Mapping[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class BrowserUse:
    """browser-use with some options of its agent.

    Attributes:
        python: The Python of an environment that has it.
        options: The options that differ from its defaults.
    """

    python: Path
    options: Mapping[str, object] = field(default_factory=dict[str, object])
    pictures: bool = True

    def answers(self, solver: Solver) -> Callable[[Request], Answer]:
        """See `Peer`."""
        return answers(solver)

    def looks(self, requests: Sequence[Request]) -> int:
        """See `Peer`: each request shows the page, except that of a judge."""
        return sum(1 for request in requests if _pages(request))

    async def run(self, errand: Errand) -> Ended:
        """See `Peer`."""
        asked = {
            **{name: getattr(errand, name) for name in ("task", "url", "model", "model_url", "browser", "steps")},
            "options": dict(self.options),
        }
        process = await asyncio.create_subprocess_exec(
            str(self.python), str(AGENT), json.dumps(asked),
            cwd=errand.work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        try:
            out, told = await asyncio.wait_for(process.communicate(), SECONDS)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        said = [line.removeprefix(RESULT) for line in out.decode().splitlines() if line.startswith(RESULT)]
        if not said:
            raise RuntimeError(f"browser-use ended without a result: {told.decode()[-600:].strip()}")
        return Ended(**json.loads(said[-1]))


def answers(solver: Solver) -> Callable[[Request], Answer]:
    """Returns the oracle's answer to each request: a verdict if a judge is asked, else a step of actions."""

    def answer(request: Request) -> Answer:
        asked = (request.answer_schema or {}).get("properties", {})
        if "verdict" in asked:
            return Answer(said=_filled(asked, {"verdict": True, "reasoning": LAST_MEANING, "failure_reason": ""}))
        try:
            step = solver(newest_page(request))
            actions = [{"done": _done(quoting(step.finished))}] if step.finished else _actions(step)
        except LookupError as error:
            step, actions = OracleStep(), [{"done": _done(why_not(error), success=False)}]
        meaning = LAST_MEANING if step.finished else MEANING
        thoughts = {"evaluation_previous_goal": WHY, "memory": WHY, "next_goal": meaning}
        return Answer(said=_filled(asked, {**thoughts, "action": actions}))

    return answer


def newest_page(request: Request) -> str:
    """Returns the page in a request, as text.

    Raises:
        LookupError: The request has no page.
    """
    pages = _pages(request)
    if not pages:
        raise LookupError("the request shows no page")
    return pages[-1]


def _pages(request: Request) -> list[str]:
    blocks = (block for message in request.messages for block in message.blocks)
    return [page for block in blocks for page in STATE.findall(text_of(block))]


def _filled(asked: Mapping[str, Any], said: Mapping[str, object]) -> dict[str, object]:
    """Returns the given values of the fields that the schema requires, in its order; false or null for the others."""
    return {name: said.get(name, False if schema.get("type") == "boolean" else None) for name, schema in asked.items()}


def _actions(step: OracleStep) -> list[Action]:
    return [_action(tool, parameters) for tool, parameters in step.actions[:MOST_ACTIONS]]


def _action(tool: str, parameters: Mapping[str, object]) -> Action:
    index = int(str(parameters["element_id"]))
    if tool == "fill":
        return {"input": {"index": index, "text": parameters["value"], "clear": True}}
    if tool in CLICKS:
        return {"click": {"index": index}}
    raise LookupError(f"{tool!r} has no counterpart here among the actions of browser-use")


def _done(text: str, *, success: bool = True) -> Mapping[str, object]:
    return {"text": text, "success": success, "files_to_display": []}
