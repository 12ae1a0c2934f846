"""What a page says that helps to understand why a replay stopped there: new messages, an open dialog, a login."""

from __future__ import annotations

import re
from collections.abc import Iterator

from actwright.engine.matching.patterns import lines_of
from actwright.schemas.page import Observation
from actwright.schemas.tree_line import tree_line
from actwright.text import one_line, shortened

__all__ = ["news_of"]

MOST, LONGEST = 3, 120
DIALOG = re.compile(r"(?:f\d+\.)?(?:dialog|alertdialog)(?:-\d+)?")


def news_of(page: Observation, before: Observation | None, *, expects_login: bool) -> str:
    """Sentences about a page, each with a space before it; empty if there is nothing to say.

    Args:
        page: The page.
        before: The page before the last action that did something; None if there was none.
        expects_login: Whether the recording enters a password somewhere.
    """
    return "".join(f" {sentence}." for sentence in _sentences(page, before, expects_login))


def _sentences(page: Observation, before: Observation | None, expects_login: bool) -> Iterator[str]:  # noqa: FBT001 - as above
    errors = [
        f'{element.title}: "{one_line(element.error)}"'
        for element in page.elements
        if element.invalid and element.error
    ]
    known = set(lines_of(before).splitlines()) if before else set[str]()
    new = [line for line in lines_of(page).splitlines() if line not in known] if before else []
    said = [f'"{shortened(line, LONGEST)}"' for line in new if re.search(r"[^\W\d_]{2}", line)]
    if listed := list(dict.fromkeys([*errors, *said]))[:MOST]:
        yield f"New on the page: {', '.join(listed)}"
    if dialog := next(_dialogs(page), ""):
        yield f'A dialog is open: "{shortened(dialog, LONGEST)}"'
    if not expects_login and any(element.type == "password" for element in page.elements):
        yield "The page asks for a login; start the replay signed in"


def _dialogs(page: Observation) -> Iterator[str]:
    lines = [line for text in page.tree.splitlines() if (line := tree_line(text))]
    for at, line in enumerate(lines):
        if DIALOG.fullmatch(line.head):
            inside = " ".join(filter(None, (each.text for each in lines[at + 1 : at + 4])))
            yield one_line(line.attributes.get("label", "") or line.text or inside)
