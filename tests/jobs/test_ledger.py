"""The ledger of a job: what it says after each end, and when nothing can be written any more."""

import multiprocessing
import os
import shutil
import signal
import sqlite3

import pytest

from actwright.errors import ConfigError
from actwright.jobs.entries import Entry, LedgerError, State
from actwright.jobs.ledger import Ledger
from actwright.jobs.rows import Row


def row(number, **options):
    given = {
        "data": {"Id": str(number)},
        "private": {},
        "secret": {},
        "key": f"key {number}",
        "digest": f"digest {number}",
    }
    return Row(number=number, **given | options)


@pytest.fixture
def ledger(tmp_path):
    made = Ledger.create(tmp_path / "x.job" / "ledger.db", [row(number) for number in (2, 3, 4, 5)], {"salt": "00"})
    yield made
    made.close()


def states(ledger):
    return {entry.number: str(entry.state) for entry in ledger.entries()}


def test_what_an_earlier_program_left_is_pending_or_unknown(ledger):
    """Rows under way with an intent may have been sent; those without one were not."""
    for number in (2, 3, 4):
        ledger.begin(number)
    ledger.intend(2, "POST https://x.example/orders")
    ledger.intend(4, "click button-0")
    ledger.settle(4)
    assert ledger.recover() == [2]
    assert states(ledger) == {2: "unknown", 3: "pending", 4: "pending", 5: "pending"}
    assert "POST https://x.example/orders" in ledger.entry(2).detail


