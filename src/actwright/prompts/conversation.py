"""Renders a turn as a conversation with native tool calls, of the run's tools or of a provider's own toolset.

What was said, called and answered stays, and is only added to. Of the pages and pictures, either all are sent or only
the newest. With all, each request is a byte-exact prefix of the next one; with the newest, that prefix ends where the
last page stood. For a toolset, a request is the last one of the run with the reply to it and the results of its calls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Literal, TypeAlias

from actwright.prompts.history import history, outcome_text
from actwright.prompts.render import (
    confirmation,
    load,
    page_blocks,
    reading_prompt,
    started_at,
    system_blocks,
    task_blocks,
)
from actwright.schemas.exchange import (
    Block,
    Exchange,
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
from actwright.schemas.tool import ToolSpec, answer_schema
from actwright.schemas.toolset import Toolset
from actwright.schemas.turn import Turn

Pages: TypeAlias = Literal["newest", "all"]
"""Which pages a conversation shows, with their pictures."""

TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What every provider accepts as the name of a tool."""

GO_ON = "Go on."
"""A user message with nothing else to say, once its page is left out."""

Answer = Callable[[Sequence[ToolCall], Step, Observation], tuple[Block, ...]]
"""Makes the results of a reply's calls, from the step that performed them and the look after it."""


def conversation(turn: Turn, *, pages: Pages = "newest") -> Request:
    """The request of the tool loop for a turn: all replies as they came, all calls answered, the newest page or all."""
    seen = [*(step.page for step in turn.steps), turn.page]
    shown = [tuple(page_blocks(page)) if pages == "all" or page is turn.page else () for page in seen]
    start = started_at(seen[0]) if pages == "newest" and seen[0].is_page else ""
    opening = Message(role="user", blocks=(*task_blocks(turn.task, heading="", start=start), *shown[0]))
    messages, known = [opening], set[str]()
    for step, after in zip(turn.steps, shown[1:], strict=True):
        messages += _exchanged(step, after, known)
    output = turn.task.output
    return Request(
        system=system_blocks(_prompt(turn)),
        messages=tuple(_marked_ends(messages, pages)),
        tools=tuple(map(definition, turn.tools)),
        schema_name="answer",
        answer_schema=None if output is None else answer_schema(output),
    )


def _prompt(turn: Turn) -> str:
    output = "" if turn.task.output is None else "\n" + load("output_last")
    if not turn.page.is_page:
        return reading_prompt("tool_loop", output=output)
    return load("tool_loop", output=output, evidence=confirmation(turn.task, "your last words"))


def definition(spec: ToolSpec) -> ToolDefinition:
    """A tool as a request offers it natively."""
    return ToolDefinition(name=spec.name, description=spec.description, parameters=spec.parameters)


def _exchanged(step: Step, after: Sequence[TextBlock | ImageBlock], known: set[str]) -> Iterator[Message]:
    """What the model said in a step, if it may be repeated, and what followed: results, what was wrong, the page."""
    reply = _repeatable(step)
    said = with_call_ids(reply.blocks, known) if reply else ()
    if said:
        yield Message(role="assistant", blocks=said)
    if step.proposal is not None and not step.exchanges:  # another policy decided it
        after = (TextBlock(text=history([step])[0], section="history"), *after)
    calls = [block for block in said if isinstance(block, ToolCall)]
    if calls:
        yield Message(role="user", blocks=_results(calls, step, after))
    else:
        told = (*remarks(step), *after)
        yield Message(role="user", blocks=told or (TextBlock(text=GO_ON, section="history"),))


def _repeatable(step: Step) -> Reply | None:
    """The reply of a step, if a conversation can contain it.

    A reply that was cut off or refused, or that calls a tool by an impossible name, cannot.
    """
    reply = step.exchanges[-1].reply if step.exchanges else None
    return reply if reply is not None and is_repeatable(reply) else None


def is_repeatable(reply: Reply) -> bool:
    """Whether a conversation can contain a reply; see `_repeatable`."""
    if not reply.blocks or reply.finish not in ("stop", "tools"):
        return False
    return all(TOOL_NAME.fullmatch(block.tool) for block in reply.blocks if isinstance(block, ToolCall))


def with_call_ids(blocks: Sequence[Block], known: set[str]) -> tuple[Block, ...]:
    """The blocks, with a new ID for each call that has none or repeats an earlier one: providers refuse these."""
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


def _results(calls: Sequence[ToolCall], step: Step, page: Sequence[TextBlock | ImageBlock]) -> tuple[Block, ...]:
    """A result for every call, done or not; the page after them is in the last result.

    If the last call failed, the page follows the results, because some wires send what failed as the text of an error.
    """
    results: list[ToolResult] = []
    outcomes = [*step.outcomes, *[None] * (len(calls) - len(step.outcomes))]
    for call, outcome in zip(calls, outcomes, strict=True):
        text = f"not done: {step.problem}" if outcome is None else outcome_text(outcome)
        failed = outcome is None or outcome.status in ("failed", "skipped")
        blocks = (TextBlock(text=text, section="history"),)
        results.append(ToolResult(call_id=call.call_id, blocks=blocks, failed=failed))
    if results[-1].failed:
        return (*results, *page)
    return (*results[:-1], results[-1].model_copy(update={"blocks": (*results[-1].blocks, *page)}))


