"""Steps <-> run folder: the record of a run that survives a crash.

```
20260131-174502-fill-the-price/
├── run.json         task, manifest, times, status (`running` until the run has ended), and then what it came to
├── journal.jsonl    what was about to have an effect, written before it was dispatched
├── steps.jsonl      one line per step, pictures as file names
├── under-way.jsonl  the step whose actions are being performed, and a line for each outcome; removed with the step's record
├── step-01.png      the pictures, each stored once; task.png those that came with the task
├── downloads/       files that pages handed over
└── report.html      the same for people (see `actwright.engine.report`)
```

A record holds 8 MB at most: of a step with more, long texts and lists are cut, and reading the run reports what was cut.

Lines are flushed to the disk one by one, so that a crash loses at most the line that was being written. Those of the step under
way are not: they survive the end of the process, and not that of the machine.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import re
import unicodedata
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import NoneType
from typing import Any, Literal, Self, cast, get_args, get_origin

from pydantic import BaseModel, ValidationError

from actwright.engine.journal import Journal
from actwright.engine.notes import note
from actwright.engine.record_size import line_of, taken_cuts, within_size
from actwright.engine.totals import totals_of
from actwright.engine.wording import why_ended
from actwright.errors import ConfigError
from actwright.schemas.base import Frozen
from actwright.schemas.confirmation import Confirmed
from actwright.schemas.exchange import Block, Exchange, ImageBlock, ToolResult
from actwright.schemas.page import Image
from actwright.schemas.proposal import Action, first_problem
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Intent, Outcome, Step
from actwright.schemas.task import Task

__all__ = ["Recorded", "RunFolder", "read_run"]

FORMAT = 1
SUFFIXES = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp"}
PICTURE_NAME = re.compile(r"(step-\d+|task)(-\d+)?\.(png|jpg|webp)")
SIZE_KEYS = ("media_type", "width", "height")
SLUG_LENGTH = 40
UNDER_WAY = "under-way.jsonl"
PLACE = "instead_of"
"""In a line of it: the place of the outcome that this one replaces, from 0."""


class Recorded(Frozen):
    """A run as its folder tells it.

    Attributes:
        path: The folder.
        task, steps, manifest: As written. The last step is cut off if the run ended, or still is, in the middle of it.
        status: How it ended; RUNNING if its end was never recorded: it crashed, or it still runs.
        error: Why it ended, if an error or something from outside ended it.
        started, ended: UTC times in ISO 8601; `ended` is empty if it did not end.
        journal: What was about to have an effect, oldest first.
        hosts: The hosts that its pages reached, with their ports; None if its end was never recorded.
        refused_hosts: What its pages asked for and the list of hosts did not permit, each with the reason and how often.
        notes: What of the record is missing or damaged, in plain sentences.
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
        """The same as a result, with its totals. A run whose end was never recorded counts as interrupted."""
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
    """The result of a run from its folder, also of one that crashed; what is missing or damaged is warned of.

    Its pictures are read when they are asked for. `output` is None: its type is not recorded, and what the model wrote
    is `result.steps[-1].proposal.output`.

    Raises:
        ConfigError: There is no run in this folder, or not of this version.
    """
    recorded = RunFolder.read(Path(run_dir))
    for missing in recorded.notes:
        note(f"{recorded.path}: {missing}")
    return recorded.result


