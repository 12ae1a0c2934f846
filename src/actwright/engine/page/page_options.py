"""What a policy is shown of a page, and how long to wait for the responses of servers."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from actwright.schemas.options import Options
from actwright.schemas.page import Marks

Screenshots: TypeAlias = Literal["always", "on_change", "never"]


class PageOptions(Options):
    """How much of a page a policy is shown, and how long to wait for what an action sets off.

    Attributes:
        budget: The maximum size of the page tree in tokens, estimated. What is in view goes in first, then what is
            within one screen of it, then navigation and what is farther away. A control goes in together with what
            distinguishes it from similar ones. What is left out is counted in its place, under an ID that `read` opens.
        screenshot: When the annotated screenshot is shown: `always`; `on_change`, if an element in view, or its state,
            differs from the last screenshot that was shown, or the page looks different (a blinking caret or a small
            spinner does not count); or `never`.
        marks: What the marks in the screenshot show: the `ids` of the page tree, or `numbers` as in a set-of-marks,
            which are positions in `Observation.elements` from 1; `none` leaves the screenshot as the page is. By default
            what the policy prefers, else `ids`.
        answer_seconds: How long to wait for the requests that an action set off, never beyond the deadline of the run.
            An action that may have submitted something and has no response by then is `unknown`.

    Raises:
        ConfigError: A value is not allowed.
    """

    budget: int = Field(default=4_000, ge=200)
    screenshot: Screenshots = "always"
    marks: Marks = "ids"
    answer_seconds: float = Field(default=30.0, gt=0)
