"""Lets a person drive the page of a run, with a lease that expires and a short list of inputs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Annotated, Any, Literal
from uuid import uuid4

from playwright.async_api import Error, FileChooser, Page
from pydantic import Field

from actwright.engine.page.acting.in_focus import InFocus
from actwright.errors import ToolError
from actwright.schemas.base import Frozen
from actwright.schemas.native_control import MOST_OPTIONS, FocusedControl
from actwright.service.background_runs import BackgroundRun
from actwright.service.run_requests import Body
from actwright.text import first_line

LEASE_SECONDS = 20.0
"""If the person who controls the page sends nothing for this long, the page goes back to the run."""
MOST_INPUTS = 100
DIALOG_SECONDS = 0.05
"""Seconds between two checks whether an open dialog is holding up input."""

Share = Annotated[float, Field(ge=0, le=1)]


class Pointer(Frozen):
    """The mouse, at a fraction of the width and height of the picture."""

    kind: Literal["click", "move", "wheel"]
    x: Share
    y: Share
    button: Literal["left", "middle", "right"] = "left"
    count: int = Field(default=1, ge=1, le=3)
    dx: float = Field(default=0, ge=-2_000, le=2_000)
    dy: float = Field(default=0, ge=-2_000, le=2_000)


class Key(Frozen):
    """A key or a combination, with Playwright's names: `Enter`, `Control+A`."""

    kind: Literal["key"]
    key: str = Field(
        min_length=1, max_length=40, pattern=r"^(?:(?:Control|Shift|Alt|Meta)\+){0,4}(?:[A-Za-z0-9]+|[!-~])$"
    )


class TypedText(Frozen):
    """Text that was typed, pasted, or entered with an input method."""

    kind: Literal["text"]
    text: str = Field(min_length=1, max_length=10_000)


class SelectChoice(Frozen):
    """The options to select in the select in focus, by index from 0; all others are deselected."""

    kind: Literal["choose"]
    options: tuple[Annotated[int, Field(ge=0, lt=MOST_OPTIONS)], ...] = Field(max_length=MOST_OPTIONS)


class Value(Frozen):
    """The new value of the date, time or color field in focus, in HTML's format; an empty value clears it."""

    kind: Literal["value"]
    value: str = Field(max_length=40, pattern=r"^[0-9A-Fa-fTW:.#+-]*$")


class DialogAnswer(Frozen):
    """An answer to the open dialog; the text goes into a prompt."""

    kind: Literal["dialog"]
    accept: bool
    text: str = Field(default="", max_length=10_000)


Done = Pointer | Key | TypedText | SelectChoice | Value | DialogAnswer
"""Every input that a person can send."""


class Input(Body):
    """The inputs of a person, in order; an empty list only means that the person is still there."""

    events: tuple[Annotated[Done, Field(discriminator="kind")], ...] = Field(default=(), max_length=MOST_INPUTS)


class TakenOverPage(Frozen):
    """A JavaScript dialog; the page waits for its answer.

    Attributes:
        kind: The kind of dialog; `beforeunload` asks whether to leave the page.
        text: The message.
        default: The text that a prompt already holds.
    """

    kind: Literal["alert", "confirm", "prompt", "beforeunload"]
    text: str
    default: str = ""


class Beside(Frozen):
    """What the picture cannot show.

    Attributes:
        dialog: The open dialog; the page does nothing until it is answered.
        control: The control in focus; None for anyone who does not have the page.
        file: Whether the page has asked for a file.
    """

    dialog: TakenOverPage | None = None
    control: FocusedControl | None = None
    file: bool = False


class TakenError(Exception):
    """Another person controls the page."""


class NotInControlError(Exception):
    """The lease has ended."""


