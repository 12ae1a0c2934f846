"""Fetches packages once, of sets of pages in pinned versions, and keeps them for the next run."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
import sys
from pathlib import Path

from actwright.errors import ConfigError

__all__ = ["STAMP", "digest", "node_modules", "npm_package", "run", "same", "virtual_environment"]

STAMP = ".made-of"
LAST_LINES = 6


async def virtual_environment(folder: Path, pins: tuple[str, ...], *, of: str, alone: bool = True) -> Path:
    """Returns the Python of a virtual environment with these packages (`django==5.2.19`); made if missing.

    They are all that is in it, or not `alone`: what they need is there too.

    Raises:
        ConfigError: The packages cannot be fetched.
    """
    wanted = digest(*(pin.encode() for pin in pins), sys.version.encode())
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if same(folder, wanted):
        return python
    shutil.rmtree(folder, ignore_errors=True)
    await run(sys.executable, "-m", "venv", folder, of=of)
    options = ("--quiet", "--disable-pip-version-check", *(("--no-deps",) if alone else ()))
    await run(python, "-m", "pip", "install", *options, *pins, of=of)
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


async def npm_package(folder: Path, name: str) -> None:
    """Installs the newest version of an npm package in the folder, unless one is there already.

    Raises:
        ConfigError: npm is not installed, or the package cannot be fetched.
    """
    if same(folder, name):
        return
    if shutil.which("npm") is None:
        raise ConfigError(f"{name} is an npm package: install Node.js with npm, or leave it out")
    _begin_again(folder, ())
    await run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, name, of=name)
    (folder / STAMP).write_text(name)


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
            f"{of} could not be fetched or built: `{' '.join(map(str, command))}` failed. Check that the package "
            f"registries can be reached, or leave it out. The end of its output:\n{last}"
        )
