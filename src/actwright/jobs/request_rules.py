"""What a request of a row's page may be: whether it contains values of the row, and whether it submits the row."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from urllib.parse import urlsplit

from actwright.engine.permissions.request_firewall import PageRequest
from actwright.jobs.row_match import RowMatch


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

    def carries(self, request: PageRequest, *, acted: bool, entered: bool) -> bool:
        """Whether a request may contain values of the row."""
        if request.is_safe:
            return False
        if not self.ours(request.url):
            return acted and self.match.is_in(request)
        return acted or entered

    def submits(self, request: PageRequest, *, carries: bool) -> bool:
        """Whether a request may be the submission."""
        if not self.submit:
            return carries
        method, space, pattern = self.submit.rpartition(" ")
        return (request.method == method if space else not request.is_safe) and _fits(request.url, pattern)


def _fits(url: str, pattern: str) -> bool:
    parts = urlsplit(url)
    return any(fnmatchcase(each, pattern) for each in (url, url.partition("?")[0], parts.path))


def uploads(request: PageRequest) -> bool:
    """Whether a request uploads files, whose contents only the browser has."""
    if "multipart/form-data" not in request.headers.get("content-type", ""):
        return False
    content = request.read_body()
    return content is None or re.search(rb'filename="[^"]', content) is not None
