# ruff: noqa: ASYNC220
"""Measures form jobs: what a row costs compared with a hand-written loop, and whether rows survive a killed program.

`python benchmarks/jobs.py speed` fills in the bundled form of twelve fields in two ways, in turn and at several
concurrencies: a loop in Playwright that waits for the same things, and a job whose rows replay an earlier row.

`python benchmarks/jobs.py faults --tries 1000` runs one job to its end, while its program is killed at random at least
`--kills` times and a proxy loses and delays answers. It compares the ledger with the log that the server wrote.

With `--minutes`, `faults` ends early and reports how far it got.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import platform
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from guarantees import Proof, proved
from jobs_site import KEY, FormServer, Proxy, applicant

from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.reusable_browser import Browser
from actwright.jobs import Job, RowState
from actwright.jobs.ledger_file import LEDGER, open_ledger_file
from actwright.testing import Site

TASK = "Fill in the form and submit it"
STATEMENT = (
    "A job submits each row at most once, whatever ends its program and whatever happens to the responses, and every "
    "row ends in a state. Each row that is `done` is in the server's log, and no row in the log is reported as not "
    "sent."
)
NOT_COVERED = (
    "a server that accepts one request twice, or accepts it and loses it; a machine that loses power, or a disk that "
    "loses what it confirmed; forms with files, whose requests the browser may repeat; messages over WebSockets"
)
PROGRAM = """
import json, signal, sys
from pathlib import Path
from actwright.jobs import Job
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell makes programs in the background ignore SIGINT
url, folder, rows, key, concurrency = sys.argv[1:]
begun = (Path(folder) / "ledger.db").exists()
job = Job(rows, task="Fill in the form and submit it", url=url, out=folder, key=key, concurrency=int(concurrency), stop_after=1000)
job.run_sync(resume=begun)
"""


# How fast rows are


async def by_hand(url: str, rows: Sequence[dict[str, str]], concurrency: int) -> float:
    """Returns the seconds per row of a hand-written loop, in one browser, with a context for each row."""
    left = list(rows)

    async def worker(shared: Browser) -> None:
        while left:
            row = left.pop()
            async with shared.context() as context:
                page = await context.new_page()
                await page.goto(url)
                for label, value in row.items():
                    field = page.get_by_label(label, exact=True)
                    if label in {"Country", "Position"}:
                        await field.select_option(value)
                    else:
                        await field.fill(value)
                        assert await field.input_value() == value
                await page.get_by_role("button", name="Send application").click()
                await page.get_by_text("was received").wait_for()

    async with Browser(BrowserOptions()) as shared:
        began = time.monotonic()
        await asyncio.gather(*(worker(shared) for _ in range(concurrency)))
        return (time.monotonic() - began) / len(rows)


async def by_job(url: str, rows: Sequence[dict[str, str]], concurrency: int, folder: Path) -> float:
    """Returns the seconds per row of a job, counted from the end of the rows that the job learned from."""
    job = Job(rows, task=TASK, url=url, out=folder, key=next(iter(rows[0])), concurrency=concurrency)
    ends: list[float] = []
    report = await job.run(lambda _: ends.append(time.monotonic()))
    assert report.all_done, report
    with closing(job.ledger) as ledger:
        found_out = min(sum(entry.policy != "replay" for entry in ledger.entries()), len(ends) - 1)
    return (ends[-1] - ends[found_out - 1]) / (len(ends) - found_out)


async def speed(rows: int, turns: int) -> dict[str, Any]:
    """Times rows by hand and by a job, in turn."""
    found: dict[str, Any] = {"rows": rows, "turns": turns, "concurrency": {}}
    with Site() as site, tempfile.TemporaryDirectory() as base:
        url = f"{site.url}/apply"
        for concurrency in (1, 4, 8):
            hand, ours = [], []
            for turn in range(turns):
                made = [applicant(number) for number in range(rows)]
                hand.append(await by_hand(url, made, concurrency))
                site.reset()
                folder = Path(base) / f"{concurrency}-{turn}.job"
                ours.append(await by_job(url, made, concurrency, folder))
                site.reset()
            size = _size(folder)
            found["concurrency"][concurrency] = {
                "by hand, s a row": round(statistics.median(hand), 3),
                "job, s a row": round(statistics.median(ours), 3),
                "ratio": round(statistics.median(ours) / statistics.median(hand), 2),
                "bytes a row": round(size / rows),
            }
            print(concurrency, found["concurrency"][concurrency], flush=True)
    return found


# What happens to rows under faults


async def faults(options: argparse.Namespace, base: Path) -> dict[str, Any]:
    """Runs one job whose program is killed again and again."""
    chance, table = random.Random(options.seed), base / "rows.jsonl"
    table.write_text("".join(json.dumps(applicant(number)) + "\n" for number in range(options.tries)))
    with FormServer(base / "received.jsonl") as server:
        return await _faults(server, options, chance, base, table)


async def _faults(
    server: FormServer, options: argparse.Namespace, chance: random.Random, base: Path, table: Path
) -> dict[str, Any]:
    rows, kills = options.tries, options.kills
    seconds = math.inf if options.minutes is None else options.minutes * 60
    folder, done, began, early = base / "rows.job", 0, time.monotonic(), 0
    proxy = Proxy(server.url, chance)
    async with proxy as url:
        command = [
            sys.executable,
            "-c",
            PROGRAM,
            f"{url}/apply",
            str(folder),
            str(table),
            KEY,
            str(options.concurrency),
        ]
        pace = max(rows // (kills + 10), 2)
        while done < kills and len(server.received) < rows * 0.97 and time.monotonic() - began < seconds:
            wanted = len(server.received) + chance.randint(1, pace * 2)
            program = subprocess.Popen(command, cwd=base, start_new_session=True)
            hurry = chance.random() < 0.1  # kill it while it starts or resumes
            until = time.monotonic() + (chance.uniform(0.2, 4) if hurry else 900)
            while len(server.received) < wanted and program.poll() is None and time.monotonic() < until:  # noqa: ASYNC110 - the event is in another process
                await asyncio.sleep(0.01)
            if not hurry:
                await asyncio.sleep(chance.uniform(0, 0.4))
            early += hurry
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGKILL) if chance.random() < 0.5 else program.kill()
                done += 1
            program.wait()
            print(f"{done} kills, {len(server.received)} received, {time.monotonic() - began:.0f} s", flush=True)
        ends = 0
        while ends < 3 and not _is_over(folder, began, seconds):  # a job stops by itself where many rows end alike
            program = subprocess.Popen(command, cwd=base)
            while program.poll() is None:
                if time.monotonic() - began > seconds:
                    program.send_signal(signal.SIGINT)
                await asyncio.sleep(1)
            ends += 1
        late = time.monotonic() - began > seconds
        with closing(open_ledger_file(folder / LEDGER)) as ledger:
            ledger.recover()  # as the next start does
        found = _compared(folder, server, rows, late=late)
        look = {"url": f"{server.url}/find?reference={{{{{KEY}}}}}", "expect": f"Application of {{{{{KEY}}}}}"}
        if not late:
            await Job.opened(folder, verify=look, browser=BrowserOptions()).run(resume=True)
        after = _compared(folder, server, rows, late=late)
    seconds = time.monotonic() - began
    return {
        "rows": rows, "kills": done, "of them while starting": early, "proxy": proxy.counts, "seconds": round(seconds),
        "rows a minute": round((rows - found["left"]) / seconds * 60, 1),
        "bytes of records a row": round(_size(folder) / rows), **found, "states after verify": after["states"],
        "violations": found["violations"] + after["violations"],
    }  # fmt: skip


def _is_over(folder: Path, began: float, seconds: float) -> bool:
    """Whether no row is left to do, or the time is up."""
    if time.monotonic() - began > seconds:
        return True
    ledger = open_ledger_file(folder / LEDGER)
    counts = ledger.counts()
    ledger.close()
    return not (counts[RowState.PENDING] + counts[RowState.RUNNING])


def _compared(folder: Path, server: FormServer, rows: int, *, late: bool) -> dict[str, Any]:
    """Compares the ledger with the log."""
    ledger = open_ledger_file(folder / LEDGER)
    states = {entry.label: str(entry.state) for entry in ledger.entries()}
    ledger.close()
    received = Counter(server.received)
    left = sum(state == "pending" for state in states.values())
    wrong = {
        "rows without an end": sum(state == "running" for state in states.values())
        + abs(rows - len(states))
        + (0 if late else left),
        "keys received twice": sum(times > 1 for times in received.values()),
        "done and not received": sum(state == "done" and label not in received for label, state in states.items()),
        "received and counted as not sent": sum(states[label] not in {"done", "unknown"} for label in received),
    }
    return {
        "states": dict(Counter(states.values())),
        **wrong,
        "left": left,
        "received": len(received),
        "violations": sum(wrong.values()),
    }


def _size(folder: Path) -> int:
    """Returns the number of bytes in a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "faults"])
    parser.add_argument("--tries", type=int, default=1000, help="the number of rows")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument(
        "--turns", type=int, default=2, help="for `speed`: how often rows by hand and rows of a job take turns"
    )
    parser.add_argument("--minutes", type=float, help="end `faults` after this many minutes")
    parser.add_argument("--seed", type=int, default=20260131)
    parser.add_argument("--out", type=Path, help="the results file: for `faults` a proof, for `speed` the measurements")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as base:
        runs: dict[str, Callable[[], dict[str, Any]]] = {
            "speed": lambda: asyncio.run(speed(given.tries, given.turns)),
            "faults": lambda: asyncio.run(faults(given, Path(base))),
        }
        found = runs[given.what]()
    found["machine"] = f"{os.cpu_count()} cores, load {os.getloadavg()[1]:.0f}, {platform.machine()}"
    print(json.dumps(found, indent=1))
    if given.out is not None:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        written = (
            [_proof(found, given.seed).model_dump(mode="json") | {"measured": found}]
            if given.what == "faults"
            else found
        )
        given.out.write_text(json.dumps(written, indent=1) + "\n", "utf-8")


def _proof(found: dict[str, Any], seed: int) -> Proof:
    return proved(
        "rows-once", STATEMENT, tries=found["rows"], violations=found["violations"], seed=seed, not_covered=NOT_COVERED
    )


if __name__ == "__main__":
    main()
