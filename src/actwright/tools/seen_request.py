"""The requests of a run as a check may see them, without the values that they carried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


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


class RequestAccess(Protocol):
    """Compares what the run sent with what is expected."""

    def expand(self, path: str) -> str:
        """A path with its references to data resolved.

        Raises:
            ToolError: A reference is unknown, or no model may see its value.
        """
        ...

    async def since_effect(self, wanted: Mapping[str, str]) -> Sequence[SeenRequest]:
        """The requests since the last effect began, those before the run's first action left out; oldest first.

        Args:
            wanted: Values that each is compared with, by the names of fields; private values and secrets as references.

        Raises:
            ToolError: A reference is unknown, or stands in a longer text although no model may see its value.
        """
        ...
