"""How long tests let a browser and other processes take: on a machine that is busy, what is right comes late.

`ACTWRIGHT_PATIENCE=3 make test` gives everything three times as long. Limits whose end is the subject of a test are not among
these: such a test sets its own.
"""

import os

from actwright.engine.page import observer
from actwright.engine.page.acting import fields, page_view, tabs
from actwright.engine.page.reading import cdp_evaluate, listeners
from actwright.engine.page.reading.capture import PageReader

FACTOR = float(os.environ.get("ACTWRIGHT_PATIENCE", "1"))
LIMITS = (
    (observer, "LOOK_SECONDS"),
    (page_view, "READ_SECONDS"),
    (page_view, "ACTION_SECONDS"),
    (fields, "ACTION_SECONDS"),
)
"""The engine's own limits that a busy machine exceeds. A page that hangs is waited for as long, and takes a core meanwhile."""
OPTIONAL = (
    (listeners, "_MILLISECONDS"),
    (listeners, "_SECONDS"),
    (cdp_evaluate, "_COUNT_SECONDS"),
)
"""Limits of questions that a look goes without if their answers are late. Tests are about the answers, so they wait longer."""
LONGER = 4
TAB_SECONDS = 20.0
"""A tab opens and closes within a fifth of this, but not while five browsers start."""


def patience(seconds):
    """Seconds until a test gives up on another process."""
    return seconds * FACTOR


def be_patient():
    """Makes the engine in this process wait as long as the factor says."""
    for module, name in LIMITS:
        setattr(module, name, patience(getattr(module, name)))
    for module, name in OPTIONAL:
        setattr(module, name, patience(LONGER * getattr(module, name)))
    tabs.TAB_SECONDS = patience(TAB_SECONDS)
    limits = PageReader.capture.__kwdefaults__
    limits["timeout"] = patience(limits["timeout"])
