"""What blocks a page: a captcha, a login, a refusal, an error page."""

from __future__ import annotations

from actwright.schemas.checkpoint import is_checkpoint
from actwright.schemas.ending import MISSING, REFUSALS, SERVER_ERRORS
from actwright.schemas.page import Observation
from actwright.schemas.status import FailKind

__all__ = ["barrier", "is_for_persons", "is_lost", "is_silent", "shown_instead"]

ERROR_PAGE = "chrome-error:"
"""The beginning of the URL when the browser shows its own error page instead of a document it could not open."""
SILENT = "page does not answer"
"""Words in the note of a look, or the detail of an outcome, about a page that does not respond."""


def barrier(page: Observation, *, has_password: bool = True) -> FailKind | None:
    """Why nothing can be done on a page; None if nothing blocks it.

    Args:
        page: The page.
        has_password: Whether the task has a password to log in with; without one a login is a barrier.
    """
    if page.http_status in MISSING:
        return "not_found"
    if is_lost(page):
        return "blocked"
    if page.http_status in REFUSALS or (page.http_status or 0) >= SERVER_ERRORS:
        return "blocked"
    if is_checkpoint(page):
        return "blocked"
    if not has_password and any(one.type == "password" and not one.covered_by for one in page.elements):
        return "blocked"
    return None


def shown_instead(page: Observation) -> str:
    """What a page shows in place of what it is for, in words; empty if nothing can be said of it."""
    if page.http_status in MISSING | REFUSALS or (page.http_status or 0) >= SERVER_ERRORS:
        return f"HTTP {page.http_status}"
    return "a captcha or a refusal" if is_checkpoint(page) else ""


def is_for_persons(page: Observation) -> bool:
    """Whether a person may get past what blocks a page: it is there, and its server did not fail."""
    return not is_lost(page) and not is_silent(page) and (page.http_status or 0) < SERVER_ERRORS


def is_lost(page: Observation) -> bool:
    """Whether the browser shows its own error page because the document did not arrive."""
    return page.url.startswith(ERROR_PAGE)


def is_silent(page: Observation) -> bool:
    """Whether the page gave no answer when it was looked at."""
    return not page.elements and not page.text and any(SILENT in note for note in page.notes)
