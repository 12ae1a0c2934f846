"""Blocks in the pages and workers themselves what request routing does not see, such as messages over sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager, suppress
from secrets import token_hex
from typing import Any

from playwright.async_api import BrowserContext, Frame, Worker
from playwright.async_api import Error as PlaywrightError

from actwright.engine.page.activity.worker_traffic import AttachedWorker
from actwright.engine.page.browser.driver import bounded
from actwright.engine.page.reading.script import page_script
from actwright.errors import ToolError

SCRIPT_SECONDS = 3.0
Sender = Frame | Worker | AttachedWorker
"""What sends by scripts of its own."""


class SendingScripts:
    """The scripts (`inject/page_world/sending.js`) in the pages and workers of one run.

    Attributes:
        for_worker: What the script of a new worker begins with, so that the worker sends nothing.
    """

    def __init__(self) -> None:
        self._token = token_hex(16)
        self._blocked: set[Sender] = set()
        self._new_documents: AbstractAsyncContextManager[Any] | None = None
        self.for_worker = f"if (typeof WorkerGlobalScope === 'function') {self._calling(on=True)};"

    async def block(self, senders: Iterable[Sender], context: BrowserContext | None = None) -> None:
        """Blocks in these frames and workers, and in the documents that pages of the context write from now on.

        Raises:
            ToolError: One of them does not answer, so that it could send.
        """
        try:
            async with asyncio.timeout(SCRIPT_SECONDS):
                if context is not None and self._new_documents is None:
                    self._new_documents = await context.add_init_script(self._calling(on=True, written=True))
            await asyncio.gather(*(self._take_in(each, on=True) for each in senders))
        except TimeoutError as error:
            raise ToolError(
                "the page does not answer, so what it sends could not be blocked; nothing was done, try again"
            ) from error

    async def take(self, senders: Iterable[Sender]) -> list[str]:
        """Blocks in these too, as far as they answer. Returns what was blocked there since the last call.

        An entry is worded `POST https://…` or `a message to wss://…`.
        """
        return await self._take(senders, on=True)

    async def stop(self) -> None:
        """Blocks nowhere any more."""
        documents, self._new_documents = self._new_documents, None
        if documents is not None:
            await bounded(documents.__aexit__(None, None, None), SCRIPT_SECONDS)
        await self._take(self._blocked, on=False)
        self._blocked.clear()

    async def _take(self, senders: Iterable[Sender], *, on: bool) -> list[str]:
        blocked = await asyncio.gather(*(self._take_in(each, on=on) for each in senders), return_exceptions=True)
        return [text for each in blocked if isinstance(each, list) for text in each]

    async def _take_in(self, sender: Sender, *, on: bool) -> list[str]:
        self._blocked.add(sender)
        with suppress(PlaywrightError):  # it is gone
            async with asyncio.timeout(SCRIPT_SECONDS):
                blocked: Any = await sender.evaluate(self._calling(on=on))
                return [str(text) for text in blocked or ()]
        return []

    def _calling(self, *, on: bool, written: bool = False) -> str:
        return f"({page_script('sending')})({json.dumps(self._token)}, {json.dumps(on)}, {json.dumps(written)})"
