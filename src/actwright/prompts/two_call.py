"""Renders a turn as the two requests of a step in the older design: one that proposes, one that judges."""

from __future__ import annotations

from actwright.prompts.render import confirmation, load, reading_prompt, turn_request
from actwright.schemas.exchange import Request
from actwright.schemas.page import Observation
from actwright.schemas.tool import actions_schema, verdict_schema
from actwright.schemas.turn import Turn


def proposer_request(turn: Turn, page: Observation, *, verdict: str = "") -> Request:
    """Asks what to do next on this page, given what the verifier said about the steps so far."""
    prompt = load("proposer") if page.is_page else reading_prompt("proposer")
    schema = actions_schema(turn.tools)
    return turn_request(turn, page, prompt, tools=turn.tools, schema_name="actions", schema=schema, verdict=verdict)


def verifier_request(turn: Turn) -> Request:
    """Asks whether the steps so far have done the task, judging by the page of this turn."""
    output = "" if turn.task.output is None else "\n" + load("output")
    if turn.page.is_page:
        prompt = load("verifier", output=output, evidence=confirmation(turn.task, "a message that says so"))
    else:
        prompt = reading_prompt("verifier", output=output)
    return turn_request(turn, turn.page, prompt, schema_name="verdict", schema=verdict_schema(output=turn.task.output))
