"""A form server with a log on disk, a proxy in front of it that loses and delays answers, and rows for its form."""

from __future__ import annotations

import asyncio
import json
import os
import random
from pathlib import Path
from urllib.parse import urlsplit

from actwright.testing.site.applications import FIELDS, form
from actwright.testing.site.request_response import SiteRequest, SiteResponse, redirect, text
from actwright.testing.site.site_server import LoopbackSite

LABELS = [label for label, _ in FIELDS.values()]
KEY = LABELS[0]


def applicant(number: int) -> dict[str, str]:
    """Returns a row for the bundled form of twelve fields."""
    values = (
        *(f"A-{number:05d}", f"Ada Lovelace {number}", f"ada{number}@example.org", "+44 20 7946 0001", "1990-12-10"),
        *(
            "12 St James's Square",
            "Graz",
            "08010",
            "Austria",
            "Nurse",
            str(number % 30),
            "Dear all,\nI like to work with you.",
        ),
    )
    return dict(zip(LABELS, values, strict=True))


class FormServer(LoopbackSite):
    """Serves the bundled form, and writes a line to a log on disk for each application before it answers.

    Attributes:
        received: The references of the applications that arrived, in order.
    """

    def __init__(self, log: Path) -> None:
        super().__init__()
        self._log = log.open("ab")
        self.received: list[str] = []

    def close(self) -> None:
        """Stops serving, and closes the log."""
        super().close()
        self._log.close()

    def answer(self, request: SiteRequest) -> SiteResponse:
        """Returns the form, the answer to an application, or the page on which to look one up."""
        if request.method == "POST":
            return self._taken(dict(request.form.pairs))
        if request.path == "/apply":
            return form({}, "")
        if request.path == "/find":
            wanted = request.asked("reference")
            return shown(f"Application of {wanted}" if wanted in self.received else "Nothing was found.")
        if request.path.startswith("/apply/"):
            number = request.path.rpartition("/")[2]
            return shown(f"Thank you. Your application {number} was received.", "Application received")
        return text("Not found.", status=404)

    def _taken(self, values: dict[str, str]) -> SiteResponse:
        line = json.dumps({name: values.get(name, "") for name in FIELDS}).encode() + b"\n"
        self._log.write(line)
        self._log.flush()
        os.fsync(self._log.fileno())
        self.received.append(values.get("reference", ""))
        return redirect(f"/apply/{len(self.received)}")


def shown(said: str, heading: str = "Applications") -> SiteResponse:
    """Returns a page with a sentence."""
    body = f"<!doctype html><title>{heading}</title><h1>{heading}</h1><p>{said}</p>"
    return SiteResponse(headers=(("Content-Type", "text/html; charset=utf-8"),), body=body.encode())


class Proxy:
    """A proxy between the browser and the site.

    Of each 100 applications, it loses the request of some, loses the answer to others, and delays the answer to others.

    Attributes:
        counts: How often it did each of these.
    """

    def __init__(self, site: str, chance: random.Random, *, lost: int = 3, unanswered: int = 3, late: int = 4) -> None:
        parts = urlsplit(site)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._chance = chance
        self._fates = {"request lost": lost, "answer lost": unanswered, "answer late": late}
        self._fates["nothing"] = 100 - sum(self._fates.values())
        self.counts = dict.fromkeys(self._fates, 0)
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> str:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aexit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, to_site = await asyncio.open_connection(self._host, self._port)
        except OSError:
            writer.transport.abort()
            return
        fate = {"now": "nothing"}
        ways = [self._up(reader, to_site, writer, fate), self._down(there, writer, to_site, fate)]
        try:
            await asyncio.gather(*ways)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.transport.abort()
            to_site.transport.abort()

    async def _up(
        self,
        reader: asyncio.StreamReader,
        to_site: asyncio.StreamWriter,
        writer: asyncio.StreamWriter,
        fate: dict[str, str],
    ) -> None:
        while data := await reader.read(65536):
            if data.startswith(b"POST "):
                (fate["now"],) = self._chance.choices([*self._fates], [*self._fates.values()])
                self.counts[fate["now"]] += 1
            if fate["now"] == "request lost":
                raise ConnectionResetError
            to_site.write(data)
            await to_site.drain()
        writer.transport.abort()
        to_site.transport.abort()

    async def _down(
        self,
        there: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        to_site: asyncio.StreamWriter,
        fate: dict[str, str],
    ) -> None:
        while data := await there.read(65536):
            if fate["now"] == "answer lost":
                raise ConnectionResetError
            if fate["now"] == "answer late":
                await asyncio.sleep(self._chance.uniform(0.5, 4))
                fate["now"] = "nothing"
            writer.write(data)
            await writer.drain()
        writer.transport.abort()
        to_site.transport.abort()
