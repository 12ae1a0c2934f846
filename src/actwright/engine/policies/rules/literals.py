"""Keeps quoted texts and `{{references}}` of a sentence whole while the sentence is parsed."""

from __future__ import annotations

import re

from actwright.schemas.task import REFERENCE
from actwright.text import one_line

__all__ = ["Literals"]

_FIRST = 0xE000
_QUOTED = re.compile(
    rf"(?P<ref>{REFERENCE.pattern.replace('(', '(?:', 1)})"
    r'''|"(?P<double>[^"]+)"'''
    "|\u201c(?P<curly>[^\u201d]+)\u201d"
    "|\u00ab(?P<angle>[^\u00bb]+)\u00bb"
    "|(?<!\\w)\u2018(?P<high>[^\u2019]+)\u2019(?!\\w)"
    r"""|(?<!\w)'(?P<single>[^']+)'(?!\w)"""
)


class Literals:
    """A sentence whose literals are replaced by one character each, so that no rule looks inside them.

    Attributes:
        text: The sentence with a private-use character for every literal.
    """

    def __init__(self, sentence: str) -> None:
        self._values: list[str] = []
        clean = re.sub(r"[\ue000-\uf8ff]", " ", sentence)
        self.text = _QUOTED.sub(self._keep, clean)

    def _keep(self, match: re.Match[str]) -> str:
        value = next(group for group in match.groups() if group is not None)
        self._values.append(f"{{{{{one_line(value.strip('{}'))}}}}}" if match["ref"] else value)
        return chr(_FIRST + len(self._values) - 1)

    def restore(self, text: str) -> str:
        """The text with its literals put back, quotation marks gone."""
        return re.sub(r"[\ue000-\uf8ff]", lambda match: self._values[ord(match[0]) - _FIRST], text)

    def quote(self, text: str) -> str:
        """The text with its literals put back in quotation marks, for messages."""
        return re.sub(r"[\ue000-\uf8ff]", lambda match: self._quoted(self._values[ord(match[0]) - _FIRST]), text)

    @staticmethod
    def _quoted(value: str) -> str:
        return value if value.startswith("{{") else f'"{value}"'
