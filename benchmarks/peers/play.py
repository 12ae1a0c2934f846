"""Plays a case of the suite `forms` with a peer, on the same site, with the same model server, meter and score."""

from __future__ import annotations

import tempfile
import time
from itertools import repeat
from pathlib import Path

from playwright.async_api import async_playwright

from actwright.compare.oracle import BilledReply
from actwright.compare.row import CaseRow
from actwright.engine.models.prices import price, uncached
from actwright.schemas.exchange import Exchange, Reply, Request, cost_of, text_of, usage_of
from actwright.schemas.usage import Usage
from actwright.testing import Answer, OpenAIChatServer
from actwright.testing.prompt_caches import CommonPrefixes, Count
from benchmarks.page.environments import chromium
from benchmarks.peers.peer import Errand, Peer
from benchmarks.suites import forms
from benchmarks.suites.forms_site.application import application
from benchmarks.suites.forms_site.oracle import oracle
from benchmarks.suites.forms_site.site import MarketSite

__all__ = ["played"]

WIRE = "openai_chat"


async def played(
    peer: Peer, label: str, size: int, *, model: str, told: str, count: Count, seed: int = 0
) -> tuple[CaseRow, list[tuple[int, Exchange]]]:
    """Returns the row of the comparison, and its calls with their numbers.

    Args:
        peer: The peer that plays.
        label: The name of the peer in the comparison.
        size: The number of pages of the application.
        model: The model that the server claims to be; its prices apply.
        told: The description of the models in the comparison.
        count: Counts the tokens of texts.
        seed: The seed of the application.

    Raises:
        RuntimeError, TimeoutError: See `Peer.run`.
    """
    wanted = application(seed, size)
    billed = BilledReply(peer.answers(oracle(wanted.foretelling_task)), wire=WIRE, count=count, cache=CommonPrefixes())
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
        async with MarketSite(wanted) as site, async_playwright() as playwright, chromium(playwright) as browser:
            with OpenAIChatServer(repeat(billed), strict=True) as server:
                began = time.monotonic()
                ended = await peer.run(
                    Errand(
                        task=wanted.foretelling_task,
                        url=site.url,
                        model_url=server.url,
                        model=model,
                        browser=browser,
                        steps=6 * size + 10,
                        work=Path(work),
                    )
                )
                seconds = time.monotonic() - began
            wrong = forms.problem(site, wanted.wanted)
    exchanges = [_exchange(model, *call) for call in billed.calls]
    costs = [uncached(exchange) for exchange in exchanges]
    row = CaseRow(
        case=f"apply-{size}",
        seed=seed,
        size=size,
        contender=label,
        policy=ended.version,
        evidence="off",
        screenshot="always" if peer.pictures else "never",
        model=told,
        passed=not wrong,
        reason=wrong,
        status="complete" if ended.done else "failed",
        error=ended.error,
        steps=len(exchanges),
        calls=len(server.received),
        captures=peer.looks([request for request, _, _ in billed.calls]),
        unusable=len(server.received) - len(exchanges),
        usage=usage_of(exchanges),
        cost=cost_of(exchanges),
        cost_uncached=None if None in costs else sum(cost for cost in costs if cost is not None),
        seconds=seconds,
    )
    return row, list(enumerate(exchanges, start=1))


def _exchange(model: str, request: Request, answer: Answer, usage: Usage) -> Exchange:
    text = answer.text or "\n".join(map(text_of, answer.called))
    return Exchange(
        role="main",
        model=model,
        wire=WIRE,
        request=request,
        reply=Reply(text=text, usage=usage, model=model),
        usage=usage,
        cost=price(usage, model=model, provider="openai"),
    )
