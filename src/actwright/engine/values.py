"""Values by reference: what `{{name}}` stands for, who may learn it, and how secrets are masked."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Iterator, Mapping
from urllib.parse import quote, quote_plus

from actwright.errors import ToolError
from actwright.schemas.task import REFERENCE_NAME, Secret, origin_of
from actwright.text import one_line

__all__ = ["REFERENCE", "Values", "origin_of"]

REFERENCE = re.compile(r"\{\{\s*(" + REFERENCE_NAME + r")\s*\}\}")
"""`{{name}}`, in any text."""


class Values:
    """The data and secrets of one run.

    Args:
        data: Values by name; anyone may see them.
        secrets: Values by name that only `reveal` hands out, each for its origins alone.
        home: The origin of the task's start URL, where secrets without origins of their own belong.
        hidden: Further texts to mask, by name; nothing refers to them.
    """

    def __init__(
        self,
        data: Mapping[str, str],
        secrets: Mapping[str, Secret] | None = None,
        *,
        home: str = "",
        hidden: Mapping[str, str] | None = None,
    ) -> None:
        self._data = dict(data)
        self._secrets = dict(secrets or {})
        self._home = home
        masked = {name: secret.value.get_secret_value() for name, secret in self._secrets.items()} | dict(hidden or {})
        forms = {form: name for name, text in masked.items() for form in _written_forms(text)}
        self._forms = {form.lower(): name for form, name in forms.items()}
        longest_first = sorted(forms, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE) if forms else None

    @property
    def has_secrets(self) -> bool:
        """Whether there is anything to mask."""
        return self._pattern is not None

    def expand(self, text: str) -> str:
        """`text` with its data references resolved, once.

        Raises:
            ToolError: A reference that is unknown, or a secret, which only a field may receive.
        """
        return REFERENCE.sub(lambda match: self._datum(match[1]), text)

    def reveal(self, text: str, origin: str) -> str:
        """`text` with all its references resolved, once, for typing into a field of `origin`.

        Raises:
            ToolError: A reference that is unknown, or a secret that is not bound to `origin`.
        """

        def value(match: re.Match[str]) -> str:
            secret = self._secrets.get(match[1])
            if secret is None:
                return self._datum(match[1])
            allowed = secret.origins or ((self._home,) if self._home else ())
            if origin not in allowed:
                bound = ", ".join(allowed) or "no origin"
                raise ToolError(
                    f"{{{{{match[1]}}}}} is secret and bound to {bound}; this field is on {origin or 'no origin'}"
                )
            return secret.value.get_secret_value()

        return REFERENCE.sub(value, text)

    def check(self, text: str) -> None:
        """Raises ToolError if `text` refers to a value that does not exist; secrets may be referred to."""
        for match in REFERENCE.finditer(text):
            if match[1] not in self._secrets:
                self._datum(match[1])

    def mask(self, text: str) -> str:
        """`text` with every secret in it, in any usual encoding, in capitals or not, replaced by its `{{name}}`."""
        if self._pattern is None or not text:
            return text
        return self._pattern.sub(lambda match: f"{{{{{self._forms.get(match[0].lower(), 'secret')}}}}}", text)

    @staticmethod
    def reference(text: str) -> str:
        """The name, if `text` is one reference and nothing else; empty otherwise."""
        match = REFERENCE.fullmatch(text.strip())
        return match[1] if match else ""

    def _datum(self, name: str) -> str:
        if name in self._secrets:
            raise ToolError(f"{{{{{name}}}}} is secret; it can only be the value that is filled or typed into a field")
        if name not in self._data:
            known = ", ".join(f"{{{{{each}}}}}" for each in (*self._data, *self._secrets)) or "none"
            raise ToolError(f"there is no value {{{{{name}}}}}; the values are: {known}")
        return self._data[name]


def _written_forms(value: str) -> Iterator[str]:
    folded = one_line(value)
    quoted = quote(value, safe="")
    yield from {
        value,
        folded,
        quoted,
        re.sub(r"%[0-9A-F]{2}", lambda match: match[0].lower(), quoted),
        quote(value),
        quote_plus(value),
        html.escape(value),
        html.escape(value, quote=False),
        json.dumps(value)[1:-1],
        json.dumps(value, ensure_ascii=False)[1:-1],
        re.sub(r"[^\w.() -]", "_", value),  # as Chromium and we name files
        base64.b64encode(value.encode()).decode().rstrip("="),
        base64.urlsafe_b64encode(value.encode()).decode().rstrip("="),
    }
