"""Controls that the browser draws partly outside the page, where no screenshot shows them: selects and pickers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from actwright.schemas.base import Frozen

MOST_OPTIONS, LONGEST = 1_000, 500
"""The most options of a select, and characters of a text; as in `inject/in_focus.js`."""

Said = Annotated[str, Field(max_length=LONGEST)]


class ControlOption(Frozen):
    """A choice of a select."""

    label: Said
    selected: bool = False
    disabled: bool = False
    group: Said = ""


class FocusedControl(Frozen):
    """A select, or an input with a picker.

    Attributes:
        kind: `select`, or the type of an input.
        label: Its name.
        multiple, options: For a select: whether several options may be chosen, and the options.
        value, min, max, step: For an input: its value, and its attributes of these names.
    """

    kind: Literal["select", "date", "time", "month", "week", "datetime-local", "color"]
    label: Said = ""
    multiple: bool = False
    options: Annotated[tuple[ControlOption, ...], Field(max_length=MOST_OPTIONS)] = ()
    value: Said = ""
    min: Said = ""
    max: Said = ""
    step: Said = ""
