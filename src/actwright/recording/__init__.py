"""Runs as recordings, which are replayed without a model."""

from actwright.engine.policies.replay.files import read_recording, write_recording
from actwright.recording.record import record

__all__ = ["read_recording", "record", "write_recording"]
