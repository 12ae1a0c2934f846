"""Reading text that the page tree cut or left out."""

from __future__ import annotations

import re
from typing import ClassVar

from pydantic import Field

from actwright.errors import ToolError
from actwright.schemas.page import Observation, tree_line
from actwright.schemas.step import Effect
from actwright.text import counted, one_line
from actwright.tools.base import Done, Tool
from actwright.tools.surface import Surface

AROUND = 200
"""Characters shown on each side of a text that was found."""
MOST_FINDS = 10
MOST_READ = 4_000
"""Characters of one reading."""
MOST_CONTROLS = 40
ID = re.compile(r"(?:f\d+\.)*[\w-]+-\d+")
FOLD = re.compile(r"(?:f\d+\.)*fold-\d+")


class Read(Tool):
    """Read the page, an element, a fold, or around `find`."""

    effect: ClassVar[Effect] = Effect.READ

    element_id: str = ""
    find: str = ""
    offset: int = Field(default=0, ge=0, description="characters; of a fold, elements")

    async def run(self, surface: Surface) -> Done:
        """Reads.

        Raises:
            ToolError: The element or the text is not there, or the offset is beyond the end.
        """
        if FOLD.fullmatch(self.element_id):
            return Done(await surface.view.unfold(self.element_id, start=self.offset))
        page = await surface.look()
        what, text = await self._text(surface, page)
        if self.find and not self.element_id and not _occurrences(text.lower(), self.find.lower()):
            document = await surface.view.document_text()
            if _occurrences(document.lower(), self.find.lower()):
                what, text = "text of the page that the tree does not have, and that may not be shown", document
        if self.find:
            return Done(found(text, self.find, what=what, limit=MOST_READ))
        if self.offset and self.offset >= len(text):
            raise ToolError(f"{what} has {len(text)} characters; offset {self.offset} is beyond them")
        end = min(self.offset + MOST_READ, len(text))
        read = f"{what}, characters {self.offset}-{end} of {len(text)}:\n{text[self.offset : end]}"
        return Done(read + (_controls_in(page.tree, self.element_id) if self.element_id else ""))

    async def _text(self, surface: Surface, page: Observation) -> tuple[str, str]:
        """The title and the text of what is read; the current title, as it may have changed since the model saw it."""
        if not self.element_id:
            return "the page", page.text
        target = await surface.target(self.element_id, enabled=False, reachable=False, same="node")
        if target.element.type == "password" or target.element.secret:
            raise ToolError(f"{target.title} holds a secret and is not read")
        return page.by_id.get(self.element_id, target.element).title, await surface.view.full_text(target)


def _controls_in(tree: str, element_id: str) -> str:
    """The lines with an ID that the tree has inside an element, as they would be shown; empty if there are none."""
    lines = [(line, tree_line(line)) for line in tree.splitlines()]
    heads = (at for at, (_, line) in enumerate(lines) if line and line.head == element_id)
    start = next(heads, None)
    if start is None:
        return ""
    depth, inside = _depth(lines[start][0]), list[str]()
    for text, line in lines[start + 1 :]:
        if _depth(text) <= depth:
            break
        if line is None or ID.fullmatch(line.head):
            inside.append(text.strip())
    return "\nIn it:\n" + "\n".join(inside[:MOST_CONTROLS]) if inside else ""


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def found(text: str, needle: str, *, what: str, limit: int) -> str:
    """The text around each occurrence of a needle, in any case; at most `limit` characters.

    Raises:
        ToolError: It does not occur.
    """
    places = _occurrences(text.lower(), needle.lower())
    if not places:
        raise ToolError(f'"{needle}" does not occur in {what} ({len(text)} characters)')
    parts: list[tuple[list[int], int, int]] = []
    for place in places[:MOST_FINDS]:
        start, end = max(0, place - AROUND), min(len(text), place + len(needle) + AROUND)
        if parts and start <= parts[-1][2]:
            there, first, _ = parts[-1]
            parts[-1] = ([*there, place], first, end)
        else:
            parts.append(([place], start, end))
    lines = (f"at {', '.join(map(str, there))}: {one_line(text[start:end])}" for there, start, end in parts)
    more = f" (the first {MOST_FINDS} of them)" if len(places) > MOST_FINDS else ""
    return (f'"{needle}" occurs {counted(len(places), "time")} in {what}{more}:\n' + "\n".join(lines))[:limit]


def _occurrences(text: str, needle: str) -> list[int]:
    places: list[int] = []
    at = text.find(needle)
    while at >= 0:
        places.append(at)
        at = text.find(needle, at + len(needle))
    return places
