"""Runs as recordings, which are replayed without a model, and patches that heal them."""

from actwright.engine.matching.recording_files import contents_of, read_recording, write_recording
from actwright.engine.policies.auto import Auto
from actwright.engine.policies.replay import Replay
from actwright.recording.checks import add_check, read_checks, write_checks
from actwright.recording.heal import Patch, RecordingChange, heal
from actwright.recording.patch_file import (
    Heal,
    PatchOutcome,
    apply_patch,
    heal_file,
    patch_path,
    patch_text,
    write_patch,
)
from actwright.recording.record import record
from actwright.schemas.recording import RecordedAction, RecordedCheck, RecordedStep, RecordedTarget, Recording

__all__ = [
    "Auto",
    "Heal",
    "Patch",
    "PatchOutcome",
    "RecordedAction",
    "RecordedCheck",
    "RecordedStep",
    "RecordedTarget",
    "Recording",
    "RecordingChange",
    "Replay",
    "add_check",
    "apply_patch",
    "contents_of",
    "heal",
    "heal_file",
    "patch_path",
    "patch_text",
    "read_checks",
    "read_recording",
    "record",
    "write_checks",
    "write_patch",
    "write_recording",
]
