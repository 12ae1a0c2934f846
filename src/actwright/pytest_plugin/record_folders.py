"""The folders for the records of a test's runs, and the folder that the workers of pytest-xdist share."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from actwright.pytest_plugin.plugin_options import path_option
from actwright.runners.record_folder import folder_name, own_folder

PLAYWRIGHT_PLUGINS = ("playwright", "playwright-asyncio")
EMPTIES = "delete_output_dir"
"""pytest-playwright's fixture that empties its folder once a session, which is once in each worker of pytest-xdist."""
EMPTY_SECONDS = 60.0
"""How long a worker waits for another one to empty the folder, in seconds."""
SHARED = "actwright_shared"
SHARED_FOLDER: pytest.StashKey[Path] = pytest.StashKey()


def runs_folder(request: pytest.FixtureRequest) -> Path:
    """Returns a folder for this test.

    It is in the configured folder, else among pytest-playwright's artifacts, else in `actwright-runs`.
    """
    config = request.config
    configured = path_option(config, "runs")
    if configured:
        return configured / folder_name(request.node.nodeid)
    if any(config.pluginmanager.hasplugin(name) for name in PLAYWRIGHT_PLUGINS):
        return Path(request.getfixturevalue("output_path"))
    return own_folder(config.rootpath) / folder_name(request.node.nodeid)


def configure_worker(config: pytest.Config, workerinput: dict[str, Any]) -> None:
    """Gives each worker of pytest-xdist the folder that all of them share."""
    if SHARED_FOLDER not in config.stash:
        folder = Path(tempfile.mkdtemp(prefix="actwright-xdist-"))
        config.stash[SHARED_FOLDER] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    workerinput[SHARED] = str(config.stash[SHARED_FOLDER])


def shared_folder(config: pytest.Config) -> Path | None:
    """Returns the folder that the workers share; None if pytest runs in one process."""
    given = getattr(config, "workerinput", {}).get(SHARED)
    return Path(given) if given else None


def skip_emptying(fixturedef: Any, request: pytest.FixtureRequest) -> bool | None:
    """Lets only one worker empty pytest-playwright's folder: a second one would remove what the first recorded there.

    The others wait until that is done. Returns True if the fixture needs no more set-up.
    """
    shared = shared_folder(request.config)
    if fixturedef.argname != EMPTIES or shared is None:
        return None
    try:
        (shared / "emptying").touch(exist_ok=False)
    except FileExistsError:
        until = time.monotonic() + EMPTY_SECONDS
        while not (shared / "emptied").exists() and time.monotonic() < until:
            time.sleep(0.05)
        fixturedef.cached_result = (None, fixturedef.cache_key(request), None)
        return True
    return None


def empty_once(fixturedef: Any, request: pytest.FixtureRequest) -> Generator[None, Any, Any]:
    """Wraps the set-up of that fixture and reports its end to the other workers."""
    try:
        return (yield)
    finally:
        shared = shared_folder(request.config)
        if fixturedef.argname == EMPTIES and shared is not None:
            (shared / "emptied").touch()


@contextmanager
def replacing(path: Path) -> Generator[IO[bytes], None, None]:
    """Opens a new file that replaces the one at `path` at the end of the block, unless an error ends it."""
    with tempfile.NamedTemporaryFile(prefix=f".{path.name}.", dir=path.parent, delete=False) as file:
        try:
            yield file
            file.flush()
            Path(file.name).replace(path)
        finally:
            Path(file.name).unlink(missing_ok=True)
