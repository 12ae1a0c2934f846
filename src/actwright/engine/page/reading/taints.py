"""Documents that hold values no model may see, and the fields that are marked there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Frame

__all__ = ["Taint", "Taints"]


@dataclass(frozen=True, slots=True)
class Taint:
    """What a field received that no model may see.

    Attributes:
        name: Of the value.
        origins: Where a form may send it; None if it may go anywhere.
    """

    name: str
    origins: tuple[str, ...] | None = None

    def told(self) -> dict[str, Any]:
        """For the page."""
        return {"name": f"{{{{{self.name}}}}}", "origins": self.origins}


class Taints:
    """The names of the values that fields of documents hold and no model may see.

    Args:
        noted: Receives all these names whenever they have been seen; None if nobody wants them.
    """

    def __init__(self, noted: Callable[[frozenset[str]], None] | None) -> None:
        self._noted = noted
        self._held: dict[Frame, frozenset[str]] = {}

    def saw(self, held: Mapping[Frame, frozenset[str]]) -> None:
        """Documents hold these and nothing else."""
        self._held |= held
        if self._noted:
            self._noted(frozenset[str]().union(*self._held.values()))

    def add(self, frame: Frame, name: str) -> None:
        """A field of a document receives one more."""
        self.saw({frame: self._held.get(frame, frozenset()) | {name}})

    def forget(self, frames: Iterable[Frame]) -> None:
        """Lets go of frames that are gone."""
        for frame in frames:
            self._held.pop(frame, None)
