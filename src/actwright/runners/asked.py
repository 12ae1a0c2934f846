"""Writes the model requests of a failing test's runs as readable text, beside the report of each run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from actwright.engine.records.request_view import parts_of
from actwright.engine.run import Run
from actwright.schemas.exchange import Exchange, text_of
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
    for part in parts_of(exchange.request):
        picture = part.image and f"({part.image.media_type}, {part.image.width} x {part.image.height})"
        yield f"### {part.origin}: {part.section}\n{picture or part.text}"
    if exchange.error:
        yield f"### no answer\n{exchange.error}"
    if exchange.reply is not None:
        read, written = exchange.usage.input, exchange.usage.output
        said = [text_of(block) for block in exchange.reply.blocks]
        yield f"### answer ({read:,} tokens read, {written:,} written)"
        yield "\n".join(filter(None, said)) or exchange.reply.text
    yield ""
