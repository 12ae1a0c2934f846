"""Counts the model calls for a task of N acting steps: N calls, if the evidence comes with the last action."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from actwright import Agent
from actwright.testing import ScriptedModel, Site

LENGTHS = (1, 2, 3, 5, 8)


def action(tool: str, **parameters: object) -> dict[str, object]:
    return {"reason": f"{tool} it", "tool": tool, "parameters": parameters}


def script(length: int, *, with_evidence: bool) -> list[dict[str, object]]:
    fills = [
        {"complete": False, "message": "a price", "actions": [action("fill", element_id="input-0", value=str(10 + n))]}
        for n in range(length - 1)
    ]
    last = [action("fill", element_id="input-0", value="50"), action("click", element_id="button-0")]
    if with_evidence:
        last.append(action("expect", text=["created with price $50"]))
        return [*fills, {"complete": True, "message": "the listing is created", "actions": last}]
    notice: dict[str, object] = {"complete": True, "message": "done", "actions": []}
    return [*fills, {"complete": False, "message": "submitting", "actions": last}, notice]


async def main() -> None:
    table = Table(
        "acting steps N", "calls with evidence", "calls without (plain single call)", title="Model calls per task"
    )
    with Site() as site:
        for length in LENGTHS:
            counts: list[str] = []
            for with_evidence in (True, False):
                model = ScriptedModel(script(length, with_evidence=with_evidence))
                agent = Agent(model, evidence="required" if with_evidence else "off", out=None)
                result = await agent.run("Fill the price as $50 and submit", url=f"{site.url}/price")
                result.raise_for_status()
                counts.append(str(len(result.exchanges)))
            table.add_row(str(length), *counts)
    Console().print(table)
