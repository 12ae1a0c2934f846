"""The pages that a run read, and which of them an answer may cite."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from actwright.net.urls import host_of, page_key, without_origin
from actwright.schemas.base import Frozen
from actwright.schemas.visit import Verdict, Visit

__all__ = ["TRUSTED", "Source", "Sources"]

TRUSTED: Final[frozenset[Verdict]] = frozenset({"product", "listing_with_products", "content"})
"""Verdicts of pages that an answer may cite."""
SUCCESSES = range(200, 300)


class Source(Frozen):
    """A page on which an answer is based.

    Attributes:
        url: The URL of the page.
        title: The title of the page; empty if it has none.
    """

    url: str
    title: str = ""


class Sources:
    """The pages of a run by all their URLs: the requested one, the one after redirects, and the canonical one.

    A URL stands for the page that was last read there. But a page that was verified once stays verified, and a page
    read at a URL takes precedence over another page that declares that URL as its own.

    Args:
        visits: The pages that were read, oldest first.
        verdicts: Which kinds of pages count.
    """

    def __init__(self, visits: Iterable[Visit], *, verdicts: Collection[Verdict] = TRUSTED) -> None:
        self.visits = tuple(visits)
        self._verdicts = verdicts
        self._by_key: dict[str, Visit] = {}
        for visit in self.visits:
            for url in (visit.requested, visit.final):
                self._put(page_key(url), visit)
        for visit in self.visits:
            self._by_key.setdefault(page_key(visit.canonical), visit)
        self._by_key.pop("", None)

    def _put(self, key: str, visit: Visit) -> None:
        known = self._by_key.get(key)
        if known is None or self.counts(visit) or not self.counts(known):
            self._by_key[key] = visit

    def counts(self, visit: Visit) -> bool:
        """Whether an answer may cite a page: it was read, and is of a kind that counts."""
        return visit.verdict in self._verdicts and (visit.status is None or visit.status in SUCCESSES)

    def find(self, url: str) -> Visit | None:
        """Returns the page for which a URL stands; None if the run did not read it."""
        return self._by_key.get(page_key(url))

    def is_verified(self, url: str) -> bool:
        """Whether a URL stands for a page that counts."""
        visit = self.find(url)
        return visit is not None and self.counts(visit)

    def has_known_query(self, url: str) -> bool:
        """Whether the query of a verified URL is one that the run has read, and not an invented one."""
        place = url.partition("#")[0]
        known = (each for visit in self.visits for each in (visit.requested, visit.final, visit.canonical))
        return without_origin(place) == place or any(each.partition("#")[0] == place for each in known)

    def on_host_of(self, url: str) -> str:
        """Returns a verified URL on the same host; empty if there is none."""
        host = host_of(url)
        return next((source.url for source in self.verified if host and host_of(source.url) == host), "")

    @property
    def verified(self) -> tuple[Source, ...]:
        """The pages that count, each once, in the order in which they were read."""
        found: dict[str, Source] = {}
        for visit in self.visits:
            record = self.find(visit.final)
            if record is not None and self.counts(record):
                url = self._own_url(record)
                found.setdefault(page_key(url), Source(url=url, title=record.title))
        return tuple(found.values())

    def _own_url(self, visit: Visit) -> str:
        """Returns the URL of the page: its canonical one, if that was read too and is the same product."""
        named = self.find(visit.canonical) if visit.canonical else None
        if named is None or named is visit or not self.counts(named):
            return visit.final
        same = named.verdict == visit.verdict == "product" and visit.sku and visit.sku == named.sku
        return visit.canonical if same else visit.final

    @property
    def rejected(self) -> dict[str, str]:
        """Why the other pages do not count, by requested URL."""
        return {
            visit.requested: f"{visit.verdict}: {visit.reason}"
            for visit in self.visits
            if not self.is_verified(visit.requested)
        }
