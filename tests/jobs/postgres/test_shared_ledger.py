"""The ledger that machines share, on a real PostgreSQL server: who may write of a row, and when no more."""

from dataclasses import replace

import pytest
import sqlalchemy as sa

from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.reusable_browser import Browser
from actwright.errors import ConfigError
from actwright.jobs.attempt import attempt_row
from actwright.jobs.job_context import JobContext
from actwright.jobs.job_options import JobOptions
from actwright.jobs.job_rows import read_rows
from actwright.jobs.ledger_row import LedgerError, LedgerRow, RowState, digest_of
from actwright.jobs.postgres.lease import Lease
from actwright.jobs.postgres.shared_database import SharedDatabase
from actwright.jobs.postgres.shared_ledger import SharedLedger
from actwright.jobs.row_claim import RowLostError

TASK = "Fill in the form and submit it"
ROWS = [{"Id": f"K-{number}", "Name": f"Ada {number}"} for number in range(1, 4)]


@pytest.fixture
def there(database):
    opened = SharedDatabase(database)
    yield opened
    opened.close()


def begin(rows, options, **given):
    """Begins a job. What it takes is imported here, and for the queues below: it takes a second, which every worker would spend."""
    from actwright.jobs.postgres.begin import begin

    return begin(rows, options, **given)


def queues_of(there):
    from actwright.jobs.postgres.row_queue import Queues

    return Queues(there)


async def begun(there, rows=ROWS, url="http://127.0.0.1:9/", *, name="x", **options):
    given = {key: options.pop(key) for key in ("key", "per_worker", "priority") if key in options}
    order = JobOptions(task=TASK, url=url, **{"key": "Id", "concurrency": 4, **options})
    return await begin(rows, order, database=there, name=name, **{**given, "key": given.get("key", "")})


class Worker:
    """A worker that does nothing by itself: its lease lasts until it is lost."""

    def __init__(self, there, owner):
        self.owner, self._there = owner, there
        self._lease = Lease(there, owner, machine="here", seconds=600, lost=lambda: None)
        self._lease.begin()

    def claim(self, ledger, number=1, generation=1):
        return ledger.claim(number, generation=generation, owner=self.owner, claim=f"{self.owner} {generation}")

    def is_lost(self):
        """As after having been stopped for longer than its lease."""
        past = sa.text("UPDATE actwright.workers SET lease = now() - INTERVAL '1 second' WHERE id = :owner")
        self._there.within(lambda connection: connection.execute(past, {"owner": self.owner}))

    def ends(self):
        self._lease.end()


@pytest.fixture
def workers(there):
    made = []

    def worker(name):
        made.append(Worker(there, name))
        return made[-1]

    yield worker
    for each in made:
        each.ends()


def states(ledger):
    return {entry.number: str(entry.state) for entry in ledger.entries()}


async def test_a_row_of_a_lost_worker_goes_to_another_and_the_old_one_can_write_nothing(there, workers):
    """Not even before anyone has taken the row: its lease is over. The new owner has the next generation."""
    ledger, queues = await begun(there), queues_of(there)
    old, new = workers("old"), workers("new")
    row = old.claim(ledger)
    row.require()
    assert new.claim(ledger) is None
    old.is_lost()
    with pytest.raises(RowLostError, match="row 1 no longer belongs to this worker"):
        row.intend("POST https://x.example/orders")
    assert queues.take_over() == [(ledger.job, 1, "pending")]
    assert states(ledger) == {1: "pending", 2: "pending", 3: "pending"}
    assert queues.put() == 0  # the workflow of the old one still holds its place in the queue
    again = ledger.claim(1, generation=2, owner="new", claim="too early")
    assert again is None
    for act in (lambda: row.intend("POST"), row.require, row.settle):
        with pytest.raises(RowLostError):
            act()
    with pytest.raises(RowLostError):
        row.end(LedgerRow(number=1, state=RowState.DONE))
    assert ledger.entry(1).intent == ""


