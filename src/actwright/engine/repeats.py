"""Effects that a batch repeats on the same element: the batch continues only while the page shows a change."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from actwright.errors import ToolError
from actwright.schemas.ending import acted
from actwright.schemas.step import Effect, Outcome
from actwright.tools.base import Tool
from actwright.tools.parameters import ELEMENT_ID, marked_fields
from actwright.tools.surface import Surface

__all__ = ["Repeats"]

UNTOLD = re.compile(r"\*| \(focused\)| ?\bfocused\b")
"""What a look says of what is new and where the focus is, which any click changes."""


@dataclass(slots=True)
class Repeats:
    """The effects of one batch, and what the page showed before each that the batch repeats.

    Attributes:
        tools: The calls of the batch, in order.
    """

    tools: Sequence[Tool]
    _shown: dict[Hashable, str] = field(default_factory=dict[Hashable, str])

    async def in_vain(self, index: int, outcomes: Sequence[Outcome], surface: Surface) -> str:
        """Why a call must not be made: it repeats an effect after which the page is as it was before it; else empty.

        Args:
            index: Of the call.
            outcomes: Of the calls before it.
            surface: The page, settled.
        """
        deed = _deed(self.tools[index])
        if deed is None:
            return ""
        others = [at for at, tool in enumerate(self.tools) if at != index and _deed(tool) == deed]
        if not others:
            return ""
        earlier = [at for at in others if at < index and acted(outcomes[at])]
        before, now = self._shown.get(deed, ""), await _shown(surface)
        self._shown[deed] = now
        if not earlier or now != before:
            return ""
        return f"action {earlier[-1] + 1} did so before, and the page shows no change since"


def _deed(tool: Tool) -> Hashable | None:
    """What a call with an effect does to what; clicks of each kind on one element are the same. None if it has no effect."""
    if tool.effect is not Effect.EFFECT:
        return None
    elements = tuple(found for name in marked_fields(type(tool), ELEMENT_ID) if (found := getattr(tool, name)))
    key = getattr(tool, "key", "")
    return (elements, key) if elements else (tool.name, tool.model_dump_json())


async def _shown(surface: Surface) -> str:
    """What the page shows, as text that two looks at the same state give alike."""
    try:
        page = await surface.look()
    except ToolError as error:
        return str(error)
    return f"{page.url}\n{UNTOLD.sub('', page.tree)}\n{page.text}"
