"""The page as a run sees it: captured, checked and resolved through one engine in Playwright's isolated world."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error, Frame, Locator, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from actwright.engine.page.assemble import assemble, assemble_part, frame_prefix
from actwright.engine.page.direct import Direct
from actwright.engine.page.listeners import Listeners
from actwright.engine.page.protocol import Protocol
from actwright.engine.page.prune import Rank
from actwright.engine.page.settle import Signs
from actwright.engine.page.shadow import open_closed_roots
from actwright.engine.page.tree import View, clean, quote, render
from actwright.engine.page.world import ENGINE, is_gone, register, tell
from actwright.errors import BrowserError, ToolError
from actwright.schemas.page import Box, Element
from actwright.text import first_line, shortened

__all__ = ["Check", "Eyes", "Refusal", "Snapshot"]

_FRAME_SECONDS = 1.0
"""How long after the last answer the frames inside the page are waited for; a slow one becomes a note."""

_AT_ONCE = 32
"""Frames that are asked at a time: a page full of them must not keep its main frame from answering."""

_MOST_UNSEEN = 5
"""Frames without an answer that are named."""

_LOOKS = (True, True, True, False)
"""A frame that changes between two questions, or shows closed shadow roots in closed ones, is asked again so often."""

_LONGEST_NAME = 200
_MOST_UNFOLDED = 50
"""Elements of a fold that are told at once."""
_UNFOLDED_TOKENS = 3_000
"""About how many tokens their lines may have."""


def _as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One capture of a page.

    Attributes:
        url, title: Of the page, with secrets masked.
        tree: What a model reads.
        text: Visible text of all frames in document order, whitespace folded: that within a screen of the view, or all.
        elements: All elements with an ID in document order; also those the tree left out, but none that is folded.
        notes: What could not be seen, in plain sentences.
        width, height: The viewport in CSS px.
        scroll: Left and top of the viewport in the page, and the page's width and height, CSS px.
        shown: What a picture shows of the viewport, less than all of it if the page is pinched; None if that is not known.
        secret_boxes: Where something secret shows; a picture must hide it.
        modal: A short label of the topmost open modal dialog; empty if there is none.
    """

    url: str
    title: str = ""
    tree: str = ""
    text: str = ""
    elements: tuple[Element, ...] = ()
    notes: tuple[str, ...] = ()
    width: int = 0
    height: int = 0
    scroll: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    shown: Box | None = None
    secret_boxes: tuple[Box, ...] = ()
    modal: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """What an element is right now, a moment before an action.

    Attributes:
        found: Whether it is still in the page; nothing else is known of one that is gone, but `modal`.
        role, name: As in `Element`.
        disabled: It does not take input.
        visible: It has an area and is not hidden.
        in_view: Some of it lies inside its frame's viewport.
        covered_by: A short label of what lies over all its click points; empty if one is free, or none is in view.
        adorned: What covers it is no larger than itself: its own placeholder, icon or styled box.
        point: Where to click it, in CSS px from the padding box of what its ID resolves to; None for the middle.
        origin: The origin of its document, as the browser enforces it; `null` for an opaque one.
        modal: A short label of the topmost open modal dialog in its frame.
        moved: What its row or heading said and says now, if that makes it a control of something else.
    """

    found: bool
    role: str = ""
    name: str = ""
    tag: str = ""
    disabled: bool = False
    visible: bool = False
    in_view: bool = False
    covered_by: str = ""
    adorned: bool = False
    point: tuple[float, float] | None = None
    modal: str = ""
    origin: str = ""
    moved: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Input that was stopped on its way, because it would have reached something else than was meant.

    Attributes:
        reason: One sentence that names both.
        acted: Whether earlier input of the same action had reached the page.
    """

    reason: str
    acted: bool


class Eyes:
    """How one run sees its pages. It keeps what makes IDs unique: the counters, and the numbers of the frames.

    Attributes:
        protocol: The run's sessions with its pages.
    """

    def __init__(self, *, mask: Callable[[str], str] | None = None, budget: int = 4_000) -> None:
        """Opens the eyes of a run.

        Args:
            mask: Hides secret values in every string that leaves a page; None if there are none.
            budget: About how many tokens a tree may have, see `render`.
        """
        self._mask = mask or _as_it_is
        self._has_secrets = mask is not None
        self._budget = budget
        self._run = secrets.token_hex(3)
        self._counters: dict[str, int] = {}
        self._numbers: dict[Frame, int] = {}
        self._numbered = 0
        self._marked: set[Frame] = set()
        self._owners: dict[str, Frame] = {}
        self._documents: dict[Frame, str] = {}
        self._former: dict[Frame, list[str]] = {}
        self._armed: set[Frame] = set()
        self._turn = asyncio.Lock()
        self._few = asyncio.Semaphore(_AT_ONCE)
        self._silent: set[Frame] = set()
        self._typed: dict[Frame, bool] = {}
        self.protocol = Protocol()
        self._listeners = Listeners(self.protocol)
        self._direct = Direct(self.protocol)

    async def close(self) -> None:
        """Ends what the run opened to look at its pages; the pages stay open."""
        await self._direct.close()
        await self.protocol.close()

    async def capture(
        self,
        page: Page,
        *,
        timeout: float = 5.0,  # noqa: ASYNC109 - a deadline that ends in an answer
        remember: bool = True,
        whole: bool = False,
    ) -> Snapshot:
        """The page as it is now.

        A frame that fails or is slow becomes a note; so does a page that does not answer within `timeout` seconds.

        Args:
            page: Any page, one of a caller's too.
            timeout: Seconds.
            remember: Whether later captures mark as new what this one did not show.
            whole: Whether the text is that of the whole page, and not of what lies within a screen of the view.

        Raises:
            BrowserError: The page or its browser is gone.
        """
        deadline = time.monotonic() + timeout
        try:
            async with asyncio.timeout(timeout + 0.5), self._turn:
                return await self._capture(page, deadline, remember=remember, whole=whole)
        except (TimeoutError, PlaywrightTimeout):
            return self._blank(page, "the page does not answer")
        except RecursionError:  # the tree of a frame is no deeper than MOST_AROUND in walk.js; frames may lie in frames
            return self._blank(page, "the page could not be read: its frames are nested too deep")
        except Error as error:
            if is_gone(page, error):
                raise BrowserError(f"the page is gone: {first_line(error.message)}") from error
            return self._blank(page, f"the page could not be read: {first_line(error.message)}")

    async def _capture(self, page: Page, deadline: float, *, remember: bool, whole: bool) -> Snapshot:
        await register(page)
        if remember:
            self._forget_detached()
        frames = [frame for frame in page.frames if frame is not page.main_frame]
        numbered = {self._number(frame): frame for frame in frames}
        await self._mark_all(frames, page.main_frame, (deadline - time.monotonic()) / 2)
        options = {"seeds": self._counters, "boxes": self._has_secrets, "remember": remember, "whole": whole}
        seconds = deadline - time.monotonic()
        main = asyncio.create_task(self._ask_frame(page.main_frame, options, seconds))
        inner = [asyncio.create_task(self._ask_inner(frame, options, seconds)) for frame in frames]
        await _answered([main], inner, seconds)
        if main.cancelled():
            raise TimeoutError
        read: dict[int, dict[str, Any]] = {0: main.result()}
        failed: list[int] = []
        for number, answer in zip(numbered, inner, strict=True):
            if answer.cancelled() or isinstance(answer.exception(), Error):
                failed += [number] * (not numbered[number].is_detached())
            else:
                read[number] = answer.result()
        for answer in read.values():
            for tag, count in answer["counters"].items():
                self._counters[tag] = max(count, self._counters.get(tag, 0))
        tokens = {numbered.get(number, page.main_frame): str(each["token"]) for number, each in read.items()}
        self._direct.find(tokens)
        if remember:
            self._forget_documents(tokens)
        return self._snapshot(page, read, numbered, failed)

    def _snapshot(
        self, page: Page, read: dict[int, dict[str, Any]], numbered: dict[int, Frame], failed: list[int]
    ) -> Snapshot:
        whole = assemble(read, self._mask)
        frames = {frame_prefix(number): frame for number, frame in numbered.items()} | {"": page.main_frame}
        for name in (*(element.id for element in whole.elements), *whole.folds):
            prefix, _, _ = name.rpartition(".")
            self._owners[name] = frames[f"{prefix}." if prefix else ""]
        unplaced = (number for number in read if number and numbered[number] not in self._marked)
        unseen = sorted({*failed, *(number for number in unplaced if not numbered[number].is_detached())})
        main = read[0]
        left, top, width, height = main["scroll"]
        shown = main["shown"]
        view = View(
            width=main["width"],
            height=main["height"],
            url=main["url"],
            above=round(top / main["height"], 1) if main["height"] else 0.0,
            below=max(0.0, round((height - top - main["height"]) / main["height"], 1)) if main["height"] else 0.0,
        )
        modals = [read[number]["modal"] for number in sorted(whole.frames) if read[number]["modal"]]
        return Snapshot(
            url=self._mask(main["url"]),
            title=self._say(main["title"]),
            tree=self._mask(render(whole.root, view, budget=self._budget)),
            text=whole.text,
            elements=tuple(whole.elements),
            notes=(*_unseen({number: self._mask(numbered[number].url) for number in unseen}), *_left_out(read)),
            width=main["width"],
            height=main["height"],
            scroll=(left, top, width, height),
            shown=Box(x=shown[0], y=shown[1], width=shown[2], height=shown[3]),
            secret_boxes=tuple(whole.secret_boxes),
            modal=self._say(modals[0]) if modals else "",
        )

    def _blank(self, page: Page, note: str) -> Snapshot:
        size = page.viewport_size
        width, height = (size["width"], size["height"]) if size else (0, 0)
        return Snapshot(url=self._mask(page.url), notes=(self._mask(note),), width=width, height=height)

    async def _ask_inner(self, frame: Frame, options: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        async with self._few:
            return await self._ask_frame(frame, options, seconds)

    async def _ask_frame(self, frame: Frame, options: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """What a frame shows; once more if it changed while it was asked, or if it may hide closed shadow roots."""
        answer: dict[str, Any] = {}
        for provisional in _LOOKS:
            told = "" if frame in self._silent else await self._listeners.told(frame, self._run, seconds=seconds)
            asked = {**options, "listeners": told, "provisional": provisional}
            self._silent.add(frame)
            answer = json.loads(
                await self._direct.ask(frame, f"{self._run} capture {json.dumps(asked)}", seconds=seconds)
            )
            self._silent.discard(frame)
            if not answer["again"]:
                break
            await open_closed_roots(self.protocol, frame, self._run)
        return answer

    async def _mark_all(self, frames: Sequence[Frame], main: Frame, seconds: float) -> None:
        """Tells the engine in the parent of each frame which iframe element holds the frame."""
        new = [frame for frame in frames if frame not in self._marked]
        outer = [asyncio.create_task(self._mark(frame)) for frame in new if frame.parent_frame is main]
        deeper = [asyncio.create_task(self._mark(frame)) for frame in new if frame.parent_frame is not main]
        await _answered(outer, deeper, seconds)

    async def _mark(self, frame: Frame) -> None:
        try:
            async with self._few:
                await tell(frame, f"{self._run} frame {self._number(frame)}")
        except Error:
            return  # it is being detached or its parent is; the capture of the parent tells
        self._marked.add(frame)

    def _number(self, frame: Frame) -> int:
        if frame not in self._numbers:
            self._numbered += 1
            self._numbers[frame] = self._numbered
        return self._numbers[frame]

    def _forget_detached(self) -> None:
        """Lets go of frames that are gone for good, and of their elements; their numbers are not given again."""
        for frame in [each for each in self._numbers if each.is_detached()]:
            del self._numbers[frame]
            self._marked.discard(frame)
            self._silent.discard(frame)
            self._documents.pop(frame, None)
            self._former.pop(frame, None)
            self._listeners.forget(frame)
            self._direct.forget(frame)
        gone = {frame for frame in self._owners.values() if frame.is_detached()}
        if gone:
            self._owners = {element_id: frame for element_id, frame in self._owners.items() if frame not in gone}

    def _forget_documents(self, tokens: Mapping[Frame, str]) -> None:
        """Lets go of the elements of documents that are gone, but for those of the last one: a policy may name them."""
        for frame, token in tokens.items():
            if self._documents.get(frame, token) != token:
                for element_id in self._former.pop(frame, ()):
                    self._owners.pop(element_id, None)
                self._former[frame] = [element_id for element_id, owner in self._owners.items() if owner is frame]
        self._documents |= tokens

    def _say(self, text: str) -> str:
        return self._mask(clean(text))

    def frame_of(self, element_id: str) -> Frame | None:
        """The frame an ID belongs to; None if this run has never seen it."""
        return self._owners.get(element_id)

    def locator(self, element_id: str) -> Locator:
        """What resolves to exactly this element, or to nothing when it is gone.

        A checkbox, radio or file input that is hidden behind its label resolves to the label, which Playwright's
        `check`, `click` and `set_input_files` follow.

        Raises:
            ToolError: An ID this run has never seen.
        """
        frame = self._owner(element_id)
        return frame.locator(f"{ENGINE}={self._run} {_local(element_id)}")

    async def check(
        self,
        element_id: str,
        *,
        arm: bool = False,
        timeout: float = 2.0,  # noqa: ASYNC109 - a deadline that ends in an answer
    ) -> Check:
        """What an element is right now.

        Args:
            element_id: Of a capture of this run.
            arm: From now until `disarm`, input that would reach something else than this is stopped.
            timeout: Seconds.

        Raises:
            ToolError: An ID this run has never seen, or the frame does not answer within `timeout` seconds.
            BrowserError: The page or its browser is gone.
        """
        if arm:
            self._armed.add(self._owner(element_id))
        answer = await self._ask(element_id, f"{'arm' if arm else 'check'} {_local(element_id)}", timeout)

        def text(name: str) -> str:
            return self._say(answer.get(name, ""))[:_LONGEST_NAME]

        return Check(
            found=bool(answer["found"]),
            origin=answer.get("origin", ""),
            role=text("role"),
            name=text("name"),
            tag=answer.get("tag", ""),
            disabled=bool(answer.get("disabled")),
            visible=bool(answer.get("visible")),
            in_view=bool(answer.get("in_view")),
            covered_by=text("covered_by"),
            adorned=bool(answer.get("adorned")),
            point=(point[0], point[1]) if (point := answer.get("point")) else None,
            modal=text("modal"),
            moved=self._moved(answer.get("moved")),
        )

    async def disarm(self, *, timeout: float = 1.0) -> Refusal | None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Ends what `check(…, arm=True)` began. Returns what was stopped, None if nothing was.

        A frame that does not answer within `timeout` seconds, or has gone to another document, stopped nothing.
        """
        frames, self._armed = self._armed, set()
        asked = (
            self._direct.ask(frame, f"{self._run} disarm", seconds=timeout)
            for frame in frames
            if not frame.is_detached()
        )
        for frame, answer in zip(frames, await asyncio.gather(*asked, return_exceptions=True), strict=False):
            refusal = json.loads(answer)["refusal"] if isinstance(answer, str) else None
            if refusal:
                number = self._numbers.get(frame)
                return self._refusal(refusal, frame_prefix(number) if number else "")
        return None

    def _refusal(self, refusal: dict[str, Any], prefix: str) -> Refusal:
        said = {name: self._say(refusal[name]) for name in ("was", "now")}
        sentence = {
            "gone": "went away",
            "focus": f"lost the keyboard to {said['now']}",
            "renamed": f"changed: it was {said['was']}, now it is {said['now']}",
        }.get(refusal["kind"]) or self._moved(refusal)
        return Refusal(f"{prefix}{refusal['id']} {sentence}", acted=bool(refusal["acted"]))

    def _moved(self, moved: dict[str, Any] | None) -> str:
        if not moved:
            return ""
        where = "in" if moved["kind"] == "row" else "under"
        was, now = (quote(self._say(moved[name])) for name in ("was", "now"))
        return f"was {where} {was}, now it is {where} {now}"

    async def begin(self, page: Page, *, timeout: float = 0.3) -> None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Takes what the page's documents do now for their own doing, and not for that of the action to come."""
        await self._ask_all(page.frames, "begin", timeout)

    async def signs(self, page: Page, *, timeout: float = 0.3) -> Signs | None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """What shows that the page's documents are at work.

        None if the page cannot be asked within `timeout` seconds: it is between documents, busy, or gone.
        """
        frames = page.frames
        answers = await self._ask_all(frames, "signs", timeout)
        self._typed = {}
        if not answers or not answers[0]:
            return None
        told = {frame: json.loads(answer) for frame, answer in zip(frames, answers, strict=True) if answer}
        found = list(told.values())
        self._typed = {frame: each["held"] for frame, each in told.items() if each["typed"] is not None}
        typed = [told[frame]["typed"] for frame in self._typed]
        return Signs(
            ready=found[0]["state"] != "loading",
            quiet=min(each["quiet"] for each in found) / 1000,
            pace=max(each["pace"] for each in found) / 1000,
            timed=any(each["timed"] for each in found),
            idling=any(each["idling"] for each in found),
            changed=any(each["changed"] for each in found),
            busy=any(each["busy"] for each in found),
            turning=any(each["turning"] for each in found),
            moving=max(each["moving"] for each in found) / 1000,
            typed=min(typed) / 1000 if typed else None,
            modal=self._say(found[0]["modal"]),
        )

    async def hears_typing(self) -> bool:
        """Whether the page listens to what was typed when its signs were last asked for; true if that is not known."""
        if not all(self._typed.values()):
            return True  # the focus has gone elsewhere since
        return any(await asyncio.gather(*map(self._listeners.hears_typing, self._typed)))

    async def _ask_all(self, frames: Sequence[Frame], verb: str, seconds: float) -> list[str]:
        """What every frame answers, the main one first; nothing for one that does not."""

        async def answered(frame: Frame) -> str:
            async with asyncio.timeout(seconds), contextlib.nullcontext() if frame.parent_frame is None else self._few:
                return await self._direct.ask(frame, f"{self._run} {verb}", seconds=seconds)

        answers = await asyncio.gather(*map(answered, frames), return_exceptions=True)
        return [answer if isinstance(answer, str) else "" for answer in answers]

    async def modal(self, page: Page, *, timeout: float = 0.3) -> str:  # noqa: ASYNC109 - a deadline that ends in an answer
        """A short label of the topmost modal dialog of the main document if it opened since the last look.

        Empty if none did, or if the page cannot be asked within `timeout` seconds.
        """
        try:
            return self._say(await self._direct.ask(page.main_frame, f"{self._run} modal", seconds=timeout))
        except (Error, TimeoutError):
            return ""

    async def read_text(self, element_id: str, *, timeout: float = 5.0) -> str:  # noqa: ASYNC109 - a deadline that ends in an answer
        """The full text or value of an element, lines kept, secrets masked, never the value of a password field.

        Raises:
            ToolError: An ID this run has never seen or whose element is gone, or the frame does not answer.
            BrowserError: The page or its browser is gone.
        """
        answer = await self._ask(element_id, f"text {_local(element_id)}", timeout)
        if not answer["found"]:
            raise ToolError(f"{element_id} is gone from the page")
        lines = [clean(line) for line in str(answer["text"]).splitlines()]
        return self._mask("\n".join(line for line in lines if line))

    async def unfold(self, fold_id: str, *, start: int = 0, timeout: float = 5.0) -> str:  # noqa: ASYNC109 - a deadline that ends in an answer
        """The lines that a fold of the last capture stands for, with the IDs of what can be acted on.

        Args:
            fold_id: As the tree shows it.
            start: How many of its elements to pass over.
            timeout: Seconds.

        Raises:
            ToolError: Not a fold of the last capture, nothing from `start` on, or the frame does not answer.
            BrowserError: The page or its browser is gone.
        """
        options = {"seeds": self._counters, "boxes": self._has_secrets, "from": start, "most": _MOST_UNFOLDED}
        answer = await self._ask(fold_id, f"unfold {_local(fold_id)} {json.dumps(options)}", timeout)
        if not answer["found"]:
            raise ToolError(f"{fold_id} is no fold of the page any more; look at the tree again")
        if not answer["shown"]:
            raise ToolError(f"{fold_id} has {answer['count']} elements; {start} is beyond them")
        self._counters |= answer["counters"]
        frame = self._owner(fold_id)
        part = assemble_part(answer, self._numbers.get(frame, 0), self._mask)
        self._owners |= {element.id: frame for element in part.elements}
        view = View(width=answer["width"], height=answer["height"], url=answer["url"])
        lines = self._mask(render(part.root, view, budget=_UNFOLDED_TOKENS / Rank.REST.share))
        end = start + answer["shown"]
        rest = f"\nread it from {end} on for the other {answer['count'] - end}" if end < answer["count"] else ""
        return f"{fold_id}, elements {start} to {end} of {answer['count']}:\n{lines}{rest}"

    async def _ask(self, element_id: str, question: str, seconds: float) -> dict[str, Any]:
        frame = self._owner(element_id)
        try:
            return json.loads(await self._direct.ask(frame, f"{self._run} {question}", seconds=seconds))
        except Error as error:
            if frame.is_detached() and not frame.page.is_closed():
                return {"found": False}
            if is_gone(frame.page, error):
                raise BrowserError(f"the page is gone: {first_line(error.message)}") from error
            raise ToolError(f"{element_id}: its page does not answer: {first_line(error.message)}") from error

    def _owner(self, element_id: str) -> Frame:
        frame = self._owners.get(element_id)
        if frame is None:
            raise ToolError(f"{element_id} is not an element of this page")
        return frame


