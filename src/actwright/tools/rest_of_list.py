"""Whether a page shows only a part of a list: there are other pages of it, or a button that loads more."""

from __future__ import annotations

import re

from actwright.schemas.page import Observation
from actwright.text import one_line
from actwright.tools.outline import outline_of

NEXT = re.compile(
    r"\W*(?:next(?: page)?|prev(?:ious)?(?: page)?|older|newer|weiter|zur\u00fcck|vorherige(?: seite)?|nächste(?: seite)?|suivante?|siguiente)\W*|[\u203a\u00bb\u2192>]+",
    re.IGNORECASE,
)
MORE = re.compile(r"(?:load|show|view|see|mehr) (?:\d+ )?(?:more|all|laden|anzeigen)\b.*|more(?: \w+)?", re.IGNORECASE)
PAGES = re.compile(r"\b(?:page|seite|p\u00e1gina|pagina) \d+ ?(?:of|von|sur|de|di|van|/) ?(\d+)\b", re.IGNORECASE)
ITEMS = re.compile(
    r"(?<![\w.,])(\d[\d.,]*) ?(?:-|\u2013|to|bis|\u00e0|a|tot) ?(\d[\d.,]*) (?:of|von|sur|de|di|van) (\d[\d.,]*)(?!\w)",
    re.IGNORECASE,
)
"""From which item to which the page shows them, and how many there are: `1 to 10 of 57`."""
BEHIND = re.compile(r"^\u2026 \d+ more behind the dialog", re.MULTILINE)
LEAST_ROWS = 2


def rest_of_list(page: Observation) -> str:
    """What says that a list goes on beyond this page, as the page has it; empty if nothing does."""
    text = one_line(page.text)
    for match in PAGES.finditer(text):
        if int(match[1]) > 1:
            return match[0]
    for match in ITEMS.finditer(text):
        first, last, of_all = (int(re.sub(r"\D", "", number)) for number in match.groups())
        if (first, last) != (1, of_all):
            return match[0]
    lines = outline_of(page).lines
    if partly := next((line.attributes["rows"] for line in lines if "rows" in line.attributes), ""):
        return f"rows: {partly}"
    if behind := BEHIND.search(page.tree):
        return behind[0]
    rows = sum(re.fullmatch(r"(?:f\d+\.)*(?:tr|li|article)(?:-\d+)?", line.head) is not None for line in lines)
    for element in page.elements:
        name = one_line(element.name)
        pressed = element.role in {"button", "link"} and not element.disabled
        if pressed and (MORE.fullmatch(name) or (rows >= LEAST_ROWS and NEXT.fullmatch(name))):
            return name
    return ""
