"""Measures what prompt caches save on the requests of one run of 20 steps, with and without a provider's cache.

The requests are real. Local servers replace the providers: they count tokens by the library's own estimate, and cache
by the documented rules (see `actwright.testing.prompt_caches`).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

from actwright import Agent, Limits
from actwright.engine.models.prices import price
from actwright.schemas.exchange import Usage
from actwright.testing import Answer, AnthropicServer, OpenAIResponsesServer, Site
from actwright.testing.prompt_caches import CommonPrefixes, MarkedPrefixes, PromptCache, input_usage, pieces
from actwright.testing.requests import request_of
from actwright.text import estimated_tokens

STEPS = 20

WIRES: tuple[tuple[str, str, type[Any], type[PromptCache]], ...] = (
    ("anthropic", "claude-sonnet-4-5", AnthropicServer, MarkedPrefixes),
    ("openai-responses", "gpt-5", OpenAIResponsesServer, CommonPrefixes),
)


def script(wire: str, model: str, cache: PromptCache) -> Iterator[Any]:
    """Proposes one action per step; each answer reports the usage that the provider would report."""

    def line(number: int) -> Any:
        parameters = {"element_id": "input-0", "value": str(10 + number)}
        action = {"reason": f"try the price {10 + number}", "tool": "fill", "parameters": parameters}
        said = {"complete": False, "message": f"fills price number {number + 1}", "actions": [action]}

        def answered(body: dict[str, Any]) -> Answer:
            request = request_of(body, wire=wire.replace("-", "_"))
            usage = input_usage(pieces(request, model=model), cache)
            usage = usage.model_copy(update={"output": math.ceil(estimated_tokens(str(said)))})
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
