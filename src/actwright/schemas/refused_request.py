"""`RefusedRequest`: a request or a host that a run was not allowed to reach, for its record."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RefusedRequest:
    """What was refused.

    Attributes:
        target: The host with its port, or the request in words.
        reason: The reason, worded to follow the target.
        count: How often it was refused.
    """

    target: str
    reason: str
    count: int = 1

    def __str__(self) -> str:
        times = "once" if self.count == 1 else f"{self.count} times"
        return f"{self.target} {self.reason}, {times}"