class RunFolder(Journal):
    """Where one run is recorded. Every string passes `mask` on its way in."""

    def __init__(self, path: Path, task: Task, head: dict[str, Any], mask: Callable[[str], str]) -> None:
        super().__init__()
        self.path = path
        self._task = task
        self._head = head
        self._mask = mask
        self._steps: list[Step] = []
        self._pictures: dict[str, str] = {}
        self._process = os.getpid()

    @classmethod
    def create(
        cls,
        base: Path,
        task: Task,
        manifest: Mapping[str, Any],
        *,
        mask: Callable[[str], str] = str,
    ) -> Self:
        """A new folder in `base`, readable by its owner alone, with the run's head in it.

        Args:
            base: Made if it is missing.
            task: What is to be done.
            manifest: What the run is made of (model, policy, limits, browser, …); versions are added to it.
            mask: Replaces the secrets in a text. Nothing is written if it raises.

        Raises:
            ConfigError: The folder cannot be written.
        """
        now = datetime.now(UTC)
        head: dict[str, Any] = {
            "format": FORMAT,
            "status": Status.RUNNING.value,
            "error": "",
            "started": _iso(now),
            "ended": "",
        }
        words = task.model_copy(update={"images": ()})
        head |= {"task": _plain(words, mask), "manifest": _plain({**_versions(), **manifest}, mask)}
        try:
            base.mkdir(parents=True, exist_ok=True)
            path = _new_folder(base, f"{now.astimezone():%Y%m%d-%H%M%S}-{_slug(mask(_beginning(task.intent)))}")
            (path / "downloads").mkdir(mode=0o700)
            folder = cls(path.resolve(), task, head, mask)
            head["task"]["images"] = [folder._store(image, "task") for image in task.images]
            folder._write_head()
            for name in ("journal.jsonl", "steps.jsonl"):
                _append(path / name, b"")
            _sync_folder(path)
        except OSError as error:
            message = f"cannot record the run in {base}: {_reason(error)}; choose another folder with `out`"
            raise ConfigError(message) from error
        return folder

    @property
    def downloads(self) -> Path:
        """Where files that pages hand over are saved."""
        return self.path / "downloads"

    def begin(self, step: Step) -> None:
        """Records a step whose actions are about to be performed.

        Raises:
            ConfigError: It could not be written, or this process was forked from that of the run; its actions must not
                be performed.
        """
        self._require_own_process()
        super().begin(step)
        with _writing(
            self.path, f"the actions of step {step.number} were not performed, because they could not be recorded"
        ):
            self._under_way.unlink(missing_ok=True)
            _append(self._under_way, self._line_of(step), sync=False)

    def intend(self, action: Action, url: str, confirmed: Confirmed = "") -> Intent:
        """Records what is about to have an effect. On the disk when this returns; call it before the dispatch.

        Raises:
            ConfigError: It could not be written; the effect must not be dispatched.
        """
        intent = super().intend(action, url, confirmed)
        with _writing(self.path, "an action was not performed, because its intent could not be recorded"):
            _append(self.path / "journal.jsonl", line_of(_plain(intent, self._mask)))
        return intent

    @property
    def picture(self) -> Path | None:
        """The file with the picture of the step under way."""
        image = self.under_way.page.screenshot if self.under_way else None
        return None if image is None else self.path / self._pictures[_digest(image)]

    def came(self, outcome: Outcome) -> None:
        """Records what became of an action. It is left to the record of the step to say if that fails."""
        super().came(outcome)
        self._append_under_way(_plain(outcome, self._mask))

    def corrected(self, earlier: Outcome, outcome: Outcome) -> None:
        """Records an outcome anew, with the place of the one that it replaces."""
        before = self.under_way.outcomes if self.under_way else ()
        super().corrected(earlier, outcome)
        place = next((at for at, each in enumerate(before) if each is earlier), None)
        if place is not None:
            self._append_under_way({PLACE: place, **_plain(outcome, self._mask)})

    def _append_under_way(self, line: dict[str, Any]) -> None:
        if self.under_way is not None:
            with contextlib.suppress(OSError):
                _append(self._under_way, line_of(line), sync=False)

    def add(self, step: Step) -> Step:
        """Records a step and its pictures. On the disk when this returns.

        Returns:
            The same step, whose pictures are read from the folder when they are asked for.

        Raises:
            ConfigError: It could not be written; the actions of the step have happened all the same. Or as `begin`.
        """
        self._require_own_process()
        with _writing(self.path, f"step {step.number} was performed, but could not be recorded"):
            _append(self.path / "steps.jsonl", self._line_of(step))
            self._under_way.unlink(missing_ok=True)
        self._steps.append(_with_files(super().add(step), self._file))
        return self._steps[-1]

    def finish(
        self, status: Status, error: str = "", *, hosts: Sequence[str] = (), refused: Sequence[str] = ()
    ) -> None:
        """Records how the run ended, and what its steps came to. A second call replaces the first.

        Args:
            status: How it ended.
            error: Why, if an error or something from outside ended it.
            hosts: The hosts that its pages reached.
            refused: What its pages asked for and the list of hosts did not permit, each with the reason and how often.

        Raises:
            ConfigError: It could not be written.
        """
        self._head |= {"status": status.value, "error": self._mask(error), "ended": _iso(datetime.now(UTC))}
        self._head["hosts"] = _plain(tuple(hosts), self._mask)
        self._head["refused_hosts"] = _plain(tuple(refused), self._mask)
        self._head["summary"] = self._summary(status)
        with _writing(self.path, f"the run ended ({status}), but its end could not be recorded"):
            self._write_head()

    @staticmethod
    def read(path: Path) -> Recorded:
        """The run in a folder; what a crash left of it if it has not ended.

        Raises:
            ConfigError: There is no run in this folder, or its head cannot be read.
        """
        head = _read_head(path)
        notes = [f"run.json: {said}" for said in taken_cuts(head)]
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
            fields["task"]["images"] = tuple(map(pictures.load, fields["task"].get("images", ())))
            record = {"path": path, "steps": steps, "journal": journal, "notes": tuple(notes), **fields}
            return Recorded.model_validate(record)
        except (ValidationError, KeyError, TypeError, AttributeError) as error:
            what = _unlike(error)
            raise ConfigError(f"{path / 'run.json'} was not written by this version: {what}") from error

    def _require_own_process(self) -> None:
        if os.getpid() != self._process:
            raise ConfigError(f"this process was forked from {self._process}, where the run and its browser go on")

    @property
    def _under_way(self) -> Path:
        return self.path / UNDER_WAY

    def _line_of(self, step: Step) -> bytes:
        return line_of(_plain(step, self._mask, lambda image: self._store(image, f"step-{step.number:02d}")))

    def _summary(self, status: Status) -> dict[str, Any]:
        """What the run came to, for those who read `run.json` alone; all of it follows from the steps and the journal."""
        steps = (*self._steps, *([self.under_way] if self.under_way else ()))
        result = Result(task=self._task, status=status, steps=steps, journal=tuple(self.intents))
        said = {
            "reason": result.reason,
            "may_have_acted": result.may_have_acted,
            "http_status": result.http_status,
            "unsettled": result.unsettled,
            "message": result.message,
            "why": why_ended(result),
            "data": result.data,
            "evidence": result.evidence,
        }
        totals = totals_of(steps).model_dump()
        return {name: _plain(value, self._mask) for name, value in {**totals, **said}.items()}

    def _write_head(self) -> None:
        draft = self.path / "run.json.part"
        draft.unlink(missing_ok=True)
        _append(draft, json.dumps(within_size(self._head), indent=1).encode())
        draft.replace(self.path / "run.json")

    def _file(self, image: Image) -> Image:
        return image.model_copy(update={"held": self.path / self._pictures[_digest(image)]})

    def _store(self, image: Image, stem: str) -> dict[str, Any]:
        digest = _digest(image)
        if digest not in self._pictures:
            suffix = SUFFIXES[image.media_type]
            taken = sum(name.startswith((f"{stem}.", f"{stem}-")) for name in self._pictures.values())
            name = f"{stem}-{taken + 1}.{suffix}" if taken else f"{stem}.{suffix}"
            _append(self.path / name, image.data)
            self._pictures[digest] = name
        return {"file": self._pictures[digest], **{key: getattr(image, key) for key in SIZE_KEYS}}


