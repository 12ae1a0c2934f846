"""The ledger of a job: one line for each row, in SQLite, on the disk before anything that depends on it happens.

A row is `running` from its first moment to its last. Before anything of it may leave, an *intent* is written, and its outcome after. So
whatever ends the program, the ledger says which rows may have arrived: those that were running with an intent. They become `unknown`,
and are never submitted again by themselves.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from actwright.errors import ActwrightError, ConfigError
from actwright.jobs.rows import Row
from actwright.schemas.base import Frozen
from actwright.schemas.step import Receipt
from actwright.text import counted

try:
    import fcntl
except ImportError:  # Windows, where SQLite's own lock alone keeps two runners apart
    fcntl = None

__all__ = ["Entry", "Ledger", "LedgerError", "State", "digest_of"]

VERSION = 2
WAIT_SECONDS = 10.0

SCHEMA = """
CREATE TABLE job (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE rows (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    digest TEXT NOT NULL,
    cells TEXT NOT NULL DEFAULT '{}',
    label TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    detail TEXT NOT NULL DEFAULT '',
    intent TEXT NOT NULL DEFAULT '',
    intended TEXT NOT NULL DEFAULT '',
    attempts INTEGER NOT NULL DEFAULT 0,
    began TEXT NOT NULL DEFAULT '',
    ended TEXT NOT NULL DEFAULT '',
    policy TEXT NOT NULL DEFAULT '',
    seconds REAL NOT NULL DEFAULT 0,
    cost REAL,
    calls INTEGER NOT NULL DEFAULT 0,
    tokens INTEGER NOT NULL DEFAULT 0,
    confirmation TEXT NOT NULL DEFAULT '',
    receipts TEXT NOT NULL DEFAULT '[]',
    payload TEXT NOT NULL DEFAULT '{}',
    picture TEXT NOT NULL DEFAULT '',
    record TEXT NOT NULL DEFAULT '',
    approved TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE UNIQUE INDEX once ON rows (key) WHERE state <> 'skipped';
CREATE INDEX by_state ON rows (state);
"""


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


class LedgerError(ActwrightError):
    """The ledger cannot be read or written, so that nothing may be submitted. What was submitted before is in it."""


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


class Ledger:
    """The ledger in one file. Every write is on the disk when it returns (`synchronous=FULL`).

    Args:
        path: The file.

    Raises:
        ConfigError: There is none, or it is no ledger of this version.
        LedgerError: It is damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise ConfigError(f"there is no job in {path.parent}: {path.name} is missing")
        with _told(path):
            self._connection = _connected(path)
            damage = self._connection.execute("PRAGMA quick_check").fetchone()[0]
            if damage != "ok":
                raise sqlite3.DatabaseError(damage)
            version = self.note("version")
        if version != str(VERSION):
            raise ConfigError(f"{path} is a ledger of version {version or 'none'}, and this is read: {VERSION}")

    @classmethod
    def create(cls, path: Path, rows: Iterable[Row], notes: Mapping[str, str]) -> Self:
        """A new ledger with the rows of a job; it is there whole or not at all.

        Raises:
            ConfigError: There is one already.
            LedgerError: It cannot be written.
        """
        if path.exists():
            raise ConfigError(f"{path.parent} holds a job already")
        fresh = path.with_suffix(".new")
        lines = [(row.number, *_known(row), *first_state(row)) for row in rows]
        with _told(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            for left in path.parent.glob(f"{fresh.name}*"):
                left.unlink()
            fresh.touch(mode=0o600)
            connection = _connected(fresh)
            try:
                connection.executescript(SCHEMA)
                with connection:
                    told = {"version": str(VERSION), "created": _now(), **notes}
                    connection.executemany("INSERT INTO job VALUES (?, ?)", told.items())
                    connection.executemany(
                        "INSERT INTO rows (number, key, digest, cells, label, state, reason, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                        lines,
                    )
            finally:
                connection.close()
            fresh.replace(path)
        return cls(path)

    def close(self) -> None:
        """Closes the file."""
        with suppress(sqlite3.Error):
            self._connection.close()

    @contextmanager
    def alone(self) -> Generator[None]:
        """For one runner at a time. The system lifts the lock when a runner ends, however that happens.

        Raises:
            ConfigError: Another one works on this ledger.
        """
        if fcntl is None:
            yield
            return
        with self.path.with_suffix(".lock").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise ConfigError(
                    f"another program works on the job in {self.path.parent}; wait for it, or stop it"
                ) from error
            yield

    # What the job is

    @property
    def salt(self) -> bytes:
        """Of the digests in it."""
        return bytes.fromhex(self.note("salt"))

    def note(self, name: str) -> str:
        """Something about the whole job; empty if it was not noted."""
        with _told(self.path):
            found = self._connection.execute("SELECT value FROM job WHERE name = ?", (name,)).fetchone()
        return found[0] if found else ""

    def set_note(self, name: str, value: str) -> None:
        """Notes something about the whole job."""
        self._write(
            "INSERT INTO job VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, value
        )

    def check(self, rows: Sequence[Row]) -> None:
        """Raises ConfigError if these are not the rows that the job began with; names the first that is another, and its column."""
        for row, columns in self.changed(rows):
            raise ConfigError(
                f"row {row.number}, column {', '.join(columns)}: it is not what it was when the job began; put it back as it "
                "was. If you have corrected a row that was not sent or that the site refused, `jobs retry --corrected` does it again"
            )

    def changed(self, rows: Sequence[Row]) -> list[tuple[Row, list[str]]]:
        """The rows that are not as the job knows them, with the columns that differ.

        Raises:
            ConfigError: A row was not there when the job began, or is missing now.
        """
        with _told(self.path):
            found = self._connection.execute("SELECT number, digest, cells FROM rows").fetchall()
        known: dict[int, tuple[str, str]] = {number: (digest, cells) for number, digest, cells in found}
        changed: list[tuple[Row, list[str]]] = []
        for row in rows:
            if row.number not in known:
                raise ConfigError(
                    f"row {row.number} was not there when the job began; put the rows back, or begin another job with new rows"
                )
            digest, cells = known.pop(row.number)
            if digest != row.digest:
                before: dict[str, str] = json.loads(cells)
                names = dict.fromkeys([*before, *row.cells])
                columns = [name for name in names if before.get(name) != row.cells.get(name)]
                changed.append((row, columns or ["(one that is private)"]))
        if known:
            raise ConfigError(
                f"row {min(known)} was there when the job began, and is missing now; put the rows back as they were"
            )
        return changed

    def correct(self, rows: Sequence[Row]) -> list[int]:
        """Takes rows as they are now, where they were corrected, to be done again; all of them or none.

        Returns:
            Their numbers.

        Raises:
            ConfigError: A row has changed that was sent or may have been, or two would have the same key.
        """
        changed = self.changed(rows)
        states = {entry.number: entry.state for entry in self.entries()}
        for row, columns in changed:
            if (state := states[row.number]) not in CORRECTED:
                rule = f"it is {state}, and only what was not sent, or refused by the site, may be corrected; put it back as it was"
                raise ConfigError(f"row {row.number}, column {', '.join(columns)}: {rule}")
        lines = [(*_known(row), *first_state(row), row.number) for row, _ in changed]
        try:
            with _told(self.path), self._connection:
                self._connection.executemany(
                    "UPDATE rows SET key = ?, digest = ?, cells = ?, label = ?, state = ?, reason = ?, detail = ?, "
                    "intent = '', intended = '', attempts = 0, approved = '', payload = '{}', picture = '' WHERE number = ?",
                    lines,
                )
        except LedgerError as error:
            if isinstance(error.__cause__, sqlite3.IntegrityError):
                raise ConfigError(
                    "two rows would have the same key, and a key is submitted once; correct that first"
                ) from error
            raise
        return [row.number for row, _ in changed]

    # What becomes of rows

    def begin(self, number: int) -> None:
        """A row is under way."""
        self._write(
            "UPDATE rows SET state = 'running', began = ?, reason = '', detail = '', attempts = attempts + 1 "
            "WHERE number = ? AND state = 'pending'",
            _now(),
            number,
            changes=1,
        )

    def intend(self, number: int, what: str) -> None:
        """Something of the row may leave when this returns."""
        self._write(
            "UPDATE rows SET intent = ?, intended = ? WHERE number = ? AND state = 'running'",
            what,
            _now(),
            number,
            changes=1,
        )

    def hold(self, number: int) -> None:
        """Nobody takes a row from the one program that works on this ledger, see `alone`."""

    def settle(self, number: int) -> None:
        """Nothing of the row has left after all."""
        self._write("UPDATE rows SET intent = '', intended = '' WHERE number = ? AND state = 'running'", number)

    def end(self, entry: Entry) -> None:
        """What became of a row that was under way, and what it took beside what it had taken before."""
        with _told(self.path):
            before = self.entry(entry.number)
        spent = (
            None if entry.cost is None or (before.cost is None and before.calls) else (before.cost or 0) + entry.cost
        )
        self._write(
            "UPDATE rows SET state = ?, reason = ?, detail = ?, ended = ?, policy = ?, seconds = ?, cost = ?, calls = ?, tokens = ?, "
            "confirmation = ?, receipts = ?, payload = ?, picture = ?, record = ? WHERE number = ? AND state = 'running'",
            entry.state, entry.reason, entry.detail, _now(), entry.policy, before.seconds + entry.seconds, spent,
            before.calls + entry.calls, before.tokens + entry.tokens, entry.confirmation,
            json.dumps([each.model_dump() for each in entry.receipts], ensure_ascii=False),
            json.dumps(dict(entry.payload or before.payload), ensure_ascii=False), entry.picture or before.picture, entry.record,
            entry.number, changes=1,
        )  # fmt: skip

    def again(self, number: int) -> None:
        """A row that failed before anything was sent is to be tried once more."""
        self._write(
            "UPDATE rows SET state = 'pending' WHERE number = ? AND state = 'failed' AND intent = ''", number, changes=1
        )

    def remark(self, number: int, text: str) -> None:
        """What was found out about a row that stays as it is."""
        self._write("UPDATE rows SET reason = ? WHERE number = ?", text, number, changes=1)

    def recover(self) -> list[int]:
        """Settles what an earlier program left under way: unknown if something may have been sent, else pending again.

        Returns:
            The rows that became unknown.
        """
        with _told(self.path), self._connection:
            cursor = self._connection.execute(
                "UPDATE rows SET state = 'unknown', reason = 'interrupted', ended = ?, "
                "detail = 'the program ended while this may have been under way: ' || intent "
                "WHERE state = 'running' AND intent <> '' RETURNING number",
                (_now(),),
            )
            unknown = [number for (number,) in cursor.fetchall()]
            self._connection.execute("UPDATE rows SET state = 'pending' WHERE state = 'running'")
        return unknown

    def resolve(self, number: int, state: State, *, by: str, detail: str = "") -> None:
        """A row of which it was not known has been looked for, by a check or by a person.

        Args:
            number: The row, which is unknown.
            state: `done` if it had arrived; `pending` if it certainly had not; `failed` to leave it.
            by: Who found out: `verify` or `person`.
            detail: What was found.

        Raises:
            ConfigError: It is not unknown.
        """
        self.resolve_all([number], state, by=by, detail=detail)

    def resolve_all(self, numbers: Iterable[int], state: State, *, by: str, detail: str = "") -> None:
        """The same of several rows: of all of them or of none."""
        if state not in {State.DONE, State.PENDING, State.FAILED}:
            raise ConfigError(f"a row that is unknown becomes done, pending or failed, and not {state}")
        intent = "" if state is State.DONE else ", intent = '', intended = ''"
        with _told(self.path), self._connection:
            for number in numbers:
                done = self._connection.execute(
                    f"UPDATE rows SET state = ?, reason = ?, detail = ?{intent} WHERE number = ? AND state = 'unknown'",  # noqa: S608 - of our own words
                    (state, f"resolved by {by}", detail, number),
                ).rowcount
                if not done:
                    raise ConfigError(
                        f"row {number} is {self.entry(number).state}; only a row that is unknown can be resolved"
                    )

    def approve(self, digests: Mapping[int, str]) -> None:
        """Releases rows of a dry run: what was approved is sent when the job goes on, and nothing else.

        Args:
            digests: What a person saw of each row, by its number (`digest_of`).

        Raises:
            ConfigError: A row does not wait for approval, or is not what was seen. Then none is approved.
        """
        for number, digest in digests.items():
            entry = self._waiting(number)
            if digest != digest_of(entry.payload):
                raise ConfigError(f"row {number} was filled in anew since you saw it; look again")
        with _told(self.path), self._connection:
            self._connection.executemany(
                "UPDATE rows SET state = 'pending', reason = 'approved', approved = ?, attempts = 0 WHERE number = ?",
                [(digest, number) for number, digest in digests.items()],
            )

    def reject(self, numbers: Iterable[int]) -> None:
        """Keeps rows of a dry run from being sent. Raises ConfigError if one does not wait for approval; then none is rejected."""
        wanted = [self._waiting(number).number for number in numbers]
        with _told(self.path), self._connection:
            self._connection.executemany(
                "UPDATE rows SET state = 'rejected', reason = 'rejected by person', detail = '' WHERE number = ?",
                [(number,) for number in wanted],
            )

    def _waiting(self, number: int) -> Entry:
        entry = self.entry(number)
        if entry.state is not State.FILLED:
            raise ConfigError(
                f"row {number} is {entry.state}; only a row that a dry run has filled in is approved or rejected"
            )
        return entry

    def retry(self, states: Iterable[State]) -> int:
        """Lets rows in these states be done again; of those alone that nothing may have been sent of, or that the site refused.

        Returns:
            How many.
        """
        wanted = [*dict.fromkeys(states)]
        for state in wanted:
            if state not in RETRIED:
                rule = (
                    "it may have arrived; find out first with verify or review"
                    if state is State.UNKNOWN
                    else "there is nothing to do again"
                )
                raise ConfigError(f"rows that are {state} are not tried again: {rule}. Others: {', '.join(RETRIED)}")
        marks = ", ".join("?" * len(wanted))
        return self._write(
            f"UPDATE rows SET state = 'pending', intent = '', intended = '', attempts = 0 WHERE state IN ({marks})",  # noqa: S608 - as above
            *wanted,
        )

    # Reading

    def entry(self, number: int) -> Entry:
        """One row. Raises ConfigError if there is none."""
        found = self.entries(number=number)
        if not found:
            raise ConfigError(f"there is no row {number} in this job")
        return found[0]

    def entries(
        self, state: State | None = None, *, number: int | None = None, first: int = 0, most: int = -1
    ) -> list[Entry]:
        """The rows in their order; those in one state alone, or one alone; `most` of them from the `first` on."""
        where = "state = ?" if state else "number = ?" if number is not None else "1 = ?"
        with _told(self.path):
            found = self._connection.execute(
                f"SELECT {COLUMNS} FROM rows WHERE {where} ORDER BY number LIMIT ? OFFSET ?",  # noqa: S608 - of our own words
                (state or (number if number is not None else 1), most, first),
            ).fetchall()
        return [entry_of(each) for each in found]

    def counts(self) -> Counter[State]:
        """How many rows stand where."""
        with _told(self.path):
            found = self._connection.execute("SELECT state, count(*) FROM rows GROUP BY state").fetchall()
        return Counter({State(state): count for state, count in found})

    def totals(self) -> tuple[float, int, int]:
        """What all rows took: USD of known prices, calls, tokens."""
        with _told(self.path):
            cost, calls, tokens = self._connection.execute(
                "SELECT total(cost), sum(calls), sum(tokens) FROM rows"
            ).fetchone()
        return float(cost), int(calls or 0), int(tokens or 0)

    def _write(self, command: str, *values: Any, changes: int | None = None) -> int:
        with _told(self.path), self._connection:
            done = self._connection.execute(command, values).rowcount
        if changes is not None and done != changes:
            raise LedgerError(f"{self.path}: a row is not where it was left; another program has changed the ledger")
        return done


RETRIED = (State.FAILED, State.BLOCKED, State.INVALID, State.REFUSED, State.FILLED, State.REJECTED)
"""States that nothing was sent in, or after which the site said no."""
CORRECTED = (*RETRIED, State.PENDING)
"""States in which a row may become another one."""


def digest_of(payload: Mapping[str, str]) -> str:
    """What would be sent, as a digest: the fields in their order with what they hold, whatever IDs they have on the page."""
    fields = [(title.partition(" ")[2] or title, held) for title, held in payload.items()]
    return hashlib.sha256(json.dumps(fields, ensure_ascii=True).encode()).hexdigest()


def _known(row: Row) -> tuple[str, str, str, str]:
    """What the ledger knows of a row itself."""
    return row.key, row.digest, json.dumps(row.cells), row.label


def first_state(row: Row) -> tuple[State, str, str]:
    """Where a row stands before anything is done."""
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


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=WAIT_SECONDS, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


@contextmanager
def _told(path: Path) -> Generator[None]:
    """Says what is wrong with the file, and what became of the job."""
    try:
        yield
    except sqlite3.OperationalError as error:
        full = "full" in str(error)
        rule = "the disk is full; make room" if full else f"it cannot be read or written ({error})"
        raise LedgerError(f"{path}: {rule}. Nothing is submitted without it; resume the job afterwards") from error
    except sqlite3.IntegrityError as error:
        raise LedgerError(f"{path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise LedgerError(
            f"{path} is damaged ({error}). Nothing was submitted; take it from a copy, or export what the site has and begin anew"
        ) from error
    except OSError as error:
        raise LedgerError(f"{path} cannot be written: {error.strerror or error}") from error


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def told(counts: Mapping[State, int]) -> str:
    """How the rows stand, in words: `12 done, 1 unknown`."""
    return ", ".join(f"{counts[state]:,} {state}" for state in State if counts.get(state)) or counted(0, "row")
