"""Options that several commands share, written once as the parameters of a function that reads them."""

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
    """Replaces parameters of a command by the options of functions.

    Each name in `groups` is a parameter of the command. In its place, the command line has the parameters of the
    function as options. The command receives the function with the values of those options filled in.

    Args:
        only: Which parameters of a function become options, by its name in `groups`; by default all of them.
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

        del with_them.__wrapped__  # typer would read the parameters of the wrapped command
        vars(with_them)["__signature__"] = own.replace(parameters=parameters)
        with_them.__annotations__ = {each.name: each.annotation for each in parameters}
        return with_them

    return decorated
