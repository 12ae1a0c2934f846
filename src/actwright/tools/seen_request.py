"""A request of a run as a check may see it, without the values that it carried."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SeenRequest"]


@dataclass(frozen=True, slots=True)
class SeenRequest:
    """A request that left the pages of a run.

    Attributes:
        method: Its HTTP method.
        url: Its URL, with what no model may see masked.
        status: The status of the last answer, that after redirects; None if there is none.
        statuses: The statuses of its own answer and of that last one.
        failed: Why it failed; empty if it did not.
        problem: What the answer says went wrong although its status is 2xx; empty if nothing.
        unread: Why not all that it carried could be read; empty if it could.
        names: The names of its fields.
        absent, differing: Those of the wanted fields that it does not have, or has with another value.
    """

    method: str
    url: str
    status: int | None = None
    statuses: frozenset[int | None] = frozenset()
    failed: str = ""
    problem: str = ""
    unread: str = ""
    names: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()
