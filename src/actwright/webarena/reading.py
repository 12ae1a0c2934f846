"""Reads a task file or a folder of them, and reports everything that is wrong at once."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from actwright.errors import ConfigError
from actwright.text import one_line, shortened
from actwright.webarena.config import UNCOMPARED, EvalConfig, TaskConfig
from actwright.webarena.dialect import Dialect, detected
from actwright.webarena.placeholders import Sites, names_in
from actwright.webarena.problems import Problems, field_and_rule
from actwright.webarena.surroundings import Helper

__all__ = ["ReadTask", "files_of", "looked_up", "read_file", "wrong_name"]

MOST_BYTES = 50_000_000
MOST_LEVELS = 50
"""The most levels of objects and lists in one task; the real files have 6."""

LONGEST_NAME = 255
LONGEST_PATH = 4_000
"""The most bytes of a file's name and of its whole path that file systems accept."""

MOST_DIGITS = 300
LONGEST_FIELD = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTask:
    """A task as in its file.

    Attributes:
        name: The file, with the task's number if the file has several.
        id: The same in short, without the folder.
    """

    file: Path
    name: str
    id: str
    dialect: Dialect
    config: TaskConfig


def files_of(path: Path) -> list[Path]:
    """Returns the file, or the `.json` files of a folder, `2.json` before `10.json`.

    Raises:
        ConfigError: There is no file.
    """
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise ConfigError(f"{path}: there is no such file or folder")
    found = sorted(path.glob("*.json"), key=_by_number)
    if not found:
        raise ConfigError(f"{path}: the folder has no .json file")
    return found


def looked_up(name: str, file: Path) -> Path:
    """Resolves a relative path in a task file: beside the file, in a folder above it, or in the current folder.

    Returns the first path that exists; the one beside the file if none does.
    """
    folders = (file.resolve().parent, *file.resolve().parent.parents, Path.cwd())
    places = [folder / name for folder in folders]
    return next((place for place in places if os.path.exists(place)), places[0])  # noqa: PTH110 - an unreadable path counts as missing


def wrong_name(name: str) -> str:
    """Returns why no file can have this name or path; empty if one can."""
    try:
        sizes = [len(part.encode()) for part in PurePath(name).parts]
    except UnicodeEncodeError:
        sizes = [LONGEST_NAME + 1]
    if "\0" not in name and max(sizes, default=0) <= LONGEST_NAME and sum(sizes) <= LONGEST_PATH:
        return ""
    return f"{shortened(one_line(name), LONGEST_FIELD)!r} is not a possible file name"


def read_file(
    file: Path,
    problems: Problems,
    *,
    sites: Sites,
    dialect: Dialect | None,
    helpers: Mapping[str, Helper],
) -> Iterator[ReadTask]:
    """Returns the valid tasks of a file. What is wrong with the others is added to `problems`, or to `sites`."""
    try:
        raw = _parsed(file)
    except ValueError as error:
        problems.add(str(file), "", str(error))
        return
    several = isinstance(raw, list)
    items = cast("list[Any]", raw) if several else [raw]
    if not items:
        problems.add(str(file), "", "the list of tasks is empty")
    spoken = dialect or detected(items)
    seen: set[int] = set()
    for number, item in enumerate(items):
        place = f"{file}[{number}]" if several else str(file)
        if (deep := _too_deep(item)) is not None:
            problems.add(place, deep, f"is nested too deep; {MOST_LEVELS} levels are allowed")
            continue
        full = sites.filled(item)
        if missing := names_in(_compared(full)):
            sites.missing.update(missing)
            continue
        config = _validated(full, place, problems, dialect=spoken, helpers=helpers)
        if config is None:
            continue
        if config.task_id in seen:
            problems.add(place, "task_id", f"{config.task_id} is used twice in this file")
        seen.add(config.task_id)
        name = f"{file.name.split('.')[0]}.{config.task_id}" if several else file.stem
        yield ReadTask(file=file, name=place, id=name, dialect=spoken, config=config)


def _by_number(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", path.name)]


def _parsed(file: Path) -> Any:
    """Returns the JSON of a file. Raises ValueError with what is wrong."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise ValueError(f"has {len(data):,} bytes; {MOST_BYTES:,} are allowed")
    try:
        raw = json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_whole
        )
    except UnicodeDecodeError as error:
        raise ValueError(f"is not UTF-8: byte {error.start}") from error
    except json.JSONDecodeError as error:
        raise ValueError(f"is not JSON: {error.msg}, line {error.lineno}, column {error.colno}") from error
    except RecursionError as error:
        raise ValueError("is nested too deep") from error
    if not isinstance(raw, (dict, list)):
        raise ValueError("must have one task, as an object, or a list of tasks")  # noqa: TRY004 - the file's fault
    return cast("Any", raw)


def _too_deep(item: Any) -> str | None:
    """Returns the path of a field with too many levels of objects and lists; None if there is none."""
    level: list[tuple[str, Any]] = [("", item)]
    for _ in range(MOST_LEVELS + 1):
        level = [within for field, value in level for within in _within(field, value)]
    return shortened(level[0][0], LONGEST_FIELD) if level else None


def _within(field: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, list):
        yield from ((field, each) for each in cast("list[Any]", value))
    elif isinstance(value, dict):
        yield from ((f"{field}.{key}".lstrip("."), each) for key, each in cast("dict[str, Any]", value).items())


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1)
        raise ValueError(f"{twice}: this key appears twice in one object")
    return made


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"has a number of {len(digits):,} digits; {MOST_DIGITS} are allowed")
    return int(digits)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _validated(
    item: Any, place: str, problems: Problems, *, dialect: Dialect, helpers: Mapping[str, Helper]
) -> TaskConfig | None:
    try:
        return TaskConfig.model_validate(item, context={"dialect": dialect, "helpers": helpers})
    except ValidationError as error:
        for each in error.errors(include_url=False):
            problems.add(place, *field_and_rule(cast("dict[str, Any]", each)))
    return None


def _compared(item: Any) -> Any:
    """Returns a task without the fields in which a placeholder does no harm.

    Many tasks have a `reference_url` in `eval` for people to read. It counts only if URLs are matched.
    """
    if not isinstance(item, dict):
        return item
    kept = _without_notes(TaskConfig, cast("dict[str, Any]", item))
    rules = kept.get("eval")
    if isinstance(rules, dict):
        kept["eval"] = _without_notes(EvalConfig, cast("dict[str, Any]", rules))
        types = kept["eval"].get("eval_types")
        if not (isinstance(types, list) and "url_match" in types):
            kept["eval"].pop("reference_url", None)
    return kept


def _without_notes(model: type[BaseModel], given: dict[str, Any]) -> dict[str, Any]:
    notes = {name for name, field in model.model_fields.items() if UNCOMPARED in field.metadata}
    return {key: value for key, value in given.items() if key not in notes}
