"""JavaScript dialogs: `confirm` and `prompt` are the model's decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.surface import Surface


class AnswerDialog(Tool):
    """Answer the open dialog; accept only what the task asks for."""

    effect: ClassVar[Effect] = Effect.EFFECT
    traits: ClassVar[Trait] = Trait.WORKS_DURING_DIALOG | Trait.EFFECTS_ONLY_VIA_PAGE

    accept: bool
    text: str = ""

    def typed_values(self) -> Sequence[str]:
        """What is entered into a prompt."""
        return (self.text,) if self.accept and self.text else ()

    async def run(self, surface: Surface) -> Done:
        """Answers it.

        Raises:
            ToolError: No dialog is open.
        """
        message = await surface.tabs.answer_dialog(accept=self.accept, text=self.text)
        return Done(f'{"accepted" if self.accept else "dismissed"} the dialog "{message}"')
