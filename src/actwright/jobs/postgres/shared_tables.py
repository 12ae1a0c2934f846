"""The tables that only a ledger of several machines has."""

from __future__ import annotations

import sqlalchemy as sa

from actwright.jobs.ledger_tables import metadata, rows

workers = sa.Table(
    "workers",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("machine", sa.Text, nullable=False),
    sa.Column("begun", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.clock_timestamp()),
    sa.Column("lease", sa.DateTime(timezone=True), nullable=False),
    sa.Column("lost", sa.Boolean, nullable=False, server_default=sa.false()),
)

learned = sa.Table(
    "learned",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(always=True), primary_key=True),
    sa.Column("job", sa.BigInteger, sa.ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False),
    sa.Column("names", sa.Text, nullable=False),
    sa.Column("recording", sa.Text, nullable=False),
)

pictures = sa.Table(
    "pictures",
    metadata,
    sa.Column("job", sa.BigInteger, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.ForeignKeyConstraint(["job", "number"], [rows.c.job, rows.c.number], ondelete="CASCADE"),
)


def is_alive(owner: str | sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The condition that the lease of a worker has not expired."""
    return sa.exists().where(workers.c.id == owner, ~workers.c.lost, workers.c.lease > sa.func.clock_timestamp())


def lease_end(seconds: float) -> sa.ColumnElement[object]:
    """The end of a lease that begins now and lasts this long."""
    return sa.func.clock_timestamp() + sa.func.make_interval(0, 0, 0, 0, 0, 0, seconds)
