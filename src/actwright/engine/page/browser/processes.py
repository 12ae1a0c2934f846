"""The processes of a run: the browser, known by a mark on its command line, and Playwright's driver, our child."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Collection, Iterator
from pathlib import Path

DRIVER = "run-driver"
"""An argument of Playwright's driver."""
PROFILE = "--user-data-dir="
PLAYWRIGHTS = "playwright_"
"""The beginning of the names of profile folders that Playwright makes for a single browser."""
CHROMIUMS = "org.chromium."


def kill_marked(mark: str) -> list[int]:
    """Kills the processes started with the argument `mark`, and the process groups they lead.

    Playwright starts a browser as the leader of a group of its own, so this reaches its renderers too. SIGKILL also
    ends a process that is stopped or does not answer.

    Returns:
        The process IDs that carried the mark; usually empty, because none is left.
    """
    marked = _marked(mark)
    for pid in marked:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            _kill(pid)
    return marked


def is_running(mark: str) -> bool:
    """Whether there is a process with the argument `mark`."""
    return bool(_marked(mark))


def temporary_folders(mark: str) -> set[Path]:
    """The folders that only the browser with the argument `mark` uses, and that stay if it or its driver is killed.

    They are its profile, and the folder of the socket by which another browser with the same profile would find it.
    """
    words = [word for pid in _marked(mark) for word in _words(pid) if word.startswith(PROFILE)]
    profiles = {Path(word.removeprefix(PROFILE)) for word in words}
    found: set[Path] = set()
    for profile in profiles:
        if profile.name.startswith(PLAYWRIGHTS):
            found.add(profile)
            with contextlib.suppress(OSError):
                socket = profile / "SingletonSocket"
                found.update(each for each in [socket.readlink().parent] if each.name.startswith(CHROMIUMS))
    return found


def drivers() -> set[int]:
    """The process IDs of the Playwright drivers started by this thread, or by this process where it is not on Linux."""
    listing = Path(f"/proc/self/task/{threading.get_native_id()}/children")
    try:
        children = [int(pid) for pid in listing.read_text().split()]
    except OSError:
        return {pid for pid, parent, words in _listed_by_ps() if parent == os.getpid() and DRIVER in words}
    return {pid for pid in children if DRIVER in _arguments(Path(f"/proc/{pid}"))}


def kill_drivers(pids: Collection[int]) -> None:
    """Kills the drivers that still run: one that is stopped, or hangs, does not end by itself."""
    for pid in drivers().intersection(pids):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


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


def _words(pid: int) -> list[str]:
    process = Path(f"/proc/{pid}")
    if process.is_dir():
        return _arguments(process)
    return [word for each, _, words in _listed_by_ps() if each == pid for word in words]


def _arguments(process: Path) -> list[str]:
    try:
        return (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:  # it has ended meanwhile
        return []


def _marked_by_ps(mark: str) -> list[int]:
    return [pid for pid, _, words in _listed_by_ps() if mark in words]


def _listed_by_ps() -> Iterator[tuple[int, int, list[str]]]:
    """All processes: their IDs, their parents' IDs, and the words of their command lines."""
    listing = subprocess.run(["ps", "-axww", "-o", "pid=,ppid=,command="], check=False, capture_output=True, text=True)  # noqa: S607 - a system tool
    for line in listing.stdout.splitlines():
        pid, parent, *words = line.split()
        yield int(pid), int(parent), words
