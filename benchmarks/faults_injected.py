"""The faults of `faults.py`: what each does to a run, and what it requires in addition to what every run must do."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import Error, Page

from actwright import Status
from actwright.engine.page.browser.processes import DRIVER
from actwright.testing import Answer, Drop, HttpError, Silence

__all__ = ["FAULTS", "Fault", "Scene", "Seen", "browsers", "processes"]

Reply = dict[str, Any]
MARK = "--actwright-session="


@dataclass(kw_only=True)
class Scene:
    """The conditions of a run. Faults change them before the run begins.

    Attributes:
        rng: Draws the moment at which a fault strikes.
        seconds: The deadline of the run.
        html: HTML that is added to the page with the form.
        get, post: How the site answers; see `faults_site.py`.
        spoiled: The changes of the model's replies, by the number of the request, from 0.
        meanwhile: Runs at the same time as the run, with its page (None if the run has its own browser) and its folder.
        own: The run starts its own browser, with these switches.
        cancel_at: The run is cancelled when it waits for the time of this number.
        loops: The model proposes the same actions again and again.
        context_characters: The model's server reports an overflow of the context for a request with more characters.
        unknown_host: The run starts at a name that cannot be resolved.
        kept: Connections of the site stay open for further requests.
        wire: The model is asked over HTTP although no fault changes its replies.
    """

    rng: Random
    seconds: float
    html: str = ""
    get: dict[str, Any] = field(default_factory=dict)
    post: dict[str, Any] = field(default_factory=dict)
    spoiled: dict[int, Callable[[Reply], Any]] = field(default_factory=dict)
    meanwhile: list[Callable[[Page | None, Path], Awaitable[None]]] = field(default_factory=list)
    own: tuple[str, ...] | None = None
    cancel_at: int = 0
    limits: dict[str, Any] = field(default_factory=dict)
    loops: bool = False
    context_characters: int | None = None
    unknown_host: bool = False
    wire: bool = False
    kept: bool = False

    def soon(self, most: float = 2.5) -> float:
        """Draws the seconds after which a fault strikes, anywhere in a run that nothing else delays."""
        return self.rng.uniform(0, most)


@dataclass(kw_only=True)
class Seen:
    """The observed result of a run."""

    status: Status | None
    error: BaseException | None
    result: Any
    posts: list[str]
    seconds: float
    left: list[str]
    foreign: set[str]
    asked: int
    out: Path

    @property
    def words(self) -> str:
        return f"{type(self.error).__name__}" if self.error is not None else str(self.status)


@dataclass(frozen=True)
class Fault:
    """A fault.

    Attributes:
        row: Its row in the table; faults of one row are ways in which the same thing fails.
        layer: The layer that fails; the two faults of a pair come from two layers.
        name, required: The texts in the table.
        apply: Adds the fault to a scene.
        wrong: Returns what is wrong with a run that had this fault alone; empty if nothing is.
    """

    row: int
    layer: str
    name: str
    required: str
    apply: Callable[[Scene], None]
    wrong: Callable[[Seen], str] = lambda _: ""


def processes() -> dict[int, tuple[int, list[str]]]:
    """Returns the parent and the arguments of every process that can be read."""
    found = dict[int, tuple[int, list[str]]]()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError, IndexError, ValueError):
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                found[int(folder.name)] = parent, (folder / "cmdline").read_text().split("\0")
    return found


def browsers() -> dict[int, str]:
    """Returns the browsers that descend from this process, with their marks, without renderers."""
    listed = processes()
    ours = {pid for pid, (parent, words) in listed.items() if parent == os.getpid() and DRIVER in words}
    roots = ((pid, words) for pid, (parent, words) in listed.items() if parent in ours)
    return {pid: mark for pid, words in roots for mark in words if mark.startswith(MARK)}


def descendants(root: int) -> list[int]:
    listed = processes()
    found = [root]
    for pid in found:
        found += [child for child, (parent, _) in listed.items() if parent == pid]
    return found


def signalled(number: int, *, renderers: bool) -> Callable[[Scene], None]:
    """Returns a fault that sends a signal to the browser of the run, or to its renderers, some time after the start."""

    def apply(scene: Scene) -> None:
        scene.own = scene.own or ()
        known, seconds = set(browsers()), scene.soon()

        async def strike(_: Page | None, __: Path) -> None:
            while not (new := set(browsers()) - known):  # noqa: ASYNC110 - no event reports that a process has started
                await asyncio.sleep(0.05)
            await asyncio.sleep(seconds)
            root = new.pop()
            listed = processes()
            for pid in [root] if not renderers else descendants(root):
                if not renderers or "--type=renderer" in listed.get(pid, (0, []))[1]:
                    with suppress(ProcessLookupError):
                        os.kill(pid, number)

        scene.meanwhile.append(strike)

    return apply


def scripted(code: str, *, most: float = 2.5) -> Callable[[Scene], None]:
    """Returns a fault that runs code in the page. `MS` in the code becomes a random time after the load, in ms."""

    def apply(scene: Scene) -> None:
        scene.html += f"<script>{code.replace('MS', str(int(scene.soon(most) * 1000)))}</script>"

    return apply


def spoil(made: Callable[[Reply, Random], Any], *, most: int = 1) -> Callable[[Scene], None]:
    """Returns a fault that replaces up to `most` replies in a row, from one of the two that every run asks for."""

    def apply(scene: Scene) -> None:
        first = scene.rng.randrange(2)
        for number in range(first, first + scene.rng.randint(1, most)):
            scene.spoiled[number] = lambda reply: made(reply, scene.rng)

    return apply


def text_of(reply: Reply) -> str:
    return json.dumps(reply)


def cut_text(reply: Reply, rng: Random) -> Answer:
    return Answer(said=reply, keep=rng.randrange(len(text_of(reply))))


def cut_connection(reply: Reply, rng: Random) -> Answer:
    return Answer(said=reply, cut=rng.randrange(1, 400))


def malformed(reply: Reply, rng: Random) -> str:
    text = text_of(reply)
    at = rng.randrange(1, len(text) - 1)
    return rng.choice((text[:at], text + text, text.replace('"complete"', '"done"'), text.replace("[", "", 1), ""))


def failing(reply: Reply, rng: Random) -> HttpError:  # noqa: ARG001 - the reply never comes
    return HttpError(rng.choice((429, 500, 503)), retry_after=rng.choice((None, 0.2)))


async def crash(page: Page | None, _: Path) -> None:
    if page is not None:
        with suppress(Error):
            session = await page.context.new_cdp_session(page)
            await session.send("Page.crash")


def crashed(scene: Scene) -> None:
    seconds = scene.soon()

    async def strike(page: Page | None, out: Path) -> None:
        await asyncio.sleep(seconds)
        await crash(page, out)

    scene.meanwhile.append(strike)


def unwritable(scene: Scene) -> None:
    """Puts a folder in the place of the record of effects, so that nothing can be written to it."""

    def replaced(out: Path) -> bool:
        for folder in out.iterdir() if out.exists() else ():
            (folder / "journal.jsonl").unlink(missing_ok=True)
            (folder / "journal.jsonl").mkdir()
            return True
        return False

    async def strike(_: Page | None, out: Path) -> None:
        while not replaced(out):  # noqa: ASYNC110 - no event reports that a folder exists
            await asyncio.sleep(0.01)

    scene.meanwhile.append(strike)


def looping(scene: Scene) -> None:
    scene.loops = True
    scene.limits = scene.rng.choice(({}, {"calls": 3}, {"steps": 2}, {"tokens": 20_000}))


def network(**how: Any) -> Callable[[Scene], None]:
    return lambda scene: scene.get.update(how)


def answered(**how: Any) -> Callable[[Scene], None]:
    return lambda scene: scene.post.update(how)


def reset_when_kept(scene: Scene) -> None:
    scene.kept = True
    scene.post["reset"] = True


def frame_removed(scene: Scene) -> None:
    scene.html += "<iframe id=f srcdoc='<button>Inside</button>'></iframe>"
    scripted("setTimeout(() => f.remove(), MS)")(scene)


def memory_bomb(scene: Scene) -> None:
    """Fills the memory of the page, with a bound so that the machine itself does not run out of memory."""
    scene.own = ("--js-flags=--max-old-space-size=48",)
    scripted(
        "setTimeout(() => { const all = []; for (let i = 0; i < 400; i++) all.push(new Array(1e5).fill({})); }, MS)"
    )(scene)


def large(scene: Scene) -> None:
    rows = "for (let i = 0; i < 3000; i++) document.body.insertAdjacentHTML('beforeend', `<a href='#${i}'>Row number ${i}</a> `)"
    scene.html += f"<script>{rows}</script>"
    scene.context_characters = 120_000


def changed(**values: Any) -> Callable[[Scene], None]:
    def apply(scene: Scene) -> None:
        for name, value in values.items():
            setattr(scene, name, value)

    return apply


def cancelled(scene: Scene) -> None:
    scene.cancel_at = scene.rng.randint(1, 250)


def must_complete(seen: Seen) -> str:
    return "" if seen.status is Status.COMPLETE and len(seen.posts) == 1 else f"{seen.words}, {len(seen.posts)} POST"


def must_not_complete(seen: Seen) -> str:
    return "the run reports that it is complete" if seen.status is Status.COMPLETE else ""


def no_post(seen: Seen) -> str:
    return f"{len(seen.posts)} POST although nothing could be recorded" if seen.posts else must_not_complete(seen)


def inside(seen: Seen) -> str:
    outside = [path for path in seen.out.parent.rglob("evil*") if "downloads" not in path.parts]
    return f"written outside: {outside}" if outside else ""


def within_limits(seen: Seen) -> str:
    return "" if seen.status is Status.STUCK or (seen.status and seen.status.is_limit) else seen.words


RERENDER = """document.querySelector('[name=name]').addEventListener('input', () => {
  document.querySelector('form').innerHTML = '<label>Other <input name=other></label><button type=button>Delete</button>'; })"""
SWAP = """document.querySelector('form').insertAdjacentHTML('beforeend',
  `<button name=wrong formaction="${location.pathname}/wrong">Delete</button>`);
