"""What a request of a page is: whether it may contain a row, whether it may submit it, and what it opens."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Request

from actwright.engine.page.acting.request_blocker import ASKING
from actwright.jobs.row_match import RowMatch

__all__ = ["RequestRules", "opens_page", "shown", "uploads"]


@dataclass(frozen=True)
class RequestRules:
    """Says of a request of a row's page what it may be.

    Attributes:
        match: Compares requests with the row.
        submit: The address of the submission, as in the options of the job; empty if it is not known.
        ours: Whether a URL belongs to the site of the job. A request to another site counts only if it contains what
            identifies the row.
    """

    match: RowMatch
    submit: str
    ours: Callable[[str], bool]

    def carries(self, request: Request, *, acted: bool, entered: bool) -> bool:
        """Whether a request may contain values of the row."""
        if request.method in ASKING:
            return False
        if not self.ours(request.url):
            return acted and self.match.is_in(request)
        return acted or entered

    def submits(self, request: Request, *, carries: bool) -> bool:
        """Whether a request may be the submission."""
        if not self.submit:
            return carries
        method, space, pattern = self.submit.rpartition(" ")
        return (request.method == method if space else request.method not in ASKING) and _fits(request.url, pattern)


def _fits(url: str, pattern: str) -> bool:
    parts = urlsplit(url)
    return any(fnmatchcase(each, pattern) for each in (url, url.partition("?")[0], parts.path))


def uploads(request: Request) -> bool:
    """Whether a request uploads files, whose contents only the browser has."""
    if "multipart/form-data" not in request.headers.get("content-type", ""):
        return False
    content = request.post_data_buffer
    return content is None or re.search(rb'filename="[^"]', content) is not None


def opens_page(request: Request) -> bool:
    """Whether a request opens another page in the tab."""
    try:
        return request.is_navigation_request() and request.frame.parent_frame is None
    except PlaywrightError:  # the tab is only being opened
        return True


def shown(request: Request) -> str:
    """A request without its query and body."""
    parts = urlsplit(request.url)
    return f"{request.method} {parts.scheme}://{parts.netloc}{parts.path}"[:200]
