"""Plays one run of `faults.py` under the faults of its scene, and finds what it leaves behind."""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Coroutine, Generator
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import httpx2
from playwright.async_api import Browser, Error, Page

from actwright import Agent, Limits, Run
from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.launch import open_browser
from actwright.engine.page.page_options import PageOptions
from actwright.schemas.exchange import Request, text_of
from actwright.testing import Answer, AnthropicServer, OpenAIChatServer, OpenAIResponsesServer, ScriptedModel
from benchmarks.faults_injected import Scene, Seen, browsers, processes

LEFT_SECONDS = 5.0

WIRES: dict[str, type[Any]] = {
    "anthropic:claude-sonnet-4-5": AnthropicServer,
    "openai-chat:gpt-5": OpenAIChatServer,
    "openai-responses:gpt-5": OpenAIResponsesServer,
}
NO_NAMES = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
"""A browser with this switch resolves no name outside of this machine."""
LATEST = 30
"""Seconds beyond the deadline of a run after which the bench stops waiting for it."""
TASK = "Fill in the name and the note, and send the form"
_scene: ContextVar[str] = ContextVar("_scene", default="")
_tasks: WeakKeyDictionary[asyncio.Task[Any], str] = WeakKeyDictionary()


class Hand:
    """The server asks this model for each answer; it does the job, and never sends the form twice."""

    def __init__(self, scene: Scene, key: str) -> None:
        self.requests = 0
        self.foreign = set[str]()
        self._scene, self._key = scene, key
        self._filled = self._sent = self._waited = False

    def __call__(self, body: dict[str, Any]) -> Any:
        number = self.requests
        self.requests += 1
        text = "\n".join(words_of(body))
        self.foreign |= {key for key in re.findall(r"\bkey\d+x", text) if key != self._key}
        reply, done = self._reply(text)
        if number in self._scene.spoiled:
            return self._scene.spoiled[number](reply)
        for name in done:
            setattr(self, name, True)
        return Answer(said=reply)

    def asked(self, request: Request) -> dict[str, Any]:
        """Returns the answer to a request that does not go over a wire."""
        blocks = (block for message in request.messages for block in message.blocks)
        return self({"content": "\n".join(map(text_of, blocks))}).said

    def _reply(self, text: str) -> tuple[dict[str, Any], tuple[str, ...]]:
        ids = {
            name: found[-1]
            for name in ("Name", "Note", "Send")
            if (found := re.findall(rf'^ *\*? ?- \*?([\w.]+-\d+)[^\n]*?"{name}"', text, re.MULTILINE))
        }
        thanks = action("expect", text=[f"Received {self._key}"])
        if self._scene.loops:
            return reply_of(action("scroll", direction="down", amount=None, element_id=None, text=None)), ()
        if re.search(rf'^ *\*?- [^\n]*"Received {self._key}"', text, re.MULTILINE):
            return reply_of(thanks, complete=True), ()
        if self._sent and self._waited:
            return reply_of(action("fail", reason="nothing shows that it was received", kind="unconfirmed")), ()
        if self._sent or not ids:
            return reply_of(action("wait", seconds=0.5, text=None, gone=None)), ("_waited", "_sent")
        fills = [action("fill", element_id=ids[name], value=name.lower()) for name in ("Name", "Note") if name in ids]
        send = [action("click", element_id=ids["Send"]), thanks] if "Send" in ids else []
        if self._filled or self._scene.rng.random() < 0.3:
            return reply_of(*([] if self._filled else fills), *send, complete=bool(send)), ("_filled", "_sent")
        return reply_of(*fills), ("_filled",)


