"""A peer: another agent that does the bench's tasks in its own browser and asks the bench's model server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from actwright.compare.case import Solver
from actwright.schemas.exchange import Request
from actwright.testing import Answer

__all__ = ["Ended", "Errand", "Peer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """What a peer is given.

    Attributes:
        intent: The task in words.
        url: The page that it starts on.
        model_url: Where the model is, which speaks OpenAI's Chat Completions.
        model: Its name.
        browser: The address of a Chromium to attach to, with one empty tab.
        steps: Turns at most.
        work: A folder for what the peer leaves behind.
    """

    intent: str
    url: str
    model_url: str
    model: str
    browser: str
    steps: int
    work: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a peer's run ended, as it says itself; the site says whether the task is solved.

    Attributes:
        done: Whether it claims to have done the task.
        version: What played.
        error: What broke it; empty if nothing did.
    """

    done: bool
    version: str
    error: str = ""


class Peer(Protocol):
    """Another agent, with its settings."""

    @property
    def pictures(self) -> bool:
        """Whether its model is shown pictures."""
        ...

    def answers(self, solver: Solver) -> Callable[[Request], Answer]:
        """The oracle of a case, translated for one run: it reads the peer's page, and answers in the peer's form."""
        ...

    def looks(self, requests: Sequence[Request]) -> int:
        """How often its model was shown the page, in all requests of a run."""
        ...

    async def run(self, errand: Errand) -> Ended:
        """Does an errand.

        Raises:
            OSError, RuntimeError, TimeoutError: What it is made of broke.
        """
        ...
