"""A provider's own set of tools, and its doubts about their calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from actwright.schemas.base import Frozen


class Toolset(Frozen):
    """A provider's own set of tools, which stands beside the tools of a request.

    Attributes:
        kind: The provider's name of it.
        members: Which members are enabled, where that differs from the provider's default.
        width, height: The size of the display in px, for `computer_use_preview`.
    """

    kind: Literal["browser_toolset_20260801", "computer", "computer_use_preview"]
    members: Mapping[str, bool] = Field(default_factory=dict[str, bool])
    width: int = 0
    height: int = 0


class SafetyCheck(Frozen):
    """A provider's doubt about a call, which a person must accept before the call is performed."""

    id: str
    code: str | None = None
    message: str | None = None
