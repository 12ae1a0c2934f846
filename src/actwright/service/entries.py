"""What the service knows about a requested run: its request, its numbered events and its state, also kept on disk."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from actwright.engine.matching.references import filled_text
from actwright.engine.records.run_folder import RunFolder
from actwright.engine.records.run_folder.disk import append
from actwright.errors import ActwrightError
from actwright.schemas.event import Event

Kind = Literal["run", "browse"]

ENDED = "run.ended"
FILE = "events.jsonl"
LONGEST_END = 1_000_000
"""The last event of a file is searched in this many bytes at its end; if it is longer, the whole file is read."""
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
"""The names under which clients receive the events of a run, by their names in the library."""
PASSING = {"call.progressed"}
"""Events that matter only while they happen: they have no number, and are not kept."""


@dataclass(frozen=True, slots=True)
class ClientEvent:
    """An event as clients receive it.

    Attributes:
        number: Its position among the entry's events, from 1; 0 for an event that is not kept.
        name: Its name, as `domain.action`.
        fields: Its content.
    """

    number: int
    name: str
    fields: dict[str, Any]


@dataclass(slots=True)
class RequestedRun:
    """A run that somebody requested.

    Attributes:
        id: The ID by which clients refer to it.
        kind: `run` for a task, `browse` for a question.
        request: The request.
        folder: The folder in which all this is kept; None keeps nothing.
        key: The client's idempotency key; empty if it gave none.
        digest: The digest of the request, to recognize another request with the same key.
        created: When it was requested: UTC in ISO 8601.
        state: `queued`, `running`, `needs_action`, `paused` (by a person, or while one has its page); after its end a
            status of `Result`, `cancelled` or `interrupted`.
        result: The result, once it has ended.
        count: The number of numbered events.
        ended: Whether the last event has come; from then on, the events are only on disk.
    """

    id: str
    kind: Kind
    request: dict[str, Any]
    folder: Path | None
    key: str = ""
    digest: str = ""
    created: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    state: str = "queued"
    result: dict[str, Any] | None = None
    count: int = 0
    ended: bool = False
    _told: list[ClientEvent] = field(default_factory=list[ClientEvent], repr=False)
    _listeners: set[asyncio.Queue[ClientEvent]] = field(default_factory=set[asyncio.Queue[ClientEvent]], repr=False)

    @property
    def title(self) -> str:
        """The task, with the values of its data, or the question."""
        given: dict[str, Any] = self.request.get("data") or {}
        data = {name: str(value) for name, value in given.items()}
        return filled_text(self.request.get("task") or self.request["prompt"], data)

    @property
    def events(self) -> Sequence[ClientEvent]:
        """The events, oldest first."""
        return self._told if self.folder is None or not self.ended else list(_events(self.folder / FILE))

    def keep(self) -> None:
        """Stores the request. Raises OSError."""
        if self.folder is None:
            return
        self.folder.mkdir(parents=True)
        head = {name: getattr(self, name) for name in ("id", "kind", "request", "key", "digest", "created")}
        append(self.folder / "request.json", json.dumps(head, ensure_ascii=False).encode(), sync=False)

    def hear(self, event: Event) -> None:
        """Adds an event of the run."""
        self.tell(NAMES[event.name], event.model_dump(mode="json"))

    def take_up(self, events: Iterable[ClientEvent]) -> None:
        """Takes over the events from an earlier service; new events continue after them."""
        self._told = list(events)
        self.count = len(self._told)

    def tell(self, name: str, fields: dict[str, Any]) -> ClientEvent:
        """Sends an event to everybody who follows the entry, and keeps it."""
        told = ClientEvent(0 if name in PASSING else self.count + 1, name, fields)
        if told.number:
            line = json.dumps({"number": told.number, "name": name, "fields": fields}, ensure_ascii=False)
            if self.folder is not None:
                append(self.folder / FILE, f"{line}\n".encode(), sync=False)
            self.count = told.number
            self._told.append(told)
        if name == ENDED:
            self.ended = True
            if self.folder is not None:
                self._told.clear()
        for listener in self._listeners:
            listener.put_nowait(told)
        return told

    async def follow(self, after: int) -> AsyncGenerator[ClientEvent]:
        """Yields the events after a number, then new ones until the run has ended; none is missed, none comes twice."""
        queue: asyncio.Queue[ClientEvent] = asyncio.Queue()
        self._listeners.add(queue)
        try:
            known, last = self.events[after:], self.count
            for told in known:
                yield told
            while not (self.ended and last >= self.count):
                told = await queue.get()
                if not told.number or told.number > last:
                    last = max(last, told.number)
                    yield told
        finally:
            self._listeners.discard(queue)


def read_entries(folder: Path) -> Iterator[RequestedRun]:
    """Yields the entries of an earlier service, oldest first. One that was under way ends here as interrupted."""
    for request in sorted(folder.glob("*/request.json"), key=lambda path: path.stat().st_mtime_ns):
        try:
            entry = RequestedRun(folder=request.parent, **json.loads(request.read_text("utf-8")))
        except (ValueError, TypeError):
            continue  # cut off when the machine went down; the run had not begun
        last = _last(request.parent / FILE)
        if last is None or last.name != ENDED:
            entry.take_up(_events(request.parent / FILE))
            last = entry.events[-1] if entry.count else None
        if last is None or last.name != ENDED:
            last = _interrupted(entry, request.parent / FILE)
        entry.ended, entry.count = True, last.number
        entry.state, entry.result = last.fields["state"], last.fields["result"]
        yield entry


def _interrupted(entry: RequestedRun, file: Path) -> ClientEvent:
    """Ends an entry as interrupted. Its record shows whether it may have acted; if that cannot be read, it may have."""
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
    if not _is_whole(file):
        append(file, b"\n", sync=False)
    return entry.tell(ENDED, {"state": "interrupted", "result": result})


def _last(file: Path) -> ClientEvent | None:
    """The last event of a file; None if it has none, or its last line was cut off."""
    if not file.exists():
        return None
    end = _end_of(file, LONGEST_END)
    line = end.rstrip(b"\n").rpartition(b"\n")[2]
    try:
        return ClientEvent(**json.loads(line)) if end.endswith(b"\n") else None
    except (ValueError, TypeError):
        return None


def _is_whole(file: Path) -> bool:
    """Whether the last line of a file is complete."""
    return not file.exists() or _end_of(file, 1) in {b"", b"\n"}


def _end_of(file: Path, size: int) -> bytes:
    with file.open("rb") as opened:
        opened.seek(max(0, opened.seek(0, os.SEEK_END) - size))
        return opened.read()


def _events(file: Path) -> Iterator[ClientEvent]:
    """Yields the events in a file, without lines that were cut off."""
    if not file.exists():
        return
    for line in file.read_bytes().split(b"\n"):  # splitlines() also splits at other characters
        try:
            yield ClientEvent(**json.loads(line))
        except (ValueError, TypeError):
            continue  # empty, or cut off when the machine went down
