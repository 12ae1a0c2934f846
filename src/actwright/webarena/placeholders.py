"""Replaces `__SITE__` in a task file by the base URL that the caller gives for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from actwright.errors import ConfigError
from actwright.schemas.sites import whatwg
from actwright.text import counted, texts_in, with_texts

PLACEHOLDER = re.compile(r"__([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)__")

WELL_KNOWN = {"SHOPPING", "SHOPPING_ADMIN", "REDDIT", "GITLAB", "MAP", "WIKIPEDIA", "HOMEPAGE", "CLASSIFIEDS"}
"""The sites of the benchmarks. All of them may be given for any file, and helpers ask for some that no task names."""


@dataclass(frozen=True, slots=True)
class Sites:
    """The given sites, and which of them the tasks mention as they are read.

    Attributes:
        urls: Base URLs by name.
        named: The sites that the tasks mention.
        missing: How many tasks need each site that was not given.
    """

    urls: Mapping[str, str]
    named: set[str] = field(default_factory=set[str])
    missing: Counter[str] = field(default_factory=Counter[str])

    def filled(self, value: Any) -> Any:
        """Returns a task with the placeholders in its texts replaced. Those of sites that were not given stay."""
        self.named.update(names_in(value))
        return with_texts(value, lambda text: PLACEHOLDER.sub(lambda found: self.urls.get(found[1], found[0]), text))

    def missing_problems(self) -> Iterator[str]:
        """Yields a message for each site that was not given: how many tasks need it, and how to give it."""
        for name, tasks in sorted(self.missing.items()):
            yield (
                f"__{name}__ has no base URL ({counted(tasks, 'task')}): give sites={{{name!r}: 'http://…'}}, "
                f"on the command line --site {name}=http://…"
            )

    def unused_problems(self) -> Iterator[str]:
        """Yields a message for each given site that no task mentions, except those of the benchmarks."""
        mentioned = ", ".join(sorted(self.named)) or "no site"
        for name in sorted(self.urls.keys() - self.named - WELL_KNOWN):
            yield f"no task mentions the given site {name}; they mention {mentioned}"


def base_urls(sites: Mapping[str, str]) -> Mapping[str, str]:
    """Returns the base URLs by the names in placeholders: `shopping` and `__SHOPPING__` are both `SHOPPING`.

    Raises:
        ConfigError: An address is not a URL.
    """
    for name, url in sites.items():
        if whatwg(url) is None:
            raise ConfigError(f"sites: {url!r} is not a URL of {name!r}; write it in full, as in http://127.0.0.1:9999")
    return MappingProxyType({name.strip("_").upper(): url.rstrip("/") for name, url in sites.items()})


def names_in(value: Any) -> set[str]:
    """Returns the sites whose placeholders occur in a value from JSON."""
    return {name for text in texts_in(value) for name in PLACEHOLDER.findall(text)}
