"""Compares many runs through the HTTP service, whose events clients read, with the same runs without the service.

The policy `rules` fills in the price form of the bundled site. Both sides play the same number of runs at once, in the
same process and with a browser for each run. They take turns in blocks, so that other load on the machine affects both.
Every run must end as complete, the site must receive its form once, and every reader must get the same events without a
gap.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import uvicorn
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright import Agent  # noqa: E402 - the repository's root comes first
from actwright.cli.listening import listener_on  # noqa: E402
from actwright.service.app import service_app  # noqa: E402
from actwright.service.config import ServiceConfig  # noqa: E402
from actwright.service.guarding import AccessGuard  # noqa: E402
from actwright.testing import Site  # noqa: E402

TASK = "Set the price"
DATA = {"price": "50"}
TOKEN = "of-this-bench"
MEGABYTE = 1_000_000


@asynccontextmanager
async def serving(folder: Path, abreast: int) -> AsyncGenerator[httpx2.AsyncClient]:
    """Starts the service on its own port; yields it with a client that has its token."""
    app = service_app(ServiceConfig(most_runs=abreast, out=folder), folder=folder / "service")
    with listener_on(0, "port") as listener:
        port = listener.getsockname()[1]
        guarded = AccessGuard(app, token=TOKEN, hosts=frozenset({f"127.0.0.1:{port}"}), per_minute=100_000)
        server = uvicorn.Server(uvicorn.Config(guarded, log_level="warning", timeout_graceful_shutdown=1))
        server.capture_signals = contextlib.nullcontext
        task = asyncio.create_task(server.serve([listener]))
        headers = {"Authorization": f"Bearer {TOKEN}"}
        limits = httpx2.Limits(max_connections=200)
        async with httpx2.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=600, limits=limits
        ) as client:
            yield client
        server.should_exit = True
        await task


async def read(client: httpx2.AsyncClient, where: str) -> list[int]:
    """Reads the events of a run to its end, and returns their numbers."""
    async with client.stream("GET", f"{where}/events") as response:
        return [int(line[4:]) async for line in response.aiter_lines() if line.startswith("id: ")]


async def through_service(client: httpx2.AsyncClient, site: Site, runs: int, readers: int) -> tuple[float, list[str]]:
    """Returns the seconds for a number of runs, and what went wrong. Each run has at least one reader of its events."""
    began = time.perf_counter()
    body = {"task": TASK, "url": f"{site.url}/price", "data": DATA}
    asked = [(await client.post("/runs", json=body)).json()["url"] for _ in range(runs)]
    all_numbers = await asyncio.gather(*(read(client, asked[number % runs]) for number in range(max(readers, runs))))
    seconds = time.perf_counter() - began
    wrong = [f"a gap: {numbers}" for numbers in all_numbers if numbers != list(range(1, len(numbers) + 1))]
    for where in asked:
        found = (await client.get(where)).json()
        if found["state"] != "complete":
            wrong.append(f"{where}: {found['state']}")
    return seconds, wrong


async def without(folder: Path, site: Site, runs: int, abreast: int) -> float:
    """Returns the seconds for the same runs by an agent."""
    agent, turns = Agent(policy="rules", out=folder), asyncio.Semaphore(abreast)

    async def one() -> None:
        async with turns:
            await agent.run(TASK, url=f"{site.url}/price", data=DATA)

    began = time.perf_counter()
    await asyncio.gather(*(one() for _ in range(runs)))
    return time.perf_counter() - began


def resident() -> int:
    """Returns the bytes of memory that this process uses, on Linux."""
    return int(Path("/proc/self/statm").read_text("utf-8").split()[1]) * resource.getpagesize()


async def main() -> None:
    """Measures, and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200, help="runs through the service, and as many without it")
    parser.add_argument("--abreast", type=int, default=8, help="the number of runs at once")
    parser.add_argument("--readers", type=int, default=50, help="clients that read events")
    parser.add_argument("--blocks", type=int, default=5, help="the number of turns of each side")
    parser.add_argument("--out", type=Path, help="a JSON file for the figures")
    options = parser.parse_args()
    each = options.runs // options.blocks
    with_service: list[float] = []
    alone: list[float] = []
    memory: list[float] = []
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as name, Site() as site:
        folder = Path(name)
        async with serving(folder, options.abreast) as client:
            for _ in range(options.blocks):
                seconds, found = await through_service(client, site, each, options.readers)
                with_service.append(seconds / each)
                wrong += found
                gc.collect()
                memory.append(resident() / MEGABYTE)
                received = len(site.posts)
                if received != each:
                    wrong.append(f"{received} forms received of {each}")
                site.reset()
                alone.append(await without(folder, site, each, options.abreast) / each)
                site.reset()
    ratio = statistics.median(one / other for one, other in zip(with_service, alone, strict=True))
    table = Table("", "figure", title=f"{options.runs} runs, {options.abreast} at a time, {options.readers} readers")
    table.add_row("seconds per run, with the service", f"{statistics.median(with_service):.2f}")
    table.add_row("seconds per run, without it", f"{statistics.median(alone):.2f}")
    table.add_row("ratio of a turn, median", f"{ratio:.3f}")
    table.add_row("memory after each turn, MB", ", ".join(f"{one:.0f}" for one in memory))
    table.add_row("what went wrong", json.dumps(wrong) if wrong else "nothing")
    Console().print(table)
    if options.out is not None:
        measured = {
            "command": f"python benchmarks/service_load.py --runs {options.runs} --abreast {options.abreast} --readers {options.readers}",
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "runs": options.runs,
            "seconds a run": [round(each, 3) for each in with_service],
            "without the service": [round(each, 3) for each in alone],
            "median ratio": round(ratio, 3),
            "megabytes after each turn": [round(each, 1) for each in memory],
            "wrong": wrong,
        }
        options.out.write_text(json.dumps(measured, indent=1) + "\n", "utf-8")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    asyncio.run(main())
