"""Values by reference: what `{{name}}` stands for, who may see it, and how withheld values are masked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from actwright.engine.values.masked_forms import written
from actwright.engine.values.masks import Masks
from actwright.engine.values.one_time_codes import OneTimeCodes
from actwright.errors import ToolError
from actwright.schemas.task import REFERENCE, Secret, references_in
from actwright.suggestions import did_you_mean
from actwright.text import one_line

BY_PERSON = "typed by a person"
"""Shown, in braces, in place of what a person entered."""


class Values(Masks):
    """The values of one run, of which no model sees those that are secret or private.

    Args:
        data: Values by name; anyone may see them.
        secrets: Values by name that only `reveal` returns, each only for its origins.
        private: Values by name that only `reveal` returns, for any field.
        home: The origin of the task's start URL, where secrets without origins of their own belong.
        hidden: Further texts to mask, by name; references cannot name them.

    Attributes:
        codes: The one-time codes.
    """

    def __init__(
        self,
        data: Mapping[str, str],
        secrets: Mapping[str, Secret] | None = None,
        *,
        private: Mapping[str, str] | None = None,
        home: str = "",
        hidden: Mapping[str, str] | None = None,
    ) -> None:
        self._data = dict(data)
        self._secrets = dict(secrets or {})
        self._private = dict(private or {})
        self._home = home
        self.codes = OneTimeCodes(self._secrets, self.add)
        known = self.by_name()
        withheld = {name: known[name] for name in (*self._secrets, *self._private)} | dict(hidden or {})
        super().__init__(withheld, phrases=self._private.keys())
        self.note_shown_to_model("\n".join(self._data.values()))
        for name in hidden or {}:
            self.note_used(name)  # the browser sends it by itself

    def withhold(self, name: str, text: str) -> None:
        """Masks a further text from now on, wherever it shows as a whole, unless it is one of the data.

        Several texts may have one name; references cannot name them.
        """
        if one_line(text).strip() not in map(one_line, self._data.values()):
            self.add(name, text)

    def by_name(self) -> dict[str, str]:
        """The true value of each name; of a seed of one-time codes, the last code.

        Nothing of it may be recorded or shown to a model.
        """
        secrets = {name: secret.value.get_secret_value() for name, secret in self._secrets.items()}
        return self._data | self._private | secrets | self.codes.typed

    def expand(self, text: str) -> str:
        """`text` with its data references resolved, once.

        Raises:
            ToolError: A reference that is unknown, or one that only a field may receive.
        """
        return REFERENCE.sub(lambda match: self._datum(one_line(match[1])), text)

    def reveal(self, text: str, origin: str, *, called: Iterable[str] = (), for_secrets: bool = False) -> str:
        """`text` with all its references resolved, once, for typing into a field.

        Args:
            text: The text, with references.
            origin: The origin of the field's document.
            called: What the field is called: its name, label and the like.
            for_secrets: Whether the field declares itself to be for a password, a one-time code or a payment card.

        Raises:
            ToolError: A reference that is unknown, or a secret that is not bound to `origin` or not meant for such a
                field.
        """
        names = frozenset(map(_as_called, called))
        return REFERENCE.sub(lambda match: self._revealed(one_line(match[1]), origin, names, for_secrets), text)

    def withheld_in(self, text: str) -> tuple[str, tuple[str, ...] | None] | None:
        """The first withheld value that `text` refers to, and its origins (None for any); None if there is none."""
        for name in references_in(text):
            if name in self._secrets:
                return name, self._origins(name)
            if name in self._private:
                return name, None
        return None

    def check(self, text: str) -> None:
        """Raises ToolError if `text` refers to a value that does not exist; what is withheld may be referred to."""
        for name in references_in(text):
            if not self._is_withheld(name):
                self._datum(name)

    def withholds(self, text: str) -> bool:
        """Whether `text` refers to a value that no model may see."""
        return any(map(self._is_withheld, references_in(text)))

    def _is_withheld(self, name: str) -> bool:
        return name in self._secrets or name in self._private

    def _origins(self, name: str) -> tuple[str, ...]:
        return self._secrets[name].origins or ((self._home,) if self._home else ())

    def _revealed(self, name: str, origin: str, called: AbstractSet[str], for_secrets: bool) -> str:  # noqa: FBT001 - as `reveal`
        if name in self._private:
            self.note_used(name)
            return self._private[name]
        secret = self._secrets.get(name)
        if secret is None:
            return self._datum(name)
        allowed = self._origins(name)
        if origin not in allowed:
            bound = ", ".join(allowed) or "no origin"
            raise ToolError(f"{{{{{name}}}}} is secret and bound to {bound}; this field is on {origin or 'no origin'}")
        if not for_secrets and called.isdisjoint(map(_as_called, secret.fields)):
            named = f"{', '.join(map(repr, secret.fields))} and " if secret.fields else ""
            raise ToolError(
                f"{{{{{name}}}}} is secret: it may be entered only in {named}password, one-time-code and card fields; this field "
                "is not one (the caller can add it: fields of Secret, --secret-field)"
            )
        self.note_used(name)
        return self.codes.current(name) or secret.value.get_secret_value()

    def _datum(self, name: str) -> str:
        if self._is_withheld(name):
            kind = "secret" if name in self._secrets else "private"
            raise ToolError(f"{{{{{name}}}}} is {kind}; it can only be the value that is filled or typed into a field")
        if name not in self._data:
            names = (*self._data, *self._private, *self._secrets)
            known = ", ".join(map(written, names)) or "none"
            meant = did_you_mean(name, names, shown=written)
            raise ToolError(
                f"there is no value {written(name)}{meant}{' The' if meant else '; the'} values are: {known}"
            )
        return self._data[name]


def _as_called(text: str) -> str:
    """A field's name as it is compared, without the mark of a required field."""
    return one_line(text).strip(" *:").casefold()
