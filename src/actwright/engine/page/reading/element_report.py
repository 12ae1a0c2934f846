"""What a document reports about an element and about input for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ElementCheck:
    """The state of an element right now, a moment before an action.

    Attributes:
        found: Whether it is still in the page. If it is gone, only `modal` is known.
        role, name: As in `Element`.
        by_content: Whether its accessible name comes only from the text in it.
        own_name: Whether its name differs from what the model saw only by what the element itself changes in it.
        disabled: Whether it does not accept input.
        visible: Whether it has an area and is not hidden.
        in_view: Whether some of it lies inside its frame's viewport.
        covered_by: A short label of what covers all its click points; empty if one is free, or none is in view.
        adorned: Whether what covers it is no larger than itself: its own placeholder, icon or styled box.
        over_used: Whether what covers it, such as a list left open, contains something that the run has used.
        point: Where to click it, in CSS px from the padding box of what its ID resolves to; None for the middle.
        size: If it is a shape in a drawing and has a `point`, the width and height of its bounding box without the
            stroke, in CSS px.
        origin: The origin of its document, as the browser enforces it; `null` for an opaque one.
        modal: A short label of the topmost open modal dialog in its frame.
        action: Where it would send its form; empty outside of forms.
        stirred: Whether the page reacted when the field of the previous edit lost the focus.
        for_secrets: Whether the field declares that it is for a password, a one-time code or payment card data.
        content: The answer to the operation `content` of `inject/operations.js`, if that was asked.
        open: Whether a click on its middle reaches it where it is, if `content` was asked.
        steady: Whether the mouse hits its middle without further waiting, if that was asked; where it would not, the
            guard stops the click.
        moved: What its row, heading or address was and is now, if the element now controls something else.
    """

    found: bool
    role: str = ""
    name: str = ""
    by_content: bool = False
    own_name: bool = False
    tag: str = ""
    disabled: bool = False
    visible: bool = False
    in_view: bool = False
    covered_by: str = ""
    adorned: bool = False
    over_used: bool = False
    point: tuple[float, float] | None = None
    size: tuple[float, float] | None = None
    modal: str = ""
    origin: str = ""
    action: str = ""
    moved: str = ""
    stirred: bool = False
    for_secrets: bool = False
    content: Mapping[str, Any] | None = None
    open: bool = False
    steady: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """How the page reacted to an edit at once, and in its next animation frame if it requested one.

    Attributes:
        stirred: Whether more than the field itself changed, or more is to come; true, too, if a frame did not answer.
        timed: Whether the page set a timer.
    """

    stirred: bool
    timed: bool = False


@dataclass(frozen=True, slots=True)
class InputRefusal:
    """Input that was stopped because it would have reached a different element from the intended one.

    Attributes:
        reason: One sentence that names both.
        acted: Whether earlier input of the same action had reached the page.
    """

    reason: str
    acted: bool
