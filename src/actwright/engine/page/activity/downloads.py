"""The downloads of a run: saved under safe names, within the run's limit of bytes."""

from __future__ import annotations

import asyncio
import contextlib
import math
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from playwright.async_api import Download as PlaywrightDownload
from playwright.async_api import Error as PlaywrightError

from actwright.schemas.page import Download
from actwright.text import first_line

STOPPED = "canceled"
"""What Playwright's message about a stopped download contains."""
DOWNLOADING = "still downloading"
NO_DOWNLOADS = "this run keeps no downloads"


@dataclass
class Downloads:
    """Saves the downloads of one run.

    Attributes:
        folder: Returns the folder for them, which is made on first use.
        note: Called with a plain sentence that reports what happened to a file.
        changed: Called when a download began or ended.
        spawn: Runs a coroutine until the run ends.
        mask: Hides the secrets in a name.
        keeps: Whether downloads are kept.
        most_bytes: The maximum size of all files of the run together; a download that goes beyond it is stopped.
        files: The downloads so far; each is replaced by its final entry when it ends.
    """

    folder: Callable[[], Path]
    note: Callable[[str], None]
    changed: Callable[[], None]
    spawn: Callable[[Coroutine[Any, Any, None]], object]
    mask: Callable[[str], str] = str
    keeps: bool = True
    most_bytes: float = math.inf
    files: list[Download] = field(default_factory=list[Download])
    _under_way: list[PlaywrightDownload] = field(default_factory=list[PlaywrightDownload])

    @property
    def under_way(self) -> bool:
        """Whether a download has not ended yet."""
        return any(file.error == DOWNLOADING for file in self.files)

    def listeners(self) -> dict[str, Callable[[dict[str, Any]], None]]:
        """Listeners that stop a download once it grows beyond the limit, by event of one page's DevTools protocol.

        Without them a file is checked only once it is complete.
        """
        if not math.isfinite(self.most_bytes):
            return {}
        urls: dict[str, str] = {}

        def begins(event: dict[str, Any]) -> None:
            urls[event["guid"]] = event["url"]

        return {"Page.downloadWillBegin": begins, "Page.downloadProgress": partial(self._on_progress, urls)}

    def on_download(self, download: PlaywrightDownload) -> None:
        """A download begins; it is saved, or refused."""
        index = len(self.files)
        name = _file_name(self.mask(_plain(download.suggested_filename)), {each.name for each in self.files})
        if not self.keeps:
            self.files.append(Download(name=name, error=NO_DOWNLOADS))
            self.note(f'"{name}" was not downloaded: {NO_DOWNLOADS}')
            self.spawn(_cancel(download))
            self.changed()
            return
        self.files.append(Download(name=name, error=DOWNLOADING))
        self.spawn(self._save(download, index, name))
        self.changed()

    async def _save(self, download: PlaywrightDownload, index: int, name: str) -> None:
        path = self.folder() / name
        self._under_way.append(download)
        try:
            await download.save_as(path)
            saved = Download(name=name, path=str(path), bytes=path.stat().st_size)
        except PlaywrightError as error:
            reason = first_line(error.message)
            saved = Download(name=name, error=self._too_large if STOPPED in reason else reason)
        except asyncio.CancelledError:
            self.files[index] = Download(name=name, error="the run ended before it was complete")
            raise
        finally:
            self._under_way.remove(download)
        if saved.bytes > self._bytes_left():
            path.unlink()
            saved = Download(name=name, error=self._too_large)
        self.files[index] = saved
        self.note(
            f'downloaded "{name}", {saved.bytes:,} bytes'
            if not saved.error
            else f'"{name}" is incomplete: {saved.error}'
        )
        self.changed()
        with contextlib.suppress(PlaywrightError):
            await download.delete()  # the browser's own copy

    @property
    def _too_large(self) -> str:
        return f"stopped: the files of this run may have {self.most_bytes:,} bytes in all"

    def _bytes_left(self) -> float:
        return self.most_bytes - sum(each.bytes for each in self.files)

    def _on_progress(self, urls: dict[str, str], event: dict[str, Any]) -> None:
        if event["state"] != "inProgress":
            return
        if max(event["receivedBytes"], event["totalBytes"]) > self._bytes_left():
            for download in [each for each in self._under_way if each.url == urls.get(event["guid"])]:
                self.spawn(download.cancel())


async def _cancel(download: PlaywrightDownload) -> None:
    with contextlib.suppress(PlaywrightError):
        await download.cancel()


def _plain(name: str) -> str:
    """A file name without separators and characters that file systems read differently."""
    return re.sub(r"[^\w.() -]", "_", name.replace("\\", "/").rsplit("/", 1)[-1])


def _file_name(suggested: str, taken: set[str]) -> str:
    """A safe, new name for a file that a page named: no separators, no leading dots, at most 100 characters."""
    plain = _plain(suggested).lstrip(". ")[-100:] or "download"
    name, number = plain, 1
    while name in taken:
        number += 1
        stem, dot, suffix = plain.rpartition(".")
        name = f"{stem} ({number}).{suffix}" if dot else f"{plain} ({number})"
    return name
