"""Turn -> request: blocks of text and one image, in an order that prompt caches like.

System prompt and tools, task and names of values, history, page, screenshot. All but the page and the screenshot of one
step is a byte-exact prefix of the next step's request, except where old history steps shrink, eight at a time.
"""

from __future__ import annotations

import hashlib
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
from actwright.text import one_line, shortened

__all__ = ["request"]

LEAST_CACHED = 4_096
"""Characters below which a prefix is not marked: about 1,024 tokens, less than which most models do not cache."""

LONGEST_ADDRESS, LONGEST_SAID, LONGEST_NOTE = 1_000, 2_000, 500
"""Characters of an address, of a title or a dialog's message, and of a note; a page can make each of them of any length."""


def request(turn: Turn) -> Request:
    """The request of the single-call policy for a turn."""
    evidence = load(f"evidence_{turn.task.evidence}")
    output = "" if turn.task.output is None else "\n" + load("output")
    prompt = load("single_call", evidence=evidence, example=_example(turn.tools), output=output)
    tools = "\n".join(map(signature, turn.tools))
    length = len(prompt) + len(tools)
    return Request(
        system=(
            TextBlock(text=prompt, section="system"),
            _marked(TextBlock(text=tools, section="tools"), length),
        ),
        messages=(Message(role="user", blocks=tuple(_blocks(turn, length))),),
        schema_name="proposal",
        answer_schema=proposal_schema(turn.tools, output=turn.task.output),
    )


def _example(tools: Sequence[ToolSpec]) -> str:
    """An answer to a small page; nothing if it calls a tool that this run has not."""
    example = load("example")
    called = set(re.findall(r'"tool":"(\w+)"', example))
    return f"\n{example}\n" if called <= {tool.name for tool in tools} else ""


def _blocks(turn: Turn, before: int) -> Iterator[Block]:
    """The blocks of the conversation, after a system prompt of so many characters.

    The task, or the last batch that has shrunk, is marked beside the end of the history: that prefix outlives the next
    batch.
    """
    past = [TextBlock(text=text, section="history") for text in history(turn.steps)]
    stable = [TextBlock(text=task_text(turn.task), section="task"), *past]
    ends = {shrunk(len(turn.steps)) // BATCH, len(stable) - 1}
    for index, block in enumerate(stable):
        before += len(block.text)
        yield _marked(block, before) if index in ends else block
    yield TextBlock(text=page_text(turn.page), section="page")
    if turn.page.screenshot is not None:
        yield ImageBlock(image=turn.page.screenshot)


def _marked(block: TextBlock, characters: int) -> TextBlock:
    """The block as the end of a prefix worth caching, if that is not too short."""
    return block.model_copy(update={"cache": characters >= LEAST_CACHED})


def task_text(task: Task) -> str:
    """The task and the names of its values; the values themselves are not shown."""
    names = [f"{{{{{name}}}}}" for name in task.data]
    secret = [f"{{{{{name}}}}} (secret)" for name in task.secrets]
    values = f"\n\nValues: {', '.join(names + secret)}" if names or secret else ""
    return f"# Task\n{task.intent}{values}\n\n# Steps so far\n"


def page_text(page: Observation) -> str:
    """The page between markers that nothing on it can forge: their key does not occur in the text between them."""
    text = "\n".join(_page_lines(page))
    key = _absent_from(text)
    return f"# Page now\n[page {key}]\n{text}\n[end of page {key}]"


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


def _absent_from(text: str) -> str:
    key = ""
    while not key or key in text:
        key = hashlib.sha256(f"{key}\n{text}".encode(errors="replace")).hexdigest()[:12]
    return key


def _address(url: str) -> str:
    return shortened(one_line(url), LONGEST_ADDRESS)


def _quoted(text: str) -> str:
    return json.dumps(shortened(one_line(text), LONGEST_SAID), ensure_ascii=False)
