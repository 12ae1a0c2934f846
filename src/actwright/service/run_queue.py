"""The runs that were requested over HTTP: each waits for its turn, is played once, and sends events until it ends."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import Any, Self

from actwright.engine.records.totals import totals_of
from actwright.schemas.confirmation import AskHumanRequest, ConfirmRequest
from actwright.service.background_runs import BackgroundRun, OpenQuestion
from actwright.service.cast import CastSource
from actwright.service.config import ServiceConfig
from actwright.service.entries import ENDED, Kind, RequestedRun, read_entries
from actwright.service.prepared import browsed, prepared
from actwright.service.run_requests import BrowseRequest, ClientRunRequest, shown
from actwright.service.takeover import TakenError, TakeOver


class AnotherRequestError(Exception):
    """The idempotency key belongs to another request."""


class FullError(Exception):
    """Too many runs are already waiting."""


class Queue:
    """Plays the requested runs, a limited number at a time. Use it as an async context manager.

    Attributes:
        entries: All entries by ID, oldest first, including entries of earlier services in the same folder.
        ended: Called with each entry that has ended; None calls nothing.
    """

    def __init__(self, owner: ServiceConfig, *, folder: Path, most_waiting: int = 1_000) -> None:
        self._owner = owner
        self._folder = folder
        self._most_waiting = most_waiting
        self._turns = asyncio.Semaphore(owner.most_runs)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._playing: dict[str, BackgroundRun] = {}
        self._taken: dict[str, TakeOver] = {}
        self._keys: dict[tuple[Kind, str], RequestedRun] = {}
        self.entries: dict[str, RequestedRun] = {}
        self.ended: Callable[[RequestedRun], None] | None = None

    async def __aenter__(self) -> Self:
        for entry in read_entries(self._folder):
            self._know(entry)
        return self

    async def __aexit__(self, *_: object) -> None:
        for entry in list(self.entries.values()):
            await self.cancel(entry)

    def add(self, kind: Kind, request: ClientRunRequest | BrowseRequest, *, key: str = "") -> tuple[RequestedRun, bool]:
        """Puts a request in the queue, or finds the entry that already has its key.

        Returns:
            The entry, and whether it is new.

        Raises:
            AnotherRequestError: The key belongs to another request.
            FullError: Too many runs are already waiting.
            ConfigError: The request cannot be run, or the owner does not permit it.
        """
        digest = hashlib.sha256(request.model_dump_json().encode()).hexdigest()
        if key and (known := self._keys.get((kind, key))) is not None:
            if known.digest != digest:
                raise AnotherRequestError("this Idempotency-Key was used for another request; use a new one")
            return known, False
        if sum(entry.state == "queued" for entry in self.entries.values()) >= self._most_waiting:
            raise FullError("too many runs are waiting; try again later")
        if isinstance(request, ClientRunRequest):
            playing = prepared(self._owner, request, attended=self._owner.ask_human_seconds > 0)
        else:
            playing = browsed(self._owner, request)
        return self._enter(kind, shown(request), playing, turns=self._turns, key=key, digest=digest), True

    def play(self, kind: Kind, request: dict[str, Any], playing: BackgroundRun) -> RequestedRun:
        """Plays a run that was prepared elsewhere, at once, so that it can be watched here."""
        return self._enter(kind, request, playing, turns=nullcontext())

    def _enter(
        self,
        kind: Kind,
        request: dict[str, Any],
        playing: BackgroundRun,
        *,
        turns: AbstractAsyncContextManager[None],
        key: str = "",
        digest: str = "",
    ) -> RequestedRun:
        entry = RequestedRun(playing.id, kind, request, self._folder / playing.id, key=key, digest=digest)
        entry.keep()
        self._know(entry)
        entry.tell("run.queued", {})
        played = asyncio.create_task(self._play(entry, playing, turns), name=f"actwright-{entry.id}")
        self._tasks[entry.id] = played
        played.add_done_callback(
            lambda _: self._tasks.pop(entry.id, None)
        )  # otherwise each would keep its run in memory, including its pictures
        return entry

    async def cancel(self, entry: RequestedRun) -> None:
        """Stops a run in order, or removes it from the queue; cancelling twice is allowed."""
        task = self._tasks.get(entry.id)
        if task is not None and not task.done():
            task.cancel()
            await asyncio.wait([task])
        if not entry.ended:  # it was cancelled before it started
            self._end(entry, "cancelled", {"status": "cancelled", "may_have_acted": False})

    def playing(self, entry: RequestedRun) -> BackgroundRun | None:
        """The run of an entry while it is under way; None before and after."""
        return self._playing.get(entry.id)

    def watched(self, entry: RequestedRun) -> CastSource | None:
        """What the live picture of an entry shows; None while it has no page."""
        return self._playing.get(entry.id)

    def take_over(self, entry: RequestedRun) -> TakeOver | None:
        """The object that gives the page of a run to one person at a time; None if the run is not under way."""
        playing = self._playing.get(entry.id)
        if playing is None:
            return None
        return self._taken.setdefault(entry.id, TakeOver(playing, lambda: self._report_control(entry, playing)))

    def pause(self, entry: RequestedRun, *, paused: bool) -> bool:
        """Pauses a run, or resumes it; a second time changes nothing. Returns False if the run is not under way."""
        playing = self._playing.get(entry.id)
        if playing is None or playing.ended:
            return False
        if playing.run.page_control.pause() if paused else playing.run.page_control.resume():
            self._report_control(entry, playing)
        return True

    def waits(self, entry: RequestedRun) -> dict[str, bool]:
        """Whether a run is paused, and whether a person has taken over its page."""
        playing, taken = self._playing.get(entry.id), self._taken.get(entry.id)
        return {
            "paused": playing is not None and playing.run.page_control.paused,
            "taken_over": taken is not None and taken.has_control,
        }

    def acted(self, entry: RequestedRun, wanted: str, *, done: bool) -> bool:
        """Ends a human request. Returns False if it is no longer open.

        Raises:
            TakenError: A person controls the page, and must give it back first.
        """
        playing = self._playing.get(entry.id)
        if playing is None:
            return False
        if playing.run.page_control.taken:
            raise TakenError
        return playing.acted(wanted, done=done)

    def _report_control(self, entry: RequestedRun, playing: BackgroundRun) -> None:
        """Adds the event that a run was paused or taken over, or that it was resumed or given back."""
        if playing.ended:
            return
        entry.state, waits = _state_of(playing), self.waits(entry)
        entry.tell("run.paused" if any(waits.values()) else "run.resumed", waits)

    def _know(self, entry: RequestedRun) -> None:
        self.entries[entry.id] = entry
        if entry.key:
            self._keys[entry.kind, entry.key] = entry

    async def _play(
        self, entry: RequestedRun, playing: BackgroundRun, turns: AbstractAsyncContextManager[None]
    ) -> None:
        async with turns:
            self._follow(entry, playing)
            playing.start()
            try:
                await playing.over()
            except asyncio.CancelledError:
                await playing.end()
                self._end(entry, "cancelled", result_of(playing))
                raise
            finally:
                self._playing.pop(entry.id, None)
                if (taken := self._taken.pop(entry.id, None)) is not None:
                    taken.close()
            self._end(entry, str(playing.result.status), result_of(playing))

    def _follow(self, entry: RequestedRun, playing: BackgroundRun) -> None:
        """Adds to the entry everything that the run reports from now on."""
        recorded = False

        def hear(event: Any) -> None:
            nonlocal recorded
            if not recorded and playing.run.run_dir is not None:
                recorded = True
                entry.tell("run.recorded", {"record": str(playing.run.run_dir.resolve())})
            entry.hear(event)

        playing.heard, playing.asked = hear, lambda question: _ask(entry, playing, question)
        entry.state, self._playing[entry.id] = "running", playing

    def _end(self, entry: RequestedRun, state: str, result: dict[str, Any]) -> None:
        entry.state, entry.result = state, result
        entry.tell(ENDED, {"state": state, "result": result})
        if self.ended is not None:
            self.ended(entry)


def _ask(entry: RequestedRun, playing: BackgroundRun, question: OpenQuestion[Any]) -> None:
    """Adds the event that a question was asked, or that it is no longer open."""
    entry.state = _state_of(playing)
    if isinstance(question.request, ConfirmRequest):
        asked, ended, name, answer = "approval.requested", "approval.answered", "question", "permitted"
    else:
        asked, ended, name, answer = "ask_human.requested", "ask_human.ended", "ask_human", "done"
    if question in (playing.question, playing.wanted):
        entry.tell(asked, described(name, question))
    else:
        entry.tell(ended, {name: question.id, answer: question.positive})


def described(name: str, question: OpenQuestion[Any]) -> dict[str, Any]:
    """Returns a question as clients receive it, with its ID under a name. A person looks at the page, not at pictures."""
    exclude = {"picture"} if isinstance(question.request, AskHumanRequest) else None
    return {name: question.id, **question.request.model_dump(mode="json", exclude=exclude)}


def _state_of(playing: BackgroundRun) -> str:
    """The state of a run that is under way."""
    if playing.run.page_control.taken or playing.run.page_control.paused:
        return "paused"
    return "needs_action" if playing.question or playing.wanted else "running"


def result_of(playing: BackgroundRun) -> dict[str, Any]:
    """The result of a run, as clients receive it."""
    result = playing.result
    totals = totals_of(result.steps)
    return {
        "status": str(result.status),
        "complete": result.complete,
        "reason": result.reason.value,
        "message": result.message,
        "error": playing.error or result.error,
        "output": None if result.output is None else result.output.model_dump(mode="json"),
        "data": dict(result.data),
        "may_have_acted": result.may_have_acted,
        "http_status": result.http_status,
        "evidence": [each.model_dump(mode="json", exclude_none=True) for each in result.evidence],
        "proof": result.proof,
        "shortfall": result.shortfall,
        "changed": result.changed,
        "steps": totals.steps,
        "calls": totals.calls,
        "input_tokens": totals.usage.input,
        "output_tokens": totals.usage.output,
        "usd": totals.cost,
        "seconds": round(totals.seconds, 3),
        "record": str(result.run_dir.resolve()) if result.run_dir else None,
        **(playing.describe(result) if playing.describe else {}),
    }
