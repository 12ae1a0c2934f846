"""Turn -> a conversation with native calls of tools. It only grows: what was sent once is a byte-exact prefix of what is sent next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count

from actwright.prompts.history import outcome_text
from actwright.prompts.render import confirmation, page_blocks, system_blocks, task_blocks
from actwright.prompts.texts import load
from actwright.schemas.exchange import (
    Block,
    ImageBlock,
    Message,
    Reply,
    Request,
    TextBlock,
    ToolCall,
    ToolDefinition,
    ToolResult,
)
from actwright.schemas.page import Observation
from actwright.schemas.step import Step
from actwright.schemas.task import Task
from actwright.schemas.tool import ToolSpec, answer_schema
from actwright.schemas.turn import Turn

__all__ = ["conversation"]

TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What every provider takes for the name of a tool."""


def conversation(turn: Turn) -> Request:
    """The request of the tool loop for a turn: every reply as it came, every call answered, every page that was seen."""
    pages = [*(step.page for step in turn.steps), turn.page]
    system = system_blocks(_prompt(turn.task))
    messages, known = [_opening(turn.task, pages[0])], set[str]()
    for step, after in zip(turn.steps, pages[1:], strict=True):
        messages += _exchanged(step, after, known)
    output = turn.task.output
    return Request(
        system=system,
        messages=tuple(_marked_ends(messages)),
        tools=tuple(map(_definition, turn.tools)),
        schema_name="answer",
        answer_schema=None if output is None else answer_schema(output),
    )


def _prompt(task: Task) -> str:
    output = "" if task.output is None else "\n" + load("output_last")
    return load("tool_loop", output=output, evidence=confirmation(task, "your last words"))


def _definition(spec: ToolSpec) -> ToolDefinition:
    return ToolDefinition(name=spec.name, description=spec.description, parameters=spec.parameters)


def _opening(task: Task, page: Observation) -> Message:
    return Message(role="user", blocks=(*task_blocks(task, heading=""), *page_blocks(page)))


def _exchanged(step: Step, after: Observation, known: set[str]) -> Iterator[Message]:
    """What the model said in a step, if it may be repeated, and what came of it: results, what was wrong, the page."""
    reply = _repeatable(step)
    said = _told_apart(reply.blocks, known) if reply else ()
    if said:
        yield Message(role="assistant", blocks=said)
    calls = [block for block in said if isinstance(block, ToolCall)]
    if calls:
        yield Message(role="user", blocks=tuple(_results(calls, step, tuple(page_blocks(after)))))
    else:
        yield Message(role="user", blocks=(*_remarks(step), *page_blocks(after)))


def _repeatable(step: Step) -> Reply | None:
    """The reply that a step rests on. One that was cut off, refused, or calls what no tool can be called, is no turn of a conversation."""
    reply = step.exchanges[-1].reply if step.exchanges else None
    if reply is None or not reply.blocks or reply.finish not in ("stop", "tools"):
        return None
    named = all(TOOL_NAME.fullmatch(block.tool) for block in reply.blocks if isinstance(block, ToolCall))
    return reply if named else None


def _told_apart(blocks: Sequence[Block], known: set[str]) -> tuple[Block, ...]:
    """The blocks, with an ID of our own for each call that has none, or that of an earlier one: providers refuse these."""
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, ToolCall):
            own = (f"call_{number}" for number in count(len(known) + 1) if f"call_{number}" not in known)
            call_id = block.call_id if block.call_id and block.call_id not in known else next(own)
            known.add(call_id)
            found.append(block.model_copy(update={"call_id": call_id}))
        else:
            found.append(block)
    return tuple(found)


def _results(calls: Sequence[ToolCall], step: Step, page: Sequence[TextBlock | ImageBlock]) -> Iterator[Block]:
    """A result for every call, whatever became of it; the page that they led to stands in the last one."""
    outcomes = [*step.outcomes, *[None] * (len(calls) - len(step.outcomes))]
    for index, (call, outcome) in enumerate(zip(calls, outcomes, strict=True)):
        text = f"not done: {step.problem}" if outcome is None else outcome_text(outcome)
        shown = page if index == len(calls) - 1 else ()
        yield ToolResult(
            call_id=call.call_id,
            blocks=(TextBlock(text=text, section="history"), *shown),
            failed=outcome is None or outcome.status != "done",
        )


def _remarks(step: Step) -> Iterator[TextBlock]:
    if step.problem:
        yield TextBlock(text=f"Your reply is not usable, nothing was done: {step.problem}", section="history")
    if step.claim is not None and not step.claim.accepted:
        yield TextBlock(text=f"The task is not shown to be done: {step.claim.reason}", section="history")


def _marked_ends(messages: Sequence[Message]) -> list[Message]:
    """The same messages; the last page, which the next request repeats, and the one before end prefixes worth caching."""
    users = [index for index, message in enumerate(messages) if message.role == "user"][-2:]
    return [
        message.model_copy(update={"blocks": _marked_end(message.blocks)}) if index in users else message
        for index, message in enumerate(messages)
    ]


def _marked_end(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks with a mark on the last text, which may stand in a result."""
    last = max(index for index, block in enumerate(blocks) if isinstance(block, TextBlock | ToolResult))
    end = blocks[last]
    inner = {"blocks": _marked_end(end.blocks)} if isinstance(end, ToolResult) else {"cache": True}
    return (*blocks[:last], end.model_copy(update=inner), *blocks[last + 1 :])