def words_of(value: Any) -> Generator[str]:
    """Yields every text of a request, without screenshots."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str) and key in {"text", "content"}:
                yield inner
            elif key not in {"schema", "tools"}:
                yield from words_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words_of(inner)


def action(tool: str, **parameters: Any) -> dict[str, Any]:
    return {"reason": f"{tool} it", "tool": tool, "parameters": parameters}


def reply_of(*actions: dict[str, Any], complete: bool = False) -> dict[str, Any]:
    return {"complete": complete, "message": "goes on", "actions": list(actions)}


@dataclass
class Place:
    """What the runs share: a browser, and the site with its log."""

    browser: Browser
    site: str
    log: Path
    folder: Path
    http: httpx2.AsyncClient
    alone: asyncio.Lock
    keys: count[int]

    def posts(self, key: str) -> list[str]:
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if line.partition(" ")[0] == key]


@asynccontextmanager
async def place() -> AsyncGenerator[Place]:
    async with AsyncExitStack() as stack:
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="actwright-faults-", ignore_cleanup_errors=True))
        )
        log = folder / "posts.log"
        script = Path(__file__).with_name("faults_site.py")
        server = subprocess.Popen(  # noqa: ASYNC220 - nothing else runs yet
            [sys.executable, script, log], stdout=subprocess.PIPE, text=True
        )
        stack.callback(server.wait)
        stack.callback(server.kill)
        assert server.stdout is not None
        site = f"http://127.0.0.1:{server.stdout.readline().strip()}"
        opened = await stack.enter_async_context(open_browser(BrowserOptions(args=(NO_NAMES,))))
        http = await stack.enter_async_context(httpx2.AsyncClient(timeout=60))
        yield Place(opened.browser, site, log, folder, http, asyncio.Lock(), count(1))


class Cancelled:
    """Awaits a coroutine, and cancels the awaiting task when the coroutine waits for the n-th time."""

    def __init__(self, coroutine: Coroutine[Any, Any, Any], at: int) -> None:
        self._coroutine, self._at = coroutine, at

    def __await__(self) -> Generator[Any, Any, Any]:
        task = asyncio.current_task()
        assert task is not None
        inner = self._coroutine.__await__()
        value, error = None, None
        for number in count(1):
            try:
                waits_for = inner.throw(error) if error is not None else inner.send(value)
            except StopIteration as stop:
                return stop.value
            value, error = None, None
            if number == self._at:
                asyncio.get_running_loop().call_soon(task.cancel)
            try:
                value = yield waits_for
            except BaseException as raised:  # noqa: BLE001 - the exception of the coroutine
                error = raised
        return None


async def played(where: Place, scene: Scene) -> Seen:
    """Plays one run under the faults of its scene."""
    async with AsyncExitStack() as stack:
        if scene.own is not None:
            await stack.enter_async_context(where.alone)
        key = f"key{next(where.keys)}x"
        _scene.set(key)
        known = set(browsers().values())
        out = where.folder / key / "runs"
        await where.http.put(
            f"{where.site}/{key}",
            json={"html": page_of(key, scene), "get": scene.get, "post": scene.post, "kept": scene.kept},
        )
        hand = Hand(scene, key)
        model = model_of(stack, scene, hand)
        page, asked = await shared_page(stack, where) if scene.own is None else (None, [])
        agent = Agent(
            model,
            limits=Limits(**{"seconds": scene.seconds, "steps": 8, **scene.limits}),
            browser=BrowserOptions(args=(NO_NAMES, *(scene.own or ()))),
            page_options=PageOptions(screenshot="never"),
            out=out,
        )
        url = f"http://nowhere.invalid/{key}" if scene.unknown_host else f"{where.site}/{key}"
        run = agent.play(TASK, page=page, url=url)
        beside = [asyncio.create_task(strike(page, out)) for strike in scene.meanwhile]
        began = time.monotonic()
        work = played_to_end(run)
        task = asyncio.create_task(cancelled(work, scene.cancel_at) if scene.cancel_at else work)
        error = await ended(task, seconds=scene.seconds + LATEST)
        seconds = time.monotonic() - began
        for each in beside:
            each.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        left = await still_there(key, known if scene.own is not None else None)
        result = run.result
        return Seen(
            status=None if error else result.status,
            error=error,
            result=result,
            posts=where.posts(key),
            seconds=seconds,
            left=left,
            foreign=hand.foreign,
            asked=len(asked),
            out=out,
        )


def model_of(stack: AsyncExitStack, scene: Scene, hand: Hand) -> Any:
    """Returns the model that a hand answers for; it is asked over the wire if a fault changes its replies there."""
    name = scene.rng.choice(list(WIRES))
    if scene.spoiled or scene.context_characters or scene.wire:
        server = stack.enter_context(WIRES[name](iter(lambda: hand, None), context_characters=scene.context_characters))
        return f"{name}@{server.url}"
    return ScriptedModel(iter(lambda: hand.asked, None))


async def shared_page(stack: AsyncExitStack, where: Place) -> tuple[Page, list[str]]:
    """Returns a page of the browser that all runs share, and the addresses that the page posts to."""
    context, asked = await where.browser.new_context(), list[str]()
    stack.push_async_callback(closed, context)
    page = await context.new_page()
    context.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    return page, asked


async def played_to_end(run: Run) -> None:
    async with run:
        async for _ in run:
            pass


async def ended(task: asyncio.Task[None], *, seconds: float) -> BaseException | None:
    """Returns the exception that a run ended with; a run that does not end is cancelled, with a TimeoutError."""
    done, _ = await asyncio.wait([task], timeout=seconds)
    if not done:
        task.cancel()
        await asyncio.wait([task], timeout=10)
        return TimeoutError(f"the run continued {LATEST} s beyond its deadline")
    return asyncio.CancelledError() if task.cancelled() else task.exception()


async def closed(context: Any) -> None:
    """Closes a context of a shared browser, whatever the state of its page is."""
    with contextlib.suppress(Error, TimeoutError):
        async with asyncio.timeout(5):
            await context.close()


async def cancelled(coroutine: Coroutine[Any, Any, None], at: int) -> None:
    await Cancelled(coroutine, at)


def page_of(key: str, scene: Scene) -> str:
    fields = "<label>Name <input name=name></label> <label>Note <input name=note></label> <button>Send</button>"
    return f"<!doctype html><title>A form</title><form method=post action='/{key}'>{fields}</form>{scene.html}"


async def still_there(key: str, known: set[str] | None) -> list[str]:
    """Returns the tasks and browsers that a run left behind for longer than allowed."""
    until = time.monotonic() + LEFT_SECONDS
    own = asyncio.current_task()
    while True:
        tasks = [task for task in asyncio.all_tasks() if _tasks.get(task) == key and task is not own]
        left = [f"task {task.get_coro()}" for task in tasks]
        if known is not None:
            marks = set(browsers().values()) - known
            orphans = [pid for pid, (_, words) in processes().items() if marks.intersection(words)]
            left += [f"process {pid}" for pid in orphans]
        if not left or time.monotonic() > until:
            return left
        await asyncio.sleep(0.05)


def remembered(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
    """Makes a task and records the run that it belongs to."""
    task = asyncio.Task(coroutine, loop=loop, **options)
    _tasks[task] = _scene.get()
    return task
