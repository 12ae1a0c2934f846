"""Keeps the lines that a tree's budget left out; until the next look they can be read by an ID, like a fold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from actwright.errors import ToolError
from actwright.text import counted, estimated_tokens


class Cuts:
    """The gaps in the tree of the last look.

    Args:
        number: Returns the next number for a fold, which is unique within the run.
        mask: Masks secret values.
    """

    def __init__(self, number: Callable[[], int], mask: Callable[[str], str]) -> None:
        self._number = number
        self._mask = mask
        self._lines: dict[str, tuple[str, ...]] = {}
        self._ids: dict[str, str] = {}

    def begin(self) -> None:
        """Begins a new look. A gap that begins with the same line as before keeps its ID; the others are forgotten."""
        self._ids = {lines[0]: id for id, lines in self._lines.items()}
        self._lines = {}

    def keep(self, lines: Sequence[str]) -> str:
        """Keeps the lines of a gap and returns its ID."""
        id = self._ids.get(lines[0])
        if id is None or id in self._lines:
            id = f"fold-{self._number()}"
        self._lines[id] = tuple(map(self._mask, lines))
        return id

    def __contains__(self, id: str) -> bool:
        return id in self._lines

    def read(self, id: str, *, start: int, tokens: float) -> str:
        """The lines of a gap from line `start` on, as many as take about `tokens` tokens.

        Raises:
            ToolError: The gap has no line `start`.
        """
        lines = self._lines[id]
        if start >= len(lines):
            raise ToolError(f"{id} has {counted(len(lines), 'line')}; {start} is beyond them")
        end, used = start, 0.0
        while end < len(lines) and (end == start or used + estimated_tokens(lines[end]) <= tokens):
            used += estimated_tokens(lines[end]) + 1
            end += 1
        rest = f"\nread it from {end} on for the other {len(lines) - end}" if end < len(lines) else ""
        return "\n".join([f"{id}, lines {start} to {end} of {len(lines)}:", *lines[start:end]]) + rest
