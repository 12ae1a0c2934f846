"""What the service knows of a run that was asked for: the request, its events with their numbers, and how it stands; on disk too."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from actwright.engine.trace import RunFolder
from actwright.errors import ActwrightError
from actwright.schemas.event import Event

__all__ = ["ENDED", "Entry", "Kind", "Told", "read_entries"]

Kind = Literal["run", "browse"]

ENDED = "run.ended"
NAMES = {
    "run_started": "run.started",
    "step_started": "step.started",
    "look": "page.looked",
    "call_started": "call.started",
    "call_progress": "call.progressed",
    "call": "call.ended",
    "retry": "call.retried",
    "proposal": "step.proposed",
    "action_started": "action.started",
    "effect": "effect.announced",
    "action": "action.ended",
    "refusal": "action.refused",
    "evidence": "evidence.checked",
    "step": "step.ended",
    "run_ended": "run.played",
}
"""What a run's own events are called outside."""
PASSING = {"call.progressed"}
"""Events that nobody needs who was not there: they have no number, and are not kept."""


@dataclass(frozen=True, slots=True)
class Told:
    """An event as clients get it.

    Attributes:
        number: Its place among the entry's events, from 1; 0 for one that is not kept.
        name: `domain.action`.
        fields: What it says.
    """

    number: int
    name: str
    fields: dict[str, Any]


@dataclass(slots=True)
class Entry:
    """A run that was asked for.

    Attributes:
        id: What clients call it by.
        kind: Whether it does a task or answers a question.
        request: As it was asked for.
        folder: Where this is kept.
        key: The client's idempotency key; empty if it gave none.
        digest: Of the request, to compare another one with the same key.
        state: `queued`, `running`, `needs_action`, `paused` while a person has the page; then how it ended: a status of `Result`, or `cancelled`.
        result: What it came to, once it has ended.
        events: What was told of it, oldest first.
    """

    id: str
    kind: Kind
    request: dict[str, Any]
    folder: Path
    key: str = ""
    digest: str = ""
    created: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    state: str = "queued"
    result: dict[str, Any] | None = None
    events: list[Told] = field(default_factory=list[Told])
    _listeners: set[asyncio.Queue[Told]] = field(default_factory=set[asyncio.Queue[Told]], repr=False)

    @property
    def ended(self) -> bool:
        """Whether nothing more will be told of it."""
        return bool(self.events) and self.events[-1].name == ENDED

    def keep(self) -> None:
        """Writes the request down. Raises OSError."""
        self.folder.mkdir(parents=True)
        head = {name: getattr(self, name) for name in ("id", "kind", "request", "key", "digest", "created")}
        _write(self.folder / "request.json", json.dumps(head, ensure_ascii=False), os.O_EXCL)

    def hear(self, event: Event) -> None:
        """Tells an event of the run."""
        self.tell(NAMES[event.name], event.model_dump(mode="json"))

    def tell(self, name: str, fields: dict[str, Any]) -> None:
        """Tells an event to whoever listens, and keeps it."""
        told = Told(0 if name in PASSING else len(self.events) + 1, name, fields)
        if told.number:
            line = json.dumps({"number": told.number, "name": name, "fields": fields}, ensure_ascii=False)
            _write(self.folder / "events.jsonl", line + "\n", os.O_APPEND)
            self.events.append(told)
        for listener in self._listeners:
            listener.put_nowait(told)

    async def follow(self, after: int) -> AsyncGenerator[Told]:
        """The events after a number, then those to come, until the run has ended; none is missed and none told twice."""
        queue: asyncio.Queue[Told] = asyncio.Queue()
        self._listeners.add(queue)
        try:
            known = self.events[after:]
            last = len(self.events)
            for told in known:
                yield told
            while not (self.ended and last >= len(self.events)):
                told = await queue.get()
                if not told.number or told.number > last:
                    last = max(last, told.number)
                    yield told
        finally:
            self._listeners.discard(queue)


def read_entries(folder: Path) -> Iterator[Entry]:
    """The entries of an earlier service, oldest first. One that was under way is told to be interrupted, and what it may have done."""
    for request in sorted(folder.glob("*/request.json"), key=lambda path: path.stat().st_mtime_ns):
        try:
            entry = Entry(folder=request.parent, **json.loads(request.read_text("utf-8")))
        except (ValueError, TypeError):
            continue  # it was being written when the machine went down: nothing had begun
        entry.events = list(_events(request.parent / "events.jsonl"))
        if not entry.ended:
            _interrupted(entry)
        entry.state, entry.result = entry.events[-1].fields["state"], entry.events[-1].fields["result"]
        yield entry


def _interrupted(entry: Entry) -> None:
    record = next((told.fields["record"] for told in entry.events if told.name == "run.recorded"), None)
    result: dict[str, Any] = {"status": "interrupted", "reason": "interrupted", "may_have_acted": False}
    if record is not None:
        try:
            found = RunFolder.read(Path(record)).result
        except ActwrightError:
            result["may_have_acted"] = True
        else:
            result["may_have_acted"] = found.may_have_acted
        result["record"] = record
    entry.tell(ENDED, {"state": "interrupted", "result": result})


def _events(file: Path) -> Iterator[Told]:
    """The events that were written whole."""
    if not file.exists():
        return
    for line in file.read_text("utf-8").splitlines():
        try:
            yield Told(**json.loads(line))
        except (ValueError, TypeError):
            return


def _write(file: Path, text: str, how: int) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | how, 0o600)
    with os.fdopen(descriptor, "a", encoding="utf-8") as opened:
        opened.write(text)
