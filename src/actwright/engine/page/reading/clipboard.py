"""What one run has copied, and where it may paste that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from playwright.async_api import Page

from actwright.engine.page.reading.frames import Frames
from actwright.engine.page.reading.page_text import clean
from actwright.errors import ToolError
from actwright.schemas.sites import origin_of
from actwright.tools.target import ClipboardUse

OPAQUE = "null"
"""The origin of documents that share it with no other."""
ASK_SECONDS = 1.0
WITHHELD = "a private value or a secret is in what is selected, which is therefore not copied; fill it in by its name"
ELSEWHERE = "the keyboard is not in a document of the site where this run copied last, so nothing was pasted; fill it in instead"


class RunClipboard:
    """Keeps track of what one run has copied.

    What contains a value that no model may see counts as not copied, whoever copied it: the run then pastes nothing.

    Args:
        frames: The frames of the run's pages.
        masked: Returns a text of a page, cleaned and with the secrets in it masked.
    """

    def __init__(self, frames: Frames, masked: Callable[[str], str]) -> None:
        self._frames = frames
        self._masked = masked
        self._copied: dict[str, dict[str, None]] = {}
        self._last = ""

    def has_copied(self, origin: str) -> bool:
        """Whether what this run copied last comes from a document of an origin."""
        return (origin if origin.startswith("http") else OPAQUE) == self._last

    def note(self, answers: Iterable[Mapping[str, Any]]) -> None:
        """Notes what documents report at the end of an action."""
        for copied in (answer["copied"] for answer in answers if answer.get("copied")):
            for each in copied["copies"]:
                self._last = "" if self._withheld(each["around"]) else copied["origin"]
                if self._last:
                    self._copied.setdefault(self._last, {})[each["text"]] = None

    async def share(self, page: Page, *, timeout: float = ASK_SECONDS) -> None:  # noqa: ASYNC109 - a deadline that ends in an answer
        """Tells the documents of a page what this run has copied from others of their origin, and may paste there."""
        for origin, texts in self._copied.items():
            frames = [each for each in page.frames if origin_of(each.url) == origin]
            await self._frames.ask_all(frames, "copied", timeout, origin=origin, texts=[*texts])

    async def check(self, page: Page, use: ClipboardUse) -> None:
        """Checks the document that has the keyboard, just before a key copies from it or pastes into it.

        Raises:
            ToolError: It would copy a value that no model may see, or the run did not copy last on the document's origin.
        """
        place = await self._place(page)
        if use == "copy" and self._withheld(place.get("around", ())):
            raise ToolError(WITHHELD)
        if use == "paste" and (not place or place["origin"] != self._last):
            raise ToolError(ELSEWHERE)

    async def _place(self, page: Page) -> Mapping[str, Any]:
        """The answer of the document that has the keyboard; empty if none says so."""
        asked = [page.main_frame]
        while True:
            answers = zip(asked, await self._frames.ask_all(asked, "clipboard", ASK_SECONDS), strict=True)
            said = {frame: answer for frame, answer in answers if answer}
            frame = next((each for each in said if each is page.main_frame or said[each]["focused"]), None)
            if frame is None or not said[frame]["framed"]:
                return said[frame] if frame else {}
            asked = frame.child_frames

    def _withheld(self, texts: Sequence[str]) -> bool:
        return any(self._masked(text) != clean(text) for text in texts)
