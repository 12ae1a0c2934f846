"""A browser that is already running: on a Playwright server, or with a debugging port."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.async_api import Browser, Playwright

SCHEMES = ("ws", "wss", "http", "https")
BROWSERS_OWN = "/devtools/browser/"
"""Part of the path of the address that a browser itself prints."""
NOT_GUARDED = (
    "the list of hosts is enforced only by request routing, because this browser was not started by the run and does "
    "not use its proxy: redirects, workers, WebRTC, prefetching and look-ups of names may bypass the list"
)


def is_endpoint(text: str) -> bool:
    """Whether a text may be the address of a browser."""
    parts = urlsplit(text)
    return parts.scheme in SCHEMES and bool(parts.hostname)


async def connect(playwright: Playwright, endpoint: str, *, seconds: float) -> Browser:
    """Connects with the protocol that the address calls for. Raises Playwright's Error."""
    parts = urlsplit(endpoint)
    by_devtools = parts.scheme in {"http", "https"} or BROWSERS_OWN in parts.path
    way = playwright.chromium.connect_over_cdp if by_devtools else playwright.chromium.connect
    return await way(endpoint, timeout=seconds * 1000)


def shown(endpoint: str) -> str:
    """An address without the parts that may be secret: a name, a password, a token in its query."""
    parts = urlsplit(endpoint)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="…" if parts.query else "").geturl()


def refusal(endpoint: str, reason: str) -> str:
    """The message if it cannot be used, without the parts of the address that may be secret."""
    parts = urlsplit(endpoint)
    said = reason.replace(endpoint, shown(endpoint))
    for secret in filter(None, (parts.query, parts.password)):
        said = said.replace(secret, "…")
    return (
        f"cannot use the browser at {shown(endpoint)}: {said}. A Playwright server must be of the version here "
        "(playwright run-server); a browser needs --remote-debugging-port"
    )
