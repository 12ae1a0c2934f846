"""Checks in words as a file beside the test that makes them: their facts, so that a run of the suite asks no model.

```python
known = read_checks("cart.checks.yaml")             # {} if there is no file yet
if check := known.get(statement):
    result = await evaluate(check, page)
else:
    result = await agent.check(statement, page=page)
    result.raise_for_status()
    write_checks({**known, statement: result.recorded}, "cart.checks.yaml")
```
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from actwright.errors import ConfigError
from actwright.schemas.base import Frozen
from actwright.schemas.proposal import first_problem
from actwright.schemas.recording import RecordedCheck

__all__ = ["CheckFile", "read_checks", "write_checks"]

VERSION = 1
HEAD = "# Checks in words, and the facts that decide them; they are evaluated without a model.\n"
LARGEST = 5_000_000
"""Bytes of a file that is read."""


class CheckFile(Frozen):
    """What such a file holds; `version` is that of its format."""

    version: Literal[1] = VERSION
    checks: tuple[RecordedCheck, ...] = ()


def read_checks(path: str | Path) -> dict[str, RecordedCheck]:
    """The checks in a file by their statements; none if there is no file.

    Raises:
        ConfigError: It cannot be read, holds something else, or one statement twice; says what is wrong and where.
    """
    import yaml  # noqa: PLC0415 - loaded when used, so that importing actwright stays fast

    try:
        if Path(path).stat().st_size > LARGEST:
            raise ConfigError(f"{path} holds no checks: it has more than {LARGEST:,} bytes")
        found: Any = yaml.safe_load(Path(path).read_text("utf-8"))
        held = CheckFile.model_validate(found)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from error
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{path} is no YAML: {' '.join(str(error).split())}") from error
    except ValidationError as error:
        raise ConfigError(f"{path} holds no checks that can be read: {first_problem(error)}") from error
    checks = {check.statement: check for check in held.checks}
    if len(checks) < len(held.checks):
        raise ConfigError(f"{path} holds a statement twice; leave one of them")
    return checks


def write_checks(checks: Mapping[str, RecordedCheck], path: str | Path) -> None:
    """Writes the file whole or not at all; its statements are in alphabetical order.

    Raises:
        ConfigError: It cannot be written.
    """
    import yaml  # noqa: PLC0415 - as above

    held = CheckFile(checks=tuple(checks[statement] for statement in sorted(checks)))
    text = HEAD + yaml.safe_dump(held.model_dump(mode="json"), sort_keys=False, allow_unicode=True, width=120)
    target = Path(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror or error}") from error
