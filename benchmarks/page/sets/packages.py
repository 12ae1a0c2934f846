"""The packages of a set of pages, fetched once in pinned versions and kept for the next run."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import sys
from pathlib import Path

from actwright.errors import ConfigError

__all__ = ["STAMP", "digest", "node_modules", "run", "same", "virtual_environment"]

STAMP = ".made-of"
LAST_LINES = 6


async def virtual_environment(folder: Path, pins: tuple[str, ...], *, of: str) -> Path:
    """The Python of a virtual environment with exactly these packages (`django==5.2.19`), made if it is not there yet.

    Raises:
        ConfigError: The packages cannot be fetched.
    """
    wanted = digest(*(pin.encode() for pin in pins), sys.version.encode())
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if same(folder, wanted):
        return python
    shutil.rmtree(folder, ignore_errors=True)
    await run(sys.executable, "-m", "venv", folder, of=of)
    await run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", *pins, of=of)
    (folder / STAMP).write_text(wanted)
    return python


async def node_modules(folder: Path, manifest: Path, *, of: str) -> None:
    """Installs exactly what the package-lock.json beside the manifest says into the folder, if it is not there yet.

    Raises:
        ConfigError: There is no npm, or the packages cannot be fetched.
    """
    files = (manifest, manifest.with_name("package-lock.json"))
    wanted = digest(*map(Path.read_bytes, files))
    if same(folder, wanted):
        return
    if shutil.which("npm") is None:
        raise ConfigError(f"the set {of} is built from npm packages: install Node.js with npm, or leave the set out")
    _begin_again(folder, files)
    await run("npm", "ci", "--no-audit", "--no-fund", of=of, cwd=folder)
    (folder / STAMP).write_text(wanted)


def _begin_again(folder: Path, files: tuple[Path, ...]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for file in files:
        shutil.copy(file, folder)


def digest(*parts: bytes) -> str:
    """One name for all the parts together."""
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def same(folder: Path, wanted: str) -> bool:
    """Whether the folder was made, completely, from these parts."""
    stamp = folder / STAMP
    return stamp.is_file() and stamp.read_text() == wanted


async def run(*command: str | Path, of: str, cwd: Path | None = None) -> None:
    """Runs a command to its end; cancelled, it ends at once.

    Raises:
        ConfigError: It failed, with its last words.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=cwd,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        said, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        last = "\n".join(said.decode(errors="replace").strip().splitlines()[-LAST_LINES:])
        raise ConfigError(
            f"the set {of} could not be fetched or built: `{' '.join(map(str, command))}` failed. Check that the package "
            f"registries can be reached, or leave the set out. Its last words:\n{last}"
        )
