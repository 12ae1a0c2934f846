"""`RunOptions`: the options of a run, defined once for every call that starts one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypedDict

from actwright.engine.ask_human import AskHuman
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
"""Options that each signature has itself, as their types differ: pages are async or sync, `output` types the result."""

Seen: TypeAlias = Result | Observation
"""An earlier state of a page: one look, or a run, for the page that it saw first."""


class RunOptions(TypedDict, total=False):
    """Options of `Agent.run`, `run_sync`, `play` and the pytest fixture, besides the pages and `output`.

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
    ask_human: AskHuman | None


class CheckOptions(TypedDict, total=False):
    """Options of `evaluate`, `Agent.check` and the pytest fixture, besides check and page; see `Agent.check`."""

    url: str | None
    data: Mapping[str, Datum] | None
    private: Mapping[str, Datum] | None
    secrets: Mapping[str, str | Secret] | None
    before: Seen | None
    seconds: float


class AskOptions(CheckOptions, total=False):
    """The same, with the option of a check that asks a model."""

    picture: bool


def check_names(options: Mapping[str, object], of: type[object] = RunOptions, call: str = "run") -> None:
    """Raises ConfigError for an unknown option; the message names the closest one."""
    known = (*of.__annotations__, *(PAGE_OPTIONS if of is RunOptions else ("page",)))
    for name in options:
        if name not in known:
            raise ConfigError(f"{call}: {unknown('option', name, known)}")
