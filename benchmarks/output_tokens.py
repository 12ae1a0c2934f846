"""Counts the output tokens of the same actions before and after the tools were split, with a strict schema.

A strict schema requires every parameter. The replies are those of `calls_per_task.py`, and the actions of the policy
`rules` in the two tasks of `actwright demo`, in real Chromium, all with the same reason. Before the tools were split,
`click`, `fill` and `expect` had rare parameters, and tools without an element shared a form (commit 28e296b, whose
schema `BEFORE` and `TOGETHER` record).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright import Agent  # noqa: E402 - the repository's root comes first
from actwright.schemas.tool import ToolSpec  # noqa: E402
from actwright.testing import Site  # noqa: E402
from actwright.testing.prompt_caches import Count  # noqa: E402
from actwright.text import estimated_tokens  # noqa: E402
from actwright.tools.toolbox import Toolbox, builtin_tools  # noqa: E402
from benchmarks.calls_per_task import LENGTHS, script  # noqa: E402

RANKS = ROOT / "build" / "bench-page" / "tiktoken" / "fb374d419588a4632f3f557e76b4b70aebbca790"
TARGET = 0.85
WHY = "the task says so"
REQUIRED = object()
SHORT_TASK = "Set the price"
LONG_TASK = "Log in and create the listing"

BEFORE: Mapping[str, Mapping[str, Any]] = {
    "check": {"element_id": REQUIRED},
    "uncheck": {"element_id": REQUIRED},
    "expect": {"kind": REQUIRED, "expected": "", "element_id": None, "count": 1, "seconds": 5},
    "fill": {"element_id": REQUIRED, "value": REQUIRED, "append": False},
    "type": {"element_id": REQUIRED, "value": REQUIRED, "append": False},
    "select": {"element_id": REQUIRED, "option": REQUIRED},
    "upload": {"element_id": REQUIRED, "files": REQUIRED},
    "press": {"key": REQUIRED, "element_id": None},
    "click": {
        "element_id": REQUIRED,
        "button": "left",
        "count": 1,
        "modifiers": [],
        "hold": 0,
        "x": 50,
        "y": 50,
    },
}
"""The parameters, with their defaults, of the tools that the replies call."""
TOGETHER = {"reason": None, "url": None, "tab_id": None}
"""The parameters that `fail`, `navigate`, `go_back`, `reload`, `switch_tab` and `close_tab` shared."""

Reply = Mapping[str, Any]
Call = tuple[str, Mapping[str, Any]]


async def main() -> None:
    """Plays the tasks of the demo, counts the tokens of all replies in both forms, and prints them."""
    count, how = counting()
    specs = {spec.name: spec for spec in Toolbox(builtin_tools()).specs}
    table = Table("replies to", "before", "now", "share", title=f"Output tokens ({how})")
    totals = [0.0, 0.0]
    for name, replies in (await scenarios()).items():
        before = sum(count(written(reply, as_before)) for reply in replies)
        now = sum(count(written(reply, lambda call: as_now(call, specs))) for reply in replies)
        totals = [totals[0] + before, totals[1] + now]
        table.add_row(name, f"{before:,.0f}", f"{now:,.0f}", f"{now / before:.0%}", end_section=True)
    table.add_row("all", *(f"{total:,.0f}" for total in totals), f"{totals[1] / totals[0]:.0%} (target {TARGET:.0%})")
    Console().print(table)


def counting() -> tuple[Count, str]:
    """Returns a counter of tokens and its name: o200k_base if its ranks are available, else the library's estimate."""
    if not RANKS.is_file():
        return estimated_tokens, "estimated"
    from benchmarks.page.environments import tokenizer  # noqa: PLC0415 - needs an extra

    return tokenizer(RANKS.parents[1]), "o200k_base"


async def scenarios() -> dict[str, list[Reply]]:
    """Returns the replies by the task that they answer."""
    found: dict[str, list[Reply]] = {
        f"a price, {steps} steps": list(script(steps, with_evidence=True)) for steps in LENGTHS
    }
    agent = Agent(policy="rules", out=None)
    with Site() as site:
        listing = {
            "email": site.EMAIL,
            "title": "Two-person kayak",
            "price": "349.50",
            "category": "Boats",
            "condition": "Good",
            "available": "2026-06-01",
            "photo": site.photo,
            "description": "Stable and dry, with two paddles and a spray deck.",
            "terms of sale": True,
        }
        played = {
            "demo: a price": await agent.run(SHORT_TASK, url=f"{site.url}/price", data={"price": "$50"}),
            "demo: a listing": await agent.run(
                LONG_TASK, url=f"{site.url}/sell", data=listing, secrets={"password": site.PASSWORD}
            ),
        }
    for name, result in played.items():
        result.raise_for_status()
        found[name] = [step.proposal.model_dump(mode="json") for step in result.steps if step.proposal]
    return found


def written(reply: Reply, form: Any) -> str:
    """Returns a reply as a model writes it, with each action in one of the forms."""
    calls = (form((action["tool"], action["parameters"])) for action in reply["actions"])
    actions = [{"reason": WHY, "tool": tool, "parameters": parameters} for tool, parameters in calls]
    said = {"complete": reply["complete"], "message": reply["message"], "actions": actions}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def as_now(call: Call, specs: Mapping[str, ToolSpec]) -> Call:
    """Returns a call with every parameter of its tool."""
    tool, given = call
    properties: Mapping[str, Any] = specs[tool].parameters.get("properties", {})
    return tool, {name: given.get(name, schema.get("default")) for name, schema in properties.items()}


def as_before(call: Call) -> Call:
    """Returns the same call for the tools before the split, with every parameter of its form."""
    tool, given = call
    match tool:
        case "expect":
            tool, given = "expect", {"kind": "text", "expected": _first(given["text"])}
        case "expect_url":
            tool, given = "expect", {"kind": "url", "expected": given["url"]}
        case "expect_value" | "expect_state":
            kind = tool.removeprefix("expect_")
            tool, given = "expect", {"kind": kind, "expected": given["value"], "element_id": given["element_id"]}
        case "select":
            given = {"element_id": given["element_id"], "option": given["value"]}
        case "fail" | "navigate" | "go_back" | "reload" | "switch_tab" | "close_tab":
            return tool, {**TOGETHER, **given}
        case _:
            pass
    return tool, {name: given.get(name, default) for name, default in BEFORE[tool].items()}


def _first(texts: str | Sequence[str]) -> str:
    return texts if isinstance(texts, str) else texts[0]


if __name__ == "__main__":
    import asyncio

    asyncio.run(main())
