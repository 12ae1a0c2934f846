"""What a picture of the page cannot show: a dialog, the options of a select, a date or color picker, a file chooser."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Literal

from playwright.async_api import Error

from actwright.engine.run import Run
from actwright.schemas.base import Frozen
from actwright.schemas.control import FocusedControl

__all__ = ["Beside", "Opened", "beside"]


class Opened(Frozen):
    """A JavaScript dialog; the page waits for its answer.

    Attributes:
        kind: The kind of dialog; `beforeunload` asks whether to leave the page.
        text: The message.
        default: The text that a prompt already holds.
    """

    kind: Literal["alert", "confirm", "prompt", "beforeunload"]
    text: str
    default: str = ""


class Beside(Frozen):
    """What the picture cannot show.

    Attributes:
        dialog: The open dialog; the page does nothing until it is answered.
        control: The control in focus; None for anyone who does not have the page.
        file: Whether the page has asked for a file.
    """

    dialog: Opened | None = None
    control: FocusedControl | None = None
    file: bool = False


async def beside(run: Run, *, driven: bool, file: bool = False) -> Beside:
    """Returns what to show beside the picture of a run.

    Args:
        run: The run.
        driven: Whether the caller controls the page of the run.
        file: Whether the page has asked for a file since the last input.
    """
    if (dialog := run.dialog) is not None:
        kind: Any = dialog.type
        return Beside(dialog=Opened(kind=kind, text=dialog.message[:10_000], default=dialog.default_value[:10_000]))
    page, in_focus = run.showing, run.in_focus
    if not driven or page is None or in_focus is None or page.is_closed():
        return Beside()
    with suppress(Error, TimeoutError):
        return Beside(control=await in_focus.control(page), file=file)
    return Beside(file=file)
