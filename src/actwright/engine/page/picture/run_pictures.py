"""Makes the pictures of a run: with marks, or, where a tool ordered one, enlarged and without."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from playwright.async_api import Error, Page
from playwright.async_api import Error as PlaywrightError

from actwright.engine.page.browser.sessions import call
from actwright.engine.page.page_options import PageOptions
from actwright.engine.page.picture.annotate import PlacedLabel, annotate, place_labels
from actwright.engine.page.picture.screenshot import Photo, decoded, develop, look_alike
from actwright.engine.page.reading.cdp import Protocol
from actwright.engine.page.reading.snapshot import Snapshot
from actwright.errors import ToolError
from actwright.schemas.page import Box, Element, Image, Observation, marked
from actwright.text import first_line

if TYPE_CHECKING:
    from PIL import Image as Pillow

WHOLE = "page"
PICTURE_MARGIN = 8
"""CSS px shown around an element."""
AS_BEFORE = "no picture: the page looks as in the last picture that was shown"


class Shot(NamedTuple):
    """A screenshot as it came, and decoded, unless it is the last one again."""

    data: bytes
    canvas: bytes | Pillow.Image


class _Drawn(NamedTuple):
    """The last picture with marks, used again while the screenshot and the elements stay the same.

    Attributes:
        of: What it is made from: the screenshot, its size, what is masked, and the elements.
        photo, placed: The picture without marks, and where the marks go.
        image: The picture with marks; None until it is drawn.
    """

    of: tuple[object, ...]
    photo: Photo
    placed: Sequence[PlacedLabel]
    image: Image | None = None


class RunPictures:
    """The pictures of one run's pages.

    Args:
        protocol: The sessions with the pages.
        options: Which pictures a policy is shown, and with which marks.
    """

    def __init__(self, protocol: Protocol, options: PageOptions) -> None:
        self._camera = Camera(protocol)
        self._screenshot = options.screenshot
        self._marks = options.marks
        self._drawn: _Drawn | None = None
        self._shown: tuple[Photo, dict[str, Element]] | None = None
        self._ordered: str | Box | None = None
        self._marked_size: tuple[int, int] | None = None

    def order(self, part: str | Box | None, page: Observation) -> None:
        """Makes the next picture one without marks; see `View.order_picture`.

        Args:
            part: As there.
            page: What the model saw last.
        """
        if self._screenshot == "never":
            raise ToolError("this run shows no pictures; the tree and `read` are all there is")
        if isinstance(part, Box):
            part = self._on_page(part, page)
        self._ordered = part or WHOLE

    def _on_page(self, region: Box, page: Observation) -> Box:
        """Converts a region of the last picture with marks to CSS px of the viewport."""
        wide, high = self._marked_size or (page.width, page.height)
        if region.x >= wide or region.y >= high or region.x + region.width <= 0 or region.y + region.height <= 0:
            raise ToolError(f"the region lies outside of the picture, which is {wide} x {high} px")
        across, down = page.width / wide, page.height / high
        return Box(x=region.x * across, y=region.y * down, width=region.width * across, height=region.height * down)

    async def photograph(self, page: Page, seconds: float) -> tuple[Shot | None, str]:
        """The screenshot of a page, and why there is none. It is decoded at once, while the page's tree is made."""
        try:
            data = await self._camera.shoot(page, seconds=seconds)
            is_last = self._drawn is not None and self._drawn.of[0] == data
            return Shot(data, data if is_last else await asyncio.to_thread(decoded, data)), ""
        except ValueError as error:
            return None, f"no picture: {error}"
        except PlaywrightError as error:
            return None, f"no picture: {first_line(error.message)}"
        except TimeoutError:
            return None, f"no picture: the page did not deliver one within {seconds:g} s"

    def picture(self, shot: Shot, snapshot: Snapshot, masks: Sequence[Box]) -> tuple[Image | None, str]:
        """The picture with marks, or the one that was ordered; and why there is none, or what an ordered one shows."""
        ordered, self._ordered = self._ordered, None
        if ordered is not None:
            return self._unmarked(shot, snapshot, masks, ordered)
        of = (shot.data, snapshot.width, snapshot.height, snapshot.shown, tuple(masks), without_new(snapshot.elements))
        if self._drawn is None or self._drawn.of != of:
            try:
                photo = develop(
                    shot.canvas, width=snapshot.width, height=snapshot.height, shown=snapshot.shown, masks=masks
                )
            except ValueError as error:
                return None, f"no picture: {error}"
            numbers = None if self._marks == "ids" else marked(snapshot.elements, snapshot.width, snapshot.height)
            elements = () if self._marks == "none" else snapshot.elements
            self._drawn = _Drawn(of, photo, place_labels(photo, elements, numbers=numbers))
        photo, placed = self._drawn.photo, self._drawn.placed
        if self._screenshot == "on_change":
            shown = (photo, {each.name: _state(each.element) for each in placed})
            if self._shown and self._shown[1] == shown[1] and look_alike(self._shown[0], photo):
                return None, AS_BEFORE
            self._shown = shown
        self._marked_size = photo.canvas.size
        image = self._drawn.image or annotate(photo, placed)
        self._drawn = self._drawn._replace(image=image)
        return image, ""

    def _unmarked(
        self, shot: Shot, snapshot: Snapshot, masks: Sequence[Box], ordered: str | Box
    ) -> tuple[Image | None, str]:
        part, note = _ordered_part(ordered, snapshot)
        try:
            photo = develop(
                shot.canvas, width=snapshot.width, height=snapshot.height, shown=snapshot.shown, masks=masks, part=part
            )
        except ValueError as error:
            return None, f"no picture: {error}"
        self._shown = None
        return annotate(photo, ()), note


