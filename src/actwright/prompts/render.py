"""Renders a turn as a request: blocks of text and one image, in the best order for prompt caches.

The order is: system prompt and tools, task and values, history, page, screenshot. All but the page and the screenshot
of one step is a byte-exact prefix of the next step's request, except where old history steps shrink, eight at a time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from actwright.errors import ConfigError
from actwright.prompts.history import BATCH, history, shrunk
from actwright.schemas.exchange import Block, ImageBlock, Message, Request, TextBlock
from actwright.schemas.page import Observation
from actwright.schemas.page_tool_line import tool_line
from actwright.schemas.positional import head, nested, shown_default
from actwright.schemas.task import Task
from actwright.schemas.tool import ToolSpec, paired, proposal_schema
from actwright.schemas.turn import Turn
from actwright.text import between_markers, one_line, shortened, visible

LEAST_CACHED = 4_096
"""The fewest characters of a prefix that is marked: about 1,024 tokens. Most models cache nothing shorter."""

PIXELS_PER_CHARACTER = 188
"""How many px of a picture count as one character of a prefix: a token is about 750 px, or 4 characters."""

STEPS = "# Steps so far\n"
"""The heading between the task and its history."""

LONGEST_VALUE = 200
"""Characters that are shown of a value in the task's data; code types all of it."""

NO_STEPS = "No steps yet.\n"
"""Sent with the first page, and not under the heading of the steps, because what is sent there stays."""

LONGEST_ADDRESS, LONGEST_SAID, LONGEST_NOTE = 1_000, 2_000, 500
"""Characters of an address, of a title or a dialog's message, and of a note; a page can make each of any length."""


def request(turn: Turn) -> Request:
    """The request of the single-call policy for a turn."""
    evidence = load(f"evidence_{turn.task.evidence}")
    output = "" if turn.task.output is None else "\n" + load("output")
    if turn.page.is_page:
        prompt = load("single_call", evidence=evidence, example=_example(turn.tools), output=output)
    else:
        prompt = reading_prompt("single_call", output=output)
    schema = proposal_schema(turn.tools, output=turn.task.output)
    return turn_request(turn, turn.page, prompt, tools=turn.tools, schema_name="proposal", schema=schema)


def turn_request(
    turn: Turn,
    page: Observation,
    prompt: str,
    *,
    tools: Sequence[ToolSpec] = (),
    schema_name: str,
    schema: dict[str, Any] | None,
    verdict: str = "",
) -> Request:
    """A request with a system prompt, and a turn with a look at a page as the one message of the user."""
    system = system_blocks(prompt, map(signature, tools))
    blocks = tuple(turn_blocks(turn, page, after=system, verdict=verdict))
    return Request(
        system=system,
        messages=(Message(role="user", blocks=blocks),),
        schema_name=schema_name,
        answer_schema=schema,
        paired_schema=paired(schema, tools) if schema and tools else None,
    )


def system_blocks(prompt: str, tools: Iterable[str] = ()) -> tuple[TextBlock, ...]:
    """A system prompt, followed by lines about the tools if the model reads them as text."""
    texts = [TextBlock(text=prompt, section="system")]
    if listed := "\n".join(tools):
        texts.append(TextBlock(text=listed, section="tools"))
    return (*texts[:-1], _marked(texts[-1], sum(len(block.text) for block in texts)))


def signature(spec: ToolSpec) -> str:
    """A tool as a model reads it, in one line: `wait(seconds=5, text=""): Wait.`.

    It has the name, parameters with their defaults, purpose, and meaning of the parameters. What is written as JSON has its
    schema.
    """
    return f"{head(spec)}: {' '.join([*_purpose(spec), *nested(spec)])}"


def fact_signature(spec: ToolSpec) -> str:
    """A kind of fact, whose parameters are given by name; their types are in the answer's schema."""
    properties: Mapping[str, Any] = spec.parameters.get("properties", {})
    required = spec.parameters.get("required", ())
    names = (name if name in required else f"{name}={shown_default(each)}" for name, each in properties.items())
    return f"{spec.name}({', '.join(names)}): {' '.join(_purpose(spec))}"


def _purpose(spec: ToolSpec) -> list[str]:
    properties: Mapping[str, Any] = spec.parameters.get("properties", {})
    notes = [f"{name}: {value['description']}." for name, value in properties.items() if "description" in value]
    return [*spec.description.split(), *notes]


def reading_prompt(name: str, **values: str) -> str:
    """The system prompt of a policy in a run that reads the web and has no page."""
    return load(f"reading/{name}", rules=load("reading/rules"), **values)


def confirmation(task: Task, where: str) -> str:
    """What code requires of the words that claim completion; empty if they are accepted as they are."""
    return "" if task.evidence == "off" else "\n" + load("confirmed_quote", where=where) + "\n"


def _example(tools: Sequence[ToolSpec]) -> str:
    """An answer to a small page; empty if it calls a tool that the run does not have."""
    example = load("example")
    called = set(re.findall(r'"tool":"(\w+)"', example))
    return f"\n{example}\n" if called <= {tool.name for tool in tools} else ""