def remarks(step: Step, *, answered: bool = False) -> Iterator[TextBlock]:
    """What was wrong with a reply, unless the results of its calls say so (`answered`), or with its claim."""
    if step.problem and not answered:
        yield TextBlock(text=f"Your reply cannot be used; nothing was done: {step.problem}", section="history")
    if step.claim is not None and not step.claim.accepted:
        yield TextBlock(text=f"Your claim was refused: {step.claim.reason}", section="history")


def _marked_ends(messages: Sequence[Message], pages: Pages) -> list[Message]:
    """The messages, with marks where a prefix worth caching ends.

    These are the ends of what the next request repeats of the last user message and of the one before.
    """
    users = [index for index, message in enumerate(messages) if message.role == "user"][-2:]
    return [
        message.model_copy(update={"blocks": marked_end(message.blocks, pages)}) if index in users else message
        for index, message in enumerate(messages)
    ]


def marked_end(blocks: Sequence[Block], pages: Pages) -> tuple[Block, ...]:
    """The blocks, with a mark on the last text that stays, which may be in a result; unchanged if none stays."""
    staying = (
        index
        for index, block in enumerate(blocks)
        if isinstance(block, ToolResult)
        or (isinstance(block, TextBlock) and (pages == "all" or block.section != "page"))
    )
    last = max(staying, default=None)
    if last is None:
        return tuple(blocks)
    end = blocks[last]
    inner = {"blocks": marked_end(end.blocks, pages)} if isinstance(end, ToolResult) else {"cache": True}
    return (*blocks[:last], end.model_copy(update=inner), *blocks[last + 1 :])


def native_request(turn: Turn, name: str, toolset: Toolset, tools: Sequence[ToolSpec], answer: Answer) -> Request:
    """The first request of a turn; `name` is that of the prompt, and `tools` are those beside the toolset."""
    opening = _opening(turn, name, toolset, tools)
    asked = [(index, each) for index, step in enumerate(turn.steps) if (each := _last_answered(step))]
    if not asked:
        return _added(opening, _told(turn.steps))
    index, exchange = asked[-1]
    request, reply = opening.model_copy(update={"messages": exchange.request.messages}), exchange.reply
    pages = [*(step.page for step in turn.steps[index + 1 :]), turn.page]
    repeatable = reply if reply is not None and is_repeatable(reply) else None
    answered = repeatable is not None and any(isinstance(each, ToolCall) for each in repeatable.blocks)
    told = (*remarks(turn.steps[index], answered=answered), *_told(turn.steps[index + 1 :]))
    if repeatable is None:
        return _added(request, told)
    return continued(request, repeatable, lambda calls: (*answer(calls, turn.steps[index], pages[0]), *told))


def continued(request: Request, reply: Reply, answer: Callable[[Sequence[ToolCall]], Sequence[Block]]) -> Request:
    """A request with the reply to it and what follows: the results of its calls, which `answer` makes."""
    known = {block.call_id for message in request.messages for block in message.blocks if isinstance(block, ToolCall)}
    said = with_call_ids(reply.blocks, known)
    spoken = Message(role="assistant", blocks=said)
    request = request.model_copy(update={"messages": (*request.messages, spoken)})
    return _added(request, answer([block for block in said if isinstance(block, ToolCall)]))


def _opening(turn: Turn, name: str, toolset: Toolset, tools: Sequence[ToolSpec]) -> Request:
    output = "" if turn.task.output is None else "\n" + load("output_last")
    prompt = load(name, output=output, evidence=confirmation(turn.task, "your last words"))
    first = turn.steps[0].page if turn.steps else turn.page
    blocks = task_blocks(turn.task, heading="", start=started_at(first))
    return Request(
        system=system_blocks(prompt),
        messages=(Message(role="user", blocks=blocks),),
        tools=tuple(map(definition, tools)),
        toolset=toolset,
        answer_schema=None if turn.task.output is None else answer_schema(turn.task.output),
    )


def _last_answered(step: Step) -> Exchange | None:
    return next((each for each in reversed(step.exchanges) if each.reply is not None and each.request.toolset), None)


def _told(steps: Sequence[Step]) -> tuple[TextBlock, ...]:
    """Steps that another policy decided, or in which nothing was answered."""
    return tuple(TextBlock(text=text, section="history") for text in history(steps))


def _added(request: Request, blocks: Sequence[Block]) -> Request:
    """The request with more blocks at the end of the user's last message, or in a new one, and a mark for the cache."""
    *before, last = request.messages
    if last.role != "user":
        before, last = [*before, last], Message(role="user", blocks=())
    if not (*last.blocks, *blocks):
        blocks = (TextBlock(text="Go on.", section="history"),)
    ended = last.model_copy(update={"blocks": marked_end((*last.blocks, *blocks), "all")})
    return request.model_copy(update={"messages": (*before, ended)})
