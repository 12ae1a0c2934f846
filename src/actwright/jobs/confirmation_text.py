"""What the site showed to confirm a row: the line of the page that proved it, and the number that the site gave it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from actwright.engine.values.canonical import canonical
from actwright.schemas.step import Evidence
from actwright.text import one_line, shortened

LOOK_SECONDS = 3.0
LONGEST = 300
NEAR = 5
"""How many lines are searched for a number, beginning with the line that proved the row."""


async def confirmation(evidence: Sequence[Evidence], page: Page | None, *, hidden: Collection[str]) -> str:
    """Returns the line of the page that proved a row; if it has no number, also the next line nearby that has one.

    Args:
        evidence: The evidence that proved the row.
        page: The page in front; None if it is gone.
        hidden: Values that must not be in the text.

    Returns:
        At most 300 characters. The text of the evidence itself if no line has it; empty if nothing may be shown.
    """
    shown = ""
    if page is not None and evidence:
        with suppress(PlaywrightError, TimeoutError):
            async with asyncio.timeout(LOOK_SECONDS):
                shown = await page.locator("body").inner_text()
    return confirmation_in(shown, evidence, hidden=hidden)


def confirmation_in(shown: str, evidence: Sequence[Evidence], *, hidden: Collection[str]) -> str:
    """As `confirmation`, for the text that a page shows."""
    texts = [text for each in evidence if each.passed for text in _texts(each)]
    lines = [line for line in map(one_line, shown.splitlines() if texts else ()) if line]
    at = next((at for at, line in enumerate(lines) if any(canonical(text) in canonical(line) for text in texts)), None)
    near = lines[at : at + NEAR] if at is not None else texts[:1]
    numbered = next((line for line in near if any(map(str.isdigit, line))), "")
    found = near[:1] if numbered in {"", *near[:1]} else [*near[:1], numbered]
    safe = [each for each in found if not any(canonical(value) in canonical(each) for value in hidden)]
    return shortened(" ".join(safe), LONGEST)


def _texts(evidence: Evidence) -> list[str]:
    if evidence.kind == "quote":
        return [evidence.wanted]
    if evidence.kind != "text" or not evidence.parameters:
        return []
    given: Any = json.loads(evidence.parameters).get("text", [])
    texts = [given] if isinstance(given, str) else given
    return [text for text in texts if isinstance(text, str) and canonical(text)]
