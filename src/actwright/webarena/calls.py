"""The helpers that `func:name(args)` calls: what they may know, and their calls as data, never evaluated."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, TypeAlias

from playwright.async_api import Page

from actwright.webarena.dialect import Compat
from actwright.webarena.score import CannotTell

PREFIX = "func:"
LAST_URL = "__last_url__"
SURROUNDINGS = "surroundings"
"""The parameter of a helper that is not in a config."""


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


class Marker(Enum):
    """Placeholders for values that only the evaluation knows."""

    PAGE = "__page__"


PAGE = Marker.PAGE
Argument: TypeAlias = str | int | float | Marker


@dataclass(frozen=True, slots=True)
class HelperCall:
    """A call of a helper.

    Attributes:
        name: The name of the helper.
        arguments: Texts, numbers, and the page where the config has `__page__`.
    """

    name: str
    arguments: tuple[Argument, ...]

    def at(self, url: str) -> HelperCall:
        """Returns the same call with `__last_url__` replaced."""
        given = (each.replace(LAST_URL, url) if isinstance(each, str) else each for each in self.arguments)
        return replace(self, arguments=tuple(given))

    async def made(
        self, helpers: Mapping[str, Helper], *, page: Page, surroundings: BenchmarkSites
    ) -> str | int | float:
        """Calls the helper and returns its value."""
        helper = helpers[self.name]
        given: dict[str, Any] = {
            name: page if each is PAGE else each for name, each in zip(_taken(helper), self.arguments, strict=True)
        }
        if SURROUNDINGS in inspect.signature(helper).parameters:
            given[SURROUNDINGS] = surroundings
        return await helper(**given)

    def check(self, helpers: Mapping[str, Helper]) -> None:
        """Raises ValueError if the helper is unknown or takes other arguments."""
        helper = helpers.get(self.name)
        if helper is None:
            raise ValueError(f"there is no helper {self.name!r}; there are {', '.join(sorted(helpers))}")
        parameters = _taken(helper)
        if len(parameters) != len(self.arguments):
            raise ValueError(f"{self.name} takes {len(parameters)} arguments ({', '.join(parameters)})")
        for name, given in zip(parameters, self.arguments, strict=True):
            wanted = "__page__" if name == "page" else "a text"
            if (given is PAGE) != (name == "page") or not (given is PAGE or isinstance(given, str)):
                raise ValueError(f"{self.name} takes {wanted} as {name}")


def parse_call(text: str) -> HelperCall:
    """Parses `func:name(args)`.

    Raises:
        ValueError: The text is not one call with only texts, numbers and `__page__` as arguments.
    """
    form = (
        'write func:NAME(ARGUMENTS), with texts, numbers and __page__ as arguments: func:get_query_text(__page__, "h1")'
    )
    try:
        tree = ast.parse(text.removeprefix(PREFIX).strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"{text!r} is not a call; {form}") from error
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name) or tree.keywords:
        raise ValueError(f"{text!r} is not a single call; {form}")
    return HelperCall(tree.func.id, tuple(_argument(each, form) for each in tree.args))


def _taken(helper: Helper) -> list[str]:
    """Returns the parameters of a helper that a config gives."""
    return [name for name in inspect.signature(helper).parameters if name != SURROUNDINGS]


def _argument(tree: ast.expr, form: str) -> Argument:
    if isinstance(tree, ast.Name) and tree.id == PAGE.value:
        return PAGE
    if (
        isinstance(tree, ast.Constant)
        and isinstance(tree.value, (str, int, float))
        and not isinstance(tree.value, bool)
    ):
        return tree.value
    raise ValueError(f"{ast.unparse(tree)!r} is not an argument; {form}")
