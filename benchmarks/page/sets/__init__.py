"""The measured sets of pages, each served on loopback while its block runs."""

from __future__ import annotations

from benchmarks.page.sets import django, extremes, frames, libraries, miniwob, saved
from benchmarks.page.state import PageSet

__all__ = ["SETS"]

SETS: dict[str, PageSet] = {
    "saved": saved.serve,
    "libraries": libraries.serve,
    "django": django.serve,
    "frames": frames.serve,
    "miniwob": miniwob.serve,
    "extremes": extremes.serve,
}
