"""What a picture of the page cannot show: an open dialog, the options of a select, a date or color picker, a file chooser."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any, Literal

from playwright.async_api import ElementHandle, Error, Page
from pydantic import Field, ValidationError

from actwright.engine.run import Run
from actwright.schemas.base import Frozen

__all__ = ["MOST_OPTIONS", "Beside", "Control", "Opened", "Option", "beside", "focused"]

LOOK_SECONDS = 1.0
"""How long the page may take to say what is in focus."""
MOST_OPTIONS, LONGEST = 1_000, 500

FOCUSED = """() => {
  let at = document.activeElement;
  while (at && at.shadowRoot && at.shadowRoot.activeElement) at = at.shadowRoot.activeElement;
  return at;
}"""
CONTROL = """(at, [most, longest]) => {
  const said = (text) => String(text ?? '').trim().slice(0, longest);
  const label = said((at.labels && at.labels[0] && at.labels[0].textContent) || at.getAttribute('aria-label') || at.name || at.id);
  if (at.localName === 'select') {
    const options = [...at.options].slice(0, most).map((each) => ({
      label: said(each.label), selected: each.selected, disabled: each.disabled || !!each.parentElement.disabled,
      group: each.parentElement.localName === 'optgroup' ? said(each.parentElement.label) : '',
    }));
    return { kind: 'select', label, multiple: at.multiple, options };
  }
  if (at.localName === 'input' && ['date', 'time', 'month', 'week', 'datetime-local', 'color'].includes(at.type)) {
    return { kind: at.type, label, value: said(at.value), min: said(at.min), max: said(at.max), step: said(at.step) };
  }
  return null;
}"""


Said = Annotated[str, Field(max_length=LONGEST)]
"""Text of a page, which may answer anything."""


class Opened(Frozen):
    """A JavaScript dialog that the page waits with.

    Attributes:
        kind: Which; a `beforeunload` asks whether the page may be left.
        text: What it says.
        default: What stands in a prompt.
    """

    kind: Literal["alert", "confirm", "prompt", "beforeunload"]
    text: str
    default: str = ""


class Option(Frozen):
    """A choice of a select."""

    label: Said
    selected: bool = False
    disabled: bool = False
    group: Said = ""


class Control(Frozen):
    """What is in focus, if the browser draws a part of it outside of the page.

    Attributes:
        kind: `select`, or the type of an input.
        label: What it is called.
        multiple, options: Of a select.
        value, min, max, step: Of an input.
    """

    kind: Literal["select", "date", "time", "month", "week", "datetime-local", "color"]
    label: Said = ""
    multiple: bool = False
    options: Annotated[tuple[Option, ...], Field(max_length=MOST_OPTIONS)] = ()
    value: Said = ""
    min: Said = ""
    max: Said = ""
    step: Said = ""


class Beside(Frozen):
    """What the picture does not hold.

    Attributes:
        dialog: What is open; the page stands still until it is answered.
        control: What is in focus; only a person who has the page is told.
        file: Whether the page has asked for a file.
    """

    dialog: Opened | None = None
    control: Control | None = None
    file: bool = False


async def beside(run: Run, *, driven: bool, file: bool = False) -> Beside:
    """What stands beside the picture of a run.

    Args:
        run: The run.
        driven: Whether whoever asks has its page.
        file: Whether the page has asked for a file since the last input.
    """
    if (dialog := run.dialog) is not None:
        kind: Any = dialog.type
        return Beside(dialog=Opened(kind=kind, text=dialog.message[:10_000], default=dialog.default_value[:10_000]))
    page = run.showing
    if not driven or page is None or page.is_closed():
        return Beside()
    with suppress(Error, TimeoutError, ValidationError):
        async with asyncio.timeout(LOOK_SECONDS):
            element = await focused(page)
            found = None if element is None else await element.evaluate(CONTROL, [MOST_OPTIONS, LONGEST])
            return Beside(control=found and Control.model_validate(found), file=file)
    return Beside(file=file)


async def focused(page: Page) -> ElementHandle | None:
    """The element in focus, in frames and shadow roots too. Raises Error: the page went away meanwhile."""
    frame = page.main_frame
    while True:
        element = (await frame.evaluate_handle(FOCUSED)).as_element()
        inner = None if element is None else await element.content_frame()
        if inner is None:
            return element
        frame = inner
