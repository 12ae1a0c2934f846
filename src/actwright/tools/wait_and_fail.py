"""Waiting, and giving up."""

from __future__ import annotations

import asyncio
from typing import ClassVar, Literal

from pydantic import Field

from actwright.errors import ToolError
from actwright.schemas.status import FailKind
from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.expect import shows
from actwright.tools.parameters import Words
from actwright.tools.polling import until
from actwright.tools.surface import Surface


class Wait(Tool):
    """Wait at most 10 seconds, or until text shows or is gone."""

    effect: ClassVar[Effect] = Effect.READ

    seconds: float = Field(default=5, gt=0, le=10)
    text: str = ""
    gone: bool = False

    async def run(self, surface: Surface) -> Done:
        """Waits.

        Raises:
            ToolError: The text did not appear (or disappear) in time.
        """
        text = self.text
        if not text.strip():
            await asyncio.sleep(self.seconds)
            return Done(f"waited {self.seconds:g} s")
        passed, _ = await until(
            surface.look, lambda page: shows(page.text, text) is not self.gone, seconds=self.seconds
        )
        if not passed:
            state = "still there" if self.gone else "not there"
            raise ToolError(f'"{text}" is {state} after {self.seconds:g} s')
        return Done(f'"{text}" is {"gone" if self.gone else "there"}')


class Fail(Tool):
    """End the run as failed (complete: false)."""

    effect: ClassVar[Effect] = Effect.READ
    traits: ClassVar[Trait] = Trait.WORKS_DURING_DIALOG

    reason: Words = Field(min_length=1)
    kind: Literal["", FailKind] = ""

    async def run(self, surface: Surface) -> Done:  # noqa: ARG002 - touches nothing
        """Ends the run."""
        return Done(self.reason, ends_run=True, fail_kind=self.kind or None)
