"""A case: one task of a suite, how it is set up, and how it is scored.

A suite is a Python file with a function `cases(seed: int) -> Sequence[Case]`. Equal seeds give equal cases. `FILES`, if it has
that, names the files and folders beside it that its cases rest on, too: when one is edited, no comparison is gone on with.
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

__all__ = ["Case", "Score", "Solver", "Stage", "Step"]


@dataclass(frozen=True, slots=True)
class Score:
    """What became of a case.

    Attributes:
        passed: Whether it is solved; None if that could not be judged.
        reward: What the suite's own score is, if it has one beside that.
        reason: What was wrong, or why it could not be judged; empty if it passed.
        exchanges: The calls of a judge, if one was asked; no contender pays for them.
    """

    passed: bool | None
    reward: float | None = None
    reason: str = ""
    exchanges: Sequence[Exchange] = ()


class Stage(Protocol):
    """A case that is set up, and waits to be played."""

    @property
    def page(self) -> Page:
        """The page in front, on what the task starts with; further pages of its context are tabs that the run may use."""
        ...

    @property
    def images(self) -> Sequence[Image]:
        """Pictures that belong to the task; a policy is shown them."""
        ...

    async def score(self, result: Result, page: Page) -> Score:
        """What became of it, by the result and the page that was in front at the end."""
        ...


@dataclass(frozen=True, slots=True)
class Step:
    """What an oracle does on a page.

    Attributes:
        actions: Tools and their parameters, with element IDs as the page's text shows them.
        proof: Text that the page shows once these actions have done the whole task; empty if more is to do after them.
        finished: Text on the page that shows that the task is done already; there are no actions then.
    """

    actions: Sequence[tuple[str, Mapping[str, object]]] = ()
    proof: str = ""
    finished: str = ""


class Solver(Protocol):
    """An oracle: knows what a task wants, and finds on a page's text where to do it."""

    def __call__(self, page: str) -> Step:
        """What to do on a page, by nothing but its text as a model gets it.

        Raises:
            LookupError: The text does not show what the task needs.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One task of a suite.

    Attributes:
        id: Its name in the suite, the same for every seed.
        source: What it is made of, where that is more than its intent: a change of it makes other rows.
        intent: What to do, in words: all that a policy sees besides the stage's pictures, unless `reads` is given.
        reads: Reads what to do from the page that the case starts on, where only the page says it. `intent` then names the task.
        size: How many acting steps it takes at least, if the suite knows.
        asks: Whether an answer in words is part of the task: the result's output then is `{"answer": …}`.
        stage: Sets it up in a browser, in a context of its own, and takes it down again.
        solver: Its oracle, if it has one.
        permissions: What its runs may do, where that is more than what its start allows, as on several sites.
    """

    id: str
    intent: str
    stage: Callable[[Browser], AbstractAsyncContextManager[Stage]]
    size: int | None = None
    asks: bool = False
    solver: Solver | None = field(default=None, compare=False)
    reads: Callable[[Page], Awaitable[str]] | None = None
    source: str = field(default="", compare=False)
    permissions: Permissions | None = field(default=None, compare=False)

    async def told(self, page: Page) -> str:
        """The intent that a policy gets.

        Args:
            page: The stage's page, before anything is done on it.
        """
        return self.intent if self.reads is None else await self.reads(page)
