"""Opening pages: by URL, back, forward, reload."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import ClassVar
from urllib.parse import urlsplit

from playwright.async_api import Error, Page, Response

from actwright.errors import ToolError
from actwright.net.urls import http_url, parts_of
from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.parameters import Url
from actwright.tools.surface import Surface

LOADING = 25_000
"""How long a server may take until it answers, in ms. What follows the answer is waited for by settling."""

PROMPT = (
    "asks for a user name and a password in a prompt of the browser: only the caller can give them, as "
    "`http_credentials`"
)
REASONS = {
    "ERR_ABORTED": "brought no page (an answer without content, or cancelled); this tab stays where it was",
    "ERR_INVALID_AUTH_CREDENTIALS": PROMPT,
    "ERR_TUNNEL_CONNECTION_FAILED": "is not reached: its host is not permitted in this run, or does not answer",
    "ERR_BLOCKED_BY_CLIENT": "is not opened: its host is not permitted in this run",
    "ERR_PROXY_CONNECTION_FAILED": "cannot be opened: the proxy that this run connects through is gone",
    "ERR_NAME_NOT_RESOLVED": "cannot be opened: there is no such host",
    "ERR_CONNECTION_REFUSED": "cannot be opened: nothing answers there",
    "ERR_CERT_": "cannot be opened: the browser does not trust its certificate; only the caller can allow it, by "
    "`ignore_https_errors`",
    "ERR_TOO_MANY_REDIRECTS": "cannot be opened: it redirects in a circle",
}
"""What Chromium's network errors mean to the model (net/base/net_error_list.h)."""


class Navigate(Tool):
    """Open an absolute URL."""

    effect: ClassVar[Effect] = Effect.EFFECT
    traits: ClassVar[Trait] = Trait.EFFECTS_ONLY_VIA_PAGE | Trait.NAVIGATES

    url: Url

    async def run(self, surface: Surface) -> Done:
        """Opens it and waits until the server answers.

        Raises:
            ToolError: Not a URL that may be opened.
        """
        page = surface.page
        url = checked_url(self.url, current=page.url)
        try:
            response = await page.goto(url, wait_until="commit", timeout=LOADING)
        except Error as error:
            if "Download is starting" in error.message:
                return Done(f"{url} is a file: its download started, the page stays")
            reason = why_unopened(error.message)
            if not reason:
                raise
            raise ToolError(f"{url} {reason}") from error
        there = page.url == url and (response is None or response.ok)
        return Done("opened" if there else _arrived(page.url, response))


class GoBack(Tool):
    """Go back."""

    effect: ClassVar[Effect] = Effect.EFFECT
    traits: ClassVar[Trait] = Trait.REPEATABLE_AFTER_NAVIGATION | Trait.EFFECTS_ONLY_VIA_PAGE | Trait.NAVIGATES

    async def run(self, surface: Surface) -> Done:
        """Goes back.

        Raises:
            ToolError: There is no earlier page.
        """
        return await _through_history(surface.page, surface.page.go_back, "earlier page to go back to")


class GoForward(GoBack):
    """Go forward one page."""

    async def run(self, surface: Surface) -> Done:
        """Goes forward.

        Raises:
            ToolError: There is no later page.
        """
        return await _through_history(surface.page, surface.page.go_forward, "later page to go forward to")


class Reload(Tool):
    """Reload."""

    effect: ClassVar[Effect] = Effect.EFFECT
    traits: ClassVar[Trait] = Trait.EFFECTS_ONLY_VIA_PAGE

    async def run(self, surface: Surface) -> Done:
        """Reloads."""
        page = surface.page
        return Done(_arrived(page.url, await page.reload(wait_until="commit", timeout=LOADING)))


def why_unopened(failure: str) -> str:
    """What a network error of the browser means, worded to follow a URL; empty if `REASONS` does not explain it."""
    return next((words for code, words in REASONS.items() if code in failure), "")


def checked_url(url: str, *, current: str) -> str:
    """The URL, if a model may open it from the page `current`.

    Local files may only be opened from a local file. URLs that browsers and people read differently (with credentials,
    backslashes, no host or control characters) are refused.

    Raises:
        ToolError: It may not be opened.
    """
    if url == "about:blank":
        return url
    parts = parts_of(url)
    if parts.scheme == "file" and urlsplit(current).scheme == "file" and not parts.netloc:
        return url
    return http_url(url)


async def _through_history(page: Page, go: Callable[..., Awaitable[Response | None]], wanted: str) -> Done:
    before = page.url
    response = await go(wait_until="commit", timeout=LOADING)
    if response is None and page.url == before:
        raise ToolError(f"this tab has no {wanted}")
    return Done(_arrived(page.url, response))


def _arrived(url: str, response: Response | None) -> str:
    if response is not None and not response.ok:
        return f"now at {url}; the server answered {answer_of(response)}"
    return f"now at {url}"


def answer_of(response: Response) -> str:
    """The status of an answer with its name; if it asks for a password, also who can give it.

    In that case Chromium with windows shows a prompt of its own, and Playwright fails; the headless shell shows the
    answer.
    """
    answer = f"{response.status} {response.status_text}".rstrip()
    asks = response.status == HTTPStatus.UNAUTHORIZED and "www-authenticate" in response.headers
    return f"{answer} ({PROMPT})" if asks else answer
