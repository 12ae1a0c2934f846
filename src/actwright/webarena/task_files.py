"""Reads a task file or a folder of them, and reports everything that is wrong at once."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Never, cast

from pydantic import BaseModel, ValidationError

from actwright.errors import ConfigError
from actwright.untrusted import parse_json, read_text
from actwright.webarena.calls import Helper
from actwright.webarena.dialect import Dialect, detected
from actwright.webarena.field_checks import UNCOMPARED
from actwright.webarena.placeholders import Sites, names_in
from actwright.webarena.problems import Problems, field_and_rule
from actwright.webarena.task_form import EvalConfig, TaskConfig

MOST_BYTES = 50_000_000
MOST_LEVELS = 50
"""The most levels of objects and lists in one task; the real files have 6."""


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


def read_file(
    file: Path,
    problems: Problems,
    *,
    sites: Sites,
    dialect: Dialect | None,
    helpers: Mapping[str, Helper],
) -> Iterator[ReadTask]:
    """Returns the valid tasks of a file. What is wrong with the others is added to `problems`, or to `sites`."""
    text = read_text(file, "a task file", most=MOST_BYTES)
    try:
        raw = parse_json(text, parse_constant=_no_constant)
    except ConfigError as error:
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
        if _is_too_deep(item):
            problems.add(place, "", f"is nested too deep; {MOST_LEVELS} levels are allowed")
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


def _is_too_deep(item: Any, levels: int = MOST_LEVELS) -> bool:
    """Whether an item has more levels of objects and lists."""
    if isinstance(item, dict):
        item = list(cast("dict[str, Any]", item).values())
    if not isinstance(item, list):
        return False
    return not levels or any(_is_too_deep(each, levels - 1) for each in cast("list[Any]", item))


def _no_constant(name: str) -> Never:
    raise ValueError(f"{name} is not a JSON value")


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
