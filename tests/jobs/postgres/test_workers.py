"""Workers as processes of their own, on a real PostgreSQL server, killed and stopped, with the server restarted under them."""

import csv
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from actwright.jobs.ledger_row import RowState
from actwright.jobs.postgres.shared_database import SharedDatabase
from actwright.jobs.postgres.shared_ledger import SharedLedger
from actwright.jobs.postgres.worker import Worker

pytestmark = pytest.mark.slow

TASK = "Fill in the form and submit it"
KEY = "a key of some length"


@pytest.fixture
def command(tmp_path, database):
    """Arguments of `actwright jobs`, and its environment."""

    def made(*arguments):
        command = [sys.executable, "-m", "actwright", "jobs", *map(str, arguments), "--database", database]
        return {"args": command, "cwd": tmp_path, "env": {**os.environ, "ACTWRIGHT_JOBS_KEY": KEY, "COLUMNS": "120"}}

    return made


@pytest.fixture
def worker(command, tmp_path):
    """Starts `actwright jobs work`; what is left of them is killed."""
    started = []

    def start(*arguments):
        with (tmp_path / f"worker-{len(started)}.txt").open("w") as said:
            given = command("work", *arguments)
            running = subprocess.Popen(
                **given, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
            )
        started.append(running)
        return running

    yield start
    for running in started:
        if running.poll() is None:
            running.send_signal(signal.SIGCONT)
            running.kill()
            running.wait()


def written(folder, rows):
    with (folder / "rows.csv").open("w", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(["Id", "Name"])
        lines.writerows([f"K-{number}", f"Ada {number}"] for number in range(1, rows + 1))


def wait_for(condition, *, seconds=60.0):
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.02)
    assert condition()


def test_a_job_from_the_command_line_is_done_by_a_worker(site, command, tmp_path):
    """Queued with private values, done by one worker, shown, marked and exported with `--database`; begun twice it is refused."""
    written(tmp_path, 3)
    site.lost = {"K-2"}
    begin = (
        "run",
        "rows.csv",
        "--task",
        TASK,
        "--url",
        site.url,
        "--key",
        "Id",
        "--private",
        "Name",
        "--concurrency",
        "2",
    )

    def ran(*arguments):
        return subprocess.run(
            **command(*arguments), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )

    queued = ran(*begin)
    assert (queued.returncode, queued.stdout) == (0, "3 pending; 0 calls, $0.0000\n"), queued.stderr
    again = ran(*begin)
    assert (again.returncode, "already has a job 'rows'" in again.stderr) == (2, True)
    worked = ran("work", "rows", "--until-done", "--lease", "5")
    assert worked.returncode == 0, worked.stderr
    assert "rows: row 2 (K-1): done, " in worked.stderr
    assert sorted(site.keys) == ["K-1", "K-2", "K-3"]
    shown = ran("status", "rows.job")
    assert "row 3 (K-2): unknown" in shown.stdout
    assert "2 done, 1 unknown" in shown.stdout
    assert ran("review", "rows", "--mark", "3=done").stdout == "3 done; 0 calls, $0.0000\n"
    assert ran("export", "rows").returncode == 0
    with (tmp_path / "rows.result.csv").open(newline="") as file:
        assert [line[2] for line in csv.reader(file)] == ["actwright status", "done", "done", "done"]


@pytest.mark.usefixtures("one_browser")
async def test_a_worker_finds_what_is_unknown_and_leaves_alone_what_it_may_not_send(site, database, tmp_path):
    """A lost answer is looked for, by looking alone."""
    from actwright.jobs.job_options import JobOptions
    from actwright.jobs.postgres.begin import begin

    site.lost = {"K-1"}
    look = {"url": f"{site.url}/orders?id={{{{Id}}}}", "expect": "Order of {{Id}}"}
    order = JobOptions(task=TASK, url=site.url, key="Id", verify=look)
    there, heard = SharedDatabase(database), []
    ledger = await begin([{"Id": "K-1", "Name": "Ada"}], order, database=there, name="x")
    await Worker(
        database,
        folder=tmp_path,
        until_done=True,
        lease=5,
        heard=lambda job, entry: heard.append((job, str(entry.state))),
    ).run()
    entry = ledger.entry(1)
    assert (site.keys, str(entry.state), entry.reason, heard[-1]) == (
        ["K-1"],
        "done",
        "resolved by verify",
        ("x", "done"),
    )
    there.close()


def test_workers_are_killed_and_stopped_and_the_database_restarts_and_no_row_is_submitted_twice(
    site, command, worker, postgres, database, tmp_path
):
    """Every row ends in a state; what is done is in the form server's own log, and nothing there is still to be done."""
    seed = random.randrange(2**32)
    chance = random.Random(seed)
    rows = 20
    written(tmp_path, rows)
    site.seconds = 0.1
    begin = (
        "run",
        "rows.csv",
        "--task",
        TASK,
        "--url",
        site.url,
        "--key",
        "Id",
        "--concurrency",
        "4",
        "--per-worker",
        "2",
    )
    subprocess.run(**command(*begin), check=True, capture_output=True)
    working = [worker("--lease", "3") for _ in range(2)]

    def until(more):
        wanted = min(len(site.posts) + more, rows - 4)
        wait_for(lambda: len(site.posts) >= wanted)
        time.sleep(chance.uniform(0, 0.3))

    until(2)
    working[0].send_signal(signal.SIGKILL)
    working.append(worker("--lease", "3"))
    until(chance.randint(1, 3))
    working[1].send_signal(signal.SIGSTOP)
    until(chance.randint(1, 3))
    postgres.restart()
    until(1)
    working[1].send_signal(signal.SIGCONT)
    working.append(worker("--lease", "3", "--until-done"))
    said = f"seed {seed}: {site.keys}"
    assert working[-1].wait(120) == 0, said
    there = SharedDatabase(database)
    ledger = SharedLedger(there, "rows")
    found = {entry.label: entry.state for entry in ledger.entries()}
    there.close()
    said = f"{said}, {found}"
    assert len(site.keys) == len(set(site.keys)), said
    assert (len(found), set(found.values()) <= {RowState.DONE, RowState.UNKNOWN}) == (rows, True), said
    assert {key for key, state in found.items() if state is RowState.DONE} <= set(site.keys), said
    assert list(found.values()).count(RowState.UNKNOWN) <= 6, said
