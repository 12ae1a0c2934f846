"""What prompt caches save: the requests of one run of 20 steps, read with and without the cache of a provider.

The requests are real, the local servers stand in for the providers: they count tokens by the library's own estimate, and
cache by the documented rules. Anthropic's keep prefixes of at least 1,024 tokens that end at a mark, and find them again up
to 20 blocks before one; OpenAI's keep the longest common prefix without marks, of at least 1,024 tokens and in steps of 128.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from rich.console import Console
from rich.table import Table

from actwright import Agent, Limits
from actwright.engine.models.estimates import estimate
from actwright.engine.models.prices import price
from actwright.schemas.exchange import ImageBlock, Request, TextBlock, Usage
from actwright.testing import Answer, AnthropicServer, OpenAIResponsesServer, Site
from actwright.testing.requests import request_of
from actwright.text import estimated_tokens

STEPS = 20
LEAST = 1_024
LOOKBACK = 20
GRAIN = 128


@dataclass(frozen=True, slots=True)
class Piece:
    """A block of a request as a cache reads it: what is written in it, and whether it ends a marked prefix."""

    text: str
    tokens: float
    marked: bool


def pieces(request: Request, model: str) -> list[Piece]:
    """The request in the order in which caches read it; the answer's schema stands first."""
    whole = estimate(request, model=model)
    found = [Piece(str(request.answer_schema), whole.text.get("schema", 0.0), marked=False)]
    for block in (*request.system, *(block for message in request.messages for block in message.blocks)):
        if isinstance(block, ImageBlock):
            found.append(Piece(repr(block.image.data), whole.image, marked=False))
        elif isinstance(block, TextBlock):
            found.append(Piece(block.text, estimated_tokens(block.text), marked=block.cache))
    return found


class Cache(Protocol):
    """What a provider remembers of the requests before."""

    def read(self, request: list[Piece]) -> tuple[float, float]:
        """Tokens that are read from it, and written to it; it then knows this request too."""
        ...


@dataclass(slots=True)
class Marked:
    """Anthropic's: prefixes up to the marks of earlier requests, looked for at a mark and in the blocks before it."""

    known: set[tuple[str, ...]] = field(default_factory=set[tuple[str, ...]])

    def read(self, request: list[Piece]) -> tuple[float, float]:
        """See `Cache`."""
        ends = [
            number
            for number, piece in enumerate(request, start=1)
            if piece.marked and _tokens(request[:number]) >= LEAST
        ]
        looked_at = {number for end in ends for number in range(max(1, end - LOOKBACK), end + 1)}
        kept = max((number for number in looked_at if _texts(request[:number]) in self.known), default=0)
        self.known |= {_texts(request[:end]) for end in ends}
        return _tokens(request[:kept]), _tokens(request[kept : max((kept, *ends))])


def _texts(request: list[Piece]) -> tuple[str, ...]:
    return tuple(piece.text for piece in request)


def _tokens(request: list[Piece]) -> float:
    return sum(piece.tokens for piece in request)


@dataclass(slots=True)
class Prefixes:
    """OpenAI's: the longest beginning that a request shares with an earlier one."""

    known: list[list[Piece]] = field(default_factory=list[list[Piece]])

    def read(self, request: list[Piece]) -> tuple[float, float]:
        """See `Cache`. What is written is not charged apart."""
        shared = max((_shared(earlier, request) for earlier in self.known), default=0.0)
        self.known.append(request)
        return (0.0 if shared < LEAST else shared // GRAIN * GRAIN), 0.0


def _shared(earlier: list[Piece], later: list[Piece]) -> float:
    tokens = 0.0
    for one, other in zip(earlier, later, strict=False):
        if one.text != other.text:
            pairs = zip(f"{one.text}\0", f"{other.text}\1", strict=False)
            same = next(index for index, pair in enumerate(pairs) if pair[0] != pair[1])
            return tokens + estimated_tokens(other.text[:same])
        tokens += other.tokens
    return tokens


WIRES: tuple[tuple[str, str, type[Any], type[Cache]], ...] = (
    ("anthropic", "claude-sonnet-4-5", AnthropicServer, Marked),
    ("openai-responses", "gpt-5", OpenAIResponsesServer, Prefixes),
)


def script(wire: str, model: str, cache: Cache) -> Iterator[Any]:
    """One action a step; each answer reports what the provider would."""

    def line(number: int) -> Any:
        parameters = {"element_id": "input-0", "value": str(10 + number)}
        action = {"reason": f"try the price {10 + number}", "tool": "fill", "parameters": parameters}
        said = {"complete": False, "message": f"fills price number {number + 1}", "actions": [action]}

        def answered(body: dict[str, Any]) -> Answer:
            request = request_of(body, wire=wire.replace("-", "_"))
            kept, written = cache.read(pieces(request, model))
            whole = estimate(request, model=model).total
            usage = Usage(
                fresh=whole - math.floor(kept) - math.floor(written),
                cache_read=math.floor(kept),
                cache_write=math.floor(written),
                output=math.ceil(estimated_tokens(str(said))),
            )
            return Answer(said=said, usage=usage)

        return answered

    return (line(number) for number in range(STEPS))


async def main() -> None:
    console = Console(width=None if sys.stdout.isatty() else 120)
    for wire, model, kind, cache in WIRES:
        with Site() as site, kind(script(wire, model, cache())) as server:
            limits = Limits(steps=STEPS, repeats=STEPS + 1)
            agent = Agent(f"{wire}:{model}@{server.url}", limits=limits, out=None)
            result = await agent.run("Try twenty prices, one after the other", url=f"{site.url}/price")
        rows = [(row.usage, row.cost or 0.0) for row in result.exchanges]
        assert len(rows) == STEPS
        console.print(_table(f"Input and cost per step, {model}, caching on and off", rows, model, wire))


def _table(title: str, rows: list[tuple[Usage, float]], model: str, wire: str) -> Table:
    table = Table(
        *("step", "fresh", "cache read", "cache write", "output", "USD"),
        *("fresh, caching off", "USD, caching off", "saved"),
        title=f"{title} (tokens estimated)",
    )
    provider = wire.partition("-")[0]
    total, spent, without = Usage(), 0.0, 0.0
    for number, (usage, cost) in enumerate(rows, start=1):
        off = price(Usage(fresh=usage.input, output=usage.output), model=model, provider=provider) or 0.0
        total, spent, without = total + usage, spent + cost, without + off
        table.add_row(str(number), *_figures(usage, cost, off), end_section=number == STEPS)
    table.add_row("all", *_figures(total, spent, without))
    return table


def _figures(usage: Usage, on: float, off: float) -> tuple[str, ...]:
    counts = (usage.fresh, usage.cache_read, usage.cache_write, usage.output)
    return (*(f"{count:,}" for count in counts), f"{on:.4f}", f"{usage.input:,}", f"{off:.4f}", f"{1 - on / off:.0%}")
