"""The tables of a ledger, the same in SQLite and in PostgreSQL."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

JOB = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


class StorableText(sa.TypeDecorator[str]):
    """A text, without what a database does not accept: NUL characters and lone surrogates are replaced."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | None:
        """Returns the text as it is stored."""
        return None if value is None else str(value).encode("utf-8", "replace").decode().replace("\0", "\ufffd")


class JsonText(sa.TypeDecorator[Any]):
    """A value that is stored as JSON, in a column of texts."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: sa.Dialect) -> str:
        """Returns the value as JSON; its escapes keep out what a database does not accept."""
        return json.dumps(value)

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> Any:
        """Returns the stored value."""
        return json.loads(value or "null")


def _text(name: str, **options: Any) -> sa.Column[str]:
    return sa.Column(name, StorableText, nullable=False, server_default="", **options)


def _json(name: str, default: str, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, JsonText, nullable=False, server_default=default, **options)


def _number(name: str, kind: sa.types.TypeEngine[Any] | None = None) -> sa.Column[Any]:
    return sa.Column(name, kind or sa.Integer(), nullable=False, server_default=sa.text("0"))


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())


def _job(**options: Any) -> sa.Column[int]:
    return sa.Column("job", JOB, sa.ForeignKey("jobs.id", ondelete="CASCADE"), nullable=False, **options)


metadata = sa.MetaData()

about = sa.Table(
    "about", metadata, sa.Column("name", sa.Text, primary_key=True), sa.Column("value", sa.Text, nullable=False)
)

jobs = sa.Table(
    "jobs",
    metadata,
    sa.Column("id", JOB, sa.Identity(always=True), primary_key=True),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    _text("stopped"),
    _number("spent", sa.Double()),
    _text("alike"),
    sa.Column("streak", sa.ARRAY(sa.Integer).with_variant(sa.Text(), "sqlite"), nullable=False, server_default="{}"),
    _text("session"),
    _text("login"),
    _flag("barred"),
)

notes = sa.Table(
    "notes",
    metadata,
    _job(primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", StorableText, nullable=False),
)

rows = sa.Table(
    "rows",
    metadata,
    _job(primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("key", StorableText, nullable=False),
    sa.Column("digest", StorableText, nullable=False),
    _json("cells", "{}"),
    _text("label"),
    # The values of a row, for other machines. A ledger in a file has none, because the rows are in their own file.
    _json("held", "{}", key="plain_values"),
    _text("sealed", key="encrypted_values"),
    _number("priority"),
    _number("generation"),
    _flag("queued"),
    _text("owner"),
    _text("claim"),
    _number("looks"),
    sa.Column("looked", sa.DateTime(timezone=True)),
    sa.Column("state", StorableText, nullable=False),
    _text("reason"),
    _text("detail"),
    _text("intent"),
    _text("intended"),
    _number("attempts"),
    _text("began"),
    _text("ended"),
    _text("policy"),
    _number("seconds", sa.Double()),
    sa.Column("cost", sa.Double),
    _number("calls"),
    _number("tokens", sa.BigInteger()),
    _text("confirmation"),
    _json("receipts", "[]"),
    _json("payload", "{}"),
    _text("picture"),
    _text("record"),
    _text("approved"),
)

THIS_ROW = sa.and_(rows.c.job == sa.bindparam("this_job"), rows.c.number == sa.bindparam("this_number"))
"""The condition that selects one row; `this_job` and `this_number` are given when a statement runs."""

TABLES = (about, jobs, notes, rows)
"""The tables of every ledger."""

SKIPPED, RUNNING, PENDING = (sa.literal_column(f"'{state}'", sa.Text) for state in ("skipped", "running", "pending"))


def _index(name: str, *columns: sa.ColumnElement[Any], where: sa.ColumnElement[bool], unique: bool = False) -> sa.Index:
    return sa.Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


_index("once", rows.c.job, rows.c.key, where=rows.c.state != SKIPPED, unique=True)
sa.Index("by_state", rows.c.job, rows.c.state, rows.c.number)
_index("under_way", rows.c.owner, where=rows.c.state == RUNNING).ddl_if(dialect="postgresql")
_index("to_queue", rows.c.job, rows.c.number, where=sa.and_(rows.c.state == PENDING, ~rows.c.queued)).ddl_if(
    dialect="postgresql"
)
