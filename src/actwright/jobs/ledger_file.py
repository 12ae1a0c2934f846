"""The ledger of a job in one file of SQLite, in the job's folder."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from actwright.errors import ConfigError
from actwright.jobs.database import Database
from actwright.jobs.job_rows import JobRow
from actwright.jobs.ledger import JobLedger
from actwright.jobs.ledger_row import KeyTakenError, LedgerError
from actwright.jobs.ledger_tables import TABLES, about, jobs, metadata, notes, rows

try:
    import fcntl
except ImportError:  # Windows, where SQLite's own lock alone keeps two runners apart
    fcntl = None

LEDGER = "ledger.db"
"""The name of the file in a job's folder."""
VERSION, BEFORE = "3", "2"
"""The version of the tables, and the earlier one that is converted when it is opened."""
WAIT_SECONDS = 10.0


class LedgerFile(Database):
    """A database in one file. Every write is on disk when its method returns (`synchronous=FULL`).

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        engine = sa.create_engine(
            sa.URL.create("sqlite", database=str(path)),
            connect_args={"timeout": WAIT_SECONDS, "check_same_thread": False},
            pool_size=1,
            pool_reset_on_return=None,
            max_overflow=0,
        )
        event.listen(engine, "connect", _make_durable)
        super().__init__(engine, wait=0)

    def __str__(self) -> str:
        return str(self.path)

    def refused(self, error: SQLAlchemyError) -> LedgerError:
        """The error to raise instead; it says what to do."""
        cause = error.orig if isinstance(error, DBAPIError) else error
        if isinstance(cause, sqlite3.IntegrityError):
            return KeyTakenError(f"{self.path}: {cause}")
        if isinstance(cause, sqlite3.DatabaseError) and not isinstance(cause, sqlite3.OperationalError):
            return LedgerError(
                f"{self.path} is damaged ({cause}). Nothing more is submitted; restore a copy, or export what the site has and start a new job"
            )
        rule = (
            "the disk is full; free some space" if "full" in str(cause) else f"it cannot be read or written ({cause})"
        )
        return LedgerError(f"{self.path}: {rule}. Nothing is submitted without the ledger; resume the job afterwards")

    @contextmanager
    def alone(self) -> Generator[None]:
        """Locks the ledger for one program. The system releases the lock when the program ends, however it ends.

        Raises:
            ConfigError: Another program is working on this ledger.
        """
        if fcntl is None:
            yield
            return
        with _as_ledger_errors(self.path):
            lock = self.path.with_suffix(".lock").open("a")
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise ConfigError(
                    f"another program is working on the job in {self.path.parent}; wait for it or stop it"
                ) from error
            yield


def open_ledger_file(path: Path) -> JobLedger:
    """Opens the ledger in a file.

    Raises:
        ConfigError: There is no such file, or it has another version.
        LedgerError: The file is damaged.
    """
    if not path.is_file():
        raise ConfigError(f"there is no job in {path.parent}: {path.name} is missing")
    database = LedgerFile(path)
    try:
        _prepare(database)
        return JobLedger(database, folder=path.parent)
    except BaseException:
        database.close()
        raise


def create_ledger(path: Path, given: Iterable[JobRow], told: Mapping[str, str]) -> JobLedger:
    """Creates a ledger with the rows of a job, completely or not at all.

    Args:
        path: The file.
        given: The rows.
        told: The notes about the job.

    Raises:
        ConfigError: There is one already.
        LedgerError: It cannot be written.
    """
    fresh, lines = path.with_suffix(".new"), [*given]
    with _as_ledger_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with LedgerFile(path).alone(), _as_ledger_errors(path):
        if path.exists():  # checked within the lock, because two programs may begin the same job at once
            raise ConfigError(f"{path.parent} already holds a job")
        for left in path.parent.glob(f"{fresh.name}*"):
            left.unlink()
        fresh.touch(mode=0o600)
        database = LedgerFile(fresh)
        try:
            database.within(_create_tables)
            JobLedger.insert(database, "job", lines, told)
        finally:
            database.close()
        fresh.replace(path)
    return open_ledger_file(path)


def _prepare(database: LedgerFile) -> None:
    version = database.within(_version)
    if version == BEFORE:
        with database.alone():
            database.within(_convert)
    elif version != VERSION:
        raise ConfigError(
            f"{database} has version {version or 'none'} of the ledger; only version {VERSION} can be read"
        )


def _version(connection: sa.Connection) -> str:
    """The version of the tables; empty if there is none."""
    damage = connection.exec_driver_sql("PRAGMA quick_check").scalar_one()
    if damage != "ok":
        raise DBAPIError(None, None, sqlite3.DatabaseError(damage))
    known = sa.inspect(connection).get_table_names()
    table = next((_named_values(name) for name in ("about", "job") if name in known), None)
    if table is None:
        return ""
    asked = sa.select(table.c.value).where(table.c.name == "version")
    return connection.execute(asked).scalar_one_or_none() or ""


def _named_values(table: str) -> sa.TableClause:
    return sa.table(table, sa.column("name", sa.Text), sa.column("value", sa.Text))


def _create_tables(connection: sa.Connection) -> None:
    metadata.create_all(connection, tables=TABLES)
    connection.execute(sa.insert(about).values(name="version", value=VERSION))


def _convert(connection: sa.Connection) -> None:
    """Moves the rows and notes of a file of version 2, where there was one table for each, to the tables of today."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    if _version(connection) == VERSION:  # another program was faster
        return
    for command in ("DROP INDEX once", "DROP INDEX by_state", "ALTER TABLE rows RENAME TO before"):
        connection.exec_driver_sql(command)
    _create_tables(connection)
    columns = [each["name"] for each in sa.inspect(connection).get_columns("before")]
    before = sa.table("before", *map(sa.column, columns))
    told = dict(connection.execute(sa.select(_named_values("job"))).fetchall())
    spent = sa.select(sa.func.total(before.c.cost)).scalar_subquery()
    connection.execute(sa.insert(jobs).values(id=1, name="job", stopped=told.pop("stopped", ""), spent=spent))
    connection.execute(
        sa.insert(notes),
        [{"job": 1, "name": name, "value": value} for name, value in told.items() if name != "version"],
    )
    connection.execute(sa.insert(rows).from_select(["job", *columns], sa.select(sa.literal(1), before)))
    for command in ("DROP TABLE before", "DROP TABLE job"):
        connection.exec_driver_sql(command)


def _make_durable(connection: sa.engine.interfaces.DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    # Every commit is written through to the file itself; otherwise a copy of the file alone, or a write-ahead log that
    # is cut off, would lack what was sent.
    cursor.execute("PRAGMA wal_autocheckpoint = 1")
    cursor.close()


@contextmanager
def _as_ledger_errors(path: Path) -> Generator[None]:
    """Turns an error from the file system into a LedgerError."""
    try:
        yield
    except OSError as error:
        raise LedgerError(f"{path} cannot be written: {error.strerror or error}") from error
