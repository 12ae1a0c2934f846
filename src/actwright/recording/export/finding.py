"""Finds, on a live page, a locator that resolves to exactly one element: the one that the replay acts on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from itertools import islice
from typing import Any, Literal

from playwright.async_api import ElementHandle, Error, Frame, Locator, Page

from actwright.errors import ConfigError
from actwright.recording.export.candidates import candidates, frame_candidates
from actwright.recording.export.literals import escaped
from actwright.recording.export.locators import Chain, LocatorCall, Pattern, call
from actwright.recording.export.python_code import PythonCode
from actwright.schemas.page import Element
from actwright.schemas.recording import RecordedTarget

Reach = Literal["", "check", "click", "hover", "uncheck"]
"""How the element is used; a trial without pressing tests whether Playwright's mouse hits it. Empty for no trial."""

MOST = 150
"""The maximum number of locators that are tried for one element."""
ANSWER, TRIAL = 10_000, 4_000
"""Milliseconds that a page may take to answer, and that an element may take until the mouse would hit it."""
SAME = "(found, sought) => found === sought || (sought.localName === 'label' && sought.control === found)"
LABELS = "(found, sought) => found === sought || found.control === sought"
ATTRIBUTES = """(holder) => ({
  tag: holder.localName, title: holder.title, name: holder.getAttribute('name') || '',
  id: holder.id, src: holder.getAttribute('src') || '',
})"""


class Finder:
    """Finds locators on the pages of one run.

    Attributes:
        pages: The variable of each page, in the order in which they opened.
        data: The values, by name, that may be written into the program.
    """

    def __init__(self, data: Mapping[str, str]) -> None:
        self.pages: dict[Page, str] = {}
        self.data = data
        self._frames: dict[Frame, Chain] = {}
        self._around = files("actwright.recording.export").joinpath("around.js").read_text("utf-8")

    def variable(self, page: Page) -> str:
        """The variable of a page: `page` for the first, `page1` for the next."""
        return self.pages.setdefault(page, f"page{len(self.pages) or ''}")

    @property
    def roots(self) -> dict[str, Any]:
        """The pages, by their variables."""
        return {name: page for page, name in self.pages.items()}

    def frames(self, page: Page) -> list[Chain]:
        """The frames of a page in which something was done."""
        return [chain for frame, chain in self._frames.items() if frame.page is page and not frame.is_detached()]

    def live(self, chain: Chain) -> Any:
        """Playwright's object for a chain."""
        return chain.live(self.roots, self.data)

    async def find(
        self, frame: Frame, sought: Locator, target: RecordedTarget, element: Element, reach: Reach = ""
    ) -> Chain:
        """The first of the candidates that finds this element, finds no other, and lets the mouse hit it.

        Raises:
            ConfigError: No candidate is unique, or the mouse cannot hit the element.
        """
        try:
            handle = await sought.element_handle(timeout=ANSWER)
            info: dict[str, Any] = await handle.evaluate(self._around)
        except Error as error:
            raise ConfigError(f"{target} disappeared before a locator for it could be checked") from error
        base = await self._base(frame)
        unique: list[Chain] = []
        for chain in islice(candidates(base, target, element, info, self.data), MOST):
            if await self._finds(chain, handle, SAME):
                unique.append(chain)
                if await self._reaches(chain, reach):
                    return chain
                if len(unique) > 1:
                    break
        for chain in _labels(base, info) if reach in {"check", "click", "uncheck"} else ():
            if await self._finds(chain, handle, LABELS) and await self._reaches(chain, reach):
                return chain
        if unique:
            raise ConfigError(
                f"{target}: {PythonCode({}).chain(unique[0])} is unique, but something covers it, so that Playwright's mouse cannot reach it"
            )
        raise ConfigError(
            f"{target}: no locator finds only this element, by role, label, placeholder, text, test ID or the elements "
            "around it; give it an accessible name or a data-testid"
        )

    async def _base(self, frame: Frame) -> Chain:
        """The page, or the frame in it, with which a locator begins."""
        if frame.parent_frame is None:
            return Chain(self.variable(frame.page))
        if frame not in self._frames:
            outer = await self._base(frame.parent_frame)
            holder = await frame.frame_element()
            attributes: dict[str, str] = await holder.evaluate(ATTRIBUTES)
            only = await self.live(outer.then(call("locator", attributes["tag"]))).count() == 1
            self._frames[frame] = await self._first(frame_candidates(outer, attributes, only=only), holder)
        return self._frames[frame]

    async def _first(self, chains: Iterable[Chain], holder: ElementHandle) -> Chain:
        for chain in chains:
            if await self._finds(chain, holder, SAME):
                return chain.then(LocatorCall("content_frame", is_property=True))
        raise ConfigError("nothing distinguishes a frame of the page from others; give its iframe a title or a name")

    async def _finds(self, chain: Chain, sought: ElementHandle, same: str) -> bool:
        """Whether a chain resolves to one element, and this is the one that is sought."""
        locator = self.live(chain)
        try:
            return await locator.count() == 1 and await locator.evaluate(same, sought, timeout=ANSWER)
        except Error:
            return False

    async def _reaches(self, chain: Chain, reach: Reach) -> bool:
        if not reach:
            return True
        locator = self.live(chain)
        try:
            await getattr(locator, reach)(trial=True, timeout=TRIAL)
        except Error:
            return False
        return True


def _labels(base: Chain, info: Mapping[str, Any]) -> Iterable[Chain]:
    """Locators for the label of a control that is hidden behind it."""
    for text in info["labels"]:
        yield base.then(
            call("locator", "label"),
            call("filter", has_text=Pattern(rf"^\s*{escaped(text)}\s*$"), kind="label"),
        )
