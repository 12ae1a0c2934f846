"""Handing the page to a person."""

from __future__ import annotations

import math
from typing import ClassVar

from pydantic import Field

from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.parameters import Words
from actwright.tools.surface import Surface


class AskHumanTool(Tool):
    """Ask a person to act on this page: log in, solve a captcha, enter a second factor. Then look again."""

    name: ClassVar[str] = "ask_human"
    traits: ClassVar[Trait] = Trait.MAY_CHANGE_PAGE | Trait.WORKS_DURING_DIALOG | Trait.WAITS_FOR_PERSON
    effect: ClassVar[Effect] = Effect.READ
    timeout_seconds: ClassVar[float] = math.inf

    reason: Words = Field(min_length=1, description="what they should do")

    async def run(self, surface: Surface) -> Done:
        """Waits until the person is done; ends the run if no person does it in time.

        Raises:
            ToolError: They refuse, or no person can be asked.
        """
        if await surface.ask_human(self.reason):
            return Done(f"a person acted on the page, as asked ({self.reason}), and gave it back")
        return Done(f"no person did it in time: {self.reason}", ends_run=True, fail_kind="unattended")
