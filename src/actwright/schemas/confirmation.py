"""The question that a caller is asked before an effect is dispatched, or before what an edit sends leaves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from actwright.schemas.base import Frozen

Confirmed: TypeAlias = Literal["", "yes", "no", "no_answer", "changed", "error"]
"""The answer to a question. Only `yes` permits the action.

It is empty if nothing was asked, `no answer` if none came in time, `changed` if the answer was yes but the page had
changed meanwhile, and `error` if `confirm` failed.
"""


class ConfirmRequest(Frozen):
    """One question: may this action be dispatched?

    Attributes:
        url: The URL of the page, with secrets masked.
        origin: The origin of the document that the element is in, or that its form or the waiting request is sent to.
        tool: The name of the tool.
        target: Title of the element (`button-0 "Order"`); empty if none.
        values: The values that would be entered, by field: the form's values, or what the action types. Private values,
            secrets and passwords appear as their names or as `filled`.
        picture: The screenshot of the step, taken before its first action; None if the run keeps none.
        reason: Why the model wants the action, in its words.
        why: Why the question is asked, in one line.
        submits: Whether submitting is what the target is for (a form's button, Enter in a field); others may submit
            too.
        sends: The request that an edit is making its page send, and that waits for the answer, as
            `POST https://shop.example/cart`; empty before an action. A yes permits all that the edit sends.
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
    sends: str = ""


class AskHumanRequest(Frozen):
    """A request for a person to act on the page of a run, for example at a login, a captcha or a second factor.

    Attributes:
        reason: What the person is to do, in the words of the model or policy.
        url: The page, with private values and secrets masked.
        picture: The picture of the step; None if the run keeps none.
        seconds: How long the run waits; time in which somebody has taken the page does not count.
    """

    reason: str
    url: str
    picture: Path | None = None
    seconds: float
