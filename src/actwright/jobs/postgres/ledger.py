"""The ledger of a job in PostgreSQL. It is as in SQLite, except that a row in progress has an owner.

The generation of a row grows each time the row is queued. A worker holds that number, and each of its writes is refused
once the row has another generation, another owner, or an owner whose lease has expired. The statement that writes
checks this itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa

from actwright.errors import ConfigError
from actwright.jobs.book import Book, Picture
from actwright.jobs.entries import Entry, LedgerError, State, storable
from actwright.jobs.postgres.database import SCHEMA, Database
from actwright.jobs.postgres.sealed import Seal
from actwright.jobs.rows import Row

__all__ = ["LAST", "Claimed", "RowLostError", "SharedLedger", "job_name", "now"]

AT_ONCE = 500
LAST = 2**31 - 1
"""DBOS's priority for rows that go last; rows with 1 go first."""
ROWS = f"{SCHEMA}.rows"
JOBS = f"{SCHEMA}.jobs"
NOTES = f"{SCHEMA}.notes"
PICTURES = f"{SCHEMA}.pictures"
WORKERS = f"{SCHEMA}.workers"
ALIVE = f"EXISTS (SELECT 1 FROM {WORKERS} w WHERE w.id = :owner AND NOT w.lost AND w.lease > clock_timestamp())"
OURS = (
    f"job = :job AND number = :number AND state = 'running' AND generation = :generation AND owner = :owner AND {ALIVE}"
)


MOST_LOST = 5
"""A row that loses its worker more often than this counts as failed, because the row itself may end the workers."""
LEFT = """state = CASE WHEN intent <> '' THEN 'unknown' WHEN attempts > :most THEN 'failed' ELSE 'pending' END,
reason = CASE WHEN intent <> '' OR attempts > :most THEN 'interrupted' ELSE '' END,
detail = CASE WHEN intent <> '' THEN 'its worker was lost while this may have been in progress: ' || intent
WHEN attempts > :most THEN 'its worker was lost ' || attempts || ' times, each time before anything was sent' ELSE '' END,
ended = :ended, queued = FALSE, looks = 0, looked = NULL"""
"""SQL assignments for a row whose worker is gone."""


def job_name(folder: str | Path) -> str:
    """The name of a job in a database: `applicants` for the folder `applicants.job`."""
    return Path(folder).name.removesuffix(".job")


class RowLostError(LedgerError):
    """Another worker has taken the row over, or may do so; nothing more of it may be sent from here."""


class _NothingError(Exception):
    """A statement that was run several times changed nothing one time, so all is rolled back."""


