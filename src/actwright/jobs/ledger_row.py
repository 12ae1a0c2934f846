"""A row in the ledger: its state, its outcome, and what it used."""

from __future__ import annotations

import hashlib
import json
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Self

from actwright.errors import ActwrightError
from actwright.jobs.job_rows import JobRow
from actwright.schemas.base import Frozen
from actwright.schemas.step import Receipt
from actwright.text import counted


class RowState(StrEnum):
    """The state of a row.

    Attributes:
        PENDING: Still to be done; nothing of it was sent.
        RUNNING: In progress. If no program works on it any more, the intent shows whether it may have been sent.
        DONE: Submitted, and the site confirmed it.
        INVALID: Not sent, because of the values in the row.
        REFUSED: Sent, and the site refused it.
        FAILED: Not sent, for a technical reason.
        BLOCKED: Not sent, because a captcha, a login or an error page was in the way.
        UNKNOWN: May have been sent. Never submitted again automatically.
        SKIPPED: An earlier row has the same key.
        FILLED: Filled in by a dry run, and held until a person approves or rejects it.
        REJECTED: Not sent, because a person reviewed the dry run and rejected it.
    """

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    INVALID = "invalid"
    REFUSED = "refused"
    FAILED = "failed"
    BLOCKED = "blocked"
    UNKNOWN = "unknown"
    SKIPPED = "skipped"
    FILLED = "filled"
    REJECTED = "rejected"


RETRIED = (RowState.FAILED, RowState.BLOCKED, RowState.INVALID, RowState.REFUSED, RowState.FILLED, RowState.REJECTED)
"""States in which nothing was sent, or the site refused the row."""
CORRECTED = (*RETRIED, RowState.PENDING)
"""States in which the values of a row may change."""


class LedgerError(ActwrightError):
    """The ledger cannot be read or written, so nothing may be submitted. It still holds what was submitted."""


class KeyTakenError(LedgerError):
    """Two rows would have the same key."""


class LedgerRow(Frozen):
    """A row in the ledger. It holds no value of a private or secret column.

    Attributes:
        number: The number of the row, as a spreadsheet shows it.
        label: The key in readable form; empty if it must not be shown.
        state: The state of the row.
        reason: Why, in fixed words.
        detail: Why, in a sentence.
        intent: What may have been sent; empty if nothing was.
        intended, began, ended: UTC times in ISO 8601.
        attempts: How many times the row was begun.
        policy: The policy that decided on the actions.
        seconds, cost, calls, tokens: What all attempts used; the cost in USD, None if a price is not known.
        confirmation: What the site showed to confirm the row.
        receipts: For each field, the value meant for it and the value that it held.
        payload: The fields of the form that a dry run filled in, with their values.
        picture, record: Paths in the job's folder; empty if there is none.
        approved: The digest of the approved form; nothing else may be sent. Empty if none was approved.
    """

    number: int
    label: str = ""
    state: RowState
    reason: str = ""
    detail: str = ""
    intent: str = ""
    intended: str = ""
    attempts: int = 0
    began: str = ""
    ended: str = ""
    policy: str = ""
    seconds: float = 0.0
    cost: float | None = None
    calls: int = 0
    tokens: int = 0
    confirmation: str = ""
    receipts: tuple[Receipt, ...] = ()
    payload: Mapping[str, str] = {}
    picture: str = ""
    record: str = ""
    approved: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A screenshot of the form of a row, as a dry run filled it in.

    Attributes:
        data: The bytes of the image.
        kind: Its media type, as in `image/png`.
    """

    data: bytes
    kind: str

    @classmethod
    def read(cls, folder: Path, entry: LedgerRow) -> Self | None:
        """Returns the picture of a row from the job's folder; None if there is none."""
        file = (folder / (entry.picture or ".")).resolve()
        if not file.is_relative_to(folder.resolve()) or not file.is_file():
            return None
        return cls(file.read_bytes(), mimetypes.guess_type(file.name)[0] or "")


def first_state(row: JobRow) -> tuple[RowState, str, str]:
    """The state, reason and detail of a row that was not begun."""
    if row.twin is not None:
        return RowState.SKIPPED, "duplicate_key", f"the same key as row {row.twin}"
    if row.missing:
        return RowState.INVALID, "missing_value", f"column {row.missing!r} is required, but empty"
    return RowState.PENDING, "", ""


def digest_of(payload: Mapping[str, str]) -> str:
    """The digest of a form: its fields in order, with their values but without their element IDs."""
    fields = [(title.partition(" ")[2] or title, value) for title, value in payload.items()]
    return hashlib.sha256(json.dumps(fields, ensure_ascii=True).encode()).hexdigest()


def told(counts: Mapping[RowState, int]) -> str:
    """The counts in words: `12 done, 1 unknown`."""
    return ", ".join(f"{counts[state]:,} {state}" for state in RowState if counts.get(state)) or counted(0, "row")
