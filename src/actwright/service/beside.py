"""What a picture of the page cannot show: an open dialog, the options of a select, a date or color picker, a file chooser."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Literal

from playwright.async_api import Error

from actwright.engine.run import Run
from actwright.schemas.base import Frozen
from actwright.schemas.control import Control

__all__ = ["Beside", "Opened", "beside"]


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
    page, in_focus = run.showing, run.in_focus
    if not driven or page is None or in_focus is None or page.is_closed():
        return Beside()
    with suppress(Error, TimeoutError):
        return Beside(control=await in_focus.control(page), file=file)
    return Beside(file=file)
