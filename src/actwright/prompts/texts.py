"""Prompt texts: files beside this module, with strict substitution."""

from __future__ import annotations

import re
from importlib.resources import files

from actwright.errors import ConfigError

PLACEHOLDER = re.compile(r"\$([a-z][a-z_]*)")


def load(name: str, **values: str) -> str:
    """The prompt text of this name, each `$placeholder` in it replaced once; values are not searched again.

    Raises:
        ConfigError: There is no such text, or the values are not exactly those that it asks for.
    """
    source = files("actwright.prompts").joinpath(f"{name}.md")
    if not source.is_file():
        raise ConfigError(f"there is no prompt text {name!r}")
    text = source.read_text(encoding="utf-8").strip()
    asked = set(PLACEHOLDER.findall(text))
    if asked != set(values):
        missing, unused = sorted(asked - set(values)), sorted(set(values) - asked)
        raise ConfigError(f"prompt text {name!r}: missing values {missing}, unused values {unused}")
    return PLACEHOLDER.sub(lambda match: values[match[1]], text)
