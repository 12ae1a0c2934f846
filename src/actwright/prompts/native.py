"""Renders a turn for a provider's own toolset, as one conversation that is only added to.

It is the last request of the run with the reply to it and the results of its calls. So each request is a byte-exact
prefix of the next one, with all the pictures in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from actwright.prompts.conversation import definition, is_repeatable, marked_end, remarks, with_call_ids
from actwright.prompts.history import history
from actwright.prompts.render import confirmation, load, started_at, system_blocks, task_blocks
from actwright.schemas.exchange import Block, Exchange, Message, Reply, Request, TextBlock, ToolCall
from actwright.schemas.page import Observation
from actwright.schemas.step import Step
from actwright.schemas.tool import ToolSpec, answer_schema
from actwright.schemas.toolset import Toolset
from actwright.schemas.turn import Turn

Answer = Callable[[Sequence[ToolCall], Step, Observation], tuple[Block, ...]]
"""Makes the results of a reply's calls, from the step that performed them and the look after it."""


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
