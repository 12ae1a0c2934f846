"""A peer: another agent that plays the bench's tasks in its own browser and asks the bench's model server."""

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
    """What a peer gets for one run.

    Attributes:
        task: The task in words.
        url: The page on which it starts.
        model_url: The URL of the model server, which speaks OpenAI's Chat Completions.
        model: The name of the model.
        browser: The address of a Chromium to attach to, with one empty tab.
        steps: The greatest number of turns.
        work: A folder for the files of the peer.
    """

    task: str
    url: str
    model_url: str
    model: str
    browser: str
    steps: int
    work: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a peer's run ended, as the peer reports it; the site determines whether the task is solved.

    Attributes:
        done: Whether the peer claims that the task is done.
        version: The version of the peer.
        error: The error that broke the run; empty if none did.
    """

    done: bool
    version: str
    error: str = ""


class Peer(Protocol):
    """Another agent, with its settings."""

    @property
    def pictures(self) -> bool:
        """Whether its model gets screenshots."""
        ...

    def answers(self, solver: Solver) -> Callable[[Request], Answer]:
        """Returns the oracle of a case for one run: it reads the peer's page text, and answers in the peer's schema."""
        ...

    def looks(self, requests: Sequence[Request]) -> int:
        """Returns how often all requests of a run show the model the page."""
        ...

    async def run(self, errand: Errand) -> Ended:
        """Plays one run.

        Raises:
            OSError, RuntimeError, TimeoutError: The peer, or something that it needs, broke.
        """
        ...
