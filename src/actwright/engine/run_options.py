"""Types of the options of runs and checks."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

from actwright.schemas.page import Observation
from actwright.schemas.result import Result

__all__ = ["Datum", "Seen"]

Datum: TypeAlias = str | int | float | bool | Path

Seen: TypeAlias = Result | Observation
"""An earlier state of a page: one look, or a run, for the page that it saw first."""
