"""Files given to the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from playwright.async_api import TimeoutError as PlaywrightTimeoutError
from pydantic import Field

from actwright.errors import ToolError
from actwright.schemas.step import Effect, Receipt
from actwright.schemas.task import REFERENCE_NAME
from actwright.tools.base import Done, ElementId, Surface, Target, Tool, Value

__all__ = ["Upload"]


class Upload(Tool):
    """Give files to a file input or to a button that opens a file chooser."""

    effect: ClassVar[Effect] = Effect.EDIT

    element_id: ElementId
    files: list[Value] = Field(min_length=1, description="{{name}}, or paths from the task")

    async def run(self, surface: Surface) -> Done:
        """Hands the files over and reads the names back.

        Raises:
            ToolError: A file the caller did not name, too many files, or nothing that takes files.
        """
        paths = surface.files(self.files)
        target = await surface.target(self.element_id, reachable=False)
        if target.element.tag == "input" and target.element.type == "file":
            got = await _set_input(surface, target, paths)
        else:
            got = await _choose(surface, target, paths)
        wanted = ", ".join(path.name for path in paths)
        held = ", ".join(got)
        reference = _reference(self.files)
        receipt = Receipt(field=target.title, wanted=wanted, got=held, match=held == wanted, reference=reference)
        if receipt.match:
            return Done(f"{target.title} holds {wanted}", (receipt,))
        return Done(f"gave {wanted} to {target.title}; the field now holds {receipt.got or 'nothing'}", (receipt,))


def _reference(files: Sequence[str]) -> str:
    """The data name that a single file came from; empty if there are several, or a path was written out."""
    match = re.fullmatch(r"\{\{\s*(" + REFERENCE_NAME + r")\s*\}\}", files[0].strip()) if len(files) == 1 else None
    return match[1] if match else ""


async def _set_input(surface: Surface, target: Target, paths: Sequence[Path]) -> list[str]:
    if len(paths) > 1 and not target.element.multiple:
        raise ToolError(f"{target.title} takes one file, not {len(paths)}")
    await target.locator.set_input_files(list(paths), timeout=surface.timeout)
    return await target.locator.evaluate(NAMES, timeout=surface.timeout)


async def _choose(surface: Surface, target: Target, paths: Sequence[Path]) -> list[str]:
    try:
        async with surface.page.expect_file_chooser(timeout=surface.timeout) as waiting:
            await target.locator.click(timeout=surface.timeout)
        chooser = await waiting.value
    except PlaywrightTimeoutError as error:
        message = f"clicking {target.title} opened no file chooser; find the file input"
        raise ToolError(message, may_have_acted=True) from error
    if len(paths) > 1 and not chooser.is_multiple():
        raise ToolError(f"{target.title} takes one file, not {len(paths)}")
    await chooser.set_files(list(paths), timeout=surface.timeout)
    return await chooser.element.evaluate(NAMES)


NAMES = "(input) => [...(input.files || [])].map((file) => file.name)"
