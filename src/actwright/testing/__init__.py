"""Test doubles: a scripted model, local servers that speak the providers' wires, cassettes, and a site.

Each name is loaded when it is first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from actwright.schemas.exchange import ToolCall
    from actwright.testing.cassette import Cassette
    from actwright.testing.requests import request_of
    from actwright.testing.scripted import Scripted, ScriptedModel
    from actwright.testing.site import Site
    from actwright.testing.wires import (
        Answer,
        AnthropicServer,
        Drop,
        HttpError,
        OpenAIChatServer,
        OpenAIResponsesServer,
        Received,
        Silence,
    )

__all__ = [
    "Answer",
    "AnthropicServer",
    "Cassette",
    "Drop",
    "HttpError",
    "OpenAIChatServer",
    "OpenAIResponsesServer",
    "Received",
    "Scripted",
    "ScriptedModel",
    "Silence",
    "Site",
    "ToolCall",
    "request_of",
]

_HOMES = {
    **dict.fromkeys(("Scripted", "ScriptedModel"), "testing.scripted"),
    **dict.fromkeys(("Answer", "Drop", "HttpError", "Received", "Silence"), "testing.wires"),
    **dict.fromkeys(("AnthropicServer", "OpenAIChatServer", "OpenAIResponsesServer"), "testing.wires"),
    "Cassette": "testing.cassette",
    "request_of": "testing.requests",
    "Site": "testing.site",
    "ToolCall": "schemas.exchange",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(f"actwright.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
