"""Checks in plain language, kept with their facts in a file beside the test, so that a run of the suite asks no model.

```python
known = read_checks("cart.checks.yaml")             # {} if there is no file yet
if check := known.get(statement):
    result = await evaluate(check, page)
else:
    result = await agent.check(statement, page=page)
    if result.passed:
        add_check(result.recorded, "cart.checks.yaml")
```
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import EllipsisType
from typing import Literal

from pydantic import ValidationError

from actwright.engine.matching.recording_files import contents_of, write_whole
from actwright.errors import ConfigError
from actwright.schemas.base import Frozen
from actwright.schemas.proposal import first_problem
from actwright.schemas.recording import RecordedCheck
from actwright.untrusted import LARGEST, parse_yaml

VERSION = 1
HEAD = "# Checks in plain language, and the facts that decide them; they are evaluated without a model.\n"
MOST_TRIES = 20
"""How many times writing is tried while other programs write the same file."""


class CheckFile(Frozen):
    """The content of a file of checks; `version` is the version of the format."""

    version: Literal[1] = VERSION
    checks: tuple[RecordedCheck, ...] = ()


def read_checks(path: str | Path) -> dict[str, RecordedCheck]:
    """The checks in a file, by statement; empty if there is no file.

    Raises:
        ConfigError: The file cannot be read, is not a file of checks, or has a statement twice; the message says what
            is wrong and where.
    """
    return _parsed(contents_of(path), path)


def write_checks(
    checks: Mapping[str, RecordedCheck], path: str | Path, *, over: bytes | EllipsisType | None = ...
) -> None:
    """Writes the file, whole or not at all, with its statements in alphabetical order.

    Args:
        checks: The checks, by statement.
        path: The file; its folder is created if it is missing.
        over: The content that the file must still have, as for `write_recording`.

    Raises:
        ConfigError: The file cannot be written, or its content has changed.
    """
    import yaml  # noqa: PLC0415 - loaded when used, so that importing actwright stays fast

    content = CheckFile(checks=tuple(checks[statement] for statement in sorted(checks)))
    text = HEAD + yaml.safe_dump(content.model_dump(mode="json"), sort_keys=False, allow_unicode=True, width=120)
    write_whole(path, text, over=over)


def add_check(check: RecordedCheck, path: str | Path) -> None:
    """Writes a check into a file, in place of one with the same statement.

    All other checks stay, including those that another program writes at the same time.

    Raises:
        ConfigError: The file cannot be read or written, or other programs keep writing it.
    """
    for last in (*[False] * (MOST_TRIES - 1), True):
        was = contents_of(path)
        try:
            return write_checks(_parsed(was, path) | {check.statement: check}, path, over=was)
        except ConfigError:
            if last or contents_of(path) == was:
                raise
    return None


def _parsed(content: bytes | None, path: str | Path) -> dict[str, RecordedCheck]:
    if content is None:
        return {}
    if len(content) > LARGEST:
        raise ConfigError(f"{path} is not a file of checks: it has more than {LARGEST:,} bytes")
    try:
        found = CheckFile.model_validate(parse_yaml(content.decode("utf-8"), str(path))[0])
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not a file of checks: it is not text in UTF-8") from error
    except ValidationError as error:
        raise ConfigError(f"{path} is not a valid file of checks: {first_problem(error)}") from error
    checks = {check.statement: check for check in found.checks}
    if len(checks) < len(found.checks):
        raise ConfigError(f"{path} has a statement twice; remove one of them")
    return checks
