"""What a policy is shown of a page."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from actwright.schemas.options import Options
from actwright.schemas.page import Marks

__all__ = ["PageOptions", "Screenshots"]

Screenshots: TypeAlias = Literal["always", "on_change", "never"]


class PageOptions(Options):
    """How much of a page a policy is shown.

    Attributes:
        budget: The most tokens of the page tree, estimated. What is in view may fill it, fields outside of the view may fill
            it up to a half, and what else is near up to a quarter. What is left out is said.
        screenshot: When the annotated picture is shown: `always`; `on_change`, if an element in view is another or
            in another state than in the last picture that was shown, or the page looks different (a blinking caret or a
            small spinner is no difference); or `never`.
        marks: What names the elements in the picture: the `ids` of the page tree, or `numbers` as sets-of-marks have them,
            their places in `Observation.elements` from 1. Left out, it is what the policy wants, else `ids`.

    Raises:
        ConfigError: A value that is not allowed.
    """

    budget: int = Field(default=4_000, ge=200)
    screenshot: Screenshots = "always"
    marks: Marks = "ids"
