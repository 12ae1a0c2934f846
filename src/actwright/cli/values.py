"""Reads the values of `--data`, `--data-file`, `--private`, `--secret`, `--file`, `--sampling` and `--login`."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from actwright.errors import ConfigError
from actwright.schemas.sampling import Sampling
from actwright.schemas.sites import whatwg
from actwright.schemas.task import Secret, value_name
from actwright.schemas.totp import TOTP_URI, totp
from actwright.settings import environment_value
from actwright.untrusted import parse_json, read_text

if TYPE_CHECKING:
    from actwright.engine.page.browser.browser_options import HttpCredentials

Scalar = str | int | float | bool
HTTP_PASSWORD = "ACTWRIGHT_HTTP_PASSWORD"  # noqa: S105 - the name of a variable


def read_data(pairs: Sequence[str], file: Path | None) -> dict[str, Scalar]:
    """Returns the values of `--data-file`, overridden by each `--data KEY=VALUE`.

    Raises:
        ConfigError: A pair is not KEY=VALUE, or the file is missing or is not an object of plain values.
    """
    return (_from_file(file) if file else {}) | _pairs(pairs, "--data")


def read_private(arguments: Sequence[str], data: Mapping[str, Scalar]) -> tuple[dict[str, Scalar], dict[str, Scalar]]:
    """Returns the values of each `--private KEY=VALUE`; `KEY` alone makes a value of the data private.

    Returns:
        The private values, and the data that are left.

    Raises:
        ConfigError: A name without a value is not in the data, or a name is given twice.
    """
    _once([text.partition("=")[0] for text in arguments], "--private")
    private: dict[str, Scalar] = {}
    for text in arguments:
        if "=" in text:
            name, value = _pair(text, "--private")
            private[name] = value
        elif text in data:
            private[text] = data[text]
        else:
            raise ConfigError(f"--private {text}: write it as KEY=VALUE, or give the name of a value of --data-file")
    return private, {name: value for name, value in data.items() if name not in arguments}


def read_files(pairs: Sequence[str]) -> dict[str, Path]:
    """Returns the files of each `--file KEY=PATH`.

    Raises:
        ConfigError: An argument is not of this form or is given twice, or the file does not exist.
    """
    files = {name: Path(path).expanduser() for name, path in _pairs(pairs, "--file").items()}
    for name, path in files.items():
        if not path.is_file():
            raise ConfigError(f"--file {name}: there is no file {path}")
    return files


def read_sampling(pairs: Sequence[str]) -> Sampling:
    """Returns the sampling parameters of each `--sampling KEY=VALUE`.

    Raises:
        ConfigError: An argument is not of this form or is given twice, or the key or the value is unknown.
    """
    given = _pairs(pairs, "--sampling")
    try:
        return Sampling.model_validate(given)
    except ConfigError as error:
        raise ConfigError(f"--sampling {f'{error}'.removeprefix('Sampling: ')}") from error


def read_instructions(argument: str) -> str:
    """Returns the text of `--instructions TEXT`, or of the file of `--instructions @FILE`.

    Raises:
        ConfigError: The file cannot be read.
    """
    if not argument.startswith("@"):
        return argument
    try:
        return read_text(argument[1:], "a text of instructions")
    except ConfigError as error:
        raise ConfigError(f"--instructions: {error}") from error


def _pairs(texts: Sequence[str], option: str) -> dict[str, str]:
    pairs = [_pair(text, option) for text in texts]
    _once([name for name, _ in pairs], option)
    return dict(pairs)


def _pair(text: str, option: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ConfigError(f"{option} {text}: write it as KEY=VALUE")
    return _name(name, option), value


def _once(names: Sequence[str], option: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"{option} {name} is given {names.count(name)} times; give each value once")


def _from_file(file: Path) -> dict[str, Scalar]:
    try:
        found: object = parse_json(read_text(file, "a file of values"))
    except ConfigError as error:
        raise ConfigError(
            f"--data-file {file}: {str(error).removeprefix(f'{file} ').removeprefix('cannot be read: ')}"
        ) from error
    if not isinstance(found, dict):
        raise ConfigError(f"--data-file {file}: must hold one object, {{name: value}}")
    values: dict[str, Scalar] = {}
    for name, value in cast(Mapping[str, Any], found).items():
        if not isinstance(value, Scalar):
            kind = "null" if value is None else type(value).__name__
            raise ConfigError(f"--data-file {file}: {name!r} is a {kind}; values are text, numbers, true or false")
        values[_name(name, f"--data-file {file}")] = value
    return values


def read_secrets(names: Sequence[str], fields: Sequence[str] = ()) -> dict[str, Secret]:
    """Returns the secrets of each `--secret KEY` or `KEY@ORIGIN`. Values come from the environment or a hidden prompt.

    A value that is the `otpauth://totp/…` address of an authenticator stands for its one-time codes.

    Args:
        names: The names of the secrets, each with its origin if it has one.
        fields: `KEY=FIELD`, the name of a field that may receive the secret.

    Raises:
        ConfigError: A name or origin is invalid, a value is too short to be masked, there is no value and no terminal
            to ask on, or a field is named for an unknown secret.
    """
    secrets: dict[str, Secret] = {}
    named = [_pair(text, "--secret-field") for text in fields]
    known = {argument.partition("@")[0] for argument in names}
    for name, field in named:
        if name not in known:
            raise ConfigError(f"--secret-field {name}={field}: there is no --secret {name}")
    _once([argument.partition("@")[0] for argument in names], "--secret")
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
            receiving = [field for key, field in named if key == name]
            secret = totp if value.startswith(TOTP_URI) else Secret
            secrets[name] = secret(value, (_origin(origin),) if origin else (), receiving)
        except ConfigError as error:
            raise ConfigError(f"--secret {name}: {str(error).removeprefix('Secret: ')}") from None
    return secrets


def read_login(argument: str) -> HttpCredentials:
    """Returns the HTTP credentials of `--login USER@ORIGIN`.

    The password comes from the environment or a hidden prompt.

    Raises:
        ConfigError: The argument is not of this form, the password is too short to be masked, or there is none and no
            terminal to ask on.
    """
    from actwright.engine.page.browser.browser_options import HttpCredentials

    user, _, origin = argument.rpartition("@")
    password = environment_value(HTTP_PASSWORD) or _asked(HTTP_PASSWORD, "--login")
    try:
        return HttpCredentials.model_validate({"username": user, "password": password, "origin": origin})
    except ConfigError as error:
        said = str(error).removeprefix("HttpCredentials: ")
        raise ConfigError(f"--login {argument}: {said}; write USER@ORIGIN") from None


def _asked(name: str, option: str) -> str:
    if not sys.stdin.isatty():
        raise ConfigError(f"{option}: the environment variable {name} is not set; set it, or run in a terminal")
    return getpass.getpass(f"{name}: ")


def _name(name: str, where: str) -> str:
    try:
        return value_name(name)
    except ValueError as error:
        raise ConfigError(f"{where}: {error}") from error


def _origin(text: str) -> str:
    address = whatwg(text)
    if address is None or address.href != f"{address.origin}/":
        raise ConfigError(f"--secret …@{text}: not an origin; write scheme and host, as in https://shop.example")
    return address.origin
