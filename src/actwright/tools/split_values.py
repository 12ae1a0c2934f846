"""One value in several controls: a date by its day, month and year, or a code by groups of its characters."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from datetime import date

from actwright.errors import ToolError
from actwright.schemas.option_names import choosable
from actwright.schemas.page import Element, Option
from actwright.schemas.task import only_reference
from actwright.tools.base import Done
from actwright.tools.surface import Surface
from actwright.tools.target import Target
from actwright.written_dates import is_impossible_day

PARTS = ("year", "month", "day")
"""In the order in which they are set: how many days a page offers may depend on the month."""
MONTHS = 12

Enter = Callable[[str, str], Awaitable[Done]]
"""Enters a text into the field with an ID."""

_SEPARATORS = re.compile(r"[\s\-/.()]+")


async def segment_for(surface: Surface, target: Target) -> Target:
    """The first drawn part of the date that a group consists of; the target itself if it is no such group."""
    if target.element.role != "group":
        return target
    elements = (await surface.look()).elements
    at = next((at for at, each in enumerate(elements, 1) if each.id == target.element.id), len(elements))
    first = next(iter(elements[at:]), None)
    if first is None or first.part not in PARTS or first.role != "spinbutton":
        return target
    return await surface.target(first.id, reachable="by keys")


def day_in_parts(surface: Surface, target: Target, value: str) -> date | None:
    """The date that a value is, if it is for a control that takes only a part of one.

    Raises:
        ToolError: It can be read as two dates, or is a day that does not exist.
    """
    if target.element.part not in PARTS:
        return None
    days = sorted(surface.fields.days(value, target))
    if not days and is_impossible_day(surface.fields.reveal(value, target)):
        raise ToolError(f"{value} is no day that exists")
    if not days:
        return None
    if len(days) > 1:
        several = "two days" if surface.fields.withholds(value) else " or ".join(map(str, days))
        raise ToolError(f"{value} can be {several}; write it as one of them")
    return days[0]


async def entered_in_parts(surface: Surface, target: Target, value: str, day: date, enter: Enter) -> Done:
    """Sets the three controls, and reads each of them back.

    Raises:
        ToolError: One of them is not there, or does not take its part.
    """
    parts = _parts_around(target.element, (await surface.look()).elements)
    if not parts:
        raise ToolError(f"{target.title} takes a part of a date, and the other parts are not beside it: set each")
    texts = {"year": str(day.year), "month": f"{day.month:02}", "day": f"{day.day:02}"}
    withheld = value if surface.fields.withholds(value) else ""
    done = [
        await _chosen(surface, each, day, withheld)
        if each.tag == "select"
        else await withheld_part(surface, each, withheld, _written(texts[name], each))
        if withheld
        else await enter(each.id, _written(texts[name], each))
        for name in PARTS
        for each in parts
        if each.part == name
    ]
    return all_parts(value, done)


def all_parts(value: str, done: Sequence[Done]) -> Done:
    """What entering all parts of a value came to."""
    named = only_reference(value)
    receipts = tuple(each.model_copy(update={"reference": named}) for one in done for each in one.receipts)
    return Done("; ".join(one.detail for one in done), receipts)


def _parts_around(element: Element, elements: Sequence[Element]) -> Sequence[Element]:
    """The three controls of one date, of those that stand beside an element."""
    frame = element.id.rpartition(".")[0]
    dated = [each for each in elements if each.part in PARTS and each.id.rpartition(".")[0] == frame]
    at = next((at for at, each in enumerate(dated) if each.id == element.id), -1)
    begin = at - at % len(PARTS)
    parts = dated[begin : begin + len(PARTS)]
    return parts if at >= 0 and {each.part for each in parts} == {*PARTS} else ()


def _written(text: str, element: Element) -> str:
    """A part as its field takes it: `5` for a number, `05` else, and a year of two digits where the page asks for it."""
    if element.type == "number":
        return str(int(text))
    return text[-2:] if element.part == "year" and re.fullmatch(r"(?i)yy|jj|aa", element.placeholder) else text


async def withheld_part(surface: Surface, element: Element, value: str, text: str) -> Done:
    """Writes a part of a withheld value, which nothing shows."""
    target = await surface.target(element.id, reachable="by keys")
    if not await surface.fields.write_part(target, value, text):
        raise ToolError(f"{target.title} takes no text", may_have_acted=True)
    content = await surface.fields.content(target)
    receipt = await surface.fields.read_back(target, value, content, match=content.value == text)
    return Done(f"{receipt.field} {'has' if receipt.match else 'did not take'} its part of {value}", (receipt,))


async def _chosen(surface: Surface, element: Element, day: date, withheld: str) -> Done:
    target = await surface.target(element.id, reachable="by keys", also=frozenset({"content"}))
    content = target.content or await surface.fields.content(target)
    option = _option(element.part, choosable(content.options), day)
    if option is None:
        raise ToolError(f"{target.title} offers no {element.part} of {withheld or day}", may_have_acted=True)
    place = next(place for place, each in zip(content.indices, content.options, strict=True) if each is option)
    await target.locator.select_option(index=place, timeout=surface.timeout)
    if withheld:
        now = await surface.fields.settled_content(target)
        receipt = await surface.fields.read_back(target, withheld, now, match=now.value == option.value)
        surface.fields.reveal(withheld, target)  # so that the control is marked as holding it
        return Done(f"{receipt.field} has its part of {withheld} selected", (receipt,))
    receipt = await surface.fields.read_back(target, option.label)
    return Done(f'{receipt.field} has "{receipt.got}" selected', (receipt,))


def _option(part: str, options: Sequence[Option], day: date) -> Option | None:
    """The option for a part: the months stand in their order, whatever they are called; days and years are numbers."""
    if part == "month":
        return options[-MONTHS:][day.month - 1] if len(options) >= MONTHS else None
    wanted = day.day if part == "day" else day.year
    numbers = [(re.match(r"\d+", each.label.strip()), each) for each in options]
    return next((each for number, each in numbers if number and int(number[0]) == wanted), None)


async def groups_of(surface: Surface, target: Target, text: str) -> list[tuple[Element, str]]:
    """The fields from the first of a code on, each with its characters; empty if a text is for the first alone.

    Raises:
        ToolError: The text does not fill the fields: it is too long, or leaves more than the end of the last one empty.
    """
    if target.element.part != "1":
        return []
    first = await _limit(surface, target)
    if first < 2 or len(text.strip()) <= first:  # noqa: PLR2004 - boxes for one character each are typed into
        return []
    fields = _from(target.element, (await surface.look()).elements)
    limits = [
        first,
        *[await _limit(surface, await surface.target(each.id, reachable="by keys")) for each in fields[1:]],
    ]
    groups = _divided(text, limits)
    if not groups:
        raise ToolError(f"{target.title} takes a code in groups of {limits}, and the value does not fill them")
    return list(zip(fields, groups, strict=False))


async def entered_in_groups(surface: Surface, value: str, groups: Sequence[tuple[Element, str]], enter: Enter) -> Done:
    """Fills the fields, and reads each of them back."""
    withheld = surface.fields.withholds(value)
    done = [
        await withheld_part(surface, each, value, text) if withheld else await enter(each.id, text)
        for each, text in groups
    ]
    return all_parts(value, done)


def _divided(text: str, limits: Sequence[int]) -> list[str]:
    """The groups of a code: as it is written, if its own groups are those of the fields, else by their lengths."""
    written = [each for each in _SEPARATORS.split(text.strip()) if each]
    if [len(each) for each in written] == list(limits):
        return written
    whole, groups = "".join(written), list[str]()
    for limit in limits:
        groups.append(whole[:limit])
        whole = whole[limit:]
    return groups if not whole and all(groups) and [*map(len, groups)][:-1] == list(limits)[:-1] else []


def _from(element: Element, elements: Sequence[Element]) -> list[Element]:
    frame = element.id.rpartition(".")[0]
    parts = [each for each in elements if each.id.rpartition(".")[0] == frame and each.form == element.form]
    found = [element]
    for each in parts[[one.id for one in parts].index(element.id) + 1 :]:
        if each.part != str(len(found) + 1):
            break
        found.append(each)
    return found


async def _limit(surface: Surface, target: Target) -> int:
    limit = await target.locator.get_attribute("maxlength", timeout=surface.timeout)
    return int(limit) if limit and limit.isdecimal() else 0
