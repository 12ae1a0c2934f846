"""A line of the page tree, read back: `  - input-0 (type=radio label="Small" checked) "text"`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

STRING = r'"(?:[^"\\]|\\.)*"'
LINE = re.compile(rf"( *)- \*?(\S+)(?: \(((?:[^\"]|{STRING})*?)\))?(?: ({STRING}))?")
LIST = rf"\[(?:[^\"\[\]]|{STRING}|\[(?:[^\"\[\]]|{STRING})*\])*\]"
ATTRIBUTE = re.compile(rf"([a-z][a-z-]*)(?:=(?:({STRING})|{LIST}|([^\s\"\[\]]+)))?(?= |$)")
INDENT = 2
"""Spaces for each level."""


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A line of the page tree, parsed.

    Attributes:
        depth: Levels from the root, from 0.
        head: The ID of an element, or a tag.
        said: The text in brackets after it, unparsed.
        text: The text after that; texts in one line are joined by ` | `.
    """

    depth: int
    head: str
    said: str = ""
    text: str = ""

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes in brackets, by name; lists, and attributes without a value, are empty."""
        return {
            match[1]: json.loads(match[2]) if match[2] else match[3] or "" for match in ATTRIBUTE.finditer(self.said)
        }


def tree_line(line: str) -> TreeLine | None:
    """Parses a line; None for a line that reports what was left out."""
    match = LINE.fullmatch(line)
    if match is None:
        return None
    text = json.loads(match[4]) if match[4] else ""
    return TreeLine(len(match[1]) // INDENT, match[2], match[3] or "", text)
