"""Writes the trace of an evidence pack from the one that Playwright recorded."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias, cast

from actwright.engine.records.evidence_pack.dom_snapshots import DomSnapshots
from actwright.engine.records.evidence_pack.masking import PackMasks, text_of
from actwright.engine.records.evidence_pack.network_entries import Entry, mask_entry, masked_messages

Event: TypeAlias = dict[str, Any]

FIXED = frozenset({
    "type", "version", "origin", "class", "method", "phase", "messageType", "sdkLanguage", "platform", "browserName",
    "channel", "playwrightVersion", "wallTime", "monotonicTime", "time", "startTime", "endTime", "timestamp", "timeout",
    "collectionTime", "viewport", "point", "box", "isMainFrame", "testIdAttributeName",
})  # fmt: skip
"""Members of events that contain nothing of a page."""
STYLES, MESSAGES = "text/css", ".jsonl"


class TraceFile:
    """A trace that Playwright recorded.

    Args:
        path: The file.
        others: The pages that are not the run's; what happened on them is left out.

    Raises:
        OSError, ValueError, zipfile.BadZipFile: It cannot be read.
    """

    def __init__(self, path: Path, *, others: Collection[str]) -> None:
        with zipfile.ZipFile(path) as file:
            self._files = {name: file.read(name) for name in file.namelist() if name.startswith("resources/")}
            events, network = _lines(file, "trace.trace"), _lines(file, "trace.network")
        elsewhere = {each["snapshot"]["callId"] for each in events if _snapshot(each).get("pageId") in others}
        self._events = [each for each in events if not _is_of(each, others, elsewhere)]
        self._network = [each for each in network if _snapshot(each).get("pageref") not in others]
        self._snapshots = DomSnapshots()
        for event in self._events:
            if event["type"] == "frame-snapshot":
                self._snapshots.add(event["snapshot"])
        self._names: dict[str, str] = {}
        self._written: dict[str, bytes] = {}

    @property
    def entries(self) -> list[Entry]:
        """The requests and responses, as entries of a HAR file."""
        return [_snapshot(each) for each in self._network]

    def passwords(self) -> set[str]:
        """What password fields contained; see `DomSnapshots`."""
        return self._snapshots.passwords()

    def write(self, path: Path, masks: PackMasks) -> None:
        """Writes the trace, masked. Raises OSError."""
        self._snapshots.mask(masks)

        def stored(part: Entry, media_type: str, sent: bool) -> None:  # noqa: FBT001 - as `Stored`
            if new := self._masked_file(str(part.pop("_file", "")), media_type, masks, sent=sent):
                part["_file"] = new

        network = [{**each, "snapshot": mask_entry(each["snapshot"], masks, stored)} for each in self._network]
        events = [self._masked(each, masks) for each in self._events]
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("trace.trace", _joined(events))
            file.writestr("trace.network", _joined(network))
            for name, content in self._written.items():
                file.writestr(name, content)

    def _masked(self, event: Event, masks: PackMasks) -> Event:
        event.pop("result", None)  # what a page answered to a question of ours, such as its whole text
        event.pop("stack", None)
        if event["type"] != "frame-snapshot":
            return masks.tree(event, fixed=FIXED)
        snapshot, html = cast(Event, event["snapshot"]), event["snapshot"].pop("html")
        for override in snapshot.get("resourceOverrides", ()):
            if new := self._masked_file(str(override.pop("file", "")), STYLES, masks, sent=False):
                override["file"] = new
        return {**event, "snapshot": {**masks.tree(snapshot, fixed=FIXED), "html": html}}

    def _masked_file(self, name: str, media_type: str, masks: PackMasks, *, sent: bool) -> str:
        """Masks the content of a file, and returns its new name; empty if it is binary, and left out."""
        content = self._files.get(name)
        if content is None or name in self._names:
            return self._names.get(name, "")
        # The text parts of a form with files are readable, whatever the files contain.
        text = content.decode("utf-8", "replace") if sent and "multipart" in media_type else text_of(content)
        if text is None:
            return ""
        if name.endswith(MESSAGES):
            text = _joined(masked_messages([json.loads(line) for line in text.split("\n") if line], masks))
        else:
            text = masks.body(text, media_type)
        new = self._names[name] = f"resources/{len(self._names) + 1}{PurePosixPath(name).suffix}"
        self._written[new] = text.encode()
        return new


def _lines(file: zipfile.ZipFile, name: str) -> list[Event]:
    return [json.loads(line) for line in file.read(name).splitlines()] if name in file.namelist() else []


def _joined(lines: Iterable[Event]) -> str:
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def _snapshot(event: Event) -> Event:
    found: Any = event.get("snapshot")
    return cast(Event, found) if isinstance(found, dict) else {}


def _pages_of(event: Event) -> Iterator[object]:
    yield event.get("pageId")
    yield _snapshot(event).get("pageId")
    params: Event = event.get("params") or {}
    yield params.get("pageId")


def _is_of(event: Event, pages: Collection[str], calls: Collection[str]) -> bool:
    """Whether an event is about one of these pages, or belongs to one of these calls."""
    return event.get("callId") in calls or any(page in pages for page in _pages_of(event) if page)
