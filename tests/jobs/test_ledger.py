"""The ledger of a job: what it says after each end, and when nothing can be written any more."""

import multiprocessing
import os
import shutil
import signal
import sqlite3
from contextlib import closing

import pytest
import sqlalchemy as sa

from actwright.errors import ConfigError
from actwright.jobs.job_rows import JobRow
from actwright.jobs.ledger_file import LEDGER, LedgerFile, create_ledger, open_ledger_file
from actwright.jobs.ledger_row import LedgerError, LedgerRow, RowState
from actwright.jobs.ledger_tables import about


def row(number, **options):
    given = {
        "data": {"Id": str(number)},
        "private": {},
        "secret": {},
        "key": f"key {number}",
        "digest": f"digest {number}",
    }
    return JobRow(number=number, **given | options)


@pytest.fixture
def ledger(tmp_path):
    made = create_ledger(tmp_path / "x.job" / "ledger.db", [row(number) for number in (2, 3, 4, 5)], {"salt": "00"})
    yield made
    made.close()


def pragma(ledger, what):
    return ledger.database.within(lambda connection: connection.exec_driver_sql(f"PRAGMA {what}").scalar())


def states(ledger):
    return {entry.number: str(entry.state) for entry in ledger.entries()}


def test_what_an_earlier_program_left_is_pending_or_unknown(ledger):
    """Rows under way with an intent may have been sent; those without one were not."""
    claims = {number: ledger.begin(number) for number in (2, 3, 4)}
    claims[2].intend("POST https://x.example/orders")
    claims[4].intend("click button-0")
    claims[4].settle()
    assert ledger.recover() == [2]
    assert states(ledger) == {2: "unknown", 3: "pending", 4: "pending", 5: "pending"}
    assert "POST https://x.example/orders" in ledger.entry(2).detail


@pytest.mark.parametrize(
    "forged",
    ["state = 'gone'", "receipts = '{'", "payload = '[1]'", "attempts = 'often'", f"cells = '{'[' * 100_000}'"],
)
def test_a_forged_row_is_a_damaged_ledger(ledger, forged):
    """Whoever may write to the file or the database can forge rows; a value that no job writes is repeated nowhere."""
    forge = f"UPDATE rows SET {forged} WHERE number = 3"
    ledger.database.within(lambda connection: connection.exec_driver_sql(forge))
    with pytest.raises(LedgerError, match="a value in it that no job writes") as raised:
        [ledger.entries(), ledger.counts(), ledger.cells(3)]
    assert forged.split(" = ")[1] not in str(raised.value)


@pytest.mark.parametrize("forged", ["/etc/hostname", "../secret.png", "pictures/../../secret.png"])
def test_a_forged_picture_is_no_other_file(ledger, tmp_path, forged):
    (tmp_path / "secret.png").write_bytes(b"x")
    forge = f"UPDATE rows SET picture = '{forged}' WHERE number = 3"
    ledger.database.within(lambda connection: connection.exec_driver_sql(forge))
    assert ledger.picture(3) is None


def test_every_write_is_flushed_to_the_disk(ledger):
    """`synchronous=FULL` (2), with a write-ahead log."""
    assert [pragma(ledger, name) for name in ("synchronous", "journal_mode", "wal_autocheckpoint")] == [2, "wal", 1]


@pytest.mark.parametrize("left", [0, 0.5])
def test_a_ledger_whose_log_is_lost_or_cut_off_lacks_nothing(ledger, tmp_path, left):
    """As after a crash, when the file alone is copied. A row that was sent would be pending, and be sent again."""
    for number in (2, 3, 4):
        ledger.begin(number).intend("POST https://x.example/orders")
    copy, log = tmp_path / "copy.db", tmp_path / "copy.db-wal"
    shutil.copy(ledger.database.path, copy)
    content = ledger.database.path.with_suffix(".db-wal").read_bytes()
    log.write_bytes(content[: int(len(content) * left)])
    found = open_ledger_file(copy)
    assert found.recover() == [2, 3, 4]
    found.close()


def test_a_row_is_begun_once_and_ends_once(ledger):
    """Whoever finds it elsewhere than it was left stops."""
    claim = ledger.begin(2)
    with pytest.raises(LedgerError, match="another program has changed the ledger"):
        ledger.begin(2)
    claim.end(LedgerRow(number=2, state=RowState.DONE, cost=0.5, calls=2, tokens=10, seconds=1.5))
    with pytest.raises(LedgerError):
        claim.intend("again")
    with pytest.raises(LedgerError):
        claim.end(LedgerRow(number=2, state=RowState.FAILED))
    assert (ledger.entry(2).attempts, ledger.totals()) == (1, (0.5, 2, 10))


