"""The recordings of a test: a file for each of its runs, beside the test.

A run that follows its recording asks no model. The file is `recordings/MODULE/TEST.actwright.yaml` beside the module;
for the second run of a test, `TEST-2.actwright.yaml`. A run finds its file by its task, not by its place in the test.
Parameters are not in the name: one recording serves
all of them, because it has references in place of values; variants with other tasks have files of their own. The facts of checks are in `TEST.checks.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Literal, NoReturn

from actwright.engine.matching.same_task import same_words_of_task, unused_values
from actwright.engine.policies.auto import Auto
from actwright.engine.policies.base import Policy
from actwright.errors import ConfigError
from actwright.recording import Heal, contents_of, heal_file, read_recording, record, write_recording
from actwright.runners.suite_test import SuiteTest
from actwright.schemas.result import Result
from actwright.schemas.task import Task
from actwright.suggestions import unknown

Mode = Literal["off", "replay", "auto", "record"]
WORD = re.compile(r"[^\W_]+")
CHANGED = 60
"""From this similarity on (0 to 100, `rapidfuzz.fuzz.ratio`), a task may be another one that was changed."""
MODES, HEALS = ("replay", "auto", "record"), ("off", "suggest", "apply")
FOLDER = "recordings"
RECORD = "in record mode (in pytest --actwright-mode record, elsewhere ACTWRIGHT_MODE=record)"


@dataclass(frozen=True, slots=True)
class RecordingUse:
    """How one run uses its recording.

    Attributes:
        path: The file of the recording.
        mode: `replay`, `auto` or `record`, as in the option; `off` if no recording is followed or made.
        was: What the file held before the run; None if there was none.
        anew: Whether the file has the recording of another task, which is replaced if a model may be asked.
    """

    path: Path
    mode: Mode
    was: bytes | None
    anew: bool = False

    def policy(self, usual: str | Policy, *, has_model: bool) -> str | Policy:
        """Returns the policy of the run: one that follows the recording, or the usual one."""
        if self.mode == "replay" or (self.mode == "auto" and not has_model):
            return f"replay:{self.path}"
        return Auto(self.path, then=usual) if self.mode == "auto" and not self.anew else usual


class Recordings:
    """The recordings of a test, each of which belongs to the task of one of its runs.

    Raises:
        ConfigError: The test has an unknown mode or way to heal.
    """

    def __init__(self, test: SuiteTest) -> None:
        self._test = test
        self._mode: Mode = test.options.get("mode") or "auto"
        self._heal: Heal = test.options.get("heal") or "suggest"
        for name, given, known in (("mode", self._mode, MODES), ("heal", self._heal, HEALS)):
            if given not in known:
                raise ConfigError(unknown(name, given, known))
        self._used: set[Path] = set()
        self._stem = test.file.parent / FOLDER / test.file.stem / re.sub(r"[^\w.-]+", "-", test.name)

    @property
    def checks(self) -> Path:
        """The file with the facts of the test's checks."""
        return Path(f"{self._stem}.checks.yaml")

    @property
    def mode(self) -> Mode:
        """The mode that was asked for; `auto` if none was."""
        return self._mode

    def next(self, task: str, data: Mapping[str, Any] | None, *, typed: bool) -> RecordingUse:
        """Returns how the run that begins uses its recording.

        Outside `replay` mode, a run that must give a typed answer does not use one: only a model can give that answer.
        A recording of another task is replaced in `record` mode, and with `heal=apply`.

        Args:
            task: The task of the run.
            data: Its data, by name.
            typed: Whether it must give a typed answer.

        Raises:
            ConfigError: The mode is `replay`, and there is no recording of this task.
        """
        path, is_of_task = self._path_for(
            Task(text=task, data={name: str(each) for name, each in (data or {}).items()})
        )
        if self._mode == "replay" and not is_of_task:
            self._refuse(path, task)
        self._used.add(path)
        was = contents_of(path)
        nothing = was is None and self._mode == "auto"
        if nothing or (typed and self._mode != "replay"):
            return RecordingUse(path, "off", was)
        return RecordingUse(path, self._mode, was, anew=not is_of_task)

    def _refuse(self, path: Path, task: str) -> NoReturn:
        """Raises ConfigError for a run without a recording; the message has the tasks of the recordings that no run used."""
        others = [each for each in self._paths() if each.exists() and each not in self._used]
        if not others:
            raise ConfigError(f"there is no recording {path}; make it {RECORD}")
        made = "; ".join(f'{each} was made for "{read_recording(each).task}"' for each in others)
        raise ConfigError(f'no recording is of this task: {made}, and this run is "{task}". Record it again {RECORD}')

    def _path_for(self, task: Task) -> tuple[Path, bool]:
        """The file for a run: the first unused one of its task, else another one; and whether it is of its task.

        A variant of a parametrised test, whose task may be another one, does not take the file of another variant. If
        its own task was changed, `record` mode replaces the file with the most similar task.
        """
        from rapidfuzz import fuzz  # noqa: PLC0415 - loaded when used, so that importing actwright stays fast

        there = [path for path in self._paths() if path not in self._used]
        before: dict[Path, float] = {}
        for path in there:
            try:
                recording = read_recording(path) if path.exists() else None
            except ConfigError:
                if self._mode != "record":
                    raise
                continue  # it is replaced
            if recording and same_words_of_task(recording, task):
                return path, True
            likeness = fuzz.ratio(recording.task, task.text) if recording and self._mode == "record" else 0.0
            if recording and likeness >= CHANGED and not self._is_of_other_variant(recording.task, task.text):
                before[path] = likeness
        if not self._test.has_variants:
            return there[0], False
        return max(before, key=before.__getitem__, default=there[-1]), False

    def _is_of_other_variant(self, recorded: str, task: str) -> bool:
        """Whether a task has no more words that a recorded one lacks than the parameters of this variant."""
        parameters = WORD.findall(self._test.id.partition("[")[2].casefold())
        new = {*WORD.findall(task.casefold())} - {*WORD.findall(recorded.casefold())}
        return bool(new) and new <= {*parameters}

    def _paths(self) -> Iterator[Path]:
        """The names for the runs of this test, up to the first that is neither used nor has a file."""
        for number in count(1):
            path = Path(f"{self._stem}{f'-{number}' if number > 1 else ''}.actwright.yaml")
            yield path
            if path not in self._used and not path.exists():
                return

    def ended(self, followed: RecordingUse, result: Result) -> str:
        """Writes the recording of a complete run, or the patch to one that did not fit. Says what was done.

        Raises:
            ConfigError: The run cannot be recorded, or another test has written the same file.
        """
        if not result.complete:
            return ""
        if followed.mode == "auto" and followed.anew and self._heal != "apply":
            return f"{followed.path} is of another task, and stays: heal=apply replaces it."
        if followed.mode == "auto" and result.healed and not followed.anew:
            return str(heal_file(result, followed.path, self._heal, was=followed.was))
        if not (followed.mode == "record" or followed.anew):
            return ""
        path, was = followed.path, followed.was
        while not self._claimed(path):  # another variant has written it
            first = read_recording(path)
            if same_words_of_task(first, result.task):
                unused = unused_values(first, result.task)
                if not unused or len(record(result).fixed) >= len(first.fixed):
                    return unused and f"{path}: {unused}"
                was = contents_of(path)  # this variant entered a value that a field of the first one had already
                break
            self._used.add(path)
            path = next(each for each in self._paths() if each not in self._used)
            was = contents_of(path)
        made = record(result)
        write_recording(made, path, over=was)
        return f"{path}: {made.size}, which a replay repeats without a model."

    def _claimed(self, path: Path) -> bool:
        """Whether this test may write the file. For a parametrised test, the first complete variant writes it.

        Raises:
            ConfigError: Another test has written it in this session.
        """
        owner = self._test.session.first_owner(path, self._test.id)
        if owner.partition("[")[0] != self._test.id.partition("[")[0]:
            raise ConfigError(f"{path} was written by {owner} in this session; give one of the two tests another name")
        return owner == self._test.id
