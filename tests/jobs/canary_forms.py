"""How a value that must not be written down may stand in what is."""

import base64
import html
import json
from urllib.parse import quote, quote_plus


def forms(value):
    """How a value may stand in what is written: plain, grouped, URL-encoded, in base64, HTML and JSON."""
    plain = value.encode()
    grouped = {sign.join(value[at : at + 4] for at in range(0, len(value), 4)) for sign in (" ", "-")}
    aligned = {base64.b64encode(b"x" * at + plain).decode()[start:-4] for at, start in enumerate((0, 2, 3))}
    escaped = {
        html.escape(value),
        value.replace("&", "&amp;"),
        json.dumps(value)[1:-1],
        json.dumps(value, ensure_ascii=False)[1:-1],
    }
    return {value, quote(value), quote_plus(value), *grouped, *escaped, *aligned, plain.hex(), value[::-1]}


def canaries_in(content, canaries):
    """Which of some values stand in bytes, and how."""
    return [(name, form) for name, value in canaries.items() for form in forms(value) if form.encode() in content]
