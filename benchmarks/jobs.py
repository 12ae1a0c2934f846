# ruff: noqa: ASYNC220
"""Form jobs: what a row takes beside a loop written by hand, and what becomes of rows whose program is killed again and again.

`python benchmarks/jobs.py speed` fills in the bundled form of twelve fields: by a loop in Playwright that waits for the same, and by a
job whose rows replay an earlier one, at several concurrencies in turns. It counts the calls of a model, the bytes of records, and CPU.

`python benchmarks/jobs.py faults --tries 1000` runs one job to its end while its program is killed at random at least `--kills` times
and a proxy loses and delays answers, and compares the ledger with the log that the server wrote.

`python benchmarks/jobs.py long --tries 10000` runs one without faults, and measures what grows.
"""

from __future__ import annotations

import argparse
import asyncio
import json
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
from itertools import repeat
from pathlib import Path
from typing import Any

from actwright.engine.page.browser.options import BrowserOptions
from actwright.engine.page.browser.shared import SharedBrowser
from actwright.jobs import Job, Ledger
from actwright.jobs.job import LEDGER
from actwright.testing import ScriptedModel, Site

if __package__:
    from benchmarks.guarantees import Proof, proved
    from benchmarks.jobs_site import CODES, KEY, LABELS, FormServer, Proxy, applicant, proposal_of
else:
    from guarantees import Proof, proved
    from jobs_site import CODES, KEY, LABELS, FormServer, Proxy, applicant, proposal_of

TASK = "Fill in the form and submit it"
TICKS = os.sysconf("SC_CLK_TCK")
STATEMENT = (
    "A job submits each row at most once, whatever ends its program and whatever becomes of the answers, and every row ends in a state: "
    "what is `done` is in the server's log, and nothing of what is in the log is taken for not sent."
)
NOT_COVERED = (
    "a server that takes one request twice, or takes it and loses it; a machine that loses power, or a disk that loses what it "
    "confirmed; forms with files, whose requests the browser may repeat; messages over WebSockets"
)
PROGRAM = """
import json, sys
from pathlib import Path
from actwright.jobs import Job
url, folder, rows, key, concurrency = sys.argv[1:]
begun = (Path(folder) / "ledger.db").exists()
job = Job(rows, task="Fill in the form and submit it", url=url, out=folder, key=key, concurrency=int(concurrency), stop_after=1000)
job.run_sync(resume=begun)
"""


# How fast


async def by_hand(url: str, rows: Sequence[dict[str, str]], concurrency: int) -> float:
    """Seconds a row of a loop as one writes it, in one browser, with a context for each row."""
    left = list(rows)

    async def worker(shared: SharedBrowser) -> None:
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

    async with SharedBrowser(BrowserOptions()) as shared:
        began = time.monotonic()
        await asyncio.gather(*(worker(shared) for _ in range(concurrency)))
        return (time.monotonic() - began) / len(rows)


async def by_job(
    url: str, rows: Sequence[dict[str, str]], concurrency: int, folder: Path, **options: Any
) -> tuple[float, Job]:
    """Seconds a row of a job, from the end of the rows on that were not learned, but learned from."""
    job = Job(rows, task=TASK, url=url, out=folder, key=next(iter(rows[0])), concurrency=concurrency, **options)
    ends: list[float] = []
    report = await job.run(lambda _: ends.append(time.monotonic()))
    assert report.all_done, report
    ledger = job.ledger
    found_out = min(sum(entry.policy != "replay" for entry in ledger.entries()), len(ends) - 1)
    ledger.close()
    return (ends[-1] - ends[found_out - 1]) / (len(ends) - found_out), job


