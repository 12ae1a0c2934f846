"""Waits for a page that may change by itself, such as for a late form or a late message about a press."""

from __future__ import annotations

from collections.abc import Sequence

from actwright.engine.policies.rules.history import Deed, act, marked
from actwright.engine.policies.rules.progress import Progress
from actwright.schemas.proposal import Proposal

__all__ = ["last_waits", "wait"]

PATIENCE = (2.0, 4.0, 6.0)
"""Seconds of the waits while the page may change by itself. No two are equal, so waiting never counts as stuck."""


def wait(s: Progress, waits: Sequence[Deed], why: str, *, least: int) -> Proposal | None:
    """The next wait; None if waiting longer is useless.

    Args:
        s: The progress.
        waits: The waits for the same thing so far.
        why: What is waited for.
        least: How often to wait even if nothing is known to be under way on the page.
    """
    pending = s.page.pending or any(deed.page.pending for deed in waits)
    if len(waits) >= (len(PATIENCE) if pending else least):
        return None
    action = act(marked(s.number, "wait", why), "wait", seconds=PATIENCE[len(waits)])
    return s.propose("Waiting for the page", [action])


def last_waits(s: Progress) -> list[Deed]:
    """The waits of this part since anything else was done."""
    found: list[Deed] = []
    for deed in reversed(s.history.deeds):
        if deed.role != "wait" or deed.part != s.number:
            break
        found.insert(0, deed)
    return found
