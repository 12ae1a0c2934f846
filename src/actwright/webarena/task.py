"""The parts of a task, which are separated when its file is read.

An agent gets only a `PublicTask`. What opens its pages and what scores it are separate objects. Neither shows its
contents in a repr, so that none of it gets into a message or a prompt by mistake.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

import httpx2

from actwright.engine.task_images import as_images
from actwright.errors import ConfigError
from actwright.schemas.page import Image
from actwright.webarena.calls import Helper
from actwright.webarena.dialect import Dialect
from actwright.webarena.helpers import HELPERS
from actwright.webarena.task_form import EvalConfig, Geolocation

FETCH_SECONDS = 30.0
MOST_BYTES = 20_000_000


class PublicTask:
    """The part of a task that an agent may know.

    Args:
        text: What to do.
        pictures: The images that belong to the task: files or URLs.
    """

    def __init__(self, *, text: str, pictures: tuple[Path | str, ...] = ()) -> None:
        self.text = text
        self._pictures = pictures

    @cached_property
    def images(self) -> tuple[Image, ...]:
        """The images; read, or fetched over the network, when they are first used.

        Raises:
            ConfigError: One is not available, or is not an image.
        """
        return as_images([_fetched(each) if isinstance(each, str) else each for each in self._pictures])

    def __repr__(self) -> str:
        return f"<PublicTask {self.text!r}, {len(self._pictures)} pictures>"


@dataclass(frozen=True, kw_only=True, repr=False)
class PrivateSession:
    """The part of a task that a browser needs to begin it.

    Attributes:
        name: The name of the task, for messages.
        starts: The URLs of its tabs.
        storage_state: The file with its cookies and local storage.
        geolocation: The location that it reports.
        viewport: Width and height in CSS px.
    """

    name: str
    starts: tuple[str, ...] = ()
    storage_state: Path | None = None
    geolocation: Geolocation | None = None
    viewport: tuple[int, int] = (1280, 720)


@dataclass(frozen=True, kw_only=True, repr=False)
class PrivateEval:
    """The part of a task that scores it.

    Attributes:
        rules: `eval` of the config.
        task: The task, for a judge.
        dialect: The benchmark whose rules apply.
        sites: Base URLs by name, for helpers.
        helpers: The functions that `func:` may call.
    """

    rules: EvalConfig
    task: str = ""
    dialect: Dialect = "visualwebarena"
    sites: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    helpers: Mapping[str, Helper] = field(default_factory=lambda: HELPERS)


def _fetched(url: str) -> bytes:
    try:
        with httpx2.stream("GET", url, timeout=FETCH_SECONDS, follow_redirects=True) as answer:
            answer.raise_for_status()
            return _body(answer, url)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise ConfigError(f"image: {url} cannot be fetched: {error}") from error


def _body(answer: httpx2.Response, url: str) -> bytes:
    """Returns the whole body, if it is not too large and does not take too long."""
    began, data = time.monotonic(), b""
    for piece in answer.iter_bytes():
        data += piece
        if len(data) > MOST_BYTES or time.monotonic() - began > FETCH_SECONDS:
            raise ConfigError(f"image: {url} is more than {MOST_BYTES:,} bytes, or takes more than {FETCH_SECONDS:g} s")
    return data
