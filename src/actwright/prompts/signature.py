"""A tool as a model reads it, in one line: `wait(seconds=5, text=""): Wait.`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from actwright.schemas.tool import ToolSpec

__all__ = ["signature"]


def signature(spec: ToolSpec) -> str:
    """The name, parameters with their defaults, purpose, and meaning of the parameters.

    The types of the parameters are in the answer's schema.
    """
    properties: Mapping[str, Any] = spec.parameters.get("properties", {})
    required = spec.parameters.get("required", ())
    parameters = ", ".join(name + _default(value, name in required) for name, value in properties.items())
    notes = [f"{name}: {value['description']}." for name, value in properties.items() if "description" in value]
    return f"{spec.name}({parameters}): {' '.join([*spec.description.split(), *notes])}"


def _default(schema: Mapping[str, Any], required: bool) -> str:  # noqa: FBT001 - one word would not say more
    if required:
        return ""
    default = schema.get("default")
    if default is None:
        return "=null"
    if isinstance(default, float):
        return f"={default:g}"
    return f"={default}" if default and isinstance(default, str) else f"={json.dumps(default, ensure_ascii=False)}"