setInterval(() => { const f = document.querySelector('form'), b = f.querySelectorAll('button');
  if (Math.random() < .5) f.append(b[0]);
  else { [b[0].textContent, b[1].textContent] = [b[1].textContent, b[0].textContent];
         [b[0].formAction, b[1].formAction] = [b[1].formAction, b[0].formAction]; } }, 20 + MS / 10)"""
DOWNLOAD = "setTimeout(() => { location.href = location.pathname + '?download=%s'; }, MS)"
NEVER_COMPLETE = "typed error or limit; never complete"

FAULTS = (
    Fault(1, "model", "429, 500 or 503, once or twice", "retried, complete, one POST", spoil(failing, most=2), must_complete),
    Fault(2, "model", "connection broken before a byte", "retried, complete, one POST", spoil(lambda *_: Drop(), most=2), must_complete),
    Fault(2, "model", "a byte each second", "ends by the deadline, or complete after another try", spoil(lambda reply, _: Answer(said=reply, drip=1.0))),
    Fault(2, "model", "no reply", "ends by the deadline, or complete after another try", spoil(lambda *_: Silence())),
    Fault(3, "model", "reply cut at the output cap", "no part of it acts; then complete", spoil(cut_text), must_complete),
    Fault(3, "model", "connection cut in the reply", "no part of it acts; then complete", spoil(cut_connection), must_complete),
    Fault(3, "model", "malformed reply", "no part of it acts; then complete", spoil(malformed), must_complete),
    Fault(4, "model", "a page far larger than the context", "tree within its budget, complete", large, must_complete),
    Fault(5, "page", "renderer crashes", "a typed end; at most one POST", crashed),
    Fault(5, "browser", "renderer killed", "a typed end; at most one POST", signalled(signal.SIGKILL, renderers=True)),
    Fault(6, "browser", "browser killed", "a typed end; at most one POST", signalled(signal.SIGKILL, renderers=False)),
    Fault(8, "page", "script that never ends", "ends by the deadline", scripted("setTimeout(() => { for (;;); }, MS)")),
    Fault(8, "browser", "renderer stopped", "ends by the deadline; no process left", signalled(signal.SIGSTOP, renderers=True)),
    Fault(9, "browser", "browser stopped", "ends by the deadline; no process left", signalled(signal.SIGSTOP, renderers=False)),
    Fault(10, "page", "navigation during the run", "a typed end; at most one POST", scripted("if (!location.hash) setTimeout(() => location.replace(location.pathname + '?again#1'), MS)")),
    Fault(10, "page", "frame removed", "complete, one POST", frame_removed, must_complete),
    Fault(11, "page", "two buttons trade places and names", "the other one is never pressed", scripted(SWAP)),
    Fault(12, "page", "the first action renders everything again", "the rest is not performed", scripted(RERENDER), lambda seen: f"{len(seen.posts)} POST" if seen.posts else must_not_complete(seen)),
    Fault(13, "network", "connection reset after the POST", "one POST; reports that it may have acted", answered(reset=True), must_not_complete),
    Fault(13, "kept", "a kept connection reset after the POST", "reports that it may have acted", reset_when_kept, must_not_complete),
    Fault(13, "network", "answer of the POST ends half-way", "one POST", answered(half=True)),
    Fault(14, "network", "the POST is answered after 60 s", "one POST; reports that it may have acted", answered(delay=60), must_not_complete),
    Fault(14, "network", "the POST is answered with 503", "one POST", answered(status=503)),
    Fault(15, "page", "alert on load", "no hang", scripted("alert('Hello')")),
    Fault(15, "page", "1,000 alerts", "ends by the deadline", scripted("setTimeout(() => { for (let i = 0; i < 1000; i++) alert(i); }, MS)")),
    Fault(15, "page", "confirm before sending", "never accepted automatically: no POST", scripted("document.querySelector('form').onsubmit = () => confirm('Really?')"), lambda seen: f"{len(seen.posts)} POST" if seen.posts else ""),
    Fault(15, "page", "beforeunload and print", "at most one POST", scripted("addEventListener('beforeunload', (e) => e.preventDefault()); setTimeout(print, MS)")),
    Fault(16, "page", "100 windows on a click", "at most one POST", scripted("document.querySelector('button').onclick = () => { for (let i = 0; i < 100; i++) open('about:blank'); }")),
    Fault(16, "page", "a window that closes itself", "complete, one POST", scripted("document.querySelector('[name=name]').onclick = () => setTimeout(() => open('about:blank').close(), 50)"), must_complete),
    *(Fault(17, "page", f"{kind} download", "nothing written outside of the run's folder", scripted(DOWNLOAD % kind), inside) for kind in ("truncated", "endless", "hostile")),
    Fault(18, "browser", "memory bomb", "a typed end; other runs continue", memory_bomb),
    Fault(19, "model", "model repeats itself", "stuck, or a limit", looping, within_limits),
    Fault(20, "disk", "effects cannot be recorded", "the run is refused before anything is sent", unwritable, no_post),
    Fault(23, "cancel", "cancelled at any wait", "interrupted; nothing left", cancelled),
    Fault(25, "network", "connection reset, once", "a typed end, or complete with one POST", network(reset=True, times=1)),
    Fault(25, "network", "connection always reset", NEVER_COMPLETE, network(reset=True), must_not_complete),
    Fault(25, "network", "no answer to the first page", NEVER_COMPLETE, network(delay=60), must_not_complete),
    Fault(25, "network", "the first page ends half-way", "a typed end, or complete with one POST", network(half=True)),
    Fault(25, "network", "name that does not exist", NEVER_COMPLETE, changed(unknown_host=True), must_not_complete),
    Fault(25, "page", "clock of the page jumps by a day", "complete, one POST", scripted("const now = Date.now; setTimeout(() => { Date.now = () => now() + 864e5; }, MS)"), must_complete),
)  # fmt: skip