async def test_what_may_have_been_sent_by_a_lost_worker_is_unknown_and_never_queued(there, workers):
    """And a function's answer that it had not arrived does not make it pending: the worker may only have been stopped."""
    ledger, queues = await begun(there), queues_of(there)
    old = workers("old")
    row = old.claim(ledger)
    row.intend("POST https://x.example/orders")
    old.is_lost()
    assert queues.take_over() == [(ledger.job, 1, "unknown")]
    with pytest.raises(RowLostError):
        row.require()
    entry = ledger.entry(1)
    assert (str(entry.state), entry.reason) == ("unknown", "interrupted")
    assert "POST https://x.example/orders" in entry.detail
    assert queues.put() == 0
    with pytest.raises(ConfigError, match="it may have arrived; find out first"):
        ledger.retry([RowState.UNKNOWN])
    ledger.resolve(1, RowState.PENDING, by="person")
    assert (states(ledger)[1], ledger.entry(1).intent) == ("pending", "")


async def test_a_row_whose_worker_is_lost_again_and_again_counts_as_failed(there, workers):
    """It may be what ends them."""
    ledger, queues = await begun(there, ROWS[:1]), queues_of(there)
    there.within(lambda connection: connection.execute(sa.text("UPDATE actwright.rows SET attempts = 5")))
    old = workers("old")
    assert old.claim(ledger).attempts == 6
    old.is_lost()
    assert queues.take_over() == [(ledger.job, 1, "failed")]
    assert "its worker was lost 6 times" in ledger.entry(1).detail


async def test_a_statement_that_is_sent_again_does_nothing_twice(there, workers):
    """As after a connection that broke before its answer came."""
    ledger, one = await begun(there), workers("one")
    first, second = one.claim(ledger), one.claim(ledger)
    assert (first.attempts, second.attempts) == (1, 1)
    entry = LedgerRow(number=1, state=RowState.DONE, cost=0.5, calls=2, tokens=10, seconds=1.5)
    first.end(entry)
    with pytest.raises(RowLostError):
        second.end(replace_reason(entry))
    assert (ledger.totals(), ledger.spent) == ((0.5, 2, 10), 0.5)


def replace_reason(entry):
    return entry.model_copy(update={"reason": "later"})


async def test_a_job_stops_after_rows_that_end_alike_until_it_goes_on(there, workers):
    """No worker begins another row; the rows that are left are queued again by `resume`."""
    ledger, one = await begun(there), workers("one")
    assert [ledger.count_alike(1, "blocked", most=2), ledger.count_alike(1, "blocked", most=2)] == [1, 1]
    assert ledger.count_alike(2, "", most=2) == 0
    assert [ledger.count_alike(number, "blocked", most=2) for number in (1, 2)] == [1, 2]
    ledger.stop("2 consecutive rows ended alike")
    assert one.claim(ledger) is None
    assert (ledger.stopped, ledger.has_work(looks=0)) == ("2 consecutive rows ended alike", False)
    ledger.go_on()
    assert ledger.has_work(looks=0)


async def test_a_job_of_that_name_is_begun_once_and_other_names_are_told(there):
    """Nothing of the second one is kept."""
    await begun(there)
    with pytest.raises(ConfigError, match="already has a job 'x'; resume it"):
        await begun(there)
    with pytest.raises(ConfigError, match=r"there is no job 'y' in .*; the newest are x"):
        SharedLedger(there, "y")
    with pytest.raises(ConfigError, match="write the address of a PostgreSQL database"):
        SharedDatabase("sqlite:///x.db")


async def test_the_queue_has_the_limits_of_the_job(there):
    """Rows at once of all and of one worker, a rate of all workers together, and who goes first, as DBOS keeps them."""
    rows = [row | {"Urgency": urgency} for row, urgency in zip(ROWS, ("", "2", "1"), strict=True)]
    options = {"ignore": "Urgency", "priority": "Urgency", "rate": 30, "concurrency": 6, "per_worker": 2}
    ledger = await begun(there, rows, **options)
    client = queues_of(there).client
    queue = await client.retrieve_queue_async(f"job-{ledger.job}")
    assert (await queue.get_global_concurrency_async(), await queue.get_worker_concurrency_async()) == (6, 2)
    assert await queue.get_limiter_async() == {"limit": 30, "period": 60}
    queued = client.list_queued_workflows()
    assert {each.workflow_id: each.priority for each in queued} == {"1/1/1": 2**31 - 1, "1/2/1": 2, "1/3/1": 1}
    assert len({each.deduplication_id for each in queued}) == 3
    with pytest.raises(ConfigError, match="row 1, column 'Name': 'Ada 1' is not a priority"):
        await begun(there, rows, name="y", priority="Name", ignore="Urgency")