def _plain(value: Any, mask: Callable[[str], str], store: Callable[[Image], Any] | None = None) -> Any:
    """A value as JSON can hold it, every free text masked; fields of fixed choice stay as they are."""
    if isinstance(value, Image) and store:
        return store(value)
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        fixed = {name for name, field in fields.items() if _is_choice(field.annotation)}
        items = ((name, getattr(value, name)) for name in fields)
        return {name: item if name in fixed else _plain(item, mask, store) for name, item in items}
    if isinstance(value, Mapping):
        items = cast("Mapping[Any, Any]", value).items()
        return {mask(str(key)): _plain(item, mask, store) for key, item in items}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item, mask, store) for item in cast("tuple[Any, ...]", value)]
    if isinstance(value, Enum):
        return value.value
    return value if isinstance(value, (bool, int, float)) or value is None else mask(str(value))


def _is_choice(annotation: Any) -> bool:
    """Whether a field has one of a few fixed words, or none."""
    choices = [each for each in get_args(annotation) if each is not NoneType]
    return get_origin(annotation) is Literal or (len(choices) == 1 and get_origin(choices[0]) is Literal)


def _digest(image: Image) -> str:
    return hashlib.sha256(image.data).hexdigest()


def _with_files(step: Step, file: Callable[[Image], Image]) -> Step:
    """A step with its pictures in files: that of the page, and those in requests."""
    page = step.page
    if page.screenshot is not None:
        page = page.model_copy(update={"screenshot": file(page.screenshot)})

    def block_with_file(block: Block) -> Block:
        if isinstance(block, ToolResult):
            return block.model_copy(update={"blocks": tuple(map(block_with_file, block.blocks))})
        return block.model_copy(update={"image": file(block.image)}) if isinstance(block, ImageBlock) else block

    def with_files(exchange: Exchange) -> Exchange:
        request = exchange.request
        messages = (
            message.model_copy(update={"blocks": tuple(map(block_with_file, message.blocks))})
            for message in request.messages
        )
        return exchange.model_copy(update={"request": request.model_copy(update={"messages": tuple(messages)})})

    return step.model_copy(update={"page": page, "exchanges": tuple(map(with_files, step.exchanges))})


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
            self._notes.append(f"the picture {name} cannot be read: {_reason(error)}")
            return b""


