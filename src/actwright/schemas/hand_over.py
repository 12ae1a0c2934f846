"""What a person is asked when a run hands its page over."""

from __future__ import annotations

from pathlib import Path

from actwright.schemas.base import Frozen

__all__ = ["HandOverRequest"]


class HandOverRequest(Frozen):
    """A run waits for a person: somebody is to act on its page, as at a login, a captcha or a second factor.

    Attributes:
        reason: What they are to do, in the words of whoever decides the run.
        url: The page, with private values and secrets masked.
        picture: The picture of the step; None if the run keeps none.
        seconds: How long the run waits, while nobody has taken the page.
    """

    reason: str
    url: str
    picture: Path | None = None
    seconds: float
