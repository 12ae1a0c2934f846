"""What to do, and the data that may be used for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, Field, SecretStr, field_validator, model_validator

from actwright.schemas.base import Frozen
from actwright.schemas.options import Options, known_options_only
from actwright.schemas.page import Image
from actwright.schemas.sites import origin_of, start_url
from actwright.text import UNSAFE, one_line

__all__ = ["REFERENCE", "EvidenceRule", "Secret", "Task", "only_reference", "paths_in", "references_in", "value_name"]

EvidenceRule = Literal["required", "sent", "quoted", "off"]
"""The evidence that a claim of completion needs. In every case, all actions proposed with the claim must be done.

`required`: for a claim with actions, a check that holds after them and did not hold before; for a claim without
actions, a check that holds (made with the claim, or made since the last action and then repeated), or a message that
quotes text from the page. `sent`: the claim must be `proved`; see `Grade`. `quoted`: a message that quotes text from the page is enough, also for a claim with actions.
`off`: nothing more.
"""

SHORTEST_SECRET = 3
LONGEST_NAME = 500

REFERENCE = re.compile(r"\{\{\s*([^{}\s](?:[^{}\r\n]{0,498}[^{}\s])?)\s*\}\}")
"""`{{name}}`, in any text. A name may be any column heading: words on one line, without braces."""


def references_in(text: str) -> list[str]:
    """The names that a text refers to, in order, with white space folded."""
    return [one_line(name) for name in REFERENCE.findall(text)]


def only_reference(text: str) -> str:
    """The name, if a text is one reference and nothing else; empty otherwise."""
    match = REFERENCE.fullmatch(text.strip())
    return one_line(match[1]) if match else ""


def paths_in(text: str) -> frozenset[str]:
    """The files that a text names: words or quoted strings that contain a path separator and are not part of a URL."""
    words = [word.rstrip(".,;:!?)]}") for word in text.split()]
    quoted = [inner for mark in "\"'`" for inner in text.split(mark)[1::2]]
    return frozenset(
        name for name in (*words, *quoted) if re.search(r"[/\\]", name) and "://" not in name and "{{" not in name
    )


def value_name(text: str) -> str:
    """The name of a value, with white space folded.

    Raises:
        ValueError: The text cannot be the name in a `{{name}}`.
    """
    name = one_line(text)
    if len(name) > LONGEST_NAME:
        message = f"{name[:40]!r}… is not a valid name for a value: it has {len(name)} characters, and at most {LONGEST_NAME} are allowed"
        raise ValueError(message)
    if not re.search(r"[^\W_]", name) or re.search(r"[{}]", name) or UNSAFE.search(name):
        message = (
            f"{text!r} is not a valid name for a value; use words with a letter or a digit and without braces, as in "
            "{{Full name}}"
        )
        raise ValueError(message)
    return name


class Secret(Options):
    """A value that never leaves the executor: no model, trace, screenshot or report contains it.

    Attributes:
        value: The secret itself, at least 3 characters; a shorter one could not be masked without masking everything.
        origins: The origins whose fields it may be typed into (`https://shop.example`), or one of them. Empty means only
            the origin of the task's start URL.
        fields: The names (label, name or placeholder) of further fields that may receive it, besides those that declare
            themselves as fields for passwords, one-time codes or payment cards.

    Raises:
        ConfigError: The value is too short, an origin is not valid, or there is no such option.
    """

    value: SecretStr
    origins: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()

    @known_options_only
    def __init__(
        self, value: str | SecretStr, origins: str | Iterable[str] = (), fields: str | Iterable[str] = ()
    ) -> None:
        several = {"origins": origins, "fields": fields}
        given = {name: (texts,) if isinstance(texts, str) else tuple(texts) for name, texts in several.items()}
        BaseModel.__init__(self, value=value, **given)

    @property
    def texts(self) -> tuple[str, ...]:
        """All that must not be written down."""
        return (self.value.get_secret_value(),)

    @field_validator("value")
    @classmethod
    def _can_be_masked(cls, value: SecretStr) -> SecretStr:
        if len(value.get_secret_value()) < SHORTEST_SECRET:
            message = f"it needs at least {SHORTEST_SECRET} characters so that it can be masked"
            raise ValueError(message)
        return value

    @field_validator("origins")
    @classmethod
    def _origins_are_as_browsers_write_them(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        for origin in origins:
            if not origin_of(origin):
                message = f"{origin!r} is not an origin; write scheme and host, as in https://shop.example"
                raise ValueError(message)
        return tuple(map(origin_of, origins))


class Task(Frozen):
    """A task as a policy may know it. It has the names of private values and secrets, but not their values.

    Attributes:
        text: What to do, in the user's words.
        url: Where to start; None starts on the page as it is.
        data: Values the task may use, by name; a model sees them. A proposal refers to one as `{{name}}`.
        files: The names in `data` that are files which may be uploaded.
        private: Names of further values that only the executor knows; a proposal refers to them in the same way.
        secrets: Names of values that only the executor knows, and types only into fields on their origins.
        evidence: The evidence that a claim of completion needs.
        output: JSON schema of a typed answer, an object; None for an answer in words only.
        images: Images that belong to the task, in the order in which it mentions them.
    """

    text: str = Field(min_length=1, max_length=20_000)
    url: str | None = None
    data: Mapping[str, str] = Field(default_factory=dict)
    files: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    evidence: EvidenceRule = "required"
    output: Mapping[str, Any] | None = None
    images: tuple[Image, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all its values."""
        return (*self.data, *self.private, *self.secrets)

    @field_validator("url")
    @classmethod
    def _can_be_opened(cls, url: str | None) -> str | None:
        return None if url is None else start_url(url)

    @model_validator(mode="after")
    def _names_are_distinct(self) -> Self:
        kinds = {"data": tuple(self.data), "private": self.private, "secret": self.secrets}
        for name in self.names:
            named_as = [kind for kind, names in kinds.items() if name in names]
            if len(named_as) > 1:
                message = f"{name}: named both as {' and as '.join(named_as)}; name each value once"
                raise ValueError(message)
        return self