async def _answered(first: Sequence[asyncio.Task[Any]], others: Sequence[asyncio.Task[Any]], seconds: float) -> None:
    """Waits until `first` are done, and while others are, each `_FRAME_SECONDS` after the last, but at most `seconds`.

    What is not done then is cancelled; what failed is kept.
    """
    until = time.monotonic() + seconds
    try:
        if first:
            await asyncio.wait(first, timeout=max(0.0, seconds))
        waiting = set(others)
        while waiting:
            longest = max(0.0, min(_FRAME_SECONDS, until - time.monotonic()))
            done, waiting = await asyncio.wait(waiting, timeout=longest, return_when=asyncio.FIRST_COMPLETED)
            if not done:
                break
    finally:
        for task in (*first, *others):
            task.cancel()
        await asyncio.gather(*first, *others, return_exceptions=True)


def _unseen(addresses: Mapping[int, str]) -> Iterator[str]:
    """Notes of frames, by their numbers, that could not be seen."""
    for number, url in list(addresses.items())[:_MOST_UNSEEN]:
        yield f"frame f{number} ({shortened(url, 200)}) does not answer"
    if len(addresses) > _MOST_UNSEEN:
        yield f"{len(addresses) - _MOST_UNSEEN} more frames do not answer"


def _left_out(read: Mapping[int, Mapping[str, Any]]) -> Iterator[str]:
    """A note if something was nested too deep to be shown."""
    if deepest := max(answer["deepest"] for answer in read.values()):
        yield f"elements nested more than {deepest:,} deep are shown only if they are controls"


def _local(element_id: str) -> str:
    """The ID inside its frame."""
    return element_id.rpartition(".")[2]
