"""Plays runs under faults, one or two at once: the model, page, browser or network fails while a form is filled in.

`python benchmarks/faults.py --rounds 3 --schedules 1000 --seed 7 --processes 2`. The form is on a server in a separate
process that logs every POST (`faults_site.py`); the model speaks a provider's wire on loopback; the browser is real.
Each run must meet these conditions:

- It sends at most one POST, and exactly one if it ends as `complete`.
- It ends in a state or with an error of the library at most one second after its deadline.
- It reports everything that was sent as something that may have happened.
- Five seconds later, no task and no process of it is left.

A run that is late while others play is played again alone, and only that time counts, because runs on few cores starve
each other. In addition, the bench cuts every reply of a model at every byte, on each wire.

Faults of jobs over rows are not covered: a worker that dies, a full or corrupt ledger, two workers on one row, a soak
test over rows.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import multiprocessing
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Coroutine, Generator
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import httpx2  # noqa: E402 - the repository's root comes first
from playwright.async_api import Browser, Error, Page  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

from actwright import ActwrightError, Agent, BrowserError, Limits, ModelError, Run, Status  # noqa: E402
from actwright.engine.meter import Meter  # noqa: E402
from actwright.engine.models.base import find_model  # noqa: E402
from actwright.engine.models.retry import RetryPolicy  # noqa: E402
from actwright.engine.page.browser.browser_options import BrowserOptions  # noqa: E402
from actwright.engine.page.browser.launch import open_browser  # noqa: E402
from actwright.engine.page.page_options import PageOptions  # noqa: E402
from actwright.engine.policies.base import find_policy  # noqa: E402
from actwright.errors import ReplyError  # noqa: E402
from actwright.schemas.ending import acted  # noqa: E402
from actwright.schemas.exchange import Request, text_of  # noqa: E402
from actwright.schemas.proposal import Proposal  # noqa: E402
from actwright.schemas.turn import Turn  # noqa: E402
from actwright.testing import Answer, AnthropicServer, OpenAIChatServer, OpenAIResponsesServer, ScriptedModel  # noqa: E402
from benchmarks.faults_injected import FAULTS, Fault, Scene, Seen, browsers, processes  # noqa: E402
from benchmarks.guarantees import Proof, proved, write  # noqa: E402

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
EXPECTED = (ActwrightError, asyncio.CancelledError)
LEFT_SECONDS, SLACK_SECONDS = 5.0, 1.0
PROMISES = {
    "effects-once": "An effect is never repeated automatically: no fault leads to a second POST.",
    "partial-replies": "If a reply is cut off, nothing that it asks for is done, wherever it is cut.",
    "deadlines": f"Whatever hangs, a run ends at most {SLACK_SECONDS:g} s after its deadline.",
    "nothing-left": f"{LEFT_SECONDS:g} s after the end of a run, none of its tasks and browser processes is left.",
    "failures-told": (
        "A run ends with a status or a typed error that says whether something may have happened. If the status is "
        "`complete`, the task was done."
    ),
    "limits": "A run exceeds a limit by one call at most.",
}
NOT_COVERED = {
    "effects-once": (
        "a model that proposes the same effect again in a later step. If a connection that was already open is reset "
        "before any answer, Chromium itself sends the POST again; the run then reports that it may have acted"
    ),
    "partial-replies": "servers that end a cut reply as if it were whole, in valid JSON",
    "deadlines": (
        "runs that get too little CPU time because of other work: each run that was late was played again alone; a "
        "policy or tool of your own that blocks the event loop"
    ),
    "nothing-left": "systems other than Linux; processes that you started yourself",
    "failures-told": "effects without a POST, such as a GET that changes something on the server",
    "limits": "calls whose price is not known",
}

_scene: ContextVar[str] = ContextVar("_scene", default="")
_tasks: WeakKeyDictionary[asyncio.Task[Any], str] = WeakKeyDictionary()


@dataclass
class Counts:
    """The tries and the violations by promise, and the observed results by fault."""

    tries: Counter[str] = field(default_factory=Counter)
    wrong: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    seen: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    broken: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    late: list[float] = field(default_factory=list[float])
    resent: int = 0
    again: int = 0

    def add(self, other: Counts) -> None:
        self.tries += other.tries
        for mine, theirs in ((self.wrong, other.wrong), (self.broken, other.broken)):
            for key, said in theirs.items():
                mine[key] += said
        for key, counted in other.seen.items():
            self.seen[key] += counted
        self.late += other.late
        self.resent += other.resent
        self.again += other.again

    def plain(self) -> Counts:
        """The same counts without functions, so that another process can send them."""
        return Counts(
            self.tries, dict(self.wrong), dict(self.seen), dict(self.broken), self.late, self.resent, self.again
        )


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


def is_late(seen: Seen, scene: Scene) -> bool:
    return seen.seconds > scene.seconds + SLACK_SECONDS


def checked(seen: Seen, scene: Scene, name: str, counts: Counts, *, times: bool) -> None:
    """Counts a run and the requirements of every run that it broke; `times` says whether its time counts."""
    resent = (
        bool(scene.post.get("reset")) and seen.asked <= 1
    )  # by Chromium, which reports it to no page: see NOT_COVERED
    twice = len(seen.posts) > 1
    counts.resent += twice and resent
    counts.late.append(seen.seconds - scene.seconds)
    cut_off = isinstance(seen.error, TimeoutError) and not times  # its end is judged when it is played alone
    found = {
        "effects-once": f"posts: {seen.posts}"
        if (twice and not resent) or any("/wrong" in post for post in seen.posts)
        else "",
        "nothing-left": "; ".join(seen.left),
        "apart": f"the model of this run was shown what belongs to {seen.foreign}" if seen.foreign else "",
        **({} if cut_off else {"failures-told": untold(seen)}),
        **({"limits": exceeded(seen, scene)} if scene.limits else {}),
    }
    if times:
        found["deadlines"] = f"{seen.seconds:.1f} s of {scene.seconds:g}, {seen.words}" if is_late(seen, scene) else ""
    for key, said in found.items():
        counts.tries[key] += 1
        if said:
            counts.wrong[key].append(f"{name}: {said}")
            counts.broken[name].append(f"{key}: {said}")
    if seen.error is not None and not isinstance(seen.error, EXPECTED):
        print(name, *traceback.format_exception(seen.error), file=sys.stderr)


def exceeded(seen: Seen, scene: Scene) -> str:
    """Returns by how much a run exceeded a limit; empty if by one call at most."""
    calls = seen.result.exchanges
    most = scene.limits.get("calls") or scene.limits.get("steps")
    if most is not None and len(calls) > most + 1:
        return f"{len(calls)} calls of {most}"
    tokens = scene.limits.get("tokens")
    before = sum(exchange.usage.total for exchange in calls[:-1])
    return f"{before} of {tokens} tokens before the last call" if tokens is not None and before > tokens else ""


def untold(seen: Seen) -> str:
    """Returns what a run fails to report about its end and its actions; empty if it reports everything."""
    result, error = seen.result, seen.error
    if error is not None and not isinstance(error, EXPECTED):
        return f"it ends with {error!r}"
    if result.status is Status.RUNNING or (result.status is Status.COMPLETE and not seen.posts):
        return f"it is reported as {result.status}"
    if not seen.posts:
        return ""
    by_error = isinstance(error, ModelError | BrowserError) and not (
        error.may_have_acted or any(acted(outcome) for step in error.steps for outcome in step.outcomes)
    )
    silent = [
        name for name, is_silent in (("the result", not result.may_have_acted), ("the error", by_error)) if is_silent
    ]
    return (
        f"{len(seen.posts)} POST, of which {' and '.join(silent)} reports nothing ({seen.words} {error or ''})"
        if silent
        else ""
    )


Schedule = tuple[tuple[int, ...], int, float]
"""The numbers of the faults, the seed of the run and its deadline in seconds."""


async def guarded(where: Place, schedule: Schedule, counts: Counts, *, alone: bool) -> bool:
    """Plays a schedule and counts it. Returns whether it was late while others played, and must be played again."""
    numbers, seed, seconds = schedule
    faults = tuple(FAULTS[number] for number in numbers)
    name = " + ".join(map(title, faults))
    scene = Scene(rng=random.Random(seed), seconds=seconds)
    for fault in faults:
        fault.apply(scene)
    seen = await played(where, scene)
    again = is_late(seen, scene) and not alone
    checked(seen, scene, name, counts, times=not again)
    key = name if len(faults) == 1 else "pairs"
    counts.seen[key][seen.words] += 1
    if len(faults) == 1:
        if faults[0].row == 3:
            counts.tries["partial-replies"] += 1
        if problem := faults[0].wrong(seen):
            counts.broken[name].append(
                f"required: {faults[0].required}; seen: {problem} {seen.error or seen.result.message}"[:300]
            )
    shutil.rmtree(seen.out.parent, ignore_errors=True)
    return again


def title(fault: Fault) -> str:
    return f"{fault.row} {fault.name}"


def schedules(options: argparse.Namespace) -> list[Schedule]:
    """Returns what to play: every fault `rounds` times, then pairs of faults of two layers; the same for one seed."""
    rng = random.Random(options.seed)
    wanted = [fault for fault in FAULTS if options.only in {None, fault.row}]
    singles = [
        ((FAULTS.index(fault),), rng.randrange(2**32), options.seconds)
        for fault in wanted
        for _ in range(options.rounds)
    ]
    shared = [fault for fault in wanted if fault.layer not in {"browser", "disk", "kept"}]
    own = [fault for fault in wanted if fault.layer == "browser"]
    pairs = []
    while len(pairs) < options.schedules:
        first = rng.choice(own if own and rng.random() < options.own_browsers else shared)
        second = rng.choice([fault for fault in shared if fault.layer != first.layer])
        pairs.append(((FAULTS.index(first), FAULTS.index(second)), rng.randrange(2**32), options.pair_seconds))
    return singles + pairs


async def played_all(listed: list[Schedule], counts: Counts, abreast: int, until: float) -> None:
    asyncio.get_running_loop().set_task_factory(remembered)
    async with place() as where:
        waiting = iter(listed)
        late: list[Schedule] = []
        done = 0

        async def work() -> None:
            nonlocal done
            for schedule in waiting:
                if time.monotonic() > until:
                    return
                if await asyncio.create_task(guarded(where, schedule, counts, alone=abreast == 1)):
                    late.append(schedule)
                done += 1
                if not done % 50:
                    wrong = {key: len(said) for key, said in counts.wrong.items()}
                    print(f"{done} of {len(listed)}, {len(late)} late", wrong, file=sys.stderr, flush=True)

        await asyncio.gather(*(work() for _ in range(abreast)))
        for schedule in late:
            await asyncio.create_task(guarded(where, schedule, counts, alone=True))
        counts.again += len(late)


def remembered(loop: asyncio.AbstractEventLoop, coroutine: Any, **options: Any) -> asyncio.Task[Any]:
    """Makes a task and records the run that it belongs to."""
    task = asyncio.Task(coroutine, loop=loop, **options)
    _tasks[task] = _scene.get()
    return task


class Caught:
    """A policy that keeps the turn that it gets."""

    roles = ()

    async def decide(self, turn: Turn, ask: Any) -> Proposal:  # noqa: ARG002 - no model is asked
        self.turn = turn
        return Proposal.model_validate(reply_of(action("fail", reason="that is all")))


async def cut_everywhere(counts: Counts, every: int, until: float) -> None:
    """Cuts the reply of each wire: the connection after each byte of the body, and the text after each character."""
    caught, policy = Caught(), find_policy("single_call")
    reply = reply_of(
        action("fill", element_id="input-0", value="a"), action("click", element_id="button-0"), complete=True
    )
    async with open_browser() as opened:
        await opened.page.set_content("<input aria-label=Name><button>Send</button>")
        await Agent(policy=caught, out=None).run(TASK, page=opened.page)
    whole = Proposal.model_validate(reply)
    for name, kind in WIRES.items():
        script: list[Any] = [Answer(said=reply)]
        with kind(iter(partial(script.__getitem__, 0), None)) as server:
            model = find_model(f"{name}@{server.url}")

            async def asked(model: Any = model) -> Proposal | Exception:
                meter = Meter({"main": model}, retry=RetryPolicy(attempts=1))
                try:
                    return await policy.decide(caught.turn, meter.ask)
                except (ModelError, ReplyError) as error:
                    return error

            assert await asked() == whole
            kept = range(0, len(json.dumps(reply)), every)
            texts = [Answer(said=reply, keep=at) for at in kept]
            for script[0] in texts if time.monotonic() < until else ():
                said = await asked()
                judge(counts, f"{name}, text cut at {script[0].keep}", isinstance(said, ReplyError | ModelError))
            response = server.answer(Answer(said=reply), server.received[-1].body)
            length = sum(len(chunk) + len(b"%x\r\n\r\n" % len(chunk)) for chunk in response.chunks) or len(
                response.body
            )
            for at in range(1, length, every):
                if time.monotonic() > until:
                    break
                script[0] = Answer(said=reply, cut=at)
                said = await asked()
                # after the provider's last event the reply is whole, although its connection breaks
                judge(
                    counts,
                    f"{name}, cut at byte {at} of {length}",
                    said == whole or isinstance(said, ReplyError | ModelError),
                )
            await model.close()


def judge(counts: Counts, name: str, held: bool) -> None:  # noqa: FBT001 - what was found
    counts.tries["partial-replies"] += 1
    if not held:
        counts.wrong["partial-replies"].append(name)


def worked(listed: list[Any], cuts: int, abreast: int, minutes: float) -> Counts:
    """Does the part of one process."""
    import anthropic  # noqa: F401, PLC0415 - both take seconds to load, which must not count for the first runs
    import openai  # noqa: F401, PLC0415

    counts = Counts()

    async def work() -> None:
        until = time.monotonic() + minutes * 60
        async with asyncio.TaskGroup() as group:
            group.create_task(played_all(listed, counts, abreast, until))
            if cuts:
                group.create_task(cut_everywhere(counts, cuts, until))
        gc.collect()

    asyncio.run(work())
    return counts.plain()


def shown(counts: Counts, options: argparse.Namespace) -> Table:
    table = Table("row", "injected", "required", "seen", "tries", "violations", title=f"Faults, seed {options.seed}")
    for fault in FAULTS:
        counted = counts.seen.get(title(fault))
        if counted:
            seen = ", ".join(f"{words} {number}" for words, number in counted.most_common())
            table.add_row(
                str(fault.row),
                fault.name,
                fault.required,
                seen,
                str(counted.total()),
                str(len(counts.broken.get(title(fault), ()))),
            )
    if pairs := counts.seen.get("pairs"):
        broken = sum(len(said) for name, said in counts.broken.items() if " + " in name)
        seen = ", ".join(f"{words} {number}" for words, number in pairs.most_common())
        table.add_row("", "two faults at once", "what every run must do", seen, str(pairs.total()), str(broken))
    for key, statement in PROMISES.items():
        table.add_row("", key, statement, "", str(counts.tries[key]), str(len(counts.wrong.get(key, ()))))
    beyond = [late for late in counts.late if late > 0]
    table.add_row(
        "22",
        "other runs in the same browser",
        "no word of another run reaches a model",
        "",
        str(counts.tries["apart"]),
        str(len(counts.wrong.get("apart", ()))),
    )
    table.caption = f"{len(beyond)} runs ended after their deadline, by {max(beyond, default=0):.1f} s at most; {counts.again} of them were late while others played, and were played again alone; Chromium itself repeated {counts.resent} POST"
    return table


def results(counts: Counts, options: argparse.Namespace) -> list[Proof]:
    return [
        proved(
            key, statement, tries=counts.tries[key], violations=len(counts.wrong.get(key, ())), seed=options.seed, not_covered=NOT_COVERED[key]
        )
        for key, statement in PROMISES.items()
    ]  # fmt: skip


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="how often each fault is played alone")
    parser.add_argument("--schedules", type=int, default=1000, help="the number of pairs of faults")
    parser.add_argument(
        "--own-browsers", type=float, default=0.03, help="the share of pairs in which the run's own browser fails"
    )
    parser.add_argument("--cuts", type=int, default=1, help="cut replies at every Nth byte; 0 cuts none")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", type=int, help="only the faults of this row of the table")
    parser.add_argument("--seconds", type=float, default=20.0, help="the deadline of a run with one fault")
    parser.add_argument("--pair-seconds", type=float, default=6.0, help="the deadline of a run with two faults")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--abreast", type=int, default=4, help="the number of runs at once in each process")
    parser.add_argument(
        "--minutes", type=float, default=60.0, help="begin nothing after this many minutes; what was tried counts"
    )
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "faults.json")
    return parser.parse_args()


def main() -> None:
    options = parsed()
    listed = schedules(options)
    parts = [listed[number :: options.processes] for number in range(options.processes)]
    counts = Counts()
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(options.processes) as pool:
        work = [
            (part, options.cuts if number == 0 else 0, options.abreast, options.minutes)
            for number, part in enumerate(parts)
        ]
        for part in pool.starmap(worked, work):
            counts.add(part)
    Console(width=None if sys.stdout.isatty() else 200).print(shown(counts, options))
    for name, said in counts.broken.items():
        print(f"{name}:", *dict.fromkeys(said), sep="\n  ")
    if options.out and options.only is None:
        write(options.out, *results(counts, options))


if __name__ == "__main__":
    main()
