"""The ledger of a job that several machines share: it stores the values of its rows, and what its workers agree on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa

from actwright.jobs.job_rows import JobRow
from actwright.jobs.ledger import JobLedger
from actwright.jobs.ledger_row import Picture, RowState
from actwright.jobs.ledger_tables import jobs, rows
from actwright.jobs.postgres.shared_database import SharedDatabase
from actwright.jobs.postgres.shared_tables import is_alive, learned, pictures
from actwright.jobs.postgres.value_cipher import ValueCipher
from actwright.jobs.row_statements import OWNER, upsert

LAST = 2**31 - 1
"""DBOS's priority for rows that go last; rows with 1 go first."""


def job_name(folder: str | Path) -> str:
    """The name of a job in a database: `applicants` for the folder `applicants.job`."""
    return Path(folder).name.removesuffix(".job")


class SharedLedger(JobLedger):
    """The ledger of one job in a database, for any number of workers.

    Args:
        database: The database.
        name: The name of the job.
        key: The key that encrypts private and secret values, see `value_cipher`; needed to read or correct rows with
            such values.

    Raises:
        ConfigError: There is no such job.
        LedgerError: The database cannot be reached.
    """

    alive = is_alive(OWNER)

    def __init__(self, database: SharedDatabase, name: str, *, key: str = "") -> None:
        super().__init__(database, name)
        self.shared, self._key, self._owns_database = database, key, False

    def __str__(self) -> str:
        return self.name

    @classmethod
    def opened(cls, url: str, name: str, *, key: str = "") -> Self:
        """Opens the ledger of a job on its own connection, which `close` closes. Raises the same as the class."""
        database = SharedDatabase(url)
        try:
            database.prepare()
            ledger = cls(database, name, key=key)
        except BaseException:
            database.close()
            raise
        ledger._owns_database = True
        return ledger

    @classmethod
    def create(
        cls,
        database: SharedDatabase,
        name: str,
        given: Sequence[JobRow],
        told: Mapping[str, str],
        *,
        key: str = "",
        priorities: Mapping[int, int],
    ) -> Self:
        """Creates a job with its rows, completely or not at all.

        Args:
            database: The database.
            name: The name of the job.
            given: All its rows.
            told: The notes about the job.
            key: As for the class.
            priorities: Priorities by row number; rows with 1 go first, rows without a priority go last.

        Raises:
            ConfigError: There is already a job of that name, or no key for private values.
            LedgerError: The job cannot be written.
        """
        cipher = ValueCipher(key, salt=bytes.fromhex(told["salt"]))
        values = {row.number: {**_values(row, cipher), "priority": priorities.get(row.number, LAST)} for row in given}
        cls.insert(database, name, given, told, values=values)
        return cls(database, name, key=key)

    def close(self) -> None:
        """Closes the connection if it is the ledger's own."""
        if self._owns_database:
            self.database.close()

    @cached_property
    def cipher(self) -> ValueCipher:
        """Encrypts and decrypts the values that must not be readable in the database."""
        return ValueCipher(self._key, salt=self.salt)

    def go_on(self) -> None:
        """Resumes the job: rows begin again, unknown ones are looked for again. After a blocked row, logs in anew."""
        session = sa.case((jobs.c.barred, ""), else_=jobs.c.session)
        self._write_job(stopped="", alike="", streak=[], barred=False, session=session)
        self.write(sa.update(rows).where(rows.c.job == self.job, rows.c.state == RowState.UNKNOWN).values(looks=0))

    def count_alike(self, number: int, alike: str, *, most: int) -> int:
        """Counts consecutive rows that ended alike for a reason that is not in the rows. An empty `alike` resets it.

        Returns:
            How many consecutive rows ended like this one. At `most`, the job should stop.
        """
        if not alike:
            self._write_job(jobs.c.alike != "", alike="", streak=[])
            return 0
        length = sa.func.cardinality(jobs.c.streak)
        counted = sa.case(
            (jobs.c.alike != alike, sa.cast([number], sa.ARRAY(sa.Integer))),
            (sa.or_(sa.literal(number) == sa.any_(jobs.c.streak), length >= most), jobs.c.streak),
            else_=sa.func.array_append(jobs.c.streak, number),
        )
        update = sa.update(jobs).where(jobs.c.id == self.job).values(alike=alike, streak=counted)
        ((found,),) = self.found(update.returning(length))
        return int(found)

    # The session of a login

    def session(self) -> str:
        """The session that rows start with (Playwright's storage state); empty if nobody has logged in yet."""
        return self.cipher.decrypt(str(self.field(jobs.c.session)))

    def begin_login(self, owner: str) -> bool:
        """Returns whether this worker should log in: no one has, and no other live worker is doing so."""
        may = sa.or_(jobs.c.login == owner, ~is_alive(jobs.c.login))
        return bool(self._write_job(jobs.c.session == "", may, login=owner))

    def end_login(self, owner: str, session: str) -> None:
        """Records the session of a login; an empty one lets another worker try."""
        self._write_job(jobs.c.login == owner, login="", session=self.cipher.encrypt(session) if session else "")

    def bar(self) -> None:
        """Records that a row was blocked, so that the job logs in again when it resumes."""
        self._write_job(barred=True)

    # Rows

    def row(self, number: int) -> JobRow:
        """The values of a row. Raises ConfigError if some are encrypted and the key does not fit."""
        asked = sa.select(rows.c.key, rows.c.digest, rows.c.label, rows.c.plain_values, rows.c.encrypted_values)
        ((key, digest, label, data, encrypted),) = self.found(asked.where(self.is_row(number)))
        private, secret = self.cipher.decrypt_values(encrypted, row=key)
        return JobRow(number=number, data=data, private=private, secret=secret, key=key, digest=digest, label=label)

    def values_of(self, row: JobRow) -> dict[str, Any]:
        """The columns with the values of a row."""
        return _values(row, self.cipher)

    def picture(self, number: int) -> Picture | None:
        """Returns the picture of a row; None if there is none."""
        asked = sa.select(pictures.c.data, pictures.c.kind)
        found = self.found(asked.where(pictures.c.job == self.job, pictures.c.number == number))
        return Picture(bytes(found[0].data), str(found[0].kind)) if found else None

    def keep_picture(self, connection: sa.Connection, number: int, picture: Picture) -> None:
        """Stores the picture of a row, for other machines."""
        content = {"kind": picture.kind, "data": picture.data}
        insert = upsert(connection, pictures).values(job=self.job, number=number, **content)
        connection.execute(
            insert.on_conflict_do_update(index_elements=[pictures.c.job, pictures.c.number], set_=content)
        )

    # Workers

    def find_unknown(self, *, looks: int, after: float) -> int | None:
        """Returns the number of an unknown row that this worker should look for; None if there is none.

        Args:
            looks: How many times a row is looked for.
            after: Seconds between two looks for the same row.
        """
        clock = sa.func.clock_timestamp()
        waited = rows.c.looked < clock - sa.func.make_interval(0, 0, 0, 0, 0, 0, after)
        chosen = (
            sa.select(rows.c.number)
            .where(rows.c.job == self.job, rows.c.state == RowState.UNKNOWN, rows.c.looks < looks)
            .where(sa.or_(rows.c.looked.is_(None), waited))
            .order_by(rows.c.looks, rows.c.number)
            .limit(1)
            .with_for_update(skip_locked=True)
            .correlate(None)
            .scalar_subquery()
        )
        this = sa.and_(rows.c.job == self.job, rows.c.number == chosen)
        update = sa.update(rows).where(this).values(looks=rows.c.looks + 1, looked=clock)
        found = self.found(update.returning(rows.c.number))
        return int(found[0].number) if found else None

    def has_work(self, *, looks: int) -> bool:
        """Whether workers have anything left to do: rows that are pending, running or to be looked for."""
        running = rows.c.state == RowState.RUNNING
        unknown = sa.and_(rows.c.state == RowState.UNKNOWN, rows.c.looks < looks)
        waiting = sa.and_(
            rows.c.state == RowState.PENDING, sa.exists().where(jobs.c.id == self.job, jobs.c.stopped == "")
        )
        asked = sa.select(rows.c.number).where(rows.c.job == self.job, sa.or_(running, unknown, waiting)).limit(1)
        return bool(self.found(asked))

    def recordings(self, after: int) -> list[tuple[int, str, str]]:
        """The recordings of this job after the one with this ID: the ID, the names as JSON and the text of each."""
        asked = sa.select(learned.c.id, learned.c.names, learned.c.recording)
        found = self.found(asked.where(learned.c.job == self.job, learned.c.id > after).order_by(learned.c.id))
        return [(int(each.id), str(each.names), str(each.recording)) for each in found]

    def share(self, names: str, recording: str) -> None:
        """Shares a recording with all workers."""
        self.write(sa.insert(learned).values(job=self.job, names=names, recording=recording))

    def _write_job(self, *where: sa.ColumnElement[bool], **values: Any) -> int:
        return self.write(sa.update(jobs).where(jobs.c.id == self.job, *where).values(values))


def _values(row: JobRow, cipher: ValueCipher) -> dict[str, Any]:
    """The values of a row, as the database stores them."""
    return {"plain_values": dict(row.data), "encrypted_values": cipher.encrypt_values(row)}
