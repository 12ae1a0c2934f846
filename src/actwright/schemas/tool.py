"""What a policy is told about a tool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from actwright.schemas.base import Frozen
from actwright.schemas.step import Effect

__all__ = ["ToolSpec"]


class ToolSpec(Frozen):
    """Name, purpose and parameters of a tool.

    Attributes:
        parameters: JSON schema of the parameters, an object, as pydantic makes it.
        effect: The most it may do.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    effect: Effect
