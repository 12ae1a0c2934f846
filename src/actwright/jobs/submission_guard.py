"""The guard of one row: nothing is sent until the form holds the row's values and the ledger records the intent."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from urllib.parse import unquote_plus, urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Request, Route

from actwright.engine.page.acting.hold import ASKING
from actwright.errors import ActwrightError
from actwright.jobs.job_rows import JobRow
from actwright.jobs.ledger_row import digest_of
from actwright.jobs.options import JobOptions
from actwright.jobs.row_claim import RowClaim
from actwright.schemas.confirmation import ConfirmRequest
from actwright.schemas.step import Receipt
from actwright.schemas.task import REFERENCE
from actwright.text import one_line

__all__ = ["CLIENT_ERRORS", "DISAGREES", "PROVEN", "SERVER_ERRORS", "SubmissionGuard"]

CHECKED = "checked"
"""The value shown for a checked checkbox or radio button."""
PROVEN = "submitted to"
"""The name of the note in the ledger that holds the address that rows were sent to."""
SERVER_ERRORS, CLIENT_ERRORS = 500, 400
DISAGREES = "the page says that it was accepted, but the response to the submit was HTTP {status}"


@dataclass
class Sending:
    """A request that was sent after the ledger had recorded the intent.

    Attributes:
        what: The request, without its query and body.
        ours: Whether it goes to the site of the job.
        whole: Whether it contains what identifies the row.
        press: The number of the action that came before it; 0 if there was none.
        status: The HTTP status of the response; 0 as long as there is none.
        lost: Whether the connection ended without a response.
    """

    what: str
    ours: bool
    whole: bool
    press: int
    status: int = 0
    lost: bool = False

    @property
    def open(self) -> bool:
        """Whether the server may have accepted it without saying so: it has not answered, or it reported a failure."""
        return self.lost or not 0 < self.status < SERVER_ERRORS


@dataclass
class SubmissionGuard:
    """Decides what may be sent for one row.

    Without `submit` in the options, anything that may have an effect counts as the submission: an action that submits a
    form, and each request other than GET to the site of the job once something was entered. With `submit`, only
    requests to that address count. Until a row has reached that address, the other requests count too: a mistyped
    address must not cause a row to be sent twice.

    Attributes:
        row: The row.
        options: The options of the job.
        claim: Where the guard records the intent.
        ours: Whether a URL belongs to the site of the job. A request to another site counts only if it contains what
            identifies the row.
        proven: Whether an earlier row of the job was sent to the address in `submit`.
        dry: Whether the submit is held back.
        approved: The digest of the approved form; nothing else is sent. Empty if no approval is needed.
        seen: The fields of the form that a person approved.
        receipts: Returns the receipts of what was entered and read back so far.
        intended: Whether the ledger records that the row may have been sent.
        sent: The requests that were sent after that.
        pressed: Whether the button that submits was pressed, or may have been.
        sendings: The requests in `sent` with their responses, except those whose response only the browser sees.
        at_home: Whether the page is confined to the site of the job: once values were entered, it sends nothing
            elsewhere and does not navigate away.
        elsewhere: A request to another site that was blocked; empty if there was none.
        repeated: A request without values of the row that was blocked because the same request had been sent; empty if
            there was none.
        problem: Why the row must not be submitted; empty if it may be.
        unapproved: Whether `problem` is that the form differs from the approved one.
        form: The fields of the form when it was last about to be submitted, by title; masked.
        dry_submit: What a dry run would have sent; empty until then.
        broken: The error of a ledger that cannot be written; nothing is sent after it.
    """

    row: JobRow
    options: JobOptions
    claim: RowClaim
    ours: Callable[[str], bool]
    proven: bool = False
    dry: bool = False
    approved: str = ""
    seen: Mapping[str, str] = field(default_factory=dict[str, str])
    receipts: Callable[[], Sequence[Receipt]] = tuple
    intended: bool = False
    sent: list[str] = field(default_factory=list[str])
    pressed: bool = False
    sendings: list[Sending] = field(default_factory=list[Sending])
    at_home: bool = False
    elsewhere: str = ""
    repeated: str = ""
    problem: str = ""
    unapproved: bool = False
    form: Mapping[str, str] = field(default_factory=dict[str, str])
    dry_submit: str = ""
    broken: ActwrightError | None = None
    _effects: int = 0
    _cleared: bool = False
    _submitted: set[int] = field(default_factory=set[int])
    _saved: set[int] = field(default_factory=set[int])
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def closed(self) -> bool:
        """Whether nothing may be sent any more."""
        return bool(self.problem or self.dry_submit or self.broken)

    @property
    def answered(self) -> int:
        """The HTTP status of the response to the submission, the lowest of several; 0 if there was none."""
        return min((each.status for each in self._submission() if each.status), default=0)

    @property
    def waiting(self) -> str:
        """A request of the submission that the server has not answered yet; empty if there is none."""
        return next((each.what for each in self._submission() if not each.status and not each.lost), "")

    @property
    def lost(self) -> str:
        """A request of the submission that was sent and got no response; empty if there is none."""
        return next((each.what for each in self._submission() if each.lost), "")

    @property
    def open(self) -> str:
        """A request to the site that got no response, or one that reports a failure; empty if there is none.

        As long as there is one, the row does not count as refused, because a refused row may be sent again.
        """
        return next((each.what for each in self._to_our_site() if each.open), "")

    @property
    def unsettled(self) -> str:
        """Why the row does not count as refused although no response is awaited any more; empty if it may count."""
        if self.open:
            return f"{self.open} got no response, or failed"
        return f"{self.repeated} was blocked, as the same had been sent" if self.repeated else ""

    async def answers(self, seconds: float) -> None:
        """Waits at most this long until the server has answered the submission; a page may report success earlier."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.waiting:
                    self._news.clear()
                    await self._news.wait()

    def _to_our_site(self) -> list[Sending]:
        """The requests to the site of the job; all requests if none goes there."""
        return [each for each in self.sendings if each.ours] or self.sendings

    def _submission(self) -> list[Sending]:
        """The requests that contain the row; if none does, all to the site. Others may be analytics and the like."""
        return [each for each in self.sendings if each.whole] or self._to_our_site()

    async def confirm(self, request: ConfirmRequest) -> bool:
        """Returns whether an action that may have an effect may be performed."""
        if self.closed:
            return False
        if request.origin and not self.ours(request.origin):
            self.problem = (
                f"values of the row would go to {request.origin}, another site; permit it with sites (--site)"
            )
            return False
        self._effects, self._cleared = self._effects + 1, False
        self.form = {**request.values} or self.form
        what = f"{request.tool} {request.target}".strip()
        if self.options.submit:
            return self.proven or self.dry or self._intend(what)
        return self._passes(what) if request.submits else self.dry or self._intend(what)

    async def route(self, route: Route) -> None:
        """Lets a request pass, or blocks it."""
        request = route.request
        try:
            passes = self._may_pass(request)
        except ActwrightError as error:  # the ledger cannot be written
            self.broken, passes = error, False
        with suppress(PlaywrightError):
            if not passes:
                await route.abort("blockedbyclient")
            elif self.intended and request.method not in ASKING and not _uploads(request):
                await self._send_once(route)
            else:
                await route.fallback()

    async def _send_once(self, route: Route) -> None:
        """Sends a request once, on a connection of its own.

        A browser repeats a request by itself, even a POST, if a reused connection closes without a response (seen with
        Chromium 156: `HttpNetworkTransaction::ShouldResendRequest`).
        """
        request = route.request
        ours, whole = self.ours(request.url), self._holds_row(request)
        sending = Sending(_shown(request), ours=ours, whole=whole, press=self._effects)
        self.sendings.append(sending)
        try:
            answer = await route.fetch(max_redirects=0, max_retries=0, timeout=self.options.seconds * 1000)
        except PlaywrightError:
            sending.lost = True
            self._news.set()
            await route.abort("connectionreset")
            return
        sending.status = answer.status
        self._news.set()
        await route.fulfill(response=answer)

    def _may_pass(self, request: Request) -> bool:
        """Whether a request may be sent. A submission must not be sent a second time."""
        what, carries = _shown(request), self._carries(request)
        submits = self._submits(request, carries=carries)
        if (self.at_home or (self.dry and not submits)) and self.receipts() and not self.ours(request.url):
            return self._may_go_elsewhere(request, what)
        if submits:
            if not self._may_submit(request, what):
                return False
        elif carries and not self.proven and not self.dry and not self._intend(what):
            return False
        by_address = self._effects > 0 and self._holds_row(request)  # a form with GET
        if self.intended and (request.method not in ASKING or by_address):
            self.claim.require()
            self.sent.append(what)
        return True

    def _may_go_elsewhere(self, request: Request, what: str) -> bool:
        """Whether a request to another site may be sent although values of the row were entered."""
        if self.at_home and _leaves(request):
            self.problem = f"{what} does not go to the site of the job"
            return False
        if request.method not in ASKING:
            self.elsewhere = self.elsewhere or what
        return request.method in ASKING

    def _may_submit(self, request: Request, what: str) -> bool:
        """Whether a request that may be the submission may be sent."""
        if self._is_repeated(request, what):
            if not self._holds_row(request):
                self.repeated = what  # such as by a page that polls with POST
                return False
            self.problem = f"{what} was about to be sent a second time"
        if not self._passes(what):
            return False
        known = self._submitted if self._effects or self.options.submit else self._saved
        known.add(hash((what, request.post_data_buffer)))
        if self.options.submit and not self.proven:
            self.proven = True
            self.claim.ledger.set_note(PROVEN, what)
        return True

    def _is_repeated(self, request: Request, what: str) -> bool:
        """Whether a request repeats the submission.

        It does if it equals an earlier one, or if it contains the row and goes to the same address as an earlier
        request that contained the row and may still be accepted. A page may submit by itself before the button is
        pressed, and then again when it is pressed; that counts only if a navigation repeats the very same request.
        """
        same = hash((what, request.post_data_buffer))
        if same in self._submitted or (self._effects and same in self._saved and _leaves(request)):
            return True
        return self._holds_row(request) and any(
            each.what == what and each.whole and each.open and each.press for each in self.sendings
        )

    def settle(self) -> None:
        """Withdraws the intent if nothing was sent, because the announced action did not submit anything."""
        if self.intended and not self.sent:
            self.intended = False
            self.claim.settle()

    def _carries(self, request: Request) -> bool:
        """Whether a request may contain values of the row."""
        if request.method in ASKING:
            return False
        if not self.ours(request.url):
            return self._effects > 0 and self._holds_row(request)
        return self._effects > 0 or bool(self.receipts())

    def _holds_row(self, request: Request) -> bool:
        """Whether a request contains what identifies the row: its key, or else all of its values."""
        query = urlsplit(request.url).query
        content = query if request.method in ASKING else (request.post_data_buffer or b"").decode("utf-8", "replace")
        texts = [_spaced(text) for text in (content, unquote_plus(content), _unescaped(content))]
        names = self.options.key or [*self.row.values]
        values = [_spaced(self.row.values.get(name, "")) for name in names]
        return any(all(_contains(text, value) for value in values) for text in texts) and any(values)

    def _submits(self, request: Request, *, carries: bool) -> bool:
        """Whether a request may be the submission."""
        if not self.options.submit:
            return carries
        method, space, pattern = self.options.submit.rpartition(" ")
        return (request.method == method if space else request.method not in ASKING) and _fits(request.url, pattern)

    def _passes(self, what: str) -> bool:
        """Whether the row may be submitted now; a dry run is held here."""
        if self.closed:
            return False
        if self._effects and not self._cleared:  # without an action, a page may only be saving what was typed
            self.problem = self._wrong() or self._not_as_approved()
        if self.problem:
            return False
        self._cleared = not self.options.submit
        if self.dry:
            self.dry_submit = what
            return False
        return self._intend(what)

    def _intend(self, what: str) -> bool:
        if self.intended:
            return True
        try:
            self.claim.intend(what)
        except ActwrightError as error:
            self.broken = error
            return False
        self.intended = True
        return True

    def _wrong(self) -> str:
        """How the form differs from the row; empty if it does not."""
        last = {each.reference: each for each in self.receipts() if each.reference}
        others = _texts(
            {title: held for title, held in self.form.items() if title not in {each.field for each in last.values()}}
        )
        for name, value in self.row.values.items():
            if (
                value.strip()
                and name not in self.options.optional
                and (wrong := self._wrong_in(name, value, last, others))
            ):
                return wrong
        return ""

    def _not_as_approved(self) -> str:
        """How the form differs from the approved one; empty if it does not, or if no approval is needed."""
        if not self.approved or digest_of(self.form) == self.approved:
            return ""
        self.unapproved = True
        before, now = ({_untitled(title): held for title, held in form.items()} for form in (self.seen, self.form))
        names = [name for name in (*before, *now) if before.get(name) != now.get(name)]
        return f"the form differs from the approved one: {names[0] if names else 'its fields are in another order'}"

    def _wrong_in(self, name: str, value: str, last: Mapping[str, Receipt], others: Collection[str]) -> str:
        """What is wrong with one column; `others` are the texts of the fields without a receipt."""
        receipt, masked = last.get(name), name not in self.row.data
        if receipt is None:
            wanted = f"{{{{{name}}}}}" if masked else one_line(value).casefold()
            if wanted in others:
                return ""
            return f"column {name!r} was not entered; if the form has no field for it, make it optional or ignore it"
        if not receipt.match:
            return f"column {name!r}: {receipt.field} holds {receipt.got!r} instead of {receipt.wanted!r}"
        now = self.form.get(receipt.field)
        if (
            now is None
            or masked
            or now == CHECKED
            or any(_same(now, text) or self._same_masked(now, text) for text in (receipt.got, receipt.wanted))
        ):
            return ""
        return f"column {name!r}: {receipt.field} held {receipt.got!r}, and now holds {now!r}"

    def _same_masked(self, text: str, other: str) -> bool:
        """Whether two texts are the same although pieces of the first that occur in private values are masked.

        An example is `A-0{{Phone}}`.
        """
        parts = REFERENCE.split(text)
        names = [one_line(name) for name in parts[1::2]]
        found = re.fullmatch("(.+)".join(map(re.escape, parts[::2])), other, re.DOTALL)
        if found is None or not names or not any(part.strip() for part in parts[::2]):
            return False
        return all(
            _alnum(piece) in _alnum(self.row.values.get(name, ""))
            for name, piece in zip(names, found.groups(), strict=True)
        )


