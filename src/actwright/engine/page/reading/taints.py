"""Keeps track of the values in documents that no model may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Frame


@dataclass(frozen=True, slots=True)
class Taint:
    """A value in a field that no model may see.

    Attributes:
        name: The name of the value.
        origins: Where a form may send it; None if it may go anywhere.
    """

    name: str
    origins: tuple[str, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """The form in which our code in the page receives it."""
        return {"name": f"{{{{{self.name}}}}}", "origins": self.origins}


class Taints:
    """The names of the values that no model may see, by the documents whose fields hold them.

    Args:
        noted: Called with all these names whenever they change; None calls nothing.
    """

    def __init__(self, noted: Callable[[frozenset[str]], None] | None) -> None:
        self._noted = noted
        self._by_frame: dict[Frame, frozenset[str]] = {}

    @property
    def names(self) -> frozenset[str]:
        """The names of the values that fields hold."""
        return frozenset[str]().union(*self._by_frame.values())

    def saw(self, names: Mapping[Frame, frozenset[str]]) -> None:
        """Notes that documents hold these values and no others."""
        self._by_frame |= names
        if self._noted:
            self._noted(self.names)

    def add(self, frame: Frame, name: str) -> None:
        """Notes that a field of a document receives one more value."""
        self.saw({frame: self._by_frame.get(frame, frozenset()) | {name}})

    def forget(self, frames: Iterable[Frame]) -> None:
        """Forgets frames that are gone."""
        for frame in frames:
            self._by_frame.pop(frame, None)
