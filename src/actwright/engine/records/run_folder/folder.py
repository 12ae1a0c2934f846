"""Writes steps to a run folder, line by line as they happen."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import NoneType
from typing import Any, Literal, Self, cast, get_args, get_origin

from pydantic import BaseModel

from actwright.engine.records.run_folder.disk import (
    append,
    new_folder,
    reason_of,
    slug,
    sync_folder,
    write_anew,
    writing,
)
from actwright.engine.records.run_folder.layout import FORMAT, HEAD, INTENTS, PLACE, SIZE_KEYS, STEPS, UNDER_WAY
from actwright.engine.records.run_folder.recorded import RecordedRun, read_folder
from actwright.engine.records.run_folder.size import line_of, within_size
from actwright.engine.records.totals import totals_of
from actwright.engine.records.wording import why_ended
from actwright.errors import ConfigError
from actwright.schemas.base import is_sentence
from actwright.schemas.event import ActionEvent, EffectEvent, Event, ProposalEvent, RunEnded, StepEvent
from actwright.schemas.exchange import Block, Exchange, ImageBlock, ToolResult
from actwright.schemas.page import Image
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Intent, Outcome, Step
from actwright.schemas.task import Task

SUFFIXES = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp"}


class RunFolder:
    """Where one run is recorded. Every string passes `mask` on its way in.

    `store` subscribes to the events of the run; the other methods record one thing each, as `store` does.
    """

    def __init__(
        self,
        path: Path,
        head: dict[str, Any],
        mask: Callable[[str], str],
        mask_sentence: Callable[[str], str],
    ) -> None:
        self.path = path
        self._head = head
        self._mask = mask
        self._plain = partial(plain, mask=mask, mask_sentence=mask_sentence)
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
        mask_sentence: Callable[[str], str] | None = None,
    ) -> Self:
        """Makes a new folder in `base`, which only its owner can read, with the run's head in it.

        Args:
            base: The folder for run folders; it is made if it is missing.
            task: The task.
            manifest: What the run is made of (model, policy, limits, browser, …); versions are added to it.
            mask: Replaces the secrets in a text. Nothing is written if it raises.
            mask_sentence: Replaces them in a sentence of ours; `mask` if None.

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
        head |= {"task": plain(words, mask), "manifest": plain({**_versions(), **manifest}, mask)}
        try:
            base.mkdir(parents=True, exist_ok=True)
            path = new_folder(base, f"{now.astimezone():%Y%m%d-%H%M%S}-{slug(mask(task.text))}")
            (path / "downloads").mkdir(mode=0o700)
            folder = cls(path.resolve(), head, mask, mask_sentence or mask)
            head["task"]["images"] = [folder._store(image, "task") for image in task.images]
            folder._write_head()
            for name in (INTENTS, STEPS):
                append(path / name, b"")
            sync_folder(path)
        except OSError as error:
            message = f"cannot record the run in {base}: {reason_of(error)}; choose another folder with `out`"
            raise ConfigError(message) from error
        return folder

    @property
    def downloads(self) -> Path:
        """The folder for downloaded files."""
        return self.path / "downloads"

    def store(self, event: Event, subject: Any) -> Any:
        """Records what an event reports; see `EventStream`.

        Returns:
            The same value; a step with its pictures in files, which are read when they are asked for.

        Raises:
            ConfigError: It could not be written. What was announced must not be done.
        """
        match event:
            case ProposalEvent() if event.actions:
                return self.begin(subject)
            case EffectEvent():
                self.announce(subject)
            case ActionEvent():
                self.record_outcome(subject, instead_of=event.position - 1 if event.corrected else None)
            case StepEvent():
                return self.add(subject)
            case RunEnded():
                self.finish(*subject)
            case _:
                pass
        return subject

    def begin(self, step: Step) -> Step:
        """Records a step whose actions are about to be performed, and returns it with its pictures in files.

        Raises:
            ConfigError: It could not be written, or this process was forked from that of the run; its actions must not
                be performed.
        """
        self._require_own_process()
        with writing(
            self.path, f"the actions of step {step.number} were not performed, because they could not be recorded"
        ):
            self._under_way.unlink(missing_ok=True)
            append(self._under_way, self._line_of(step), sync=False)
        return _with_files(step, self._file)

    def announce(self, intent: Intent) -> None:
        """Records what is about to have an effect. It is on disk when this returns; call it before the dispatch.

        Raises:
            ConfigError: It could not be written; the effect must not be dispatched.
        """
        with writing(self.path, "an action was not performed, because its intent could not be recorded"):
            append(self.path / INTENTS, line_of(self._plain(intent)))

    def record_outcome(self, outcome: Outcome, *, instead_of: int | None = None) -> None:
        """Records the next outcome of the step under way, or one in place of another, counted from 0.

        If that fails, the record of the step will report it.
        """
        place = {} if instead_of is None else {PLACE: instead_of}
        with contextlib.suppress(OSError):
            append(self._under_way, line_of({**place, **self._plain(outcome)}), sync=False)

    def add(self, step: Step) -> Step:
        """Records a step and its pictures. They are on disk when this returns.

        Returns:
            The same step, whose pictures are read from the folder when they are asked for.

        Raises:
            ConfigError: It could not be written, although the actions of the step have happened; or as for `begin`.
        """
        self._require_own_process()
        with writing(self.path, f"step {step.number} was performed, but could not be recorded"):
            append(self.path / STEPS, self._line_of(step))
            self._under_way.unlink(missing_ok=True)
        return _with_files(step, self._file)

    def take(self, result: Result, hosts: Sequence[str] = (), refused: Sequence[str] = ()) -> None:
        """Records a run that has ended, all at once; see `finish`.

        Raises:
            ConfigError: It could not be written.
        """
        with writing(self.path, "the run was played, but could not be recorded"):
            for intent in result.journal:
                append(self.path / INTENTS, line_of(self._plain(intent)))
        for step in result.steps:
            self.add(step)
        self.finish(result, hosts, refused)

    def finish(self, result: Result, hosts: Sequence[str] = (), refused: Sequence[str] = ()) -> None:
        """Records how the run ended, and the totals of its steps. A second call replaces the first.

        Args:
            result: Its result.
            hosts: The hosts that its pages reached.
            refused: The hosts that its pages requested and its list did not permit, each with the reason and the count.

        Raises:
            ConfigError: It could not be written.
        """
        status = result.status
        self._head |= {"status": status.value, "error": self._mask(result.error), "ended": _iso(datetime.now(UTC))}
        self._head["hosts"] = self._plain(tuple(hosts))
        self._head["refused_hosts"] = self._plain(tuple(refused))
        self._head["summary"] = self._summary(result)
        with writing(self.path, f"the run ended ({status}), but its end could not be recorded"):
            self._write_head()

    @staticmethod
    def read(path: Path) -> RecordedRun:
        """Reads the run in a folder; see `read_folder`."""
        return read_folder(path)

    def _require_own_process(self) -> None:
        if os.getpid() != self._process:
            raise ConfigError(f"this process was forked from {self._process}, where the run and its browser continue")

    @property
    def _under_way(self) -> Path:
        return self.path / UNDER_WAY

    def _line_of(self, step: Step) -> bytes:
        return line_of(self._plain(step, store=lambda image: self._store(image, f"step-{step.number:02d}")))

    def _summary(self, result: Result) -> dict[str, Any]:
        """A summary of the run for readers of only `run.json`; all of it follows from the steps and the journal."""
        said = {
            "reason": result.reason,
            "may_have_acted": result.may_have_acted,
            "http_status": result.http_status,
            "unsettled": result.unsettled,
            "message": result.message,
            "why": why_ended(result),
            "data": result.data,
            "evidence": result.evidence,
            "proof": result.proof,
            "shortfall": result.shortfall,
            "changed": result.changed,
        }
        totals = totals_of(result.steps).model_dump()
        return {name: self._plain(value) for name, value in {**totals, **said}.items()}

    def _write_head(self) -> None:
        write_anew(self.path / HEAD, json.dumps(within_size(self._head), indent=1).encode())

    def _file(self, image: Image) -> Image:
        return image.model_copy(update={"content": self.path / self._pictures[_digest(image)]})

    def _store(self, image: Image, stem: str) -> dict[str, Any]:
        digest = _digest(image)
        if digest not in self._pictures:
            suffix = SUFFIXES[image.media_type]
            taken = sum(name.startswith((f"{stem}.", f"{stem}-")) for name in self._pictures.values())
            name = f"{stem}-{taken + 1}.{suffix}" if taken else f"{stem}.{suffix}"
            append(self.path / name, image.data)
            self._pictures[digest] = name
        return {"file": self._pictures[digest], **{key: getattr(image, key) for key in SIZE_KEYS}}


