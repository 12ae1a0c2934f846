"""Suggests the name that was probably meant by an unknown one, and the text of a page that was."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from actwright.text import one_line, shortened

LONGEST_NAME = 200
"""Characters of an unknown name that a message repeats."""
CLOSE_ENOUGH = 60.0
"""From this similarity (0 to 100, `rapidfuzz.fuzz.ratio`) on, a name or text may have been meant."""
SEARCHED = 50_000
SHOWN = 120
"""Characters of a text that is searched, and of one that is shown."""


def did_you_mean(name: str, known: Iterable[str], *, shown: Callable[[str], str] = repr) -> str:
    """The closest known name, as the next clause of a message: `; did you mean 'steps'?`; empty if none is close.

    Args:
        name: What was written.
        known: What exists.
        shown: How to write a name in the message.
    """
    from rapidfuzz import fuzz, process, utils  # noqa: PLC0415 - only a mistake needs it

    close = process.extractOne(
        name, list(known), scorer=fuzz.ratio, processor=utils.default_process, score_cutoff=CLOSE_ENOUGH
    )
    return f"; did you mean {shown(close[0])}?" if close else ""


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """A message about an unknown name: the closest known name, and all known names.

    Args:
        what: The kind of thing that it should name (`policy`).
        name: What was written.
        known: What exists.
    """
    name, names = shortened(name, LONGEST_NAME), tuple(known)
    if not names:
        return f"there is no {what} {name!r}, nor any other"
    meant = did_you_mean(name, names)
    return f"there is no {what} {name!r}{meant}{' There' if meant else '; there'} are {', '.join(names)}"


def closest_text(text: str, expected: str) -> str:
    """The words of a text that come closest to an expected one; empty if none do."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - only a check that failed needs it

    folded, wanted = one_line(text)[:SEARCHED], one_line(expected)
    alignment = fuzz.partial_ratio_alignment(wanted.lower(), folded.lower(), score_cutoff=CLOSE_ENOUGH)
    if alignment is None:
        return ""
    start = folded.rfind(" ", 0, alignment.dest_start + 1) + 1
    end = re.compile(r"\s|$").search(folded, max(alignment.dest_end, start + len(wanted)) - 1)
    return folded[start : end.start() if end else None][:SHOWN]
