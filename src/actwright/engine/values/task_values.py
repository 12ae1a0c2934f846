"""What a caller gives by name: data, files, private values and secrets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from actwright.errors import ConfigError
from actwright.schemas.proposal import first_problem
from actwright.schemas.task import REFERENCE, Secret, Task, references_in, value_name
from actwright.suggestions import did_you_mean

T = TypeVar("T")


def datum(name: str, value: object) -> str:
    """A value as text. Raises ConfigError if it cannot be entered."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float | Path):
        return str(value)
    if value is None:
        raise ConfigError(f'{name!r} is None; leave it out if there is nothing to enter, or give "" to clear a field')
    raise ConfigError(f"{name!r} is a {type(value).__name__}; give text, a number, true/false or a path")


def files(data: Mapping[str, object] | None) -> tuple[str, ...]:
    """The names of the data that may be uploaded. Text that looks like a path does not permit reading the file."""
    return tuple(value_name(name) for name, value in (data or {}).items() if isinstance(value, Path))


def secret(name: str, value: str | Secret) -> Secret:
    """A secret. Raises ConfigError if it cannot be one."""
    if isinstance(value, Secret):
        return value
    try:
        return Secret(value)
    except ConfigError as error:
        raise ConfigError(f"secret {name!r} cannot be used: {str(error).partition(': value: ')[2]}") from error


def named(values: Mapping[str, Any] | None, made: Callable[[str, Any], T]) -> dict[str, T]:
    """Values by name, as references have it. Raises ConfigError for a name that is not valid or given twice."""
    found: dict[str, T] = {}
    for written, value in (values or {}).items():
        try:
            name = value_name(written)
        except ValueError as error:
            raise ConfigError(str(error)) from error
        if name in found:
            raise ConfigError(f"two values have the name {name!r}, apart from white space; rename one")
        found[name] = made(name, value)
    return found


def task_of(
    text: str,
    *,
    data: Mapping[str, object] | None,
    private: Mapping[str, object] | None,
    secrets: Mapping[str, str | Secret] | None,
    cannot: str,
    **fields: Any,
) -> tuple[Task, dict[str, str], dict[str, Secret]]:
    """The task with the values that a caller gives, and by name the private values and secrets that are not in it.

    Args:
        text: What to do.
        data, private, secrets: The values.
        cannot: What the error begins with, as in "the task cannot be run".
        **fields: Further fields of the task.

    Raises:
        ConfigError: The task is not valid, or refers to a value that is missing.
    """
    guarded, withheld = named(secrets, secret), named(private, datum)
    names = {"private": tuple(withheld), "secrets": tuple(guarded)}
    try:
        task = Task(text=text, data=named(data, datum), files=files(data), **names, **fields)
    except ValidationError as error:
        raise ConfigError(f"{cannot}: {first_problem(error)}") from error
    check_references(task)
    return task, withheld, guarded


def check_references(task: Task) -> None:
    """Raises ConfigError for an unknown `{{name}}` or a single-braced `{name}` in the task, before a browser starts."""
    if once := next((name for name in task.names if f"{{{name}}}" in REFERENCE.sub("", task.text)), None):
        raise ConfigError(f"the task has {{{once}}} in single braces; to refer to that value, write {_written(once)}")
    for name in references_in(task.text):
        if name not in task.names:
            meant = did_you_mean(name, task.names, shown=_written)
            known = ", ".join(map(_written, task.names)) or "none"
            raise ConfigError(
                f"the task refers to {_written(name)}, but there is no such value{meant}"
                f"{' The' if meant else '; the'} values are: {known}"
            )


def _written(name: str) -> str:
    return f"{{{{{name}}}}}"
