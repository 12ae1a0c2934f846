"""The measured systems, each attached to the same tab of the same browser, one at a time."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import subprocess
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from playwright.async_api import CDPSession, Page

from actwright.engine.page.page_options import PageOptions, Screenshots
from actwright.engine.page.surface import BrowserSurface
from actwright.engine.values.values import Values
from actwright.errors import BrowserError
from actwright.schemas.task import Task
from benchmarks.page.sets.packages import virtual_environment
from benchmarks.page.truth import Mark, Truth, by_attribute, by_locator, by_node

__all__ = [
    "SYSTEMS",
    "Attached",
    "Capture",
    "FailedError",
    "System",
    "marked_in_actwright",
    "marked_in_playwright",
    "systems",
]

DETACH_SECONDS = 10.0
LINE_BYTES = 64 * 1024 * 1024
VIEWPORT = (1280, 800)
SYSTEMS = ("floor", "actwright", "playwright", "browser-use", "browsergym")


class FailedError(Exception):
    """A system could not do what was asked; the message is the reason that it gave."""


@dataclass(frozen=True, slots=True)
class Capture:
    """One look of a system at the page.

    Attributes:
        milliseconds: The time from the request to the text.
        text: The text that a model would read.
        marks: The elements that the text marks as actionable, by the system's ID, with the data that finds them.
    """

    milliseconds: float
    text: str
    marks: dict[str, Any] = field(default_factory=dict[str, Any])


class Attached(Protocol):
    """A system that works on one tab."""

    async def tree(self) -> Capture:
        """Returns the page as text. Raises FailedError."""
        ...

    async def image(self) -> float:
        """Returns the ms for the text and a screenshot of the viewport, annotated if the system does that."""
        ...

    async def resolve(self, page: Page, truth: Truth, marks: dict[str, Any]) -> list[Mark]:
        """Returns what the marks of a capture stand for."""
        ...


async def _nothing() -> None:
    """Does nothing, because most systems run in this process."""


@dataclass(frozen=True, slots=True)
class System:
    """A system to measure: its name, its version, how it attaches to a tab, and what ends it after the last tab."""

    name: str
    version: str
    attach: Callable[[Page, str], AbstractAsyncContextManager[Attached]]
    close: Callable[[], Awaitable[None]] = _nothing


def since(began: float) -> float:
    """Returns the ms since a reading of the clock."""
    return (time.perf_counter() - began) * 1000


# The floor


class _Floor:
    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page = page
        self._session = session

    async def tree(self) -> Capture:
        began = time.perf_counter()
        await self._page.evaluate("1")
        return Capture(since(began), "")

    async def image(self) -> float:
        began = time.perf_counter()
        taken = await self._session.send(
            "Page.captureScreenshot", {"format": "jpeg", "quality": 80, "optimizeForSpeed": True}
        )
        base64.b64decode(taken["data"])
        return since(began)

    async def resolve(self, page: Page, truth: Truth, marks: dict[str, Any]) -> list[Mark]:  # noqa: ARG002
        return []


@asynccontextmanager
async def _floor(page: Page, cdp: str) -> AsyncGenerator[Attached]:  # noqa: ARG001 - every system gets it
    session = await page.context.new_cdp_session(page)
    yield _Floor(page, session)
    await session.detach()


# Actwright

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_ID = re.compile(r"(?<![\w.-])(?:f\d+\.)?[a-z][a-z0-9-]*-\d+(?![\w-])")


def marked_in_actwright(tree: str, known: set[str]) -> list[str]:
    """Returns the IDs in the text itself, not those in what it quotes from the page."""
    found = _ID.findall(_QUOTED.sub('""', tree))
    return [id for id in dict.fromkeys(found) if id in known]


class _Actwright:
    def __init__(self, page: Page, surfaces: tuple[BrowserSurface, BrowserSurface]) -> None:
        self._plain, self._picturing = surfaces
        self._page = page

    async def tree(self) -> Capture:
        began = time.perf_counter()
        try:
            seen = await self._plain.observe()
        except BrowserError as error:
            raise FailedError(str(error)) from error
        took = since(began)
        if not seen.tree and seen.notes:
            raise FailedError("; ".join(seen.notes))
        return Capture(took, seen.tree, dict.fromkeys(marked_in_actwright(seen.tree, set(seen.by_id))))

    async def image(self) -> float:
        began = time.perf_counter()
        seen = await self._picturing.observe()
        took = since(began)
        if seen.screenshot is None:
            raise FailedError("; ".join(seen.notes) or "no screenshot")
        return took

    async def resolve(self, page: Page, truth: Truth, marks: dict[str, Any]) -> list[Mark]:  # noqa: ARG002
        reader = self._plain._observer.reader  # noqa: SLF001 - the surface itself resolves only to act
        return await by_locator({id: reader.locator(id) for id in marks})


def _surface(page: Page, screenshot: Screenshots) -> BrowserSurface:
    task, options = Task(text="look"), PageOptions(screenshot=screenshot)
    return BrowserSurface(page, task=task, values=Values({}), downloads_dir=lambda: Path("runs"), options=options)


@asynccontextmanager
async def _actwright(page: Page, cdp: str) -> AsyncGenerator[Attached]:  # noqa: ARG001
    plain, picturing = _surface(page, "never"), _surface(page, "always")
    try:
        yield _Actwright(page, (plain, picturing))
    finally:
        await asyncio.gather(plain.close(), picturing.close())


# Playwright

_REF_LINE = re.compile(r"^\s*- '?(\w+)\b(.*)$", re.MULTILINE)
_REF = re.compile(r"\[ref=(\w+)\]")
_ROLES = {
    *("button", "link", "checkbox", "radio", "switch", "textbox", "searchbox", "combobox", "spinbutton", "slider"),
    *("option", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "treeitem"),
}


def marked_in_playwright(snapshot: str) -> list[str]:
    """Returns the references of lines with a widget role or `[cursor=pointer]`; other lines have references too."""
    found: list[str] = []
    for role, rest in _REF_LINE.findall(snapshot):
        said = _QUOTED.sub("", rest)
        ref = _REF.search(said)
        if ref and (role in _ROLES or "[cursor=pointer]" in said):
            found.append(ref[1])
    return found


class _Playwright:
    def __init__(self, page: Page) -> None:
        self._page = page

    async def tree(self) -> Capture:
        began = time.perf_counter()
        text = await self._page.aria_snapshot(mode="ai")
        took = since(began)
        return Capture(took, text, dict.fromkeys(marked_in_playwright(text)))

    async def image(self) -> float:
        began = time.perf_counter()
        await self._page.aria_snapshot(mode="ai")
        await self._page.screenshot(type="jpeg", scale="css")
        return since(began)

    async def resolve(self, page: Page, truth: Truth, marks: dict[str, Any]) -> list[Mark]:  # noqa: ARG002
        await self._page.aria_snapshot(mode="ai")  # references resolve only against the newest snapshot
        return await by_locator({ref: page.locator(f"aria-ref={ref}") for ref in marks})


@asynccontextmanager
async def _playwright(page: Page, cdp: str) -> AsyncGenerator[Attached]:  # noqa: ARG001
    yield _Playwright(page)


# Peers in other environments


class _Peer:
    """A peer that works on one tab through its adapter; see peers/lines.py."""

    def __init__(self, adapter: _Adapter) -> None:
        self._adapter = adapter
        self._lost = False

    async def ask(self, verb: str, **arguments: Any) -> dict[str, Any]:
        if self._lost:
            raise FailedError("it did not answer before")
        self._lost = True  # stays so if the wait for the answer is cancelled
        try:
            answer = await self._adapter.ask({"do": verb, **arguments})
        except FailedError:
            self._lost = False
            raise
        self._lost = False
        return answer

    async def tree(self) -> Capture:
        answer = await self.ask("tree")
        return Capture(answer["ms"], answer["text"], answer["marks"])

    async def image(self) -> float:
        return (await self.ask("image"))["ms"]


class _BrowserUse(_Peer):
    async def resolve(self, page: Page, truth: Truth, marks: dict[str, Any]) -> list[Mark]:  # noqa: ARG002
        return await by_node(page, {id: (node, target) for id, (node, target) in marks.items()})


class _BrowserGym(_Peer):
    async def resolve(self, page: Page, truth: Truth, marks: dict[str, Any]) -> list[Mark]:  # noqa: ARG002
        return await by_attribute(truth, "bid", marks)


class _Adapter:
    """The process of a peer, which is kept from state to state, and restarted after it failed to answer."""

    def __init__(self, python: Path, script: str, log: Path) -> None:
        self._command = (str(python), str(Path(__file__).with_name("peers") / script))
        self._log = log
        self._running: asyncio.subprocess.Process | None = None

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Returns the answer of the peer.

        Raises:
            FailedError: The peer reports that it failed, or its process ended.
        """
        running = self._running or await self._start()
        self._running = None  # a caller that stops waiting for an answer leaves a process that cannot be asked again
        line = b""
        try:
            assert running.stdin is not None
            assert running.stdout is not None
            running.stdin.write(json.dumps(request).encode() + b"\n")
            await running.stdin.drain()
            line = await running.stdout.readline()
        except ConnectionError as error:
            raise FailedError("its process ended") from error
        finally:
            if not line:
                await _end(running)
        if not line:
            raise FailedError("its process ended")
        self._running = running
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise FailedError(answer["error"])
        return answer

    async def close(self) -> None:
        """Ends the process."""
        running, self._running = self._running, None
        if running is not None:
            await _end(running)

    async def _start(self) -> asyncio.subprocess.Process:
        with self._log.open("ab") as said:
            return await asyncio.create_subprocess_exec(
                *self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, limit=LINE_BYTES
            )


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.kill()
        await process.wait()


