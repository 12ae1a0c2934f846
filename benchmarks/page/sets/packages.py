"""Fetches the packages of a set of pages once, in pinned versions, and keeps them for the next run."""

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
    """Returns the Python of a virtual environment with exactly these packages (`django==5.2.19`); made if missing.

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
    """Installs in the folder exactly what the package-lock.json beside the manifest says, unless it is there already.

    Raises:
        ConfigError: npm is not installed, or the packages cannot be fetched.
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
    """Returns one name for all the parts together."""
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def same(folder: Path, wanted: str) -> bool:
    """Whether the folder is complete and was made from these parts."""
    stamp = folder / STAMP
    return stamp.is_file() and stamp.read_text() == wanted


async def run(*command: str | Path, of: str, cwd: Path | None = None) -> None:
    """Runs a command to its end; if cancelled, the command ends at once.

    Raises:
        ConfigError: The command failed; the message has the end of its output.
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
            f"registries can be reached, or leave the set out. The end of its output:\n{last}"
        )
