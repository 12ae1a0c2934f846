"""The runs of a test: how each is played, watched for findings, and recorded in the ledger of the session."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import aclosing
from dataclasses import dataclass, field

from actwright.engine.limits import Limits
from actwright.engine.run import Run
from actwright.runners.budget import Budget
from actwright.runners.page_findings import FailureCriteria, PageListener
from actwright.runners.recordings_of_tests import RecordingUse
from actwright.runners.runs_of_tests import OwnLoop, steps_of
from actwright.runners.spending import SessionSpending, spent_by
from actwright.runners.suite_test import SuiteTest
from actwright.schemas.exchange import Exchange
from actwright.schemas.status import Status
from actwright.schemas.step import Step


@dataclass(slots=True)
class PlayedRun:
    """A run of a test.

    Attributes:
        run: The run.
        budget: What the run may spend of the limits of the test and the session.
        limits: The run's own limits.
        followed: The recording of the run.
        watch: Collects findings on the pages of the run.
        check: Whether the test fails if the run is not complete.
        wanted: The findings that fail the test.
        begun: Whether the test has waited for the run, or begun to loop over its steps.
        shown: Whether the failure of the test already shows the run.
        said: What was done with the recording.
        spent: What the run spent; None until it has ended.
    """

    run: Run
    budget: Budget
    limits: Limits
    followed: RecordingUse
    watch: PageListener
    check: bool
    wanted: FailureCriteria
    begun: bool = False
    shown: bool = False
    said: str = ""
    spent: SessionSpending | None = None

    async def steps(self, place: tuple[str, int]) -> AsyncGenerator[Step, None]:
        """Yields the steps of the run while its pages are watched for findings.

        Args:
            place: The file and line of the test that plays it.
        """
        self.begun = True
        try:
            async with aclosing(steps_of(self.run, place)) as steps:
                async for step in steps:
                    self.watch.stepped(step, slow=self.wanted.slow)
                    if self.wanted.axe and self.run.result.status is not Status.RUNNING:
                        await self.watch.audit()
                    yield step
        finally:
            self.watch.end()

    async def to_the_end(self, place: tuple[str, int]) -> None:
        """Plays the run to its end."""
        async for _ in self.steps(place):
            pass


@dataclass(slots=True)
class RunsOfTest:
    """The runs of a test, and what must be closed before its report is made.

    Attributes:
        test: The test.
        played: The runs that are in no report yet, oldest first.
        streams: The steps of runs that the test plays step by step and does not await.
        spent: What all runs of the test spent, including those in a report.
        all: All runs of the test, including those in a report.
        asked: The model calls of its checks.
        idle: Statements of checks that the test has not awaited yet.
        notes: Messages to the user that are in no report yet.
        loop: The event loop for runs that open their own browser; None until one is needed.
    """

    test: SuiteTest
    played: list[PlayedRun] = field(default_factory=list[PlayedRun])
    streams: list[Generator[Step, None, None]] = field(default_factory=list[Generator[Step, None, None]])
    spent: SessionSpending = field(default_factory=SessionSpending)
    all: list[PlayedRun] = field(default_factory=list[PlayedRun])
    asked: list[Exchange] = field(default_factory=list[Exchange])
    idle: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    loop: OwnLoop | None = None

    def own_loop(self) -> OwnLoop:
        """Returns the event loop for runs that open their own browser."""
        self.loop = self.loop or OwnLoop()
        return self.loop

    def settle(self, played: PlayedRun) -> None:
        """Records what an ended run spent, once."""
        if played.spent is None:
            played.spent = spent_by(played.run.result)
            self.record(played.spent)

    def record(self, spent: SessionSpending) -> None:
        """Records what was spent for this test."""
        self.spent += spent
        self.test.session.ledger.add(self.test.id, spent)

    def close(self) -> list[PlayedRun]:
        """Returns the runs since the last call. Closes those that the test left in the middle of a loop."""
        for stream in self.streams:
            stream.close()
        if self.loop is not None:
            self.loop.close()
        for played in self.played:
            self.settle(played)
        ended, self.played, self.streams, self.loop = self.played, [], [], None
        return ended

    @property
    def unfinished(self) -> str:
        """Says which run or check the test began and did not wait for, so that nothing was done; empty for none."""
        idle = [played.run.task.text for played in self.all if not played.begun] + self.idle
        return (
            f"nothing was done, because the test did not await this, or did not loop over its steps: {idle[0]!r}"
            if idle
            else ""
        )
