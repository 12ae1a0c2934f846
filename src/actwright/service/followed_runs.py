"""Shows runs that are played elsewhere, a single run or the rows of a job, as the service shows its own runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from actwright.engine.run import Run
from actwright.schemas.event import Event
from actwright.service.background_runs import BackgroundRun
from actwright.service.cast import CastSource
from actwright.service.config import ServiceConfig
from actwright.service.entries import RequestedRun
from actwright.service.run_queue import Queue, result_of

MOST_KEPT = 500
"""How many ended entries stay listed; older ones are forgotten."""


class ExternalRun(BackgroundRun):
    """A run that is played elsewhere.

    Attributes:
        stop: Called when a person stops the run; None ignores that.
    """

    def __init__(self, make: Callable[[BackgroundRun], Run]) -> None:
        super().__init__(make)
        self.stop: Callable[[], object] | None = None
        self._over = False
        self.run.listen(self._hear)

    @property
    def ended(self) -> bool:
        """Whether `finish` was called."""
        return self._over

    def finish(self, error: str = "") -> None:
        """Notes that the run is over and its record written."""
        self._over, self.error = True, error

    async def end(self) -> None:
        """Asks the program that plays the run to stop it."""
        if self.stop is not None:
            self.stop()

    def _hear(self, event: Event) -> None:
        if self.heard is not None:
            self.heard(event)


class _Glimpse:
    """A page without a run, as of a row that a drill does."""

    def __init__(self, page: Page) -> None:
        self.showing = page

    @property
    def ended(self) -> bool:
        return self.showing.is_closed()


class RunWatcher(Queue):
    """Lists runs that are played elsewhere. Nothing can be requested here, and nothing is kept."""

    def __init__(self) -> None:
        super().__init__(ServiceConfig(), folder=Path())
        self._glimpses: dict[str, _Glimpse] = {}

    async def cancel(self, entry: RequestedRun) -> None:
        """Asks the program that plays the run to stop it."""
        if (playing := self._playing.get(entry.id)) is not None:
            await playing.end()

    def watched(self, entry: RequestedRun) -> CastSource | None:
        """What the live picture of an entry shows; None while it has no page."""
        return self._glimpses.get(entry.id) or self._playing.get(entry.id)

    def begin(self, name: str, request: Mapping[str, Any]) -> RequestedRun:
        """Returns an entry for a run that is about to start; an unfinished entry of the same name continues."""
        entry = self.entries.get(name)
        if entry is None or entry.ended:
            entry = RequestedRun(name, "run", dict(request), None)
            self.entries.pop(name, None)
            self._know(entry)
        entry.state = "running"
        return entry

    def follow(self, entry: RequestedRun, playing: BackgroundRun) -> None:
        """Shows a run of an entry in place of an earlier one."""
        self._glimpses.pop(entry.id, None)
        self._follow(entry, playing)

    def glimpse(self, entry: RequestedRun, page: Page) -> None:
        """Shows a page without a run."""
        self._glimpses[entry.id] = _Glimpse(page)
        entry.tell("run.started", {"policy": "as an earlier row", "models": "", "task": ""})

    def end(self, entry: RequestedRun, state: str = "", result: dict[str, Any] | None = None) -> None:
        """Ends an entry: with the given state and result, or else with its run's."""
        playing = self._playing.pop(entry.id, None)
        self._glimpses.pop(entry.id, None)
        if (taken := self._taken.pop(entry.id, None)) is not None:
            taken.close()
        if isinstance(playing, ExternalRun):
            playing.finish()
        if result is None and playing is not None:
            state, result = str(playing.result.status), result_of(playing)
        self._end(entry, state, result or {})
        for name in [each.id for each in self.entries.values() if each.ended][:-MOST_KEPT]:
            del self.entries[name]
