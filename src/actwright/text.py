"""Text on one line, as messages, prompts and terminals show it, and about how many tokens it takes."""

from __future__ import annotations

__all__ = ["counted", "estimated_tokens", "first_line", "one_line", "shortened"]


def one_line(text: str) -> str:
    """The text with each run of white space folded into one space, and none at its ends."""
    return " ".join(text.split())


def counted(number: int, noun: str) -> str:
    """The number and what it counts: `1 step`, `2 steps`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def shortened(text: str, most: int) -> str:
    """The text if it has at most `most` characters, else its beginning and an ellipsis, as long as that."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def first_line(message: str) -> str:
    """The first line of an error's message, without what Playwright logs below it."""
    return message.partition("\n")[0] or "no reason given"


def estimated_tokens(text: str) -> float:
    """An estimate of the tokens of a text, without a tokenizer: by characters, other scripts than ours cost more.

    Fitted to o200k on page trees; `benchmarks/page` prints how far it is off.
    """
    plain = len(text) if text.isascii() else sum(map(str.isascii, text))
    return plain / 3.6 + (len(text) - plain) * 0.75