async def test_rows_that_count_as_queued_and_are_not_are_queued_again(there):
    """As after a worker that took one from the queue and died before it began it."""
    from actwright.jobs.postgres.begin import resume

    ledger = await begun(there)
    queues_of(there).client.cancel_workflows(["1/2/1"])
    resume(ledger)
    queued = {each.workflow_id for each in queues_of(there).client.list_queued_workflows()}
    assert queued == {"1/1/1", "1/2/2", "1/3/1"}


async def test_private_and_secret_values_are_in_no_table(there):
    """They are encrypted with the key; without one the job is refused, and with another nothing can be read."""
    rows = [{"Id": "K-1", "Name": "Zoë Quil-canary", "Password": "Tr0ub4dor-canary"}]
    options = {"private": "Name", "secret": "Password"}
    with pytest.raises(ConfigError, match="set ACTWRIGHT_JOBS_KEY to a text of at least 16 characters"):
        await begun(there, rows, **options)
    order = JobOptions(task=TASK, url="http://127.0.0.1:9/", key="Id", **options)
    ledger = await begin(rows, order, database=there, name="x", key="a key of some length")
    assert ledger.row(1).values == rows[0]
    with pytest.raises(ConfigError, match="is not the key that the job was begun with"):
        SharedLedger(there, "x", key="another key, as long").row(1)
    names = "SELECT table_schema || '.' || table_name AS name FROM information_schema.tables WHERE table_schema LIKE 'actwright%'"
    tables = there.within(lambda connection: connection.execute(sa.text(names)).scalars().all())
    assert {"actwright.rows", "actwright_dbos.workflow_status"} <= set(tables)
    for table in tables:
        lines = sa.text(f"SELECT t::text FROM {table} t".replace("::", r"\:\:"))
        content = "\n".join(there.within(lambda connection, lines=lines: connection.execute(lines).scalars().all()))
        assert "canary" not in content, table


async def test_people_decide_about_rows_by_the_rules_of_the_other_ledger(there, workers):
    """Of all rows that are marked, or of none; what was not sent is corrected, what was sent is not, and a key stays with one row."""
    ledger, one = await begun(there), workers("one")
    for number, state in ((1, RowState.FILLED), (2, RowState.UNKNOWN), (3, RowState.REFUSED)):
        one.claim(ledger, number).end(LedgerRow(number=number, state=state, payload={"input-0": "x"}, picture="p.png"))
    with pytest.raises(ConfigError, match="row 2 is unknown; only a row that a dry run has filled in"):
        ledger.reject([1, 2])
    with pytest.raises(ConfigError, match="row 1 was filled in again after you saw it"):
        ledger.approve({1: "another"})
    with pytest.raises(ConfigError, match="row 3 is refused; only an unknown row"):
        ledger.resolve_all([2, 3], RowState.DONE, by="person")
    assert [*states(ledger).values()] == ["filled", "unknown", "refused"]
    ledger.approve({1: digest_of({"input-0": "x"})})
    order = JobOptions.model_validate_json(ledger.note("order"))

    async def read(*changes):
        rows = [row | changed for row, changed in zip(ROWS, changes, strict=True)]
        return (await read_rows(rows, order, salt=ledger.salt)).rows

    with pytest.raises(ConfigError, match="row 2, column Name: it is unknown; only a row that was not sent"):
        ledger.correct(await read({}, {"Name": "Bob"}, {"Name": "Eve"}))
    assert ledger.correct(await read({}, {}, {"Id": "K-9"})) == [3]
    assert (states(ledger), ledger.row(3).values["Id"], ledger.entry(3).label) == (
        {1: "pending", 2: "unknown", 3: "pending"},
        "K-9",
        "K-9",
    )
    with pytest.raises(ConfigError, match="two rows would have the same key"):
        ledger.correct(
            [*(await read({}, {}, {"Id": "K-9"}))[:2], replace((await read({}, {}, {}))[2], key=ledger.row(1).key)]
        )
    assert ledger.correct(await read({}, {}, {"Id": "K-9"})) == []


