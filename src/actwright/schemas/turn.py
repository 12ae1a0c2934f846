"""All that a policy may know when it decides."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from actwright.schemas.page import Observation
from actwright.schemas.step import Step
from actwright.schemas.task import Task
from actwright.schemas.tool import ToolSpec

__all__ = ["Turn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The task, what was done so far, the page as it is now, and the tools.

    Attributes:
        observe: Takes a fresh look at the page, for a policy that needs more than one per step.
    """

    task: Task
    steps: Sequence[Step]
    page: Observation
    tools: Sequence[ToolSpec]
    observe: Callable[[], Awaitable[Observation]]

    @property
    def number(self) -> int:
        """The number of the step to decide, from 1."""
        return len(self.steps) + 1
