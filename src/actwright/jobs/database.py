"""The database of a ledger: transactions that are on its disk when they return."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from actwright.jobs.ledger_row import LedgerError

T = TypeVar("T")

BETWEEN_SECONDS = 0.25


class Database(ABC):
    """Connections to one database. What a statement changed is on its disk when it returns.

    A statement whose connection breaks is sent again, until the server is back or `wait` seconds have passed. Therefore
    every statement is written so that it has no further effect the second time.

    Args:
        engine: Makes the connections.
        wait: Seconds to wait for a server that cannot be reached.
    """

    def __init__(self, engine: sa.Engine, *, wait: float) -> None:
        self.engine, self._wait = engine, wait

    def is_passing(self, error: DBAPIError) -> bool:  # noqa: ARG002 - of a server
        """Whether an error may pass, so that the work is tried again; not in a file, where SQLite itself waits."""
        return False

    @abstractmethod
    def refused(self, error: SQLAlchemyError) -> LedgerError:
        """The error to raise instead; it says what to do."""

    def close(self) -> None:
        """Closes the connections."""
        self.engine.dispose()

    @contextmanager
    def alone(self) -> Generator[None]:
        """Locks the database for one program if it needs that. Raises ConfigError if another program has the lock."""
        yield

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
                if not self.is_passing(error) or time.monotonic() > until:
                    raise self.refused(error) from error
            except SQLAlchemyError as error:
                raise self.refused(error) from error
            time.sleep(BETWEEN_SECONDS)
