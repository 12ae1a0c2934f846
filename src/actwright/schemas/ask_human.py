"""The request to a person when a run hands its page over."""

from __future__ import annotations

from pathlib import Path

from actwright.schemas.base import Frozen


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