def turn_blocks(turn: Turn, page: Observation, *, after: Sequence[TextBlock], verdict: str = "") -> Iterator[Block]:
    """Task, history, a look at the page and its picture: the blocks of one user message after a system prompt.

    Two ends of prefixes are marked: the end of the history, and the end of the task or of the last batch that has shrunk.
    The latter prefix outlives the next batch.
    """
    first = turn.steps[0].page if turn.steps else turn.page
    task = task_blocks(turn.task, start=started_at(first) if first.is_page else "")
    stable = [*task, *(TextBlock(text=text, section="history") for text in history(turn.steps, turn.tools))]
    ends = {len(task) - 1 + shrunk(len(turn.steps)) // BATCH, len(stable) - 1}
    before = sum(map(_length, after))
    for index, block in enumerate(stable):
        before += _length(block)
        yield _marked(block, before) if index in ends and isinstance(block, TextBlock) else block
    yield from page_blocks(page, before="" if turn.steps else NO_STEPS, verdict=verdict)


def page_blocks(page: Observation, *, before: str = "", verdict: str = "") -> Iterator[TextBlock | ImageBlock]:
    """A look at the page as text, and its picture if there is one. In a run without a page, only the two texts.

    Args:
        page: The page.
        before: A text before it, in this request alone.
        verdict: What a verifier said about the steps so far, which stands after it.
    """
    said = f"\n\n# Verdict on the steps so far\n{one_line(verdict)}" if verdict else ""
    if page.is_page:
        yield TextBlock(text=page_text(page, before=before) + said, section="page")
    elif before or said:
        yield TextBlock(text=(before + said).strip(), section="page")
    if page.screenshot is not None:
        yield ImageBlock(image=page.screenshot)


def _length(block: TextBlock | ImageBlock) -> int:
    if isinstance(block, TextBlock):
        return len(block.text)
    return block.image.width * block.image.height // PIXELS_PER_CHARACTER


def _marked(block: TextBlock, characters: int) -> TextBlock:
    """The block, marked as the end of a prefix worth caching unless the prefix is too short."""
    return block.model_copy(update={"cache": characters >= LEAST_CACHED})


def task_blocks(task: Task, *, heading: str = STEPS, start: str = "") -> tuple[TextBlock | ImageBlock, ...]:
    """The task, where it started, its numbered pictures, and the heading of what follows; the same in every step."""
    text = f"# Task\n{task.text}{task_values(task)}\n\n{start}"
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


def started_at(page: Observation) -> str:
    """Where the task began; the page may be another one by now."""
    title = f" {_quoted(page.title)}" if page.title else ""
    return f"Started at: {_address(page.url)}{title}\n\n"


def task_values(task: Task) -> str:
    """A task's values, a line each, to follow the task; private values and secrets by name alone."""
    lines = [f"- {{{{{name}}}}}: {_shown(value)}" for name, value in task.data.items()]
    lines += [f"- {{{{{name}}}}} (private)" for name in task.private]
    lines += [f"- {{{{{name}}}}} (secret)" for name in task.secrets]
    return "\n\nValues:\n" + "\n".join(lines) if lines else ""


def _shown(value: str) -> str:
    """A value on one line, in quotation marks that nothing in it can forge; only the beginning of a long one."""
    shown = json.dumps(visible(value[:LONGEST_VALUE]), ensure_ascii=False)
    return shown if len(value) <= LONGEST_VALUE else f"{shown} … {len(value):,} characters"


def page_text(page: Observation, *, before: str = "") -> str:
    """The page between markers that nothing on it can forge: their key does not occur in the text between them."""
    text = "\n".join(_page_lines(page))
    return f"# Page now\n{before}{between_markers(text, what='page')}"


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
    if page.page_tools:
        yield "Tools of the page:"
        yield from (f"- {tool_line(tool)}" for tool in page.page_tools)


def _address(url: str) -> str:
    return shortened(one_line(url), LONGEST_ADDRESS)


def _quoted(text: str) -> str:
    return json.dumps(shortened(one_line(text), LONGEST_SAID), ensure_ascii=False)


PLACEHOLDER = re.compile(r"\$([a-z][a-z_]*)")


def load(name: str, **values: str) -> str:
    """The prompt text of this name, each `$placeholder` in it replaced once; values are not searched again.

    Raises:
        ConfigError: There is no such text, or the values are not exactly those that it asks for.
    """
    source = files("actwright.prompts").joinpath(f"{name}.md")
    if not source.is_file():
        raise ConfigError(f"there is no prompt text {name!r}")
    text = source.read_text(encoding="utf-8").strip()
    asked = set(PLACEHOLDER.findall(text))
    if asked != set(values):
        missing, unused = sorted(asked - set(values)), sorted(set(values) - asked)
        raise ConfigError(f"prompt text {name!r}: missing values {missing}, unused values {unused}")
    return PLACEHOLDER.sub(lambda match: values[match[1]], text)


HEADING = "\n\n# Standing instructions of the user\nThey apply to every task; where the task says otherwise, the task wins.\n\n"


def instructed(request: Request, instructions: str) -> Request:
    """Returns the request with the instructions at the end of its system prompt, where a provider can cache them."""
    if not instructions:
        return request
    *before, last = request.system or (TextBlock(text="", section="system"),)
    block = TextBlock(text=f"{HEADING}{instructions}", section="instructions", cache=last.cache)
    prompt = [*before, last.model_copy(update={"cache": False})] if last.text else before
    return request.model_copy(update={"system": (*prompt, block)})
