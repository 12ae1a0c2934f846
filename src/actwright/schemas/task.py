"""What is to be done, and the data that may be used for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field, SecretStr, model_validator

from actwright.schemas.base import Frozen

__all__ = ["REFERENCE_NAME", "EvidenceRule", "Secret", "Task"]

EvidenceRule = Literal["required", "quoted", "off"]
"""What a claim of completion needs, besides that every action made with it was done.

`required`: made with actions, a check that holds after them and did not hold before; made without, a check that holds or
a message that quotes text from the page. `quoted`: with actions too, a message that quotes text from the page after them
is enough. `off`: nothing more.
"""

REFERENCE_NAME = r"[A-Za-z_][A-Za-z0-9_.-]*"
"""What a data name looks like inside `{{name}}`."""


class Secret(Frozen):
    """A value that never leaves the executor: not to the model, nor into a trace, screenshot or report.

    Attributes:
        value: The secret itself, at least 3 characters, or it could not be masked without masking everything.
        origins: The origins whose fields it may be typed into (`https://shop.example`). Empty: the origin of the
            task's start URL alone.
    """

    value: SecretStr = Field(min_length=3)
    origins: tuple[str, ...] = ()


class Task(Frozen):
    """One job: what a policy may know of it. Secrets are named here, their values are not.

    Attributes:
        intent: What to do, in the user's words.
        url: Where to start; None starts on the page as it is.
        data: Values the task may use, by name. A proposal refers to one as `{{name}}`.
        secrets: Names of further values that only the executor knows; also referred to as `{{name}}`.
        evidence: What a claim of completion needs.
    """

    intent: str = Field(min_length=1, max_length=20_000)
    url: str | None = None
    data: Mapping[str, str] = Field(default_factory=dict)
    secrets: tuple[str, ...] = ()
    evidence: EvidenceRule = "required"

    @model_validator(mode="after")
    def _names_are_distinct(self) -> Self:
        both = sorted(set(self.data) & set(self.secrets))
        if both:
            message = f"{', '.join(both)}: named both as data and as secret; name each value once"
            raise ValueError(message)
        return self
