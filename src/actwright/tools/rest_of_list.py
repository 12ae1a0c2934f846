"""Whether a page shows only a part of a list: there is a next page, or a button that loads more."""

from __future__ import annotations

import re

from actwright.schemas.page import Observation
from actwright.text import one_line
from actwright.tools.outline import outline_of

__all__ = ["rest_of_list"]

NEXT = re.compile(
    r"\W*(?:next(?: page)?|older|weiter|nächste(?: seite)?|suivante?|siguiente)\W*|[\u203a\u00bb\u2192>]+",
    re.IGNORECASE,
)
MORE = re.compile(r"(?:load|show|view|see|mehr) (?:\d+ )?(?:more|all|laden|anzeigen)\b.*|more(?: \w+)?", re.IGNORECASE)
OF = re.compile(
    r"\bpage (\d+) (?:of|/) (\d+)\b|\bSeite (\d+) (?:von|/) (\d+)\b|\b\d+ ?[-\u2013] ?(\d+) of (\d+)\b", re.IGNORECASE
)
LEAST_ROWS = 2


def rest_of_list(page: Observation) -> str:
    """What says that a list goes on beyond this page, as the page has it; empty if nothing does."""
    for match in OF.finditer(one_line(page.text)):
        at, last = (int(number) for number in match.groups() if number)
        if at != last:
            return match[0]
    rows = sum(
        line.head.rpartition("-")[0] in {"tr", "li", "article"} or line.head == "tr" for line in outline_of(page).lines
    )
    for element in page.elements:
        name = one_line(element.name)
        pressed = element.role in {"button", "link"} and not element.disabled
        if pressed and (MORE.fullmatch(name) or (rows >= LEAST_ROWS and NEXT.fullmatch(name))):
            return name
    return ""
