"""The mouse: clicking, hovering, scrolling."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, cast, get_args

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Position
from playwright.async_api import TimeoutError as PlaywrightTimeout
from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from actwright.errors import ToolError
from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.drag import AlongPoints, places
from actwright.tools.liveness import lives
from actwright.tools.parameters import ElementId
from actwright.tools.strokes import with_stroke
from actwright.tools.surface import Surface
from actwright.tools.target import Aim, Pasted, Target

MIDDLE = 50.0
"""Percent. Unless a place is given, a click goes to a point of the element where nothing else receives it."""

SWAP_SECONDS = 0.15
"""How long an icon that changes under the mouse must have been still before it is pressed."""
LONGEST_SWAP = 10
"""The most times that `SWAP_SECONDS` is waited for it."""
HOVER_SECONDS = 1.0
"""How long moving the mouse over an element may take; one that is gone then is looked for again."""
NEVER_SWAPPED = frozenset({"canvas", "input", "select", "textarea"})

HOVER_STEPS = 4
"""Moves to a point that is hovered over."""

Button = Literal["left", "right", "middle"]
Modifier = Literal["Alt", "Control", "Meta", "Shift"]
NO_MIDDLE_CLICK = (
    "a middle click may paste what another page has selected, so in a browser that this run did not start only links get "
    "one; use click or fill instead"
)


class Click(Tool):
    """Click."""

    effect: ClassVar[Effect] = Effect.EFFECT
    traits: ClassVar[Trait] = Trait.TARGETS_ELEMENT | Trait.EFFECTS_ONLY_VIA_PAGE

    element_id: ElementId

    async def run(self, surface: Surface) -> Done:
        """Clicks, with Playwright's actionability checks."""
        return await _clicked(surface, self.element_id)


class DoubleClick(Click):
    """Double-click."""

    async def run(self, surface: Surface) -> Done:
        """Clicks twice."""
        return await _clicked(surface, self.element_id, count=2)


class RightClick(Click):
    """Right-click."""

    async def run(self, surface: Surface) -> Done:
        """Clicks with the right button."""
        return await _clicked(surface, self.element_id, button="right")


def clicked(button: Button, count: int) -> str:
    """What was done to an element that was clicked in this way, as `double-clicked`."""
    return {2: "double-", 3: "triple-"}.get(count, "right-" * (button == "right")) + "clicked"


def _joined(modifiers: Any) -> Any:
    return "+".join(map(str, cast("list[Any]", modifiers))) if isinstance(modifiers, list) else modifiers


def modifiers_of(written: str) -> list[Modifier]:
    """The modifiers in a text such as `Control+Shift`. Raises ValueError if one of them does not exist."""
    names = [name.strip() for name in written.split("+") if name.strip()]
    for name in names:
        if name not in get_args(Modifier):
            message = f"{name!r} is not one of {', '.join(get_args(Modifier))}"
            raise ValueError(message)
    return cast("list[Modifier]", names)


def _checked(modifiers: str) -> str:
    modifiers_of(modifiers)
    return modifiers


Modifiers = Annotated[str, AfterValidator(_checked)]
"""Modifiers as a tool is given them, `Control+Shift`."""


class ClickWith(Click):
    """Click at x, y in %, hold in s, modifiers as Control+Shift."""

    x: float = Field(default=MIDDLE, ge=0, le=100)
    y: float = Field(default=MIDDLE, ge=0, le=100)
    button: Button = "left"
    modifiers: Annotated[Modifiers, BeforeValidator(_joined)] = ""
    hold: float = Field(default=0, ge=0, le=10)

    def pastes(self) -> Pasted:
        """The primary selection, with the middle button."""
        return "selection" if self.button == "middle" else ""

    async def run(self, surface: Surface) -> Done:
        """Clicks in that way.

        Where a middle click could paste, a link is clicked with Control instead, which opens it in a new tab too.

        Raises:
            ToolError: A middle click could paste, and this is no link.
        """
        return await _clicked(
            surface,
            self.element_id,
            at=(self.x, self.y),
            button=self.button,
            modifiers=modifiers_of(self.modifiers),
            hold=self.hold,
        )


async def _clicked(
    surface: Surface,
    element_id: str,
    *,
    at: tuple[float, float] = (MIDDLE, MIDDLE),
    button: Button = "left",
    count: int = 1,
    modifiers: Sequence[Modifier] = (),
    hold: float = 0,
) -> Done:
    target = await surface.target(element_id, also=frozenset({"press"}) if at == (MIDDLE, MIDDLE) else frozenset())
    instead = button == "middle" and surface.view.shares_selection
    if instead and not (target.element.tag in {"a", "area"} and target.element.href):
        raise ToolError(NO_MIDDLE_CLICK)
    if await _swapped(surface, target):
        await surface.look()  # hands the ID on to what came in its place
        target = await surface.target(element_id)
    aim = target.aim
    if at != (MIDDLE, MIDDLE):
        point = await surface.view.ask(target, "point", at)
        x, y = await with_stroke(target.locator, (point["x"], point["y"]), point["size"], timeout=surface.timeout)
        aim = Aim(position=Position(x=x, y=y), force=target.steady)
    click = partial(
        target.locator.click,
        button="left" if instead else button,
        click_count=count,
        modifiers=[*modifiers, "ControlOrMeta"] if instead else modifiers,
        delay=hold * 1000,
        timeout=surface.timeout + hold * 1000,
    )
    try:
        await click(**aim)
        if await surface.view.click_missed(target):
            await click()
    except PlaywrightTimeout as error:
        if "click action done" not in error.message:
            raise
        # The click is done. Playwright waited in vain for the document that it requested; the surface goes on waiting.
    except PlaywrightError as error:
        page = target.locator.page
        if not (page.is_closed() and "performing click action" in error.message and await lives(page.context)):
            raise
        # The click closed its own tab, so that no answer came.
    return Done(
        f"{clicked(button, count)} {target.title}{' with Control, as a middle click might paste' if instead else ''}"
    )