class SharedLedger(Book):
    """The ledger of one job in a database.

    Args:
        database: The database.
        name: The name of the job.
        key: The key that encrypts private and secret values, see `sealed`; needed to read or correct rows with such
            values.

    Raises:
        ConfigError: There is no such job.
        LedgerError: The database cannot be reached.
    """

    table = ROWS
    ours = "job = :job"
    anew = ", queued = FALSE"

    def __init__(self, database: Database, name: str, *, key: str = "") -> None:
        self.database, self.name, self.folder, self._key = database, name, Path(name), key
        self._own = False
        found = self._rows(f"SELECT id FROM {JOBS} WHERE name = :name", name=name)
        if not found:
            raise ConfigError(f"there is no job {name!r} in {database}{_others(database)}")
        self.job = int(found[0].id)

    @classmethod
    def opened(cls, url: str, name: str, *, key: str = "") -> Self:
        """Opens the ledger of a job on its own connection, which `close` closes. Raises the same as the class."""
        database = Database(url)
        try:
            database.prepare()
            ledger = cls(database, name, key=key)
        except BaseException:
            database.close()
            raise
        ledger._own = True
        return ledger

    @classmethod
    def create(
        cls,
        database: Database,
        name: str,
        rows: Sequence[Row],
        notes: Mapping[str, str],
        *,
        key: str = "",
        priorities: Mapping[int, int],
    ) -> Self:
        """Creates a job with its rows, completely or not at all.

        Args:
            database: The database.
            name: The name of the job.
            rows: All its rows.
            notes: The notes about the job.
            key: As for the class.
            priorities: Priorities by row number; rows with 1 go first, rows without a priority go last.

        Raises:
            ConfigError: There is already a job of that name, or no key for private values.
            LedgerError: The job cannot be written.
        """
        seal = Seal(key, salt=bytes.fromhex(notes["salt"]))
        lines = [{**cls._line(row), **_held(row, seal), "priority": priorities.get(row.number, LAST)} for row in rows]

        def made(connection: sa.Connection) -> bool:
            command = f"INSERT INTO {JOBS} (name) VALUES (:name) ON CONFLICT (name) DO NOTHING RETURNING id"
            job = connection.execute(sa.text(command), {"name": name}).scalar_one_or_none()
            if job is None:  # the name is taken, unless this was committed before and the connection broke
                asked = (
                    f"SELECT value FROM {NOTES} JOIN {JOBS} ON id = job WHERE jobs.name = :name AND notes.name = 'salt'"
                )
                return connection.execute(sa.text(asked), {"name": name}).scalar_one_or_none() == notes["salt"]
            for note, value in {"created": now(), **notes}.items():
                connection.execute(
                    sa.text(f"INSERT INTO {NOTES} VALUES (:job, :name, :value)"),
                    {"job": job, "name": note, "value": value},
                )
            columns = ", ".join(lines[0])
            marks = ", ".join(f":{column}" for column in lines[0])
            command = f"INSERT INTO {ROWS} (job, {columns}) VALUES ({job}, {marks})"
            for start in range(0, len(lines), AT_ONCE):
                connection.execute(sa.text(command), lines[start : start + AT_ONCE])
            return True

        if not database.within(made):
            raise ConfigError(f"{database} already has a job {name!r}; resume it, or choose another name with --out")
        return cls(database, name, key=key)

    def close(self) -> None:
        """Closes the connection if it is the ledger's own."""
        if self._own:
            self.database.close()

    @cached_property
    def seal(self) -> Seal:
        """Encrypts and decrypts the values that must not be readable in the database."""
        return Seal(self._key, salt=self.salt)

    # The job

    def note(self, name: str) -> str:
        """Returns a note about the job; empty if there is none of that name."""
        if name == "stopped":
            return str(self._rows(f"SELECT stopped FROM {JOBS} WHERE id = :job")[0].stopped)
        found = self._rows(f"SELECT value FROM {NOTES} WHERE job = :job AND name = :name", name=name)
        return str(found[0].value) if found else ""

    def set_note(self, name: str, value: str) -> None:
        """Writes a note about the job."""
        self._write(
            f"INSERT INTO {NOTES} VALUES (:job, :name, :value) ON CONFLICT (job, name) DO UPDATE SET value = excluded.value",
            name=name,
            value=value,
        )

    def picture(self, number: int) -> Picture | None:
        """Returns the picture of a row; None if there is none."""
        found = self._rows(f"SELECT data, kind FROM {PICTURES} WHERE job = :job AND number = :number", number=number)
        return Picture(bytes(found[0].data), str(found[0].kind)) if found else None

    @property
    def spent(self) -> float:
        """The USD that all attempts cost, known prices only."""
        return float(self._rows(f"SELECT spent FROM {JOBS} WHERE id = :job")[0].spent)

    def stop(self, why: str) -> None:
        """Stops the job: no further row begins."""
        self._write(f"UPDATE {JOBS} SET stopped = :why WHERE id = :job AND stopped = ''", why=why)

    def go_on(self) -> None:
        """Resumes the job: rows begin again, unknown ones are looked for again. After a blocked row, logs in anew."""
        self._write(
            f"UPDATE {JOBS} SET stopped = '', alike = '', streak = '{{}}', barred = FALSE, "
            "session = CASE WHEN barred THEN '' ELSE session END WHERE id = :job"
        )
        self._write(f"UPDATE {ROWS} SET looks = 0 WHERE job = :job AND state = 'unknown'")

    def weigh(self, number: int, alike: str, *, most: int) -> int:
        """Counts consecutive rows that ended alike for a reason that is not in the rows. An empty `alike` resets it.

        Returns:
            How many consecutive rows ended like this one. At `most`, the job should stop.
        """
        if not alike:
            self._write(f"UPDATE {JOBS} SET alike = '', streak = '{{}}' WHERE id = :job AND alike <> ''")
            return 0
        found = self._rows(
            f"UPDATE {JOBS} SET alike = :alike, streak = CASE WHEN alike <> :alike THEN ARRAY[CAST(:number AS INTEGER)] "
            f"WHEN CAST(:number AS INTEGER) = ANY (streak) OR cardinality(streak) >= {int(most)} THEN streak "
            "ELSE streak || CAST(:number AS INTEGER) END WHERE id = :job RETURNING cardinality(streak) AS rows",
            alike=alike,
            number=number,
        )
        return int(found[0].rows)

    # The session of a login

    def session(self) -> str:
        """The session that rows start with (Playwright's storage state); empty if nobody has logged in yet."""
        return self.seal.text(str(self._rows(f"SELECT session FROM {JOBS} WHERE id = :job")[0].session))

    def begin_login(self, owner: str) -> bool:
        """Returns whether this worker should log in: no one has, and no other live worker is doing so."""
        command = (
            f"UPDATE {JOBS} j SET login = :owner WHERE id = :job AND session = '' AND (login = :owner OR NOT EXISTS "
            f"(SELECT 1 FROM {WORKERS} w WHERE w.id = j.login AND NOT w.lost AND w.lease > clock_timestamp()))"
        )
        return bool(self._write(command, owner=owner))

    def end_login(self, owner: str, session: str) -> None:
        """Records the session of a login; an empty one lets another worker try."""
        command = f"UPDATE {JOBS} SET login = '', session = :session WHERE id = :job AND login = :owner"
        self._write(command, owner=owner, session=self.seal.closed(session) if session else "")

    def bar(self) -> None:
        """Records that a row was blocked, so that the job logs in again when it resumes."""
        self._write(f"UPDATE {JOBS} SET barred = TRUE WHERE id = :job")

    # Rows

    def row(self, number: int) -> Row:
        """The values of a row. Raises ConfigError if some are encrypted and the key does not fit."""
        asked = f"SELECT key, digest, label, held, sealed FROM {ROWS} WHERE job = :job AND number = :number"
        (found,) = self._rows(asked, number=number)
        hidden = self.seal.open(found.sealed)
        return Row(
            number=number,
            data=json.loads(found.held),
            private=hidden["private"],
            secret=hidden["secret"],
            key=found.key,
            digest=found.digest,
            label=found.label,
        )

    # Workers

    def claim(self, number: int, *, generation: int, owner: str, claim: str) -> Claimed | None:
        """Gives a row to one worker. Returns None if the row is no longer to be done, or the job has stopped.

        Args:
            number: The number of the row.
            generation: Its generation when it was queued.
            owner: The worker.
            claim: An ID of this call, by which a repeated call is recognized.
        """
        given = {"number": number, "generation": generation, "owner": owner, "claim": claim}
        this = "job = :job AND number = :number AND generation = :generation"
        found = self._rows(
            f"UPDATE {ROWS} SET state = 'running', owner = :owner, claim = :claim, began = :now, reason = '', detail = '', "
            f"attempts = attempts + 1 WHERE {this} AND state = 'pending' AND {ALIVE} "
            f"AND EXISTS (SELECT 1 FROM {JOBS} j WHERE j.id = :job AND j.stopped = '') RETURNING attempts",
            now=now(),
            **given,
        ) or self._rows(f"SELECT attempts FROM {ROWS} WHERE {this} AND state = 'running' AND claim = :claim", **given)
        if found:
            return Claimed(self, number, generation=generation, owner=owner, attempts=int(found[0].attempts))
        self._write(f"UPDATE {ROWS} SET queued = FALSE WHERE {this} AND state = 'pending'", **given)
        return None

    def to_look_for(self, *, looks: int, after: float) -> int | None:
        """Returns the number of an unknown row that this worker should look for; None if there is none.

        Args:
            looks: How many times a row is looked for.
            after: Seconds between two looks for the same row.
        """
        found = self._rows(
            f"UPDATE {ROWS} SET looks = looks + 1, looked = clock_timestamp() WHERE job = :job AND number = ("
            f"SELECT number FROM {ROWS} WHERE job = :job AND state = 'unknown' AND looks < :looks AND (looked IS NULL "
            "OR looked < clock_timestamp() - make_interval(secs => :after)) ORDER BY looks, number LIMIT 1 "
            "FOR UPDATE SKIP LOCKED) RETURNING number",
            looks=looks,
            after=after,
        )
        return int(found[0].number) if found else None

    def left(self, *, looks: int) -> bool:
        """Whether workers have anything left to do: rows that are pending, running or to be looked for."""
        (found,) = self._rows(
            f"SELECT count(*) FILTER (WHERE state = 'running') AS running, count(*) FILTER (WHERE state = 'pending') AS pending, "
            f"count(*) FILTER (WHERE state = 'unknown' AND looks < :looks) AS unknown FROM {ROWS} WHERE job = :job",
            looks=looks,
        )
        return bool(found.running or found.unknown or (found.pending and not self.note("stopped")))

    def learned(self, after: int) -> list[tuple[int, str, str]]:
        """The recordings of this job after the one with this ID: the ID, the names as JSON and the text of each."""
        found = self._rows(
            f"SELECT id, names, recording FROM {SCHEMA}.learned WHERE job = :job AND id > :after ORDER BY id",
            after=after,
        )
        return [(int(each.id), str(each.names), str(each.recording)) for each in found]

    def teach(self, names: str, recording: str) -> None:
        """Shares a recording with all workers."""
        self._write(
            f"INSERT INTO {SCHEMA}.learned (job, names, recording) VALUES (:job, :names, :recording)",
            names=names,
            recording=recording,
        )

    # Statements

    def _line_of(self, row: Row) -> dict[str, Any]:
        return {**self._line(row), **_held(row, self.seal)}

    def _found(self, command: str, **values: object) -> Sequence[Sequence[Any]]:
        return self._rows(command, **values)

    def _changed(self, command: str, lines: Sequence[Mapping[str, object]]) -> list[int]:
        done: list[int] = []

        def work(connection: sa.Connection) -> None:
            done.clear()
            for line in lines:
                done.append(connection.execute(sa.text(command), self._given(line)).rowcount)
                if not done[-1]:
                    raise _NothingError

        with suppress(_NothingError):
            self.database.within(work)
        return done

    def _rows(self, command: str, **values: object) -> Sequence[sa.Row[Any]]:
        given = self._given(values)
        return self.database.within(lambda connection: connection.execute(sa.text(command), given).fetchall())

    def _write(self, command: str, **values: object) -> int:
        (done,) = self._changed(command, [values])
        return done

    def _given(self, values: Mapping[str, object]) -> dict[str, object]:
        """Values as the database accepts them, and the job."""
        plain = {name: storable(value) if isinstance(value, str) else value for name, value in values.items()}
        return {"job": getattr(self, "job", None), **plain}


