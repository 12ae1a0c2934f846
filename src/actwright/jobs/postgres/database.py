"""The database that several machines share: its tables, and connections that survive a restart of the server."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from actwright.errors import ConfigError
from actwright.jobs.entries import KeyTakenError, LedgerError
from actwright.text import one_line, shortened

__all__ = ["SCHEMA", "Database", "address"]

T = TypeVar("T")

SCHEMA = "actwright"
VERSION = "2"
WAIT_SECONDS = 45.0
"""How long a statement is tried on a database that cannot be reached."""
BETWEEN_SECONDS = 0.25
CONNECT_SECONDS = 10
MADE_ALONE = 7_104_223_690_152_204_881
"""The advisory lock that is held while the tables are created."""

TABLES = f"""
CREATE SCHEMA IF NOT EXISTS {SCHEMA};
CREATE TABLE IF NOT EXISTS {SCHEMA}.about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS {SCHEMA}.jobs (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    stopped TEXT NOT NULL DEFAULT '',
    spent DOUBLE PRECISION NOT NULL DEFAULT 0,
    alike TEXT NOT NULL DEFAULT '',
    streak INTEGER[] NOT NULL DEFAULT '{{}}',
    session TEXT NOT NULL DEFAULT '',
    login TEXT NOT NULL DEFAULT '',
    barred BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE TABLE IF NOT EXISTS {SCHEMA}.notes (
    job BIGINT NOT NULL REFERENCES {SCHEMA}.jobs ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (job, name)
);
CREATE TABLE IF NOT EXISTS {SCHEMA}.workers (
    id TEXT PRIMARY KEY,
    machine TEXT NOT NULL,
    begun TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    lease TIMESTAMPTZ NOT NULL,
    lost BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE TABLE IF NOT EXISTS {SCHEMA}.learned (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job BIGINT NOT NULL REFERENCES {SCHEMA}.jobs ON DELETE CASCADE,
    names TEXT NOT NULL,
    recording TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS {SCHEMA}.rows (
    job BIGINT NOT NULL REFERENCES {SCHEMA}.jobs ON DELETE CASCADE,
    number INTEGER NOT NULL,
    key TEXT NOT NULL,
    digest TEXT NOT NULL,
    cells TEXT NOT NULL,
    label TEXT NOT NULL,
    held TEXT NOT NULL,
    sealed TEXT NOT NULL,
    priority INTEGER NOT NULL DEFAULT 0,
    generation INTEGER NOT NULL DEFAULT 0,
    queued BOOLEAN NOT NULL DEFAULT FALSE,
    owner TEXT NOT NULL DEFAULT '',
    claim TEXT NOT NULL DEFAULT '',
    looks INTEGER NOT NULL DEFAULT 0,
    looked TIMESTAMPTZ,
    state TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    detail TEXT NOT NULL DEFAULT '',
    intent TEXT NOT NULL DEFAULT '',
    intended TEXT NOT NULL DEFAULT '',
    attempts INTEGER NOT NULL DEFAULT 0,
    began TEXT NOT NULL DEFAULT '',
    ended TEXT NOT NULL DEFAULT '',
    policy TEXT NOT NULL DEFAULT '',
    seconds DOUBLE PRECISION NOT NULL DEFAULT 0,
    cost DOUBLE PRECISION,
    calls INTEGER NOT NULL DEFAULT 0,
    tokens BIGINT NOT NULL DEFAULT 0,
    confirmation TEXT NOT NULL DEFAULT '',
    receipts TEXT NOT NULL DEFAULT '[]',
    payload TEXT NOT NULL DEFAULT '{{}}',
    picture TEXT NOT NULL DEFAULT '',
    record TEXT NOT NULL DEFAULT '',
    approved TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (job, number)
);
CREATE TABLE IF NOT EXISTS {SCHEMA}.pictures (
    job BIGINT NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data BYTEA NOT NULL,
    PRIMARY KEY (job, number),
    FOREIGN KEY (job, number) REFERENCES {SCHEMA}.rows ON DELETE CASCADE
);
CREATE UNIQUE INDEX IF NOT EXISTS once ON {SCHEMA}.rows (job, key) WHERE state <> 'skipped';
CREATE INDEX IF NOT EXISTS by_state ON {SCHEMA}.rows (job, state, number);
CREATE INDEX IF NOT EXISTS under_way ON {SCHEMA}.rows (owner) WHERE state = 'running';
CREATE INDEX IF NOT EXISTS to_queue ON {SCHEMA}.rows (job, number) WHERE state = 'pending' AND NOT queued;
"""


def address(url: str) -> sa.URL:
    """Parses the address of a database. Raises ConfigError if it is not the address of a PostgreSQL database."""
    try:
        found = sa.make_url(url)
    except SQLAlchemyError:
        found = None
    if found is None or found.get_backend_name() not in {"postgresql", "postgres"} or not found.database:
        raise ConfigError(
            "database: write the address of a PostgreSQL database, as in postgresql://user@host:5432/database"
        )
    return found.set(drivername="postgresql+psycopg")


class Database:
    """Connections to one database. What a statement changed is on the server's disk when it returns.

    A statement whose connection breaks is sent again, until the server is back or `WAIT_SECONDS` have passed. Therefore
    every statement is written so that it has no further effect the second time.

    Args:
        url: The address, as `postgresql://user:password@host:5432/database`.
        wait: Seconds to wait for a server that cannot be reached.

    Raises:
        ConfigError: The address is not the address of a PostgreSQL database.
    """

    def __init__(self, url: str, *, wait: float = WAIT_SECONDS) -> None:
        self.url = address(url)
        self._wait = wait
        self.engine = sa.create_engine(
            self.url,
            pool_size=4,
            max_overflow=16,
            pool_pre_ping=True,
            connect_args={"connect_timeout": CONNECT_SECONDS},
        )
        event.listen(self.engine, "connect", _durable)

    def __str__(self) -> str:
        return self.url.set(drivername="postgresql").render_as_string(hide_password=True)

    def close(self) -> None:
        """Closes the connections."""
        self.engine.dispose()

    def within(self, work: Callable[[sa.Connection], T], *, wait: float | None = None) -> T:
        """Does work in one transaction; does all of it again if the connection breaks.

        Raises:
            LedgerError: The database cannot be reached, or refuses a statement.
        """

        def whole() -> T:
            with self.engine.begin() as connection:
                return work(connection)

        return self.patiently(whole, wait=wait)

    def patiently(self, work: Callable[[], T], *, wait: float | None = None) -> T:
        """Does work; does it again if the connection breaks. Raises LedgerError as `within` does."""
        until = time.monotonic() + (self._wait if wait is None else wait)
        while True:
            try:
                return work()
            except DBAPIError as error:
                if not _passing(error) or time.monotonic() > until:
                    raise self._refused(error) from error
            except SQLAlchemyError as error:
                raise self._refused(error) from error
            time.sleep(BETWEEN_SECONDS)

    def prepare(self) -> None:
        """Creates the tables if they do not exist. Raises ConfigError if they have another version."""

        def made(connection: sa.Connection) -> str:
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MADE_ALONE})
            connection.exec_driver_sql(TABLES)
            connection.execute(
                sa.text(f"INSERT INTO {SCHEMA}.about VALUES ('version', :version) ON CONFLICT DO NOTHING"),
                {"version": VERSION},
            )
            found = connection.execute(sa.text(f"SELECT value FROM {SCHEMA}.about WHERE name = 'version'"))
            return str(found.scalar_one())

        version = self.within(made)
        if version != VERSION:
            raise ConfigError(f"{self} holds jobs of version {version}; only version {VERSION} can be read")

    def _refused(self, error: SQLAlchemyError) -> LedgerError:
        cause = error.orig if isinstance(error, DBAPIError) else error
        said = shortened(one_line(str(cause)), 200)
        kind = KeyTakenError if isinstance(error, IntegrityError) else LedgerError
        return kind(f"{self}: {said}. Nothing is submitted without the database; the job continues when it is back")


def _durable(connection: sa.engine.interfaces.DBAPIConnection, _record: object) -> None:
    """Makes a commit return once it is on disk, whatever the server's default is."""
    cursor = connection.cursor()
    cursor.execute("SET synchronous_commit = on")
    cursor.close()
    connection.commit()


def _passing(error: DBAPIError) -> bool:
    """Whether the error may pass: the server is restarting, or two transactions collided."""
    state = str(getattr(error.orig, "sqlstate", "") or "")
    if state:
        return state.startswith(("08", "40", "57P"))
    return error.connection_invalidated or isinstance(error, OperationalError)
