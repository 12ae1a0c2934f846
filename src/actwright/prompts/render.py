"""Turn -> request: blocks of text and one image, in an order that prompt caches like.

System prompt and tools, task and names of values, history, page, screenshot. All but the page and the screenshot of one
step is a byte-exact prefix of the next step's request, except where old history steps shrink, eight at a time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from actwright.prompts.history import BATCH, history, shrunk
from actwright.prompts.signature import signature
from actwright.prompts.texts import load
from actwright.schemas.exchange import Block, ImageBlock, Message, Request, TextBlock
from actwright.schemas.page import Observation
from actwright.schemas.task import Task
from actwright.schemas.tool import ToolSpec, proposal_schema
from actwright.schemas.turn import Turn
from actwright.text import between_markers, one_line, shortened

__all__ = ["confirmation", "page_blocks", "request", "system_blocks", "task_blocks", "task_names", "turn_blocks"]

LEAST_CACHED = 4_096
"""Characters below which a prefix is not marked: about 1,024 tokens, less than which most models do not cache."""

PIXELS_PER_CHARACTER = 188
"""Of a picture, when a prefix is measured: about 750 px are a token, and so are 4 characters."""

STEPS = "# Steps so far\n"
"""Stands between the task and its history."""

LONGEST_ADDRESS, LONGEST_SAID, LONGEST_NOTE = 1_000, 2_000, 500
"""Characters of an address, of a title or a dialog's message, and of a note; a page can make each of them of any length."""


def request(turn: Turn) -> Request:
    """The request of the single-call policy for a turn."""
    evidence = load(f"evidence_{turn.task.evidence}")
    output = "" if turn.task.output is None else "\n" + load("output")
    prompt = load("single_call", evidence=evidence, example=_example(turn.tools), output=output)
    system = system_blocks(prompt, turn.tools)
    return Request(
        system=system,
        messages=(Message(role="user", blocks=tuple(turn_blocks(turn, turn.page, after=system))),),
        schema_name="proposal",
        answer_schema=proposal_schema(turn.tools, output=turn.task.output),
    )


def system_blocks(prompt: str, tools: Sequence[ToolSpec] = ()) -> tuple[TextBlock, ...]:
    """A system prompt, and after it the tools if the model is to know them by text."""
    texts = [TextBlock(text=prompt, section="system")]
    if tools:
        texts.append(TextBlock(text="\n".join(map(signature, tools)), section="tools"))
    return (*texts[:-1], _marked(texts[-1], sum(len(block.text) for block in texts)))


def confirmation(task: Task, where: str) -> str:
    """What code asks of the words that claim completion; nothing if they are taken as they are."""
    return "" if task.evidence == "off" else "\n" + load("confirmed_quote", where=where) + "\n"


def _example(tools: Sequence[ToolSpec]) -> str:
    """An answer to a small page; nothing if it calls a tool that this run has not."""
    example = load("example")
    called = set(re.findall(r'"tool":"(\w+)"', example))
    return f"\n{example}\n" if called <= {tool.name for tool in tools} else ""


def turn_blocks(turn: Turn, page: Observation, *, after: Sequence[TextBlock]) -> Iterator[Block]:
    """Task, history, a look at the page and its picture: one message of the user after a system prompt.

    The task, or the last batch that has shrunk, is marked beside the end of the history: that prefix outlives the next
    batch.
    """
    task = task_blocks(turn.task)
    stable = [*task, *(TextBlock(text=text, section="history") for text in history(turn.steps))]
    ends = {len(task) - 1 + shrunk(len(turn.steps)) // BATCH, len(stable) - 1}
    before = sum(map(_length, after))
    for index, block in enumerate(stable):
        before += _length(block)
        yield _marked(block, before) if index in ends and isinstance(block, TextBlock) else block
    yield from page_blocks(page)


def page_blocks(page: Observation) -> Iterator[TextBlock | ImageBlock]:
    """A look at the page as text, and its picture if there is one."""
    yield TextBlock(text=page_text(page), section="page")
    if page.screenshot is not None:
        yield ImageBlock(image=page.screenshot)


def _length(block: TextBlock | ImageBlock) -> int:
    if isinstance(block, TextBlock):
        return len(block.text)
    return block.image.width * block.image.height // PIXELS_PER_CHARACTER


def _marked(block: TextBlock, characters: int) -> TextBlock:
    """The block as the end of a prefix worth caching, if that is not too short."""
    return block.model_copy(update={"cache": characters >= LEAST_CACHED})


def task_blocks(task: Task, *, heading: str = STEPS) -> tuple[TextBlock | ImageBlock, ...]:
    """The task, each of its pictures after its number, and the heading of what follows; the same in every step."""
    text = task_text(task).removesuffix(STEPS)
    if not task.images:
        return (TextBlock(text=text + heading, section="task"),)
    blocks: list[TextBlock | ImageBlock] = []
    before = text
    for number, image in enumerate(task.images, 1):
        blocks += (
            TextBlock(text=f"{before}Input image {number}:", section="task"),
            ImageBlock(image=image, section="task"),
        )
        before = ""
    return (*blocks, TextBlock(text=heading, section="task")) if heading else tuple(blocks)


def task_text(task: Task) -> str:
    """The task and the names of its values."""
    return f"# Task\n{task.intent}{task_names(task)}\n\n{STEPS}"


def task_names(task: Task) -> str:
    """The names of a task's values, to stand after it; the values themselves are not shown."""
    names = [f"{{{{{name}}}}}" for name in task.data]
    secret = [f"{{{{{name}}}}} (secret)" for name in task.secrets]
    return f"\n\nValues: {', '.join(names + secret)}" if names or secret else ""


def page_text(page: Observation) -> str:
    """The page between markers that nothing on it can forge: their key does not occur in the text between them."""
    text = "\n".join(_page_lines(page))
    return f"# Page now\n{between_markers(text, what='page')}"


def _page_lines(page: Observation) -> Iterator[str]:
    yield f"URL: {_address(page.url)}"
    if page.title:
        yield f"Title: {_quoted(page.title)}"
    if len(page.tabs) > 1:
        yield "Tabs:"
        for tab in page.tabs:
            yield f"- {tab.id} {_quoted(tab.title)} {_address(tab.url)}{' (in front)' if tab.active else ''}"
    if page.downloads:
        names = (f"{_quoted(file.name)}{' (incomplete)' if file.error else ''}" for file in page.downloads)
        yield f"Downloads: {', '.join(names)}"
    if page.dialog is not None:
        offered = f", default {_quoted(page.dialog.default)}" if page.dialog.default else ""
        yield f"Open dialog: {page.dialog.kind} {_quoted(page.dialog.message)}{offered}"
    for note in page.notes:
        yield f"Note: {shortened(one_line(note), LONGEST_NOTE)}"
    if page.tree:
        yield "Tree:"
        yield page.tree


def _address(url: str) -> str:
    return shortened(one_line(url), LONGEST_ADDRESS)


def _quoted(text: str) -> str:
    return json.dumps(shortened(one_line(text), LONGEST_SAID), ensure_ascii=False)
