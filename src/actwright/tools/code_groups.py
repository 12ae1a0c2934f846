"""One code in several fields that each take a group of its characters, such as an account number in fours."""

from __future__ import annotations

import re
from collections.abc import Sequence

from actwright.errors import ToolError
from actwright.schemas.page import Element
from actwright.tools.base import Done
from actwright.tools.date_parts import Enter, all_parts, withheld_part
from actwright.tools.surface import Surface
from actwright.tools.target import Target

_SEPARATORS = re.compile(r"[\s\-/.()]+")


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
