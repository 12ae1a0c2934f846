"""The texts that the model wrote, alone and put together: typed one behind another, or in neighbouring fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from actwright.engine.values.canonical import canonical


class WrittenTexts:
    """The canonical forms of what the model wrote, each whole.

    A piece of a value that a page puts together of what the model typed is not masked either: from the mask, the model
    would learn that it is in the value.
    """

    def __init__(self) -> None:
        self._whole: dict[str, None] = {}
        self._in_fields: dict[str, str] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole)

    def __contains__(self, text: str) -> bool:
        return text in self._whole

    def add(self, texts: Iterable[str]) -> None:
        """Adds what the model wrote."""
        self._whole |= dict.fromkeys(filter(None, map(canonical, texts)))

    def add_typed(self, field: str, text: str, *, behind: bool) -> str:
        """Adds what the model typed into a field, `behind` what it typed there before; returns both together."""
        together = self._in_fields.get(field, "") * behind + text
        self._in_fields[field] = together
        self.add([together])
        return together

    def have(self, part: str) -> bool:
        """Whether a canonical text is in one of the texts, or what was typed into several fields makes it together."""
        if any(part in text for text in self._whole):
            return True
        typed = {text for each in self._in_fields.values() if (text := canonical(each))}

        @cache
        def goes_on(at: int) -> bool:
            rest = part[at:]
            return any(text.startswith(rest) or (rest.startswith(text) and goes_on(at + len(text))) for text in typed)

        ends = (at for at in range(1, len(part)) if any(text.endswith(part[:at]) for text in typed))
        return bool(typed) and any(map(goes_on, ends))
