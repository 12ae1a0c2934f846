"""`EvidencePack`: records what the pages of a run do, and writes it beside the record of the run, masked."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import tempfile
import zipfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Error, Page

from actwright.engine.records.evidence_pack.masking import PackMasks
from actwright.engine.records.evidence_pack.network_entries import Entry, mask_entry, tokens_of
from actwright.engine.records.evidence_pack.spec import spec_of
from actwright.engine.records.evidence_pack.trace_file import TraceFile
from actwright.engine.records.run_folder.disk import append, reason_of, writing
from actwright.engine.records.wording import why_ended
from actwright.engine.values.values import Values
from actwright.notes import note
from actwright.schemas.result import Result
from actwright.schemas.task import Task
from actwright.text import first_line
from actwright.threads import in_thread

HAR, TRACE, ANSWER, SPEC = "run.har", "trace.zip", "answer.txt", "spec.yaml"
START_SECONDS, SAVE_SECONDS, MASK_SECONDS = 10.0, 20.0, 60.0
"""How long Playwright may take to start recording and to save it, and how long masking may take, after the run."""
LOOK_SECONDS = 2.0
"""How long the last snapshot may take, of a page that may no longer answer."""


class EvidencePack:
    """The evidence pack of one run. What cannot be recorded or written is reported to the user, and does not end the run.

    Args:
        folder: The run folder.
        values: The values of the run, which are masked.
    """

    def __init__(self, folder: Path, values: Values) -> None:
        self._folder = folder
        self._values = values

    def write_spec(self, task: Task, *, start: str) -> None:
        """Writes `spec.yaml`, before the run does anything.

        Raises:
            ConfigError: It cannot be written.
        """
        with writing(self._folder, "nothing was done, because the evidence pack cannot be written"):
            append(self._folder / SPEC, spec_of(task, start=start, mask=self._values.mask_whole).encode())

    @asynccontextmanager
    async def recorded(
        self, page: Page, *, tabs: Sequence[Page], front: Callable[[], Page | None]
    ) -> AsyncGenerator[None]:
        """Records the context of a page while the block lasts, and then writes `run.har` and `trace.zip`.

        Other pages that the context has already are left out. A recording that the caller has started is left alone; ours
        is then missing.

        Args:
            page: The page.
            tabs: Further pages of the run.
            front: Returns the page for the last snapshot; None if there is none.
        """
        context = page.context
        others = {_id_of(each) for each in context.pages if each not in (page, *tabs)}
        raw = Path(tempfile.mkdtemp(prefix="actwright-pack-"))  # only its owner can read it
        try:
            har = await _started(HAR, context.tracing.start_har(raw / HAR))
            trace = not _is_tracing(context) and await _started(
                TRACE, context.tracing.start(screenshots=False, snapshots=True)
            )
            if not trace and _is_tracing(context):
                note(f"{TRACE} is missing from the evidence pack: the caller is recording a trace")
            try:
                yield
            finally:
                if trace and (last := front()) is not None:
                    await _look(last)
                trace = trace and await _saved(TRACE, context.tracing.stop(path=raw / TRACE))
                har = har and await _saved(HAR, context.tracing.stop_har())
                await self._write(raw, others, har=har, trace=trace)
        finally:
            shutil.rmtree(raw, ignore_errors=True)

    def write_answer(self, result: Result) -> None:
        """Writes `answer.txt`."""
        said = result.message
        if not result.complete:
            said = f"{result.status.words}: {why_ended(result) or result.error or said}"
        output = "" if result.output is None else f"\n{result.output.model_dump_json(indent=1)}"
        with _reported(ANSWER):
            append(self._folder / ANSWER, f"{self._values.mask(f'{said}{output}')}\n".encode())

    async def _write(self, raw: Path, others: Collection[str], *, har: bool, trace: bool) -> None:
        try:
            async with asyncio.timeout(MASK_SECONDS):
                await in_thread(partial(self._write_masked, raw, others, har=har, trace=trace))
        except TimeoutError:
            note(
                f"{HAR} and {TRACE} are missing from the evidence pack: masking them took more than {MASK_SECONDS:g} s"
            )

    def _write_masked(self, raw: Path, others: Collection[str], *, har: bool, trace: bool) -> None:
        """Writes the two files. Passwords and tokens of both are masked in both."""
        log, traced = None, None
        with _reported(HAR):
            log = read_har(raw / HAR, others=others) if har else None
        with _reported(TRACE):
            traced = TraceFile(raw / TRACE, others=others) if trace else None
        for password in traced.passwords() if traced else ():
            self._withhold("password", password)
        entries = [*(log["entries"] if log else ()), *(traced.entries if traced else ())]
        for token in {token for entry in entries for token in tokens_of(entry)}:
            self._withhold("token", token)
        masks = PackMasks(self._values.mask_for_others)
        if log is not None:
            with _reported(HAR):
                self._place(HAR, lambda path: path.write_bytes(masked_har(log, masks)))
        if traced is not None:
            with _reported(TRACE):
                self._place(TRACE, lambda path: traced.write(path, masks))

    def _withhold(self, name: str, text: str) -> None:
        if self._values.mask_whole(text) == text:
            self._values.withhold(name, text)

    def _place(self, name: str, write: Callable[[Path], object]) -> None:
        """Writes a file under another name first, so that it is whole or missing."""
        part = self._folder / f"{name}.part"
        try:
            part.touch(mode=0o600)
            write(part)
            part.replace(self._folder / name)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def _reported(name: str) -> Generator[None]:
    """A block that reads or writes a file of the pack; a failure is reported to the user."""
    try:
        yield
    except OSError as error:
        note(f"{name} is missing from the evidence pack: {reason_of(error)}")
    except (ValueError, LookupError, TypeError, zipfile.BadZipFile) as error:
        note(
            f"{name} is missing from the evidence pack: Playwright's recording cannot be read ({type(error).__name__})"
        )


async def _started(name: str, starting: Awaitable[object]) -> bool:
    return await _done(name, starting, "could not be started", START_SECONDS)


async def _saved(name: str, saving: Awaitable[object]) -> bool:
    return await _done(name, saving, "could not be saved", SAVE_SECONDS)


async def _done(name: str, doing: Awaitable[object], failed: str, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await doing
    except (Error, TimeoutError) as error:
        reason = (
            first_line(error.message) if isinstance(error, Error) else f"the browser did not answer in {seconds:g} s"
        )
        note(f"{name} is missing from the evidence pack: the recording {failed}: {reason}")
        return False
    return True


async def _look(page: Page) -> None:
    """Has Playwright take a snapshot: it takes one before and after each call that reads from the page."""
    with contextlib.suppress(Error, TimeoutError):
        async with asyncio.timeout(LOOK_SECONDS):
            await page.locator(":root").get_attribute("lang", timeout=LOOK_SECONDS * 1000)


def _is_tracing(context: BrowserContext) -> bool:
    """Whether a trace is being recorded. To ask for a second one would change the options of the first one."""
    return bool(getattr(context.tracing._impl_obj, "_is_tracing", False))  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - not public


def _id_of(page: Page) -> str:
    """The ID of a page in recordings."""
    return str(page._impl_obj._guid)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - not public


def read_har(path: Path, *, others: Collection[str]) -> dict[str, Any]:
    """The log of a HAR file, without the pages `others` and their requests. Raises OSError, ValueError."""
    log: dict[str, Any] = json.loads(path.read_bytes())["log"]
    log["pages"] = [page for page in log.get("pages", ()) if page.get("id") not in others]
    log["entries"] = [entry for entry in log.get("entries", ()) if entry.get("pageref") not in others]
    return log


def masked_har(log: dict[str, Any], masks: PackMasks) -> bytes:
    """The content of a HAR file with this log, masked."""
    entries = [mask_entry(entry, masks, _nothing_stored) for entry in log["entries"]]
    pages = [{**page, "title": masks.text(str(page.get("title", "")))} for page in log["pages"]]
    return json.dumps({"log": {**log, "pages": pages, "entries": entries}}, ensure_ascii=False, indent=1).encode()


def _nothing_stored(_part: Entry, _media_type: str, _sent: bool) -> None:  # noqa: FBT001 - as `Stored`
    """The bodies are in the file itself."""
