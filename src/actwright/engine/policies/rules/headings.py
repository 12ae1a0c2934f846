"""The headings that what a page shows stands under."""

from __future__ import annotations

import re

from actwright.schemas.page import Observation

_HEADING = re.compile(r"\s*- \*?(?:f\d+\.)?h[1-6](?:-\d+)?(?: \(.*\))? \"((?:[^\"\\]|\\.)*)\"")
_ID = re.compile(r"\s*- \*?(\S+)")


def headings_of(page: Observation) -> dict[str, str]:
    """The heading that each element of the tree stands under, by its ID."""
    found, last = dict[str, str](), ""
    for line in page.tree.splitlines():
        if match := _HEADING.match(line):
            last = match[1]
        elif match := _ID.match(line):
            found[match[1]] = last
    return found
