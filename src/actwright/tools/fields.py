"""Form fields: filling and choosing. Every edit is read back."""

from __future__ import annotations

from typing import ClassVar

from playwright.async_api import Error
from pydantic import Field

from actwright.errors import ToolError
from actwright.schemas.page import Element, Option
from actwright.schemas.step import Effect
from actwright.text import one_line
from actwright.tools.base import Done, ElementId, Surface, Target, Tool, Value
from actwright.tools.polling import until

__all__ = ["Fill", "Select", "written"]

FORMATS = {
    "date": "YYYY-MM-DD",
    "time": "HH:MM",
    "datetime-local": "YYYY-MM-DDTHH:MM",
    "month": "YYYY-MM",
    "week": "YYYY-Www",
    "color": "#rrggbb",
    "number": "a number such as 12.5",
    "range": "a number such as 12.5",
}
"""What HTML's typed inputs accept as a value (HTML standard, "value sanitization algorithm" of each type)."""

ANOTHER_TOOL = {
    "checkbox": "use check or uncheck",
    "radio": "use check",
    "file": "use upload",
    "submit": "click it",
    "button": "click it",
    "image": "click it",
    "reset": "click it",
}
SHOWN_OPTIONS = 40
KNOWN_OPTIONS = 200
"""So many options of a select are captured (`Element.options`); there may be more of one that has as many."""


class Fill(Tool):
    """Set a field's whole value. Dates and times in ISO form: 2026-01-31, 14:30."""

    effect: ClassVar[Effect] = Effect.EDIT

    element_id: ElementId
    value: Value

    async def run(self, surface: Surface) -> Done:
        """Fills, and reads the field back.

        Raises:
            ToolError: Not a field that takes text, a value it does not take, or it stayed as it was.
        """
        target = await surface.target(self.element_id, reachable=False)
        element = target.element
        if element.tag == "select":
            raise ToolError(f"{target.title} is a select: use select")
        if element.tag == "input" and element.type in ANOTHER_TOOL:
            raise ToolError(f"{target.title} is an input of type {element.type}: {ANOTHER_TOOL[element.type]}")
        try:
            await target.locator.fill(surface.reveal(self.value, target), timeout=surface.timeout)
        except Error as error:
            raise _refusal(error, target) from error
        return await written(surface, target, self.value)


class Select(Tool):
    """Choose an option of a native select by label or value. Other dropdowns: click, then click the option."""

    effect: ClassVar[Effect] = Effect.EDIT

    element_id: ElementId
    option: Value | list[Value] = Field(description="a list only if it is multiple")

    async def run(self, surface: Surface) -> Done:
        """Chooses, and reads the selection back.

        Raises:
            ToolError: Not a native select, no such option (lists what exists), or the selection did not change.
        """
        target = await surface.target(self.element_id, reachable=False)
        element = target.element
        if element.tag != "select":
            raise ToolError(f"{target.title} is not a native select: click it, then click the option that appears")
        values = self.option if isinstance(self.option, list) else [self.option]
        if len(values) != 1 and not element.multiple:
            raise ToolError(f"{target.title} takes exactly one option, not {len(values)}")
        options = await self._options(surface, target)
        chosen = [self._choose(options, value, surface.reveal(value, target), target) for value in values]
        known = all(option in options for option in chosen)
        held = await target.locator.select_option(
            index=[options.index(option) for option in chosen] if known else None,
            label=None if known else [option.label for option in chosen],
            timeout=surface.timeout,
        )
        if known and set(held) != {option.value for option in chosen}:
            raise ToolError(f"{target.title} holds {held} after selecting; it did not take the choice")
        labels = ", ".join(option.label or option.value for option in chosen)
        if len(values) != 1:
            return Done(f'{target.title} has "{labels}" selected')
        return await self._receipt(surface, target, values[0], {option.value: option.label for option in options}, held)

    async def _options(self, surface: Surface, target: Target) -> tuple[Option, ...]:
        """The options as they are now; waits for a list that is still empty, as dependent selects are at first."""

        async def current() -> tuple[Option, ...]:
            seen = (await surface.look()).by_id.get(self.element_id)
            return seen.options if seen else target.element.options

        _, options = await until(current, lambda found: any(map(_choosable, found)), seconds=surface.timeout / 1000)
        return options

    @staticmethod
    def _choose(options: tuple[Option, ...], written_as: str, text: str, target: Target) -> Option:
        exact = [option for option in options if text in {option.label, option.value}]
        if not exact:
            exact = [option for option in options if one_line(text) == one_line(option.label)]
        if exact:
            return _enabled(exact[0], target)
        if "{{" in written_as:
            loose = [option for option in options if _loose(text) in {_loose(option.label), _loose(option.value)}]
            if len(loose) == 1:
                return _enabled(loose[0], target)
        if len(options) >= KNOWN_OPTIONS:
            return Option(label=text, value=text)
        raise ToolError(f"{target.title} has no option {written_as!r}; it has {_listed(options)}")

    @staticmethod
    async def _receipt(
        surface: Surface, target: Target, written_as: str, labels: dict[str, str], held: list[str]
    ) -> Done:
        """Reads the selection back by option, since what was meant may be its label, its value, or close to either."""
        value = await target.locator.input_value(timeout=surface.timeout)
        receipt = await surface.read_back(target, written_as)
        got = labels.get(value) or value
        receipt = receipt.model_copy(update={"got": got, "match": [value] == held})
        if receipt.match:
            return Done(f'{target.title} has "{got}" selected', (receipt,))
        return Done(f'{target.title} has "{got}" selected, not "{receipt.wanted}": the page changed it', (receipt,))


