"""A row as a ledger has it: where it stands, and what it took."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from actwright.errors import ActwrightError
from actwright.jobs.rows import Row
from actwright.schemas.base import Frozen
from actwright.schemas.step import Receipt
from actwright.text import counted

__all__ = [
    "COLUMNS",
    "CORRECTED",
    "RETRIED",
    "Entry",
    "KeyTakenError",
    "LedgerError",
    "State",
    "digest_of",
    "entry_of",
    "first_state",
    "storable",
    "told",
]


class State(StrEnum):
    """Where a row stands.

    Attributes:
        PENDING: To be done; nothing of it was sent.
        RUNNING: Under way; if no program works on it any more, the ledger's intent says whether something may have been sent.
        DONE: Submitted, and the site showed that it took it.
        INVALID: Never sent, because of what the row holds.
        REFUSED: Sent, and the site said no.
        FAILED: Never sent, for a technical reason.
        BLOCKED: Never sent, because something stood in front of the form: a captcha, a login, an error page.
        UNKNOWN: Sent or not, and nothing shows which. Never submitted again by itself.
        SKIPPED: Another row has the same key.
        FILLED: Of a dry run: filled in, and held back before the submit, until a person approves or rejects it.
        REJECTED: Never sent, because a person who saw what would be sent said no.
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


RETRIED = (State.FAILED, State.BLOCKED, State.INVALID, State.REFUSED, State.FILLED, State.REJECTED)
"""States that nothing was sent in, or after which the site said no."""
CORRECTED = (*RETRIED, State.PENDING)
"""States in which a row may become another one."""


class LedgerError(ActwrightError):
    """The ledger cannot be read or written, so that nothing may be submitted. What was submitted before is in it."""


class KeyTakenError(LedgerError):
    """Two rows would have the same key."""


class Entry(Frozen):
    """A row in the ledger. No value of a private or secret column is in it.

    Attributes:
        number: As a spreadsheet shows it.
        label: The key for people; empty if it is not to be shown.
        state: Where it stands.
        reason: Why, as a fixed word.
        detail: Why, in a sentence.
        intent: What may have been sent, if anything was.
        intended, began, ended: UTC times in ISO 8601.
        attempts: How often it was begun.
        policy: What decided it.
        seconds, cost, calls, tokens: What it took; the cost in USD, None if a price is not known.
        confirmation: What the site showed to confirm it.
        receipts: Each field with what was wanted and what it held.
        payload: Of a dry run: the fields of the form before the submit.
        picture, record: Files in the folder of the job; empty if there is none.
        approved: The digest of what a person approved; only that may be sent. Empty if nothing was.
    """

    number: int
    label: str = ""
    state: State
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


COLUMNS = ", ".join(Entry.model_fields)


def first_state(row: Row) -> tuple[State, str, str]:
    """Where a row stands before anything is done: its state, the reason and the detail."""
    if row.twin is not None:
        return State.SKIPPED, "duplicate key", f"the same key as row {row.twin}"
    if row.missing:
        return State.INVALID, "missing value", f"column {row.missing!r} is required, and empty"
    return State.PENDING, "", ""


def entry_of(values: Sequence[Any]) -> Entry:
    """A row as it is stored."""
    found = dict(zip(Entry.model_fields, values, strict=True))
    return Entry.model_validate(
        {**found, "receipts": json.loads(found["receipts"]), "payload": json.loads(found["payload"])}
    )


def digest_of(payload: Mapping[str, str]) -> str:
    """What would be sent, as a digest: the fields in their order with what they hold, whatever IDs they have on the page."""
    fields = [(title.partition(" ")[2] or title, held) for title, held in payload.items()]
    return hashlib.sha256(json.dumps(fields, ensure_ascii=True).encode()).hexdigest()


def storable(text: str) -> str:
    """A text of others, as a database takes it: it has no NUL and no half of a pair of surrogates."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")


def told(counts: Mapping[State, int]) -> str:
    """How the rows stand, in words: `12 done, 1 unknown`."""
    return ", ".join(f"{counts[state]:,} {state}" for state in State if counts.get(state)) or counted(0, "row")
