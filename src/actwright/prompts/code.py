"""Renders a turn as a request for a program: a small language of tool calls, in words and without a schema."""

from __future__ import annotations

import json

from actwright.prompts.render import load, turn_request
from actwright.schemas.exchange import Request
from actwright.schemas.turn import Turn

SCHEMA_NAME = "program"
ASKS_FOR_PROGRAM = "Answer with only one program"
"""The words of the prompt by which others recognise the request: it has no schema."""


def program_request(turn: Turn) -> Request:
    """Asks for a program from the page of this turn on."""
    form = "" if turn.task.output is None else json.dumps(turn.task.output, ensure_ascii=False)
    output = "\n" + load("code_output", schema=form) if form else ""
    prompt = load("code", evidence=load(f"evidence_{turn.task.evidence}"), output=output)
    return turn_request(turn, turn.page, prompt, tools=turn.tools, schema_name=SCHEMA_NAME, schema=None)
