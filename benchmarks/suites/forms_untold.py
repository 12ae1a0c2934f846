"""The suite `forms_untold`: `forms` without the line that says how the page confirms an application."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from actwright.compare.case import Case  # noqa: E402 - the repository's root comes first
from benchmarks.suites.forms import cases_of  # noqa: E402

__all__ = ["FILES", "cases"]

FILES = ("forms.py", "reading.py", "forms_site")


def cases(seed: int) -> Sequence[Case]:
    """Returns the applications of a seed."""
    return cases_of(seed, foretelling=False)
