"""Measures one page state with all systems. Each system gets the state in a new tab, surveyed, captured and scored."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Browser, Error, Page

from benchmarks.page.score import Finding, Kept, found, ids_kept, same_targets, words_found
from benchmarks.page.state import State
from benchmarks.page.systems import VIEWPORT, Attached, Capture, FailedError, System
from benchmarks.page.truth import Mark, Truth, survey

__all__ = ["Measured", "measure", "times"]

PATIENCE_SECONDS = 30.0
"""The longest time that a system may take for one step with a page, in seconds."""
ENOUGH_SECONDS = 12.0
"""No round begins after this many seconds, because slow systems need no more rounds to be known well enough."""
LOAD_SECONDS = 60.0
CHANGE_SECONDS = 1.0
CHANGE = """(() => {
  const { documentElement: root } = document, changed = root.toggleAttribute('data-benchmark');
  root.style.outline = `1px solid ${changed ? 'red' : 'blue'}`;
  root.style.outlineOffset = '-1px';
})()"""
"""A change that shows at the edge of a screenshot, moves nothing and adds no text."""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of one system on one state.

    Attributes:
        state, group, system: The names of the state, its group and the system.
        tree_ms, image_ms: The times of every round after a warm-up, for the text alone and for text and screenshot. The
            page changes before each round.
        again_ms: The times for the text of a page that has not changed since the last look.
        text: The text that a model would read.
        tokens: The tokens of the text.
        finding: The targets that the system found; None for the floor.
        words, words_found: The number of words in view, and of those in the text.
        words_missing: The other words, sorted.
        kept: The IDs across a re-render; None if the state has none.
        elements: The number of elements in the documents.
        problems: What failed, and why.
        notes: Other facts about the figures.
    """

    state: str
    group: str
    system: str
    tree_ms: tuple[float, ...] = ()
    image_ms: tuple[float, ...] = ()
    again_ms: tuple[float, ...] = ()
    text: str = ""
    tokens: int = 0
    finding: Finding | None = None
    words: int = 0
    words_found: int = 0
    words_missing: tuple[str, ...] = ()
    kept: Kept | None = None
    elements: int = 0
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


async def measure(
    state: State,
    browser: Browser,
    cdp: str,
    systems: list[System],
    *,
    rounds: int,
    tokens: Callable[[str], int],
    scored: bool = True,
) -> list[Measured]:
    """Measures every system on one state, only its times if it is not to be scored. `problems` reports what failed."""
    measured: list[Measured] = []
    for system in systems:
        try:
            async with asyncio.timeout(5 * PATIENCE_SECONDS), _prepared(browser, state) as page:
                parts = (*TIMES, _score, _rerender) if scored else TIMES
                measured.append(await _one(state, page, cdp, system, parts, rounds=rounds, tokens=tokens))
        except (Error, FailedError, TimeoutError) as error:
            measured.append(Measured(state.name, state.group, system.name, problems=(_reason(error),)))
    return measured


@asynccontextmanager
async def _prepared(browser: Browser, state: State) -> AsyncGenerator[Page]:
    """Opens a new tab with the state: the same for every system, whatever the system before did to its tab."""
    page = await browser.contexts[0].new_page()
    try:
        width, height = VIEWPORT
        await page.set_viewport_size({"width": width, "height": height})
        page.set_default_timeout(LOAD_SECONDS * 1000)
        await page.goto(state.url, wait_until="load")
        await state.prepare(page)
        await _painted(page)
        yield page
    finally:
        await page.close()


async def _painted(page: Page) -> None:
    """Waits for the next frame of the display, unless the page broke the functions that this needs."""
    with contextlib.suppress(Error):
        await page.evaluate(PAINTED)


async def _change(page: Page) -> None:
    """Changes an attribute and the colour of the edge of every frame that answers, and waits until that is drawn.

    Otherwise a system could return what it kept from the last look, instead of a new look.
    """
    changing = [asyncio.create_task(frame.evaluate(CHANGE)) for frame in page.frames]
    _, late = await asyncio.wait(changing, timeout=CHANGE_SECONDS)
    for each in late:
        each.cancel()
    await asyncio.gather(*changing, return_exceptions=True)
    await _painted(page)


