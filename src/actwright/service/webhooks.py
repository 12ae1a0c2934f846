"""Sends the results of runs to a URL that the owner names, signed as Standard Webhooks specifies."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Self

import httpx2
from standardwebhooks import Webhook

from actwright.errors import ConfigError
from actwright.net.trusted import trusted
from actwright.notes import note
from actwright.service.entries import RequestedRun

WAITS = (1.0, 5.0, 30.0, 120.0, 600.0)
"""Seconds between the attempts to send one message."""
SENT = range(200, 300)


class Webhooks:
    """Sends `run.ended` and `browse.ended`, with up to five retries. Use it as an async context manager.

    Messages that are unsent when it closes get one more attempt. A message may arrive twice, with the same
    `webhook-id`.

    Args:
        url: The URL that receives the messages.
        secret: `whsec_` and base64, as Standard Webhooks writes it.
        waits: Seconds between attempts.

    Raises:
        ConfigError: The secret is not valid.
    """

    def __init__(self, url: str, secret: str, *, waits: Sequence[float] = WAITS) -> None:
        self._url = url
        self._waits = waits
        try:
            key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        except binascii.Error as error:
            raise ConfigError(
                "the webhook secret must be whsec_ followed by base64, as in whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
            ) from error
        if len(key) < 16:  # noqa: PLR2004 - bytes; the standard asks for 24 to 64
            raise ConfigError("the webhook secret is too short: use at least 16 bytes, better 32")
        self._signer = Webhook(key)
        self._client = httpx2.AsyncClient(timeout=15.0, follow_redirects=False, verify=trusted())
        self._sending: set[asyncio.Task[None]] = set()
        self._closing = asyncio.Event()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing.set()
        await asyncio.gather(*self._sending, return_exceptions=True)
        await self._client.aclose()

    def ended(self, entry: RequestedRun) -> None:
        """Sends the result of a run, in the background."""
        data = {"id": entry.id, "state": entry.state, "result": entry.result}
        message = {"type": f"{entry.kind}.ended", "timestamp": entry.created, "data": data}
        body = json.dumps(message, ensure_ascii=False)
        task = asyncio.create_task(self._send(f"msg_{entry.id}", body.encode()))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, name: str, body: bytes) -> None:
        why = ""
        for wait in (0.0, *self._waits):
            if wait:
                if self._closing.is_set():
                    break
                await asyncio.wait([asyncio.create_task(self._closing.wait())], timeout=wait)
            try:
                response = await self._client.post(self._url, content=body, headers=self._signed(name, body))
            except httpx2.HTTPError as error:
                why = f"{type(error).__name__}: {error}"
                continue
            if response.status_code in SENT:
                return
            why = f"HTTP {response.status_code}"
        note(f"the webhook {name} was not accepted: {why}")

    def _signed(self, name: str, body: bytes) -> dict[str, str]:
        """The headers of a message: its ID, its time, and a signature over both and the body."""
        moment = datetime.now(UTC)
        return {
            "content-type": "application/json",
            "webhook-id": name,
            "webhook-timestamp": str(int(moment.timestamp())),
            "webhook-signature": self._signer.sign(name, moment, body.decode()),
        }
