"""Searching the web and reading its pages, apart from the page of the run."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import ClassVar
from weakref import WeakKeyDictionary

from pydantic import Field

from actwright.errors import ToolError
from actwright.net.guard import Guard
from actwright.net.urls import page_key
from actwright.schemas.step import Effect
from actwright.schemas.visit import Verdict, Visit
from actwright.text import between_markers, counted, one_line, shortened
from actwright.threads import in_thread
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.parameters import Url
from actwright.tools.surface import Surface
from actwright.web.classify import REFUSALS_OF_PROGRAMS, classified, product_links
from actwright.web.document import Document
from actwright.web.extra import check_extra
from actwright.web.fetch import FetchedPage, NoPage, fetch
from actwright.web.render import RENDER_SECONDS, render
from actwright.web.search import KnowsPages, SearchBackend, SearchError, SearchResult, seconds_of
from actwright.web.sources import TRUSTED, Sources

FETCH_SECONDS = 30.0
LONGEST_TEXT, LONGEST_REJECTED, LONGEST_QUERY = 20_000, 500, 400
MOST_PRODUCTS, MOST_LINKS = 10, 50
LONGEST_LINK = 120
START_SECONDS = 30.0
"""For starting a browser to render the first page."""
READING = 10.0
"""Seconds for making sense of a page, on top of those for loading it."""


@dataclass(slots=True)
class _Reading:
    """What one run has read so far.

    Attributes:
        pages: How many pages were requested, loaded or not.
        texts: What was reported for each page and each search.
    """

    pages: int = 0
    texts: dict[tuple[str, str], Done] = field(default_factory=dict[tuple[str, str], Done])


@dataclass(frozen=True, slots=True)
class _Web:
    """What the tools of one call of `web_tools` share. Each run has a reading of its own, found by its surface."""

    search: SearchBackend | None
    guard: Guard
    page_limit: int
    verdicts: Collection[Verdict]
    readings: WeakKeyDictionary[Surface, _Reading]

    def reading(self, surface: Surface) -> _Reading:
        return self.readings.setdefault(surface, _Reading())

    async def find(self, query: str, count: int, reading: _Reading) -> Done:
        """The results of a search; one that was made before is not made again."""
        assert self.search is not None
        query = shortened(one_line(query), LONGEST_QUERY)
        if not query:
            raise ToolError("the query is empty; say what to look for")
        key = ("search", f"{count} {query}")
        if key not in reading.texts:
            try:
                found = await self.search.search(query, count=count)
            except SearchError as error:
                return Done(
                    f"The search could not be made: {error}. Read pages whose URLs you know with fetch_url, "
                    "or answer from what you have."
                )
            reading.texts[key] = Done(_results(found, query))
        return reading.texts[key]

    async def read(self, url: str, surface: Surface, *, rendered: bool) -> Done:
        """The result for a page. A page that was read before is not loaded and not counted again."""
        reading = self.reading(surface)
        key = ("render" if rendered else "fetch", page_key(url) or url)
        if key in reading.texts:
            return reading.texts[key]
        if reading.pages >= self.page_limit:
            return Done(
                f"Not read: the limit of {counted(self.page_limit, 'page')} is reached. No further page is read in "
                "this run; give the final answer now, from the pages that you have read."
            )
        reading.pages += 1
        try:
            loaded = await (self._rendered(url, surface) if rendered else self._fetched(url, surface))
        except NoPage as error:
            done = _unread(url, error, rendered=rendered)
        except SearchError as error:  # from the index that was asked for the page
            raise ToolError(str(error)) from error
        except ToolError:
            reading.pages -= 1  # nothing was loaded
            raise
        else:
            done = await in_thread(lambda: self._reported(loaded))
        reading.texts[key] = done
        return done

    async def _fetched(self, url: str, surface: Surface) -> FetchedPage:
        """The page over HTTP, or in the browser if the server refuses it to programs."""
        if isinstance(self.search, KnowsPages) and (known := await self.search.page(url)) is not None:
            return known
        loaded = await fetch(url, guard=surface.guard or self.guard, seconds=FETCH_SECONDS)
        if loaded.status not in REFUSALS_OF_PROGRAMS:
            return loaded
        try:
            return await self._rendered(url, surface)
        except ToolError:
            return loaded

    async def _rendered(self, url: str, surface: Surface) -> FetchedPage:
        return await render(await surface.browser(), url, guard=surface.guard or self.guard)

    def _reported(self, loaded: FetchedPage) -> Done:
        """A page as the model reads it, and the record of the visit."""
        document = Document(loaded)
        visit = classified(document)
        counts = Sources([visit], verdicts=self.verdicts).counts(visit)
        return Done(_page(document, visit) if counts else _rejected(document, visit), visits=(visit,))


class WebTool(Tool):
    """Reads the web apart from the page of the run: what the tools for it share."""

    effect: ClassVar[Effect] = Effect.READ
    traits: ClassVar[Trait] = Trait.WORKS_DURING_DIALOG | Trait.READS_WEB


def web_tools(
    search: SearchBackend | None = None,
    *,
    guard: Guard | None = None,
    allow_loopback: bool = False,
    page_limit: int = 8,
    verdicts: Collection[Verdict] = TRUSTED,
) -> tuple[type[Tool], ...]:
    """Tools to search the web and to read its pages, for any agent: `Agent(…, tools=[*builtin_tools(), *web_tools()])`.

    The pages that they read are in the outcomes of the run's steps; `Sources(visits)` decides which of them count. The
    tools connect directly, and not through a proxy that is set in the environment: the guard could not see where a
    proxy connects.

    Args:
        search: The search backend; without one there is no `search_web`.
        guard: Decides which hosts may be reached; by default all hosts of the public internet. In a run with `hosts`, that
            list decides.
        allow_loopback: Whether this machine may be reached too, for local sites.
        page_limit: How many pages one run may load. A page that was already read does not count again.
        verdicts: Which kinds of pages count. Others are reported to the model as not valid, with the beginning of their
            text.

    Returns:
        `search_web`, `fetch_url` and `render_url`.

    Raises:
        ConfigError: A library of the extra `[web]` is missing.
    """
    check_extra()
    searching = seconds_of(search) if search is not None else 0.0  # a page of an index may be asked for before a search
    web = _Web(search, guard or Guard(allow_loopback=allow_loopback), page_limit, verdicts, WeakKeyDictionary())

    class SearchWeb(WebTool):
        """Search the web. The results are only leads: read a page with fetch_url before you answer from it."""

        timeout_seconds: ClassVar[float] = searching

        query: str
        count: int = Field(default=5, ge=1, le=10)

        async def run(self, surface: Surface) -> Done:
            return await web.find(self.query, self.count, web.reading(surface))

    class FetchUrl(WebTool):
        """Read a web page over HTTP: its text, and where its links lead. This is quick; its scripts do not run."""

        timeout_seconds: ClassVar[float] = max(FETCH_SECONDS + START_SECONDS + RENDER_SECONDS, searching) + READING

        url: Url = Field(description=f"at most {counted(page_limit, 'page')} can be read")

        async def run(self, surface: Surface) -> Done:
            return await web.read(self.url, surface, rendered=False)

    class RenderUrl(WebTool):
        """Read a web page as a browser shows it, scripts included. Use it where fetch_url finds nothing or is refused."""

        timeout_seconds: ClassVar[float] = START_SECONDS + RENDER_SECONDS + READING

        url: Url

        async def run(self, surface: Surface) -> Done:
            return await web.read(self.url, surface, rendered=True)

    return (SearchWeb, FetchUrl, RenderUrl) if search is not None else (FetchUrl, RenderUrl)


def _results(found: Sequence[SearchResult], query: str) -> str:
    if not found:
        return f'Found no search results for "{query}"; try other words.'
    listed = "\n".join(
        f"- {shortened(one_line(each.title), 200)}\n  URL: {each.url}\n  {shortened(one_line(each.snippet), 500)}".rstrip()
        for each in found
    )
    return f"Found {counted(len(found), 'search result')}:\n{between_markers(listed, what='page')}"


def _unread(url: str, error: NoPage, *, rendered: bool) -> Done:
    """A page that could not be loaded: a finding like others, which does not stop the actions after it."""
    where = url if error.url == url else f"{url} led to {error.url}, which"
    instead = "Try another page." if rendered or error.permanent else "render_url may be able to read it."
    visit = Visit(
        requested=url,
        final=error.url,
        verdict="unreachable",
        reason=str(error),
        status=error.status,
        method="render" if rendered else "fetch",
    )
    return Done(f"Could not read the page: {where} {error}. {instead}", visits=(visit,))


def _heading(visit: Visit) -> str:
    led = f", which led to {visit.final}" if page_key(visit.final) != page_key(visit.requested) else ""
    return f"{'Rendered' if visit.method == 'render' else 'Fetched'} {visit.requested}{led}"


def _page(document: Document, visit: Visit) -> str:
    is_text = visit.verdict == "content"
    text = document.main_text() if is_text else document.content_text()
    lines = [f"Title: {visit.title}"] if visit.title else []
    lines += [_cut(text, more=document.cut)]
    products = product_links(document)[:MOST_PRODUCTS]
    links = products or document.links[:MOST_LINKS]
    if links:
        lines.append("Product links:" if products else "Links:")
        lines += [f"- {shortened(link.text, LONGEST_LINK)}: {link.url}" for link in links]
    kind = visit.verdict.replace("_", " ") + (f", {counted(visit.products, 'product')}" if visit.products > 1 else "")
    return f"{_heading(visit)} ({kind}):\n{between_markers(chr(10).join(lines), what='page')}"


def _rejected(document: Document, visit: Visit) -> str:
    head = (
        f"{_heading(visit)} but page is not valid: {visit.verdict.replace('_', ' ')}, {visit.reason}. Do not cite it."
    )
    text = document.text[:LONGEST_REJECTED].strip()
    if visit.method == "fetch" and visit.verdict in {"blocked", "error"}:
        head += " render_url may show more."
    return f"{head}\n{between_markers(text, what='page')}" if text else head


def _cut(text: str, *, more: bool) -> str:
    if len(text) <= LONGEST_TEXT and not more:
        return text
    total = f"{len(text):,}" + (" or more" if more else "")
    return f"{text[:LONGEST_TEXT]}\n[… cut here: {min(len(text), LONGEST_TEXT):,} of {total} characters]"
