"""What is to be done, and the data that may be used for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator

from actwright.schemas.base import Frozen
from actwright.schemas.page import Image

__all__ = ["REFERENCE_NAME", "EvidenceRule", "Secret", "Task", "origin_of"]

EvidenceRule = Literal["required", "quoted", "off"]
"""What a claim of completion needs, besides that every action made with it was done.

`required`: made with actions, a check that holds after them and did not hold before; made without, a check that holds,
made with the claim or since the last action and then made again, or a message that quotes text from the page. `quoted`: with actions too, a message that quotes text from the page after them
is enough. `off`: nothing more.
"""

REFERENCE_NAME = r"[A-Za-z_][A-Za-z0-9_.-]*"
"""What a data name looks like inside `{{name}}`."""


def origin_of(url: str) -> str:
    """Scheme, host and port of a URL as browsers compare them: `https://shop.example`; empty if it has no host."""
    parts = urlsplit(url)
    if not parts.hostname:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    default = {"http": 80, "https": 443}.get(parts.scheme)
    port = "" if parts.port in (None, default) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


class Secret(Frozen):
    """A value that never leaves the executor: not to the model, nor into a trace, screenshot or report.

    Attributes:
        value: The secret itself, at least 3 characters, or it could not be masked without masking everything.
        origins: The origins whose fields it may be typed into (`https://shop.example`). Empty: the origin of the
            task's start URL alone.
    """

    value: SecretStr = Field(min_length=3)
    origins: tuple[str, ...] = ()

    @field_validator("origins")
    @classmethod
    def _origins_are_as_browsers_write_them(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        for origin in origins:
            if not origin_of(origin):
                message = f"{origin!r} is no origin; write scheme and host, as in https://shop.example"
                raise ValueError(message)
        return tuple(map(origin_of, origins))


class Task(Frozen):
    """One job: what a policy may know of it. Secrets are named here, their values are not.

    Attributes:
        intent: What to do, in the user's words.
        url: Where to start; None starts on the page as it is.
        data: Values the task may use, by name. A proposal refers to one as `{{name}}`.
        secrets: Names of further values that only the executor knows; also referred to as `{{name}}`.
        evidence: What a claim of completion needs.
        output: JSON schema of the answer, an object; None for an answer in words alone.
        images: Pictures that belong to the task, in the order in which it speaks of them.
    """

    intent: str = Field(min_length=1, max_length=20_000)
    url: str | None = None
    data: Mapping[str, str] = Field(default_factory=dict)
    secrets: tuple[str, ...] = ()
    evidence: EvidenceRule = "required"
    output: Mapping[str, Any] | None = None
    images: tuple[Image, ...] = ()

    @model_validator(mode="after")
    def _names_are_distinct(self) -> Self:
        both = sorted(set(self.data) & set(self.secrets))
        if both:
            message = f"{', '.join(both)}: named both as data and as secret; name each value once"
            raise ValueError(message)
        return self
