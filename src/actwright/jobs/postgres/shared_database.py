"""The database that several machines share: its tables, and connections that survive a restart of the server."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from actwright.errors import ConfigError
from actwright.jobs.database import Database
from actwright.jobs.ledger_row import KeyTakenError, LedgerError
from actwright.jobs.ledger_tables import TABLES, about, metadata
from actwright.jobs.postgres.shared_tables import learned, pictures, workers
from actwright.text import one_line, shortened

SCHEMA = "actwright"
VERSION = "2"
WAIT_SECONDS = 45.0
"""How long a statement is tried on a database that cannot be reached."""
CONNECT_SECONDS = 10
MADE_ALONE = 7_104_223_690_152_204_881
"""The advisory lock under which the tables are created."""


class SharedDatabase(Database):
    """A PostgreSQL database.

    Args:
        url: The address, as `postgresql://user:password@host:5432/database`.
        wait: Seconds to wait for a server that cannot be reached.

    Raises:
        ConfigError: The address is not the address of a PostgreSQL database.
    """

    def __init__(self, url: str, *, wait: float = WAIT_SECONDS) -> None:
        self.url = _address(url)
        engine = sa.create_engine(
            self.url,
            execution_options={"schema_translate_map": {None: SCHEMA}},
            pool_size=4,
            max_overflow=16,
            pool_pre_ping=True,
            connect_args={"connect_timeout": CONNECT_SECONDS},
        )
        event.listen(engine, "connect", _make_durable)
        super().__init__(engine, wait=wait)

    def __str__(self) -> str:
        return self.url.set(drivername="postgresql").render_as_string(hide_password=True)

    def is_passing(self, error: DBAPIError) -> bool:
        """Whether the error may pass: the server is restarting, or two transactions collided."""
        state = str(getattr(error.orig, "sqlstate", "") or "")
        if state:
            return state.startswith(("08", "40", "57P"))
        return error.connection_invalidated or isinstance(error, OperationalError)

    def refused(self, error: SQLAlchemyError) -> LedgerError:
        """The error to raise instead; it does not contain the password."""
        cause = error.orig if isinstance(error, DBAPIError) else error
        said = shortened(one_line(str(cause)), 200)
        kind = KeyTakenError if isinstance(error, IntegrityError) else LedgerError
        return kind(f"{self}: {said}. Nothing is submitted without the database; the job continues when it is back")

    def prepare(self) -> None:
        """Creates the tables if they do not exist. Raises ConfigError if they have another version."""

        def made(connection: sa.Connection) -> str:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MADE_ALONE)))
            connection.execute(sa.schema.CreateSchema(SCHEMA, if_not_exists=True))
            metadata.create_all(connection, tables=[*TABLES, learned, pictures, workers])
            asked = sa.select(about.c.value).where(about.c.name == "version")
            if (version := connection.execute(asked).scalar_one_or_none()) is None:
                connection.execute(sa.insert(about).values(name="version", value=VERSION))
            return version or VERSION

        version = self.within(made)
        if version != VERSION:
            raise ConfigError(f"the jobs in {self} have version {version}; only version {VERSION} can be read")


def _address(url: str) -> sa.URL:
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


def _make_durable(connection: sa.engine.interfaces.DBAPIConnection, _record: object) -> None:
    """Makes a commit return once it is on disk, whatever the server's default is."""
    cursor = connection.cursor()
    cursor.execute("SET synchronous_commit = on")
    cursor.close()
    connection.commit()
