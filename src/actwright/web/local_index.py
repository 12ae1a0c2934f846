"""An in-memory index of local folders and sites, for searches without a key. It uses SQLite's full-text search."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, count, islice
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote, urlsplit
from urllib.robotparser import RobotFileParser

from actwright.errors import ConfigError, ToolError
from actwright.net.guard import Guard
from actwright.net.urls import http_url, page_key
from actwright.notes import note
from actwright.text import one_line
from actwright.threads import in_thread
from actwright.web.document import Document
from actwright.web.extra import check_extra
from actwright.web.fetch import AGENT, FetchedPage, fetch
from actwright.web.search import SearchError, SearchResult

__all__ = ["LocalIndex"]

MEDIA_TYPES = {
    ".html": "text/html",
    ".htm": "text/html",
    ".md": "text/plain",
    ".txt": "text/plain",
    ".rst": "text/plain",
}
MOST_FILES, MOST_FILE_BYTES = 5_000, 2_000_000
MOST_PAGES, AT_ONCE, PAGE_SECONDS = 200, 4, 10.0
CRAWL_SECONDS, READ_SECONDS, ANSWER_SECONDS = 60.0, 30.0, 10.0
"""Time limits in seconds for all sites together, for all files and pages together, and for the last one being read."""
MOST_LISTED = 5
SNIPPET_WORDS = 32
NO_PAGE = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|ico|css|js|mjs|json|xml|zip|gz|pdf|mp[34]|webm|woff2?|ttf)$", re.IGNORECASE
)

TABLE = "CREATE VIRTUAL TABLE pages USING fts5(title, body, url UNINDEXED, tokenize = 'porter unicode61 remove_diacritics 2')"
SEARCH = """
    SELECT title, url, snippet(pages, 1, '', '', '…', ?) FROM pages WHERE pages MATCH ?
    ORDER BY bm25(pages, 5.0, 1.0), rowid LIMIT ?
