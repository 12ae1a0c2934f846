"""The ledger of a job in SQLite: one line per row, written to disk before anything that depends on it happens.

A row is `running` while it is being done. Before anything of it may be sent, the ledger records an *intent*, and
afterwards the outcome. So whatever ends the program, the ledger shows which rows may have been sent: those that
were running with an intent. They become `unknown` and are never submitted again automatically.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from actwright.errors import ConfigError
from actwright.jobs.book import Book, Picture
from actwright.jobs.entries import Entry, KeyTakenError, LedgerError, storable
from actwright.jobs.rows import Row

try:
    import fcntl
except ImportError:  # Windows, where SQLite's own lock alone keeps two runners apart
    fcntl = None

__all__ = ["LEDGER", "Ledger"]

LEDGER = "ledger.db"
"""The name of the file in a job's folder."""
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


class Ledger(Book):
    """A ledger in one file. Every write is on disk when its method returns (`synchronous=FULL`).

    Args:
        path: The file.

    Raises:
        ConfigError: There is no such file, or it has another version.
        LedgerError: The file is damaged.
    """

    table = "rows"
    ours = "TRUE"

    def __init__(self, path: Path) -> None:
        self.path, self.folder = path, path.parent
        if not path.is_file():
            raise ConfigError(f"there is no job in {path.parent}: {path.name} is missing")
        with _as_ledger_errors(path):
            self._connection = _connected(path)
            damage = self._connection.execute("PRAGMA quick_check").fetchone()[0]
            if damage != "ok":
                raise sqlite3.DatabaseError(damage)
            version = self.note("version")
        if version != str(VERSION):
            raise ConfigError(
                f"{path} has version {version or 'none'} of the ledger; only version {VERSION} can be read"
            )

    @classmethod
    def create(cls, path: Path, rows: Iterable[Row], notes: Mapping[str, str]) -> Self:
        """Creates a ledger with the rows of a job, completely or not at all.

        Raises:
            ConfigError: There is one already.
            LedgerError: It cannot be written.
        """
        fresh = path.with_suffix(".new")
        lines = [cls._line(row) for row in rows]
        with _as_ledger_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        with _locked(path), _as_ledger_errors(path):
            if path.exists():  # checked within the lock, because two programs may begin the same job at once
                raise ConfigError(f"{path.parent} already holds a job")
            for left in path.parent.glob(f"{fresh.name}*"):
                left.unlink()
            fresh.touch(mode=0o600)
            connection = _connected(fresh)
            try:
                connection.executescript(SCHEMA)
                with connection:
                    written = {"version": str(VERSION), "created": _now(), **notes}
                    connection.executemany("INSERT INTO job VALUES (?, ?)", written.items())
                    connection.executemany(
                        "INSERT INTO rows (number, key, digest, cells, label, state, reason, detail) "
                        "VALUES (:number, :key, :digest, :cells, :label, :state, :reason, :detail)",
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
        """Locks the ledger for one program. The system releases the lock when the program ends, however it ends.

        Raises:
            ConfigError: Another program is working on this ledger.
        """
        with _locked(self.path):
            yield

    # The job

    def note(self, name: str) -> str:
        """Returns a note about the job; empty if there is none of that name."""
        with _as_ledger_errors(self.path):
            found = self._connection.execute("SELECT value FROM job WHERE name = ?", (name,)).fetchone()
        return found[0] if found else ""

    def set_note(self, name: str, value: str) -> None:
        """Writes a note about the job."""
        self._write(
            "INSERT INTO job VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name=name,
            value=value,
        )

    def picture(self, number: int) -> Picture | None:
        """Returns the picture of a row; None if there is none."""
        return Picture.read(self.folder, self.entry(number))

    # The life of a row

    def begin(self, number: int) -> None:
        """Sets a pending row to running."""
        self._write(
            "UPDATE rows SET state = 'running', began = :now, reason = '', detail = '', attempts = attempts + 1 "
            "WHERE number = :number AND state = 'pending'",
            number=number,
            now=_now(),
        )

    def intend(self, number: int, what: str) -> None:
        """Records that something of the row may be sent once this returns."""
        command = "UPDATE rows SET intent = :what, intended = :now WHERE number = :number AND state = 'running'"
        self._write(command, number=number, what=what, now=_now())

    def hold(self, number: int) -> None:
        """Does nothing: only one program works on this ledger, see `alone`."""

    def settle(self, number: int) -> None:
        """Records that nothing of the row was sent after all."""
        command = "UPDATE rows SET intent = '', intended = '' WHERE number = :number AND state = 'running'"
        self._changed(command, [{"number": number}])

    def end(self, entry: Entry) -> None:
        """Records how a running row ended, and adds what the attempt used to the totals of earlier attempts."""
        before = self.entry(entry.number)
        spent = (
            None if entry.cost is None or (before.cost is None and before.calls) else (before.cost or 0) + entry.cost
        )
        self._write(
            "UPDATE rows SET state = :state, reason = :reason, detail = :detail, ended = :now, policy = :policy, seconds = :seconds, "
            "cost = :cost, calls = :calls, tokens = :tokens, confirmation = :confirmation, receipts = :receipts, payload = :payload, "
            "picture = :picture, record = :record WHERE number = :number AND state = 'running'",
            **{name: getattr(entry, name) for name in ("number", "state", "reason", "detail", "policy")},
            **{name: getattr(entry, name) for name in ("confirmation", "record")},
            now=_now(),
            seconds=before.seconds + entry.seconds,
            cost=spent,
            calls=before.calls + entry.calls,
            tokens=before.tokens + entry.tokens,
            receipts=json.dumps([each.model_dump() for each in entry.receipts], ensure_ascii=False),
            payload=json.dumps(dict(entry.payload or before.payload), ensure_ascii=False),
            picture=entry.picture or before.picture,
        )

    def again(self, number: int) -> None:
        """Sets a row that failed before anything was sent to pending again."""
        command = "UPDATE rows SET state = 'pending' WHERE number = :number AND state = 'failed' AND intent = ''"
        self._write(command, number=number)

    def recover(self) -> list[int]:
        """Settles the rows that an earlier program left running: unknown if something may have been sent, else pending.

        Returns:
            The numbers of the rows that became unknown.
        """
        with _as_ledger_errors(self.path), self._connection:
            cursor = self._connection.execute(
                "UPDATE rows SET state = 'unknown', reason = 'interrupted', ended = ?, "
                "detail = 'the program ended while this may have been in progress: ' || intent "
                "WHERE state = 'running' AND intent <> '' RETURNING number",
                (_now(),),
            )
            unknown = [number for (number,) in cursor.fetchall()]
            self._connection.execute("UPDATE rows SET state = 'pending' WHERE state = 'running'")
        return unknown

    # The file

    def _found(self, command: str, **values: object) -> Sequence[Sequence[Any]]:
        with _as_ledger_errors(self.path):
            return self._connection.execute(command, values).fetchall()

    def _changed(self, command: str, lines: Sequence[Mapping[str, object]]) -> list[int]:
        done: list[int] = []
        with _as_ledger_errors(self.path), suppress(_NothingError), self._connection:
            for line in lines:
                done.append(self._connection.execute(command, _stored(line)).rowcount)
                if not done[-1]:
                    raise _NothingError
        return done

    def _write(self, command: str, **values: object) -> None:
        """Changes exactly one row or note."""
        if self._changed(command, [values]) != [1]:
            raise LedgerError(
                f"{self.path}: a row is not in the state it was left in; another program has changed the ledger"
            )


@contextmanager
def _locked(path: Path) -> Generator[None]:
    if fcntl is None:
        yield
        return
    with _as_ledger_errors(path):
        lock = path.with_suffix(".lock").open("a")
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ConfigError(
                f"another program is working on the job in {path.parent}; wait for it or stop it"
            ) from error
        yield


class _NothingError(Exception):
    """A statement that was run several times changed nothing one time, so all is rolled back."""


def _stored(values: Mapping[str, object]) -> dict[str, object]:
    return {name: storable(value) if isinstance(value, str) else value for name, value in values.items()}


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=WAIT_SECONDS, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    # Every commit is written through to the file itself; otherwise a copy of the file alone, or a write-ahead log that
    # is cut off, would lack what was sent.
    connection.execute("PRAGMA wal_autocheckpoint = 1")
    return connection


@contextmanager
def _as_ledger_errors(path: Path) -> Generator[None]:
    """Turns an error from SQLite or the file system into a LedgerError that says what to do."""
    try:
        yield
    except sqlite3.OperationalError as error:
        full = "full" in str(error)
        rule = "the disk is full; free some space" if full else f"it cannot be read or written ({error})"
        raise LedgerError(
            f"{path}: {rule}. Nothing is submitted without the ledger; resume the job afterwards"
        ) from error
    except sqlite3.IntegrityError as error:
        raise KeyTakenError(f"{path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise LedgerError(
            f"{path} is damaged ({error}). Nothing more is submitted; restore a copy, or export what the site has and start a new job"
        ) from error
    except OSError as error:
        raise LedgerError(f"{path} cannot be written: {error.strerror or error}") from error


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