@dataclass(slots=True)
class _Look:
    """One system that works on one state; `last` is its newest capture, `truth` and `marks` are what it stands for."""

    state: State
    page: Page
    attached: Attached
    rounds: int
    tokens: Callable[[str], int]
    last: Capture = field(default_factory=lambda: Capture(0.0, ""))
    truth: Truth | None = None
    marks: list[Mark] = field(default_factory=list[Mark])

    async def match(self) -> Truth:
        """Surveys the page, and finds the elements that the newest capture marked."""
        self.truth = await survey(self.page)
        self.marks = await self.attached.resolve(self.page, self.truth, self.last.marks)
        return self.truth

    async def tree(self) -> float:
        self.last = await self.attached.tree()
        return self.last.milliseconds


async def times(
    page: Page, look: Callable[[], Awaitable[float]], *, rounds: int, changed: bool = True
) -> tuple[float, ...]:
    """Returns the ms of every round after a warm-up; `changed` says whether the page changes before each."""
    taken: list[float] = []
    await look()
    began = time.monotonic()
    while len(taken) < rounds and (not taken or time.monotonic() - began < ENOUGH_SECONDS):
        if changed:
            await _change(page)
        taken.append(await look())
    return tuple(taken)


async def _one(
    state: State,
    page: Page,
    cdp: str,
    system: System,
    parts: Sequence[Part],
    *,
    rounds: int,
    tokens: Callable[[str], int],
) -> Measured:
    """Measures one system on a prepared page. If a part fails, the other parts are still measured.

    Raises:
        FailedError: The system could not attach.
    """
    problems: list[str] = []
    facts: dict[str, Any] = {"notes": ()}
    async with system.attach(page, cdp) as attached:
        look = _Look(state, page, attached, rounds, tokens)
        for part in parts:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    facts.update(await part(look))
            except (Error, FailedError, TimeoutError) as error:
                problems.append(f"{part.__name__.strip('_')}: {_reason(error)}")
        with contextlib.suppress(Error):
            width, height = await page.evaluate("[innerWidth, innerHeight]")
            if (width, height) != VIEWPORT:
                facts["notes"] = (*facts["notes"], f"the viewport became {width}x{height}")
    return Measured(state.name, state.group, system.name, **facts, problems=tuple(problems))


async def _image(look: _Look) -> dict[str, Any]:
    return {"image_ms": await times(look.page, look.attached.image, rounds=look.rounds)}


async def _tree(look: _Look) -> dict[str, Any]:
    taken = await times(look.page, look.tree, rounds=look.rounds)
    return {"tree_ms": taken, "text": look.last.text, "tokens": look.tokens(look.last.text)}


async def _again(look: _Look) -> dict[str, Any]:
    return {"again_ms": await times(look.page, look.tree, rounds=look.rounds, changed=False)}


async def _score(look: _Look) -> dict[str, Any]:
    if not look.last.text:
        return {}
    truth = await look.match()
    there, missing = words_found(truth.words, look.last.text)
    return {
        "finding": found(truth.targets, look.marks),
        "elements": truth.elements,
        "words": there + len(missing),
        "words_found": there,
        "words_missing": tuple(missing),
        "notes": truth.notes,
    }


async def _rerender(look: _Look) -> dict[str, Any]:
    first, old = look.truth, look.marks
    if look.state.rerender is None or first is None:
        return {}
    await look.state.rerender(look.page)
    await _painted(look.page)
    await look.tree()
    second = await look.match()
    return {"kept": ids_kept(same_targets(first.targets, second.targets), old, look.marks)}


Part = Callable[[_Look], Awaitable[dict[str, Any]]]
TIMES: tuple[Part, ...] = (_image, _tree, _again)


def _reason(error: BaseException) -> str:
    said = str(error).strip().splitlines()
    return said[0] if said else "it took too long" if isinstance(error, TimeoutError) else type(error).__name__
