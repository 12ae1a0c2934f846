"""Effects that a batch repeats on the same element: the batch continues only while the page shows a change."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from actwright.errors import ToolError
from actwright.schemas.ending import acted
from actwright.schemas.step import Effect, Outcome
from actwright.tools.base import Tool
from actwright.tools.parameters import element_ids
from actwright.tools.surface import Surface

NOT_COMPARED = re.compile(r"\*| \(focused\)| ?\bfocused\b")
"""The marks of what is new and of the focus in a look, which any click changes."""


@dataclass(slots=True)
class Repeats:
    """The effects of one batch, and what the page showed before each that the batch repeats.

    Attributes:
        tools: The calls of the batch, in order.
    """

    tools: Sequence[Tool]
    _shown: dict[Hashable, str] = field(default_factory=dict[Hashable, str])

    async def in_vain(self, index: int, outcomes: Sequence[Outcome], surface: Surface) -> str:
        """Returns why to skip this call (it repeats an effect that changed nothing); empty to make it.

        Args:
            index: The index of the call.
            outcomes: The outcomes of the calls before it.
            surface: The page, which has settled.
        """
        same = _effect_key(self.tools[index])
        if same is None:
            return ""
        others = [at for at, tool in enumerate(self.tools) if at != index and _effect_key(tool) == same]
        if not others:
            return ""
        earlier = [at for at in others if at < index and acted(outcomes[at])]
        before, now = self._shown.get(same, ""), await _shown(surface)
        self._shown[same] = now
        if not earlier or now != before:
            return ""
        return f"action {earlier[-1] + 1} did this before, and the page has not changed since"


def _effect_key(tool: Tool) -> Hashable | None:
    """A key that is equal for calls with the same effect, such as all clicks on one element; None for no effect."""
    if tool.effect is not Effect.EFFECT:
        return None
    elements = tuple(element_ids(tool))
    key = getattr(tool, "key", "") or getattr(tool, "arguments", "")
    return (elements, key) if elements else (tool.name, tool.model_dump_json())


async def _shown(surface: Surface) -> str:
    """What the page shows, as a text that is equal for two looks at the same state."""
    try:
        page = await surface.look()
    except ToolError as error:
        return str(error)
    return f"{page.url}\n{NOT_COMPARED.sub('', page.tree)}\n{page.text}"
