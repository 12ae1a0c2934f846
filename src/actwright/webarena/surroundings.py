"""What an evaluation knows besides the page: the sites, and whether to reproduce upstream's defects."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from actwright.webarena.dialect import Compat
from actwright.webarena.verdict import CannotTell

__all__ = ["BenchmarkSites", "Helper"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkSites:
    """The sites of a benchmark, and how to score.

    Attributes:
        sites: Base URLs without a final slash, by name: `{"SHOPPING": "http://127.0.0.1:7770"}`.
        compat: Whether helpers reproduce known defects of upstream.
    """

    sites: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    compat: Compat = "fixed"

    @property
    def upstream(self) -> bool:
        """Whether to reproduce the defects."""
        return self.compat == "upstream"

    def site(self, name: str) -> str:
        """Returns the base URL of a site. Raises CannotTell if it was not given."""
        if name not in self.sites:
            raise CannotTell(
                f"the base URL of {name} was not given: sites={{{name!r}: 'http://…'}}, "
                f"on the command line --site {name}=http://…"
            )
        return self.sites[name]


Helper: TypeAlias = Callable[..., Coroutine[Any, Any, str | int | float]]
"""A function that `func:` may call: an async function of texts. Its parameter `page` is the page, and its parameter
`surroundings`, which is not in a config, is that of the evaluation.

It raises CannotTell if a site does not answer.
"""
