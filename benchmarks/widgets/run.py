"""Sets widgets of component libraries, and reads from each widget itself whether it has what was wanted.

`python benchmarks/widgets/run.py [--only PATTERN] [--part tools|rules] [--abreast N] [--out FILE]`. Each widget stands
alone in a form on a page that is built from pinned npm packages, which the first run fetches (1.2 GB). It is played:

- by the tools: a scripted model sends one reply, which was fixed before, with the calls that set it, the click that
  sends the form and a check. A widget that can be set in several natural ways is played once in each: it counts as
  right if one is right and none is wrong, and as wrong if one is wrong.
- by `rules`, with its label and the value as data.

The form sends what the widget itself has, such as a date picker's own date. `right` is what was wanted and nothing else,
`doubted` the same in a run that did not end as complete, `refused` that nothing was sent, `wrong` all that was sent
otherwise, and a run that ended as complete although nothing was sent.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from rich.console import Console  # noqa: E402 - the repository's root comes first
from rich.table import Table  # noqa: E402

from actwright.engine.page.browser.browser_options import BrowserOptions  # noqa: E402
from actwright.engine.page.browser.launch import open_browser  # noqa: E402
from benchmarks.widgets.play import ORDER, Outcome, Played, play_rules, play_tools  # noqa: E402
from benchmarks.widgets.site import Site, build  # noqa: E402
from benchmarks.widgets.table import Widget, widgets  # noqa: E402

RESULTS = Path(__file__).parent / "results.json"
PARTS = ("tools", "rules")

Result = tuple[Widget, dict[str, list[Played]]]


def together(tries: Sequence[Played]) -> Outcome:
    """The outcome of a widget: wrong if one way is wrong, else the best of the ways."""
    outcomes = {each.outcome for each in tries}
    return "wrong" if "wrong" in outcomes else min(outcomes, key=ORDER.index)


async def played(chosen: Sequence[Widget], parts: Sequence[str], abreast: int) -> list[Result]:
    """Plays widgets in one browser, some at a time."""
    limited, upload = asyncio.Semaphore(abreast), Path(tempfile.mkdtemp()) / "note.txt"
    upload.write_text("A note\n")
    with Site(await build()) as site:
        async with open_browser(BrowserOptions()) as opened:
            browser = opened.page.context.browser
            assert browser is not None

            async def one(widget: Widget) -> Result:
                async with limited:
                    tries: dict[str, list[Played]] = {}
                    if "tools" in parts:
                        ways = [await play_tools(browser, site, widget, reply, upload) for reply in widget.replies]
                        tries["tools"] = ways
                    if "rules" in parts and widget.data is not None:
                        tries["rules"] = [await play_rules(browser, site, widget, upload)]
                for part, ways in tries.items():
                    for each in ways:
                        said = "" if each.outcome == "right" else f" sent {list(each.sent)}; {each.message}"
                        print(
                            f"{widget.library} | {widget.widget} | {part} {each.way}: {each.outcome}{said}", flush=True
                        )
                return widget, tries

            return await asyncio.gather(*map(one, chosen))


def counts(results: Sequence[Result], part: str) -> dict[str, int]:
    """How many widgets ended in each outcome; `silently wrong` are those of the wrong ones that a run called complete."""
    mine = [tries[part] for _, tries in results if part in tries]
    outcomes = Counter(map(together, mine))
    silent = sum(any(each.is_silent for each in tries) for tries in mine)
    return {"tried": len(mine), **{each: outcomes[each] for each in ORDER}, "silently wrong": silent}


def results_file(results: Sequence[Result]) -> dict[str, Any]:
    """What is written to the results file."""
    parts = [part for part in PARTS if any(part in tries for _, tries in results)]
    libraries = sorted({widget.library for widget, _ in results})
    return {
        "date": datetime.now(UTC).replace(microsecond=0).isoformat(),
        "machine": f"{os.cpu_count()} cores, load {os.getloadavg()[1]:.0f}, {platform.machine()}",
        "libraries": len(libraries),
        "widgets": len(results),
        "settable": sum(widget.settable for widget, _ in results),
        "counts": {part: counts(results, part) for part in parts},
        "by library": {
            library: {part: counts([each for each in results if each[0].library == library], part) for part in parts}
            for library in libraries
        },
        "by widget": [
            {
                "library": widget.library,
                "widget": widget.widget,
                "settable": widget.settable,
                "wanted": widget.wanted,
                **{part: together(ways) for part, ways in tries.items()},
                "tries": [asdict(each) for ways in tries.values() for each in ways],
            }
            for widget, tries in results
        ],
    }


def shown(results: Sequence[Result], parts: Sequence[str]) -> Table:
    heads = [f"{part}: {outcome}" for part in parts for outcome in (*ORDER, "silently wrong")]
    table = Table("library", "widgets", *heads)
    libraries = sorted({widget.library for widget, _ in results})
    for library in (*libraries, ""):
        mine = [each for each in results if library in {"", each[0].library}]
        cells = [str(counts(mine, part)[outcome] or "") for part in parts for outcome in (*ORDER, "silently wrong")]
        table.add_row(library or "all", str(len(mine)), *cells)
    return table


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", default="", help="only widgets whose library, name or kind contains one of these words"
    )
    parser.add_argument("--part", choices=PARTS, help="play only by the tools, or only by rules")
    parser.add_argument("--abreast", type=int, default=2, help="the number of widgets that are played at once")
    parser.add_argument("--out", type=Path, help=f"the results file; by default, if all is played, {RESULTS.name}")
    return parser.parse_args()


def main() -> None:
    options = parsed()
    pattern = re.compile(options.only)
    chosen = [each for each in widgets() if pattern.search(f"{each.library}: {each.widget} ({each.kind})")]
    parts = [options.part] if options.part else list(PARTS)
    results = asyncio.run(played(chosen, parts, options.abreast))
    Console(width=None if sys.stdout.isatty() else 220).print(shown(results, parts))
    whole = not options.only and not options.part
    if out := options.out or (RESULTS if whole else None):
        out.write_text(json.dumps(results_file(results), indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