"""


class LocalIndex:
    """Searches the text of folders and sites. The index is built at the first search and kept.

    A file of a folder has the URL `local://FOLDER/path`, which `fetch_url` reads from the index. With `base_url`, its
    URL is below that, and it is fetched from there. On a site, the index reads the pages on the same host to which the
    root leads, as far as `robots.txt` allows: at most 200, and all sites together within a minute. A warning names what
    cannot be read.

    Args:
        places: Folders with `.html`, `.md`, `.txt` or `.rst` files, and http(s) URLs of sites.
        base_url: The URL of the folders' files on the web.
        guard: Makes the connections to the sites.

    Attributes:
        seconds: The longest time that a search takes, including the first one.

    Raises:
        ConfigError: A place is neither a folder with such files nor a URL, or a library is missing.
    """

    seconds: ClassVar[float] = CRAWL_SECONDS + READ_SECONDS + ANSWER_SECONDS

    def __init__(self, *places: str | Path, base_url: str = "", guard: Guard | None = None) -> None:
        check_extra()
        if not places:
            raise ConfigError("an index needs a folder or the URL of a site")
        self._sites = list(dict.fromkeys(_site(each) for each in places if _is_url(each)))
        self._folders = _named(_folder(each) for each in places if not _is_url(each))
        self._base_url = base_url.rstrip("/")
        self._guard = guard or Guard()
        self._lock = threading.Lock()
        self._pages: dict[str, FetchedPage] = {}
        self._database: sqlite3.Connection | None = None

    def __repr__(self) -> str:
        return f"<LocalIndex of {', '.join([*map(str, self._folders.values()), *self._sites])}>"

    async def search(self, query: str, *, count: int) -> Sequence[SearchResult]:
        """See `SearchBackend`. Finds pages with any of the words; pages with more and rarer ones come first."""
        return await in_thread(lambda: self._searched(query, count))

    async def page(self, url: str) -> FetchedPage | None:
        """Returns the text of a file by its `local://` URL; None for every other URL."""
        if not url.startswith("local://"):
            return None
        await in_thread(self._built)
        return self._pages.get(page_key(url))

    def _searched(self, query: str, count: int) -> list[SearchResult]:
        database = self._built()
        words = re.findall(r"\w+", query)
        if not words:
            return []
        matching = " OR ".join(f'"{word}"' for word in words)
        with self._lock:
            rows: list[tuple[str, str, str]] = database.execute(SEARCH, (SNIPPET_WORDS, matching, count)).fetchall()
        return [SearchResult(title=title, url=url, snippet=one_line(snippet)) for title, url, snippet in rows]

    def _built(self) -> sqlite3.Connection:
        """Returns the index. The first thread that needs it builds it.

        Raises:
            SearchError: The index is empty.
        """
        with self._lock:
            if self._database is None:
                self._database = self._build()
        return self._database

    def _build(self) -> sqlite3.Connection:
        database = sqlite3.connect(":memory:", check_same_thread=False)
        try:
            database.execute(TABLE)
        except sqlite3.OperationalError as error:
            raise ConfigError(f"the SQLite of this Python has no full-text search ({error})") from error
        problems: list[str] = []
        crawled = asyncio.run(self._crawl_all(problems)) if self._sites else []
        empty, ends = True, time.monotonic() + READ_SECONDS
        for loaded in chain(crawled, self._files(problems)):
            if time.monotonic() > ends:
                problems.append(f"what could not be read within {READ_SECONDS:g} s was left out")
                break
            empty = False
            document = Document(loaded)
            title = document.title or _first_line(document.text) or loaded.final
            database.execute("INSERT INTO pages VALUES (?, ?, ?)", (title, document.content_text(), loaded.final))
            if loaded.method == "index":
                self._pages[page_key(loaded.final)] = loaded
        listed = "; ".join(problems[:MOST_LISTED])
        if empty:
            raise SearchError(f"nothing could be read of what is searched: {listed}")
        if problems:
            note(f"not everything can be searched: {listed}")
        return database

    def _files(self, problems: list[str]) -> Iterator[FetchedPage]:
        for name, folder in self._folders.items():
            for path in islice(sorted(_texts_in(folder)), MOST_FILES):
                if not path.resolve().is_relative_to(folder):
                    continue
                try:
                    if path.stat().st_size <= MOST_FILE_BYTES:
                        yield self._file(name, folder, path)
                    else:
                        problems.append(f"{path} has more than {MOST_FILE_BYTES:,} bytes")
                except OSError as error:
                    problems.append(f"{path}: {error.strerror}")

    def _file(self, name: str, folder: Path, path: Path) -> FetchedPage:
        below = quote(path.relative_to(folder).as_posix())
        url = f"{self._base_url}/{below}" if self._base_url else f"local://{name}/{below}"
        return FetchedPage(
            requested=url,
            final=url,
            status=200,
            media_type=MEDIA_TYPES[path.suffix.lower()],
            body=path.read_text(encoding="utf-8", errors="replace"),
            method="fetch" if self._base_url else "index",
        )

    async def _crawl_all(self, problems: list[str]) -> list[FetchedPage]:
        """Reads the pages of the sites, in an event loop of its own: the index outlives the first caller's loop."""
        crawls = [_Crawl(site, guard=self._guard) for site in self._sites]
        with suppress(TimeoutError):  # the pages read until then are searched
            async with asyncio.timeout(CRAWL_SECONDS), asyncio.TaskGroup() as group:
                for crawl in crawls:
                    group.create_task(crawl.run())
        problems += [f"{crawl.root} {crawl.problem}" for crawl in crawls if not crawl.pages]
        return [page for crawl in crawls for page in crawl.pages]