async def speed(rows: int, turns: int) -> dict[str, Any]:
    """Rows by hand and by a job in turns, and a job whose form only a model understands."""
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
                seconds, _ = await by_job(url, made, concurrency, folder)
                ours.append(seconds)
                site.reset()
            size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
            found["concurrency"][concurrency] = {
                "by hand, s a row": round(statistics.median(hand), 3),
                "job, s a row": round(statistics.median(ours), 3),
                "ratio": round(statistics.median(ours) / statistics.median(hand), 2),
                "bytes a row": round(size / rows),
            }
            print(concurrency, found["concurrency"][concurrency], flush=True)
        made = [applicant(number, coded=True) for number in range(rows)]
        model = ScriptedModel(repeat(proposal_of(LABELS)))
        seconds, job = await by_job(url, made, 4, Path(base) / "model.job", model=model)
        ledger = job.ledger
        asked = [entry.calls > 0 for entry in ledger.entries()]
        ledger.close()
        found["model"] = {
            "rows that asked a model": sum(asked),
            "of them after the third": sum(asked[3:]),
            "s a row": round(seconds, 3),
        }
        assert CODES
    return found


# What becomes of rows


def faults(rows: int, kills: int, concurrency: int, seed: int, base: Path) -> dict[str, Any]:
    """One job whose program is killed again and again."""
    chance = random.Random(seed)
    table = base / "rows.jsonl"
    table.write_text("".join(json.dumps(applicant(number)) + "\n" for number in range(rows)))
    server = FormServer(base / "received.jsonl")
    with server:
        return asyncio.run(_faults(server, rows, kills, concurrency, chance, base, table))


async def _faults(  # noqa: PLR0917 - of one bench
    server: FormServer, rows: int, kills: int, concurrency: int, chance: random.Random, base: Path, table: Path
) -> dict[str, Any]:
    folder, done, began, early = base / "rows.job", 0, time.monotonic(), 0
    proxy = Proxy(server.url, chance)
    async with proxy as url:
        command = [sys.executable, "-c", PROGRAM, f"{url}/apply", str(folder), str(table), KEY, str(concurrency)]
        pace = max(rows // (kills + 10), 2)
        while done < kills and len(server.received) < rows * 0.97:
            wanted = len(server.received) + chance.randint(1, pace * 2)
            program = subprocess.Popen(command, cwd=base, start_new_session=True)
            hurry = chance.random() < 0.1  # while it starts, or resumes
            until = time.monotonic() + (chance.uniform(0.2, 4) if hurry else 900)
            while len(server.received) < wanted and program.poll() is None and time.monotonic() < until:  # noqa: ASYNC110 - of another process
                await asyncio.sleep(0.01)
            if not hurry:
                await asyncio.sleep(chance.uniform(0, 0.4))
            early += hurry
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGKILL) if chance.random() < 0.5 else program.kill()
                done += 1
            program.wait()
            print(f"{done} kills, {len(server.received)} received, {time.monotonic() - began:.0f} s", flush=True)
        for _ in range(3):  # a job stops by itself where many rows end alike
            ended = await asyncio.to_thread(subprocess.run, command, cwd=base, check=False)
        assert ended.returncode == 0, ended
        found = _compared(folder, server, rows)
        look = {"url": f"{server.url}/find?reference={{{{{KEY}}}}}", "expect": f"Application of {{{{{KEY}}}}}"}
        await Job.opened(folder, verify=look, browser=BrowserOptions()).run(resume=True)
        after = _compared(folder, server, rows)
    seconds = time.monotonic() - began
    return {
        "rows": rows, "kills": done, "of them while starting": early, "proxy": proxy.counts, "seconds": round(seconds),
        "rows a minute": round(rows / seconds * 60, 1), **found, "states after verify": after["states"],
        "violations": found["violations"] + after["violations"],
    }  # fmt: skip


