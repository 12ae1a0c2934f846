"""Names in a run folder, for the side that writes and the side that reads."""

from __future__ import annotations

HEAD, STEPS, INTENTS = "run.json", "steps.jsonl", "journal.jsonl"
FORMAT = 1
SIZE_KEYS = ("media_type", "width", "height")
UNDER_WAY = "under-way.jsonl"
PLACE = "instead_of"
"""The key in a line of `UNDER_WAY` for the place of the outcome that this one replaces, from 0."""
