"""Captures pages for a run, and checks and resolves their elements, with one selector engine in an isolated world."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from operator import is_
from typing import Any

from playwright.async_api import Error, Frame, Locator, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from actwright.engine.page.reading.assemble import FramePlacement, Made, assemble, frame_prefix
from actwright.engine.page.reading.frames import Frames, local
from actwright.engine.page.reading.input_guard import InputGuard
from actwright.engine.page.reading.isolated_world import register
from actwright.engine.page.reading.left_out import notes_on
from actwright.engine.page.reading.looks import FrameAnswers, Looks
from actwright.engine.page.reading.node import Viewport
from actwright.engine.page.reading.page_text import clean, clean_value
from actwright.engine.page.reading.request import InPageWait
from actwright.engine.page.reading.snapshot import Snapshot
from actwright.engine.page.reading.taints import Taints
from actwright.engine.page.reading.tree_text import TreeText
from actwright.engine.page.reading.work_signs import WorkSigns
from actwright.engine.playwright_errors import is_gone
from actwright.engine.values.masks import Masks
from actwright.errors import BrowserError, ToolError
from actwright.schemas.page import Box, Option
from actwright.text import first_line
from actwright.tools.target import FieldContent, Part, Question

_PAGE = "-"
"""The ID that stands for the whole page in questions to `inject/panes.js` and `inject/selecting.js`."""


class PageReader:
    """Reads the pages of one run. It keeps what makes IDs unique: the counters, and the numbers of the frames.

    Attributes:
        frames: The frames of the run's pages.
        guard: Checks and guards the elements that are acted on.
        work: Shows whether the pages are at work.
    """

    def __init__(
        self,
        *,
        masks: Masks | None = None,
        budget: int = 4_000,
    ) -> None:
        """Prepares to read the pages of a run.

        Args:
            masks: What is masked in every string that leaves a page; it is told which values fields hold.
            budget: About how many tokens a tree may have; see `render`.
        """
        self._masks = masks or Masks({})
        self._taints = Taints(self._masks.note_tainted)
        self.frames = Frames()
        self.guard = InputGuard(self.frames, self._taints, self._masked)
        self.work = WorkSigns(self.frames, self._masked)
        self._looks = Looks(self.frames)
        self._text = TreeText(
            self.frames,
            masks=self._masks,
            budget=budget,
        )
        self._turn = asyncio.Lock()
        self._given: tuple[list[object], Snapshot] | None = None
        self._made: dict[str, Made] = {}

    async def close(self) -> None:
        """Closes what the run opened to look at its pages; the pages stay open."""
        await self.frames.close()

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
            page: Any page, including one that belongs to the caller.
            timeout: Seconds.
            remember: Whether later captures mark as new what this one did not show.
            whole: Whether the text is that of the whole page, and not only of the part within a screen of the viewport.
            unfolded: Whether the tree and the elements are those of the whole page, too, without a budget. It is for
                looks that are not remembered.

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
            gone = self.frames.forget_detached()
            self._looks.forget(gone)
            self._taints.forget(gone)
        counters = self._text.counters
        extent = {"remember": remember, "whole": whole, "unfolded": unfolded}
        options = {"seeds": counters, "boxes": self._masks.has_secrets, **extent}
        read = await self._looks.read(page, options, deadline, began=began)
        for answer in read.answers.values():
            for tag, count in answer["counters"].items():
                counters[tag] = max(count, counters.get(tag, 0))
        tainted = read.of_each("tainted")
        self._taints.saw({frame: frozenset(name.strip("{}") for name in names) for frame, names in tainted.items()})
        tokens = {frame: str(token) for frame, token in read.of_each("token").items()}
        self.frames.cdp.connect_later(tokens)
        if not remember:
            return self._snapshot(read, remember=False, unfolded=unfolded)
        self.frames.forget_documents(tokens)
        return self._remembered(read)

    async def is_untouched(self, page: Page, *, timeout: float = 0.3) -> bool:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Whether no node, attribute or text of the main document has changed since the last capture.

        A document that does not answer within `timeout` seconds counts as untouched.
        """
        answer, *_ = await self.frames.ask_all([page.main_frame], "untouched", timeout)
        return answer is not False

    def _remembered(self, read: FrameAnswers) -> Snapshot:
        """A snapshot that replaces the last one, or the last one itself if every frame repeated its last answer."""
        roots = [answer["root"] for answer in read.answers.values()]  # a repeated answer has the same object
        whole = not read.failed and read.placed.issuperset(read.numbered)
        if (
            self._given
            and not self._masks.has_secrets
            and whole
            and len(roots) == len(self._given[0])
            and all(map(is_, roots, self._given[0]))
        ):
            return self._given[1]
        snapshot = self._snapshot(read, remember=True)
        self._given = (roots, snapshot) if whole and not self._masks.has_secrets else None
        return snapshot

    def _snapshot(self, read: FrameAnswers, *, remember: bool, unfolded: bool = False) -> Snapshot:
        answers, numbered = read.answers, read.numbered
        if self._masks.has_secrets:  # whose masks may hide more than at the last look
            whole = assemble(answers, self._masks)
        else:
            whole = assemble(answers, self._masks, before=self._made)
            self._made = whole.made
        frames = {frame_prefix(number): frame for number, frame in numbered.items()} | {"": read.main}
        for name in (*(element.id for element in whole.elements), *whole.folds):
            prefix, _, _ = name.rpartition(".")
            self.frames.owners[name] = frames[f"{prefix}." if prefix else ""]
        unplaced = (number for number in answers if number and number not in read.placed)
        unseen = sorted({*read.failed, *(number for number in unplaced if not numbered[number].is_detached())})
        main = answers[0]
        left, top, width, height = main["scroll"]
        shown = main["shown"]
        view = Viewport(
            width=main["width"],
            height=main["height"],
            url=main["url"],
            above=round(top / main["height"], 1) if main["height"] else 0.0,
            below=max(0.0, round((height - top - main["height"]) / main["height"], 1)) if main["height"] else 0.0,
            selection=self._selected(answers),
            unfolded=unfolded,
        )
        modals = [answers[number]["modal"] for number in sorted(whole.frames) if answers[number]["modal"]]
        return Snapshot(
            url=self._masks.mask(main["url"]),
            title=self._masked(main["title"]),
            tree=self._text.write(whole.root, view, str(main["token"]), main=read.main if remember else None),
            text=whole.text,
            elements=tuple(whole.elements),
            notes=tuple(notes_on(answers, {number: self._masks.mask(numbered[number].url) for number in unseen})),
            width=main["width"],
            height=main["height"],
            scroll=(left, top, width, height),
            shown=Box(x=shown[0], y=shown[1], width=shown[2], height=shown[3]),
            secret_boxes=tuple(whole.secret_boxes),
            modal=self._masked(modals[0]) if modals else "",
        )

    def _selected(self, answers: Mapping[int, Mapping[str, Any]]) -> str:
        """The selected text of the page; in a run with secrets only its length, since it may be a part of a secret."""
        selected = next((text for each in answers.values() if (text := clean(each["selection"]))), "")
        return f"{len(selected)} characters" if selected and self._masks.has_secrets else selected

    def _blank(self, page: Page, note: str) -> Snapshot:
        size = page.viewport_size
        width, height = (size["width"], size["height"]) if size else (0, 0)
        return Snapshot(
            url=self._masks.mask(page.url), notes=(self._masks.mask_sentence(note),), width=width, height=height
        )

    def _masked(self, text: str) -> str:
        return self._masks.mask(clean(text))

    # Elements

    def locator(self, element_id: str) -> Locator:
        """A locator that resolves to exactly this element, or to nothing when the element is gone.

        For a checkbox, radio button or file input that is hidden behind its label, it resolves to the label, which
        Playwright's `check`, `click` and `set_input_files` follow.

        Raises:
            ToolError: This run has never seen the ID.
        """
        return self.frames.locator(element_id)

    def part(self, element_id: str, part: Part) -> Locator:
        """A locator that resolves to a part of an element. Raises ToolError as `locator`."""
        return self.frames.locator(element_id, part)

    async def answer(
        self,
        of: str | Frame,
        question: Question,
        argument: object = None,
        *,
        drawn: int = 0,
        timeout: float = 2.0,  # noqa: ASYNC109 - a deadline that ends in an answer
    ) -> dict[str, Any]:
        """The answer of our code in a document about an element, or about all that the document shows.

        Args:
            of: The ID of an element that this run has captured, or a frame.
            question: An operation of `inject/operations.js`.
            argument: Its argument, which is sent as JSON.
            drawn: How many animation frames the page draws first.
            timeout: Seconds.

        Raises:
            ToolError: This run has never seen the ID, its element is gone, or the frame does not answer in time.
            BrowserError: The page or its browser is gone.
        """
        frame, name = (self.frames.owner(of), of) if isinstance(of, str) else (of, _PAGE)
        answer: dict[str, Any] = {"found": False}
        with self.frames.explained(name, frame):
            wait = await self.frames.refresh_internals(frame, InPageWait(drawn=drawn), seconds=timeout)
            asked = {"id": local(name), "value": argument}
            answer = await self.frames.ask(frame, question, seconds=timeout, before=wait, **asked)
        if not answer["found"]:
            raise ToolError(f"{name} is gone from the page")
        return answer

    def numbered(self, frame: Frame, tag: str, known: str = "") -> str:
        """The ID of something of a frame that no capture shows, `known` or a new one; no element gets it."""
        prefix = frame_prefix(self.frames.number(frame)) if frame.parent_frame else ""
        count = self._text.counters.get(tag, 0)
        if not known:
            self._text.counters[tag] = count + 1
        self.frames.owners[known or f"{prefix}{tag}-{count}"] = frame
        return known or f"{prefix}{tag}-{count}"

    async def at_point(
        self,
        page: Page,
        point: tuple[float, float],
        *,
        timeout: float = 2.0,  # noqa: ASYNC109 - a deadline that ends in an answer
    ) -> tuple[str, bool]:
        """The ID of the element that the mouse hits at a point of the viewport, in CSS px, and whether it submits a form.

        An element that no capture has shown gets an ID that no tree shows. Empty if nothing is there. Raises the errors
        of `answer`.
        """
        frame, prefix = page.main_frame, ""
        while True:
            found = await self.answer(frame, "at_point", point, timeout=timeout)
            inner = next((each for each, number in self.frames.numbers.items() if number == found["frame"]), None)
            if inner is None or inner.is_detached():
                break
            frame, prefix = inner, frame_prefix(found["frame"])
            point = (point[0] - found["left"]) / found["scale"], (point[1] - found["top"]) / found["scale"]
        if found["id"]:
            self.frames.owners[prefix + found["id"]] = frame
        return prefix + found["id"] if found["id"] else "", bool(found["submits"])

    async def place(self, element_id: str, *, timeout: float = 2.0) -> Box | None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """The bounding box of an element in the page's viewport, CSS px, once it is in view and has stopped moving.

        None if it has no box. Raises the errors of `answer`.
        """
        until = time.monotonic() + timeout
        last, now = None, (await self.answer(element_id, "view", timeout=timeout))["box"]
        while now != last and time.monotonic() < until:
            last, now = now, (await self.answer(element_id, "rect", drawn=1, timeout=timeout))["box"]
        if now is None:
            return None
        x, y, width, height = (await self._placement(self.frames.owner(element_id), timeout)).rect(tuple(now))
        return Box(x=x, y=y, width=width, height=height)

    async def _placement(self, frame: Frame, seconds: float) -> FramePlacement:
        """Where the content of a frame lies in the page's viewport."""
        if frame.parent_frame is None:
            return FramePlacement()
        outer, holder = await asyncio.gather(
            self._placement(frame.parent_frame, seconds),
            self.frames.ask(frame.parent_frame, "holder", seconds=seconds, number=self.frames.number(frame)),
        )
        return outer.inner({**holder, "clip": None, "cover": ""}) if holder["found"] else outer

    async def focus(self, frame: Frame, *, timeout: float = 1.0) -> tuple[bool, str]:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Whether the focused element in a frame is a frame itself, and where its form would be sent.

        The second value is empty outside of forms.
        """
        answer = await self.frames.ask(frame, "focus", seconds=timeout)
        return bool(answer["framed"]), answer["action"] or ""

    async def content(self, element_id: str, *, timeout: float = 2.0) -> FieldContent | None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """What a control holds right now, including secret values; None if it is gone.

        Args:
            element_id: The ID of an element that this run has captured.
            timeout: Seconds.

        Raises:
            ToolError: This run has never seen the ID, or the frame does not answer within `timeout` seconds.
            BrowserError: The page or its browser is gone.
        """
        answer = await self.frames.ask_of(element_id, "content", seconds=timeout)
        return self.as_content(answer) if answer["found"] else None

    def as_content(self, answer: Mapping[str, Any]) -> FieldContent:
        """What a control holds, from an answer to the operation `content`."""
        return FieldContent(
            value=answer["value"],
            checked=answer["checked"],
            flaws=tuple(answer["flaws"]),
            options=tuple(map(self._option, answer["options"])),
            indices=tuple(answer["indices"]),
            drawn=answer["drawn"],
            unseen=answer["unseen"],
            timed=answer["timed"],
            names=tuple(answer["names"]),
            code=answer["code"],
            beside=answer["beside"],
        )

    def _option(self, raw: Mapping[str, Any]) -> Option:
        shown = {name: self._masked(raw.get(name, "")) for name in ("label", "group")}
        return Option.model_validate({**raw, **shown, "value": self._masks.mask(raw["value"])})

    async def in_the_open(self, element_id: str, *, timeout: float = 2.0) -> bool:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Whether a click on the middle of a control reaches it once it is scrolled into view.

        Raises the errors of `content`.
        """
        return await self.frames.ask_of(element_id, "open", seconds=timeout)

    async def read_text(self, element_id: str, *, timeout: float = 5.0) -> str:  # noqa: ASYNC109 - a deadline that ends in an answer
        """The full text or value of an element with line breaks, secrets masked; never the value of a password field.

        Raises:
            ToolError: This run has never seen the ID, its element is gone, or the frame does not answer.
            BrowserError: The page or its browser is gone.
        """
        answer = await self.frames.ask_of(element_id, "text", seconds=timeout)
        if not answer["found"]:
            raise ToolError(f"{element_id} is gone from the page")
        if answer.get("value"):
            return self._masks.mask(clean_value(answer["text"]))
        lines = [clean(line) for line in str(answer["text"]).splitlines()]
        return self._masks.mask("\n".join(line for line in lines if line))

    async def document_text(self, page: Page, *, timeout: float = 5.0) -> str:  # noqa: ASYNC109 - a deadline that ends in an answer
        """All text of a page's main document, secrets masked, including what is clipped or out of reach.

        Raises the errors of `answer`.
        """
        answer = await self.answer(page.main_frame, "text", timeout=timeout)
        return self._masked(answer["text"])

    async def unfold(self, fold_id: str, *, start: int = 0, timeout: float = 5.0) -> str:  # noqa: ASYNC109 - a deadline that ends in an answer
        """The lines that a fold of the last capture stands for; see `TreeText.unfold`."""
        return await self._text.unfold(fold_id, start=start, timeout=timeout)
