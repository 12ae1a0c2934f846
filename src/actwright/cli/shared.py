"""Options that several commands have, written once: as the parameters of a function that makes something of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from typing import Any, TypeVar

__all__ = ["with_options"]

T = TypeVar("T")


def with_options(
    only: Mapping[str, Sequence[str]] | None = None, /, **groups: Callable[..., Any]
) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Gives a command the options of functions, each in the place of a parameter that it has of that name.

    The command gets the function itself there, with what was given for its options filled in.

    Args:
        only: The parameters of a function that become options, by the name that stands for it; all if it is not named here.
        groups: The functions, by the names of the command's parameters.
    """
    options = {
        name: [
            each
            for each in inspect.signature(function, eval_str=True, locals={"Any": Any}).parameters.values()
            if each.kind is not each.VAR_KEYWORD and each.name in ((only or {}).get(name) or (each.name,))
        ]
        for name, function in groups.items()
    }

    def decorated(command: Callable[..., T]) -> Callable[..., T]:
        own = inspect.signature(command, eval_str=True)
        parameters = [parameter for each in own.parameters.values() for parameter in options.get(each.name, [each])]

        @wraps(command)
        def with_them(**given: Any) -> T:
            for name, function in groups.items():
                given[name] = partial(function, **{each.name: given.pop(each.name) for each in options[name]})
            return command(**given)

        del with_them.__wrapped__  # typer would read its parameters
        vars(with_them)["__signature__"] = own.replace(parameters=parameters)
        with_them.__annotations__ = {each.name: each.annotation for each in parameters}
        return with_them

    return decorated