def test_every_write_is_flushed_to_the_disk(ledger):
    """`synchronous=FULL` (2), with a write-ahead log."""
    found = [ledger._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")]
    assert found == [2, "wal"]


@pytest.mark.parametrize("left", [0, 0.5])
def test_a_ledger_whose_log_is_lost_or_cut_off_lacks_nothing(ledger, tmp_path, left):
    """As after a crash, when the file alone is copied. A row that was sent would be pending, and be sent again."""
    for number in (2, 3, 4):
        ledger.begin(number)
        ledger.intend(number, "POST https://x.example/orders")
    copy, log = tmp_path / "copy.db", tmp_path / "copy.db-wal"
    shutil.copy(ledger.path, copy)
    content = ledger.path.with_suffix(".db-wal").read_bytes()
    log.write_bytes(content[: int(len(content) * left)])
    found = Ledger(copy)
    assert found.recover() == [2, 3, 4]
    found.close()


def test_a_row_is_begun_once_and_ends_once(ledger):
    """Whoever finds it elsewhere than it was left stops."""
    ledger.begin(2)
    with pytest.raises(LedgerError, match="another program has changed the ledger"):
        ledger.begin(2)
    ledger.end(Entry(number=2, state=State.DONE, cost=0.5, calls=2, tokens=10, seconds=1.5))
    with pytest.raises(LedgerError):
        ledger.intend(2, "again")
    with pytest.raises(LedgerError):
        ledger.end(Entry(number=2, state=State.FAILED))
    assert (ledger.entry(2).attempts, ledger.totals()) == (1, (0.5, 2, 10))


def test_an_unknown_row_is_resolved_and_never_simply_tried_again(ledger):
    for number in (2, 3):
        ledger.begin(number)
        ledger.intend(number, "POST")
        ledger.end(Entry(number=number, state=State.UNKNOWN))
    with pytest.raises(ConfigError, match="it may have arrived; find out first"):
        ledger.retry([State.UNKNOWN])
    ledger.resolve(2, State.DONE, by="verify")
    ledger.resolve(3, State.PENDING, by="person")
    with pytest.raises(ConfigError, match="row 2 is done; only an unknown row"):
        ledger.resolve(2, State.PENDING, by="person")
    assert (states(ledger)[2], states(ledger)[3], ledger.entry(3).intent) == ("done", "pending", "")


def test_rows_that_nothing_was_sent_of_are_tried_again(ledger):
    for number, state in ((2, State.FAILED), (3, State.BLOCKED), (4, State.DONE)):
        ledger.begin(number)
        ledger.end(Entry(number=number, state=state))
    with pytest.raises(ConfigError, match="rows that are done cannot be retried"):
        ledger.retry([State.DONE])
    assert ledger.retry([State.FAILED, State.BLOCKED]) == 2
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
    ledger.begin(2)
    ledger.end(Entry(number=2, state=State.REFUSED))
    ledger.begin(3)
    ledger.end(Entry(number=3, state=State.DONE))
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
    ledger = Ledger.create(tmp_path / "ledger.db", rows, {"salt": "00"})
    assert states(ledger) == {2: "pending", 3: "skipped", 4: "invalid"}
    ledger.close()


def test_no_key_is_there_twice(tmp_path):
    """The ledger itself refuses it, and then there is none."""
    with pytest.raises(LedgerError):
        Ledger.create(tmp_path / "ledger.db", [row(2), row(3, key="key 2")], {"salt": "00"})
    assert not (tmp_path / "ledger.db").exists()


def test_two_programs_do_not_work_on_one_job(ledger):
    """The second is refused; when the first is killed, the lock is gone."""
    ready = multiprocessing.Event()

    def hold(path):
        with Ledger(path).alone():
            ready.set()
            signal.pause()

    other = multiprocessing.get_context("fork").Process(target=hold, args=(ledger.path,))
    other.start()
    assert ready.wait(60)
    with pytest.raises(ConfigError, match="another program is working on the job"), ledger.alone():
        pass
    os.kill(other.pid, signal.SIGKILL)
    other.join()
    with ledger.alone():
        ledger.begin(2)


def test_a_full_disk_is_said_and_nothing_changes(ledger):
    ledger.begin(2)
    pages = ledger._connection.execute("PRAGMA page_count").fetchone()[0]
    ledger._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(
        LedgerError, match=r"the disk is full; free some space.*Nothing is submitted without the ledger"
    ):
        ledger.intend(2, "x" * 1_000_000)
    assert ledger.entry(2).intent == ""


@pytest.mark.parametrize("damage", [b"no ledger at all, but long enough to be read", None])
def test_a_damaged_ledger_is_refused(ledger, damage):
    path = ledger.path
    ledger.close()
    if damage is None:
        sqlite3.connect(path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        content = bytearray(path.read_bytes())
        content[4096:] = os.urandom(len(content) - 4096)
        damage = bytes(content)
    path.write_bytes(damage)
    with pytest.raises(LedgerError, match=r"is damaged .*\. Nothing more is submitted; restore a copy"):
        Ledger(path)


def test_there_is_no_job_where_none_was_begun(tmp_path, ledger):
    with pytest.raises(ConfigError, match="there is no job in"):
        Ledger(tmp_path / "ledger.db")
    with pytest.raises(ConfigError, match="already holds a job"):
        Ledger.create(ledger.path, [], {})
    ledger.set_note("version", "99")
    with pytest.raises(ConfigError, match="has version 99 of the ledger; only version 2 can be read"):
        Ledger(ledger.path)


def test_a_job_that_two_programs_begin_at_once_is_begun_by_one(tmp_path):
    """The ledger that the first one works with is not replaced."""
    path = tmp_path / "x.job" / "ledger.db"
    seconds = []

    def rows():
        yield row(2)
        with Ledger.create(path, [row(2)], {"salt": "00"}).alone():
            pass
        seconds.append(path.stat().st_ino)

    with pytest.raises(ConfigError, match="already holds a job"):
        Ledger.create(path, rows(), {"salt": "01"})
    assert [path.stat().st_ino] == seconds


def test_a_lock_that_cannot_be_written_is_said(ledger):
    ledger.path.with_suffix(".lock").unlink()
    ledger.path.with_suffix(".lock").mkdir()
    with pytest.raises(LedgerError, match=r"ledger\.db cannot be written: Is a directory"), ledger.alone():
        pass
