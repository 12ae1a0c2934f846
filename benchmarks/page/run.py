"""Compares how systems see pages: each sees the same states in one browser, and is scored against one ground truth.

`python benchmarks/page/run.py [--sets saved,miniwob] [--systems actwright,playwright] [--states antd] [--rounds N]
[--pages FOLDER] [--out FOLDER] [--against-targets] [--docs]`. Needs the extra `bench`; the peers are
installed in their own environments in the work folder. Figures come from one machine: read times as ratios within a
run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from playwright.async_api import async_playwright  # noqa: E402 - the repository's root comes first
from rich.console import Console  # noqa: E402

from actwright.errors import ConfigError  # noqa: E402
from benchmarks.page import report  # noqa: E402
from benchmarks.page.environments import chromium, tokenizer  # noqa: E402
from benchmarks.page.measure import Measured, measure  # noqa: E402
from benchmarks.page.sets import SETS  # noqa: E402
from benchmarks.page.state import State  # noqa: E402
from benchmarks.page.systems import SYSTEMS, systems  # noqa: E402

WORK = ROOT / "build" / "bench-page"
ROUNDS = 5
PLOT = ROOT / "docs" / "page-bench.png"

console = Console()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=_names, default=list(SETS), help=f"some of {', '.join(SETS)}; all by default")
    parser.add_argument(
        "--systems", type=_names, default=list(SYSTEMS), help=f"some of {', '.join(SYSTEMS)}; all by default"
    )
    parser.add_argument("--states", default="", help="only states whose name contains this text")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"the number of timed rounds; {ROUNDS} by default")
    parser.add_argument(
        "--times", action="store_true", help="measure only times, without the scoring, which takes most of a run"
    )
    parser.add_argument("--pages", type=Path, help="a folder of saved pages (ACTWRIGHT_SAVED_PAGES)")
    parser.add_argument("--out", type=Path, default=WORK / "results", help="the folder for the results")
    parser.add_argument("--against-targets", action="store_true", help="also print the figures with their targets")
    parser.add_argument("--docs", action="store_true", help=f"also save the plot as {PLOT.relative_to(ROOT)}")
    return parser.parse_args()


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


@asynccontextmanager
async def served(name: str) -> AsyncGenerator[list[State]]:
    """Yields the states of a set; if it cannot be served here, none, and prints why."""
    work = WORK / "sets" / name
    work.mkdir(parents=True, exist_ok=True)
    serving = SETS[name](work)
    try:
        states = await serving.__aenter__()
    except (ConfigError, ImportError, OSError, subprocess.CalledProcessError) as error:
        console.print(f"the set {name} is left out: {error}", style="yellow", markup=False)
        yield []
        return
    try:
        yield states
    finally:
        await serving.__aexit__(None, None, None)


async def run(options: argparse.Namespace) -> list[Measured]:
    """Measures, and saves the results after every state."""
    tokens = tokenizer(WORK)
    chosen = await systems(options.systems, WORK)
    measured: list[Measured] = []
    async with AsyncExitStack() as ending, async_playwright() as playwright:
        for system in chosen:
            ending.push_async_callback(system.close)
        for name in options.sets:
            async with served(name) as states, chromium(playwright) as cdp:
                browser = await playwright.chromium.connect_over_cdp(cdp)
                facts = {
                    "date": datetime.now(UTC).isoformat(timespec="seconds"),
                    "machine": f"{platform.platform()}, {os.cpu_count()} cores",
                    "browser": browser.version,
                    "systems": {system.name: system.version for system in chosen},
                    "rounds": options.rounds,
                }
                for state in (state for state in states if options.states in state.name):
                    measured += await measure(
                        state, browser, cdp, chosen, rounds=options.rounds, tokens=tokens, scored=not options.times
                    )
                    _tell(measured[-len(chosen) :])
                    _write(measured, facts, options.out)
                await browser.close()
    return measured


def _tell(measured: list[Measured]) -> None:
    parts: list[str] = []
    for each in measured:
        recall = each.finding.recall() if each.finding else None
        found = "" if recall is None else f" {recall:.2f}"
        parts.append(f"{each.system} {each.tokens or ''}{found}{' !' * bool(each.problems)}")
    console.print(f"{measured[0].state}: {', '.join(parts)}", highlight=False, markup=False)


def _write(measured: list[Measured], facts: dict[str, object], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    report.save(measured, facts, folder)
    for name in facts["systems"] if isinstance(facts["systems"], dict) else ():
        (folder / f"misses-{name}.md").write_text(report.misses(measured, name), "utf-8")


def main() -> None:
    options = arguments()
    if options.pages:
        os.environ["ACTWRIGHT_SAVED_PAGES"] = str(options.pages.resolve())
    measured = asyncio.run(run(options))
    options.out.mkdir(parents=True, exist_ok=True)
    report.table(measured, Console(width=220) if not console.is_terminal else console)
    report.plot(measured, options.out / "page-bench.png")
    if options.docs:
        report.plot(measured, PLOT)
    if options.against_targets:
        report.against_targets(measured, console)
    console.print(f"raw figures, texts, misses and the plot: {options.out}")


if __name__ == "__main__":
    main()
