"""Writes values into fields from inside the document, marks fields that no model may read, and reads fields back."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame

from actwright.engine.page.acting.action_watch import ActionWatch
from actwright.engine.page.acting.own_popups import close_popup
from actwright.engine.page.acting.page_view import ACTION_SECONDS, CHECK_SECONDS, PageView
from actwright.engine.page.reading.frames import local
from actwright.engine.page.reading.taints import Taint
from actwright.engine.values.masked_forms import written
from actwright.engine.values.run_values import RunValues
from actwright.engine.values.same_value import means_same
from actwright.errors import ToolError
from actwright.schemas.page import Element, Option
from actwright.schemas.sites import origin_of
from actwright.schemas.step import Receipt
from actwright.schemas.task import only_reference
from actwright.text import one_line
from actwright.tools.reading_back import reading_back
from actwright.tools.target import PER_KEY, FieldContent, Target
from actwright.written_dates import read_dates

SET_BY_VALUE = frozenset({"color", "date", "datetime-local", "month", "range", "time", "week"})
"""Inputs whose value Playwright sets without the keyboard."""
SEVERAL = re.compile(r"\w\s*[,;|]\s*\w")
_CLOCK = re.compile(r"\d\d:\d\d")
DATE = r"\d{1,4}([./-])\d{1,2}\1\d{1,4}"


class Fields:
    """Writes the values of one run into fields, and reads back what the fields hold; see `FieldAccess`.

    Args:
        view: The page in front.
        watch: Until when requests count as caused by the previous edit.
        run_values: Learns what was entered.
        look: Takes a fresh look at the page, which passes the ID of a control on to what replaced it.
    """

    def __init__(
        self, view: PageView, watch: ActionWatch, run_values: RunValues, *, look: Callable[[], Awaitable[object]]
    ) -> None:
        self._view = view
        self._ask = view.ask
        self._reader = view.observer.reader
        self._run_values = run_values
        self._edited: dict[str, _Edited] = {}
        self._values = view.values
        self._clock = view.clock
        self._watch = watch
        self._look = look
        self._revealed: dict[str, Taint] = {}
        self._scripted: set[str] = set()

    def reveal(self, value: str, target: Target) -> str:
        """The text to type for a value parameter, with its references resolved once."""
        element = target.element
        withheld = self._values.withheld_in(value)
        if withheld and origin_of(target.origin) in self._scripted:
            raise ToolError(f"{written(withheld[0])} is not entered where a script of this run may still read it")
        called = (element.name, element.label, element.placeholder, element.attribute_name)
        text = self._values.reveal(value, target.origin, called=called, for_secrets=target.for_secrets)
        if withheld:
            self._revealed[element.id] = Taint(*withheld)
        return text

    async def open_to_scripts(self) -> None:
        """Lets a script of the model run in the page; see `FieldAccess.open_to_scripts`."""
        await self._look()
        if names := ", ".join(map(written, sorted(self._reader.guard.tainting))):
            raise ToolError(f"a field holds {names}, which a script could read and send: send or empty the form first")
        self._scripted.add(origin_of(self._view.page.url))

    def days(self, value: str, target: Target) -> frozenset[date]:
        """The days that a value parameter may stand for; empty if it is no date."""
        return read_dates(self.reveal(value, target))

    def withholds(self, value: str) -> bool:
        """Whether a value parameter refers to a private value or a secret."""
        return self._values.withholds(value)

    async def write(self, target: Target, value: str, *, at_end: bool = False) -> bool:
        """Puts a value into a field from inside its document."""
        text, taint, seconds = await self._prepared(target, value)
        written = await self._reader.guard.write(target.element.id, text, at_end=at_end, taint=taint, seconds=seconds)
        return self._taken(target, taint, written=written)

    async def write_part(self, target: Target, value: str, text: str) -> bool:
        """Puts a part of a value into a field, which is marked as holding the value."""
        _, taint, seconds = await self._prepared(target, value)
        written = await self._reader.guard.write(target.element.id, text, at_end=False, taint=taint, seconds=seconds)
        return self._taken(target, taint, written=written)

    async def enter(self, target: Target, value: str) -> FieldContent | None:
        """Writes a value as the last input of an action, and returns what the field holds then."""
        text, taint, seconds = await self._prepared(target, value)
        written, content = await self._reader.guard.enter(target.element.id, text, taint=taint, seconds=seconds)
        if not self._taken(target, taint, written=written):
            return None
        with reading_back():
            return self._reader.as_content(content) if content is not None else await self.content(target)

    async def _prepared(self, target: Target, value: str) -> tuple[str, Taint | None, float]:
        """The text to write, its taint, and the seconds for it.

        First waits until what leaving the previous field sent can be told apart from what this text will send.
        """
        text, taint = self.reveal(value, target), self._revealed.pop(target.element.id, None)
        seconds = self._clock.within(ACTION_SECONDS)
        if (until := self._watch.charged_until()) is not None:
            await asyncio.sleep(until - time.monotonic())
        return text, taint, seconds

    def _taken(self, target: Target, taint: Taint | None, *, written: bool) -> bool:
        """Whether it was written. Raises ToolError if it was not and no other way may be tried."""
        if not written and taint is not None and target.element.type not in SET_BY_VALUE:
            raise ToolError(f"{target.title} takes no text now: it is read-only, disabled or not a text field")
        return written

    async def type(self, target: Target, value: str, *, at_end: bool = False, boxes: int = 0) -> None:
        """Types a value into a field, key by key."""
        text, taint = self.reveal(value, target), self._revealed.pop(target.element.id, None)
        if taint is None:
            timeout = self._clock.within(ACTION_SECONDS) * 1000
            if at_end:
                await target.locator.press("ControlOrMeta+End", timeout=timeout)
            if not boxes:
                return await target.locator.press_sequentially(text, timeout=timeout + PER_KEY * len(text))
            await target.locator.focus(timeout=timeout)
            for character in text:
                await target.locator.page.keyboard.type(character)
                await self._ask(target, "rect", drawn=1)  # the page may move the focus on in its next task
            return None
        for place, character in enumerate(text):
            typed = await self._reader.guard.type(
                target.element.id,
                character,
                first=place == 0,
                at_end=at_end,
                taint=taint,
                seconds=self._clock.within(ACTION_SECONDS),
            )
            if not typed:
                raise ToolError(f"{target.title} took {place} of {len(text)} characters", may_have_acted=place > 0)
            if boxes:
                await self._ask(target, "rect", drawn=1)
        return None

    async def taint_revealed(self) -> None:
        """Marks the fields of withheld values that a tool asked for and wrote in its own way."""
        while self._revealed:
            with suppress(ToolError, PlaywrightError):
                await self._reader.guard.taint(*self._revealed.popitem(), timeout=self._clock.within(CHECK_SECONDS))

    async def content(self, target: Target) -> FieldContent:
        """What a control contains now."""
        element_id, seconds = target.element.id, self._clock.within(CHECK_SECONDS)
        content = await self._reader.content(element_id, timeout=seconds)
        if content is None:  # it may have been drawn anew
            await self._look()
            content = await self._reader.content(element_id, timeout=seconds)
        if content is None:
            raise ToolError(f"{target.title} is no longer on the page", may_have_acted=True)
        return content

    async def settled_content(self, target: Target, *, wanted: bool | None = None) -> FieldContent:
        """What a control contains after the last input of an action, once the page has settled."""
        seconds = self._clock.within(CHECK_SECONDS)
        content = await self._reader.guard.settled_content(target.element.id, wanted=wanted, seconds=seconds)
        return self._reader.as_content(content) if content is not None else await self.content(target)

    async def read_back(
        self, target: Target, value: str, content: FieldContent | None = None, *, match: bool | None = None
    ) -> Receipt:
        """Compares what a field contains with what `value` (with its references) means."""
        content = content or await self.content(target)
        is_masked = target.element.type == "password" and bool(only_reference(value))
        wanted, withheld = self.reveal(value, target), is_masked or self._values.withholds(value)
        self._revealed.pop(target.element.id, None)
        is_select = target.element.tag == "select"
        labels = [option.label for option in content.options if option.selected]
        got = ", ".join(labels) if is_select else content.code if len(wanted) > 1 and content.code else content.value
        is_whole = _same(wanted, got, target.element, exactly=withheld)
        match = is_whole if match is None else match
        mask = self._values.mask
        receipt = Receipt(
            field=target.title,
            wanted=value if withheld else mask(wanted),
            got=mask(got) if not withheld else value if is_whole else self._in_another_form(got, wanted, value),
            match=match,
            reference=only_reference(value),
            name=target.element.attribute_name,
        )
        forms = (content.value, *labels) if match else ()
        self._run_values.enter(
            target.element.id,
            wanted,
            written_as=value,
            field=target.title,
            names=_names(target, content),
            forms=forms,
            chosen=bool(labels),
        )
        if not value.endswith("\n"):  # a field that was entered with Enter is often empty again
            self._edited[target.element.id] = _Edited(target, value, content, receipt)
        return receipt

    def switched(
        self, target: Target, content: FieldContent, *, wanted: bool, options: Sequence[Option] = ()
    ) -> Receipt:
        """Records that a checkbox, radio button, switch or the options of a list are as wanted, and returns the receipt."""
        element = target.element
        word = ", ".join(each.label for each in options) or ("checked" if wanted else "unchecked")
        group = f"{id(target.frame)} {element.attribute_name}" if element.type == "radio" else ""
        names, own = (*_names(target, content), element.group), (group or element.id, element.name, content.value)
        switches = [(f"{element.id} {one.value}", one.label, one.value) for one in options] or [own]
        references = {
            self._run_values.switch(key, label, value, on=wanted, field=target.title, names=names)
            for key, label, value in switches
        }
        reference = references.pop() if len(references) == 1 else ""
        name = element.attribute_name
        return Receipt(field=target.title, wanted=word, got=word, match=True, reference=reference, name=name)

    def given(self, target: Target, names: Sequence[str]) -> None:
        """Records that an element was given files with these names."""
        for name in names:
            self._run_values.upload(name, target.title, target.element.attribute_name)

    async def leave_for(self, element_id: str, *, submits: bool) -> None:
        """Moves the focus from a field that was edited to the button that is about to be pressed.

        A button that `submits` may be disabled until the field is left.
        """
        frame = self._reader.frames.frame_of(element_id)
        if not self._edited or frame is None or frame.is_detached():
            return
        self._watch.reopen()
        request = self._reader.frames.request("leave", id=local(element_id), pressed=submits)
        with suppress(ToolError, PlaywrightError):
            seconds = self._clock.within(CHECK_SECONDS)
            [now] = await self._reader.frames.cdp.perform(frame, request, seconds=seconds)
            if now.get("covered_by") and not now.get("modal"):
                await close_popup(self._view, element_id)

    async def reread(self, *, before_effect: bool) -> list[tuple[str, Receipt]]:
        """Reads the fields again that were edited since the last effect; see `ActingSurface.reread_fields`."""
        edited = self._edited
        if before_effect:
            self._edited = {}
        changed: list[tuple[str, Receipt]] = []
        for frame in dict.fromkeys(each.target.frame for each in edited.values()):
            here = {element_id: each for element_id, each in edited.items() if each.target.frame is frame}
            contents = await self._contents(frame, list(here))
            receipts = [(name, await self._if_changed(here[name], content)) for name, content in contents.items()]
            changed += [(name, receipt) for name, receipt in receipts if receipt is not None]
        return changed

    def is_edited(self) -> bool:
        """Whether a field was edited since the last effect."""
        return bool(self._edited)

    def forget_edits(self) -> None:
        """Forgets what was edited: a person acted, so what the fields contain and send is not compared with it."""
        self._edited.clear()
        self._run_values.end_window((), new_document=True)

    async def _contents(self, frame: Frame, element_ids: Sequence[str]) -> dict[str, FieldContent]:
        """What the fields of a document contain that are still there."""
        requests = [self._reader.frames.request("content", id=local(each)) for each in element_ids]
        with suppress(ToolError, PlaywrightError):
            if not frame.is_detached():
                seconds = self._clock.within(CHECK_SECONDS)
                answers = await self._reader.frames.cdp.perform(frame, *requests, seconds=seconds)
                pairs = zip(element_ids, answers, strict=False)
                return {name: self._reader.as_content(answer) for name, answer in pairs if answer["found"]}
        return {}

    async def _if_changed(self, edited: _Edited, content: FieldContent) -> Receipt | None:
        """The receipt of a field that the page has given another value, which does not mean what was meant."""
        if content.value == edited.content.value or await self._is_moved(edited, content):
            return None
        match = edited.receipt.match and _alike(edited.content.value, content.value)
        if match:
            self._run_values.add_form(edited.target.element.id, content.value)
            return None
        receipt = await self.read_back(edited.target, edited.value, content, match=False)
        self._edited.pop(edited.target.element.id, None)
        return receipt

    async def _is_moved(self, edited: _Edited, content: FieldContent) -> bool:
        """Whether a field is empty because its page shows the value beside it now, as a tag."""
        if content.value.strip():
            return False
        before = one_line(edited.content.value).casefold()
        if SEVERAL.search(before):
            return False  # several values that became one tag
        if before in content.beside.casefold():
            return True
        seconds = self._clock.within(CHECK_SECONDS)
        with suppress(ToolError):
            text = await self._reader.document_text(edited.target.frame.page, timeout=seconds)
            return before in one_line(text).casefold()
        return False

    def _in_another_form(self, got: str, wanted: str, value: str) -> str:
        """What a field made of a withheld value, without showing the value."""
        if not got or (wanted and wanted in got):
            return self._values.mask(got.replace(wanted, value) if wanted else got)
        return f"{value} in another form"


@dataclass(frozen=True, slots=True)
class _Edited:
    """A field that was edited.

    Attributes:
        target: The field.
        value: What was entered, with its references.
        content: What it contained then.
        receipt: The receipt of that.
    """

    target: Target
    value: str
    content: FieldContent
    receipt: Receipt


def _names(target: Target, content: FieldContent) -> tuple[str, ...]:
    """What a request may call the value of a field."""
    element = target.element
    return element.attribute_name, *content.names, element.label, element.name


def _alike(one: str, other: str) -> bool:
    """Whether two texts mean the same in a field. One in cents does not, though a request may send it for an amount."""
    return means_same(one, other) and means_same(other, one)


def _same(wanted: str, got: str, element: Element, *, exactly: bool) -> bool:
    if element.tag == "select":
        labels = {option.value: option.label for option in element.options}
        return one_line(labels.get(wanted, wanted)).casefold() == got.casefold()
    if element.tag not in ("input", "textarea"):  # the paragraphs of an editor have an empty line between them
        return _lines(wanted) == _lines(got)
    if _plain(wanted) == _plain(got) or (_CLOCK.fullmatch(wanted) and got == f"{wanted}:00"):
        return True
    if re.fullmatch(DATE, wanted.strip()) and got.strip().isdigit():  # a page that drops the separators reads no date
        return False
    if _ungrouped(wanted) == _ungrouped(got) != "":
        return True
    return not exactly and _alike(wanted, got)


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _ungrouped(text: str) -> str:
    """The digits of a number that is grouped as phone numbers, cards, dates and amounts are; empty for other text."""
    text = text.strip()
    if re.fullmatch(r"\D?\d{1,3}(,\d{3})+(\.\d+)?\D?", text):
        text = text.replace(",", "")
    digits = re.sub(r"(?<=.)-|[\s()/_$€£]", "", text)
    return digits if re.fullmatch(r"[+-]?\d+(\.\d+)?", digits) else ""
