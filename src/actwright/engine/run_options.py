"""`RunOptions`: the options of a run, written once for every call that starts one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypedDict

from actwright.engine.confirm import Confirm
from actwright.engine.pictures import Picture
from actwright.errors import ConfigError
from actwright.schemas.page import Observation
from actwright.schemas.permissions import Permissions
from actwright.schemas.result import Result
from actwright.schemas.task import Secret
from actwright.suggestions import unknown
from actwright.tools.base import Tool

__all__ = ["AskOptions", "CheckOptions", "Datum", "RunOptions", "Seen", "check_names"]

Datum: TypeAlias = str | int | float | bool | Path
PAGE_OPTIONS = ("page", "tabs", "output")
"""Those that stand in each signature, because their types differ: pages are async or sync, and the output types the result."""

Seen: TypeAlias = Result | Observation
"""A page that was: what a run saw first, or one look."""


class RunOptions(TypedDict, total=False):
    """What `Agent.run`, `run_sync`, `play` and the pytest fixture take beside pages and the form of the answer.

    `Agent.run` describes each of them.
    """

    url: str | None
    data: Mapping[str, Datum] | None
    private: Mapping[str, Datum] | None
    secrets: Mapping[str, str | Secret] | None
    tools: Iterable[str | type[Tool]] | None
    images: Sequence[Picture]
    permissions: Permissions | None
    confirm: Confirm | None


class CheckOptions(TypedDict, total=False):
    """What `evaluate`, `Agent.check` and the pytest fixture take beside what is checked and the page; `Agent.check` describes each."""

    url: str | None
    data: Mapping[str, Datum] | None
    private: Mapping[str, Datum] | None
    secrets: Mapping[str, str | Secret] | None
    before: Seen | None
    seconds: float


class AskOptions(CheckOptions, total=False):
    """The same with what only a check has that a model is asked about."""

    picture: bool


def check_names(options: Mapping[str, object], of: type[object] = RunOptions, call: str = "run") -> None:
    """Raises ConfigError for an option that does not exist; it names the closest one."""
    known = (*of.__annotations__, *(PAGE_OPTIONS if of is RunOptions else ("page",)))
    for name in options:
        if name not in known:
            raise ConfigError(f"{call}: {unknown('option', name, known)}")
