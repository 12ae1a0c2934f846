"""Reading text that the page tree cut or left out."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from actwright.errors import ToolError
from actwright.schemas.step import Effect
from actwright.text import counted, one_line
from actwright.tools.base import Done, ElementId, Surface, Tool

__all__ = ["Read"]

AROUND = 200
"""Characters shown on each side of a text that was found."""
MOST_FINDS = 10


class Read(Tool):
    """Read the full text of the element, the page or a fold, or only around `find`."""

    effect: ClassVar[Effect] = Effect.READ

    element_id: ElementId | None = None
    fold: str = ""
    find: str = ""
    offset: int = Field(default=0, ge=0, description="in characters, of a fold in elements")
    limit: int = Field(default=4_000, ge=1, le=20_000)

    async def run(self, surface: Surface) -> Done:
        """Reads.

        Raises:
            ToolError: Nothing there: no text, not found, or an offset beyond the end.
        """
        if self.fold:
            return Done(await surface.unfold(self.fold, start=self.offset))
        what, text = await self._text(surface)
        if self.find:
            return Done(found(text, self.find, what=what, limit=self.limit))
        if self.offset and self.offset >= len(text):
            raise ToolError(f"{what} has {len(text)} characters; offset {self.offset} is beyond them")
        end = min(self.offset + self.limit, len(text))
        return Done(f"{what}, characters {self.offset}-{end} of {len(text)}:\n{text[self.offset : end]}")

    async def _text(self, surface: Surface) -> tuple[str, str]:
        if self.element_id is None:
            return "the page", (await surface.look()).text
        target = await surface.target(self.element_id, enabled=False, reachable=False)
        if target.element.type == "password" or target.element.secret:
            raise ToolError(f"{target.title} holds a secret and is not read")
        return target.title, await surface.full_text(target)


def found(text: str, needle: str, *, what: str, limit: int) -> str:
    """The places around each occurrence of a text, upper and lower case alike, at most `limit` characters of them.

    Raises:
        ToolError: It does not occur.
    """
    places = _occurrences(text.lower(), needle.lower())
    if not places:
        raise ToolError(f'"{needle}" does not occur in {what} ({len(text)} characters)')
    lines: list[str] = []
    for place in places[:MOST_FINDS]:
        start, end = max(0, place - AROUND), min(len(text), place + len(needle) + AROUND)
        lines.append(f"at {place}: {one_line(text[start:end])}")
    more = f" (the first {MOST_FINDS} of them)" if len(places) > MOST_FINDS else ""
    return (f'"{needle}" occurs {counted(len(places), "time")} in {what}{more}:\n' + "\n".join(lines))[:limit]


def _occurrences(text: str, needle: str) -> list[int]:
    places: list[int] = []
    at = text.find(needle)
    while at >= 0:
        places.append(at)
        at = text.find(needle, at + len(needle))
    return places
