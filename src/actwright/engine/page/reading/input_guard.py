"""Stops input that would reach a different element from the one that the model saw."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from playwright.async_api import Frame, Page

from actwright.engine.page.reading.assemble import frame_prefix
from actwright.engine.page.reading.clipboard import RunClipboard
from actwright.engine.page.reading.element_report import ElementCheck, InputRefusal, Rest
from actwright.engine.page.reading.frames import Frames, local
from actwright.engine.page.reading.page_text import quote
from actwright.engine.page.reading.request import InPageWait
from actwright.engine.page.reading.taints import Taint, Taints
from actwright.errors import ToolError
from actwright.tools.target import Also, Sameness

_BAR_SECONDS = 0.3
"""How long an action waits until the other documents of the page are barred from its input."""

_SETTLE_MILLISECONDS = 300
"""The longest wait for a page to react to an edit."""

_LONGEST_NAME = 200

UNPASTED = (
    "what is in the clipboard was not copied by this run on the same site, so it was not pasted; fill it in instead"
)


class InputGuard:
    """Checks the elements of one run's pages, guards the input for them, and writes into them.

    Args:
        frames: The frames of the run's pages.
        taints: The values in their fields that no model may see.
        masked: Returns a text of a page, cleaned and with the secrets in it masked.
    """

    def __init__(self, frames: Frames, taints: Taints, masked: Callable[[str], str]) -> None:
        self._frames = frames
        self._taints = taints
        self._masked = masked
        self._armed: set[Frame] = set()
        self._barred: set[Frame] = set()
        self._effect = 0
        self._settled: dict[Frame, dict[str, Any]] = {}
        self.clipboard = RunClipboard(frames, masked)

    @property
    def tainting(self) -> frozenset[str]:
        """The names of the values in fields that no model may see."""
        return self._taints.names

    def begin(self) -> None:
        """Begins an action, and forgets how pages reacted to the edits of earlier ones."""
        self._settled.clear()

    async def check(
        self,
        element_id: str,
        *,
        arm: bool = False,
        begin: bool = False,
        effect: int = 0,
        leave: bool = False,
        same: Sameness = "exactly",
        also: Also = frozenset(),
        timeout: float = 2.0,  # noqa: ASYNC109 - a deadline that ends in an answer
    ) -> ElementCheck:
        """The state of an element right now.

        Args:
            element_id: The ID of an element that this run has captured.
            arm: Whether to arm the guard: until `disarm`, it stops input that would reach anything but this element.
            begin: Whether an action begins with that, as `WorkSigns.begin` says.
            effect: The number of the effect that this action may have; see `WorkSigns.begin_effect`.
            leave: Whether to move the focus to the element first, from the field of the previous edit, if the element
                can be acted on.
            same: What about the element must stay unchanged while the guard is armed.
            also: What else to ask about an element when the guard is armed.
            timeout: Seconds.

        Raises:
            ToolError: This run has never seen the ID, or the frame does not answer within `timeout` seconds.
            BrowserError: The page or its browser is gone.
        """
        if arm:
            asked = {"same": same, "also": sorted(also), "begin": begin, "effect": effect}
            answer = await self._armed_check(element_id, asked, leave=leave, seconds=timeout)
        else:
            answer = await self._frames.ask_of(element_id, "check", seconds=timeout)

        def text(name: str) -> str:
            return self._masked(answer.get(name, ""))[:_LONGEST_NAME]

        return ElementCheck(
            found=bool(answer["found"]),
            origin=answer.get("origin", ""),
            action=answer.get("action") or "",
            role=text("role"),
            name=text("name"),
            by_content=bool(answer.get("by_content")),
            own_name=bool(answer.get("own_name")),
            tag=answer.get("tag", ""),
            disabled=bool(answer.get("disabled")),
            visible=bool(answer.get("visible")),
            in_view=bool(answer.get("in_view")),
            covered_by=text("covered_by"),
            adorned=bool(answer.get("adorned")),
            over_used=bool(answer.get("over_used")),
            point=(point[0], point[1]) if (point := answer.get("point")) else None,
            size=(size[0], size[1]) if (size := answer.get("size")) else None,
            modal=text("modal"),
            moved=self._moved(answer.get("moved")),
            stirred=bool(answer.get("left")),
            for_secrets=bool(answer.get("for_secrets")),
            content=answer.get("content"),
            open=bool(answer.get("open")),
            steady=bool(answer.get("steady")),
        )

    async def _armed_check(
        self, element_id: str, asked: Mapping[str, Any], *, leave: bool, seconds: float
    ) -> dict[str, Any]:
        """Arms the guard for an element, and bars all other documents of its page from the input for it."""
        frame = self._frames.owner(element_id)
        self._armed.add(frame)
        self._barred.discard(frame)
        begin, effect = asked["begin"], asked["effect"]
        untold = begin or effect != self._effect
        others = [
            each for each in frame.page.frames if each not in self._armed and (untold or each not in self._barred)
        ]
        self._effect = effect
        barring = self._frames.ask_all(others, "bar", min(seconds, _BAR_SECONDS), begin=begin, effect=effect)
        self._barred.update(others)
        request = partial(self._frames.request, id=local(element_id))
        requests = [request("arm", before=InPageWait(turn=leave), **asked)]
        if leave:
            requests.insert(0, request("leave"))
        if token := self._frames.with_internals.get(frame):
            await self._frames.read_internals(frame, token)
        arming = self._frames.cdp.perform(frame, *requests, seconds=seconds)
        answers: list[dict[str, Any]] = [{"found": False}]
        with self._frames.explained(element_id, frame):
            answers, _ = await asyncio.gather(arming, barring)
        answer = answers[-1]
        if leave and not answers[0].get("covered_by"):
            answer["covered_by"] = ""  # a list that opens because of the focus is not an obstacle
        return answer

    async def disarm(self, page: Page, *, reach: bool = False, timeout: float = 1.0) -> InputRefusal | None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Disarms the guard that `check(…, arm=True)` armed, and returns what it stopped; None if it stopped nothing.

        A frame that does not answer within `timeout` seconds, or has loaded another document, stopped nothing.

        Args:
            page: The page of the element.
            reach: Whether to report input, too, that reached none of the intended elements.
            timeout: Seconds.
        """
        armed, barred = self._armed, self._barred
        self._armed, self._barred = set(), set()
        frames = [each for each in armed | barred or {page.main_frame} if not each.is_detached()]

        async def answered(frame: Frame) -> list[dict[str, Any]]:
            if frame in self._settled:
                return [self._settled[frame]]
            return await self._frames.cdp.perform(frame, self._frames.request("disarm"), seconds=timeout, once=True)

        answers = await asyncio.gather(*map(answered, frames), return_exceptions=True)
        by_frame = {
            frame: each[0]
            for frame, each in zip(frames, answers, strict=True)
            if each and not isinstance(each, BaseException)
        }
        self.clipboard.note(by_frame.values())
        if refusal := self._stopped(by_frame):
            return refusal
        if reach and armed and all(frame in by_frame and by_frame[frame]["missed"] for frame in armed):
            return InputRefusal("something else on the page took the input that was meant for it", acted=True)
        return None

    async def click_missed(self, element_id: str, *, timeout: float = 1.0) -> bool:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Whether the guard stopped a click that would have hit another element; the click may then be tried again."""
        frame = self._frames.owner(element_id)
        with self._frames.explained(element_id, frame):
            request = self._frames.request("slipped")
            return await self._frames.cdp.perform(frame, request, seconds=timeout, once=True) == [True]
        return False

    async def rest(self, page: Page, *, timeout: float = 0.3) -> tuple[InputRefusal | None, Rest]:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Disarms the guard as `disarm` does, and also returns how the page reacted to the edit."""
        armed, self._armed, self._barred = self._armed or {page.main_frame}, set(), set()

        async def answered(frame: Frame) -> dict[str, Any]:
            if frame in self._settled:
                return self._settled[frame]
            async with asyncio.timeout(timeout):
                return await self._frames.ask(frame, "rest", seconds=timeout, before=InPageWait(settled=frame in armed))

        frames = page.frames
        answers = await asyncio.gather(*map(answered, frames), return_exceptions=True)
        reactions: list[dict[str, Any]] = [{} if isinstance(each, BaseException) else each for each in answers]
        self.clipboard.note(reactions)
        rest = Rest(
            stirred=any(each.get("stirred", True) or bool(each.get("modal")) for each in reactions),
            timed=any(bool(each.get("timed")) for each in reactions),
        )
        return self._stopped(dict(zip(frames, reactions, strict=True))), rest

    async def write(self, element_id: str, text: str, *, at_end: bool, taint: Taint | None, seconds: float) -> bool:
        """Writes text into a field from inside its document; no other document can take it, whichever has the focus.

        Args:
            element_id: The ID of an element for which the guard is armed.
            text: The text.
            at_end: Whether to write it after what the field holds, and not in its place.
            taint: The taint of the text; None if a model may see it.
            seconds: The deadline.

        Returns:
            Whether it was written; False if the element is no text field, is read-only, or has changed (see `disarm`).

        Raises:
            ToolError: This run has never seen the ID, its element is gone, or the frame does not answer in time.
            BrowserError: The page or its browser is gone.
        """
        answer = await self._order(element_id, "write", _order(text, taint, end=at_end), taint, seconds)
        return answer["written"]

    async def enter(
        self, element_id: str, text: str, *, taint: Taint | None, seconds: float
    ) -> tuple[bool, Mapping[str, Any] | None]:
        """Writes text as the last input of an action, as `write` does.

        If the field holds the text then, it also asks how the page reacted, which disarms the guard, and keeps the answer
        for `rest`.

        Returns:
            Whether it was written, which a field that has to be typed into key by key is not, and the answer to the
            operation `content` after that; None if that still has to be asked.
        """
        frame, name = self._frames.owner(element_id), local(element_id)
        self._settled.pop(frame, None)
        if taint:
            self._taints.add(frame, taint.name)
        request = partial(self._frames.request, id=name)
        with self._frames.explained(element_id, frame):
            answers = await self._frames.cdp.perform(
                frame,
                request("write", expect={"written": True}, whole=True, **_order(text, taint, end=False)),
                request(
                    "content",
                    before=InPageWait(settled=True, most=_SETTLE_MILLISECONDS),
                    expect={"found": True, "value": text},  # else more input may follow, which the guard must see
                ),
                self._frames.request("rest"),
                seconds=seconds,
                once=True,
            )
            if not answers:  # the page may have replaced the document in response
                return True, None
            done = _found(element_id, answers[0])
            if not done["written"]:
                return False, None
            content, *reactions = answers[1:]
            for rest in reactions:
                self._settled[frame] = {**rest, "stirred": rest["stirred"] or content.get("late", False)}
            return True, content if content["found"] else None
        raise ToolError(f"{element_id} is gone from the page")

    async def settled_content(
        self, element_id: str, *, wanted: bool | None, seconds: float
    ) -> Mapping[str, Any] | None:
        """The answer to the operation `content` after the last input of an action.

        It also asks how the page reacted, and keeps the answer for `rest`, unless the control is not in the `wanted`
        state or the page set a timer. None if the element is gone. Raises the errors of `write`.
        """
        frame = self._frames.owner(element_id)
        ends = {"found": True} | ({} if wanted is None else {"checked": wanted, "timed": False})
        wait = InPageWait(drawn=int(wanted is not None), settled=True)
        with self._frames.explained(element_id, frame):
            wait = await self._frames.refresh_internals(frame, wait, seconds=seconds)
            content, *rest = await self._frames.cdp.perform(
                frame,
                self._frames.request("content", before=wait, expect=ends, id=local(element_id)),
                self._frames.request("rest"),
                seconds=seconds,
            )
            if rest:
                self._settled[frame] = rest[0]
            return content if content["found"] else None
        return None

    async def type(
        self, element_id: str, character: str, *, first: bool, at_end: bool, taint: Taint | None, seconds: float
    ) -> bool:
        """Types one character as `write` writes a text.

        If it is not the `first`, it goes into the field that the page has moved the focus to.
        """
        order = _order(character, taint, end=at_end) | {"first": first}
        answer = await self._order(element_id, "type", order, taint, seconds)
        return answer["written"]

    async def taint(self, element_id: str, taint: Taint, *, timeout: float = 2.0) -> None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Notes that a field received, in whatever way, a value that no model may see. Raises the errors of `write`."""
        self._taints.add(self._frames.owner(element_id), taint.name)
        await self._frames.ask_of(element_id, "taint", seconds=timeout, taint=taint.as_json())

    async def _order(
        self, element_id: str, verb: str, order: Mapping[str, Any], taint: Taint | None, seconds: float
    ) -> Mapping[str, Any]:
        self._settled.clear()
        if taint:
            self._taints.add(self._frames.owner(element_id), taint.name)
        answer = await self._frames.ask_of(element_id, verb, seconds=seconds, **order)
        return _found(element_id, answer, may_have_acted=verb == "type" and not order["first"])

    def _stopped(self, answers: Mapping[Frame, Mapping[str, Any]]) -> InputRefusal | None:
        """The input that documents stopped during an action that is over."""
        for frame, answer in answers.items():
            if refusal := answer.get("refusal"):
                number = self._frames.numbers.get(frame)
                return self._refusal(refusal, frame_prefix(number) if number else "")
        for answer in answers.values():
            if leak := answer.get("leak"):
                where = "in the address of a GET form" if leak["to"] == "GET" else f"to {leak['to']}"
                return InputRefusal(f"the form would send {leak['name']} {where}, where it does not belong", acted=True)
            if answer.get("unpasted"):
                return InputRefusal(UNPASTED, acted=True)
        return None

    def _refusal(self, refusal: dict[str, Any], prefix: str) -> InputRefusal:
        labels = {name: self._masked(refusal[name]) for name in ("was", "now")}
        sentence = {
            "gone": "went away",
            "focus": f"lost the keyboard to {labels['now']}",
            "slipped": f"had {labels['now']} over it when it was clicked",
            "moved": "moved away while the mouse button was down, so it was pressed but not clicked",
            "elsewhere": f"{labels['now']} in another document took the input that was meant for the element",
            "renamed": f"changed: it was {labels['was']}, now it is {labels['now']}",
        }.get(refusal["kind"]) or self._moved(refusal)
        whose = f"{prefix}{refusal['id']} " if refusal["id"] else ""
        return InputRefusal(f"{whose}{sentence}", acted=bool(refusal["acted"]))

    def _moved(self, moved: dict[str, Any] | None) -> str:
        if not moved:
            return ""
        where = {"row": "in", "heading": "under", "address": "for"}[moved["kind"]]
        was, now = (quote(self._masked(moved[name])) for name in ("was", "now"))
        return f"was {where} {was}, now it is {where} {now}"


def _order(text: str, taint: Taint | None, *, end: bool) -> dict[str, Any]:
    """An `Order`, as `inject/input/writing.js` defines it, without the ID."""
    return {"text": text, "end": end, "taint": taint.as_json() if taint else None}


def _found(element_id: str, answer: Mapping[str, Any], *, may_have_acted: bool = False) -> Mapping[str, Any]:
    """The answer about an element. Raises ToolError if the element is gone."""
    if not answer["found"]:
        raise ToolError(f"{element_id} is gone from the page", may_have_acted=may_have_acted)
    return answer
