"""Reads what was recorded of a run, including one that crashed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from actwright.engine.records.run_folder.disk import content_of, reason_of
from actwright.engine.records.run_folder.layout import HEAD, INTENTS, PLACE, SIZE_KEYS, STEPS, UNDER_WAY
from actwright.engine.records.run_folder.size import taken_cuts
from actwright.engine.records.totals import totals_of
from actwright.errors import ConfigError
from actwright.notes import note
from actwright.schemas.base import Frozen
from actwright.schemas.page import Image
from actwright.schemas.proposal import first_problem
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Intent, Outcome, Step
from actwright.schemas.task import Task

PICTURE_NAME = re.compile(r"(step-\d+|task)(-\d+)?\.(png|jpg|webp)")


class RecordedRun(Frozen):
    """A run as read from its folder.

    Attributes:
        path: The folder.
        task, steps, manifest: As written. The last step is cut off if the run ended, or still is, in the middle of it.
        status: How the run ended; RUNNING if its end was never recorded, because it crashed or is still running.
        error: Why the run ended, if an error or an interruption ended it.
        started, ended: UTC times in ISO 8601; `ended` is empty if the run did not end.
        journal: Actions that may have an effect, oldest first.
        hosts: The hosts that its pages reached, with their ports; None if its end was never recorded.
        refused_hosts: The hosts that its pages requested and its list did not permit, each with the reason and the
            count.
        notes: What is missing or damaged in the record, in plain sentences.
    """

    path: Path
    task: Task
    status: Status
    error: str = ""
    steps: tuple[Step, ...] = ()
    manifest: Mapping[str, Any] = {}
    started: str = ""
    ended: str = ""
    journal: tuple[Intent, ...] = ()
    hosts: tuple[str, ...] | None = None
    refused_hosts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def result(self) -> Result:
        """The run as a `Result`. A run whose end was never recorded counts as interrupted."""
        return Result(
            task=self.task,
            status=Status.INTERRUPTED if self.status is Status.RUNNING else self.status,
            steps=self.steps,
            run_dir=self.path,
            input_by_part=totals_of(self.steps).input_by_part,
            journal=self.journal,
            error=self.error,
        )


def read_run(run_dir: str | Path) -> Result:
    """Reads the result of a run from its folder, also of one that crashed. Warnings name what is missing or damaged.

    Screenshots are read when they are used. `output` is None, because its type is not recorded; what the model wrote is
    `result.steps[-1].proposal.output`.

    Raises:
        ConfigError: There is no run in this folder, or it has another version.
    """
    recorded = read_folder(Path(run_dir))
    for missing in recorded.notes:
        note(f"{recorded.path}: {missing}")
    return recorded.result


def read_folder(path: Path) -> RecordedRun:
    """Reads the run in a folder, or what a crash left of it.

    Raises:
        ConfigError: There is no run in this folder, or its head cannot be read.
    """
    head = _read_head(path)
    notes = [f"{HEAD}: {said}" for said in taken_cuts(head)]
    pictures = _Pictures(path, notes)
    steps = tuple(_read_steps(path, pictures, notes))
    if (cut_off := _read_under_way(path, pictures, notes)) and all(cut_off.number != step.number for step in steps):
        steps = (*steps, cut_off)
    journal = tuple(_read_journal(path, notes))
    if head.get("status") == Status.RUNNING.value:
        notes.append("the run has no recorded end: it was interrupted, or it still runs")
    fields = {
        key: head[key]
        for key in ("task", "status", "error", "manifest", "started", "ended", "hosts", "refused_hosts")
        if key in head
    }
    try:
        if "intent" in fields["task"]:  # as earlier versions named the text of a task
            fields["task"]["text"] = fields["task"].pop("intent")
        fields["task"]["images"] = tuple(map(pictures.load, fields["task"].get("images", ())))
        record = {"path": path, "steps": steps, "journal": journal, "notes": tuple(notes), **fields}
        return RecordedRun.model_validate(record)
    except (ValidationError, KeyError, TypeError, AttributeError) as error:
        what = _unlike(error)
        raise ConfigError(f"{path / HEAD} was not written by this version: {what}") from error


def read_step(path: Path, number: int) -> Step | None:
    """One step of the run in a folder, which may be under way; None if it is not there, or not yet.

    Raises:
        ConfigError: It is damaged, or was written by another version.
    """
    notes: list[str] = []
    pictures = _Pictures(path, notes)
    for _, line in _read_lines(path / STEPS, notes):
        if line.get("number") == number:
            try:
                return Step.model_validate(_with_pictures(line, pictures.load))
            except (ValidationError, KeyError, TypeError) as error:
                raise ConfigError(f"step {number} was not written by this version: {_unlike(error)}") from error
    begun = _read_under_way(path, pictures, notes)
    return begun if begun is not None and begun.number == number else None


def newest_picture(path: Path) -> Path | None:
    """The last picture of the steps of a run; None if it has none."""
    found = [(_place_of(file.name), file) for file in path.glob("step-*") if PICTURE_NAME.fullmatch(file.name)]
    return max(found)[1] if found else None


def _place_of(picture: str) -> tuple[int, ...]:
    """The position of a picture in the run, by its name: `step-12-2.png` is the second picture of step 12."""
    return tuple(map(int, re.findall(r"\d+", picture)))


class _Pictures:
    """The pictures of a folder, each read when it is asked for. A missing one has no data, and a note."""

    def __init__(self, folder: Path, notes: list[str]) -> None:
        self._folder, self._notes = folder, notes
        self._found: dict[str, bytes | Path] = {}

    def load(self, reference: dict[str, Any]) -> Image:
        name = str(reference["file"])
        if name not in self._found:
            self._found[name] = self._find(name)
        return Image.model_validate({**{key: reference[key] for key in SIZE_KEYS}, "data": self._found[name]})

    def _find(self, name: str) -> bytes | Path:
        path = self._folder / name
        if not PICTURE_NAME.fullmatch(name) or path.is_symlink():
            self._notes.append(f"{name!r} is not the name of a picture of this run")
            return b""
        try:
            with path.open("rb"):
                return path
        except OSError as error:
            self._notes.append(f"the picture {name} cannot be read: {reason_of(error)}")
            return b""


def _with_pictures(line: Any, load: Callable[[dict[str, Any]], Image]) -> Any:
    """A recorded step with its pictures, at the places where a step has pictures and nowhere else."""
    page = line["page"]
    page["screenshot"] = page["screenshot"] and load(page["screenshot"])
    messages = (message for exchange in line["exchanges"] for message in exchange["request"]["messages"])
    for block in (block for message in messages for block in message["blocks"]):
        for each in (block, *block.get("blocks", ())):  # of the result of a tool
            if "image" in each:
                each["image"] = load(each["image"])
    return line


def _read_steps(folder: Path, pictures: _Pictures, notes: list[str]) -> Iterator[Step]:
    for number, line in _read_lines(folder / STEPS, notes):
        try:
            yield Step.model_validate(_with_pictures(line, pictures.load))
        except (ValidationError, KeyError, TypeError) as error:
            notes.append(f"{STEPS}, line {number} is not a step of this version: {_unlike(error)}")


def _read_under_way(folder: Path, pictures: _Pictures, notes: list[str]) -> Step | None:
    """The step in whose middle the run ended, with the outcomes that were known; None if there is none."""
    path = folder / UNDER_WAY
    if not path.exists():
        return None
    lines = [line for _, line in _read_lines(path, notes)]
    try:
        step = Step.model_validate(_with_pictures(lines[0], pictures.load))
        outcomes: list[Outcome] = []
        for line in lines[1:]:
            place = line.pop(PLACE, len(outcomes))
            outcomes[place : place + 1] = [Outcome.model_validate(line)]
    except (ValidationError, IndexError, KeyError, TypeError) as error:
        notes.append(f"{UNDER_WAY} is not the beginning of a step of this version: {_unlike(error)}")
        return None
    return step.model_copy(update={"outcomes": tuple(outcomes), "cut_off": True})


def _read_journal(folder: Path, notes: list[str]) -> Iterator[Intent]:
    for number, line in _read_lines(folder / INTENTS, notes):
        try:
            yield Intent.model_validate(line)
        except ValidationError as error:
            notes.append(f"{INTENTS}, line {number} is not an intent of this version: {_unlike(error)}")


def _unlike(error: Exception) -> str:
    return first_problem(error) if isinstance(error, ValidationError) else repr(error)


def _read_lines(path: Path, notes: list[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        *lines, torn = content_of(path).split(b"\n")
    except OSError as error:
        notes.append(f"{path.name} cannot be read: {reason_of(error)}")
        return
    for number, line in enumerate(lines, start=1):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            notes.append(f"{path.name}, line {number} is damaged and left out: {error}")
            continue
        if isinstance(value, dict):
            record = cast("dict[str, Any]", value)
            notes += (f"{path.name}, line {number}: {said}" for said in taken_cuts(record))
            yield number, record
        else:
            notes.append(f"{path.name}, line {number} is not a record and left out")
    if torn:
        size = len(torn)
        notes.append(f"{path.name} ends in a torn line of {size:,} bytes, left out: a crash interrupted its writing")


def _read_head(folder: Path) -> dict[str, Any]:
    path = folder / HEAD
    try:
        head = json.loads(content_of(path))
    except FileNotFoundError as error:
        raise ConfigError(f"{folder} is not a run folder: it has no run.json") from error
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
    if not isinstance(head, dict):
        raise ConfigError(f"{path} does not describe a run")
    return cast("dict[str, Any]", head)
