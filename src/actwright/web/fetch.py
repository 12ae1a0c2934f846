"""Loads a page over HTTP: every redirect is checked, and time and size are bounded."""

from __future__ import annotations

import asyncio
import codecs
import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import urljoin

from actwright.errors import ToolError
from actwright.net.guard import Guard
from actwright.net.proxy import Proxy, guarded_proxy
from actwright.net.trusted import trusted
from actwright.net.unpacking import ACCEPTED, unpacker
from actwright.net.urls import http_url
from actwright.text import one_line

if TYPE_CHECKING:
    import httpx2

MOST_REDIRECTS = 10
MOST_BYTES = 5_000_000
SECONDS = 30.0

AGENT = "actwright"
HEADERS = {
    "user-agent": f"Mozilla/5.0 (compatible; {AGENT})",
    "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5",
    "accept-language": "en;q=0.9,*;q=0.5",
    "accept-encoding": ACCEPTED,
}

REDIRECTS = (301, 302, 303, 307, 308)
TEXTS = re.compile(r"text/|application/(?:[\w.+-]*\+)?(?:json|xml)|application/(?:xhtml|javascript)")
CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]+)""", re.IGNORECASE)
HEAD_BYTES = 4_096
CHARSETS = frozenset({
    *("utf-8", "utf-16", "utf-16-le", "utf-16-be", "ascii", "cp866", "iso8859-1", "iso8859-2", "iso8859-3"),
    *("iso8859-4", "iso8859-5", "iso8859-6", "iso8859-7", "iso8859-8", "iso8859-10", "iso8859-13", "iso8859-14", "iso8859-15"),
    *("iso8859-16", "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic", "cp874", "cp1250", "cp1251", "cp1252"),
    *("cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "gbk", "gb2312", "gb18030"),
    *("big5", "euc_jp", "iso2022_jp", "shift_jis", "cp932", "euc_kr"),
})  # fmt: skip
"""The charsets of the web (https://encoding.spec.whatwg.org/#names-and-labels) by their Python names. Python's other
codecs are no charsets, or take the square of a page's length (`punycode`)."""


class NoPage(ToolError):  # noqa: N818 - a finding about a URL
    """A URL that could not be read. The message gives the reason and is worded to follow the URL.

    Attributes:
        url: The URL that failed: the requested one, or one to which it redirects.
        status: The HTTP status, if there was an answer.
        permanent: Whether a browser could not read it either.
    """

    def __init__(self, reason: str, *, url: str, status: int | None = None, permanent: bool = False) -> None:
        super().__init__(reason)
        self.url = url
        self.status = status
        self.permanent = permanent


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedPage:
    """The page that a URL returned.

    Attributes:
        requested, final: The requested URL, and the one to which the redirects led.
        status: HTTP status of the page itself.
        media_type: Media type, such as `text/html`.
        body: The text, or the part of it that was read.
        cut: Whether the page has more than that.
        shown: The text that a browser shows; None if no browser has rendered the page.
        method: How it was loaded.
    """

    requested: str
    final: str
    status: int
    media_type: str
    body: str
    cut: bool = False
    shown: str | None = None
    method: Literal["fetch", "render", "index"] = "fetch"

    @property
    def is_html(self) -> bool:
        """Whether it is HTML, as opposed to plain text."""
        return "html" in self.media_type


async def fetch(url: str, *, guard: Guard, seconds: float = SECONDS, most_bytes: int = MOST_BYTES) -> FetchedPage:
    """Loads a page, through at most 10 redirects. A body longer than `most_bytes` is cut.

    Args:
        url: An absolute http(s) URL.
        guard: Makes the connections, including those for redirects.
        seconds: The time limit for everything together.
        most_bytes: The limit for the body, once unpacked.

    Raises:
        ToolError: The URL may not be opened.
        NoPage: Nothing answers, there are too many redirects, it is not text, it is not allowed, or it is too slow.
    """
    http_url(url)
    hops = [url]
    try:
        async with (
            asyncio.timeout(seconds),
            guarded_proxy(guard, most_bytes=2 * most_bytes) as proxy,
            _client(proxy) as client,
        ):
            return await _followed(client, proxy, hops, most_bytes)
    except TimeoutError as error:
        raise NoPage(f"did not come within {seconds:g} s", url=hops[-1]) from error


def _client(proxy: Proxy) -> httpx2.AsyncClient:
    import httpx2  # noqa: PLC0415 - loaded when used

    # `trust_env=False`: a proxy set in the environment would make connections that the guard does not check.
    return httpx2.AsyncClient(proxy=proxy.url, headers=HEADERS, trust_env=False, timeout=None, verify=trusted())


async def _followed(client: httpx2.AsyncClient, proxy: Proxy, hops: list[str], most_bytes: int) -> FetchedPage:
    """Loads the page at the end of the redirects; adds each URL on the way to `hops`."""
    import httpx2  # noqa: PLC0415

    while len(hops) <= MOST_REDIRECTS + 1:
        try:
            async with client.stream("GET", hops[-1]) as response:
                if response.status_code not in REDIRECTS or "location" not in response.headers:
                    return await _loaded(response, hops, most_bytes)
                hops.append(_next(response.headers["location"], hops))
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise NoPage(_reason(error, proxy), url=hops[-1], permanent=bool(proxy.problem)) from error
    shown = " -> ".join(hops[:3])
    raise NoPage(f"redirects more than {MOST_REDIRECTS} times: {shown} -> …", url=hops[-1])


def _next(location: str, hops: list[str]) -> str:
    """Returns the URL to which a redirect leads."""
    try:
        there = http_url(urljoin(hops[-1], location.strip()).partition("#")[0])
    except (ToolError, ValueError) as error:
        raise NoPage(f"redirects to what cannot be opened: {error}", url=hops[-1]) from error
    return there


def _reason(error: httpx2.HTTPError | httpx2.InvalidURL, proxy: Proxy) -> str:
    if proxy.spent:
        return "sends more than is read"
    said = one_line(str(error))
    if "certificate" in said.lower():
        return f"cannot be opened: its certificate is not trusted ({said})"
    return proxy.problem or f"cannot be opened: {said or type(error).__name__}"


async def _loaded(response: httpx2.Response, hops: list[str], most_bytes: int) -> FetchedPage:
    media_type, _, parameters = response.headers.get("content-type", "text/html").partition(";")
    media_type = media_type.strip().lower()
    if not TEXTS.match(media_type):
        raise NoPage(
            f"is not a page but a file ({media_type})", url=hops[-1], status=response.status_code, permanent=True
        )
    raw, cut = await _body(response, hops[-1], most_bytes)
    return FetchedPage(
        requested=hops[0],
        final=hops[-1],
        status=response.status_code,
        media_type=media_type,
        body=_decoded(raw, parameters),
        cut=cut,
    )


async def _body(response: httpx2.Response, url: str, most_bytes: int) -> tuple[bytes, bool]:
    """Returns at most `most_bytes` unpacked bytes, and whether there are more. A small body may unpack to any size."""
    coding = response.headers.get("content-encoding", "")
    unpack = unpacker(coding)
    if unpack is None:
        raise NoPage(f"is packed as {coding}, which is not read", url=url, status=response.status_code)
    whole = bytearray()
    try:
        async for data in response.aiter_raw():
            for piece in unpack(data):
                whole += piece
                if len(whole) > most_bytes:
                    return bytes(whole[:most_bytes]), True
    except zlib.error as error:
        raise NoPage(f"cannot be unpacked: {error}", url=url, status=response.status_code) from error
    return bytes(whole), False


def _decoded(raw: bytes, parameters: str) -> str:
    """Decodes the text by the server's charset, the page's own, or UTF-8."""
    named = re.search(r"charset\s*=\s*[\"']?([\w.:-]+)", parameters, re.IGNORECASE)
    own = CHARSET.search(raw[:HEAD_BYTES])
    charset = named[1] if named else own[1].decode("ascii", "replace") if own else "utf-8"
    try:
        name = codecs.lookup(charset).name
    except LookupError:
        name = ""
    return raw.decode(name if name in CHARSETS else "utf-8", errors="replace")
