"""Counts the tokens that the browsing agent sends for "Find iPhone 15 on rozetka.ua": a search, a page and an answer.

A fake backend provides the search and the page, so that the bench opens no connection and the figures are the same
everywhere. Tokens are estimated as characters / 4. A request repeats the earlier ones, as in a conversation. The agent
of commit 82800a1 had the prompt of the agents that fill forms, and an empty page after each result: it sent 871 + 983 +
1,082 = 2,936 tokens, and started a browser that it did not need. Now the agent sends 607 + 699 + 777 = 2,083 tokens,
and starts no browser.
"""

from __future__ import annotations

import json

from rich.console import Console
from rich.table import Table

from actwright import BrowsingAgent
from actwright.engine.models.estimates import estimate
from actwright.schemas.exchange import Reply, ToolCall
from actwright.testing import ScriptedModel
from actwright.web.fetch import FetchedPage
from actwright.web.search import SearchResult

PROMPT = "Find iPhone 15 on rozetka.ua"
FOUND = "https://rozetka.ua/iphone15/p12345/"
PAGE = (
    "<title>iPhone 15 - Rozetka</title><h1>iPhone 15 128GB</h1><p>Price: 35,999 UAH. A telephone with a screen of 6.1 "
    "inches, in five colours.</p><script type='application/ld+json'>"
    '{"@type": "Product", "name": "iPhone 15 128GB", "sku": "p12345"}</script>'
)
PARTS = ("system", "tools", "task", "history", "page")


class Rozetka:
    """A backend with its own search results and page."""

    async def search(self, query: str, *, count: int) -> list[SearchResult]:
        other = "https://rozetka.ua/iphone15pro/p67890/"
        return [
            SearchResult(title="iPhone 15 - Rozetka", url=FOUND, snippet=f"{query}: in stock."),
            SearchResult(title="iPhone 15 Pro - Rozetka", url=other, snippet="With a titanium frame."),
        ][:count]

    async def page(self, url: str) -> FetchedPage | None:
        if url != FOUND:
            return None
        return FetchedPage(requested=url, final=url, status=200, media_type="text/html", body=PAGE, method="index")


def calling(call_id: str, tool: str, **arguments: object) -> Reply:
    call = ToolCall(call_id=call_id, tool=tool, arguments=json.dumps(arguments))
    return Reply(text="", blocks=(call,), finish="tools")


def script() -> list[Reply | str]:
    return [
        calling("call_123", "search_web", query="iPhone 15 rozetka.ua", count=5),
        calling("call_124", "fetch_url", url=FOUND),
        f"I found iPhone 15 on Rozetka.ua:\n\n**iPhone 15 128GB**\nPrice: 35,999 UAH\nURL: {FOUND}",
    ]


async def main() -> None:
    model = ScriptedModel(script())
    answer = await BrowsingAgent(model, search=Rozetka(), out=None).browse(PROMPT)
    assert answer.complete, answer.answer
    table = Table("call", *PARTS, "input", title=f'Tokens of "{PROMPT}"')
    totals: list[int] = []
    for number, request in enumerate(model.requests, 1):
        counted = estimate(request, model=model.name)
        totals.append(counted.total)
        table.add_row(str(number), *(f"{counted.text.get(part, 0):,.0f}" for part in PARTS), f"{counted.total:,}")
    table.add_row("all", *("" for _ in PARTS), f"{sum(totals):,}")
    Console().print(table)
