"""What a policy is shown of a page, and how long answers of servers are waited for."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from actwright.schemas.options import Options
from actwright.schemas.page import Marks

__all__ = ["PageOptions", "Screenshots"]

Screenshots: TypeAlias = Literal["always", "on_change", "never"]


class PageOptions(Options):
    """How much of a page a policy is shown, and how long the page may take to answer an action.

    Attributes:
        budget: The most tokens of the page tree, estimated. What is in view goes in first, then what lies within a screen of
            it, then navigation and what is farther away; a control goes in with what tells it from others like it. What is
            left out is counted in its place, under an ID that `read` opens.
        screenshot: When the annotated picture is shown: `always`; `on_change`, if an element in view is another or
            in another state than in the last picture that was shown, or the page looks different (a blinking caret or a
            small spinner is no difference); or `never`.
        marks: What names the elements in the picture: the `ids` of the page tree, or `numbers` as sets-of-marks have them,
            their places in `Observation.elements` from 1. Left out, it is what the policy wants, else `ids`.
        answer_seconds: How long the requests that an action set off are waited for, never beyond the deadline of the run.
            An action that may have submitted something and has no answer by then is `unknown`.

    Raises:
        ConfigError: A value that is not allowed.
    """

    budget: int = Field(default=4_000, ge=200)
    screenshot: Screenshots = "always"
    marks: Marks = "ids"
    answer_seconds: float = Field(default=30.0, gt=0)