async def written(surface: Surface, target: Target, value: str) -> Done:
    """Reads a field back after it was written, and says what it holds.

    Raises:
        ToolError: It is empty or holds what it held before, though something else was meant.
    """
    receipt = await surface.read_back(target, value)
    element = target.element
    if element.type == "color" and receipt.got.casefold() == receipt.wanted.casefold():
        receipt = receipt.model_copy(update={"match": True})
    if receipt.match:
        return Done(f'{receipt.field} holds "{receipt.got}"', (receipt,))
    wanted_form = f"; it takes {_expected_format(element)}" if element.type in FORMATS else ""
    if receipt.got in {"", element.value}:
        state = f'still holds "{receipt.got}"' if receipt.got else "stayed empty"
        message = f'{receipt.field} did not take "{receipt.wanted}": it {state}{wanted_form}'
        raise ToolError(message, may_have_acted=True)
    why = wanted_form or ": the page changed it"
    return Done(f'{receipt.field} holds "{receipt.got}", not "{receipt.wanted}"{why}', (receipt,))


def _refusal(error: Error, target: Target) -> Error | ToolError:
    """What Playwright's refusal to fill means for the model; the error itself if it was about something else."""
    element = target.element
    if "Malformed value" in error.message or "Cannot type text into" in error.message:
        return ToolError(f"{target.title} does not take this value: give {_expected_format(element)}")
    if "Element is not an <input>" in error.message:
        return ToolError(
            f"{target.title} is a {element.tag} that holds no text of its own: click it, or find its field"
        )
    return error


def _expected_format(element: Element) -> str:
    limits = ((element.minimum, "at least"), (element.maximum, "at most"), (element.step, "in steps of"))
    return ", ".join(
        [FORMATS.get(element.type, "a value of its type"), *(f"{words} {limit}" for limit, words in limits if limit)]
    )


def _choosable(option: Option) -> bool:
    return not option.disabled and bool(option.value)


def _enabled(option: Option, target: Target) -> Option:
    if option.disabled:
        raise ToolError(f'option "{option.label}" of {target.title} is disabled')
    return option


def _loose(text: str) -> str:
    return one_line(text).casefold()


def _listed(options: tuple[Option, ...]) -> str:
    names = [f'"{option.label or option.value}"' for option in options[:SHOWN_OPTIONS]]
    more = len(options) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "") if names else "no options"
