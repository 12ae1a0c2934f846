"""`__SITE__` in a task file: replaced by the base URL that the caller gives for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, cast
from urllib.parse import urlsplit

from actwright.errors import ConfigError

__all__ = ["base_urls", "filled", "left"]

PLACEHOLDER = re.compile(r"__([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)__")


def base_urls(sites: Mapping[str, str]) -> Mapping[str, str]:
    """The base URLs by name as placeholders have it; `shopping` and `__SHOPPING__` are both `SHOPPING`.

    Raises:
        ConfigError: One is no address.
    """
    for name, url in sites.items():
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise ConfigError(
                f"sites: {url!r} is no address of {name!r}; write it in full, as in http://127.0.0.1:9999"
            )
    return MappingProxyType({name.strip("_").upper(): url.rstrip("/") for name, url in sites.items()})


def filled(value: Any, sites: Mapping[str, str]) -> Any:
    """A value from JSON with the placeholders of its texts replaced; those of other sites stay."""
    if isinstance(value, str):
        return PLACEHOLDER.sub(lambda match: sites.get(match[1], match[0]), value)
    if isinstance(value, list):
        return [filled(each, sites) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {key: filled(each, sites) for key, each in cast("dict[str, Any]", value).items()}
    return value


def left(value: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """Each place that still holds a placeholder, and its name."""
    if isinstance(value, str):
        yield from ((field, name) for name in PLACEHOLDER.findall(value))
    elif isinstance(value, list):
        for number, each in enumerate(cast("list[Any]", value)):
            yield from left(each, f"{field}.{number}")
    elif isinstance(value, dict):
        for key, each in cast("dict[str, Any]", value).items():
            yield from left(each, f"{field}.{key}" if field else key)