def _compared(folder: Path, server: FormServer, rows: int) -> dict[str, Any]:
    """What the ledger says against the log."""
    ledger = Ledger(folder / LEDGER)
    states = {entry.label: str(entry.state) for entry in ledger.entries()}
    ledger.close()
    received = Counter(server.received)
    wrong = {
        "rows without an end": sum(state in {"pending", "running"} for state in states.values())
        + abs(rows - len(states)),
        "keys received twice": sum(times > 1 for times in received.values()),
        "done and not received": sum(state == "done" and label not in received for label, state in states.items()),
        "received and counted as not sent": sum(states[label] not in {"done", "unknown"} for label in received),
    }
    return {
        "states": dict(Counter(states.values())),
        **wrong,
        "received": len(received),
        "violations": sum(wrong.values()),
    }


def long(rows: int, concurrency: int, base: Path) -> dict[str, Any]:
    """One job without faults: what it takes, and what grows."""
    table = base / "rows.jsonl"
    table.write_text("".join(json.dumps(applicant(number)) + "\n" for number in range(rows)))
    folder = base / "rows.job"
    server = FormServer(base / "received.jsonl")
    with server:
        command = [sys.executable, "-c", PROGRAM, f"{server.url}/apply", str(folder), str(table), KEY, str(concurrency)]
        began = time.monotonic()
        program = subprocess.Popen(command, cwd=base)
        marks = [rows * part // 10 for part in range(1, 11)]
        samples: list[dict[str, Any]] = []
        while program.poll() is None:
            if marks and len(server.received) >= marks[0]:
                marks.pop(0)
                samples.append(
                    {
                        "rows": len(server.received),
                        "s": round(time.monotonic() - began),
                        **_measured(program.pid, folder),
                    }
                )
                print(samples[-1], flush=True)
            time.sleep(0.2)
        seconds = time.monotonic() - began
        found = _compared(folder, server, rows)
    cpu = (samples[-1]["cpu"] - samples[0]["cpu"]) / (samples[-1]["rows"] - samples[0]["rows"])
    return {
        "rows": rows, "concurrency": concurrency, "seconds": round(seconds), "rows a minute": round(rows / seconds * 60, 1),
        "CPU seconds a row": round(cpu, 3), "samples": samples, **found,
    }  # fmt: skip


def _measured(program: int, folder: Path) -> dict[str, Any]:
    """CPU seconds of a program and all that it started, their memory, and the size of the job's folder."""
    parents: dict[int, int] = {}
    stats: dict[int, list[str]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)], stats[int(entry.name)] = int(fields[1]), fields
    ours = {pid for pid in parents if _is_below(pid, program, parents)}
    cpu = sum(sum(map(int, stats[pid][11:15])) for pid in ours) / TICKS
    page = os.sysconf("SC_PAGE_SIZE")
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {
        "cpu": round(cpu, 1),
        "program MB": round(int(stats[program][21]) * page / 1e6, 1),
        "all MB": round(sum(int(stats[pid][21]) for pid in ours) * page / 1e6),
        "processes": len(ours),
        "open files": len(list(Path(f"/proc/{program}/fd").iterdir())),
        "files": len(files),
        "bytes a row": round(sum(file.stat().st_size for file in files)),
    }


def _is_below(pid: int, root: int, parents: dict[int, int]) -> bool:
    while pid > 1:
        if pid == root:
            return True
        pid = parents.get(pid, 0)
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "faults", "long"])
    parser.add_argument("--tries", type=int, default=1000, help="how many rows")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument(
        "--turns", type=int, default=2, help="of `speed`: how often rows by hand and by a job take turns"
    )
    parser.add_argument("--seed", type=int, default=20260131)
    parser.add_argument(
        "--out", type=Path, help="the results file of `faults`, a proof; of the others what was measured"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as base:
        runs: dict[str, Callable[[], dict[str, Any]]] = {
            "speed": lambda: asyncio.run(speed(given.tries, given.turns)),
            "faults": lambda: faults(given.tries, given.kills, given.concurrency, given.seed, Path(base)),
            "long": lambda: long(given.tries, given.concurrency, Path(base)),
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
