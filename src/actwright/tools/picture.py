"""The picture of the page without marks, or a part of it enlarged."""

from __future__ import annotations

import re
from typing import ClassVar

from actwright.errors import ToolError
from actwright.schemas.page import Box
from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.surface import Surface

EDGES = re.compile(r"[\[(]?\s*" + r"\s*[,\s]\s*".join([r"(-?\d+(?:\.\d+)?)"] * 4) + r"\s*[\])]?")


class Look(Tool):
    """Get the next picture without marks: the page; enlarged, an element or left,top,right,bottom in px."""

    effect: ClassVar[Effect] = Effect.READ
    traits: ClassVar[Trait] = Trait.MAY_CHANGE_PAGE

    element_id: str = ""

    async def run(self, surface: Surface) -> Done:
        """Orders the picture; an element out of view is scrolled into view.

        Raises:
            ToolError: The run shows no pictures, or there is no such element or region.
        """
        part = self.element_id.strip()
        if not part:
            surface.view.order_picture(None)
            return Done("the next picture is without marks")
        if edges := EDGES.fullmatch(part):
            left, top, right, bottom = map(float, edges.groups())
            if left >= right or top >= bottom:
                raise ToolError(f"{part} is not a region: give left, top, right and bottom, as in 0,0,200,100")
            surface.view.order_picture(Box(x=left, y=top, width=right - left, height=bottom - top))
            return Done(f"the next picture is of {part}")
        target = await surface.target(part, enabled=False, reachable=False)
        surface.view.order_picture(target.element.id)
        if not target.element.in_view:
            await target.locator.scroll_into_view_if_needed(timeout=surface.timeout)
        return Done(f"the next picture is of {target.title}")
