"""Patches as files beside their recordings: notes for a reviewer, then a unified diff that `git apply` takes."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from actwright.engine.matching.recording_files import (
    contents_of,
    parsed_recording,
    read_recording,
    recording_text,
    write_recording,
    write_whole,
)
from actwright.engine.matching.same_task import another_task
from actwright.errors import ConfigError
from actwright.recording.heal import Patch, heal
from actwright.recording.record import record
from actwright.schemas.recording import Recording
from actwright.schemas.result import Result
from actwright.text import one_line

Heal: TypeAlias = Literal["off", "suggest", "apply"]
"""What becomes of a healed run's patch: nothing, a file beside the recording, or the recording itself."""


@dataclass(frozen=True, slots=True)
class PatchOutcome:
    """What was done with the patch of a healed run.

    Attributes:
        patch: The patch.
        suggested: The patch file that was written; None if none was.
        applied: Whether the recording was changed.
        anew: Whether the recording was of another task and was replaced by one of this run.
    """

    patch: Patch
    suggested: Path | None = None
    applied: bool = False
    anew: bool = False

    def __str__(self) -> str:
        """What was done, in one or two lines for the terminal; empty if there is nothing to say."""
        if self.anew:
            return "The recording was of another task, and was replaced by one of this run."
        if self.patch.refused:
            return f"No patch to the recording is proposed: {self.patch.refused}"
        if self.applied:
            return "The recording was changed: " + "; ".join(one_line(str(each)) for each in self.patch.changes)
        if self.suggested is None:
            return ""
        review = f" Not applied, because {self.patch.review}." if self.patch.review else ""
        folder = "" if self.suggested.parent == Path() else f"cd {self.suggested.parent} && "
        return f"A patch to the recording is in {self.suggested}; to apply it: {folder}git apply {self.suggested.name}.{review}"


def heal_file(result: Result, path: str | Path, how: Heal = "suggest", *, was: bytes | None = None) -> PatchOutcome:
    """Makes a patch from a healed run, and suggests it or applies it to the recording that the run followed.

    Args:
        result: A run with the policy `auto`.
        path: The file of the recording.
        how: `suggest` writes a patch file beside the recording; `apply` changes the recording, but only suggests a
            patch that a person must review (`Patch.review`), and replaces a recording of another task; `off` does neither.
        was: The content of the file when the run began, if known; a file that has changed since is not touched.

    Returns:
        What was done. Nothing is done for a run that followed the recording to its end.

    Raises:
        ConfigError: The file cannot be read or written, or was changed in the meantime.
    """
    now = contents_of(path)
    if was is not None and now != was:
        raise ConfigError(f"{path} was changed during the run, so no patch is made")
    recording = read_recording(path)
    patch = heal(result, recording)
    if how == "apply" and result.complete and another_task(recording, result.task):
        write_recording(record(result), path, over=now)
        return PatchOutcome(patch, anew=True)
    if how == "off" or patch.refused or not patch.changes:
        return PatchOutcome(patch)
    if how == "apply" and not patch.review:
        apply_patch(patch, path, over=now)
        return PatchOutcome(patch, applied=True)
    return PatchOutcome(patch, suggested=write_patch(patch, path))


def patch_path(path: str | Path) -> Path:
    """The patch file beside a recording: `login.actwright.patch` for `login.actwright.yaml`."""
    return Path(path).with_suffix(".patch")


def write_patch(patch: Patch, path: str | Path) -> Path:
    """Writes a patch beside the recording, whole or not at all, and overwrites an older one. Returns its path.

    Raises:
        ConfigError: The recording cannot be read, or the patch cannot be written.
    """
    to = patch_path(path)
    write_whole(to, patch_text(patch, path))
    return to


def apply_patch(patch: Patch, path: str | Path, *, over: bytes | None = None) -> None:
    """Applies a patch to the recording, whole or not at all; comments in the file stay.

    Args:
        patch: The patch.
        path: The file of the recording.
        over: The content that the file must still have, if known.

    Raises:
        ConfigError: The file cannot be read or written, or its content has changed.
    """
    now = contents_of(path) if over is None else over
    write_whole(path, _changed(_text(path), patch.recording), over=now)


def patch_text(patch: Patch, path: str | Path) -> str:
    """The text of the patch file: each change with its scores and what differs, then the diff.

    Raises:
        ConfigError: The recording cannot be read.
    """
    name, old = Path(path).name, _text(path)
    head = [f"Heals {name}: the run that proposes this is complete, and every check of the recording held.", ""]
    head += [one_line(patch.why), ""] if patch.why else []
    for number, change in enumerate(patch.changes, 1):
        first, *more = str(change).splitlines()
        head += [f"{number}. {first}", *(f"   {line}" for line in more if line)]
    head += ["", f"Look at it first: {patch.review}."] if patch.review else []
    new = _changed(old, patch.recording)
    diff = difflib.unified_diff(old.splitlines(), new.splitlines(), f"a/{name}", f"b/{name}", lineterm="")
    return "\n".join([*(f"# {line}".rstrip() for line in head), "", *diff, ""])


def _text(path: str | Path) -> str:
    content = contents_of(path)
    if content is None:
        raise ConfigError(f"{path} cannot be read: there is no such file")
    return content.decode("utf-8", "replace")


def _changed(text: str, recording: Recording) -> str:
    """The file's text with the changed recording; lines that stay, and the comments at them, are kept as written."""
    old = recording_text(parsed_recording(text, "the recording")).splitlines()
    new, written = recording_text(recording).splitlines(), text.splitlines()
    to = {
        block.a + each: block.b + each
        for block in difflib.SequenceMatcher(None, old, written, autojunk=False).get_matching_blocks()
        for each in range(block.size)
    }
    made: list[str] = []
    at = 0
    for tag, start, end, new_start, new_end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        here = _place(to, start, end, len(written))
        if here is None:
            return "\n".join([*new, ""])
        made += [*written[at : here[0]], *new[new_start:new_end]]
        at = here[1]
    merged = "\n".join([*made, *written[at:], ""])
    try:
        same = parsed_recording(merged, "") == recording
    except ConfigError:
        same = False
    return merged if same else "\n".join([*new, ""])


def _place(to: dict[int, int], start: int, end: int, count: int) -> tuple[int, int] | None:
    """The range of lines of the file that holds a range of lines of the recording; None if they are not together."""
    if start == end:
        before = to.get(start - 1)
        after = to.get(start, count if start - 1 in to else None)
        at = before + 1 if before is not None else after
        return None if at is None else (at, at)
    lines = [to.get(each) for each in range(start, end)]
    first = lines[0]
    if first is None or lines != list(range(first, first + len(lines))):
        return None
    return first, first + len(lines)