def _alnum(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _texts(form: Mapping[str, str]) -> set[str]:
    """The values in a form and the names of what is checked, case-folded; masked values stay as they are."""
    names = [re.sub(r'^\S+ "?|"$', "", title) for title, value in form.items() if value == CHECKED]
    return {text if text.startswith("{{") else one_line(text).casefold() for text in (*form.values(), *names)}


def _untitled(title: str) -> str:
    """The title of a field without its element ID."""
    return title.partition(" ")[2] or title


def _same(text: str, other: str) -> bool:
    """Whether two texts are the same apart from case, spaces and separators."""

    def plain(value: str) -> tuple[bool, str]:
        return value.strip().startswith("-"), "".join(filter(str.isalnum, value.casefold()))

    return plain(text) == plain(other) if plain(other)[1] else text.strip() == other.strip()


def _fits(url: str, pattern: str) -> bool:
    parts = urlsplit(url)
    return any(fnmatchcase(each, pattern) for each in (url, url.partition("?")[0], parts.path))


def _uploads(request: Request) -> bool:
    """Whether a request uploads files, whose contents only the browser has."""
    if "multipart/form-data" not in request.headers.get("content-type", ""):
        return False
    content = request.post_data_buffer
    return content is None or re.search(rb'filename="[^"]', content) is not None


def _leaves(request: Request) -> bool:
    """Whether a request opens another page in the tab."""
    try:
        return request.is_navigation_request() and request.frame.parent_frame is None
    except PlaywrightError:  # the tab is only being opened
        return True


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _unescaped(content: str) -> str:
    """A JSON text without its escapes; empty if the content is not JSON."""
    try:
        return json.dumps(json.loads(content), ensure_ascii=False)
    except (ValueError, RecursionError):
        return ""


def _contains(text: str, value: str) -> bool:
    """Whether a text contains a value as a whole, not as a part of a longer word or number."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None


def _shown(request: Request) -> str:
    """A request without its query and body."""
    parts = urlsplit(request.url)
    return f"{request.method} {parts.scheme}://{parts.netloc}{parts.path}"[:200]
