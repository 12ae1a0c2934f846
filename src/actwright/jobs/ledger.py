"""The ledger of a job: one line for each row, in SQLite, on the disk before anything that depends on it happens.

A row is `running` from its first moment to its last. Before anything of it may leave, an *intent* is written, and its outcome after. So
whatever ends the program, the ledger says which rows may have arrived: those that were running with an intent. They become `unknown`,
and are never submitted again by themselves.
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
"""The file, in the folder of a job."""
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
    """The ledger in one file. Every write is on the disk when it returns (`synchronous=FULL`).

    Args:
        path: The file.

    Raises:
        ConfigError: There is none, or it is no ledger of this version.
        LedgerError: It is damaged.
    """

    table = "rows"
    ours = "TRUE"

    def __init__(self, path: Path) -> None:
        self.path, self.folder = path, path.parent
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
        lines = [cls._line(row) for row in rows]
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

    def note(self, name: str) -> str:
        """Something about the whole job; empty if it was not noted."""
        with _told(self.path):
            found = self._connection.execute("SELECT value FROM job WHERE name = ?", (name,)).fetchone()
        return found[0] if found else ""

    def set_note(self, name: str, value: str) -> None:
        """Notes something about the whole job."""
        self._write(
            "INSERT INTO job VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name=name,
            value=value,
        )

    def picture(self, number: int) -> Picture | None:
        """The picture of a row; None if there is none."""
        return Picture.read(self.folder, self.entry(number))

    # What becomes of rows

    def begin(self, number: int) -> None:
        """A row is under way."""
        self._write(
            "UPDATE rows SET state = 'running', began = :now, reason = '', detail = '', attempts = attempts + 1 "
            "WHERE number = :number AND state = 'pending'",
            number=number,
            now=_now(),
        )

    def intend(self, number: int, what: str) -> None:
        """Something of the row may leave when this returns."""
        command = "UPDATE rows SET intent = :what, intended = :now WHERE number = :number AND state = 'running'"
        self._write(command, number=number, what=what, now=_now())

    def hold(self, number: int) -> None:
        """Nobody takes a row from the one program that works on this ledger, see `alone`."""

    def settle(self, number: int) -> None:
        """Nothing of the row has left after all."""
        command = "UPDATE rows SET intent = '', intended = '' WHERE number = :number AND state = 'running'"
        self._changed(command, [{"number": number}])

    def end(self, entry: Entry) -> None:
        """What became of a row that was under way, and what it took beside what it had taken before."""
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
        """A row that failed before anything was sent is to be tried once more."""
        command = "UPDATE rows SET state = 'pending' WHERE number = :number AND state = 'failed' AND intent = ''"
        self._write(command, number=number)

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

    # The file

    def _found(self, command: str, **values: object) -> Sequence[Sequence[Any]]:
        with _told(self.path):
            return self._connection.execute(command, values).fetchall()

    def _changed(self, command: str, lines: Sequence[Mapping[str, object]]) -> list[int]:
        done: list[int] = []
        with _told(self.path), suppress(_NothingError), self._connection:
            for line in lines:
                done.append(self._connection.execute(command, _stored(line)).rowcount)
                if not done[-1]:
                    raise _NothingError
        return done

    def _write(self, command: str, **values: object) -> None:
        """Changes one row, or one note."""
        if self._changed(command, [values]) != [1]:
            raise LedgerError(f"{self.path}: a row is not where it was left; another program has changed the ledger")


class _NothingError(Exception):
    """A statement of several changed nothing, so that none of them is to."""


def _stored(values: Mapping[str, object]) -> dict[str, object]:
    return {name: storable(value) if isinstance(value, str) else value for name, value in values.items()}


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
        raise KeyTakenError(f"{path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise LedgerError(
            f"{path} is damaged ({error}). Nothing was submitted; take it from a copy, or export what the site has and begin anew"
        ) from error
    except OSError as error:
        raise LedgerError(f"{path} cannot be written: {error.strerror or error}") from error


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
