"""The page as a run sees it: captured, checked and resolved through one engine in Playwright's isolated world."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import secrets
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_
from typing import Any
from urllib.parse import urldefrag

from playwright.async_api import Error, Frame, Locator, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from actwright.engine.page.acting.settle import Signs
from actwright.engine.page.browser.cdp import Protocol
from actwright.engine.page.reading.assemble import Placement, assemble, assemble_part, frame_prefix
from actwright.engine.page.reading.cdp_evaluate import CdpEvaluate
from actwright.engine.page.reading.closed_roots import open_closed_roots
from actwright.engine.page.reading.cuts import Cuts
from actwright.engine.page.reading.isolated_world import ENGINE, is_gone, register, tell
from actwright.engine.page.reading.listeners import Listeners
from actwright.engine.page.reading.node import Node
from actwright.engine.page.reading.tree import View, clean, clean_value, quote, tree_of
from actwright.errors import BrowserError, ToolError
from actwright.schemas.page import Box, Element, Option
from actwright.text import first_line, shortened
from actwright.tools.base import Held, Part, Question, Sameness

__all__ = ["Check", "Eyes", "Refusal", "Rest", "Snapshot", "Taint"]

_FRAME_SECONDS = 1.0
"""How long after the last answer the frames inside the page are waited for; a slow one becomes a note."""

_MANY_AT_ONCE = 32
"""Frames that are asked something small at a time."""

_AT_ONCE = 10
"""Frames that are captured at a time, so that on a busy machine some of many have answered when the time is up."""

_SLOT_SECONDS = 0.2
"""How long one that does not answer keeps the next from being asked."""

_FEW_FRAMES = 4
"""With more of them inside the page, the main frame is asked before all others."""

_PATIENCE = 3
"""Frames are waited for so many times as long as it took until the main frame, or another one, had answered: the machine may
be busy."""

_MOST_UNSEEN = 5
"""Frames without an answer that are named."""

_LOOKS = (True, True, True, False)
"""A frame that changes between two questions, or shows closed shadow roots in closed ones, is asked again so often."""

_BAR_SECONDS = 0.3
"""How long an action waits until the documents that it is not for are barred from its input."""

_PAGE = "-"
"""Stands for the whole page where `inject/panes.js` and `inject/selecting.js` are asked about an element."""

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
        answered: False if the page did not answer in time.
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
    answered: bool = True


@dataclass(frozen=True, slots=True)
class Check:
    """What an element is right now, a moment before an action.

    Attributes:
        found: Whether it is still in the page; nothing else is known of one that is gone, but `modal`.
        role, name: As in `Element`.
        by_content: Nothing but the text in it names it.
        disabled: It does not take input.
        visible: It has an area and is not hidden.
        in_view: Some of it lies inside its frame's viewport.
        covered_by: A short label of what lies over all its click points; empty if one is free, or none is in view.
        adorned: What covers it is no larger than itself: its own placeholder, icon or styled box.
        point: Where to click it, in CSS px from the padding box of what its ID resolves to; None for the middle.
        size: Of a shape in a drawing that has such a point: width and height of its box without the stroke, in CSS px.
        origin: The origin of its document, as the browser enforces it; `null` for an opaque one.
        modal: A short label of the topmost open modal dialog in its frame.
        action: Where its form is sent to, by it or from it; empty outside of forms.
        stirred: The edit before set something off when its field was left.
        for_secrets: The field says of itself that it is for a password, a one-time code, or what stands on a payment card.
        moved: What its row or heading said and says now, if that makes it a control of something else.
    """

    found: bool
    role: str = ""
    name: str = ""
    by_content: bool = False
    tag: str = ""
    disabled: bool = False
    visible: bool = False
    in_view: bool = False
    covered_by: str = ""
    adorned: bool = False
    point: tuple[float, float] | None = None
    size: tuple[float, float] | None = None
    modal: str = ""
    origin: str = ""
    action: str = ""
    moved: str = ""
    stirred: bool = False
    for_secrets: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """What the page did in answer to an edit, once it has drawn.

    Attributes:
        stirred: More than the field itself changed, or something is to come; also if a frame did not say.
        timed: The page set a timer.
    """

    stirred: bool
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """Input that was stopped on its way, because it would have reached something else than was meant.

    Attributes:
        reason: One sentence that names both.
        acted: Whether earlier input of the same action had reached the page.
    """

    reason: str
    acted: bool


@dataclass(frozen=True, slots=True)
class Taint:
    """What a field received that no model may see.

    Attributes:
        name: Of the value.
        origins: Where a form may send it; None if it may go anywhere.
    """

    name: str
    origins: tuple[str, ...] | None = None

    def told(self) -> dict[str, Any]:
        """For the page."""
        return {"name": f"{{{{{self.name}}}}}", "origins": self.origins}


class Eyes:
    """How one run sees its pages. It keeps what makes IDs unique: the counters, and the numbers of the frames.

    Attributes:
        protocol: The run's sessions with its pages.
    """

    def __init__(
        self,
        *,
        mask: Callable[[str], str] | None = None,
        mask_whole: Callable[[str], str] | None = None,
        note_tainted: Callable[[frozenset[str]], None] | None = None,
        budget: int = 4_000,
    ) -> None:
        """Opens the eyes of a run.

        Args:
            mask: Hides secret values in every string that leaves a page; None if there are none.
            mask_whole: Does so once more in the tree that is made of those strings; `mask` if None.
            note_tainted: Receives the names of the values that fields hold, whenever that has been seen.
            budget: About how many tokens a tree may have, see `render`.
        """
        self._mask = mask or _as_it_is
        self._mask_tree = mask_whole or self._mask
        self._note_tainted = note_tainted
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
        self._barred: set[Frame] = set()
        self._tainted: dict[Frame, frozenset[str]] = {}
        self._turn = asyncio.Lock()
        self._few = asyncio.Semaphore(_AT_ONCE)
        self._many = asyncio.Semaphore(_MANY_AT_ONCE)
        self._silent: set[Frame] = set()
        self._typed: dict[Frame, bool] = {}
        self._looks: dict[Frame, dict[bool, dict[str, Any]]] = {}
        self.protocol = Protocol()
        self._listeners = Listeners(self.protocol)
        self._cuts = Cuts(self._number_fold, self._mask_tree)
        self._main: Frame | None = None
        self._here: tuple[str, str] = ("", "")
        self._signs: frozenset[str] = frozenset()
        self._before: frozenset[str] = frozenset()
        self._given: tuple[list[object], Snapshot] | None = None
        self._cdp = CdpEvaluate(self.protocol)

    async def close(self) -> None:
        """Ends what the run opened to look at its pages; the pages stay open."""
        await self._cdp.close()
        await self.protocol.close()

    async def capture(
        self,
        page: Page,
        *,
        timeout: float = 5.0,  # noqa: ASYNC109 - a deadline that ends in an answer
        remember: bool = True,
        whole: bool = False,
        unfolded: bool = False,
    ) -> Snapshot:
        """The page as it is now.

        A frame that fails or is slow becomes a note; so does a page that does not answer within `timeout` seconds.

        Args:
            page: Any page, one of a caller's too.
            timeout: Seconds.
            remember: Whether later captures mark as new what this one did not show.
            whole: Whether the text is that of the whole page, and not of what lies within a screen of the view.
            unfolded: Whether the tree and the elements are those of the whole page, too, without a budget; for looks
                that are not remembered.

        Raises:
            BrowserError: The page or its browser is gone.
        """
        deadline = time.monotonic() + timeout
        try:
            async with asyncio.timeout(timeout + 0.5), self._turn:
                return await self._capture(page, deadline, remember=remember, whole=whole, unfolded=unfolded)
        except (TimeoutError, PlaywrightTimeout):
            return replace(self._blank(page, "the page does not answer"), answered=False)
        except RecursionError:  # the tree of a frame is no deeper than MOST_AROUND in walk.js; frames may lie in frames
            return self._blank(page, "the page could not be read: its frames are nested too deep")
        except Error as error:
            if is_gone(page, error):
                raise BrowserError(f"the page is gone: {first_line(error.message)}") from error
            return self._blank(page, f"the page could not be read: {first_line(error.message)}")

    async def _capture(self, page: Page, deadline: float, *, remember: bool, whole: bool, unfolded: bool) -> Snapshot:
        began = time.monotonic()
        await register(page)
        if remember:
            self._forget_detached()
        frames = [frame for frame in page.frames if frame is not page.main_frame]
        numbered = {self._number(frame): frame for frame in frames}
        await self._mark_all(frames, page.main_frame, (deadline - time.monotonic()) / 2)
        options: dict[str, Any] = {
            "seeds": self._counters, "boxes": self._has_secrets, "remember": remember, "whole": whole, "unfolded": unfolded,
        }  # fmt: skip
        seconds = deadline - time.monotonic()
        main = asyncio.create_task(self._ask_frame(page.main_frame, options, seconds))
        if len(frames) > _FEW_FRAMES:  # else they would keep the main frame from answering
            await asyncio.wait([main], timeout=seconds)
            seconds = deadline - time.monotonic()
        pause = max(_FRAME_SECONDS, _PATIENCE * (time.monotonic() - began))
        inner = [asyncio.create_task(self._ask_inner(frame, options, seconds)) for frame in frames]
        await _answered([main], inner, seconds, pause=pause)
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
        told = {numbered.get(number, page.main_frame): each["tainted"] for number, each in read.items()}
        self._taint({frame: frozenset(name.strip("{}") for name in names) for frame, names in told.items()})
        self._cdp.find(tokens)
        if not remember:
            return self._snapshot(page, read, numbered, failed, remember=False, unfolded=unfolded)
        self._main = page.main_frame
        self._forget_documents(tokens)
        return self._remembered(page, read, numbered, failed)

    def _remembered(
        self, page: Page, read: dict[int, dict[str, Any]], numbered: dict[int, Frame], failed: list[int]
    ) -> Snapshot:
        """A snapshot that is the last one from now on; that itself if every frame gave its look again."""
        roots = [answer["root"] for answer in read.values()]  # a frame that gives a look again gives the same object
        whole = not failed and self._marked.issuperset(numbered.values())
        if self._given and whole and len(roots) == len(self._given[0]) and all(map(is_, roots, self._given[0])):
            return self._given[1]
        snapshot = self._snapshot(page, read, numbered, failed, remember=True)
        self._given = (roots, snapshot) if whole and not self._has_secrets else None
        return snapshot

    def _snapshot(
        self,
        page: Page,
        read: dict[int, dict[str, Any]],
        numbered: dict[int, Frame],
        failed: list[int],
        *,
        remember: bool,
        unfolded: bool = False,
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
            selection=self._selected(read),
            unfolded=unfolded,
        )
        modals = [read[number]["modal"] for number in sorted(whole.frames) if read[number]["modal"]]
        return Snapshot(
            url=self._mask(main["url"]),
            title=self._say(main["title"]),
            tree=self._mask_tree(self._tree(whole.root, view, str(main["token"]), remember=remember)),
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

    def _selected(self, read: Mapping[int, Mapping[str, Any]]) -> str:
        """What is selected on the page; in a run with secrets only how much, for it may be a part of one."""
        selected = next((said for each in read.values() if (said := clean(each["selection"]))), "")
        return f"{len(selected)} characters" if selected and self._has_secrets else selected

    def _tree(self, root: Node, view: View, token: str, *, remember: bool) -> str:
        """The text of the tree. One that is remembered can be read on where it was cut, and is the page before the next."""
        if view.unfolded:
            return tree_of(root, view).within(math.inf)
        if not remember:
            return tree_of(root, view, before=self._before).within(self._budget)
        here = (token, urldefrag(view.url).url)
        if here != self._here:
            self._here, self._before = here, self._signs
        tree = tree_of(root, view, before=self._before)
        self._signs = tree.signs
        self._cuts.begin()
        return tree.within(self._budget, keep=self._cuts.keep)

    def _number_fold(self) -> int:
        number = self._counters.get("fold", 0)
        self._counters["fold"] = number + 1
        return number

    def _blank(self, page: Page, note: str) -> Snapshot:
        size = page.viewport_size
        width, height = (size["width"], size["height"]) if size else (0, 0)
        return Snapshot(url=self._mask(page.url), notes=(self._mask(note),), width=width, height=height)

    async def _ask_inner(self, frame: Frame, options: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        async with self._slot():
            return await self._ask_frame(frame, options, seconds)

    @contextlib.asynccontextmanager
    async def _slot(self) -> AsyncGenerator[None]:
        """One of few at a time; one that takes long gives its place to the next."""
        await self._few.acquire()
        given = asyncio.get_running_loop().call_later(_SLOT_SECONDS, self._few.release)
        try:
            yield
        finally:
            if given.when() > asyncio.get_running_loop().time():  # else it is called
                given.cancel()
                self._few.release()

    async def _ask_frame(self, frame: Frame, options: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """What a frame shows; once more if it changed while it was asked, or if it may hide closed shadow roots."""
        answer: dict[str, Any] = {}
        for provisional in _LOOKS:
            told, counts, still = "", "", False
            if frame not in self._silent:
                (counts, still), told = await asyncio.gather(
                    self._cdp.counts(frame, self._run, seconds=seconds),
                    self._listeners.told(frame, self._run, seconds=seconds),
                )
            asked = {**options, "listeners": told, "counts": counts, "still": still, "provisional": provisional}
            self._silent.add(frame)
            answer = json.loads(await self._cdp.ask(frame, f"{self._run} capture {json.dumps(asked)}", seconds=seconds))
            self._silent.discard(frame)
            if not answer["again"]:
                break
            await open_closed_roots(self.protocol, frame, self._run)
        return self._kept_look(frame, answer, whole=bool(options["whole"]))

    def _kept_look(self, frame: Frame, answer: dict[str, Any], *, whole: bool) -> dict[str, Any]:
        """What a frame shows, whether it answered with all of that or with the number of an answer that it gave before."""
        kept = self._looks.setdefault(frame, {})
        if "same" not in answer:
            kept[whole] = answer
            return answer
        before = kept[whole]
        assert before["look"] == answer["same"]
        if answer["remembered"] and not before.get("seen"):
            kept[whole] = before = {**before, "root": _none_new(before["root"]), "seen": True}
        return {**before, "counters": answer["counters"], "tainted": answer["tainted"]}

    async def _mark_all(self, frames: Sequence[Frame], main: Frame, seconds: float) -> None:
        """Tells the engine in the parent of each frame which iframe element holds the frame."""
        new = [frame for frame in frames if frame not in self._marked]
        outer = [asyncio.create_task(self._mark(frame)) for frame in new if frame.parent_frame is main]
        deeper = [asyncio.create_task(self._mark(frame)) for frame in new if frame.parent_frame is not main]
        await _answered(outer, deeper, seconds)

    async def _mark(self, frame: Frame) -> None:
        try:
            async with self._slot():
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
            self._looks.pop(frame, None)
            self._tainted.pop(frame, None)
            self._listeners.forget(frame)
            self._cdp.forget(frame)
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
        return self._owner(element_id).locator(f"{ENGINE}={self._run} {_local(element_id)}")

    def part(self, element_id: str, part: Part) -> Locator:
        """What resolves to something that belongs to an element. Raises ToolError as `locator`."""
        return self._owner(element_id).locator(f"{ENGINE}={self._run} {_local(element_id)} {part}")

    async def answer(
        self,
        of: str | Frame,
        question: Question,
        argument: object = None,
        *,
        drawn: int = 0,
        timeout: float = 2.0,  # noqa: ASYNC109 - a deadline that ends in an answer
    ) -> dict[str, Any]:
        """What our code in a document says of an element, or of all that the document shows.

        Args:
            of: The ID of an element of a capture of this run, or a frame.
            question: A verb of `inject/engine.js`.
            argument: For it, as JSON.
            drawn: How many frames the page draws first.
            timeout: Seconds.

        Raises:
            ToolError: An ID this run has never seen or whose element is gone, or the frame does not answer in time.
            BrowserError: The page or its browser is gone.
        """
        frame, name = (self._owner(of), of) if isinstance(of, str) else (of, _PAGE)
        words = f"{self._run} {question} {_local(name)} {json.dumps(argument)}"
        answer: dict[str, Any] = {"found": False}
        with self._explained(name, frame):
            asking = (
                self._cdp.ask_once_drawn(frame, words, times=drawn, seconds=timeout)
                if drawn
                else self._cdp.ask(frame, words, seconds=timeout)
            )
            answer = json.loads(await asking)
        if not answer["found"]:
            raise ToolError(f"{name} is gone from the page")
        return answer

    async def place(self, element_id: str, *, timeout: float = 2.0) -> Box | None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Where an element is in the page's viewport, CSS px, once it was brought into view and stands still there.

        None if it has no box. Errors as `answer`.
        """
        until = time.monotonic() + timeout
        last, now = None, (await self.answer(element_id, "view", timeout=timeout))["box"]
        while now != last and time.monotonic() < until:
            last, now = now, (await self.answer(element_id, "rect", drawn=1, timeout=timeout))["box"]
        if now is None:
            return None
        x, y, width, height = (await self._placement(self._owner(element_id), timeout)).rect(tuple(now))
        return Box(x=x, y=y, width=width, height=height)

    async def _placement(self, frame: Frame, seconds: float) -> Placement:
        """Where the content of a frame lies in the page's viewport."""
        if frame.parent_frame is None:
            return Placement()
        holder = f"{self._run} holder {self._number(frame)}"
        outer, offset = await asyncio.gather(
            self._placement(frame.parent_frame, seconds), self._cdp.ask(frame.parent_frame, holder, seconds=seconds)
        )
        told = json.loads(offset)
        return outer.inner({**told, "clip": None, "cover": ""}) if told["found"] else outer

    async def check(
        self,
        element_id: str,
        *,
        arm: bool = False,
        leave: bool = False,
        same: Sameness = "exactly",
        timeout: float = 2.0,  # noqa: ASYNC109 - a deadline that ends in an answer
    ) -> Check:
        """What an element is right now.

        Args:
            element_id: Of a capture of this run.
            arm: From now until `disarm`, input that would reach something else than this is stopped.
            leave: Before that, the focus moves on to it from the field that was edited before, if it can be acted on.
            same: What makes it something else then.
            timeout: Seconds.

        Raises:
            ToolError: An ID this run has never seen, or the frame does not answer within `timeout` seconds.
            BrowserError: The page or its browser is gone.
        """
        if arm:
            answer = await self._armed_check(element_id, leave=leave, same=same, seconds=timeout)
        else:
            answer = await self._ask(element_id, f"check {_local(element_id)}", timeout)

        def text(name: str) -> str:
            return self._say(answer.get(name, ""))[:_LONGEST_NAME]

        return Check(
            found=bool(answer["found"]),
            origin=answer.get("origin", ""),
            action=answer.get("action") or "",
            role=text("role"),
            name=text("name"),
            by_content=bool(answer.get("by_content")),
            tag=answer.get("tag", ""),
            disabled=bool(answer.get("disabled")),
            visible=bool(answer.get("visible")),
            in_view=bool(answer.get("in_view")),
            covered_by=text("covered_by"),
            adorned=bool(answer.get("adorned")),
            point=(point[0], point[1]) if (point := answer.get("point")) else None,
            size=(size[0], size[1]) if (size := answer.get("size")) else None,
            modal=text("modal"),
            moved=self._moved(answer.get("moved")),
            stirred=bool(answer.get("left")),
            for_secrets=bool(answer.get("for_secrets")),
        )

    async def focus(self, frame: Frame, *, timeout: float = 1.0) -> tuple[bool, str]:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Whether what has the focus in a frame is a frame itself, and where it would send its form to; empty outside of forms."""
        answer = json.loads(await self._cdp.ask(frame, f"{self._run} focus", seconds=timeout))
        return bool(answer["framed"]), answer["action"] or ""

    async def _armed_check(self, element_id: str, *, leave: bool, same: Sameness, seconds: float) -> dict[str, Any]:
        """Arms the guard of an element, and bars all other documents of its page from the input that is meant for it."""
        frame = self._owner(element_id)
        self._armed.add(frame)
        self._barred.discard(frame)
        others = [each for each in frame.page.frames if each not in self._armed | self._barred]
        question = f"arm {_local(element_id)} {same}"
        barring = self._ask_all(others, "bar", min(seconds, _BAR_SECONDS))
        self._barred.update(others)
        if not leave:
            answer, _ = await asyncio.gather(self._ask(element_id, question, seconds), barring)
            return answer
        asked = self._ask_in_turn(element_id, f"leave {_local(element_id)}", question, seconds)
        (before, answer), _ = await asyncio.gather(asked, barring)
        if not before.get("covered_by"):
            answer["covered_by"] = ""  # a list that opens under the focus is no obstacle
        return answer

    async def disarm(self, page: Page, *, reach: bool = False, timeout: float = 1.0) -> Refusal | None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Ends what `check(…, arm=True)` began. Returns what was stopped, None if nothing was.

        A frame that does not answer within `timeout` seconds, or has gone to another document, stopped nothing.

        Args:
            page: Where it was.
            reach: Input that reached none of the elements it was meant for is told, too.
            timeout: Seconds.
        """
        armed, barred = self._armed, self._barred
        self._armed, self._barred = set(), set()
        frames = [each for each in armed | barred or {page.main_frame} if not each.is_detached()]
        asked = (self._cdp.ask_document(frame, f"{self._run} disarm", seconds=timeout) for frame in frames)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        told = {
            frame: json.loads(each)
            for frame, each in zip(frames, answers, strict=True)
            if each and isinstance(each, str)
        }
        if refusal := self._stopped(told):
            return refusal
        if reach and armed and all(frame in told and told[frame]["missed"] for frame in armed):
            return Refusal("something else on the page took the input that was meant for it", acted=True)
        return None

    def _stopped(self, told: Mapping[Frame, Mapping[str, Any]]) -> Refusal | None:
        """What documents stopped, of an action that is over."""
        for frame, answer in told.items():
            if refusal := answer.get("refusal"):
                number = self._numbers.get(frame)
                return self._refusal(refusal, frame_prefix(number) if number else "")
        for answer in told.values():
            if leak := answer.get("leak"):
                where = "in the address of a GET form" if leak["to"] == "GET" else f"to {leak['to']}"
                return Refusal(f"the form would send {leak['name']} {where}, where it does not belong", acted=True)
        return None

    async def rest(self, page: Page, *, timeout: float = 0.3) -> tuple[Refusal | None, Rest]:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Ends what `check(…, arm=True)` began, as `disarm`, and says what the page did in answer to the edit."""
        armed, self._armed, self._barred = self._armed or {page.main_frame}, set(), set()

        async def answered(frame: Frame) -> str:
            ask = self._cdp.ask_once_drawn if frame in armed else self._cdp.ask
            async with asyncio.timeout(timeout):
                return await ask(frame, f"{self._run} rest", seconds=timeout)

        frames = page.frames
        answers = await asyncio.gather(*map(answered, frames), return_exceptions=True)
        told: list[dict[str, Any]] = [json.loads(each) if isinstance(each, str) else {} for each in answers]
        rest = Rest(
            stirred=any(each.get("stirred", True) or bool(each.get("modal")) for each in told),
            timed=any(bool(each.get("timed")) for each in told),
        )
        return self._stopped(dict(zip(frames, told, strict=True))), rest

    async def write(self, element_id: str, text: str, *, at_end: bool, taint: Taint | None, seconds: float) -> bool:
        """Puts text into a field from inside its document; no other document can take it, whichever has the focus.

        Args:
            element_id: Of a capture of this run; armed.
            text: What it holds then.
            at_end: After what it holds, and not in its place.
            taint: Of the text.
            seconds: The deadline.

        Returns:
            Whether it was put there; False for what is no text field, is read-only, or has changed (see `disarm`).

        Raises:
            ToolError: An ID this run has never seen, gone, or the frame does not answer in time.
            BrowserError: The page or its browser is gone.
        """
        order = {"text": text, "end": at_end, "taint": taint.told() if taint else None}
        return await self._order(element_id, "write", order, taint, seconds)

    async def type(
        self, element_id: str, character: str, *, first: bool, at_end: bool, taint: Taint | None, seconds: float
    ) -> bool:
        """Types one character so; if it is not the `first`, into the field that the page has moved the focus on to."""
        order = {"text": character, "first": first, "end": at_end, "taint": taint.told() if taint else None}
        return await self._order(element_id, "type", order, taint, seconds)

    async def taint(self, element_id: str, taint: Taint, *, timeout: float = 2.0) -> None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Notes that a field received a value that no model may see, in whatever way. Errors as `write`."""
        frame = self._owner(element_id)
        self._taint({frame: self._tainted.get(frame, frozenset()) | {taint.name}})
        with self._explained(element_id, frame):
            await self._cdp.ask(
                frame, f"{self._run} taint {_local(element_id)} {json.dumps(taint.told())}", seconds=timeout
            )

    async def _order(
        self, element_id: str, verb: str, order: Mapping[str, Any], taint: Taint | None, seconds: float
    ) -> bool:
        if taint:
            frame = self._owner(element_id)
            self._taint({frame: self._tainted.get(frame, frozenset()) | {taint.name}})
        answer = await self._ask(element_id, f"{verb} {_local(element_id)} {json.dumps(order)}", seconds)
        if not answer["found"]:
            raise ToolError(f"{element_id} is gone from the page", may_have_acted=verb == "type" and not order["first"])
        return answer["written"]

    def _taint(self, held: Mapping[Frame, frozenset[str]]) -> None:
        """Notes what fields of documents hold that no model may see."""
        self._tainted |= held
        if self._note_tainted:
            self._note_tainted(frozenset[str]().union(*self._tainted.values()))

    async def held(self, element_id: str, *, drawn: bool = False, timeout: float = 2.0) -> Held | None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """What a control holds right now, secret values too; None if it is gone.

        Args:
            element_id: Of a capture of this run.
            drawn: Wait until the page has drawn a frame.
            timeout: Seconds.

        Raises:
            ToolError: An ID this run has never seen, or the frame does not answer within `timeout` seconds.
            BrowserError: The page or its browser is gone.
        """
        answer = await self._ask(element_id, f"held {_local(element_id)}", timeout, drawn=drawn)
        if not answer["found"]:
            return None
        return Held(
            value=answer["value"],
            checked=answer["checked"],
            flaws=tuple(answer["flaws"]),
            options=tuple(self._option(each) for each in answer["options"] or ()),
            timed=answer["timed"],
        )

    def _option(self, told: Mapping[str, Any]) -> Option:
        shown = {name: self._say(told.get(name, "")) for name in ("label", "group")}
        return Option.model_validate({**told, **shown, "value": self._mask(told["value"])})

    async def in_the_open(self, element_id: str, *, timeout: float = 2.0) -> bool:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Whether a click on the middle of a control reaches it, after it was scrolled into view. Errors as `held`."""
        return await self._ask(element_id, f"open {_local(element_id)}", timeout)

    def _refusal(self, refusal: dict[str, Any], prefix: str) -> Refusal:
        said = {name: self._say(refusal[name]) for name in ("was", "now")}
        sentence = {
            "gone": "went away",
            "focus": f"lost the keyboard to {said['now']}",
            "elsewhere": f"{said['now']} in another document took the input that was meant for the element",
            "renamed": f"changed: it was {said['was']}, now it is {said['now']}",
        }.get(refusal["kind"]) or self._moved(refusal)
        whose = f"{prefix}{refusal['id']} " if refusal["id"] else ""
        return Refusal(f"{whose}{sentence}", acted=bool(refusal["acted"]))

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
            idle=all(each["idle"] and each["state"] == "complete" for each in found),
            fetched=any(each["fetched"] for each in found),
            due=any(each["due"] for each in found),
            pending=any(each["pending"] for each in found),
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
            async with asyncio.timeout(seconds), contextlib.nullcontext() if frame.parent_frame is None else self._many:
                return await self._cdp.ask(frame, f"{self._run} {verb}", seconds=seconds)

        answers = await asyncio.gather(*map(answered, frames), return_exceptions=True)
        return [answer if isinstance(answer, str) else "" for answer in answers]

    async def modal(self, page: Page, *, timeout: float = 0.3) -> str:  # noqa: ASYNC109 - a deadline that ends in an answer
        """A short label of the topmost modal dialog of the main document if it opened since the last look.

        Empty if none did, or if the page cannot be asked within `timeout` seconds.
        """
        try:
            return self._say(await self._cdp.ask(page.main_frame, f"{self._run} modal", seconds=timeout))
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
        if answer.get("value"):
            return self._mask(clean_value(answer["text"]))
        lines = [clean(line) for line in str(answer["text"]).splitlines()]
        return self._mask("\n".join(line for line in lines if line))

    async def unfold(self, fold_id: str, *, start: int = 0, timeout: float = 5.0) -> str:  # noqa: ASYNC109 - a deadline that ends in an answer
        """The lines that a fold of the last capture stands for, or that its tree left out, with the IDs of what can be acted on.

        Args:
            fold_id: As the tree shows it.
            start: How many of its elements to pass over.
            timeout: Seconds.

        Raises:
            ToolError: Not a fold of the last capture, nothing from `start` on, or the frame does not answer.
            BrowserError: The page or its browser is gone.
        """
        if fold_id in self._cuts:
            return await self._read_cut(fold_id, start, timeout)
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
        lines = self._mask_tree(tree_of(part.root, view).within(_UNFOLDED_TOKENS, keep=self._cuts.keep))
        end = start + answer["shown"]
        rest = f"\nread it from {end} on for the other {answer['count'] - end}" if end < answer["count"] else ""
        return f"{fold_id}, elements {start} to {end} of {answer['count']}:\n{lines}{rest}"

    async def _read_cut(self, fold_id: str, start: int, seconds: float) -> str:
        """What the last tree left out, unless its document is gone."""
        frame, token = self._main, ""
        if frame is not None and not frame.is_detached():
            with contextlib.suppress(Error, TimeoutError):
                token = await self._cdp.ask(frame, f"{self._run} token", seconds=seconds)
        if token != self._here[0]:
            raise ToolError(f"{fold_id} is no fold of the page any more; look at the tree again")
        return self._cuts.read(fold_id, start=start, tokens=_UNFOLDED_TOKENS)

    async def _ask(self, element_id: str, question: str, seconds: float, *, drawn: bool = False) -> Any:
        frame = self._owner(element_id)
        ask = self._cdp.ask_once_drawn if drawn else self._cdp.ask
        with self._explained(element_id, frame):
            return json.loads(await ask(frame, f"{self._run} {question}", seconds=seconds))
        return {"found": False}

    async def _ask_in_turn(self, element_id: str, first: str, second: str, seconds: float) -> tuple[Any, Any]:
        frame = self._owner(element_id)
        with self._explained(element_id, frame):
            both = await self._cdp.ask_in_turn(frame, f"{self._run} {first}", f"{self._run} {second}", seconds=seconds)
            return json.loads(both[0]), json.loads(both[1])
        return {}, {"found": False}

    @contextlib.contextmanager
    def _explained(self, element_id: str, frame: Frame) -> Generator[None]:
        """Says what it means that a frame gives no answer; nothing if the frame is gone and its page is not."""
        try:
            yield
        except Error as error:
            if frame.is_detached() and not frame.page.is_closed():
                return
            if is_gone(frame.page, error):
                raise BrowserError(f"the page is gone: {first_line(error.message)}") from error
            raise ToolError(f"{element_id}: its page does not answer: {first_line(error.message)}") from error

    def _owner(self, element_id: str) -> Frame:
        frame = self._owners.get(element_id)
        if frame is None:
            raise ToolError(f"{element_id} is not an element of this page")
        return frame


async def _answered(
    first: Sequence[asyncio.Task[Any]],
    others: Sequence[asyncio.Task[Any]],
    seconds: float,
    *,
    pause: float = _FRAME_SECONDS,
) -> None:
    """Waits until `first` are done, and while others are, each `pause` seconds after the last, but at most `seconds`.

    The pause grows to three times what one took: many frames of one busy process go on in turns, and all end late. What is
    not done then is cancelled; what failed is kept.
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


def _none_new(node: Mapping[str, Any]) -> dict[str, Any]:
    """A node of a look that was given before: nothing in it is new now."""
    same = dict(node)
    if "state" in same:
        same["state"] = {name: value for name, value in same["state"].items() if name != "new"}
    if "kids" in same:
        same["kids"] = [_none_new(kid) for kid in same["kids"]]
    return same


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
