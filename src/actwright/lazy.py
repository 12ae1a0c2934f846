"""Loads the public names of a package when they are first used, so that importing the package takes no time."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any


def lazy_names(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Returns the functions `__getattr__` and `__dir__` of a package.

    Its public names, and their modules, are the imports of the form `from MODULE import NAME as NAME` in its file, which
    stand under `if TYPE_CHECKING`.

    Args:
        package: The package's `__name__`.
        file: Its `__file__`.
    """

    @cache
    def modules() -> dict[str, str]:
        imports = (node for node in ast.walk(ast.parse(Path(file).read_bytes())) if isinstance(node, ast.ImportFrom))
        return {
            name.asname: node.module
            for node in imports
            if node.module
            for name in node.names
            if name.asname is not None
        }

    def attribute(name: str) -> Any:
        if name == "__all__":
            return sorted(modules())
        if name not in modules():
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        return getattr(import_module(modules()[name]), name)

    return attribute, lambda: sorted(modules())