async def test_one_worker_logs_in_for_all(there, workers):
    """Another one takes over if it is lost; the session is encrypted, and forgotten once something stood before the form."""
    login = {"url": "http://127.0.0.1:9/", "task": "Log in"}
    with pytest.raises(ConfigError, match="set ACTWRIGHT_JOBS_KEY"):
        await begun(there, login=login)
    order = JobOptions(task=TASK, url="http://127.0.0.1:9/", key="Id", login=login)
    ledger = await begin(ROWS, order, database=there, name="x", key="a key of some length")
    one, two = workers("one"), workers("two")
    assert [ledger.begin_login(worker.owner) for worker in (one, two, one)] == [True, False, True]
    one.is_lost()
    assert ledger.begin_login(two.owner)
    ledger.end_login(one.owner, "late")
    assert ledger.session() == ""
    ledger.end_login(two.owner, "session")
    assert (ledger.session(), ledger.begin_login(two.owner)) == ("session", False)
    ledger.go_on()
    assert ledger.session() == "session"
    ledger.bar()
    ledger.go_on()
    assert ledger.session() == ""


async def test_a_database_that_is_not_there_is_told_without_its_password(postgres):
    """After having been waited for."""
    gone = SharedDatabase("postgresql://user:geheim@127.0.0.1:9/x", wait=0)
    with pytest.raises(LedgerError, match="Nothing is submitted without the database") as refused:
        gone.prepare()
    assert "geheim" not in str(refused.value)


TWO = """<script>document.querySelector('form').addEventListener('submit', event => { event.preventDefault();
    fetch('/order', {method: 'POST', body: new URLSearchParams({Step: 'draft'})})
        .then(() => event.target.submit()) })</script>"""


@pytest.mark.slow
@pytest.mark.usefixtures("one_browser")
@pytest.mark.parametrize("at", ["the form", "the first request"])
async def test_nothing_more_leaves_a_browser_whose_row_was_taken_over(there, workers, site, tmp_path, at):
    """Taken over while the form is filled in, or while an earlier request of the same row is answered: the submit is held."""
    ledger, queues, old = await begun(there, ROWS[:1], url=site.url), queues_of(there), workers("old")
    row = old.claim(ledger)

    def taken_over(*_):
        old.is_lost()
        assert queues.take_over()

    if at == "the form":
        answer = site.answer
        site.answer = lambda request: (taken_over(), answer(request))[1] if request.path == "/" else answer(request)
    else:
        site.script, site.arriving = TWO, taken_over
    order = JobOptions.model_validate_json(ledger.note("order"))
    async with Browser(BrowserOptions()) as shared:
        with pytest.raises(RowLostError):
            await attempt_row(ledger.row(1), JobContext(order, tmp_path), row, shared, usd=None)
    assert site.posts == ([] if at == "the form" else [{"Step": "draft"}])
    assert str(ledger.entry(1).state) == ("pending" if at == "the form" else "unknown")


async def test_forged_rows_are_refused(there):
    """Whoever may write to the database can neither give a row the private values of another, nor end in a traceback."""
    rows = [{"Id": f"K-{number}", "Name": f"Zoë {number}"} for number in (1, 2, 3)]
    order = JobOptions(task=TASK, url="http://127.0.0.1:9/", key="Id", private="Name")
    ledger = await begin(rows, order, database=there, name="x", key="a key of some length")
    ledger.end_login("", ledger.cipher.encrypt('{"cookies": []}'))

    def forge(text):
        there.within(
            lambda connection: connection.execute(sa.text(f"UPDATE actwright.rows SET {text} WHERE number = 2"))
        )

    forge("sealed = (SELECT sealed FROM actwright.rows WHERE number = 1)")
    with pytest.raises(LedgerError, match="has the encrypted values of another"):
        ledger.row(2)
    forge(f"sealed = '{ledger.cipher.encrypt('{}')}'")
    with pytest.raises(LedgerError, match="has the encrypted values of another"):
        ledger.row(2)
    assert ledger.row(1).values == rows[0]
    for forged in ("state = 'gone'", "receipts = '{'", "held = '['"):
        forge(forged)
        with pytest.raises(LedgerError, match="a value in it that no job writes"):
            [ledger.entries(), ledger.counts(), ledger.row(2)]
        forge("state = 'pending', receipts = '[]', held = '{}'")
