"""Web search: the protocol of a search backend, and the backend for Brave."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, cast, runtime_checkable

from actwright.errors import ActwrightError, ConfigError
from actwright.net.trusted import trusted
from actwright.schemas.base import Frozen
from actwright.text import one_line
from actwright.web.fetch import FetchedPage

__all__ = ["BraveSearch", "KnowsPages", "SearchBackend", "SearchError", "SearchResult", "StatesSeconds", "seconds_of"]

BRAVE = "https://api.search.brave.com/res/v1/web/search"
PAUSES = (1.0, 2.0)
SECONDS = 15.0
USUAL_SECONDS = 90.0
PASSING = {429, 500, 502, 503, 504}
MARKUP = re.compile(r"<[^>]*>")


class SearchError(ActwrightError):
    """A search failed; the message says why. The model reads it and continues without the results."""


class SearchResult(Frozen):
    """One result of a search.

    Attributes:
        title, snippet: Plain text, without markup.
        url: The URL of the page.
    """

    title: str
    url: str
    snippet: str = ""


class SearchBackend(Protocol):
    """Searches for pages."""

    async def search(self, query: str, *, count: int) -> Sequence[SearchResult]:
        """Returns at most `count` results, the best first.

        Raises:
            SearchError: The search failed; the message says why, and what a person could change.
        """
        ...


@runtime_checkable
class KnowsPages(Protocol):
    """A backend that has pages itself, under URLs that nothing else can open."""

    async def page(self, url: str) -> FetchedPage | None:
        """Returns the page under one of its URLs; None if it has none there."""
        ...


@runtime_checkable
class StatesSeconds(Protocol):
    """A backend that states how long a search may take; other backends get 90 s."""

    @property
    def seconds(self) -> float:
        """The longest time that a search takes, in seconds."""
        ...


def seconds_of(backend: SearchBackend) -> float:
    """Returns the longest time that a search of this backend takes, in seconds."""
    return backend.seconds if isinstance(backend, StatesSeconds) else USUAL_SECONDS


class BraveSearch:
    """Brave's web search (https://api-dashboard.search.brave.com/app/documentation/web-search/get-started).

    Args:
        key: The subscription token. No model and no record sees it.
        url: The address of the service, for a compatible one.

    Attributes:
        seconds: The longest time that a search takes.

    Raises:
        ConfigError: The key is empty, or has characters that no key can have, such as a line break.
    """

    seconds: ClassVar[float] = (len(PAUSES) + 1) * SECONDS + sum(PAUSES)

    def __init__(self, key: str, *, url: str = BRAVE) -> None:
        if not (key.isascii() and key.isprintable()) or not key.strip():
            raise ConfigError("the key for Brave is empty, or has a line break or a non-ASCII letter; copy it again")
        self._key = key.strip()
        self._url = url

    def __repr__(self) -> str:
        return f"<BraveSearch {self._url}>"

    async def search(self, query: str, *, count: int) -> Sequence[SearchResult]:
        """See `SearchBackend`. Tries up to 3 times if the service is busy or down."""
        problem = ""
        for pause in (*PAUSES, None):
            status, answer = await self._asked(query, count)
            if status == 200:  # noqa: PLR2004 - OK
                return _results(answer)[:count]
            problem = f"Brave returned status {status}" if status else "Brave cannot be reached"
            if status in {401, 403, 422}:
                raise SearchError(f"{problem}: the key in BRAVE_API_KEY, or the query, was not accepted")
            if pause is None or (status and status not in PASSING):
                break
            await asyncio.sleep(pause)
        raise SearchError(problem)

    async def _asked(self, query: str, count: int) -> tuple[int, Any]:
        """Returns the status and the content of the response; 0 if there was none."""
        import httpx2  # noqa: PLC0415 - loaded when used

        headers = {"x-subscription-token": self._key, "accept": "application/json"}
        try:
            async with (
                asyncio.timeout(SECONDS),
                httpx2.AsyncClient(timeout=None, headers=headers, verify=trusted()) as client,
            ):
                response = await client.get(self._url, params={"q": query, "count": count})
                return response.status_code, response.json() if response.status_code == 200 else None  # noqa: PLR2004
        except (httpx2.HTTPError, TimeoutError):
            return 0, None
        except (ValueError, RecursionError):  # no JSON, or nested too deep
            return 200, None


def _results(answer: Any) -> list[SearchResult]:
    """Returns the results of Brave's response. Items of another form are skipped."""
    web: Any = _member(answer, "web")
    listed = _member(web, "results")
    if not isinstance(listed, list):
        if isinstance(answer, Mapping):  # without results, there is no `web`
            return []
        raise SearchError("Brave's answer is not JSON of the form that its service documents")
    found: list[SearchResult] = []
    for each in cast("list[Any]", listed):
        url = _member(each, "url")
        if isinstance(url, str) and url.startswith(("http://", "https://")):
            found.append(
                SearchResult(
                    title=_words(_member(each, "title")), url=url, snippet=_words(_member(each, "description"))
                )
            )
    return found


def _member(value: Any, name: str) -> Any:
    return cast("Mapping[str, Any]", value).get(name) if isinstance(value, Mapping) else None


def _words(value: Any) -> str:
    return one_line(html.unescape(MARKUP.sub("", value))) if isinstance(value, str) else ""
