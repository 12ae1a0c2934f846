"""Reads the `--allow-…` options as `Permissions`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from actwright.errors import ConfigError
from actwright.schemas.permissions import Permissions

__all__ = ["read_permissions"]


def read_permissions(
    *,
    sites: Sequence[str],
    navigate: Sequence[str],
    hosts: Sequence[str],
    effects: int | None,
    effects_on: Sequence[str],
    tools: Sequence[str],
    uploads: Sequence[Path],
    no_downloads: bool,
    values: str | None,
) -> Permissions:
    """Returns the permissions of the `--allow-…` options.

    Without `--allow-host`, `--allow-effects-on` or `--allow-tool`, there is no such restriction.

    Raises:
        ConfigError: An entry is no site, host or file. The message names the option.
    """
    given: dict[str, Any] = {
        "sites": sites,
        "navigate": navigate,
        "hosts": hosts or None,
        "effects_on": effects_on or None,
        "tools": tools or None,
        "uploads": uploads or None,
        "downloads": not no_downloads,
        "values": values or "any",
    }
    if effects is not None:
        given["effects"] = effects
    try:
        return Permissions.model_validate(given)
    except ConfigError as error:
        field, _, said = str(error).removeprefix("Permissions: ").partition(": ")
        raise ConfigError(f"{OPTIONS.get(field, field)}: {said}") from None


OPTIONS = {
    "sites": "--allow-site",
    "navigate": "--allow-navigate",
    "hosts": "--allow-host",
    "effects": "--allow-effects",
    "effects_on": "--allow-effects-on",
    "tools": "--allow-tool",
    "uploads": "--allow-upload",
    "values": "--allow-values",
}
