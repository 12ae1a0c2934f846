"""Doubles for those who test with Actwright: a scripted model, servers that speak the providers' wires, a site.

The names below load when they are used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from actwright.testing.scripted import Scripted, ScriptedModel
    from actwright.testing.site import Site
    from actwright.testing.wires import Answer, AnthropicServer, Drop, HttpError, OpenAIChatServer, Received, Silence

__all__ = [
    "Answer",
    "AnthropicServer",
    "Drop",
    "HttpError",
    "OpenAIChatServer",
    "Received",
    "Scripted",
    "ScriptedModel",
    "Silence",
    "Site",
]

_HOMES = {
    **dict.fromkeys(("Scripted", "ScriptedModel"), "scripted"),
    **dict.fromkeys(
        ("Answer", "AnthropicServer", "Drop", "HttpError", "OpenAIChatServer", "Received", "Silence"), "wires"
    ),
    "Site": "site",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(f"actwright.testing.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
