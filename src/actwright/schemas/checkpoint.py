"""Pages that stand in front of a site and ask for proof of a human, or refuse everyone."""

from __future__ import annotations

import re

from actwright.schemas.page import Observation

LONGEST = 1_500
"""Characters of text; a page that shows more is about something, and only speaks of captchas."""
_SIGNS = re.compile(
    r"(?i)just a moment|attention required|access (?:to this page has been )?denied|are you (?:a )?(?:human|robot)|robot check|"
    r"pardon our interruption|security check|verify(?:ing)? (?:that )?you are|not a robot|unusual traffic|\bcaptcha\b|"
    r"ddos protection|checking your browser|too many requests"
)


def is_checkpoint(page: Observation) -> bool:
    """Whether a page asks for proof of a human, or refuses everyone."""
    return bool(_SIGNS.search(page.title) or (len(page.text) <= LONGEST and _SIGNS.search(page.text)))
