"""Runs as recordings, which are replayed without a model, and patches that heal them."""

from actwright.engine.policies.auto import Auto
from actwright.engine.policies.replay import Replay
from actwright.engine.policies.replay.files import contents_of, read_recording, write_recording
from actwright.recording.heal import Change, Patch, heal
from actwright.recording.patch_file import Heal, Healing, apply_patch, heal_file, patch_path, patch_text, write_patch
from actwright.recording.record import record
from actwright.schemas.recording import RecordedAction, RecordedStep, Recording, Target

__all__ = [
    "Auto",
    "Change",
    "Heal",
    "Healing",
    "Patch",
    "RecordedAction",
    "RecordedStep",
    "Recording",
    "Replay",
    "Target",
    "apply_patch",
    "contents_of",
    "heal",
    "heal_file",
    "patch_path",
    "patch_text",
    "read_recording",
    "record",
    "write_patch",
    "write_recording",
]
