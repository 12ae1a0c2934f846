"""Writes the model requests of a failing test's runs as readable text, beside the report of each run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from actwright.engine.run import Run
from actwright.schemas.exchange import Block, Exchange, ImageBlock, Request, ToolResult, text_of
from actwright.schemas.result import Result
from actwright.text import visible

REQUESTS = "requests.txt"


def requests_of(result: Result) -> Path | None:
    """Returns the file for the requests of a run; None if the run asked no model or keeps no records."""
    return result.run_dir / REQUESTS if result.run_dir is not None and result.exchanges else None


def leave_requests(run: Run) -> None:
    """Writes the requests of a run beside its report, with withheld values masked, if it asked a model."""
    if path := requests_of(run.result):
        calls = [(f"step {step.number}", exchange) for step in run.result.steps for exchange in step.exchanges]
        write_requests(path, calls, run.mask)


def write_requests(path: Path, calls: Sequence[tuple[str, Exchange]], mask: Callable[[str], str]) -> None:
    """Writes the calls, each with a title; `mask` hides withheld values. Does nothing if the file cannot be written."""
    text = "\n".join(line for title, exchange in calls for line in _lines(title, exchange))
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(visible(mask(text)), "utf-8")


def _lines(title: str, exchange: Exchange) -> Iterator[str]:
    tries = f", attempt {exchange.attempt}" if exchange.attempt > 1 else ""
    yield f"##### {title}: {exchange.role} asks {exchange.model} ({exchange.wire}){tries}"
    yield from _request(exchange.request)
    if exchange.error:
        yield f"### no answer\n{exchange.error}"
    if exchange.reply is not None:
        read, written = exchange.usage.input, exchange.usage.output
        said = [text_of(block) for block in exchange.reply.blocks]
        yield f"### answer ({read:,} tokens read, {written:,} written)"
        yield "\n".join(filter(None, said)) or exchange.reply.text
    yield ""


def _request(request: Request) -> Iterator[str]:
    yield from (f"### system: {block.section}\n{block.text}" for block in request.system)
    yield from (f"### tool: {tool.name}\n{tool.description}\n{json.dumps(tool.parameters)}" for tool in request.tools)
    for message in request.messages:
        for block in message.blocks:
            for each in block.blocks if isinstance(block, ToolResult) else (block,):
                yield f"### {message.role}: {each.section}\n{_said(each)}"
    if request.answer_schema is not None:
        yield f"### schema of the answer: {request.schema_name}\n{json.dumps(request.answer_schema, default=str)}"


def _said(block: Block) -> str:
    if isinstance(block, ImageBlock):
        return f"({block.image.media_type}, {block.image.width} x {block.image.height})"
    return text_of(block) or f"({type(block).__name__})"
