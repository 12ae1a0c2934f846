"""Texts that a page shows only to deny them: "saved" in "was not saved", "No order was saved", "0 orders saved"."""

from __future__ import annotations

import re

from actwright.schemas.typed_text import pattern_for
from actwright.text import one_line

_WORDS = (
    r"not(?!\s+only)|never|cannot|\w+n['\u2019]t|nothing|nobody|none|neither|without|"  # English
    r"nicht(?!\s+nur)|nie|niemals|nichts|niemand|ohne|kein\w*|"  # German
    r"pas|jamais|aucune?|sans|rien|"  # French
    r"no(?!\.?\s*[#\d])|nunca|nada|ning\u00fan\w*|sin|"  # English, Spanish
    r"non|nessun\w*|senza|n\u00e3o|nenhum\w*|sem|niet|nooit|geen|zonder|inte|ikke|ingen|nie|\u043d\u0435"
)
BEFORE = re.compile(
    rf"(?<![\w-])(?:{_WORDS})(?:\s+\w+){{0,2}}\s*$|(?<![\w.,:/-])(?:0|zero|null)(?:\s+[^\W\d]+){{0,2}}\s*$|\b(?:un|non-)$",
    re.IGNORECASE,
)
"""What stands before a text that is denied, up to two words before it."""
INSIDE = re.compile(rf"(?<!\w)(?:{_WORDS})(?!\w)|(?<![\w.,:/-])0(?![\w.,:/-])", re.IGNORECASE)
"""What a text has that is a denial itself."""
CLAUSE = re.compile(r"[\n;!?|()\"\u201c\u201d]|[.,:]\s|\s[\u2013\u2014-]\s")
"""Where a clause ends."""


def denied(text: str, wanted: str) -> str:
    """The clause that denies a text, if every place of a page that has the text denies it; else empty.

    Args:
        text: The page's text, line by line.
        wanted: The text, which may have types such as `{int}`. One that is a denial itself is denied by nothing.
    """
    if INSIDE.search(wanted) or not wanted.strip():
        return ""
    said = [one_line(clause) for clause in CLAUSE.split(text)]
    pattern = pattern_for(wanted, any_case=False)
    found = [(clause, match) for clause in said for match in pattern.finditer(clause)]
    if not found or pattern.search(one_line(text)) is None:
        return ""
    denials = [clause for clause, match in found if _is_denied(clause, match)]
    return denials[0] if len(denials) == len(found) == len(pattern.findall(one_line(text))) else ""


def _is_denied(clause: str, match: re.Match[str]) -> bool:
    return BEFORE.search(clause[: match.start()]) is not None or "0" in match.groups()