def _ordered_part(ordered: str | Box, snapshot: Snapshot) -> tuple[Box | None, str]:
    """The part of the viewport that an ordered picture shows (None for all of it), and a sentence that says so."""
    whole = "the picture is of the whole page, without marks"
    if isinstance(ordered, Box):
        return ordered, "the picture is the requested region, enlarged, without marks"
    if ordered == WHOLE:
        return None, whole
    found = next((element for element in snapshot.elements if element.id == ordered), None)
    if found is None or found.box is None or not found.in_view:
        return None, f"{ordered} is not in view; {whole}"
    box, margin = found.shown or found.box, PICTURE_MARGIN
    around = Box(x=box.x - margin, y=box.y - margin, width=box.width + 2 * margin, height=box.height + 2 * margin)
    return around, f"the picture is {ordered}, enlarged, without marks"


def without_new(elements: Sequence[Element]) -> tuple[Element, ...]:
    """The elements without the mark for new ones, which no picture shows."""
    return tuple(each.model_copy(update={"new": False}) if each.new else each for each in elements)


def _state(element: Element) -> Element:
    """An element without its place and focus, which the picture shows, and without the mark for new ones."""
    return element.model_copy(update={"box": None, "new": False, "focused": False})


QUALITY = 90
RAW = {"format": "jpeg", "quality": QUALITY, "optimizeForSpeed": True}


class Camera:
    """Takes the pictures of one run, over its sessions with the pages.

    Chromium is asked without a clip. A session without emulation of its own then gets the viewport at one px per CSS
    px, whatever the device scale is, and the page's emulation is left alone.
    """

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol

    async def shoot(self, page: Page, *, seconds: float) -> bytes:
        """A JPEG of what the viewport shows now, including the caret. It does not wait for fonts.

        Raises:
            Error: Playwright's; the page is gone.
            TimeoutError: There is none after `seconds`: the page is frozen, or its tab is not painted.
        """
        async with asyncio.timeout(seconds):
            if session := await self._protocol.session(page):
                try:
                    answer = await call(session, "Page.captureScreenshot", **RAW)
                    return base64.b64decode(answer["data"])
                except Error:
                    self._protocol.forget(page)
            return await page.screenshot(
                type="jpeg", quality=QUALITY, scale="css", caret="initial", timeout=seconds * 1000
            )