class TakeOver:
    """Gives the page of a run to one person at a time. What the person types is kept nowhere.

    Args:
        playing: The run.
        changed: Called when a person has taken the page, and when it has gone back.
    """

    def __init__(self, playing: BackgroundRun, changed: Callable[[], None]) -> None:
        self._playing = playing
        self._changed = changed
        self._lease = ""
        self._acted = False
        self._expiry: asyncio.TimerHandle | None = None
        self._order = asyncio.Lock()
        self._slow_dialogs: set[asyncio.Task[None]] = set()
        self._listens: list[Page] = []
        self._file = False

    @property
    def has_control(self) -> bool:
        """Whether a person controls the page."""
        return bool(self._lease)

    async def take(self) -> str:
        """Takes the page once the action under way has ended. Returns the lease.

        Raises:
            TakenError: Somebody already has it.
            TimeoutError: The action under way does not end.
        """
        if not await self._playing.run.page_control.take():
            raise TakenError
        self._lease, self._acted, self._file = uuid4().hex, False, False
        self._renew(self._lease)
        self._changed()
        return self._lease

    async def act(self, lease: str, given: Input) -> str:
        """Passes input to the page, and renews the lease. Returns why the rest was not passed; empty if all was passed.

        Raises:
            NotInControlError: The lease has ended.
        """
        self._renew(lease)
        async with self._order:
            for event in given.events:
                page, in_focus = self._playing.run.showing, self._playing.run.in_focus
                if page is None or in_focus is None or page.is_closed():
                    return "the page is gone"
                if self._playing.run.dialog is not None and not isinstance(event, DialogAnswer):
                    return "a dialog is open; answer it first"
                self._renew(lease)
                self._listen(page)
                self._acted, self._file = True, False
                if _takes_away(event):
                    await self._playing.run.page_control.notice()
                try:
                    await self._unless_dialog(self._do(page, in_focus, event))
                except Error as error:
                    return first_line(error.message)
                except ToolError as error:
                    return str(error)
        return ""

    async def beside(self, lease: str) -> Beside:
        """Returns what the picture cannot show; without the lease, only what anybody may see."""
        run = self._playing.run
        if (dialog := run.dialog) is not None:
            kind: Any = dialog.type
            return Beside(
                dialog=TakenOverPage(kind=kind, text=dialog.message[:10_000], default=dialog.default_value[:10_000])
            )
        page, in_focus = run.showing, run.in_focus
        if not lease or lease != self._lease or page is None or in_focus is None or page.is_closed():
            return Beside()
        with suppress(Error, TimeoutError):
            return Beside(control=await in_focus.control(page), file=self._file)
        return Beside(file=self._file)

    def give_back(self, lease: str, *, refused: bool = False) -> None:
        """Gives the page back to the run. If the run had asked a person to act, that counts as done, or as refused.

        Raises:
            NotInControlError: The lease has ended.
        """
        self._renew(lease)
        if (wanted := self._playing.wanted) is not None:
            self._playing.acted(wanted.id, done=not refused)
        self._end()

    def close(self) -> None:
        """Ends the lease, if there is one."""
        if self._lease:
            self._end()

    def _renew(self, lease: str) -> None:
        if not self._lease or lease != self._lease:
            raise NotInControlError
        if self._expiry is not None:
            self._expiry.cancel()
        self._expiry = asyncio.get_running_loop().call_later(LEASE_SECONDS, self._end)

    async def _do(self, page: Page, in_focus: InFocus, event: Done) -> None:
        if isinstance(event, DialogAnswer):
            await self._playing.run.answer_dialog(accept=event.accept, text=event.text)
        else:
            await _done(page, in_focus, event)

    async def _unless_dialog(self, doing: Coroutine[Any, Any, None]) -> None:
        """Passes one input. Returns early if a dialog opens, because that holds up the input until it is answered."""
        task = asyncio.ensure_future(doing)
        while not task.done():
            await asyncio.wait([task], timeout=DIALOG_SECONDS)
            if not task.done() and self._playing.run.dialog is not None:
                self._slow_dialogs.add(task)
                task.add_done_callback(self._forget)
                return
        task.result()

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._slow_dialogs.discard(task)
        if not task.cancelled():
            task.exception()  # the page went away while its dialog was open

    def _listen(self, page: Page) -> None:
        """Notes, until the page is given back, whether it asks for a file, which no picture shows."""
        if page not in self._listens:
            page.on("filechooser", self._asks_for_file)
            self._listens.append(page)

    def _asks_for_file(self, _: FileChooser) -> None:
        self._file = True

    def _end(self) -> None:
        for page in self._listens:
            page.remove_listener("filechooser", self._asks_for_file)
        self._listens.clear()
        self._lease = ""
        if self._expiry is not None:
            self._expiry.cancel()
        if (dialog := self._playing.run.dialog) is not None and dialog.type in {"alert", "beforeunload"}:
            task = asyncio.ensure_future(self._playing.run.answer_dialog(accept=True))  # as a run does by itself
            self._slow_dialogs.add(task)
            task.add_done_callback(self._forget)
        self._playing.run.page_control.give_back(acted=self._acted)
        self._changed()


def _takes_away(event: Done) -> bool:
    """Whether an event may make the page remove typed text from its fields, for instance by submitting a form."""
    return event.kind in {"click", "choose", "value"} or (isinstance(event, Key) and event.key == "Enter")


async def _done(page: Page, in_focus: InFocus, event: Pointer | Key | TypedText | SelectChoice | Value) -> None:
    if isinstance(event, SelectChoice):
        await in_focus.choose(page, event.options)
    elif isinstance(event, Value):
        await in_focus.fill(page, event.value)
    elif isinstance(event, Key):
        await page.keyboard.press(event.key)
    elif isinstance(event, TypedText):
        await page.keyboard.insert_text(event.text)
    else:
        await _pointed(page, in_focus, event)


async def _pointed(page: Page, in_focus: InFocus, event: Pointer) -> None:
    size = page.viewport_size
    width, height = (size["width"], size["height"]) if size else await in_focus.size(page)
    x, y = event.x * width, event.y * height
    if event.kind == "click":
        await page.mouse.click(x, y, button=event.button, click_count=event.count)
        return
    await page.mouse.move(x, y)
    if event.kind == "wheel":
        await page.mouse.wheel(event.dx, event.dy)
