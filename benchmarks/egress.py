"""Counts what reaches unlisted hosts: 300 URLs by 12 channels, in browsers with and without a list.

`python benchmarks/egress.py --out egress.json` runs as root on Linux. It moves into a network namespace without a way
out, where its own DNS stub resolves all names to 127.0.0.0/8. Each cell counts TCP bytes, UDP bytes and DNS queries for
names under `.test`. `app.test` is the only listed host. The systems are:

- `nothing`: a browser without a list
- `proxy`: a browser with a list
- `routes`: a list on a page that the bench opened

`--out` writes all counts; `--proof` writes the counts of `proxy` as a proof.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shlex
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from egress_listeners import EVIL, HOME, HOME_NAME, PAGE, Listeners, leave_the_network
from guarantees import proved, write
from playwright.async_api import Error, Page
from rich.console import Console
from rich.table import Table

from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.browser.routing import routed
from actwright.engine.page.browser.switches import PROXY_SWITCHES
from actwright.net.guard import Guard
from actwright.net.proxy import guarded_proxy

CHANNELS = (
    "redirect", "iframe", "service worker", "popup", "websocket", "webrtc", "dns prefetch", "form", "beacon",
    "download", "worker", "preload",
)  # fmt: skip
BATCHES = {"popup": 10, "webrtc": 25, "dns prefetch": 150}
BATCH = 50
QUIET = {"webrtc": 2.0, "service worker": 1.0, "worker": 2.0, "websocket": 5.5}
"""Seconds without traffic after which a batch is over; Chromium delays WebSockets by up to 5 s if there are many."""
SCRIPT = Path(__file__).with_suffix(".js").read_text("utf-8").partition("*/")[2].strip().removesuffix(";")
START = f"http://{HOME_NAME}/"
SECURE = f"--unsafely-treat-insecure-origin-as-secure=http://{HOME_NAME}"
"""Service workers exist only on secure pages."""
LISTED = (HOME_NAME, HOME)
TURN_SECONDS = 60.0
STATEMENT = (
    "A browser that is started with a list of hosts sends no byte to any other host, by TCP or UDP, and looks up no "
    "host name. Pages try URLs in spellings that defeat many such lists, by redirects, frames, service workers, "
    "windows, WebSockets, WebRTC, DNS prefetch, forms, beacons, downloads, workers and preloads. Listeners and a DNS "
    "stub count what arrives."
)
NOT_COVERED = (
    "data sent to a listed host",
    "a browser that the run attached to, or a page that was passed in: see the row `routes` of the bench",
    "requests that Chromium makes by itself, outside of pages (a proxy that permits nothing refuses them)",
    "IPv6, which the network namespace of the bench has only on loopback",
    "browsers other than the Chromium that the bench names",
)

Play = Callable[[str, list[str], int], Coroutine[Any, Any, int]]
"""Tries a channel with some URLs, and returns how many were tried. Each call has a number of its own."""


def urls(amount: int, seed: str) -> list[str]:
    """Returns URLs of hosts that are not listed, in spellings that lists of hosts often fail to match."""
    chance = random.Random(seed)

    def word() -> str:
        return "".join(chance.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=12))

    shapes: tuple[Callable[[], str], ...] = (
        lambda: f"http://{word()}.evil.test/{word()}",
        lambda: f"https://{word()}.evil.test/{word()}",
        lambda: f"http://{word()}.evil.test:8080/?data={word()}",
        lambda: f"http://{HOME_NAME}.{word()}.test/",
        lambda: f"http://{word()}{HOME_NAME}/",
        lambda: f"http://{word()}.{HOME_NAME}/",
        lambda: f"http://{word()}.evil.test./",
        lambda: f"http://{word().upper()}.EVIL.TEST/",
        lambda: f"http://{HOME_NAME}@{word()}.evil.test/",
        lambda: f"http://{word()}.{word()}.{word()}.test/{word() * 20}",
        lambda: f"http://{EVIL}/{word()}",
        lambda: f"http://{EVIL}:8080/{word()}",
        lambda: f"http://0x7f000009/{word()}",
        lambda: f"http://2130706441/{word()}",
        lambda: f"http://0177.0.0.011/{word()}",
        lambda: f"http://[::ffff:{EVIL}]/{word()}",
    )
    return [shapes[number % len(shapes)]() for number in range(amount)]


def on(page: Page) -> Play:
    """Returns a player that runs in a page of Playwright."""

    async def play(channel: str, batch: list[str], number: int) -> int:
        await page.goto(START)
        tried = await page.evaluate(
            f"([channel, urls, batch]) => ({SCRIPT})(channel, urls, batch)", [channel, batch, number]
        )
        return int(tried)

    return play


@asynccontextmanager
async def nothing(options: argparse.Namespace, listeners: Listeners) -> AsyncGenerator[tuple[Play, str]]:
    async with open_browser(BrowserOptions(args=(SECURE,))) as opened, alone(options, listeners) as by_itself:
        yield tidied(opened.page, by_itself), opened.version


@asynccontextmanager
async def proxy(options: argparse.Namespace, listeners: Listeners) -> AsyncGenerator[tuple[Play, str]]:
    guard = Guard(hosts=LISTED)
    async with (
        open_browser(BrowserOptions(args=(SECURE,)), guard=guard) as opened,
        guarded_proxy(guard, most_bytes=None) as same,
        alone(
            options, listeners, *PROXY_SWITCHES, f"--proxy-server={same.http_url}", "--proxy-bypass-list=<-loopback>"
        ) as by_itself,
    ):
        yield tidied(opened.page, by_itself), opened.version


@asynccontextmanager
async def routes(_options: argparse.Namespace, _listeners: Listeners) -> AsyncGenerator[tuple[Play, str]]:
    async with open_browser(BrowserOptions(args=(SECURE,))) as opened, routed(opened.page, Guard(hosts=LISTED)):
        yield tidied(opened.page), opened.version


def tidied(page: Page, by_itself: Play | None = None) -> Play:
    """Returns a player that runs in a page, and first closes the tabs of the call before."""
    inner = on(page)

    async def play(channel: str, batch: list[str], number: int) -> int:
        if channel == "dns prefetch" and by_itself is not None:
            return await by_itself(channel, batch, number)
        for other in page.context.pages:
            if other != page:
                with suppress(Error):
                    await other.close()
        return await inner(channel, batch, number)

    return play


@asynccontextmanager
async def alone(options: argparse.Namespace, listeners: Listeners, *switches: str) -> AsyncGenerator[Play]:
    """Returns a player in a browser that nothing controls, because Chromium prefetches nothing under Playwright.

    Each call starts a browser with these switches, and the page that the browser opens does the rest.
    """
    running: list[asyncio.subprocess.Process] = []

    async def play(channel: str, batch: list[str], number: int) -> int:
        await stop()
        listeners.page = f"<!doctype html><title>Home</title><body><script>({SCRIPT})({json.dumps(channel)}, {json.dumps(batch)}, {number})</script>"
        command = [
            options.chromium,
            "--headless",
            "--no-sandbox",
            "--disable-quic",
            f"--user-data-dir={folder}/{number}",
        ]
        listeners.shown.clear()
        quiet = {"stdout": asyncio.subprocess.DEVNULL, "stderr": asyncio.subprocess.DEVNULL}
        running.append(
            await asyncio.create_subprocess_exec(*command, "--remote-debugging-port=0", *switches, START, **quiet)
        )
        await listeners.shown.wait()
        await asyncio.sleep(3)
        return len(batch)

    async def stop() -> None:
        listeners.page = PAGE
        while running:
            process = running.pop()
            process.terminate()
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), 10)

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            yield play
        finally:
            await stop()


SYSTEMS = {"nothing": nothing, "proxy": proxy, "routes": routes}


async def measured(name: str, options: argparse.Namespace, listeners: Listeners) -> dict[str, Any]:
    """Returns the counts of one system, by channel."""
    numbers, rows = count(1), dict[str, Any]()
    listeners.own.clear()
    async with SYSTEMS[name](options, listeners) as (play, version):
        await play("beacon", [], next(numbers))
        await listeners.quiet(0.5)
        listeners.taken()
        for channel in options.channels:
            tried = urls(options.urls, f"{options.seed} {name} {channel}")  # names that are in no cache
            total, size, problems = Counter[str](), BATCHES.get(channel, BATCH), list[str]()
            for begin in range(0, len(tried), size):
                batch = tried[begin : begin + size]
                try:
                    async with asyncio.timeout(TURN_SECONDS):
                        total["tried"] += await play(channel, batch, next(numbers))
                except (Error, RuntimeError, TimeoutError, ValueError) as error:
                    problems.append(str(error)[:200])
                await listeners.quiet(QUIET.get(channel, 0.5))
                total += listeners.taken()
            rows[channel] = dict(total) | ({"problems": problems} if problems else {})
            print(name, channel, rows[channel], file=sys.stderr, flush=True)
    return {"version": version, "channels": rows, "browser's own": dict(listeners.own)}


def shown(results: dict[str, Any]) -> Table:
    table = Table("channel", *results, title="reached an unlisted host: TCP bytes / UDP bytes / DNS queries")
    cells = ("tcp bytes", "udp bytes", "dns queries")
    for channel in next(iter(results.values()))["channels"]:
        found = [result["channels"][channel] for result in results.values()]
        table.add_row(channel, *(" / ".join(str(each.get(cell, 0)) for cell in cells) for each in found))
    sums = [[sum(row.get(cell, 0) for row in each["channels"].values()) for cell in cells] for each in results.values()]
    table.add_row("all", *(" / ".join(map(str, each)) for each in sums))
    return table


async def main(options: argparse.Namespace) -> None:
    report: dict[str, Any] = {
        "command": shlex.join(["python", *sys.argv]),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "seed": options.seed,
        "not_covered": NOT_COVERED,
    }
    results = dict[str, Any]()
    async with Listeners() as listeners:
        for name in options.systems:
            results[name] = await measured(name, options, listeners)
    report["browser"] = next((results[name]["version"] for name in ("proxy", "nothing") if name in results), "")
    report["systems"] = results
    held = results.get("proxy", {"channels": {}})["channels"].values()
    kinds = ("tried", "tcp bytes", "tcp connections", "udp bytes", "dns queries")
    report["counts"] = {kind: sum(row.get(kind, 0) for row in held) for kind in kinds}
    report["held"] = bool(held) and not any(report["counts"][kind] for kind in kinds[1:])
    if results:
        Console(width=160).print(shown(results))
    if options.out:
        options.out.write_text(json.dumps(report, indent=1), "utf-8")
    leaking = sum(any(row.get(kind, 0) for kind in kinds[1:]) for row in held)
    proof = proved(
        "zero-bytes-to-unlisted-hosts", STATEMENT, tries=report["counts"]["tried"], violations=leaking, seed=options.seed,
        not_covered="; ".join(NOT_COVERED),
    )  # fmt: skip
    write(options.proof, proof)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--urls", type=int, default=300)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--systems", nargs="*", choices=SYSTEMS, default=list(SYSTEMS))
    parser.add_argument("--channels", nargs="*", choices=CHANNELS, default=CHANNELS)
    parser.add_argument(
        "--chromium", default=shutil.which("chromium") or "chromium", help="the browser that runs alone"
    )
    parser.add_argument("--out", type=Path, help="the file for all counts of all systems")
    parser.add_argument("--proof", type=Path, help="the results file for the guarantees, with the counts of `proxy`")
    return parser.parse_args()


if __name__ == "__main__":
    given = parsed()
    leave_the_network()
    asyncio.run(main(given))
