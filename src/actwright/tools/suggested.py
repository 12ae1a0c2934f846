"""How a field takes text, and what it suggests for what is typed into it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from actwright.schemas.page import Element, Observation, tree_line
from actwright.text import counted, one_line
from actwright.tools.surface import Surface
from actwright.tools.target import Target

MOST_SUGGESTIONS = 8
LONGEST_SUGGESTION = 40
SECONDS = 2.0
"""How long a field may take to show options, unless its page rests before."""
STILL_SECONDS = 0.6
"""How long a list must be unchanged on a page that never rests; pages wait up to half as long for the next key."""
PAUSE_SECONDS = 0.05
SUGGESTED_BY_NONE = frozenset({"input", "select", "textarea", "button"})
"""What else a page shows below a field that was typed into: a button to clear it, the fields that come next."""


@dataclass(frozen=True, slots=True)
class Suggestions:
    """What a field suggests, each option by its name as it is shown."""

    options: Mapping[str, Element]
    names: Mapping[str, str]

    def __bool__(self) -> bool:
        return bool(self.options)

    def named(self, text: str) -> list[Element]:
        """The enabled options with this name."""
        wanted = one_line(text).casefold()
        same = [each for key, each in self.options.items() if one_line(self.names[key]).casefold() == wanted]
        is_word = any(map(str.isalpha, text))  # a number may also be a day in a calendar
        return [each for each in same if not each.disabled and (each.role == "option" or is_word)]

    @property
    def shown(self) -> str:
        """Their number and first names, as `3 options: "Ohio", …`."""
        names = [f'"{name[:LONGEST_SUGGESTION]}"' for name in self.names.values() if name][:MOST_SUGGESTIONS]
        said = f": {', '.join(names)}{', …' if len(self.options) > len(names) else ''}" if names else ""
        return f"{counted(len(self.options), 'option')}{said}"


@dataclass(frozen=True, slots=True)
class TextField:
    """How a field takes text, as found before it is typed into.

    Attributes:
        target: The field.
        suggests: Whether it may open a list; a native `datalist` is shown by the browser.
        surely: Whether it says that it opens a list of the page.
        chooses: Whether its value is one of that list, as far as it says: it is not for searching.
        keys: Whether its page listens to the keys in it.
        boxes: How many boxes for one character each begin with it; 0 if it is not one of several.
        before: The IDs of what the page shows.
        was_open: Whether its list was open already.
    """

    target: Target
    suggests: bool = False
    surely: bool = False
    chooses: bool = False
    keys: bool = False
    boxes: int = 0
    before: frozenset[str] = frozenset()
    was_open: bool = False

    async def suggestions(self, surface: Surface) -> Suggestions:
        """What it suggests, once its list has settled."""
        since = still = time.monotonic()
        found = Suggestions({}, {})
        while True:
            is_idle = await surface.is_idle(since=since)
            page = await surface.look()
            now, last = time.monotonic(), found
            found = _suggestions(self._options(page), page.tree)
            still = still if found.names == last.names else now
            if is_idle or now - since >= SECONDS or (found and now - still >= STILL_SECONDS):
                return found
            await asyncio.sleep(PAUSE_SECONDS)

    def _options(self, page: Observation) -> Sequence[Element]:
        field = page.by_id.get(self.target.element.id)
        options = [each for each in page.elements if self._is_option(each, field)]
        if self.surely and options and not (field and field.expanded is False):
            return options
        return [each for each in page.elements if each.id not in self.before and _hangs_below(each, field)]

    def _is_option(self, each: Element, field: Element | None) -> bool:
        if each.role == "option":
            return self.was_open or each.id not in self.before
        if each.role not in ("gridcell", "treeitem"):
            return False
        return each.id not in self.before or (self.was_open and _hangs_below(each, field))


async def text_field(surface: Surface, target: Target) -> TextField:
    """How a field takes text; looks at the page first if it may suggest."""
    surely = target.element.role == "combobox"
    if not surely and target.element.tag not in {"input", "textarea"}:
        return TextField(target)
    asked = await surface.view.ask(target, "suggests")
    field = TextField(
        target,
        suggests=surely or asked["suggests"],
        surely=surely and not asked["native"],
        chooses=asked["chooses"],
        keys=asked["keys"],
        boxes=asked["boxes"],
    )
    if not field.suggests:
        return field
    await surface.view.ask(target, "before_choices")  # what can be seen afterwards in addition is the list
    page = await surface.look()
    now = page.by_id.get(target.element.id)
    return replace(field, before=frozenset(page.by_id), was_open=now is not None and now.expanded is True)


def _suggestions(found: Sequence[Element], tree: str) -> Suggestions:
    """Elements with their names, from the text inside where they have none; without those that hold others of them."""
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
    return Suggestions({each.id: each for each in found if each.id in names}, names)


def _hangs_below(each: Element, field: Element | None) -> bool:
    if field is None or field.box is None or each.box is None or not each.in_view or each.tag in SUGGESTED_BY_NONE:
        return False
    left, right = field.box.x - each.box.width, field.box.x + field.box.width
    return left < each.box.x < right and each.box.y >= field.box.y + field.box.height - 2
