"""The parameters that runs take; `Agent.run` describes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypedDict

from playwright.async_api import Page
from pydantic import BaseModel

from actwright.engine.limits import Limits
from actwright.engine.people.ask_human import AskHuman
from actwright.engine.permissions.confirmation import Confirm
from actwright.engine.policies.base import Policy
from actwright.engine.role_models import Choice
from actwright.engine.task_images import Picture
from actwright.schemas.page import Observation
from actwright.schemas.permissions import Permissions
from actwright.schemas.result import Result
from actwright.schemas.sampling import Sampling
from actwright.schemas.task import Secret
from actwright.tools.base import Tool

Datum: TypeAlias = str | int | float | bool | Path

Seen: TypeAlias = Result | Observation
"""An earlier state of a page: one look, or a run, for the page that it saw first."""


class TaskValues(TypedDict, total=False):
    """Where a task starts, and its values."""

    url: str | None
    data: Mapping[str, Datum] | None
    private: Mapping[str, Datum] | None
    secrets: Mapping[str, str | Secret] | None


class RunOverrides(TypedDict, total=False):
    """What one run uses instead of the options of its agent."""

    limits: Limits | None
    model: Choice | Mapping[str, Choice] | None
    policy: str | Policy | None
    sampling: Sampling | Mapping[str, Sampling] | None
    tools: Iterable[str | type[Tool]] | None
    permissions: Permissions | None
    confirm: Confirm | None
    ask_human: AskHuman | None


class RunOptions(TaskValues, RunOverrides, total=False):
    """The parameters of `Agent.run` and `Agent.play`, for functions and subclasses that pass them on."""

    page: Page | None
    tabs: Sequence[Page]
    images: Sequence[Picture]
    output: type[BaseModel] | None
