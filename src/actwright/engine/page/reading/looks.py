"""Asks all frames of a page for their content at the same time, each as often as needed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from operator import is_
from typing import Any

from playwright.async_api import CDPSession, Error, Frame, Page

from actwright.engine.page.browser.sessions import call
from actwright.engine.page.reading.cdp import Protocol, World
from actwright.engine.page.reading.cdp_evaluate import Counts
from actwright.engine.page.reading.frames import Frames
from actwright.engine.page.reading.isolated_world import tell_parent
from actwright.engine.page.reading.listeners import ListenerAnswer

_FRAME_SECONDS = 1.0
"""How long to wait for the frames inside the page after the last answer; a slower one becomes a note."""

_AT_ONCE = 10
"""The maximum number of frames captured at a time: on a busy machine, some of many then answer before the deadline."""

_SLOT_SECONDS = 0.2
"""How long a frame that does not answer delays the question to the next one."""

_FEW_FRAMES = 4
"""If a page has more frames inside it than this, its main frame is asked before all others."""

_PATIENCE = 3
"""Frames are waited for this many times as long as the main frame, or another one, took to answer: the machine may be
busy."""

_PROVISIONAL = (True, True, True, False)
"""The value of `provisional` for each question to a frame. A frame is asked again if it changed between two questions,
or shows closed shadow roots in closed ones."""


@dataclass(frozen=True, slots=True)
class FrameAnswers:
    """The answers of the frames of a page.

    Attributes:
        main: The main frame.
        answers: The answers to the operation `capture`, by the numbers of the frames; 0 is the main frame.
        numbered: The other frames, by their numbers.
        failed: The numbers of the frames that did not answer.
        placed: The numbers of the frames whose place in the page is known.
    """

    main: Frame
    answers: dict[int, dict[str, Any]]
    numbered: dict[int, Frame]
    failed: list[int]
    placed: frozenset[int]

    def of_each(self, name: str) -> dict[Frame, Any]:
        """One value of each answer, by frame."""
        return {self.numbered.get(number, self.main): answer[name] for number, answer in self.answers.items()}


class Looks:
    """Looks at the frames of one run's pages.

    It keeps the last answer of each frame: a frame that still shows the same answers only with the number of that look.
    """

    def __init__(self, frames: Frames) -> None:
        self._frames = frames
        self._marked: set[Frame] = set()
        self._silent: set[Frame] = set()
        self._kept: dict[Frame, dict[tuple[bool, bool], dict[str, Any]]] = {}
        self._few = asyncio.Semaphore(_AT_ONCE)

    async def read(self, page: Page, options: Mapping[str, Any], deadline: float, *, began: float) -> FrameAnswers:
        """Asks all frames what they show.

        Args:
            page: Any page on which the engine is registered.
            options: The arguments of the operation `capture` of `inject/operations.js`.
            deadline: By the monotonic clock; a frame inside the page that has not answered by then counts as failed.
            began: When the look began, by the monotonic clock.

        Raises:
            TimeoutError: The main frame did not answer in time.
            Error: Playwright's; the main frame could not be asked.
        """
        frames = [frame for frame in page.frames if frame is not page.main_frame]
        numbered = {self._frames.number(frame): frame for frame in frames}
        await self._mark_all(frames, page.main_frame, (deadline - time.monotonic()) / 2)
        seconds = deadline - time.monotonic()
        main = asyncio.create_task(self._ask_frame(page.main_frame, options, seconds))
        if len(frames) > _FEW_FRAMES:  # otherwise they would delay the main frame
            await asyncio.wait([main], timeout=seconds)
            seconds = deadline - time.monotonic()
        pause = max(_FRAME_SECONDS, _PATIENCE * (time.monotonic() - began))
        inner = [asyncio.create_task(self._ask_inner(frame, options, seconds)) for frame in frames]
        await answered([main], inner, seconds, pause=pause)
        if main.cancelled():
            raise TimeoutError
        answers: dict[int, dict[str, Any]] = {0: main.result()}
        failed: list[int] = []
        for number, answer in zip(numbered, inner, strict=True):
            if answer.cancelled() or isinstance(answer.exception(), Error):
                failed += [number] * (not numbered[number].is_detached())
            else:
                answers[number] = answer.result()
        placed = frozenset(number for number, frame in numbered.items() if frame in self._marked)
        return FrameAnswers(page.main_frame, answers, numbered, failed, placed)

    def forget(self, frames: Sequence[Frame]) -> None:
        """Forgets frames that are gone."""
        self._marked.difference_update(frames)
        self._silent.difference_update(frames)
        for frame in frames:
            self._kept.pop(frame, None)

    async def _ask_inner(self, frame: Frame, options: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        async with self._slot():
            return await self._ask_frame(frame, options, seconds)

    @contextlib.asynccontextmanager
    async def _slot(self) -> AsyncGenerator[None]:
        """Limits how many questions run at a time; one that takes long gives up its slot to the next."""
        await self._few.acquire()
        given = asyncio.get_running_loop().call_later(_SLOT_SECONDS, self._few.release)
        try:
            yield
        finally:
            if given.when() > asyncio.get_running_loop().time():  # otherwise it has been called
                given.cancel()
                self._few.release()

    async def _ask_frame(self, frame: Frame, options: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """What a frame shows. It is asked again if it changed meanwhile, or if it may have closed shadow roots."""
        answer: dict[str, Any] = {}
        for provisional in _PROVISIONAL:
            counts, listeners = Counts(), ListenerAnswer()
            if frame not in self._silent:
                still = self._frames.request("still", **options)
                counts = await self._frames.cdp.counts(frame, still, seconds=seconds)
                if counts.customs:
                    await self._frames.read_internals(frame, counts.token)
                if (
                    counts.same
                    and frame not in self._frames.with_internals
                    and self._frames.listeners.to_ask(counts) == []
                ):
                    return self._kept_look(frame, counts.same, extent=(options["whole"], options["unfolded"]))
                listeners = await self._frames.listeners.ask(frame, self._frames.run, counts, seconds=seconds)
            asked: dict[str, Any] = {
                **options,
                "listeners": listeners.text,
                "listened": listeners.at,
                "counts": counts.drawn,
                "still": counts.still,
                "provisional": provisional,
            }
            self._silent.add(frame)
            answer = await self._frames.ask(frame, "capture", seconds=seconds, **asked)
            self._silent.discard(frame)
            if not answer["again"]:
                break
            await open_closed_roots(self._frames.protocol, frame, answer["token"])
        return self._kept_look(frame, answer, extent=(options["whole"], options["unfolded"]))

    def _kept_look(self, frame: Frame, answer: dict[str, Any], *, extent: tuple[bool, bool]) -> dict[str, Any]:
        """What a frame shows, from a full answer, or from the earlier answer whose number the frame returned."""
        kept = self._kept.setdefault(frame, {})
        if "same" not in answer:
            kept[extent] = answer
            return answer
        before = kept[extent]
        assert before["look"] == answer["same"]
        if answer["remembered"] and not before.get("seen"):
            kept[extent] = before = {**before, "root": _none_new(before["root"]), "seen": True}
        return {**before, "counters": answer["counters"], "tainted": answer["tainted"]}

    async def _mark_all(self, frames: Sequence[Frame], main: Frame, seconds: float) -> None:
        """Informs the engine in the parent of each frame which iframe element holds the frame."""
        new = [frame for frame in frames if frame not in self._marked]
        outer = [asyncio.create_task(self._mark(frame)) for frame in new if frame.parent_frame is main]
        deeper = [asyncio.create_task(self._mark(frame)) for frame in new if frame.parent_frame is not main]
        await answered(outer, deeper, seconds)

    async def _mark(self, frame: Frame) -> None:
        try:
            async with self._slot():
                await tell_parent(frame, f"{self._frames.run} frame {self._frames.number(frame)}")
        except Error:
            return  # the frame or its parent is being detached, which the capture of the parent shows
        self._marked.add(frame)


async def answered(
    first: Sequence[asyncio.Task[Any]],
    others: Sequence[asyncio.Task[Any]],
    seconds: float,
    *,
    pause: float = _FRAME_SECONDS,
) -> None:
    """Waits for all of `first`, then for `others` until none has finished for `pause` seconds.

    It waits at most `seconds`. The pause grows to three times the time that one of them took: many frames of one busy
    process make progress in turns, and all end late. Tasks that are not done then are cancelled; failed ones keep their
    errors.
    """
    until = time.monotonic() + seconds
    try:
        if first:
            await asyncio.wait(first, timeout=max(0.0, seconds))
        waiting, last = set(others), time.monotonic()
        while waiting:
            longest = max(0.0, min(last + pause, until) - time.monotonic())
            done, waiting = await asyncio.wait(waiting, timeout=longest, return_when=asyncio.FIRST_COMPLETED)
            if not done:
                break
            now = time.monotonic()
            pause, last = max(pause, _PATIENCE * (now - last)), now
    finally:
        for task in (*first, *others):
            task.cancel()
        await asyncio.gather(*first, *others, return_exceptions=True)


def _none_new(node: Mapping[str, Any]) -> Mapping[str, Any]:
    """A node of an earlier answer, in which nothing is marked as new any more; the same object if nothing was."""
    state, kids = node.get("state", {}), node.get("kids", ())
    known = [_none_new(kid) for kid in kids]
    if "new" not in state and all(map(is_, kids, known)):
        return node
    same = {**node, "kids": known}
    if "new" in state:
        same["state"] = {name: value for name, value in state.items() if name != "new"}
    return same


_SECONDS = 1.0
_SUSPECTS = "globalThis.actwright.suspects()"
_ADOPT = "function (root) { globalThis.actwright.adopt(this, root); }"


async def open_closed_roots(protocol: Protocol, frame: Frame, token: str) -> None:
    """Gives our world in a frame the closed shadow roots of the elements that it suspects to be shadow hosts.

    Each element is examined only once. If the browser does not answer within a second, nothing more is done.

    Args:
        protocol: The run's sessions with its pages.
        frame: The frame.
        token: The token of its document.
    """
    with contextlib.suppress(Error, TimeoutError):
        async with asyncio.timeout(_SECONDS):
            session = await protocol.of(frame)
            if session is not None:
                ours, _ = await protocol.worlds(session, token)
                await _open(session, ours)


async def _open(session: CDPSession, ours: World) -> None:
    content = await call(session, "Runtime.evaluate", uniqueContextId=ours.unique, expression=_SUSPECTS)
    array: dict[str, Any] = await call(
        session, "Runtime.getProperties", objectId=content["result"]["objectId"], ownProperties=True
    )
    hosts = [one["value"]["objectId"] for one in array["result"] if one["name"].isdigit()]
    try:
        await asyncio.gather(*(_adopt(session, host, ours.number) for host in hosts))
    finally:
        await call(session, "Runtime.releaseObject", objectId=content["result"]["objectId"])


async def _adopt(session: CDPSession, host: str, world: int) -> None:
    described = await call(session, "DOM.describeNode", objectId=host, depth=0)
    closed = [root for root in described["node"].get("shadowRoots", ()) if root["shadowRootType"] == "closed"]
    for root in closed:
        resolved = await call(session, "DOM.resolveNode", backendNodeId=root["backendNodeId"], executionContextId=world)
        argument = {"objectId": resolved["object"]["objectId"]}
        await call(session, "Runtime.callFunctionOn", objectId=host, functionDeclaration=_ADOPT, arguments=[argument])
