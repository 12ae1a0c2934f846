"""Uploading files."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from playwright.async_api import TimeoutError as PlaywrightTimeoutError
from pydantic import Field

from actwright.errors import ToolError
from actwright.schemas.step import Effect, Receipt
from actwright.schemas.task import only_reference
from actwright.tools.base import Done, Tool
from actwright.tools.parameters import ElementId, Value
from actwright.tools.surface import Surface
from actwright.tools.target import Target

DROP_PLACE_CHOOSER = 1_000
"""How long a place that takes dropped files has to open a file chooser when it is clicked, in ms."""


class Upload(Tool):
    """Give files, {{name}} or paths from the task, to a file input, its button or a drop area."""

    effect: ClassVar[Effect] = Effect.EDIT

    element_id: ElementId
    files: list[Value] = Field(min_length=1)

    async def run(self, surface: Surface) -> Done:
        """Hands the files over and reads the names back.

        Raises:
            ToolError: The caller did not name a file, there are too many or of a wrong kind, or nothing takes them.
        """
        paths = surface.files.named(self.files)
        wanted = ", ".join(path.name for path in paths)
        target = await surface.target(self.element_id, reachable=False)
        field = await surface.view.ask(target, "file")
        surface.fields.given(target, [path.name for path in paths])
        if field["input"]:
            _check_taken(target, paths, multiple=field["multiple"], accept=field["accept"])
            await surface.view.part(target, "file").set_input_files(list(paths), timeout=surface.timeout)
            got: list[str] = (await surface.view.ask(target, "file"))["names"]
        elif (chosen := await _choose(surface, target, paths)) is not None:
            got = chosen
        else:
            return Done(f"dropped {wanted} on {target.title}, which took it")
        content = ", ".join(got)
        receipts = tuple(
            Receipt(
                field=target.title,
                wanted=path.name,
                got=path.name if path.name in got else content,
                match=path.name in got,
                reference=only_reference(written),
                name=target.element.attribute_name,
            )
            for path, written in zip(paths, self.files, strict=True)
        )
        if content == wanted:
            return Done(f"{target.title} holds {wanted}", receipts)
        return Done(f"gave {wanted} to {target.title}; the field now holds {content or 'nothing'}", receipts)


def _check_taken(target: Target, paths: Sequence[Path], *, multiple: bool, accept: str) -> None:
    """Raises ToolError, before anything is given, if an input does not take so many files or files of that kind."""
    if len(paths) > 1 and not multiple:
        raise ToolError(f"{target.title} takes one file, not {len(paths)}")
    for path in paths:
        if not _is_accepted(path, accept):
            raise ToolError(f"{target.title} does not take {path.name}: it takes {accept}; nothing was given to it")


def _is_accepted(path: Path, accept: str) -> bool:
    """Whether an `accept` attribute lets a file through; a name without a known extension may be anything."""
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
    """Clicks the element to give the files to a file chooser, or else drops them on it.

    Returns:
        The names that the input of the file chooser holds; None if the element took the files as a drop.

    Raises:
        ToolError: It does neither, or does not take these files.
    """
    carrier = surface.view.part(target, "carrier")
    await carrier.set_input_files(list(paths), timeout=surface.timeout)
    takes_drops = (await surface.view.ask(target, "offer"))["takes"]
    wait = min(surface.timeout, DROP_PLACE_CHOOSER) if takes_drops else surface.timeout
    try:
        async with surface.page.expect_file_chooser(timeout=wait) as waiting:
            await target.locator.click(timeout=surface.timeout)
        chooser = await waiting.value
    except PlaywrightTimeoutError as error:
        if takes_drops and await _dropped(surface, target, paths):
            return None
        message = f"clicking {target.title} opened no file chooser; find the file input"
        raise ToolError(message, may_have_acted=True) from error
    # Chromium's chooser gives its input in Playwright's own world of scripts; other browsers give it in the page's.
    multiple, accept = await chooser.element.evaluate("(input) => [input.multiple, input.accept]")
    _check_taken(target, paths, multiple=multiple, accept=accept)
    await chooser.set_files(list(paths), timeout=surface.timeout)
    return await chooser.element.evaluate("(input) => Array.from(input.files, (file) => file.name)")


async def _dropped(surface: Surface, target: Target, paths: Sequence[Path]) -> bool:
    """Drops files on an element; True if the page looked at them.

    Many pages cancel every `drop`, so that a stray file does not replace them. Only a look at the files shows that the
    element takes them. This is the one thing that a tool asks in the page's own world, because no other world sees what
    a script reads. The page can give a false answer, but gains nothing by it: if it looks at the files and forgets
    them, the answer is the same.
    """
    carrier = (await target.frame.evaluate_handle(CARRIER)).as_element()
    assert carrier is not None
    await carrier.set_input_files(list(paths), timeout=surface.timeout)
    return bool(await target.locator.evaluate(DROP, carrier, timeout=surface.timeout))


CARRIER = "() => Object.assign(document.createElement('input'), { type: 'file', multiple: true })"

DROP = """(element, carrier) => {
  const dataTransfer = new DataTransfer();
  for (const file of carrier.files) dataTransfer.items.add(file);
  const box = element.getBoundingClientRect();
  const [clientX, clientY] = [box.left + box.width / 2, box.top + box.height / 2];
  const send = (type) => element.dispatchEvent(
    new DragEvent(type, { bubbles: true, cancelable: true, composed: true, clientX, clientY, dataTransfer }));
  send('dragenter');
  send('dragover');
  let read = false;
  for (const name of ['files', 'items']) {
    const held = dataTransfer[name];
    Object.defineProperty(dataTransfer, name, { get: () => { read = true; return held; } });
  }
  send('drop');
  return read;
}"""