class _Crawl:
    """Reads the pages of one site, breadth first.

    Attributes:
        pages: The pages that were read.
        problem: Why none was read, worded to follow the root.
    """

    def __init__(self, root: str, *, guard: Guard) -> None:
        self.root = root
        self.pages: list[FetchedPage] = []
        self.problem = f"did not come within {CRAWL_SECONDS:g} s"
        self._guard = guard
        self._robots = RobotFileParser()
        self._seen = {page_key(root)}

    async def run(self) -> None:
        """Reads pages until there are none left, or enough."""
        await self._read_robots()
        level = [self.root]
        while level and len(self.pages) < MOST_PAGES:
            turn, level = level[:AT_ONCE], level[AT_ONCE:]
            for loaded in filter(None, await asyncio.gather(*map(self._page, turn))):
                self.pages.append(loaded)
                level += self._onward(loaded)

    async def _read_robots(self) -> None:
        parts = urlsplit(self.root)
        try:
            loaded = await fetch(f"{parts.scheme}://{parts.netloc}/robots.txt", guard=self._guard, seconds=PAGE_SECONDS)
        except ToolError:
            self._robots.parse([])
            return
        is_there = loaded.status == 200 and not loaded.is_html  # noqa: PLR2004 - OK
        self._robots.parse(loaded.body.splitlines() if is_there else [])

    async def _page(self, url: str) -> FetchedPage | None:
        if not self._robots.can_fetch(AGENT, url):
            self.problem = "may not be read by programs, says its robots.txt"
            return None
        try:
            loaded = await fetch(url, guard=self._guard, seconds=PAGE_SECONDS)
        except ToolError as error:
            self.problem = str(error)
            return None
        if loaded.status != 200:  # noqa: PLR2004 - OK
            self.problem = f"returned status {loaded.status}"
            return None
        self.problem = f"leads to another site, {loaded.final}: give that one"
        return loaded if self._is_inside(loaded.final) else None

    def _onward(self, loaded: FetchedPage) -> list[str]:
        """Returns the new URLs of the site to which a page leads."""
        if not loaded.is_html:
            return []
        found: list[str] = []
        for link in Document(loaded).links:
            key = page_key(link.url)
            if key not in self._seen and self._is_inside(link.url) and not NO_PAGE.search(urlsplit(link.url).path):
                self._seen.add(key)
                found.append(link.url)
        return found

    def _is_inside(self, url: str) -> bool:
        return urlsplit(url).netloc == urlsplit(self.root).netloc


def _is_url(place: str | Path) -> bool:
    return isinstance(place, str) and "://" in place


def _site(place: str | Path) -> str:
    """Returns the URL of a site. Raises ConfigError if it cannot be read."""
    try:
        return http_url(str(place))
    except ToolError as error:
        raise ConfigError(f"{error}; or give a folder") from error


def _folder(place: str | Path) -> Path:
    """Returns the folder. Raises ConfigError if it does not exist or contains nothing to search."""
    folder = Path(place).expanduser().resolve()
    if not folder.is_dir():
        raise ConfigError(
            f"{folder} is not a folder that can be searched; give a folder, or the URL of a site (https://…)"
        )
    if next(_texts_in(folder), None) is None:
        raise ConfigError(f"{folder} has no {_listed(MEDIA_TYPES)} file that can be searched; give another folder")
    return folder


def _texts_in(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.suffix.lower() in MEDIA_TYPES and path.is_file())


def _listed(endings: Iterable[str]) -> str:
    *others, last = endings
    return f"{', '.join(others)} or {last}"


def _named(folders: Iterable[Path]) -> dict[str, Path]:
    """Returns the folders by the names that are the hosts in their URLs. Names differ even if case is ignored."""
    named: dict[str, Path] = {}
    for folder in dict.fromkeys(folders):
        name = quote(folder.name) or "folder"
        taken = {each.lower() for each in named}
        others = (f"{name}-{number}" for number in count(2))
        named[next(each for each in chain([name], others) if each.lower() not in taken)] = folder
    return named


def _first_line(text: str) -> str:
    return text.lstrip().partition("\n")[0].lstrip("# ")[:200]
