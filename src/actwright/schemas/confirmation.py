"""What a caller is asked before an effect is dispatched."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from actwright.schemas.base import Frozen

__all__ = ["ConfirmRequest", "Confirmed"]

Confirmed: TypeAlias = Literal["", "yes", "no", "no answer", "error"]
"""What came of a question: nothing was asked, the answer, none in time, or the hook failed. Only `yes` permits."""


class ConfirmRequest(Frozen):
    """One question: may this action be dispatched?

    Attributes:
        url: The page, with secrets masked.
        origin: Where the action goes: the origin of the document that its element is in, or that its form is sent to.
        tool: The tool.
        target: Title of the element (`button-0 "Order"`); empty if none.
        values: What would be given: of a form its fields, else what the action types, by field. Private values, secrets and
            passwords stand as their names or as `filled`.
        picture: The picture of the step, taken before its first action; None if the run keeps none.
        reason: Why the model wants it, in its words.
        why: Why the question is asked, in one line.
        submits: Whether its target is there to submit (the button of a form, Enter in a field); others may do so too.
    """

    url: str
    origin: str
    tool: str
    target: str = ""
    values: Mapping[str, str] = {}
    picture: Path | None = None
    reason: str = ""
    why: str = ""
    submits: bool = False
