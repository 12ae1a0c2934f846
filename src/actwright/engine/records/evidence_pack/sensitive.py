"""Which fields and headers hold passwords, session tokens or credentials, by their names and the look of their values."""

from __future__ import annotations

import re

HIDDEN = "***"
"""What is written instead of a text that is left out because of its name."""
PLAIN_HEADERS = frozenset({
    "accept", "accept-language", "cache-control", "content-disposition", "content-language", "content-type", "date",
    "host", "location", "origin", "referer", "retry-after", "server", "user-agent",
})  # fmt: skip
"""The headers that are written. Sites make up names for those with keys and tokens, so all others are left out."""
_SENSITIVE = re.compile(
    r"passw|passphrase|passcode|(?<![a-z])(?:pwd|pin|otp|cvv|cvc|jwt|sid|csrf|xsrf)(?![a-z])|secret|token|"
    r"api[_-]?key|authori[sz]ation|session[_-]?id|card[_-]?n(?:o|um)",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"(?=\S*\d)(?=\S*[A-Za-z])[\w.~+/=%:-]{16,}")


def is_sensitive_name(name: str) -> bool:
    """Whether a field of this name holds a password, a token or the like."""
    return bool(_SENSITIVE.search(name))


def is_token(value: str) -> bool:
    """Whether the value of a cookie or a credential is long and random enough to be masked wherever it shows."""
    return bool(_TOKEN.fullmatch(value))