def _digest(image: Image) -> str:
    return hashlib.sha256(image.data).hexdigest()


def _with_files(step: Step, file: Callable[[Image], Image]) -> Step:
    """A step with its pictures, of the page and in requests, in files."""
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


def _iso(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds")


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "platform": platform.platform()}
    for name in ("actwright", "playwright", "pydantic"):
        with contextlib.suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def plain(
    value: Any,
    mask: Callable[[str], str],
    store: Callable[[Image], Any] | None = None,
    *,
    mask_sentence: Callable[[str], str] | None = None,
) -> Any:
    """A value as JSON can hold it, every free text masked; fields of fixed choice stay as they are.

    Args:
        value: The value.
        mask: Masks a text.
        store: Stores a picture, and returns what stands for it.
        mask_sentence: Masks a sentence of ours; `mask` if None.
    """
    if isinstance(value, Image) and store:
        return store(value)
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        fixed = {name for name, field in fields.items() if _is_choice(field.annotation)}
        items = ((name, getattr(value, name)) for name in fields)
        ways = {name: mask_sentence for name, field in fields.items() if mask_sentence and is_sentence(field)}
        return {
            name: item if name in fixed else plain(item, ways.get(name, mask), store, mask_sentence=mask_sentence)
            for name, item in items
        }
    if isinstance(value, Mapping):
        items = cast("Mapping[Any, Any]", value).items()
        return {mask(str(key)): plain(item, mask, store, mask_sentence=mask_sentence) for key, item in items}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item, mask, store, mask_sentence=mask_sentence) for item in cast("tuple[Any, ...]", value)]
    if isinstance(value, Enum):
        return value.value
    return value if isinstance(value, (bool, int, float)) or value is None else mask(str(value))


def _is_choice(annotation: Any) -> bool:
    """Whether a field holds one of a few fixed words, or None."""
    choices = [each for each in get_args(annotation) if each is not NoneType]
    return get_origin(annotation) is Literal or (len(choices) == 1 and get_origin(choices[0]) is Literal)