class Claimed:
    """One row that one worker is doing. Its writes are refused once the row belongs or may belong to another worker.

    Args:
        ledger: The ledger of the job.
        number: The number of the row.
        generation: Its generation.
        owner: The worker.
        attempts: How many times the row was begun, including this time.
    """

    def __init__(self, ledger: SharedLedger, number: int, *, generation: int, owner: str, attempts: int) -> None:
        self.ledger, self.number, self.attempts = ledger, number, attempts
        self._given = {"job": ledger.job, "number": number, "generation": generation, "owner": owner}

    def note(self, name: str) -> str:
        """Returns a note about the job; empty if there is none of that name."""
        return self.ledger.note(name)

    def set_note(self, name: str, value: str) -> None:
        """Writes a note about the job."""
        self.ledger.set_note(name, value)

    def entry(self, number: int) -> Entry:
        """Returns one row."""
        return self.ledger.entry(number)

    def intend(self, number: int, what: str) -> None:
        """Records that something of the row may be sent once this returns. Raises RowLostError as `hold` does."""
        self._ours(
            f"UPDATE {ROWS} SET intent = :what, intended = :now WHERE {OURS}", number, what=storable(what), now=now()
        )

    def hold(self, number: int) -> None:
        """Raises RowLostError if another worker has the row, or the lease of this one has expired."""
        self._ours(f"SELECT 1 FROM {ROWS} WHERE {OURS}", number)

    def settle(self, number: int) -> None:
        """Records that nothing of the row was sent after all."""
        self._ours(f"UPDATE {ROWS} SET intent = '', intended = '' WHERE {OURS}", number)

    def end(self, entry: Entry, *, again: bool = False, picture: Picture | None = None) -> None:
        """Records how the row ended, and adds what the attempt used to the totals of earlier attempts.

        Args:
            entry: As for `Ledger.end`.
            again: Whether to do the row once more; only for a row of which nothing was sent.
            picture: The picture of a dry run.

        Raises:
            RowLostError: The row belongs to another worker.
        """
        given: dict[str, Any] = {
            **self._given,
            "state": str(State.PENDING if again else entry.state),
            "ended": now(),
            **{name: getattr(entry, name) for name in ("seconds", "cost", "calls", "tokens")},
            **{
                name: storable(getattr(entry, name))
                for name in ("reason", "detail", "policy", "confirmation", "picture", "record")
            },
            "receipts": json.dumps([each.model_dump() for each in entry.receipts]),
            "payload": json.dumps(dict(entry.payload)),
        }
        this = "job = :job AND number = :number AND generation = :generation AND owner = :owner"

        def written(connection: sa.Connection) -> bool:
            known = "CAST(:cost AS DOUBLE PRECISION)"
            command = (
                f"UPDATE {ROWS} SET state = :state, reason = :reason, detail = :detail, ended = :ended, policy = :policy, "
                f"seconds = seconds + :seconds, cost = CASE WHEN {known} IS NULL OR (cost IS NULL AND calls > 0) THEN NULL "
                f"ELSE coalesce(cost, 0) + {known} END, calls = calls + :calls, tokens = tokens + :tokens, "
                "confirmation = :confirmation, receipts = :receipts, record = :record, "
                "payload = CASE WHEN :payload = '{}' THEN payload ELSE :payload END, "
                "picture = CASE WHEN :picture = '' THEN picture ELSE :picture END, "
                f"queued = FALSE WHERE {this} AND state = 'running'"
            )
            if connection.execute(sa.text(command), given).rowcount:
                if entry.cost:
                    spent = f"UPDATE {JOBS} SET spent = spent + :cost WHERE id = :job"
                    connection.execute(sa.text(spent), given)
                if picture is not None:
                    kept = (
                        f"INSERT INTO {PICTURES} VALUES (:job, :number, :kind, :data) "
                        "ON CONFLICT (job, number) DO UPDATE SET kind = excluded.kind, data = excluded.data"
                    )
                    connection.execute(sa.text(kept), {**given, "kind": picture.kind, "data": picture.data})
                return True
            # The same call may be repeated after the connection broke.
            asked = f"SELECT 1 FROM {ROWS} WHERE {this} AND state = :state AND ended = :ended"
            return connection.execute(sa.text(asked), given).first() is not None

        if not self.ledger.database.within(written):
            raise self._lost()

    def leave(self) -> None:
        """Gives the row up because the worker ends: unknown if something may have been sent, else pending."""
        command = (
            f"UPDATE {ROWS} SET {LEFT} WHERE job = :job AND number = :number AND generation = :generation "
            "AND owner = :owner AND state = 'running'"
        )
        given = {**self._given, "ended": now(), "most": MOST_LOST}
        self.ledger.database.within(lambda connection: connection.execute(sa.text(command), given).rowcount)

    def _ours(self, command: str, number: int, **values: object) -> None:
        given = {**self._given, "number": number, **values}
        if self.ledger.database.within(lambda connection: connection.execute(sa.text(command), given).rowcount) != 1:
            raise self._lost()

    def _lost(self) -> RowLostError:
        return RowLostError(
            f"{self.ledger.name}: row {self.number} no longer belongs to this worker; nothing more of it is sent from here"
        )


def now() -> str:
    """The current time in UTC, in the format of entries."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _held(row: Row, seal: Seal) -> dict[str, str]:
    """The values of a row, as the database stores them."""
    return {"held": json.dumps(dict(row.data)), "sealed": seal.close(row)}


def _others(database: Database) -> str:
    found = database.within(
        lambda connection: connection.execute(sa.text(f"SELECT name FROM {JOBS} ORDER BY id DESC LIMIT 5")).fetchall()
    )
    return f"; the newest are {', '.join(each.name for each in found)}" if found else ", which has none"