def _read_steps(folder: Path, pictures: _Pictures, notes: list[str]) -> Iterator[Step]:
    for number, line in _read_lines(folder / "steps.jsonl", notes):
        try:
            yield Step.model_validate(_with_pictures(line, pictures.load))
        except (ValidationError, KeyError, TypeError) as error:
            notes.append(f"steps.jsonl, line {number} is not a step of this version: {_unlike(error)}")


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
    for number, line in _read_lines(folder / "journal.jsonl", notes):
        try:
            yield Intent.model_validate(line)
        except ValidationError as error:
            notes.append(f"journal.jsonl, line {number} is not an intent of this version: {_unlike(error)}")


def _unlike(error: Exception) -> str:
    return first_problem(error) if isinstance(error, ValidationError) else repr(error)


def _read_lines(path: Path, notes: list[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        *lines, torn = path.read_bytes().split(b"\n")
    except OSError as error:
        notes.append(f"{path.name} cannot be read: {_reason(error)}")
        return
    for number, line in enumerate(lines, start=1):
        try:
            value = json.loads(line)
        except ValueError as error:
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
    path = folder / "run.json"
    try:
        head = json.loads(path.read_bytes())
    except FileNotFoundError as error:
        raise ConfigError(f"{folder} is not a run folder: it has no run.json") from error
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from error
    if not isinstance(head, dict):
        raise ConfigError(f"{path} does not describe a run")
    return cast("dict[str, Any]", head)


@contextlib.contextmanager
def _writing(folder: Path, consequence: str) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise ConfigError(f"{consequence}: {folder}: {_reason(error)}; make room there or write elsewhere") from error


def _append(path: Path, data: bytes, *, sync: bool = True) -> None:
    """All of it, or nothing; on the disk if it is to be synced, else with the system."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            if sync:
                os.fsync(descriptor)
        except OSError:
            os.ftruncate(descriptor, size)
            raise
    finally:
        os.close(descriptor)


def _sync_folder(path: Path) -> None:
    """Puts the names of new files on the disk, where folders can be opened (not on Windows)."""
    if os.name != "posix":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _new_folder(base: Path, name: str) -> Path:
    attempt = 1
    while True:
        path = base / (name if attempt == 1 else f"{name}-{attempt}")
        try:
            path.mkdir(mode=0o700)
        except FileExistsError:
            attempt += 1
        else:
            return path


def _beginning(intent: str) -> str:
    """The first paragraph of a task; what follows says how, as the rules for a browse do."""
    return intent.strip().partition("\n\n")[0]


def _slug(intent: str) -> str:
    ascii_text = unicodedata.normalize("NFKD", intent).encode("ascii", "ignore").decode().lower()
    slug = "-".join(re.findall(r"[a-z0-9]+", ascii_text))
    if len(slug) > SLUG_LENGTH:
        slug = slug[: SLUG_LENGTH + 1].rpartition("-")[0] or slug[:SLUG_LENGTH]
    return slug or "run"


def _iso(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds")


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "platform": platform.platform()}
    for name in ("actwright", "playwright", "pydantic"):
        with contextlib.suppress(PackageNotFoundError):
            found[name] = version(name)
    return found
