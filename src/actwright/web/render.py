"""Renders a page in its own browser context, in which every connection goes through the guard."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from playwright.async_api import Browser, BrowserContext, Error, Page, Response
from playwright.async_api import TimeoutError as PlaywrightTimeout

from actwright.errors import ToolError
from actwright.net.guard import Guard
from actwright.net.proxy import Proxy, guarded_proxy
from actwright.net.urls import http_url
from actwright.text import first_line
from actwright.web.fetch import REDIRECTS, TEXTS, FetchedPage, NoPage

LOAD_SECONDS, IDLE_SECONDS, READ_SECONDS, CLOSE_SECONDS = 20.0, 3.0, 5.0, 5.0
RENDER_SECONDS = LOAD_SECONDS + IDLE_SECONDS + READ_SECONDS + 2 * CLOSE_SECONDS
"""The time limit for rendering, including closing, in seconds."""
MOST_CHARACTERS = 5_000_000
TRIES = 3

NO_UDP = "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete globalThis[name];"
"""WebRTC sends UDP past every proxy (seen in Chromium 156: a STUN request to 127.0.0.1). In any browser, only this
script prevents that. A browser started for a run with a list of hosts also has switches against it, which apply to each
page that it renders."""

DETACH_SECONDS = 0.5
WORLD = "actwright"
WHOLE = """most => {
  const read = (type, name, of) => Object.getOwnPropertyDescriptor(type.prototype, name).get.call(of);
  const root = read(Document, 'documentElement', document);
  const body = read(Document, 'body', document);
  return [
    root ? read(Element, 'outerHTML', root).slice(0, most) : '',
    body ? read(HTMLElement, 'innerText', body).slice(0, most) : '',
  ];
}"""
"""Runs in an isolated world, where nothing that the page's scripts changed is visible. An element with the name of a
member (`<form name="body">`) hides it in every world; the getters of the prototypes are not hidden."""


async def render(browser: Browser, url: str, *, guard: Guard) -> FetchedPage:
    """Loads a page with its scripts, waits until it is quiet, and closes everything again.

    Args:
        browser: A running Chromium; the page gets its own context, without cookies.
        url: An absolute http(s) URL.
        guard: Makes the connections, including those for subresources and redirects.

    Raises:
        ToolError: The URL may not be opened, or the browser cannot be held to the guard.
        NoPage: Nothing answers, it is not a page, or it is not allowed.
    """
    http_url(url)
    if browser.browser_type.name != "chromium":
        raise ToolError("pages are rendered in Chromium alone, and this run has another browser; use fetch_url")
    async with guarded_proxy(guard) as proxy:
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                context = await browser.new_context(
                    # Set explicitly: by itself, Chromium would bypass the proxy for loopback.
                    proxy={"server": proxy.url, "bypass": "<-loopback>"},
                    service_workers="block",
                    accept_downloads=False,
                )
        except (Error, TimeoutError) as error:
            raise ToolError(f"the browser gives no room to render a page: {first_line(str(error))}") from error
        try:
            async with asyncio.timeout(LOAD_SECONDS + IDLE_SECONDS + READ_SECONDS):
                return await _rendered(context, url, proxy)
        except TimeoutError as error:
            raise NoPage("hangs the browser: its scripts do not come to an end", url=url) from error
        finally:
            await _closed(context)


async def _closed(context: BrowserContext) -> None:
    """Closes the context, without waiting for a page that does not answer."""
    with suppress(Error, TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await context.close()


async def _rendered(context: BrowserContext, url: str, proxy: Proxy) -> FetchedPage:
    await context.add_init_script(NO_UDP)
    page = await context.new_page()
    closing: set[asyncio.Task[None]] = set()
    context.on("page", lambda popup: closing.add(asyncio.create_task(_dropped(popup))))
    answers: list[Response] = []
    page.on("response", lambda response: answers.append(response) if _brings_page(response, page) else None)
    try:
        await page.goto(url, wait_until="commit", timeout=LOAD_SECONDS * 1000)
    except Error as error:
        raise NoPage(_reason(error, proxy), url=url) from error
    await _settled(page)
    html, shown = await _read(page, url)
    final = page.url.partition("#")[0]
    if not answers or not final.startswith(("http://", "https://")):
        raise NoPage(f"leads to {final[:200]}, which is not a web page", url=url)
    media_type = answers[-1].headers.get("content-type", "text/html").partition(";")[0].strip().lower()
    if not TEXTS.match(media_type):
        raise NoPage(f"is not a page but a file ({media_type})", url=final, status=answers[-1].status)
    body = html if "html" in media_type else shown
    return FetchedPage(
        requested=url,
        final=final,
        status=answers[-1].status,
        media_type=media_type,
        body=body,
        cut=len(body) >= MOST_CHARACTERS,
        shown=shown,
        method="render",
    )


async def _dropped(popup: Page) -> None:
    with suppress(Error):
        await popup.close()


def _brings_page(response: Response, page: Page) -> bool:
    if not response.request.is_navigation_request() or response.status in REDIRECTS:
        return False
    with suppress(Error):  # a frame that is gone already
        return response.frame == page.main_frame
    return False


async def _settled(page: Page) -> None:
    """Waits until the page is loaded and quiet. A page that never is, is read as it is."""
    with suppress(PlaywrightTimeout):
        await page.wait_for_load_state("load", timeout=LOAD_SECONDS * 1000)
        await page.wait_for_load_state("networkidle", timeout=IDLE_SECONDS * 1000)


async def _read(page: Page, url: str) -> tuple[str, str]:
    """Reads the document and its visible text. Meanwhile, the page may go to another document."""
    problem = ""
    for _ in range(TRIES):
        try:
            return await _whole(page)
        except Error as error:
            problem = first_line(str(error))
            await _settled(page)
    raise NoPage(f"cannot be read in the browser: {problem}", url=url)


async def _whole(page: Page) -> tuple[str, str]:
    """Reads the document and its visible text, out of reach of the page's own scripts.

    Raises:
        Error: Playwright's error: the page is going to another document.
    """
    session: Any = await page.context.new_cdp_session(page)
    try:
        tree = await session.send("Page.getFrameTree")
        frame = tree["frameTree"]["frame"]["id"]
        world = await session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": WORLD})
        asked = {
            "expression": f"({WHOLE})({MOST_CHARACTERS})",
            "contextId": world["executionContextId"],
            "returnByValue": True,
        }
        answer = await session.send("Runtime.evaluate", asked)
    finally:
        with suppress(Error, TimeoutError):  # the page is closed or hangs
            async with asyncio.timeout(DETACH_SECONDS):
                await session.detach()
    if "exceptionDetails" in answer:
        raise Error(answer["exceptionDetails"]["text"])
    html, shown = answer["result"]["value"]
    return html, shown


def _reason(error: Error, proxy: Proxy) -> str:
    message = error.message
    if "Download is starting" in message:
        return "is not a page but a file"
    if "ERR_UNSAFE_PORT" in message:
        return "cannot be opened: its port is not a web port"
    if isinstance(error, PlaywrightTimeout):
        return f"does not answer within {LOAD_SECONDS:g} s"
    said = first_line(message).removeprefix("Page.goto: ").partition(" at ")[0]
    return proxy.problem or f"cannot be opened: {said}"
