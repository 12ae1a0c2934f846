"""A case: one task of a suite, how it is set up, and how it is scored.

A suite is a Python file with a function `cases(seed: int) -> Sequence[Case]`. Equal seeds give equal cases. The
optional `FILES` names files and folders beside it on which its cases depend: when one is edited, no earlier comparison
is resumed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol

from playwright.async_api import Browser, Page

from actwright.schemas.exchange import Exchange
from actwright.schemas.page import Image
from actwright.schemas.permissions import Permissions
from actwright.schemas.result import Result


@dataclass(frozen=True, slots=True)
class Score:
    """How a case was scored.

    Attributes:
        passed: Whether it was solved; None if that could not be judged.
        reward: The suite's own score, if it has one.
        reason: What was wrong, or why it could not be judged; empty if it passed.
        exchanges: The calls of a judge, if one was asked; they are not charged to any contender.
    """

    passed: bool | None
    reward: float | None = None
    reason: str = ""
    exchanges: Sequence[Exchange] = ()


class Stage(Protocol):
    """A case that is set up and ready to be played."""

    @property
    def page(self) -> Page:
        """The page in front, on which the task starts; other pages of its context are tabs that the run may use."""
        ...

    @property
    def images(self) -> Sequence[Image]:
        """Pictures that belong to the task and are shown to a policy."""
        ...

    async def score(self, result: Result, page: Page) -> Score:
        """Scores the case by the result and by the page that was in front at the end."""
        ...


@dataclass(frozen=True, slots=True)
class OracleStep:
    """What an oracle does on a page.

    Attributes:
        actions: Tools and their parameters, with element IDs as the page's text shows them.
        proof: Text that the page will show once these actions have completed the task; empty if more actions follow.
        finished: Text on the page that shows that the task is already done; then there are no actions.
    """

    actions: Sequence[tuple[str, Mapping[str, object]]] = ()
    proof: str = ""
    finished: str = ""


class OracleErrors:
    """The errors that an oracle makes: none. Subclass it to see what errors cost."""

    def in_step(self, step: OracleStep, page: str) -> OracleStep:  # noqa: ARG002 - for subclasses
        """Returns what is done in place of a step."""
        return step

    def says_done(self) -> bool:
        """Whether an answer says that the task is done although it is not."""
        return False

    def weak_proof(self, page: str) -> str:  # noqa: ARG002 - as above
        """Returns the text of the page that a false claim quotes; empty if it names the outcome of the task."""
        return ""


class Solver(Protocol):
    """An oracle: it knows what a task requires, and finds in a page's text where to do it."""

    def __call__(self, page: str) -> OracleStep:
        """Returns what to do on a page, given only its text as a model reads it.

        Raises:
            LookupError: The text does not show what the task needs.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One task of a suite.

    Attributes:
        id: The name of the case in the suite, the same for every seed.
        source: What the case is made of, if that is more than its task. Rows of different sources are not comparable.
        task: What to do, in words: all that a policy sees besides the stage's pictures, unless `reads` is given.
        data: The values in the task, by name. Policies that ask no model get them; a model reads the task alone.
        reads: Reads what to do from the page on which the case starts, if only the page says it. `task` then names
            the task.
        size: The least number of acting steps, if the suite knows it.
        asks: Whether an answer in words is part of the task. The result's output is then `{"answer": …}`.
        stage: Sets the case up in a browser, in a context of its own, and takes it down again.
        solver: The oracle of the case, if it has one.
        permissions: What its runs may do, if that is more than what its start allows, as on several sites.
    """

    id: str
    task: str
    stage: Callable[[Browser], AbstractAsyncContextManager[Stage]]
    size: int | None = None
    asks: bool = False
    solver: Solver | None = field(default=None, compare=False)
    reads: Callable[[Page], Awaitable[str]] | None = None
    source: str = field(default="", compare=False)
    permissions: Permissions | None = field(default=None, compare=False)
    data: Mapping[str, str] = field(default_factory=dict[str, str], compare=False)

    async def told(self, page: Page) -> str:
        """Returns the task that a policy gets.

        Args:
            page: The stage's page, before any action on it.
        """
        return self.task if self.reads is None else await self.reads(page)
