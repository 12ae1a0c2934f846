"""Where an action goes: the origins of its element's document and of its form's action."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame

from actwright.engine.page.acting.page_view import CHECK_SECONDS
from actwright.engine.page.activity.activity import Activity
from actwright.engine.page.browser.routing import place_of
from actwright.engine.page.observer import Observer
from actwright.engine.page.reading.element_report import ElementCheck
from actwright.errors import ToolError
from actwright.schemas.page import Element
from actwright.schemas.sites import origin_of


class PageActionPlaces:
    """Finds out where the actions of one run go; see `permission_rules` for what a place is.

    Args:
        activity: What the pages are doing.
        observer: What the model saw of them.
        mask: Hides private values and secrets.
        may_enter_at: Whether values may be entered at a place; None if they may be entered everywhere.
    """

    def __init__(
        self,
        activity: Activity,
        observer: Observer,
        mask: Callable[[str], str],
        *,
        may_enter_at: Callable[[str], bool] | None,
    ) -> None:
        self._activity = activity
        self._observer = observer
        self._may_enter_at = may_enter_at
        self.mask = mask

    @property
    def address(self) -> str:
        """The URL of the page in front, masked."""
        return self.mask(self._activity.active.page.url) if self._activity.active else ""

    def known(self, element_id: str) -> Element:
        """The element as it was last seen. Raises ToolError if it was not."""
        element = self._observer.last.by_id.get(element_id)
        if element is None:
            raise ToolError(f"there is no element {element_id!r} on the page")
        return element

    async def place(self, element_id: str | None) -> str:
        """The place that input for an element goes to; without an ID, input for whatever has the focus."""
        frame = self._frame_of(element_id)
        if element_id is None:
            return await self._focused_place(frame)
        return place_of(frame) or live_place(frame, await self._check(element_id))

    async def form_place(self, element_id: str | None) -> str | None:
        """The place that the form of an element, or of whatever has the focus, is sent to; None outside forms."""
        if element_id is not None:
            return form_place(await self._check(element_id))
        if self._activity.dialog is not None:
            return None
        try:
            _, action = await self._observer.reader.focus(self._frame_of(None), timeout=CHECK_SECONDS)
        except (PlaywrightError, TimeoutError) as error:
            raise ToolError("the page does not say what has the focus; name the element") from error
        return _goes_to(action)

    def has_copied(self, place: str) -> bool:
        """Whether what this run copied last comes from a place; documents without an address count as one."""
        return self._observer.reader.guard.clipboard.has_copied(place)

    async def field(self, element_id: str | None) -> Element | None:
        """A field as it is now, or what has the focus if None; None if it is not there, or what it contains is withheld."""
        if self._activity.dialog is not None:
            return None
        wanted = (await self._observer.look()).elements
        found = next((each for each in wanted if (each.id == element_id if element_id else each.focused)), None)
        return None if found is None or found.secret or found.type == "password" else found

    async def form_values(self, element: Element | None) -> Mapping[str, str]:
        """The masked contents of the fields in an element's form, or in its document if it is outside forms."""
        if self._activity.dialog is not None:
            return {}
        frame, form = self._frame_of(element.id if element else None), element.form if element else None
        content: dict[str, str] = {}
        for each in (await self._observer.look()).elements:
            beside = self._observer.reader.frames.frame_of(each.id) is frame and (form is None or each.form == form)
            if beside and not each.submits and (shown := _content_of(each)):
                content[each.title] = shown
        return content

    async def _check(self, element_id: str) -> ElementCheck:
        return await self._observer.reader.guard.check(element_id, timeout=CHECK_SECONDS)

    def _frame_of(self, element_id: str | None) -> Frame:
        frame = self._observer.reader.frames.frame_of(element_id) if element_id else None
        return frame or self._observer.tab().page.main_frame

    async def _focused_place(self, frame: Frame) -> str:
        """Where typed keys go. If a frame has the focus, assumes a frame where no value may be entered, if any."""
        home, others = place_of(frame), [place_of(each) for each in frame.page.frames if each is not frame]
        foreign = next((each for each in others if self._may_enter_at and not self._may_enter_at(each)), None)
        if foreign is None or self._activity.dialog is not None:
            return home
        try:
            framed, _ = await self._observer.reader.focus(frame, timeout=CHECK_SECONDS)
        except (PlaywrightError, TimeoutError):
            framed = True
        return foreign if framed else home


def live_place(frame: Frame, check: ElementCheck) -> str:
    """The place of an element: the origin of its document, or of its URL if it is sandboxed and has no origin."""
    return origin_of(check.origin) or place_of(frame)


def form_place(check: ElementCheck) -> str | None:
    """The place that the form of an element is sent to; None outside forms, and if it stays in its document."""
    return _goes_to(check.action)


def _goes_to(action: str) -> str | None:
    return action if action.lower().startswith("file:") else origin_of(action) or None


def _content_of(element: Element) -> str:
    """What a field visibly holds; empty for an empty field, and for what is not a field."""
    if element.checked is not None:
        return "checked" if element.checked else ""
    labels = [option.label for option in element.options if option.selected]
    return ", ".join(labels) if element.tag == "select" else element.value or ""