def test_an_unknown_row_is_resolved_and_never_simply_tried_again(ledger):
    for number in (2, 3):
        claim = ledger.begin(number)
        claim.intend("POST")
        claim.end(LedgerRow(number=number, state=RowState.UNKNOWN))
    with pytest.raises(ConfigError, match="it may have arrived; find out first"):
        ledger.retry([RowState.UNKNOWN])
    ledger.resolve(2, RowState.DONE, by="verify")
    ledger.resolve(3, RowState.PENDING, by="person")
    with pytest.raises(ConfigError, match="row 2 is done; only an unknown row"):
        ledger.resolve(2, RowState.PENDING, by="person")
    assert (states(ledger)[2], states(ledger)[3], ledger.entry(3).intent) == ("done", "pending", "")


def test_rows_that_nothing_was_sent_of_are_tried_again(ledger):
    for number, state in ((2, RowState.FAILED), (3, RowState.BLOCKED), (4, RowState.DONE)):
        ledger.begin(number).end(LedgerRow(number=number, state=state))
    with pytest.raises(ConfigError, match="rows that are done cannot be retried"):
        ledger.retry([RowState.DONE])
    assert ledger.retry([RowState.FAILED, RowState.BLOCKED]) == 2
    assert states(ledger) == {2: "pending", 3: "pending", 4: "done", 5: "pending"}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ((2, 3, 4), "row 5 was there when the job began"),
        ((2, 3, 4, 5, 6), "row 6 was added after the job began"),
        ((2, 3, 5, 4), None),
    ],
)
def test_rows_that_changed_since_the_job_began_are_refused(ledger, rows, said):
    given = [row(number) for number in rows]
    if said is None:
        ledger.check(given)
        given[0] = row(2, digest="another", cells={"Id": "other"})
        said = "row 2, column Id: it has changed since the job began"
    with pytest.raises(ConfigError, match=said):
        ledger.check(given)


def test_a_row_that_was_not_sent_is_corrected_and_one_that_was_is_not(ledger):
    """All corrections are taken or none; a key stays with one row."""
    ledger.begin(2).end(LedgerRow(number=2, state=RowState.REFUSED))
    ledger.begin(3).end(LedgerRow(number=3, state=RowState.DONE))
    rows = [row(number) for number in (2, 3, 4, 5)]
    fixed = row(2, digest="another", cells={"Name": "n"}, label="new")
    with pytest.raises(ConfigError, match="row 3, column Name: it is done; only a row that was not sent"):
        ledger.correct([fixed, row(3, digest="x", cells={"Name": "x"}), *rows[2:]])
    with pytest.raises(ConfigError, match="two rows would have the same key"):
        ledger.correct([row(2, digest="another", key="key 3"), *rows[1:]])
    assert states(ledger)[2] == "refused"
    assert ledger.correct([fixed, *rows[1:]]) == [2]
    assert (states(ledger)[2], ledger.entry(2).label) == ("pending", "new")
    assert ledger.correct([fixed, *rows[1:]]) == []


def test_duplicates_and_empty_required_cells_have_a_state_from_the_start(tmp_path):
    rows = [row(2), row(3, key="key 2", twin=2), row(4, missing="Name")]
    ledger = create_ledger(tmp_path / "ledger.db", rows, {"salt": "00"})
    assert states(ledger) == {2: "pending", 3: "skipped", 4: "invalid"}
    ledger.close()


def test_no_key_is_there_twice(tmp_path):
    """The ledger itself refuses it, and then there is none."""
    with pytest.raises(LedgerError):
        create_ledger(tmp_path / "ledger.db", [row(2), row(3, key="key 2")], {"salt": "00"})
    assert not (tmp_path / "ledger.db").exists()


def test_two_programs_do_not_work_on_one_job(ledger):
    """The second is refused; when the first is killed, the lock is gone."""
    ready = multiprocessing.Event()

    def hold(path):
        with open_ledger_file(path).alone():
            ready.set()
            signal.pause()

    other = multiprocessing.get_context("fork").Process(target=hold, args=(ledger.database.path,))
    other.start()
    assert ready.wait(60)
    with pytest.raises(ConfigError, match="another program is working on the job"), ledger.alone():
        pass
    os.kill(other.pid, signal.SIGKILL)
    other.join()
    with ledger.alone():
        ledger.begin(2)


def test_a_full_disk_is_said_and_nothing_changes(ledger):
    claim = ledger.begin(2)
    pages = pragma(ledger, "page_count")
    pragma(ledger, f"max_page_count = {pages}")
    with pytest.raises(
        LedgerError, match=r"the disk is full; free some space.*Nothing is submitted without the ledger"
    ):
        claim.intend("x" * 1_000_000)
    assert ledger.entry(2).intent == ""


