"""Doubles for those who test with Actwright: a scripted model, servers that speak the providers' wires, a site.

The names below load when they are used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from actwright.testing.scripted import Scripted, ScriptedModel

__all__ = ["Scripted", "ScriptedModel"]

_HOMES = {"Scripted": "scripted", "ScriptedModel": "scripted"}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(f"actwright.testing.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
