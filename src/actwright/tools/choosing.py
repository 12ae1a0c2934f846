"""Choosing options: of native selects here, of others by their lists. Every choice is read back."""

from __future__ import annotations

from collections.abc import Sequence

from actwright.errors import ToolError
from actwright.schemas.option_names import choosable, option_names, options_named
from actwright.schemas.page import Option
from actwright.tools.base import Done
from actwright.tools.drawn_lists import choose_in_list
from actwright.tools.fields import FieldEdit, fill_with
from actwright.tools.option_choice import among, no_such_option
from actwright.tools.parameters import Value
from actwright.tools.polling import until
from actwright.tools.reading_back import reading_back
from actwright.tools.split_values import day_in_parts, entered_in_parts
from actwright.tools.surface import Surface
from actwright.tools.target import FieldContent, Target


class Select(FieldEdit):
    """Choose in a select or other dropdown."""

    value: Value

    async def run(self, surface: Surface) -> Done:
        """Chooses, and reads the selection back.

        Raises:
            ToolError: It offers no list, no option or several fit (the message lists them), or the selection did not change.
        """
        return await _selected(surface, self.element_id, [self.value])


class SelectSeveral(FieldEdit):
    """Choose exactly these."""

    values: list[Value]

    async def run(self, surface: Surface) -> Done:
        """Chooses them.

        Raises:
            ToolError: As for `select`, or the select takes exactly one option.
        """
        return await _selected(surface, self.element_id, self.values)


async def _selected(surface: Surface, element_id: str, values: Sequence[str]) -> Done:
    target = await surface.target(element_id, reachable=False, same="about", also=frozenset({"content"}))
    element = target.element
    if len(values) == 1 and (day := day_in_parts(surface, target, values[0])):
        return await entered_in_parts(surface, target, values[0], day, fill_with(surface))
    if element.tag != "select" or (target.content or await surface.fields.content(target)).drawn:
        return await choose_in_list(surface, target, values)
    target = await surface.target(element_id, reachable="by keys", also=frozenset({"content"}))
    if len(values) != 1 and not element.multiple:
        raise ToolError(f"{target.title} takes exactly one option, not {len(values)}")
    found = await _content(surface, target)
    chosen = [_chosen(found.options, value, surface.fields.reveal(value, target), target) for value in values]
    places = dict(zip(map(id, found.options), found.indices, strict=True))
    content = await target.locator.select_option(
        index=[places[id(option)] for option in chosen], timeout=surface.timeout
    )
    if set(content) != {option.value for option in chosen}:
        raise ToolError(f"{target.title} holds {content} after selecting; it did not take the choice")
    if len(values) != 1:
        receipt = surface.fields.switched(target, found, wanted=True, options=chosen)
        return Done(f'{target.title} has "{receipt.got}" selected', (receipt,))
    return await _receipt(surface, target, values[0], chosen[0])


async def _content(surface: Surface, target: Target) -> FieldContent:
    """The options as they are now; waits for a list that is still empty, as dependent selects are at first."""
    if target.content and _offers(target.content):
        return target.content

    async def current() -> FieldContent:
        return await surface.fields.content(target)

    return (await until(current, _offers, seconds=surface.timeout / 1000))[1]


def _offers(content: FieldContent) -> bool:
    return any(option.value and not option.disabled for option in content.options)


def _chosen(options: tuple[Option, ...], written_as: str, text: str, target: Target) -> Option:
    offered = choosable(options, required=target.element.required)
    if found := options_named(text, offered):
        return among(found, offered, written_as, target)
    others = [option for option in options if option not in offered]
    if missing := options_named(text, [option for option in others if option.disabled]):
        raise ToolError(f'option "{missing[0].label}" of {target.title} is disabled')
    blank = [option for option in others if not text.strip() or text == option.label]
    if len(blank) == 1 and not target.element.required:  # it is emptied
        return blank[0]
    raise no_such_option(written_as, text, option_names(offered, offered), target)


async def _receipt(surface: Surface, target: Target, written_as: str, chosen: Option) -> Done:
    """Reads the selection back by option, since what was meant may be its label, its value, or close to either."""
    with reading_back():
        now = await surface.fields.settled_content(target)
    selected = next((option for option in now.options if option.selected), None)
    match = now.value == chosen.value and (selected is None or selected.label == chosen.label)
    receipt = await surface.fields.read_back(target, written_as, now, match=match)
    withheld = receipt.wanted == written_as and "{{" in written_as
    got = written_as if withheld and match else selected.label if selected else now.value
    receipt = receipt.model_copy(update={"got": got})
    if receipt.match:
        return Done(f'{target.title} has "{got}" selected', (receipt,))
    return Done(f'{target.title} has "{got}" selected, not "{receipt.wanted}": the page changed it', (receipt,))