@pytest.mark.parametrize("damage", [b"no ledger at all, but long enough to be read", None])
def test_a_damaged_ledger_is_refused(ledger, damage):
    path = ledger.database.path
    ledger.close()
    if damage is None:
        sqlite3.connect(path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        content = bytearray(path.read_bytes())
        content[4096:] = os.urandom(len(content) - 4096)
        damage = bytes(content)
    path.write_bytes(damage)
    with pytest.raises(LedgerError, match=r"is damaged .*\. Nothing more is submitted; restore a copy"):
        open_ledger_file(path)


def test_there_is_no_job_where_none_was_begun(tmp_path, ledger):
    with pytest.raises(ConfigError, match="there is no job in"):
        open_ledger_file(tmp_path / "ledger.db")
    with pytest.raises(ConfigError, match="already holds a job"):
        create_ledger(ledger.database.path, [], {})
    ledger.write(sa.update(about).values(value="99"))
    with pytest.raises(ConfigError, match="has version 99 of the ledger; only version 3 can be read"):
        open_ledger_file(ledger.database.path)


VERSION_2 = """
CREATE TABLE job (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE rows (number INTEGER PRIMARY KEY, key TEXT NOT NULL, digest TEXT NOT NULL, cells TEXT NOT NULL DEFAULT '{}',
    label TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT '',
    intent TEXT NOT NULL DEFAULT '', intended TEXT NOT NULL DEFAULT '', attempts INTEGER NOT NULL DEFAULT 0,
    began TEXT NOT NULL DEFAULT '', ended TEXT NOT NULL DEFAULT '', policy TEXT NOT NULL DEFAULT '',
    seconds REAL NOT NULL DEFAULT 0, cost REAL, calls INTEGER NOT NULL DEFAULT 0, tokens INTEGER NOT NULL DEFAULT 0,
    confirmation TEXT NOT NULL DEFAULT '', receipts TEXT NOT NULL DEFAULT '[]', payload TEXT NOT NULL DEFAULT '{}',
    picture TEXT NOT NULL DEFAULT '', record TEXT NOT NULL DEFAULT '', approved TEXT NOT NULL DEFAULT '') STRICT;
CREATE UNIQUE INDEX once ON rows (key) WHERE state <> 'skipped';
CREATE INDEX by_state ON rows (state);
INSERT INTO job VALUES ('version', '2'), ('salt', '0a'), ('stopped', 'for now'), ('submitted to', '*/orders');
INSERT INTO rows (number, key, digest, label, state, intent, payload, cost, calls) VALUES
    (2, 'key 2', 'digest 2', 'Ä', 'running', 'POST', '{"a": "é"}', 0.5, 2), (3, 'key 3', 'digest 3', '', 'pending', '', '{}', NULL, 0),
    (4, 'key 2', 'd', '', 'skipped', '', '{}', NULL, 0);
"""


def test_a_ledger_of_the_version_before_is_read_and_goes_on(tmp_path):
    """Not while a program of that version works on it: what it may have sent stays what it is, and no key is there twice."""
    path = tmp_path / LEDGER
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(VERSION_2)
    with LedgerFile(path).alone(), pytest.raises(ConfigError, match="another program is working on the job"):
        open_ledger_file(path)
    for _ in range(2):
        ledger = open_ledger_file(path)
        found = (
            ledger.stopped,
            ledger.note("submitted to"),
            ledger.note("version"),
            ledger.salt,
            ledger.spent,
            ledger.totals(),
        )
        assert found == ("for now", "*/orders", "", b"\n", 0.5, (0.5, 2, 0))
        assert (states(ledger), ledger.entry(2).label) == ({2: "running", 3: "pending", 4: "skipped"}, "Ä")
        ledger.close()
    ledger = open_ledger_file(path)
    assert (ledger.recover(), ledger.entry(2).payload) == ([2], {"a": "é"})
    with pytest.raises(ConfigError, match="two rows would have the same key"):
        ledger.correct([row(2), row(3, digest="x", key="key 2"), row(4, digest="d")])
    ledger.close()


def test_a_job_that_two_programs_begin_at_once_is_begun_by_one(tmp_path):
    """The ledger that the first one works with is not replaced."""
    path = tmp_path / "x.job" / "ledger.db"
    seconds = []

    def rows():
        yield row(2)
        with create_ledger(path, [row(2)], {"salt": "00"}).alone():
            pass
        seconds.append(path.stat().st_ino)

    with pytest.raises(ConfigError, match="already holds a job"):
        create_ledger(path, rows(), {"salt": "01"})
    assert [path.stat().st_ino] == seconds


def test_a_lock_that_cannot_be_written_is_said(ledger):
    ledger.database.path.with_suffix(".lock").unlink()
    ledger.database.path.with_suffix(".lock").mkdir()
    with pytest.raises(LedgerError, match=r"ledger\.db cannot be written: Is a directory"), ledger.alone():
        pass
