"""The browser tabs of the run."""

from __future__ import annotations

from typing import ClassVar

from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.surface import Surface


class SwitchTab(Tool):
    """Bring a tab to the front."""

    effect: ClassVar[Effect] = Effect.READ
    traits: ClassVar[Trait] = Trait.MAY_CHANGE_PAGE

    tab_id: str

    async def run(self, surface: Surface) -> Done:
        """Switches.

        Raises:
            ToolError: There is no such tab.
        """
        title = await surface.tabs.switch(self.tab_id)
        return Done(f'{self.tab_id} "{title}" is in front')


class NewTab(Tool):
    """Open an empty tab in front."""

    effect: ClassVar[Effect] = Effect.EDIT

    async def run(self, surface: Surface) -> Done:
        """Opens it.

        Raises:
            ToolError: There are too many tabs already, or none opens.
        """
        tab_id = await surface.tabs.open()
        return Done(f"{tab_id} is open and in front")


class CloseTab(Tool):
    """Close a tab."""

    effect: ClassVar[Effect] = Effect.EDIT

    tab_id: str

    async def run(self, surface: Surface) -> Done:
        """Closes.

        Raises:
            ToolError: There is no such tab, or it is the last one.
        """
        front = await surface.tabs.close(self.tab_id)
        return Done(f"closed {self.tab_id}; {front} is in front")
