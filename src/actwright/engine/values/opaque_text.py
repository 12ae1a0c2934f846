"""Recognizes texts that are hashed, encoded or encrypted, so that they cannot be compared with a value."""

from __future__ import annotations

import re

_HEX = re.compile(r"(?:0[xX])?[0-9a-fA-F]{32,}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{22,}={0,2}")
_KNOWN = re.compile(
    r"\$(?:2[abxy]?|5|6|argon2\w*|pbkdf2[\w-]*|scrypt)\$|pbkdf2_|eyJ[\w-]{8,}(?:\.[\w-]*){2,4}$|data:[\w/+.-]*;base64,"
)
_LONGEST_WORD, _SHORTEST = 20, 24
"""The most letters of one case that a word has, and the fewest characters of an encoded text."""

_WORD = re.compile(r"[A-Za-z][a-z]{3,}")


def is_opaque(text: str) -> bool:
    """Whether a text looks hashed, encoded or encrypted: 32 hexadecimal digits, 24 characters of base64, a JWT, a UUID.

    A text that consists of words, such as a slug or a name in camel case, is not opaque.
    """
    text = text.strip()
    if len(text) < _SHORTEST or any(map(str.isspace, text)) or text.isdecimal():
        return False
    if _KNOWN.match(text) or _UUID.fullmatch(text):
        return True
    if "://" in text or "@" in text:
        return False
    return any(map(_is_encoded, re.split(r"[.:|,$]", text)))


def _is_encoded(piece: str) -> bool:
    if piece.isdecimal():
        return False
    if _HEX.fullmatch(piece):
        return True
    if not _BASE64.fullmatch(piece) or len(piece) < _SHORTEST:
        return False
    if piece.endswith("="):
        return True
    in_words = sum(map(len, _WORD.findall(piece)))
    kinds = (any(map(test, piece)) for test in (str.isupper, str.islower, str.isdigit))
    return all(kinds) and in_words * 2 < len(piece)
