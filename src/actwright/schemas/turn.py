"""Everything that a policy may know when it decides."""

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
    """Everything that a policy may know: the task, the steps so far, the current page and the tools.

    Attributes:
        observe: Takes a fresh look at the page, for a policy that needs more than one look per step.
    """

    task: Task
    steps: Sequence[Step]
    page: Observation
    tools: Sequence[ToolSpec]
    observe: Callable[[], Awaitable[Observation]]

    @property
    def number(self) -> int:
        """The number of the step to decide, starting at 1."""
        return len(self.steps) + 1
