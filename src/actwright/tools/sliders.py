"""Setting sliders and spin buttons by the arrow keys."""

from __future__ import annotations

import math

from playwright.async_api import Error

from actwright.errors import ToolError
from actwright.tools.base import Done
from actwright.tools.reading_back import reading_back
from actwright.tools.surface import Surface
from actwright.tools.target import Target

MOST_PRESSES = 200
CORRECTIONS = 3
"""How often the number of presses is computed again, because steps may differ in size."""
NEARLY = 1e-6
INCREASE = ("ArrowRight", "ArrowUp")
DECREASE = ("ArrowLeft", "ArrowDown")


async def set_by_keys(surface: Surface, target: Target, value: str) -> Done:
    """Presses arrow keys until a slider says that it has a value, and reads it back.

    Raises:
        ToolError: It takes no such value, or the keys do not lead to it.
    """
    try:
        wanted = float(surface.fields.reveal(value, target))
    except ValueError as error:
        raise ToolError(f"{target.title} takes a number") from error
    if not math.isfinite(wanted):
        raise ToolError(f"{target.title} takes a number")
    slider = _Slider(surface, target)
    now = await slider.entered(wanted, await slider.now(wanted))
    for _ in range(CORRECTIONS):
        if abs(wanted - now) < NEARLY:
            break
        now = await slider.step_towards(wanted, now)
    with reading_back():
        receipt = await surface.fields.read_back(target, value, match=abs(wanted - now) < NEARLY)
    if not receipt.match:
        return Done(
            f'{receipt.field} holds "{receipt.got}", not "{receipt.wanted}": none of its steps has this value',
            (receipt,),
        )
    return Done(f'{receipt.field} holds "{receipt.got}"', (receipt,))


class _Slider:
    """A slider while it is set."""

    def __init__(self, surface: Surface, target: Target) -> None:
        self._surface = surface
        self._target = target
        self._keys = surface.view.part(target, "keys")

    async def now(self, wanted: float) -> float:
        """The value that it reports. Raises ToolError if it says none, or a limit forbids what is wanted."""
        said = await self._surface.view.ask(self._target, "slider", drawn=1)
        now, least, most = (_number(said[name]) for name in ("now", "least", "most"))
        if now is None and self._target.element.part:
            now = math.nan  # it is still empty
        if now is None:
            raise ToolError(f"{self._target.title} does not report its value: press ArrowRight or ArrowLeft on it")
        if (least is not None and wanted < least) or (most is not None and wanted > most):
            raise ToolError(f"{self._target.title} takes {said['least']} to {said['most']}")
        return now

    async def entered(self, wanted: float, now: float) -> float:
        """Brings the value near, or into the text field that a spin button consists of; returns the value then."""
        if self._target.element.type == "range":
            if abs(wanted - now) >= NEARLY:
                await self._surface.view.ask(self._target, "slider", wanted)
            return await self.now(wanted)
        try:
            if self._target.element.part:
                await self._keys.press_sequentially(f"{wanted:02g}", timeout=self._surface.timeout)
            else:
                await self._keys.fill(f"{wanted:g}", timeout=self._surface.timeout)
                await self._keys.blur(timeout=self._surface.timeout)
        except Error:
            return now
        return await self.now(wanted)

    async def step_towards(self, wanted: float, now: float) -> float:
        """Presses the key that leads towards a value once, then as often as it needs by that; returns the value then."""
        for key in (*INCREASE, *DECREASE) if wanted > now else (*DECREASE, *INCREASE):
            after = await self._pressed(key, 1, wanted)
            if abs(wanted - after) < abs(wanted - now):
                break
            now = after  # nowhere, or away: some sliders are turned round
        else:
            raise ToolError(f"{self._target.title} does not follow the arrow keys: drag it", may_have_acted=True)
        presses = round((wanted - after) / (after - now))
        if presses > MOST_PRESSES:
            message = f"{self._target.title} needs more than {MOST_PRESSES} key presses: drag it"
            raise ToolError(message, may_have_acted=True)
        return await self._pressed(key, presses, wanted) if presses > 0 else after

    async def _pressed(self, key: str, times: int, wanted: float) -> float:
        for _ in range(times):
            await self._keys.press(key, timeout=self._surface.timeout, no_wait_after=True)
        return await self.now(wanted)


def _number(text: str | None) -> float | None:
    try:
        return float(text or "")
    except ValueError:
        return None
