"""Measures how readable the marks on a screenshot are, over the page sets.

It counts boxes without a label, labels that are nearer to another control than to their own, labels that hide words of
the page (and of these, labels that hide a word of a control), and boxes that are drawn across an element that covers
them.

`python benchmarks/pictures.py [--sets saved,libraries] [--states antd] [--pages FOLDER] [--out FOLDER]`. `--out` also
saves every annotated screenshot, and the names of its faults. Each time is the median over the pages, with the shortest
of three tries for each page.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from playwright.async_api import Browser, Error, async_playwright  # noqa: E402 - the repository's root comes first
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from actwright.engine.page.picture.annotate import PlacedLabel, annotate, place_labels  # noqa: E402
from actwright.engine.page.picture.camera import Camera  # noqa: E402
from actwright.engine.page.picture.screenshot import Photo, develop  # noqa: E402
from actwright.engine.page.reading.capture import PageReader  # noqa: E402
from actwright.engine.page.reading.snapshot import Snapshot  # noqa: E402
from benchmarks.page import run as bench  # noqa: E402
from benchmarks.page.environments import chromium  # noqa: E402
from benchmarks.page.labelled import Count, Word, count  # noqa: E402
from benchmarks.page.sets import SETS, grids  # noqa: E402
from benchmarks.page.state import State  # noqa: E402

NAMES = ("saved", "libraries", "django", "miniwob", "grids")
IN_PAGE = Path(__file__).parent / "page"


def _below_hit(name: str) -> str:
    """Returns a function of the in-page code, together with the functions of `hit.js`."""
    hit, function = ((IN_PAGE / each).read_text("utf-8") for each in ("hit.js", name))
    return f"(() => {{\n{hit}\nreturn (\n{function}\n); }})()"


WORDS, COVERED = _below_hit("words.js"), _below_hit("covered.js")
ROUNDS = 3

console = Console()


@dataclass(frozen=True, slots=True)
class Result:
    """The faults of one state, and the ms that placing labels and drawing took."""

    state: str
    count: Count
    labels_ms: float
    picture_ms: float


async def look(state: State, browser: Browser, out: Path | None) -> Result:
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    try:
        page = await context.new_page()
        await page.goto(state.url, wait_until="load")
        await state.prepare(page)
        eyes = PageReader()
        snapshot = await eyes.capture(page, timeout=20)
        raw = await Camera(eyes.frames.protocol).shoot(page, seconds=20)
        photo = develop(raw, width=snapshot.width, height=snapshot.height, shown=snapshot.shown)
        placed, labels_ms, picture_ms = timed(photo, snapshot)
        words = [word for each in await page.evaluate(WORDS) if (word := _in_picture(each, photo))]
        covered = [await _covered(eyes, each, photo) for each in placed]
        found = count(placed, words, covered)
        if out:
            name = state.name.replace("/", "-")
            (out / f"{name}.jpg").write_bytes(annotate(photo, placed).data)
            (out / f"{name}.json").write_text(json.dumps(asdict(found), indent=1))
        await eyes.close()
    finally:
        await context.close()
    return Result(state.name, found, labels_ms, picture_ms)


def timed(photo: Photo, snapshot: Snapshot) -> tuple[list[PlacedLabel], float, float]:
    """Returns the places of boxes and labels, and the shortest times that placing and drawing took."""
    placed = place_labels(photo, snapshot.elements)
    labels: list[float] = []
    pictures: list[float] = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        placed = place_labels(photo, snapshot.elements)
        labels.append((time.perf_counter() - began) * 1000)
        annotate(photo, placed)
        pictures.append((time.perf_counter() - began) * 1000)
    return placed, min(labels), min(pictures)


def _in_picture(word: list[float], photo: Photo) -> Word | None:
    left, top, width, height = word
    x, y = (left - photo.shown.x) * photo.across, (top - photo.shown.y) * photo.down
    right, bottom = x + width * photo.across, y + height * photo.down
    return (
        (x, y, right, bottom) if right > 0 and bottom > 0 and x < photo.frame.right and y < photo.frame.bottom else None
    )


async def _covered(eyes: PageReader, placed: PlacedLabel, photo: Photo) -> float:
    if "." in placed.element.id:
        return 0.0
    box = [edge / (photo.across, photo.down)[index % 2] for index, edge in enumerate(placed.area)]
    try:
        return await eyes.locator(placed.element.id).evaluate(COVERED, box, timeout=2_000)
    except Error:
        return 0.0


async def run(options: argparse.Namespace) -> list[Result]:
    results: list[Result] = []
    async with async_playwright() as playwright:
        for name in options.sets:
            serving = bench.served(name) if name in SETS else grids.serve(Path())
            async with serving as states, chromium(playwright) as cdp:
                browser = await playwright.chromium.connect_over_cdp(cdp)
                for state in (state for state in states if options.states in state.name):
                    try:
                        results.append(await look(state, browser, options.out))
                    except Error as error:
                        console.print(f"{state.name}: {error.message.splitlines()[0]}", style="yellow", markup=False)
                await browser.close()
    return results


def show(results: list[Result]) -> None:
    table = Table(
        "set", "boxes", "no label", "astray", "over words", "of controls", "through covers", "labels ms", "+ drawing ms"
    )
    for name in dict.fromkeys(result.state.partition("/")[0] for result in results):
        _row(table, name, [result for result in results if result.state.startswith(f"{name}/")])
    table.add_section()
    _row(table, "all", results)
    console.print(table)


def _row(table: Table, name: str, results: list[Result]) -> None:
    counts = [result.count for result in results]
    boxes = sum(each.boxes for each in counts)
    faults = [
        sum(len(getattr(each, kind)) for each in counts) for kind in ("bare", "astray", "hiding", "naming", "through")
    ]
    times = [statistics.median(getattr(each, kind) for each in results) for kind in ("labels_ms", "picture_ms")]
    shares = [f"{fault} ({100 * fault / max(boxes, 1):.1f} %)" for fault in faults]
    table.add_row(name, str(boxes), *shares, *(f"{time:.1f}" for time in times))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", type=lambda text: text.split(","), default=list(NAMES))
    parser.add_argument("--states", default="", help="only states whose name contains this text")
    parser.add_argument("--pages", type=Path, help="a folder of saved pages (ACTWRIGHT_SAVED_PAGES)")
    parser.add_argument("--out", type=Path, help="the folder for the annotated screenshots")
    options = parser.parse_args()
    if options.pages:
        os.environ["ACTWRIGHT_SAVED_PAGES"] = str(options.pages.resolve())
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
    show(asyncio.run(run(options)))


if __name__ == "__main__":
    main()
