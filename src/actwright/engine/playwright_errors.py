"""Recognizes in the text of Playwright's errors, which have no codes, what went wrong."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.async_api import Error, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from actwright.text import first_line, one_line, shortened

SHOWN_OBSTACLE = 100
"""The most characters shown of an element that covers another."""


def is_closed(error: Error) -> bool:
    """Whether the page, its context or the browser has been closed, or the browser or Playwright's driver has died."""
    return "has been closed" in first_line(error.message)


def is_crashed(error: Error) -> bool:
    """Whether the page's process has died; the page counts as open then."""
    said = first_line(error.message).lower()
    return "target crashed" in said or "page crashed" in said


def is_gone(page: Page, error: Error) -> bool:
    """Whether the page, its process, the browser or the connection to it is gone."""
    lost = any(words in first_line(error.message) for words in ("Connection closed", "disconnected"))
    return lost or page.is_closed() or is_closed(error) or is_crashed(error)


def was_dispatched(error: Error) -> bool:
    """Whether Playwright had begun the input when it failed.

    Its call log shows that. A driver or a page that died gives no log; the input then counts as begun.
    """
    text = str(error)
    died = (is_closed(error) or is_crashed(error)) and "Call log:" not in text
    return died or re.search(r"performing (?!hover)\w+ action", text) is not None


def in_words(error: Error, mask: Callable[[str], str]) -> str:
    """Playwright's message without its call log, which can contain typed text, but with the obstacle that it met."""
    text = str(error)
    if isinstance(error, PlaywrightTimeout):
        obstacle = _obstacle(text, mask)
        return "not possible in time" + (f": {obstacle}" if obstacle else "")
    if is_closed(error):
        return "its tab closed meanwhile"
    first = text.splitlines()[0] if text else "failed"
    return mask(re.sub(r"^[\w.]+: ", "", first))[:300]


def _obstacle(log: str, mask: Callable[[str], str]) -> str:
    """What was still in the way at the end, according to Playwright's call log; empty if nothing was."""
    found = re.findall(
        r"^\s*- (?:(<.*>) (?:subtree )?intercepts pointer events|(element is not \w+|element was detached.{0,40}))",
        log,
        re.MULTILINE,
    )
    cover, state = found[-1] if found else ("", "")
    if not cover:
        return state
    covering = re.split(r"(?<=>) from (?=<)", mask(cover))[0]
    return f"{shortened(one_line(covering), SHOWN_OBSTACLE)} covers it"
