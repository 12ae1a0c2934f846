"""Text on one line, as messages, prompts and terminals show it."""

from __future__ import annotations

__all__ = ["first_line", "one_line", "shortened"]


def one_line(text: str) -> str:
    """The text with each run of white space folded into one space, and none at its ends."""
    return " ".join(text.split())


def shortened(text: str, most: int) -> str:
    """The text if it has at most `most` characters, else its beginning and an ellipsis, as long as that."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def first_line(message: str) -> str:
    """The first line of an error's message, without what Playwright logs below it."""
    return message.partition("\n")[0] or "no reason given"
