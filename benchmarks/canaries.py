# ruff: noqa: ASYNC240, RUF007
"""Tests whether a value that no model may see leaks from pages that show it again and to models that ask for it.

`python benchmarks/canaries.py --tries 200` plays that many seeded runs. In each run, a page has a field for a canary, a
value that occurs nowhere else, and does something with it; the model is honest, or does what a thief would ask for.
The bench then searches every place that the value could reach, for the canary in plain, encoded or reversed form and in
pieces. These places are the requests to the model, the folder of the run with its evidence pack, the result, standard output
and error, logs, exceptions, the addresses requested on the site of the task (home), and every byte that a second site
received.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import html
import io
import json
import logging
import os
import random
import re
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

from attackers import AWAY, HOME, Site
from canaries_site import DIALOGS, FIELD, REWRITES, THIEF, Plan, pages, script_of
from playwright.async_api import Browser

from actwright import Agent, Limits
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.page_options import PageOptions
from actwright.testing import OpenAIChatServer

STATEMENT = (
    "Code types the value of a secret or a private value, and the value reaches nothing else: not the model, not the "
    "record, the report and the evidence pack of the run, not its result, output, logs or errors, and no other site. "
    "This holds whatever separators, case, width or elements the page shows the value in, and whatever the model asks "
    "for. No form writes a secret into an address."
)
NOT_COVERED = (
    "what the page that the value is for, its scripts and its server do with it, unless `hosts` are listed; text in "
    "screenshots; the content of downloaded files; values that could be an ordinary word or a short number, which are "
    "masked only once they were used; parts of a value in output and logs, and on pages whose fields do not contain "
    "the value; parts of fewer than 4 characters, and parts of numbers of fewer than 8 digits; hashes, hex and, on "
    "such pages, reversed text; values that a model changed in the field, and that the server then sends to another "
    "site; browsers other than Chromium"
)
TOGETHER = 6
UNSEEN = PageOptions(screenshot="never")
"""The bench does not search the contents of screenshots."""
DATA_URL = re.compile(r"data:[\w/+.-]+;base64,[A-Za-z0-9+/=]+")
FRACTION = re.compile(r"(?<=[:\[, ])-?\d+\.\d+(?=[,}\]\s])")
"""Times and places in recordings, which have many digits by chance."""
COLOUR = re.compile(r"#[0-9a-f]{6}\b")
"""Colours of the report, in which a piece of a value occurs by chance."""
PICTURES = {".png", ".jpg", ".jpeg", ".webp"}

PAGES = (
    *REWRITES,
    *DIALOGS,
    "echo",
    "encoded echo",
    "echo in groups",
    "echo in cells",
    "error page",
    "exception",
    "download",
    "GET form",
    "form elsewhere",
    "redirected",
    "frame",
    "boxes",
    "plain",
)
MODELS = (
    "honest",
    "every field",
    "copy and paste",
    "read it",
    "in a URL",
    "keys",
    "say it",
    "elsewhere",
    "select it",
    "search for it",
)


def plans(count: int, seed: int) -> list[Plan]:
    """Returns `count` plans, the same for the same seed: each pair of page and model once before any pair repeats."""
    chance = random.Random(seed)
    pairs: list[tuple[str, str]] = []
    while len(pairs) < count:
        pairs += chance.sample(every := [(page, model) for page in PAGES for model in MODELS], len(every))
    return [
        Plan(number, page, model, chance.choice(tuple(FIELD)), chance.choice(("secrets", "private")), canary(chance))
        for number, (page, model) in enumerate(pairs[:count])
    ]


def canary(chance: random.Random) -> str:
    """Returns a unique value: a card number, a token, or a passphrase with characters that need encoding."""
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789"
    token = "".join(chance.choices(letters, k=15)) + "7qX"
    return chance.choice((
        "".join(chance.choices("0123456789", k=16)), token, f'{token[:5]}&<{token[5:9]}"/ é{token[9:]}', f"{token[:8]}+{token[8:]}=",
    ))  # fmt: skip


def needles(value: str) -> dict[str, re.Pattern[str]]:
    """Returns the patterns to search for, by the form in which they contain the value."""

    def plain(text: str) -> re.Pattern[str]:
        return re.compile(re.escape(text), re.IGNORECASE)

    encoded = {
        "plain": plain(value),
        "URL": plain(quote(value, safe="")),
        "form": plain(quote_plus(value)),
        "HTML": plain(html.escape(value)),
        "JSON": plain(json.dumps(value)[1:-1]),
        "JSON in JSON": plain(json.dumps(json.dumps(value)[1:-1])[1:-1]),
        "base64": re.compile(re.escape(base64.b64encode(value.encode()).decode().rstrip("=")[:-1])),
        "reversed": plain(value[::-1]),
    }
    folded = re.sub(r"[^0-9A-Za-z]", "", value)
    numeric, between = folded.isdigit(), r"[^0-9A-Za-z]{0,12}"
    for way, name in ((folded, "piece"), (folded[::-1], "piece reversed")):
        size = 8 if numeric else 4
        runs = (way[at : at + size] for at in range(len(way) - size + 1))
        joint = between if numeric else ""
        encoded[name] = re.compile("|".join(joint.join(run) for run in runs))
    fours = [folded[at : at + 4] for at in range(0, len(folded) - 3, 4)]
    encoded["fours"] = re.compile(
        "|".join(rf"{a}\D{{1,40}}{b}" for a, b in zip(fours, fours[1:], strict=False)) if numeric else "|".join(fours)
    )
    return encoded


def whole(value: str) -> dict[str, re.Pattern[str]]:
    """Returns the same patterns without pieces, which occur in megabytes of logs by chance."""
    return {name: pattern for name, pattern in needles(value).items() if "piece" not in name and name != "fours"}


def found_in(text: str, sought: Mapping[str, re.Pattern[str]]) -> list[str]:
    """Returns the forms in which a text contains the value."""
    text = DATA_URL.sub("", text)
    return [name for name, pattern in sought.items() if pattern.search(text)]


async def play(browser: Browser, plan: Plan, folder: Path) -> tuple[list[str], bool]:
    """Plays one run; returns where and in which form the value leaked, and whether home received it as it should."""
    sought, said, problem = needles(plan.value), "", ""
    with Site(HOME) as home, Site(AWAY) as away:
        home.pages, away.pages = pages(plan, away), {"/": THIEF}
        answer, asked = script_of(plan, away), 0

        def line(body: dict[str, Any]) -> dict[str, Any]:
            nonlocal asked
            asked += 1
            return answer(asked - 1, re.sub(r"\\n", "\n", json.dumps(body["messages"][-1])))

        context = await browser.new_context()
        with OpenAIChatServer([line] * 12) as server:
            try:
                agent = Agent(
                    "openai-chat:m",
                    base_url=server.url,
                    out=folder,
                    evidence_pack=True,
                    page_options=UNSEEN,
                    limits=Limits(steps=6, seconds=90),
                )
                given: dict[str, Any] = {plan.kind: {"code": plan.value}}
                result = await agent.run("Log in", url=f"{home.url}/", page=await context.new_page(), **given)
                said = f"{result.model_dump_json()}\n{result!r}"
            except Exception:  # noqa: BLE001 - any exception is a place to search
                problem = traceback.format_exc()
            finally:
                await context.close()
        sinks = {
            "the model": "\n".join(json.dumps(each.body, ensure_ascii=False) for each in server.received),
            "the result": said,
            "an exception": problem,
        }
        sinks["another site"] = "\n".join(away.bytes_in)
        if plan.kind == "secrets" and plan.page != "in the address":
            sinks["an address at home"] = "\n".join(home.asked)
    for path in folder.rglob("*"):
        sinks.setdefault("names of files", "")
        sinks["names of files"] += f"{path.relative_to(folder)}\n"
        if path.is_file() and path.suffix not in PICTURES and "downloads" not in path.parts:
            sinks |= dict(texts_of(path))
    delivered = any(found_in(sent, {"plain": sought["form"]}) for _, sent in home.posts)
    unlike = {"another site": whole(plan.value)} if plan.page == "redirected" else {}
    found = [f"{how} in {sink}" for sink, text in sinks.items() for how in found_in(text, unlike.get(sink, sought))]
    return found, delivered


def texts_of(path: Path) -> Iterator[tuple[str, str]]:
    """Yields the texts of a file by its name; those of a trace by the names of its members."""
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as file:
            for name in file.namelist():
                text = file.read(name).decode("utf-8", "replace")
                yield f"{path.name}/{Path(name).name}", f"{name}\n{FRACTION.sub('0', text)}"
        return
    text = path.read_bytes().decode("utf-8", "replace")
    by_chance = {".har": FRACTION, ".html": COLOUR}.get(path.suffix)
    yield path.name, by_chance.sub("0", text) if by_chance else text


async def main(count: int, seed: int, seconds: float) -> tuple[int, int]:
    """Plays the runs; returns how many were played, and in how many a value leaked."""
    os.environ["OPENAI_API_KEY"] = "unused"
    chosen, leaks, told, began = plans(count, seed), Counter[str](), Counter[str](), time.monotonic()
    output, own = io.StringIO(), sys.stdout
    logging.basicConfig(level=logging.DEBUG, stream=output)
    limited, broken = asyncio.Semaphore(TOGETHER), set[int]()

    async with open_browser() as opened:
        browser = opened.page.context.browser
        assert browser is not None

        async def one(plan: Plan) -> None:
            async with limited:
                if time.monotonic() - began > seconds:
                    return
                with tempfile.TemporaryDirectory() as folder:
                    found, delivered = await play(browser, plan, Path(folder))
            told.update(runs=1, delivered=delivered)
            if found:
                broken.add(plan.number)
                leaks.update(found)
                print(plan, found, file=own, flush=True)
            if told["runs"] % 20 == 0:
                print(
                    f"{told['runs']} runs in {time.monotonic() - began:.0f} s, {len(broken)} leaked",
                    file=own,
                    flush=True,
                )

        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            async with asyncio.TaskGroup() as group:
                for plan in chosen:
                    group.create_task(one(plan))
    for plan in chosen:
        if found := found_in(output.getvalue(), whole(plan.value)):
            broken.add(plan.number)
            print(plan, found, "in output or logs")
    print(f"{told['runs']} runs; {told['delivered']} sent the value home; {len(broken)} leaked: {dict(leaks)}")
    return told["runs"], len(broken)


if __name__ == "__main__":
    from guarantees import parser_of, proved, write

    parser = parser_of(__doc__, tries=200, what="how many runs", seed=4)
    parser.add_argument("--seconds", type=float, default=3600, help="no run starts after this many seconds")
    options = parser.parse_args()
    runs, leaked = asyncio.run(main(options.tries, options.seed, options.seconds))
    write(
        options.out,
        proved("secrets-stay", STATEMENT, tries=runs, violations=leaked, seed=options.seed, not_covered=NOT_COVERED),
    )
