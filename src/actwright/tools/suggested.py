"""What a field suggests for what is typed into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from actwright.schemas.page import Element, Observation
from actwright.schemas.tree_line import tree_line
from actwright.text import counted
from actwright.tools.polling import until
from actwright.tools.surface import Surface
from actwright.tools.target import Target

__all__ = ["SuggestionField", "suggesting"]

MOST_SUGGESTIONS = 8
LONGEST_SUGGESTION = 40
SECONDS = 2.0
"""How long a field may take to show options, unless its page rests before."""
SUGGESTED_BY_NONE = frozenset({"input", "select", "textarea", "button"})
"""What else a page shows below a field that was typed into: a button to clear it, the fields that come next."""


@dataclass(frozen=True, slots=True)
class SuggestionField:
    """A field that suggests, before it is typed into.

    Attributes:
        target: The field.
        surely: Whether it says that it opens a list of the page; a native `datalist` is shown by the browser.
        before: The IDs of what the page shows.
    """

    target: Target
    surely: bool
    before: frozenset[str]

    async def opened(self, surface: Surface) -> str:
        """What it has opened, once it has had time to, as the end of a sentence."""

        async def options() -> dict[str, str]:
            page = await surface.look()
            return _named(self._options(page), page.tree)

        async def over(since: float) -> bool:
            return await surface.is_idle(since=since)

        passed, found = await until(options, bool, seconds=SECONDS, over=over)
        if passed:
            names = [f'"{name[:LONGEST_SUGGESTION]}"' for name in found.values() if name][:MOST_SUGGESTIONS]
            said = f": {', '.join(names)}{', …' if len(found) > len(names) else ''}" if names else ""
            return f"; its list shows {counted(len(found), 'option')}{said}"
        return "; no suggestions opened" if self.surely else ""

    def _options(self, page: Observation) -> Sequence[Element]:
        field = page.by_id.get(self.target.element.id)
        options = [each for each in page.elements if each.role == "option"]
        if self.surely and options and not (field and field.expanded is False):
            return options
        return [each for each in page.elements if each.id not in self.before and _hangs_below(each, field)]


async def suggesting(surface: Surface, target: Target) -> SuggestionField | None:
    """What is on the page before a field is typed into that may suggest; None for other fields."""
    surely = target.element.role == "combobox"
    if not surely and target.element.tag != "input":
        return None
    asked = await surface.view.ask(target, "suggests")
    if not surely and not asked["suggests"]:
        return None
    return SuggestionField(target, surely and not asked["native"], frozenset((await surface.look()).by_id))


def _named(found: Sequence[Element], tree: str) -> dict[str, str]:
    """The names of elements by their IDs, from the text inside where they have none; without those that hold others of them."""
    lines = [line for written in tree.splitlines() if (line := tree_line(written))]
    names = {each.id: each.name for each in found}
    for at, line in enumerate(lines):
        if line.head not in names:
            continue
        inside = list(takewhile(lambda other, depth=line.depth: other.depth > depth, lines[at + 1 :]))
        if any(other.head in names for other in inside):
            del names[line.head]
        elif not names[line.head]:
            names[line.head] = " ".join(filter(None, (other.text for other in (line, *inside))))
    return names


def _hangs_below(each: Element, field: Element | None) -> bool:
    if field is None or field.box is None or each.box is None or not each.in_view or each.tag in SUGGESTED_BY_NONE:
        return False
    left, right = field.box.x - each.box.width, field.box.x + field.box.width
    return left < each.box.x < right and each.box.y >= field.box.y + field.box.height - 2