@dataclass(frozen=True, slots=True)
class Peer:
    """A system in its own environment, which the bench makes."""

    name: str
    package: str
    script: str
    kind: type[_BrowserUse | _BrowserGym]
    work: Path

    async def ready(self) -> System:
        """Installs the peer, and returns it as a system.

        Raises:
            ConfigError: The peer cannot be installed.
            FailedError: The peer does not start.
        """
        folder = self.work / "environments" / self.package
        python = await virtual_environment(folder, (self.package,), of=self.package, alone=False)
        adapter = _Adapter(python, self.script, self.work / f"{self.package}.log")

        @asynccontextmanager
        async def attach(page: Page, cdp: str) -> AsyncGenerator[Attached]:
            session = await page.context.new_cdp_session(page)
            target = (await session.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
            await session.detach()
            peer = self.kind(adapter)
            width, height = VIEWPORT
            await peer.ask("attach", cdp=cdp, target=target, width=width, height=height)
            try:
                yield peer
            finally:
                with suppress(FailedError, TimeoutError):  # the next state starts another process
                    async with asyncio.timeout(DETACH_SECONDS):
                        await peer.ask("detach")

        version = (await adapter.ask({"do": "version"}))["version"]
        return System(self.name, version, attach, adapter.close)


def peers(work: Path) -> dict[str, Peer]:
    """Returns the peers by name. BrowserGym comes last, because it leaves attributes on every element."""
    return {
        "browser-use": Peer("browser-use", "browser-use", "browser_use_adapter.py", _BrowserUse, work),
        "browsergym": Peer("browsergym", "browsergym-core", "browsergym_adapter.py", _BrowserGym, work),
    }


async def systems(names: list[str], work: Path) -> list[System]:
    """Yields the named systems, ready to measure, in the order in which they are measured."""
    from importlib.metadata import version  # noqa: PLC0415 - only here

    own = {
        "floor": System("floor", "", _floor),
        "actwright": System("actwright", version("actwright"), _actwright),
        "playwright": System("playwright", version("playwright"), _playwright),
    }
    found = [own[name] for name in own if name in names]
    return found + [await peer.ready() for name, peer in peers(work).items() if name in names]
