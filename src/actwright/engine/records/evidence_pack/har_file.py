"""Writes the HAR file of an evidence pack from the one that Playwright recorded."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from actwright.engine.records.evidence_pack.masking import PackMasks
from actwright.engine.records.evidence_pack.network_entries import Entry, mask_entry


def read_har(path: Path, *, others: Collection[str]) -> dict[str, Any]:
    """The log of a HAR file, without the pages `others` and their requests. Raises OSError, ValueError."""
    log: dict[str, Any] = json.loads(path.read_bytes())["log"]
    log["pages"] = [page for page in log.get("pages", ()) if page.get("id") not in others]
    log["entries"] = [entry for entry in log.get("entries", ()) if entry.get("pageref") not in others]
    return log


def masked_har(log: dict[str, Any], masks: PackMasks) -> bytes:
    """The content of a HAR file with this log, masked."""
    entries = [mask_entry(entry, masks, _nothing_stored) for entry in log["entries"]]
    pages = [{**page, "title": masks.text(str(page.get("title", "")))} for page in log["pages"]]
    return json.dumps({"log": {**log, "pages": pages, "entries": entries}}, ensure_ascii=False, indent=1).encode()


def _nothing_stored(_part: Entry, _media_type: str, _sent: bool) -> None:  # noqa: FBT001 - as `Stored`
    """The bodies are in the file itself."""
