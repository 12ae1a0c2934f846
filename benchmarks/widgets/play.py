"""Plays a widget: by the tools, with replies that are fixed before, and by the policy `rules`, with a row of data."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Literal

from playwright.async_api import Browser, Error, Page

from actwright import ActwrightError, Agent, Limits
from actwright.engine.page.page_options import PageOptions
from actwright.schemas.exchange import Request, text_of
from actwright.schemas.result import Result
from actwright.testing import ScriptedModel
from benchmarks.widgets.site import Site
from benchmarks.widgets.table import Call, Reply, Widget

__all__ = ["ORDER", "Outcome", "Played", "play_rules", "play_tools"]

Outcome = Literal["right", "doubted", "refused", "wrong", "error"]
ORDER: tuple[Outcome, ...] = ("right", "doubted", "refused", "wrong", "error")
"""`doubted`: the form sent what was wanted, and the run did not end as complete."""
SECONDS = 60.0
TASK = "Fill in the form and send it"
_keys = count()


@dataclass(frozen=True, slots=True)
class Played:
    """One try to set a widget.

    Attributes:
        way: The tools that were called, or `rules`.
        outcome: What the form sent, compared with what was wanted.
        sent: The values that the form sent.
        message: What the run said, above all where it did not end as complete.
    """

    way: str
    outcome: Outcome
    sent: tuple[Any, ...]
    message: str

    @property
    def is_silent(self) -> bool:
        """Whether a wrong value was sent, or nothing, and the run ended as complete."""
        return self.outcome == "wrong" and self.message.startswith("complete")


async def play_tools(browser: Browser, site: Site, widget: Widget, reply: Reply, upload: Path) -> Played:
    """Plays one reply: the calls, then the button that sends the form, and a check that it was received."""
    calls = (*reply, Call("click", ('"Send"',)), Call("expect", (), {"text": ["Thank you"]}))
    way = " ".join(dict.fromkeys(call.tool for call in reply))
    async with _opened(browser, site, widget) as (page, key):
        agent = Agent(
            ScriptedModel(_script(calls)),
            out=None,
            limits=Limits(steps=2, seconds=SECONDS),
            page_options=PageOptions(screenshot="never"),
        )
        data = {"document": upload} if widget.kind == "file" else None
        return await _played(agent.run(TASK, page=page, data=data), site, key, widget, way)


async def play_rules(browser: Browser, site: Site, widget: Widget, upload: Path) -> Played:
    """Plays the row of a widget by `rules`."""
    async with _opened(browser, site, widget) as (page, key):
        agent = Agent(policy="rules", out=None, limits=Limits(steps=6, seconds=SECONDS))
        data = {widget.label: upload} if widget.kind == "file" else widget.data
        return await _played(agent.run(TASK, page=page, data=data), site, key, widget, "rules")


@asynccontextmanager
async def _opened(browser: Browser, site: Site, widget: Widget) -> Any:
    context = await browser.new_context()
    try:
        page: Page = await context.new_page()
        key = f"k{next(_keys)}"
        await page.goto(site.address(widget.page, widget.name, key))
        await page.get_by_role("button", name="Send").wait_for(timeout=20_000)
        await page.wait_for_timeout(150)  # until the library has drawn the widget
        yield page, key
    finally:
        await context.close()


async def _played(run: Any, site: Site, key: str, widget: Widget, way: str) -> Played:
    try:
        result: Result = await asyncio.wait_for(run, SECONDS + 20)
    except (ActwrightError, Error, TimeoutError) as error:
        return Played(way, "error", tuple(site.sent(key)), f"{type(error).__name__}: {error}"[:300])
    sent = site.sent(key)
    return Played(way, _outcome(sent, widget, complete=result.complete), tuple(sent), _message(result))


def _outcome(sent: list[Any], widget: Widget, *, complete: bool) -> Outcome:
    if not sent:
        return "wrong" if complete else "refused"
    if sent != [widget.wanted]:
        return "wrong"
    return "right" if complete else "doubted"


def _message(result: Result) -> str:
    said = [f"{one.action.tool} {one.status}: {one.detail}" for step in result.steps for one in step.outcomes]
    shown = [each for each in said if not each.startswith(("click done", "expect done"))]
    return f"{result.status}: {result.message[:200]} [{' | '.join(shown[:6])[:500]}]"


def _script(calls: tuple[Call, ...]) -> Iterator[Any]:
    def reply(request: Request) -> dict[str, Any]:
        tree = _tree(request)
        try:
            actions = [call.aimed(tree) for call in calls]
        except LookupError as error:
            return _failing(str(error))
        return {"complete": True, "message": "Sent", "actions": actions}

    yield reply
    while True:
        yield _failing("the reply was not enough")


def _tree(request: Request) -> str:
    whole = "\n".join(text_of(block) for message in request.messages for block in message.blocks)
    return whole[whole.rindex("[page ") :] if "[page " in whole else whole


def _failing(reason: str) -> dict[str, Any]:
    action = {"reason": reason, "tool": "fail", "parameters": {"reason": reason, "kind": "blocked"}}
    return {"complete": False, "message": reason, "actions": [action]}
