"""What a document reports about an element, and about input that was intended for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Check", "Refusal", "Rest"]


@dataclass(frozen=True, slots=True)
class Check:
    """What an element is right now, a moment before an action.

    Attributes:
        found: Whether it is still in the page; nothing else is known of one that is gone, but `modal`.
        role, name: As in `Element`.
        by_content: Nothing but the text in it names it.
        disabled: It does not take input.
        visible: It has an area and is not hidden.
        in_view: Some of it lies inside its frame's viewport.
        covered_by: A short label of what lies over all its click points; empty if one is free, or none is in view.
        adorned: What covers it is no larger than itself: its own placeholder, icon or styled box.
        point: Where to click it, in CSS px from the padding box of what its ID resolves to; None for the middle.
        size: Of a shape in a drawing that has such a point: width and height of its box without the stroke, in CSS px.
        origin: The origin of its document, as the browser enforces it; `null` for an opaque one.
        modal: A short label of the topmost open modal dialog in its frame.
        action: Where its form is sent to, by it or from it; empty outside of forms.
        stirred: The edit before set something off when its field was left.
        for_secrets: The field says of itself that it is for a password, a one-time code, or what stands on a payment card.
        held: What the verb `held` of `inject/engine.js` says of it, if that was asked.
        open: If so, whether a click on its middle reaches it where it is.
        steady: The mouse hits its middle without any more waiting, if that was asked; the guard stops it where it would not.
        moved: What its row, heading or address was and is now, if that makes it a control of something else.
    """

    found: bool
    role: str = ""
    name: str = ""
    by_content: bool = False
    tag: str = ""
    disabled: bool = False
    visible: bool = False
    in_view: bool = False
    covered_by: str = ""
    adorned: bool = False
    point: tuple[float, float] | None = None
    size: tuple[float, float] | None = None
    modal: str = ""
    origin: str = ""
    action: str = ""
    moved: str = ""
    stirred: bool = False
    for_secrets: bool = False
    held: Mapping[str, Any] | None = None
    open: bool = False
    steady: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """What the page did at once in answer to an edit; also with its next frame, if it asked for one.

    Attributes:
        stirred: More than the field itself changed, or something is to come; also if a frame did not say.
        timed: The page set a timer.
    """

    stirred: bool
    timed: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """Input that was stopped on its way, because it would have reached something else than was meant.

    Attributes:
        reason: One sentence that names both.
        acted: Whether earlier input of the same action had reached the page.
    """

    reason: str
    acted: bool
