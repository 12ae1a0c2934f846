"""Says which values of the run its requests carried, and what their answers report, without keeping any body."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Sequence

from playwright.async_api import BrowserContext, Page, Request

from actwright.engine.page.activity.answers import led_to_login, reported_problem
from actwright.engine.page.activity.requests import OutgoingRequest
from actwright.engine.page.browser.routing import router_of
from actwright.engine.permissions.request_firewall import PageRequest, RequestRule
from actwright.engine.values.opaque_text import is_opaque
from actwright.engine.values.request_content import (
    RequestContent,
    content_of,
    content_of_message,
    is_graphql_query,
)
from actwright.engine.values.run_values import LONGEST_SHOWN, RunValues
from actwright.engine.values.sought_values import SoughtValue, found_in
from actwright.engine.values.values import Values
from actwright.schemas.step import SentRequest, SentValue
from actwright.text import one_line, shortened

ANSWER_SECONDS = 0.5
"""How long answers that have arrived are read once the page has settled."""
UNREAD_SECONDS = 0.05
"""The same for answers that have not: most pages that use an answer have read it by then, and others never do."""
LONGEST_MASKED = 100_000
"""Bytes of a body that are searched for values that no model may see, in every form."""
MOST_READ = 30
"""How many requests of one action are read; a page that sends more is at work by itself."""


class _BodiesWithFiles(RequestRule):
    """Passes every request on: the driver has the text fields of a body with files only while requests are routed."""

    subject = "files"

    async def decide(self, request: PageRequest) -> None:
        """Passes the request on."""


def content_of_request(request: Request) -> RequestContent:
    """All that a request carries. Nothing of it may be recorded or shown, except what `Values.mask` leaves."""
    content_type, given = request.headers.get("content-type", ""), request.post_data_buffer
    return content_of(request.url, content_type, given, has_body=given is not None or bool(content_type))


class RequestValues:
    """Reads the requests of one run.

    Args:
        values: Data and secrets, which are masked.
        run_values: What is looked for.
    """

    def __init__(self, values: Values, run_values: RunValues) -> None:
        self._values = values
        self._run_values = run_values
        self._with_files = _BodiesWithFiles()
        self._routed: BrowserContext | None = None
        self._key = secrets.token_bytes(32)

    async def follow(self, page: Page) -> None:
        """Reads bodies that have files in them too, once files were given to pages of the run."""
        if self._run_values.has_files and self._routed is None:
            self._routed = page.context
            await router_of(page.context).add(self._with_files)

    async def close(self) -> None:
        """Reads no bodies with files any more."""
        if self._routed is not None:
            await router_of(self._routed).remove(self._with_files)

    def asked(self, requests: Sequence[OutgoingRequest]) -> list[SentRequest]:
        """The documents among these that were asked for with values of the run in their URL."""
        sought = self._run_values.sought() if requests else ()
        found: list[SentRequest] = []
        for each in requests:
            if each.request is None or each.changes:
                continue
            content = content_of(each.request.url, "", None, has_body=False)
            if values := tuple(one for one in self._values_in(content, sought) if one.match):
                found.append(SentRequest(request=each.label, status=each.last_status or None, values=values))
        return found

    async def sent(self, requests: Sequence[OutgoingRequest]) -> list[SentRequest]:
        """What these requests sent, except those that only asked for something."""
        changing = [each for each in requests if each.changes]
        sought = self._run_values.sought() if changing else ()
        found = [self._sent(each, sought) for each in changing[:MOST_READ]]
        found += [SentRequest(request=each.label, status=_status(each)) for each in changing[MOST_READ:]]
        return await self._with_problems(changing, found)

    def _sent(self, outgoing: OutgoingRequest, sought: Sequence[SoughtValue]) -> SentRequest:
        request, body = outgoing.request, b""
        if request is None:
            contents = [*map(content_of_message, outgoing.messages)]
            content = RequestContent(
                tuple(field for each in contents for field in each.fields),
                "; ".join(dict.fromkeys(each.unread for each in contents if each.unread)),
            )
            body = b"\n".join(each.encode() if isinstance(each, str) else each for each in outgoing.messages)
        else:
            content, body = content_of_request(request), request.post_data_buffer or b""
        return SentRequest(
            request=outgoing.label,
            status=_status(outgoing),
            values=self._values_in(content, sought),
            unread=self._values.mask(content.unread),
            digest=self._digest(outgoing, body, content),
            queries=is_graphql_query(body),
            problem=self._values.mask(led_to_login(request)) if request is not None else "",
        )

    def _values_in(self, content: RequestContent, sought: Sequence[SoughtValue]) -> tuple[SentValue, ...]:
        if not content.fields or not sought:
            return ()
        withheld = {each.shown for each in sought if each.withheld}
        emptied = {each.name for each in content.fields if not each.text.strip()}
        is_hashed = any(is_opaque(each.text) for each in content.fields)
        return tuple(
            self._masked(each)
            for each in found_in(content, sought)
            if each.match or not (is_hashed and each.wanted in withheld and each.name in emptied)
        )

    def _masked(self, value: SentValue) -> SentValue:
        """A value, without what no model may see: the page names what it sends, and may send anything."""
        mask = self._values.mask
        sent = shortened(mask(value.sent), LONGEST_SHOWN)
        return value.model_copy(update={"name": shortened(mask(value.name), LONGEST_SHOWN), "sent": sent})

    def _digest(self, outgoing: OutgoingRequest, body: bytes, content: RequestContent) -> str:
        """The same for the same request; empty if a value that no model may see could be in it, or if it is not known."""
        request = outgoing.request
        where = f"{request.method} {request.url}" if request is not None else outgoing.label
        text = f"{where}\n{body.decode('utf-8', 'replace')}"
        is_long = len(body) > LONGEST_MASKED and self._values.has_secrets
        if (
            is_long
            or (content.unread and not body)
            or self._run_values.may_carry_withheld(text, unread=bool(content.unread))
        ):
            return ""
        return hmac.digest(self._key, where.encode() + b"\n" + body, "sha256").hex()[:32]

    async def _with_problems(
        self, outgoing: Sequence[OutgoingRequest], sent: Sequence[SentRequest]
    ) -> list[SentRequest]:
        """Adds what answers report: those to requests with values of the run, or those to all if none has any."""
        carries = any(each.values for each in sent)
        reading = [
            each.reading if one.values or not carries else None for each, one in zip(outgoing, sent, strict=True)
        ]
        if tasks := {each: one.request for each, one in zip(reading, outgoing, strict=True) if each is not None}:
            await asyncio.wait(tasks, timeout=UNREAD_SECONDS)
            if arrived := [task for task, request in tasks.items() if request is not None and _has_arrived(request)]:
                await asyncio.wait(arrived, timeout=ANSWER_SECONDS)
        problems = [self.problem(each) for each in reading]
        return [
            one.model_copy(update={"problem": problem}) if problem else one
            for one, problem in zip(sent, problems, strict=True)
        ]

    def problem(self, reading: asyncio.Task[bytes] | None) -> str:
        """What an answer says went wrong, in words; empty if nothing, or if it has not been read."""
        member, text = _said(reading)
        if not member:
            return ""
        quoted = f': "{shortened(one_line(self._values.mask(text)), LONGEST_SHOWN)}"' if text else ""
        return f"the answer says {shortened(self._values.mask(member), LONGEST_SHOWN)}{quoted}"


def _has_arrived(request: Request) -> bool:
    return request.timing["responseEnd"] >= 0


def _status(outgoing: OutgoingRequest) -> int | None:
    return outgoing.last_status or outgoing.status or None


def _said(reading: asyncio.Task[bytes] | None) -> tuple[str, str]:
    """What an answer that has arrived says went wrong; both texts are empty if nothing is known."""
    if reading is None or not reading.done() or reading.cancelled() or reading.exception() is not None:
        return "", ""
    return reported_problem(reading.result())
