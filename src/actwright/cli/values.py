"""What `--data`, `--data-file` and `--secret` mean."""

from __future__ import annotations

import getpass
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from pydantic import ValidationError

from actwright.errors import ConfigError
from actwright.schemas.proposal import first_problem
from actwright.schemas.task import REFERENCE_NAME, Secret
from actwright.settings import environment_value

if TYPE_CHECKING:
    from actwright.engine.page.browser import HttpCredentials

__all__ = ["Scalar", "read_data", "read_login", "read_secrets"]

Scalar = str | int | float | bool
HTTP_PASSWORD = "ACTWRIGHT_HTTP_PASSWORD"  # noqa: S105 - the name of a variable


def read_data(pairs: Sequence[str], file: Path | None) -> dict[str, Scalar]:
    """The values of `--data-file`, and of each `--data KEY=VALUE` over them.

    Raises:
        ConfigError: Not of these forms, or the file is missing or not an object of plain values.
    """
    values = _from_file(file) if file else {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise ConfigError(f"--data {pair}: write it as KEY=VALUE")
        values[_name(name, "--data")] = value
    return values


def _from_file(file: Path) -> dict[str, Scalar]:
    try:
        found: object = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"--data-file {file}: {error.strerror}") from error
    except ValueError as error:
        raise ConfigError(f"--data-file {file}: not JSON: {error}") from error
    if not isinstance(found, dict):
        raise ConfigError(f"--data-file {file}: must hold one object, {{name: value}}")
    values: dict[str, Scalar] = {}
    for name, value in cast(Mapping[str, Any], found).items():
        if not isinstance(value, Scalar):
            kind = "null" if value is None else type(value).__name__
            raise ConfigError(f"--data-file {file}: {name!r} is a {kind}; values are text, numbers, true or false")
        values[_name(name, f"--data-file {file}")] = value
    return values


def read_secrets(names: Sequence[str]) -> dict[str, Secret]:
    """The secrets of each `--secret KEY` or `KEY@ORIGIN`; values come from the environment or a hidden prompt.

    Raises:
        ConfigError: A name or origin is not one, a value is too short to be masked, or there is no value and no
            terminal to ask on.
    """
    secrets: dict[str, Secret] = {}
    for argument in names:
        name, _, origin = argument.partition("@")
        if "=" in name:
            before = name.partition("=")[0]
            raise ConfigError(
                f"--secret {before}: a value on the command line can be read by others; set the environment variable "
                f"{before} and give the name alone"
            )
        _name(name, "--secret")
        value = environment_value(name) or _asked(name, f"--secret {name}")
        try:
            secrets[name] = Secret.model_validate({"value": value, "origins": (_origin(origin),) if origin else ()})
        except ValidationError as error:
            raise ConfigError(f"--secret {name}: {first_problem(error)}") from None
    return secrets


def read_login(argument: str) -> HttpCredentials:
    """The HTTP credentials of `--login USER@ORIGIN`; the password comes from the environment or a hidden prompt.

    Raises:
        ConfigError: Not of this form, a password too short to be masked, or none and no terminal to ask on.
    """
    from actwright.engine.page.browser import HttpCredentials

    user, _, origin = argument.rpartition("@")
    password = environment_value(HTTP_PASSWORD) or _asked(HTTP_PASSWORD, "--login")
    try:
        return HttpCredentials.model_validate({"username": user, "password": password, "origin": origin})
    except ValidationError as error:
        raise ConfigError(f"--login {argument}: {first_problem(error)}; write USER@ORIGIN") from None


def _asked(name: str, option: str) -> str:
    if not sys.stdin.isatty():
        raise ConfigError(f"{option}: the environment variable {name} is not set; set it, or run in a terminal")
    return getpass.getpass(f"{name}: ")


def _name(name: str, where: str) -> str:
    if not re.fullmatch(REFERENCE_NAME, name):
        raise ConfigError(f"{where}: {name!r} is not a name; use letters, digits, _, . and -, as in first_name")
    return name


def _origin(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise ConfigError(f"--secret …@{text}: not an origin; write scheme and host, as in https://shop.example")
    return f"{parts.scheme}://{parts.netloc}"