class Hover(Tool):
    """Move the mouse there."""

    effect: ClassVar[Effect] = Effect.READ
    traits: ClassVar[Trait] = Trait.MAY_CHANGE_PAGE

    element_id: ElementId

    async def run(self, surface: Surface) -> Done:
        """Hovers."""
        target = await surface.target(self.element_id, enabled=False, same="node")
        await target.locator.hover(**target.aim, timeout=surface.timeout)
        return Done(f"the mouse is over {target.title}")


class HoverAt(AlongPoints):
    """Move the mouse over `points`, like drag_along."""

    effect: ClassVar[Effect] = Effect.READ
    traits: ClassVar[Trait] = Trait.MAY_CHANGE_PAGE

    async def run(self, surface: Surface) -> Done:
        """Moves over one point after the other, and stays at the last."""
        target = await surface.target(self.element_id, enabled=False, same="node")
        points = await places(surface, target, self.points)
        for x, y in points:
            await surface.page.mouse.move(x, y, steps=HOVER_STEPS)
        return Done(f"the mouse is over {self.points.split()[-1]} % of {target.title}")


class Scroll(Tool):
    """Scroll the page or element by screens; without direction, until the element or text is in view."""

    effect: ClassVar[Effect] = Effect.READ
    traits: ClassVar[Trait] = Trait.MAY_CHANGE_PAGE

    direction: Literal["", "up", "down", "left", "right"] = ""
    amount: float = Field(default=1, gt=0, le=100)
    element_id: ElementId = ""
    text: str = ""

    @model_validator(mode="after")
    def _goes_somewhere(self) -> Scroll:
        if not self.direction and not self.element_id and not self.text.strip():
            message = "give a direction, an element_id or a text"
            raise ValueError(message)
        return self

    async def run(self, surface: Surface) -> Done:
        """Scrolls at once, without animation.

        Raises:
            ToolError: There is nothing to scroll, the end was reached before, or the text is not there.
        """
        if self.text:
            return await self._to_text(surface)
        if not self.element_id:
            return self._report("the page", await surface.view.ask(surface.page.main_frame, "scroll", self._step()))
        target = await surface.target(self.element_id, enabled=False, reachable=False, same="node")
        if not self.direction:
            await surface.view.box_of(target)
            return Done(f"{target.title} is in view")
        return self._report(target.title, await surface.view.ask(target, "scroll", self._step()))

    async def _to_text(self, surface: Surface) -> Done:
        target = None
        if self.element_id:
            target = await surface.target(self.element_id, enabled=False, reachable=False, same="node")
        for around in [target] if target else surface.page.frames:
            with (
                contextlib.nullcontext() if target else contextlib.suppress(ToolError)
            ):  # a frame that is being detached
                if not await surface.view.shows(around, self.text):
                    continue
                count = (await surface.view.ask(around, "show", self.text))["count"]
                if count:
                    return Done(f'"{self.text}" is in view{f", the first of {count}" * (count > 1)}')
        raise ToolError(f'"{self.text}" is not shown {f"in {target.title}" if target else "on the page"}')

    def _step(self) -> list[float]:
        sign = self.amount if self.direction in {"down", "right"} else -self.amount
        return [0, sign] if self.direction in {"up", "down"} else [sign, 0]

    def _report(self, what: str, answer: Mapping[str, Any]) -> Done:
        moved, left = float(answer["moved"]), float(answer["left"])
        if not moved:
            raise ToolError(f"{what} cannot scroll further {self.direction}")
        return Done(f"scrolled {what} {self.direction} by {moved:.1f} screens, {left:.1f} left that way")


async def _swapped(surface: Surface, target: Target) -> bool:
    """Lets an icon change under the mouse before it is pressed: while its picture is swapped, it may be gone.

    Returns:
        Whether it went away.
    """
    element = target.element
    if element.name or element.tag in NEVER_SWAPPED or target.point is not None:
        return False
    try:
        await _still(surface, target)
    except (PlaywrightTimeout, ToolError):
        return True
    return False


async def _still(surface: Surface, target: Target) -> None:
    """Moves the mouse over it, and waits until it moves no more."""
    before = (await surface.view.ask(target, "rect"))["box"]
    await target.locator.hover(timeout=min(surface.timeout, HOVER_SECONDS * 1000))
    box = (await surface.view.ask(target, "rect", drawn=2))["box"]
    if box == before:
        return
    began = since = time.monotonic()
    while (now := time.monotonic()) - since < SWAP_SECONDS and now - began < LONGEST_SWAP * SWAP_SECONDS:
        last, box = box, (await surface.view.ask(target, "rect", drawn=1))["box"]
        if box != last:
            since = time.monotonic()
