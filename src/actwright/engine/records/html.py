"""Self-contained HTML files: they have all that they need, and their content security policy lets them load nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from actwright.text import visible

if TYPE_CHECKING:
    from jinja2 import Environment, Template


def template(source: str, **filters: Callable[..., object]) -> Template:
    """A template made from a text, with the settings of `environment`."""
    return environment(None, **filters).from_string(source)


def environment(folder: Path | None, **filters: Callable[..., object]) -> Environment:
    """Templates that escape every text, spell out invisible characters in it, and fail on names that are not defined.

    Args:
        folder: The folder that has the templates; None for none.
        filters: Further filters, by name.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - loaded when a page is written

    made = Environment(
        loader=folder and FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_visible,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(filters)  # pyright: ignore[reportUnknownMemberType]
    return made


def styled(*own: str) -> str:
    """The styles of a page: the colours that all our pages share, then its own."""
    return "".join([Path(__file__).with_name("colours.css").read_text("utf-8"), *own])


def csp_hash(text: str) -> str:
    """The hash by which a content security policy permits this style or script."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def host_time(iso: str) -> str:
    """A time in ISO 8601 as this machine's clock shows it; any other text stays as it is."""
    try:
        return f"{datetime.fromisoformat(iso).astimezone():%Y-%m-%d %H:%M:%S %Z}"
    except ValueError:
        return iso


def _visible(value: Any) -> Any:
    return visible(value) if type(value) is str else value
