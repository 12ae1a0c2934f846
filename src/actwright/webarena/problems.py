"""Words what is wrong with configs: the field and the rule that it breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from actwright.errors import ConfigError
from actwright.suggestions import did_you_mean
from actwright.webarena.calls import Helper
from actwright.webarena.dialect import Dialect
from actwright.webarena.helpers import HELPERS
from actwright.webarena.task_form import Strict

M = TypeVar("M", bound=BaseModel)

MOST_PROBLEMS = 40
"""At most this many problems are reported for a folder."""

RULES = {
    "missing": "is required",
    "string_type": "must be a text",
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "finite_number": "must be a finite number",
}


@dataclass(slots=True)
class Problems:
    """The problems of files: for each, the file, the field and the rule."""

    lines: list[str] = field(default_factory=list[str])

    def add(self, place: str, where: str, rule: str) -> None:
        """One more."""
        self.lines.append(f"{place}: {where}: {rule}" if where else f"{place}: {rule}")

    def raise_any(self) -> None:
        """Raises ConfigError with all problems, or with the first 40."""
        if not self.lines:
            return
        more = len(self.lines) - MOST_PROBLEMS
        raise ConfigError("\n".join([*self.lines[:MOST_PROBLEMS], *([f"and {more} more"] if more > 0 else [])]))


def parsed(
    model: type[M], given: M | Mapping[str, Any], *, dialect: Dialect, helpers: Mapping[str, Helper] = HELPERS
) -> M:
    """Parses a part of a config, in the form of a file, for evaluators that are used alone.

    Raises:
        ConfigError: The part is malformed. The message lists the fields and the rules.
    """
    if isinstance(given, model):
        return given
    try:
        return model.model_validate(given, context={"dialect": dialect, "helpers": helpers})
    except ValidationError as error:
        broken = (field_and_rule(cast("dict[str, Any]", each)) for each in error.errors(include_url=False))
        raise ConfigError("\n".join(": ".join(filter(None, each)) for each in broken)) from error


def field_and_rule(error: dict[str, Any]) -> tuple[str, str]:
    """Returns the field of a pydantic error, and the rule in words."""
    where = [str(step) for step in error["loc"] if not str(step).startswith("function-")]
    kind, context = str(error["type"]), cast("dict[str, Any]", error.get("ctx") or {})
    if kind == "extra_forbidden":
        names = {name for model in Strict.__subclasses__() for name in model.model_fields}
        return ".".join(where), f"unknown key{did_you_mean(where[-1], sorted(names))}"
    if kind == "rule":
        return ".".join([*where, str(context["field"])]), str(context["rule"])
    if kind == "model_type" and not where:
        return "", "a task must be an object"
    message = str(error["msg"]).removeprefix("Value error, ").replace("Input should be", "must be")
    return ".".join(where), RULES.get(kind, message)
