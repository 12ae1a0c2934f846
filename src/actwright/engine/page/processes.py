"""The processes of a browser, found by a mark on their command line, so that nothing outlives a run."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from pathlib import Path

__all__ = ["kill_marked"]


def kill_marked(mark: str) -> list[int]:
    """Kills the processes started with the argument `mark`, and the process groups they lead.

    Playwright starts a browser as the leader of a group of its own, so this reaches its renderers too. SIGKILL also
    ends a process that is stopped or does not answer.

    Returns:
        The process IDs that carried the mark; empty if none is left, which is the rule.
    """
    marked = _marked(mark)
    for pid in marked:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            _kill(pid)
    return marked


def _kill(pid: int) -> None:
    if os.getpgid(pid) == pid:
        os.killpg(pid, signal.SIGKILL)
    else:
        os.kill(pid, signal.SIGKILL)


def _marked(mark: str) -> list[int]:
    proc = Path("/proc")
    if not (proc / "self/cmdline").is_file():
        return _marked_by_ps(mark)
    return [int(entry.name) for entry in proc.iterdir() if entry.name.isdigit() and mark in _arguments(entry)]


def _arguments(process: Path) -> list[str]:
    try:
        return (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:  # it ended while we looked
        return []


def _marked_by_ps(mark: str) -> list[int]:
    listing = subprocess.run(["ps", "-axww", "-o", "pid=,command="], check=False, capture_output=True, text=True)  # noqa: S607 - a system tool
    lines = (line.split() for line in listing.stdout.splitlines())
    return [int(words[0]) for words in lines if mark in words]
