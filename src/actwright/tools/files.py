"""Files given to the page."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from playwright.async_api import ElementHandle
from playwright.async_api import TimeoutError as PlaywrightTimeoutError
from pydantic import Field

from actwright.errors import ToolError
from actwright.schemas.step import Effect, Receipt
from actwright.schemas.task import REFERENCE_NAME
from actwright.tools.base import Done, ElementId, Surface, Target, Tool, Value

__all__ = ["Upload"]

DROP_PLACE_CHOOSER = 1_000
"""How long a place that takes dropped files has to open a file chooser when it is clicked, in ms."""


class Upload(Tool):
    """Give files, {{name}} or paths from the task, to a file input, a button that asks for files, or a drop area."""

    effect: ClassVar[Effect] = Effect.EDIT

    element_id: ElementId
    files: list[Value] = Field(min_length=1)

    async def run(self, surface: Surface) -> Done:
        """Hands the files over and reads the names back.

        Raises:
            ToolError: A file the caller did not name, too many files or of a wrong kind, or nothing that takes files.
        """
        paths = surface.files(self.files)
        wanted = ", ".join(path.name for path in paths)
        target = await surface.target(self.element_id, reachable=False)
        inside = (await target.locator.evaluate_handle(FIELD, timeout=surface.timeout)).as_element()
        if inside is not None:
            await _give(inside, surface, target, paths)
            got: list[str] = await target.locator.evaluate(NAMES, timeout=surface.timeout)
        elif (chosen := await _choose(surface, target, paths)) is not None:
            got = chosen
        else:
            return Done(f"dropped {wanted} on {target.title}, which took it")
        held = ", ".join(got)
        receipts = tuple(
            Receipt(
                field=target.title,
                wanted=path.name,
                got=path.name if path.name in got else held,
                match=path.name in got,
                reference=_reference(written),
            )
            for path, written in zip(paths, self.files, strict=True)
        )
        if held == wanted:
            return Done(f"{target.title} holds {wanted}", receipts)
        return Done(f"gave {wanted} to {target.title}; the field now holds {held or 'nothing'}", receipts)


def _reference(written: str) -> str:
    """The data name that a file came from; empty if its path was written out."""
    match = re.fullmatch(r"\{\{\s*(" + REFERENCE_NAME + r")\s*\}\}", written.strip())
    return match[1] if match else ""


async def _give(field: ElementHandle, surface: Surface, target: Target, paths: Sequence[Path]) -> None:
    """Puts files into a file input, if it takes them.

    Raises:
        ToolError: They are too many, or of a kind that the input does not take; nothing was given.
    """
    multiple, accept = await field.evaluate("(input) => [input.multiple, input.accept]")
    if len(paths) > 1 and not multiple:
        raise ToolError(f"{target.title} takes one file, not {len(paths)}")
    for path in paths:
        if not _is_accepted(path, accept):
            raise ToolError(f"{target.title} does not take {path.name}: it takes {accept}; nothing was given to it")
    await field.set_input_files(list(paths), timeout=surface.timeout)


def _is_accepted(path: Path, accept: str) -> bool:
    """Whether an `accept` attribute lets a file through; one whose kind its name does not tell may be anything."""
    kind, _ = mimetypes.guess_type(path.name)
    forms = [form for form in re.split(r"[\s,]+", accept.lower()) if "/" in form or form.startswith(".")]
    for form in forms:
        if form.startswith("."):
            fits = path.name.lower().endswith(form)
        else:
            fits = kind is None or form == "*/*" or kind.startswith(form.removesuffix("*"))
        if fits:
            return True
    return not forms


async def _choose(surface: Surface, target: Target, paths: Sequence[Path]) -> list[str] | None:
    """The names that the input of a file chooser holds; None if the element took the files by being dropped on.

    Raises:
        ToolError: It does neither, or does not take these files.
    """
    carrier = (await target.locator.evaluate_handle(CARRIER, timeout=surface.timeout)).as_element()
    assert carrier is not None
    await carrier.set_input_files(list(paths), timeout=surface.timeout)
    takes_drops = await target.locator.evaluate(DRAG, [carrier, False], timeout=surface.timeout)
    wait = min(surface.timeout, DROP_PLACE_CHOOSER) if takes_drops else surface.timeout
    try:
        async with surface.page.expect_file_chooser(timeout=wait) as waiting:
            await target.locator.click(timeout=surface.timeout)
        chooser = await waiting.value
    except PlaywrightTimeoutError as error:
        if takes_drops and await target.locator.evaluate(DRAG, [carrier, True], timeout=surface.timeout):
            return None
        message = f"clicking {target.title} opened no file chooser; find the file input"
        raise ToolError(message, may_have_acted=True) from error
    await _give(chooser.element, surface, target, paths)
    return await chooser.element.evaluate(NAMES)


FIELD = """(element) => {
  const field = element.matches('input[type=file]') ? element : element.control || element;
  if (field !== element || field.matches('input')) return field.matches('input[type=file]') ? field : null;
  const inside = element.querySelectorAll('input[type=file]');
  return inside.length === 1 ? inside[0] : null;
}"""
"""The file input that an element is, labels, or holds."""

NAMES = f"(element) => [...(({FIELD})(element)?.files || [])].map((file) => file.name)"

CARRIER = "() => Object.assign(document.createElement('input'), { type: 'file', multiple: true })"
"""An input that is in no document: the way of files to a drop."""

DRAG = """(element, [carrier, drops]) => {
  const dataTransfer = new DataTransfer();
  for (const file of carrier.files) dataTransfer.items.add(file);
  const box = element.getBoundingClientRect();
  const [clientX, clientY] = [box.left + box.width / 2, box.top + box.height / 2];
  const send = (type) => !element.dispatchEvent(
    new DragEvent(type, { bubbles: true, cancelable: true, composed: true, clientX, clientY, dataTransfer }));
  send('dragenter');
  const takes = send('dragover');
  if (!takes || !drops) return send('dragleave') || takes;
  let read = false;
  for (const name of ['files', 'items']) {
    const held = dataTransfer[name];
    Object.defineProperty(dataTransfer, name, { get: () => { read = true; return held; } });
  }
  send('drop');
  return read;
}"""
"""Drags files over an element and away again; true if it takes them, which it says by cancelling `dragover`. Or drops
them; true if the page looked at them. Many pages cancel every `drop`, so that a stray file does not replace them."""
