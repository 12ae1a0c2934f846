"""Finds the element to act on by its ID, and checks that it is there, unchanged, enabled, in reach and permitted."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Container
from itertools import takewhile
from typing import Literal

from playwright.async_api import Frame, Locator

from actwright.engine.page.acting.action_watch import ActionWatch
from actwright.engine.page.acting.enforcement import AuthorizationEnforcer
from actwright.engine.page.acting.own_popups import close_popup
from actwright.engine.page.acting.page_view import CHECK_SECONDS, PageView
from actwright.engine.page.reading.element_report import ElementCheck
from actwright.errors import ToolError
from actwright.schemas.page import LONGEST_TITLE, Element, Observation, tree_line
from actwright.text import shortened
from actwright.tools.strokes import with_stroke
from actwright.tools.target import Also, Sameness, Target

RETRY_SECONDS = 0.1
READY_SECONDS = 1.5
"""How long a target may stay disabled or covered before the action is refused."""
AROUND = 20
"""Characters of a long name that are kept before the place where it has changed."""
MOST_NAMING = 4
"""Up to so many words of text inside an element name it. More are its content, some of which may change."""


class Targets:
    """Finds the targets of one run's actions.

    Args:
        view: The page in front.
        watch: Arms the guard of a target, once what leaving the previous field sets off has settled.
        enforcer: What the action under way may reach.
        look: Takes a fresh look at the page.
        is_edited: Whether a field was edited since the last effect, which may have opened something.
    """

    def __init__(
        self,
        view: PageView,
        watch: ActionWatch,
        enforcer: AuthorizationEnforcer,
        *,
        look: Callable[[], Awaitable[Observation]],
        is_edited: Callable[[], bool],
    ) -> None:
        self._view = view
        self._observer = view.observer
        self._watch = watch
        self._enforcer = enforcer
        self._look = look
        self._is_edited = is_edited

    def known(self, element_id: str) -> Element:
        """The element as the model last saw it. Raises ToolError if there is none; it says what exists instead."""
        element = self._observer.last.by_id.get(element_id)
        if element is None:
            raise ToolError(f"there is no element {element_id!r} on the page; {self._instead(element_id)}")
        return element

    def resolving(self, element_id: str) -> tuple[Frame, Locator]:
        """The frame of an element, and a locator of exactly that one. Nothing is checked: it is for what only looks.

        Raises:
            ToolError: The run has never seen this ID.
        """
        locator, frame = self._observer.reader.locator(element_id), self._observer.reader.frames.frame_of(element_id)
        if frame is None:
            raise ToolError(f"there is no element {element_id!r} on the page; {self._instead(element_id)}")
        return frame, locator

    async def target(
        self,
        element_id: str,
        *,
        enabled: bool = True,
        reachable: bool | Literal["by keys"] = True,
        same: Sameness = "exactly",
        also: Also = frozenset(),
        seen: Element | None = None,
    ) -> Target:
        """The element to act on; see `Surface.target`."""
        page = self._view.page
        element = seen or self.known(element_id)
        frame = self._observer.reader.frames.frame_of(element_id)
        if frame is None or frame.page is not page:
            raise ToolError(f"{element.title} is not on the tab in front; use switch_tab first")
        give_up, centred, closed, left = time.monotonic() + READY_SECONDS, False, False, False
        leave = self._watch.owes and reachable == "by keys"
        while obstacle := _obstacle(
            check := await self._watch.armed(element_id, leave=leave, same=same, also=also), enabled, reachable
        ):
            if not check.found:
                there = {each.id for each in (await self._look()).elements}
                raise ToolError(f"{element.title} is no longer on the page; {self._instead(element_id, there)}")
            if check.covered_by and not (centred or check.modal):
                centred = True
                seconds = self._view.clock.within(CHECK_SECONDS)
                await self._observer.reader.answer(element_id, "centre", timeout=seconds)  # out from under a sticky bar
                continue
            if check.covered_by and not (closed or check.modal) and (check.over_used or self._is_edited()):
                closed = True
                await self._observer.reader.guard.disarm(page)
                await close_popup(self._view, element_id)
                continue
            if check.disabled and enabled and not (left or check.covered_by):
                left, give_up = True, time.monotonic() + READY_SECONDS
                await self._observer.reader.guard.disarm(page)
                seconds = self._view.clock.within(CHECK_SECONDS)
                await self._observer.reader.frames.ask_of(element_id, "leave", seconds=seconds, pressed=True)
                continue
            if time.monotonic() >= give_up:
                cover = self._view.values.mask(check.covered_by)
                raise ToolError(f"{element.title} {obstacle.replace(check.covered_by, cover)}")
            await self._view.activity.change(within=RETRY_SECONDS)
        _require_same(element, check, self._view.values.mask(check.name), same)
        self._enforcer.check(element, frame, check)
        locator = self._observer.reader.locator(element_id)
        point = check.point and await with_stroke(locator, check.point, check.size, timeout=self._view.timeout)
        return Target(
            element=element,
            locator=locator,
            frame=frame,
            origin=check.origin,
            point=point,
            for_secrets=check.for_secrets,
            content=self._observer.reader.as_content(check.content)
            if check.content and check.content["found"]
            else None,
            open=check.open,
            steady=check.steady,
        )

    def _instead(self, element_id: str, there: Container[str] | None = None) -> str:
        """Names the closest elements in the tree that was shown; with `there`, only those whose IDs are in it."""
        shown = {line.head for line in map(tree_line, self._observer.last.tree.splitlines()) if line}
        names = {
            element.id: element.title
            for element in self._observer.last.elements
            if element.id != element_id and element.id in shown and (there is None or element.id in there)
        }
        if not names:
            return "no other element of the page can be acted on"
        from rapidfuzz import fuzz, process  # noqa: PLC0415 - only a refusal needs it

        close = process.extract(element_id, list(names), scorer=fuzz.ratio, limit=5)
        return "closest are " + ", ".join(names[match[0]] for match in close)


def _obstacle(check: ElementCheck, enabled: bool, reachable: bool | Literal["by keys"]) -> str:  # noqa: FBT001 - as `target`
    if not check.found:
        return "is gone"
    if enabled and check.disabled:
        return "is disabled; something else must be done first"
    if reachable and check.covered_by and not (check.adorned and reachable == "by keys"):
        return f"is covered by {check.covered_by}; deal with that first"
    return ""


def _require_same(element: Element, check: ElementCheck, name: str, same: Sameness) -> None:
    """Raises ToolError if an element is no longer what the model saw; `name` is what it is called now."""
    if check.role != element.role or (name != element.name and not _is_state(element.name, name, check, same)):
        old, new = _apart(element.name, name)
        was, now = _described(element.role, old), _described(check.role, new)
        raise ToolError(f"{element.id} changed since you saw it: it was {was}, now it is {now}; look again")
    if check.moved and same != "node":
        raise ToolError(f"{element.title} {check.moved}; look again")


def _is_state(was: str, now: str, check: ElementCheck, same: Sameness) -> bool:
    """Whether only the text inside an element changed its name, such as a counter, and the element is the same."""
    if check.own_name:
        return True
    if same == "exactly" or not check.by_content:
        return False
    words = was.split()
    return same == "node" or not was or (len(words) > MOST_NAMING and any(word in now.split() for word in words))


def _apart(was: str, now: str) -> tuple[str, str]:
    """Two names, shortened so that each still shows where they differ."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(was, now, strict=False)))
    start = same - AROUND if same > LONGEST_TITLE - AROUND else 0
    old, new = (shortened(("…" if start else "") + name[start:], LONGEST_TITLE) for name in (was, now))
    return old, new


def _described(role: str, name: str) -> str:
    return f'{role or "an element"} "{name}"'
