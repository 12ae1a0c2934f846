"""`@tool`: a tool made from an async function."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Literal, get_type_hints, overload

from pydantic import PydanticSchemaGenerationError, PydanticUserError, create_model

from actwright.errors import ConfigError
from actwright.schemas.step import Effect
from actwright.tools.base import Done, Tool, Trait
from actwright.tools.surface import Surface

ToolFunction = Callable[..., Awaitable[Done | str | None]]


@overload
def tool(function: ToolFunction) -> type[Tool]: ...
@overload
def tool(
    *,
    name: str = "",
    effect: Effect | Literal["read", "edit", "effect"] = ...,
    traits: Trait = ...,
    timeout_seconds: float = ...,
) -> Callable[[ToolFunction], type[Tool]]: ...
def tool(
    function: ToolFunction | None = None,
    *,
    name: str = "",
    effect: Effect | Literal["read", "edit", "effect"] = Effect.EFFECT,
    traits: Trait = Trait.NONE,
    timeout_seconds: float = 30.0,
) -> type[Tool] | Callable[[ToolFunction], type[Tool]]:
    """Makes a tool from an async function: `async def look_up(surface: Surface, isbn: str) -> str`.

    The first parameter receives the surface. The others are the tool's parameters, described by `Annotated[str,
    Field(description=…)]`. The model reads the docstring.

    Args:
        function: The function, when used as a bare decorator.
        name: The name of the tool for the model; by default the function's name.
        effect: The strongest effect that the tool may have. The default is `effect`, which is never repeated
            automatically.
        traits: What else a run must know of the tool, as in `Trait.READS_WEB | Trait.WORKS_DURING_DIALOG`.
        timeout_seconds: A call is abandoned after this time.

    Returns:
        The `Tool` subclass, or a decorator that makes it.

    Raises:
        ConfigError: It is not an async function, has no docstring, or a parameter has no usable type.
    """
    make = partial(_made, name=name, effect=Effect(effect), traits=traits, timeout_seconds=timeout_seconds)
    return make if function is None else make(function)


def _made(function: ToolFunction, *, name: str, effect: Effect, traits: Trait, timeout_seconds: float) -> type[Tool]:
    label = f"tool {getattr(function, '__name__', function)!r}"
    documentation = _documentation(function, label)
    fields = _fields(function, label)

    async def run(self: Tool, surface: Surface) -> Done | str | None:
        return await function(surface, **{key: getattr(self, key) for key in fields})

    try:
        made = create_model(function.__name__, __base__=Tool, __doc__=documentation, **fields)
    except (PydanticUserError, PydanticSchemaGenerationError, NameError) as error:
        raise ConfigError(f"{label}: {error}") from error
    made.__module__ = function.__module__
    made.name = name or function.__name__
    made.effect = effect
    made.traits = traits
    made.timeout_seconds = timeout_seconds
    made.run = run
    return made


def _documentation(function: ToolFunction, label: str) -> str:
    if not inspect.iscoroutinefunction(function):
        raise ConfigError(f"{label}: must be an async function (`async def`)")
    documentation = inspect.getdoc(function)
    if not documentation:
        raise ConfigError(f"{label}: needs a docstring, which the model reads")
    return documentation


def _fields(function: ToolFunction, label: str) -> dict[str, Any]:
    """The parameters after the surface, as pydantic takes them: name -> (type, default)."""
    parameters = list(inspect.signature(function).parameters.values())
    if not parameters:
        raise ConfigError(f"{label}: its first parameter must take the surface")
    try:
        hints = get_type_hints(function, include_extras=True)
    except NameError as error:
        raise ConfigError(f"{label}: {error}; its type hints must be importable names") from error
    fields: dict[str, Any] = {}
    for parameter in parameters[1:]:
        if parameter.name not in hints:
            raise ConfigError(f"{label}: parameter {parameter.name!r} needs a type hint")
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY):
            raise ConfigError(f"{label}: parameter {parameter.name!r} must be an ordinary named parameter")
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (hints[parameter.name], default)
    return fields
