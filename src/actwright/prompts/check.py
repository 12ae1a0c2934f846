"""Makes the request for the facts that decide a statement about a page."""

from __future__ import annotations

from collections.abc import Sequence

from actwright.prompts.render import fact_signature, load, page_blocks, system_blocks, task_values
from actwright.schemas.exchange import Message, Request, TextBlock
from actwright.schemas.page import Observation
from actwright.schemas.task import Task
from actwright.schemas.tool import ToolSpec, facts_schema

LONGEST_ANSWER = 4_000
"""Tokens of the facts, including what the model thinks first."""


def check_request(task: Task, page: Observation, kinds: Sequence[ToolSpec]) -> Request:
    """The one request about a statement, the text of `task`; with the picture of the page if there is one."""
    picture = page.screenshot is not None
    prompt = load(
        "check",
        shown=" and a screenshot with them" if picture else "",
        form="{problem, facts, picture}" if picture else "{problem, facts}",
        picture="\n" + load("check_picture") if picture else "",
    )
    said = TextBlock(text=f"# Statement\n{task.text}{task_values(task)}\n\n", section="task")
    return Request(
        system=system_blocks(prompt, map(fact_signature, kinds)),
        messages=(Message(role="user", blocks=(said, *page_blocks(page))),),
        schema_name="facts",
        answer_schema=facts_schema(kinds, picture=picture),
        max_output_tokens=LONGEST_ANSWER,
    )
