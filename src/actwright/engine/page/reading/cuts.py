"""The lines that a tree left out for its budget; until the next look they can be read by an ID, like a fold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from actwright.errors import ToolError
from actwright.text import counted, estimated_tokens

__all__ = ["Cuts"]


class Cuts:
    """The gaps of the last look's tree.

    Args:
        number: Gives numbers to folds, never one twice within a run.
        mask: Hides secret values.
    """

    def __init__(self, number: Callable[[], int], mask: Callable[[str], str]) -> None:
        self._number = number
        self._mask = mask
        self._lines: dict[str, tuple[str, ...]] = {}
        self._ids: dict[str, str] = {}

    def begin(self) -> None:
        """A new look: what began as a gap of the last one did keeps its ID, the other gaps are forgotten."""
        self._ids = {lines[0]: id for id, lines in self._lines.items()}
        self._lines = {}

    def keep(self, lines: Sequence[str]) -> str:
        """Keeps the lines of a gap. Returns its ID."""
        id = self._ids.get(lines[0])
        if id is None or id in self._lines:
            id = f"fold-{self._number()}"
        self._lines[id] = tuple(map(self._mask, lines))
        return id

    def __contains__(self, id: str) -> bool:
        return id in self._lines

    def read(self, id: str, *, start: int, tokens: float) -> str:
        """The lines of a gap from one of them on, of about so many tokens at the most.

        Raises:
            ToolError: It has no more lines than that.
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
