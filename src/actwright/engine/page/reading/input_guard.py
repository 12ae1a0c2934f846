"""A guard in the document that stops input which would reach another element than the one the model saw."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

from playwright.async_api import Frame, Page

from actwright.engine.page.reading.assemble import frame_prefix
from actwright.engine.page.reading.check import Check, Refusal, Rest
from actwright.engine.page.reading.frames import Frames, local
from actwright.engine.page.reading.taints import Taint, Taints
from actwright.engine.page.reading.tree import quote
from actwright.errors import ToolError
from actwright.tools.surface import Also, Sameness

__all__ = ["InputGuard"]

_BAR_SECONDS = 0.3
"""How long an action waits until the documents that it is not for are barred from its input."""

_LONGEST_NAME = 200


class InputGuard:
    """Checks the elements of one run's pages, guards the input that is meant for them, and writes into them.

    Args:
        frames: The frames of the run's pages.
        taints: What their fields hold that no model may see.
        say: What a page said, as it may leave it: cleaned, and with secrets masked.
    """

    def __init__(self, frames: Frames, taints: Taints, say: Callable[[str], str]) -> None:
        self._frames = frames
        self._taints = taints
        self._say = say
        self._armed: set[Frame] = set()
        self._barred: set[Frame] = set()
        self._rested: dict[Frame, str] = {}

    def begin(self) -> None:
        """An action begins: what a page did in answer to an edit before says nothing about it."""
        self._rested.clear()

    async def check(
        self,
        element_id: str,
        *,
        arm: bool = False,
        leave: bool = False,
        same: Sameness = "exactly",
        also: Also = frozenset(),
        timeout: float = 2.0,  # noqa: ASYNC109 - a deadline that ends in an answer
    ) -> Check:
        """What an element is right now.

        Args:
            element_id: Of a capture of this run.
            arm: From now until `disarm`, input that would reach something else than this is stopped.
            leave: Before that, the focus moves on to it from the field that was edited before, if it can be acted on.
            same: What makes it something else then.
            also: What else is asked of an element that is armed.
            timeout: Seconds.

        Raises:
            ToolError: An ID this run has never seen, or the frame does not answer within `timeout` seconds.
            BrowserError: The page or its browser is gone.
        """
        if arm:
            answer = await self._armed_check(element_id, leave=leave, same=same, also=also, seconds=timeout)
        else:
            answer = await self._frames.ask_of(element_id, f"check {local(element_id)}", seconds=timeout)

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
            held=answer.get("held"),
            open=bool(answer.get("open")),
            steady=bool(answer.get("steady")),
        )

    async def _armed_check(
        self, element_id: str, *, leave: bool, same: Sameness, also: Also, seconds: float
    ) -> dict[str, Any]:
        """Arms the guard of an element, and bars all other documents of its page from the input that is meant for it."""
        frame = self._frames.owner(element_id)
        self._armed.add(frame)
        self._barred.discard(frame)
        others = [each for each in frame.page.frames if each not in self._armed | self._barred]
        question = " ".join(["arm", local(element_id), same, *sorted(also)])
        barring = self._frames.ask_all(others, "bar", min(seconds, _BAR_SECONDS))
        self._barred.update(others)
        if not leave:
            answer, _ = await asyncio.gather(self._frames.ask_of(element_id, question, seconds=seconds), barring)
            return answer
        asked = self._frames.ask_in_turn(element_id, f"leave {local(element_id)}", question, seconds=seconds)
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

        async def answered(frame: Frame) -> str:
            if frame in self._rested:
                return self._rested[frame]
            return await self._frames.cdp.ask_document(frame, f"{self._frames.run} disarm", seconds=timeout)

        answers = await asyncio.gather(*map(answered, frames), return_exceptions=True)
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

    async def slipped(self, element_id: str, *, timeout: float = 1.0) -> bool:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Whether the mouse hit something else than the element that was armed, and was stopped; it may be tried again then."""
        frame = self._frames.owner(element_id)
        with self._frames.explained(element_id, frame):
            answer = await self._frames.cdp.ask_document(frame, f"{self._frames.run} slipped", seconds=timeout)
            return answer == "true"
        return False

    async def rest(self, page: Page, *, timeout: float = 0.3) -> tuple[Refusal | None, Rest]:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Ends what `check(…, arm=True)` began, as `disarm`, and says what the page did in answer to the edit."""
        armed, self._armed, self._barred = self._armed or {page.main_frame}, set(), set()

        async def answered(frame: Frame) -> str:
            if frame in self._rested:
                return self._rested[frame]
            async with asyncio.timeout(timeout):
                if frame in armed:
                    return await self._frames.ask_once_rested(frame, "rest", seconds=timeout)
                return await self._frames.ask(frame, "rest", seconds=timeout)

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
        answer = await self._order(element_id, "write", _order(text, taint, end=at_end), taint, seconds)
        return answer["written"]

    async def enter(
        self, element_id: str, text: str, *, taint: Taint | None, seconds: float
    ) -> tuple[bool, Mapping[str, Any] | None]:
        """As `write`, as the last input of an action: what the page did in answer is asked along, for `rest`.

        Returns:
            Whether it was put there, and what the verb `held` of `inject/engine.js` says then; None if that must be asked.
        """
        frame, name = self._frames.owner(element_id), local(element_id)
        if taint:
            self._taints.add(frame, taint.name)
        write = f"write {name} {json.dumps(_order(text, taint, end=False))}"
        with self._frames.explained(element_id, frame):
            answers = await self._frames.write_and_rest(frame, write, f"held {name}", "rest", seconds=seconds)
            if not answers:  # the document may have gone in answer to it
                return True, None
            done = _found(element_id, json.loads(answers[0]))
            if not done["written"] or len(answers) == 1:
                return done["written"], None
            self._rested[frame] = answers[2]
            held = json.loads(answers[1])
            return True, held if held["found"] else None
        raise ToolError(f"{element_id} is gone from the page")

    async def held_at_last(self, element_id: str, *, wanted: bool | None, seconds: float) -> Mapping[str, Any] | None:
        """What the verb `held` of `inject/engine.js` says after the last input of an action; None if the element is gone.

        What the page did in answer is asked along, for `rest`, unless the control is not as `wanted` or the page set a timer.
        Errors as `write`.
        """
        frame, name = self._frames.owner(element_id), local(element_id)
        with self._frames.explained(element_id, frame):
            held, rest = await self._frames.held_and_rest(frame, f"held {name}", "rest", wanted=wanted, seconds=seconds)
            if rest:
                self._rested[frame] = rest
            told = json.loads(held)
            return told if told["found"] else None
        return None

    async def type(
        self, element_id: str, character: str, *, first: bool, at_end: bool, taint: Taint | None, seconds: float
    ) -> bool:
        """Types one character so; if it is not the `first`, into the field that the page has moved the focus on to."""
        order = _order(character, taint, end=at_end) | {"first": first}
        answer = await self._order(element_id, "type", order, taint, seconds)
        return answer["written"]

    async def taint(self, element_id: str, taint: Taint, *, timeout: float = 2.0) -> None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Notes that a field received a value that no model may see, in whatever way. Errors as `write`."""
        frame = self._frames.owner(element_id)
        self._taints.add(frame, taint.name)
        with self._frames.explained(element_id, frame):
            await self._frames.ask(frame, f"taint {local(element_id)} {json.dumps(taint.told())}", seconds=timeout)

    async def _order(
        self, element_id: str, verb: str, order: Mapping[str, Any], taint: Taint | None, seconds: float
    ) -> Mapping[str, Any]:
        self._rested.clear()
        if taint:
            self._taints.add(self._frames.owner(element_id), taint.name)
        answer = await self._frames.ask_of(
            element_id, f"{verb} {local(element_id)} {json.dumps(order)}", seconds=seconds
        )
        return _found(element_id, answer, may_have_acted=verb == "type" and not order["first"])

    def _stopped(self, told: Mapping[Frame, Mapping[str, Any]]) -> Refusal | None:
        """What documents stopped, of an action that is over."""
        for frame, answer in told.items():
            if refusal := answer.get("refusal"):
                number = self._frames.numbers.get(frame)
                return self._refusal(refusal, frame_prefix(number) if number else "")
        for answer in told.values():
            if leak := answer.get("leak"):
                where = "in the address of a GET form" if leak["to"] == "GET" else f"to {leak['to']}"
                return Refusal(f"the form would send {leak['name']} {where}, where it does not belong", acted=True)
        return None

    def _refusal(self, refusal: dict[str, Any], prefix: str) -> Refusal:
        said = {name: self._say(refusal[name]) for name in ("was", "now")}
        sentence = {
            "gone": "went away",
            "focus": f"lost the keyboard to {said['now']}",
            "slipped": f"had {said['now']} over it when it was clicked",
            "elsewhere": f"{said['now']} in another document took the input that was meant for the element",
            "renamed": f"changed: it was {said['was']}, now it is {said['now']}",
        }.get(refusal["kind"]) or self._moved(refusal)
        whose = f"{prefix}{refusal['id']} " if refusal["id"] else ""
        return Refusal(f"{whose}{sentence}", acted=bool(refusal["acted"]))

    def _moved(self, moved: dict[str, Any] | None) -> str:
        if not moved:
            return ""
        where = {"row": "in", "heading": "under", "address": "for"}[moved["kind"]]
        was, now = (quote(self._say(moved[name])) for name in ("was", "now"))
        return f"was {where} {was}, now it is {where} {now}"


def _order(text: str, taint: Taint | None, *, end: bool) -> dict[str, Any]:
    """An `Order` of `inject/writing.js`."""
    return {"text": text, "end": end, "taint": taint.told() if taint else None}


def _found(element_id: str, answer: Mapping[str, Any], *, may_have_acted: bool = False) -> Mapping[str, Any]:
    """The answer of an element that is there. Raises ToolError if it is gone."""
    if not answer["found"]:
        raise ToolError(f"{element_id} is gone from the page", may_have_acted=may_have_acted)
    return answer
