"""Renders a turn as a request for a plan of everything that is left to do."""

from __future__ import annotations

from actwright.prompts.render import load, turn_request
from actwright.schemas.exchange import Request
from actwright.schemas.tool import plan_schema
from actwright.schemas.turn import Turn

SCHEMA_NAME = "plan"


def plan_request(turn: Turn) -> Request:
    """Asks for a plan from the page of this turn on."""
    output = "" if turn.task.output is None else "\n" + load("output")
    prompt = load("plan", evidence=load(f"evidence_{turn.task.evidence}"), output=output)
    schema = plan_schema(turn.tools, output=turn.task.output)
    return turn_request(turn, turn.page, prompt, tools=turn.tools, schema_name=SCHEMA_NAME, schema=schema)
